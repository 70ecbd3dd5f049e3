//! `feeler check --toward`: how far can B move before it touches A?

use super::near::Near;
use super::{AskedJson, Outcome, Side, cost};
use crate::args::TowardArgs;
use crate::session::{Measured, Session, Settings};
use crate::{format, output};
use anyhow::Result;
use feeler::{FirstContact, Pose};
use serde::Serialize;

/// What is asked: where B stands, which way it goes, and how far.
pub(super) struct Journey {
    pub(super) pose: Pose,
    pub(super) toward: [f64; 3],
    pub(super) until: f64,
}

impl Journey {
    /// None where B stays.
    pub(super) fn new(args: &TowardArgs, pose: Pose) -> Option<Self> {
        args.toward.map(|toward| Self { pose, toward, until: args.until() })
    }

    /// Asks and answers; `json` is how it was asked, where JSON is wanted.
    pub(super) fn run(
        &self,
        mut session: Session,
        sides: &[Side; 2],
        json: Option<Settings>,
    ) -> Result<Outcome> {
        let Self { pose, toward, until } = *self;
        session.first_contact(toward, until, pose); // to warm up
        let first = session.first_contact(toward, until, pose);
        match json {
            Some(settings) => output::print_json(&self.to_json(&first, sides, settings))?,
            None => {
                sides.iter().for_each(Side::note_degenerate);
                output::print(&self.to_text(&first, sides))?;
            }
        }
        Ok(if first.value.is_some() { Outcome::Touching } else { Outcome::Apart })
    }

    fn to_text(&self, first: &Measured<Option<FirstContact>>, [a, b]: &[Side; 2]) -> String {
        let cost = cost(&first.effort, first.time);
        let Some(FirstContact { time, pose, closest }) = &first.value else {
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
        format!(
            "touching   {when}   {triangles}   {cost}\n\
             B stands at {origin} then; {on_a} on A touches {on_b} on B, in A's frame\n"
        )
    }

    fn to_json<'a>(
        &self,
        first: &Measured<Option<FirstContact>>,
        sides: &'a [Side; 2],
        settings: Settings,
    ) -> Json<'a> {
        let contact = first.value.as_ref();
        Json {
            touching: contact.is_some(),
            time: contact.map(|first| first.time),
            contact_pose: contact.map(|first| first.pose.to_numbers()),
            nearest: contact.map(|it| Near::new(&it.closest, &it.pose)).unwrap_or_default(),
            toward: self.toward,
            until: self.until.is_finite().then_some(self.until),
            asked: AskedJson::new(sides, self.pose, &first.effort, first.time, settings),
        }
    }
}

#[derive(Serialize)]
struct Json<'a> {
    touching: bool,
    /// In multiples of `toward`; null, like the rest, where they never touch.
    time: Option<f64>,
    contact_pose: Option<[f64; 12]>,
    #[serde(flatten)]
    nearest: Near,
    toward: [f64; 3],
    until: Option<f64>,
    #[serde(flatten)]
    asked: AskedJson<'a>,
}
