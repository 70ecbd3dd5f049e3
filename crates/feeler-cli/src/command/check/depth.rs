//! `feeler check --depth`: how far must B move to be free of A?

use super::near::Near;
use super::{CheckedMesh, CheckedSolid, Outcome};
use crate::args::DepthArgs;
use crate::relation::{self, SolidJson};
use crate::session::{Measured, Session, Settings};
use crate::{format, output, voice};
use anyhow::Result;
use feeler::Pose;
use feeler_field::{Body, Depth, Proof, Ways};
use serde::Serialize;

/// Asks and writes the answer; `json` has the settings if the output is JSON.
pub(super) fn run(
    args: &DepthArgs,
    session: Session,
    sides: &[CheckedMesh; 2],
    pose: Pose,
    json: Option<Settings>,
) -> Result<Outcome> {
    let models = session.models();
    let bodies = relation::bodies(&models);
    let answer = Session::depth(&bodies, pose, args);
    for (side, body) in sides.iter().zip(&bodies) {
        if let Some(holes) = relation::holes(body.boundary().holes()) {
            voice::note(&format!(
                "{}: it has {holes}; nothing is inside of it here, and no lower bound is proven",
                side.source
            ));
        }
    }
    match json {
        Some(settings) => {
            output::print_json(&to_json(&answer, args, sides, &bodies, pose, settings))?;
        }
        None => {
            sides.iter().for_each(CheckedMesh::note_degenerate);
            output::print(&to_text(&answer, sides))?;
        }
    }
    Ok(answer.value.into())
}

fn to_text(answer: &Measured<Depth>, [a, b]: &[CheckedMesh; 2]) -> String {
    let Depth { translation, upper, lower, proof, contact, .. } = answer.value;
    let meshes = format!("({}, {})", a.described(), b.described());
    let time = format::time(answer.time);
    let [most, least] = [upper, lower].map(format::coordinate);
    let depth = match proof {
        Proof::Free => return format!("free   {meshes}   {time}\n"),
        Proof::Convex => format!("depth {most}   exact"),
        Proof::Cover => format!("depth from {least} to {most}   proven"),
        _ if upper.is_finite() => format!("depth at most {most}"),
        _ => return format!("deep   no free place is found yet   {meshes}   {time}\n"),
    };
    let by = format::point(translation);
    let mut text = format!("deep   {depth}   {meshes}   {time}\nB is free if it moves by {by}");
    if let Some(closest) = contact {
        let [i, j] = closest.triangles;
        let at = format::point(closest.on_a);
        text += &format!("; {} #{i} and {} #{j} stop it at {at}", a.name, b.name);
    }
    text.push('\n');
    text
}

fn to_json<'a>(
    answer: &Measured<Depth>,
    args: &DepthArgs,
    [a, b]: &'a [CheckedMesh; 2],
    bodies: &[Body<'_>; 2],
    pose: Pose,
    settings: Settings,
) -> DepthJson<'a> {
    let Depth { translation, pose: free, upper, lower, proof, contact, .. } = answer.value;
    let [of_a, of_b] = bodies.each_ref().map(|body| SolidJson::new(body.boundary()));
    let is_found = upper.is_finite();
    DepthJson {
        deep: proof != Proof::Free,
        lower,
        upper: is_found.then_some(upper),
        proof: proof.name(),
        ways: if args.ways() == Ways::Anywhere { "anywhere" } else { "from-outside" },
        translation: is_found.then_some(translation),
        free_pose: is_found.then(|| free.to_numbers()),
        stopped_by: contact.map(|closest| Near::new(&closest, &free)),
        a: CheckedSolid { mesh: a, solid: of_a },
        b: CheckedSolid { mesh: b, solid: of_b },
        pose: pose.to_numbers(),
        ns: answer.time.as_nanos() as u64,
        settings,
    }
}

#[derive(Serialize)]
struct DepthJson<'a> {
    deep: bool,
    lower: f64,
    /// It is null, like the translation and the pose, if no free place is found in time.
    upper: Option<f64>,
    proof: &'static str,
    ways: &'static str,
    translation: Option<[f64; 3]>,
    free_pose: Option<[f64; 12]>,
    /// The triangles that stop B on its way back from the free pose.
    stopped_by: Option<Near>,
    a: CheckedSolid<'a>,
    b: CheckedSolid<'a>,
    pose: [f64; 12],
    ns: u64,
    settings: Settings,
}
