//! `feeler check --relation`: what are two solids to each other?

use super::{CheckedMesh, CheckedSolid, Outcome};
use crate::relation::{self, Components, SolidJson};
use crate::session::{Measured, Session, Settings};
use crate::{format, output, voice};
use anyhow::Result;
use feeler::{Pose, Search};
use feeler_field::{Boundary, Related, Relation, Shares};
use serde::Serialize;

/// Asks and writes the answer; `json` has the settings if the output is JSON.
pub(super) fn run(
    mut session: Session,
    sides: &[CheckedMesh; 2],
    pose: Pose,
    json: Option<Settings>,
) -> Result<Outcome> {
    let models = session.models();
    let boundaries = &relation::boundaries(&models);
    session.relation(boundaries, pose); // to warm up
    let answer = session.relation(boundaries, pose);
    let gap = (answer.value.relation == Relation::Apart)
        .then(|| session.distance(&Search::default(), pose).value.upper())
        .filter(|gap| gap.is_finite());
    for (side, boundary) in sides.iter().zip(boundaries) {
        if let Some(holes) = relation::holes(boundary.holes()) {
            let source = &side.source;
            voice::note(&format!("{source}: it has {holes}; what is inside is an estimate"));
        }
    }
    match json {
        Some(settings) => {
            output::print_json(&to_json(&answer, gap, sides, boundaries, pose, settings))?;
        }
        None => {
            sides.iter().for_each(CheckedMesh::note_degenerate);
            output::print(&to_text(&answer, gap, sides))?;
        }
    }
    Ok(answer.value.into())
}

fn to_text(answer: &Measured<Related>, gap: Option<f64>, [a, b]: &[CheckedMesh; 2]) -> String {
    let Related { relation, confidence, components, .. } = answer.value;
    let meshes = format!("({}, {})", a.described(), b.described());
    let verdict = match relation {
        Relation::Apart | Relation::Touching | Relation::Crossing => relation.name().to_owned(),
        Relation::BInsideA => "inside   B is inside of A".to_owned(),
        Relation::AInsideB => "inside   A is inside of B".to_owned(),
        Relation::Same => "same   A and B are the same solid".to_owned(),
    };
    let gap = gap.map_or(String::new(), |gap| format!("   gap {}", format::coordinate(gap)));
    let certainty = match confidence < 1.0 {
        true => format!("   confidence {}", format::probability(confidence)),
        false => String::new(),
    };
    let mut text =
        format!("{verdict}{gap}{certainty}   {meshes}   {}\n", format::time(answer.time));
    for (name, shares) in ["A", "B"].into_iter().zip(components) {
        let Shares { inside, outside, crossing, coincident } = shares;
        if inside + outside + crossing + coincident > 1 {
            text += &relation::components(name, shares);
            text.push('\n');
        }
    }
    text
}

fn to_json<'a>(
    answer: &Measured<Related>,
    gap: Option<f64>,
    [a, b]: &'a [CheckedMesh; 2],
    boundaries: &[Boundary<'_>; 2],
    pose: Pose,
    settings: Settings,
) -> RelationJson<'a> {
    let Related { relation, confidence, components, .. } = answer.value;
    let [of_a, of_b] = boundaries.each_ref().map(SolidJson::new);
    RelationJson {
        relation: relation.name(),
        confidence,
        gap,
        components: components.into(),
        a: CheckedSolid { mesh: a, solid: of_a },
        b: CheckedSolid { mesh: b, solid: of_b },
        pose: pose.to_numbers(),
        ns: answer.time.as_nanos() as u64,
        settings,
    }
}

#[derive(Serialize)]
struct RelationJson<'a> {
    relation: &'static str,
    confidence: f64,
    /// The distance of the surfaces if the solids are apart.
    gap: Option<f64>,
    components: Components,
    a: CheckedSolid<'a>,
    b: CheckedSolid<'a>,
    pose: [f64; 12],
    ns: u64,
    settings: Settings,
}
