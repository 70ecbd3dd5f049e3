//! `feeler check --toward`: how far can B move before it touches A?

use super::near::Near;
use super::{AskedJson, CheckedMesh, Outcome, cost};
use crate::args::TowardArgs;
use crate::session::{Measured, Session, Settings};
use crate::{format, output};
use anyhow::Result;
use feeler::{FirstContact, Pose};
use serde::Serialize;

/// The motion that is asked about: the pose of B, its direction, and its end.
pub(super) struct Journey {
    pub(super) pose: Pose,
    pub(super) toward: [f64; 3],
    pub(super) until: f64,
}

impl Journey {
    /// The journey, or `None` if B does not move.
    pub(super) fn new(args: &TowardArgs, pose: Pose) -> Option<Self> {
        args.toward.map(|toward| Self { pose, toward, until: args.until() })
    }

    /// Asks and writes the answer; `json` has the settings if the output is JSON.
    pub(super) fn run(
        &self,
        mut session: Session,
        sides: &[CheckedMesh; 2],
        json: Option<Settings>,
    ) -> Result<Outcome> {
        let Self { pose, toward, until } = *self;
        session.first_contact(toward, until, pose); // to warm up
        let first = session.first_contact(toward, until, pose);
        match json {
            Some(settings) => output::print_json(&self.to_json(&first, sides, settings))?,
            None => {
                sides.iter().for_each(CheckedMesh::note_degenerate);
                output::print(&self.to_text(&first, sides))?;
            }
        }
        Ok(if first.value.is_some() { Outcome::Touching } else { Outcome::Apart })
    }

    fn to_text(&self, first: &Measured<Option<FirstContact>>, [a, b]: &[CheckedMesh; 2]) -> String {
        let cost = cost(&first.effort, first.time);
        let Some(FirstContact { time, pose, closest, normal, .. }) = &first.value else {
            let meshes = format!("({}, {})", a.described(), b.described());
            return format!("apart   all the way   {meshes}   {cost}\n");
        };
        let [i, j] = closest.triangles;
        let triangles = format!("({} #{i}, {} #{j})", a.name, b.name);
        let when = match *time {
            0.0 => "from the start".to_owned(),
            time => {
                format!("after {} times {}", format::coordinate(time), format::point(self.toward))
            }
        };
        let [on_a, on_b] = [closest.on_a, closest.on_b].map(format::point);
        let origin = format::point(pose.origin());
        let normal = match normal {
            Some(normal) => format!("normal {}", format::point(*normal)),
            None => "no normal, since they cross".to_owned(),
        };
        format!(
            "touching   {when}   {triangles}   {cost}\n\
             B stands at {origin} then; {on_a} on A touches {on_b} on B, {normal}, in A's frame\n"
        )
    }

    fn to_json<'a>(
        &self,
        first: &Measured<Option<FirstContact>>,
        sides: &'a [CheckedMesh; 2],
        settings: Settings,
    ) -> TowardJson<'a> {
        let contact = first.value.as_ref();
        TowardJson {
            touching: contact.is_some(),
            time: contact.map(|first| first.time),
            contact_pose: contact.map(|first| first.pose.to_numbers()),
            normal: contact.and_then(|first| first.normal),
            nearest: contact.map(|it| Near::new(&it.closest, &it.pose)).unwrap_or_default(),
            toward: self.toward,
            until: self.until.is_finite().then_some(self.until),
            asked: AskedJson::new(sides, self.pose, &first.effort, first.time, settings),
        }
    }
}

#[derive(Serialize)]
struct TowardJson<'a> {
    touching: bool,
    /// The time in multiples of `toward`. It is null, like the other fields, if the meshes never
    /// touch.
    time: Option<f64>,
    contact_pose: Option<[f64; 12]>,
    /// From A to B, in A's frame; null too if the meshes cross at the start.
    normal: Option<[f64; 3]>,
    #[serde(flatten)]
    nearest: Near,
    toward: [f64; 3],
    until: Option<f64>,
    #[serde(flatten)]
    asked: AskedJson<'a>,
}
