//! `feeler check --deadline` and `--steps`: do two meshes touch, as far as a limited search can
//! find out?

use super::{AskedJson, CheckedMesh, Outcome, cost};
use crate::guide::{self, Guide};
use crate::session::{Measured, Session, Settings};
use crate::{format, output};
use anyhow::Result;
use feeler::{Contact, Pose, Suspect, Verdict};
use serde::Serialize;

/// Asks and writes the answer; `json` has the settings if the output is JSON.
pub(super) fn run(
    guide: Guide,
    mut session: Session,
    sides: &[CheckedMesh; 2],
    pose: Pose,
    json: Option<Settings>,
) -> Result<Outcome> {
    session.guided(guide, pose); // to warm up
    let answer = session.guided(guide, pose);
    let suspect = session.suspect(pose);
    match json {
        Some(settings) => {
            let json = to_json(&answer, suspect, guide, sides, pose, settings);
            output::print_json(&json)?;
        }
        None => {
            sides.iter().for_each(CheckedMesh::note_degenerate);
            output::print(&to_text(&answer, suspect, sides))?;
        }
    }
    Ok(answer.value.into())
}

fn to_text(
    answer: &Measured<Verdict>,
    suspect: Option<Suspect>,
    [a, b]: &[CheckedMesh; 2],
) -> String {
    let meshes = format!("({}, {})", a.described(), b.described());
    let verdict = match answer.value {
        Verdict::Hit(Contact { a: i, b: j }) => {
            let [of_a, of_b] = [a, b].map(|side| format::count(side.triangles as u64));
            format!("touching (proved)   ({} #{i} of {of_a}, {} #{j} of {of_b})", a.name, b.name)
        }
        Verdict::Free => format!("apart (proved)   {meshes}"),
        Verdict::Likely { p } => {
            let place = suspect.map_or(String::new(), |suspect| {
                format!(", if so probably near {}", format::point(suspect.point))
            });
            format!("touching with probability {}{place}   {meshes}", format::probability(p))
        }
    };
    format!("{verdict}   {}\n", cost(&answer.effort, answer.time))
}

fn to_json<'a>(
    answer: &Measured<Verdict>,
    suspect: Option<Suspect>,
    Guide { budget, eps }: Guide,
    sides: &'a [CheckedMesh; 2],
    pose: Pose,
    settings: Settings,
) -> GuidedJson<'a> {
    let verdict = answer.value;
    GuidedJson {
        touching: verdict.is_proof().then(|| verdict.touches()),
        kind: guide::kind(verdict),
        p: verdict.p(),
        answer: verdict.touches().into(),
        contact: match verdict {
            Verdict::Hit(contact) => Some([contact.a, contact.b]),
            _ => None,
        },
        suspect: suspect.map(|Suspect { triangles, point, .. }| SuspectJson { triangles, point }),
        eps,
        deadline_ns: budget.time.map(|time| time.as_nanos() as u64),
        steps: (budget.steps < u64::MAX).then_some(budget.steps),
        asked: AskedJson::new(sides, pose, &answer.effort, answer.time, settings),
    }
}

#[derive(Serialize)]
struct GuidedJson<'a> {
    /// Null without a proof.
    touching: Option<bool>,
    kind: &'static str,
    p: f64,
    /// The likelier answer: 0 apart, 1 touching.
    answer: u8,
    contact: Option<[u32; 2]>,
    suspect: Option<SuspectJson>,
    eps: f64,
    deadline_ns: Option<u64>,
    steps: Option<u64>,
    #[serde(flatten)]
    asked: AskedJson<'a>,
}

/// Where the meshes probably touch, if they do; null with a proof.
#[derive(Serialize)]
struct SuspectJson {
    /// The numbers of triangles of A and of B in the two volumes that are suspected.
    triangles: [usize; 2],
    /// About the middle of what these have in common.
    point: [f64; 3],
}
