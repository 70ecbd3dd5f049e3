//! Lines of a batch about distances.

use super::Answered;
use crate::args::{BatchArgs, Format};
use crate::session::{Measured, Session};
use anyhow::Result;
use feeler::{Closest, Effort, Pose, Search};
use serde::Serialize;
use std::time::Duration;

pub(super) const HEADER: &str =
    "pose,answer,triangle_a,triangle_b,ax,ay,az,bx,by,bz,volume_tests,triangle_tests,ns";

/// The same question about distances again and again.
pub(super) struct Questions<'a> {
    ask: Ask,
    args: &'a BatchArgs,
}

enum Ask {
    /// With what was nearest at the pose before as a guess.
    Distance(Search),
    Within(f64),
}

impl<'a> Questions<'a> {
    pub(super) fn distance(args: &'a BatchArgs) -> Self {
        Self { ask: Ask::Distance(Search::default()), args }
    }

    pub(super) fn within(distance: f64, args: &'a BatchArgs) -> Self {
        Self { ask: Ask::Within(distance), args }
    }

    pub(super) fn ask(
        &mut self,
        session: &mut Session,
        pose_number: usize,
        pose: Pose,
    ) -> Result<Answered> {
        let BatchArgs { repeat, format, .. } = *self.args;
        let row = match &mut self.ask {
            Ask::Distance(search) => {
                let Measured { value, effort, time } =
                    Measured::shortest_of(repeat, || session.distance(search, pose));
                search.guess = value.closest.map(|closest| closest.triangles);
                let answer = Number::Distance(value.upper());
                Row::new(pose_number, answer, value.closest, effort, time)
            }
            Ask::Within(distance) => {
                let Measured { value, effort, time } =
                    Measured::shortest_of(repeat, || session.any_within(*distance, pose));
                let answer = Number::Within(u8::from(value.is_some()));
                Row::new(pose_number, answer, value, effort, time)
            }
        };
        let touching = match row.answer {
            Number::Distance(distance) => distance == 0.0,
            Number::Within(answer) => answer == 1,
        };
        Ok(Answered::proved(row.to_line(format)?, touching))
    }
}

/// One line of the output.
#[derive(Serialize)]
struct Row {
    pose: usize,
    answer: Number,
    triangles: Option<[u32; 2]>,
    points_in_a: Option<[[f64; 3]; 2]>,
    volume_tests: u64,
    triangle_tests: u64,
    ns: u64,
}

#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
enum Number {
    /// Infinite where a mesh is empty; JSON has null for that.
    Distance(f64),
    Within(u8),
}

impl Row {
    fn new(
        pose: usize,
        answer: Number,
        closest: Option<Closest>,
        effort: Effort,
        time: Duration,
    ) -> Self {
        Self {
            pose,
            answer,
            triangles: closest.map(|closest| closest.triangles),
            points_in_a: closest.map(|closest| [closest.on_a, closest.on_b]),
            volume_tests: effort.volume_tests,
            triangle_tests: effort.triangle_tests,
            ns: time.as_nanos() as u64,
        }
    }

    fn to_line(&self, format: Format) -> Result<String> {
        let Self { pose, volume_tests, triangle_tests, ns, .. } = self;
        if let Format::Jsonl = format {
            return Ok(serde_json::to_string(self)?);
        }
        // `{:?}` of a number is the shortest that is read back as the same one.
        let answer = match self.answer {
            Number::Distance(distance) => format!("{distance:?}"),
            Number::Within(answer) => answer.to_string(),
        };
        let place = match (self.triangles, self.points_in_a) {
            (Some([a, b]), Some(points)) => {
                let points: Vec<String> =
                    points.iter().flatten().map(|x| format!("{x:?}")).collect();
                format!("{a},{b},{}", points.join(","))
            }
            _ => ",".repeat(7),
        };
        Ok(format!("{pose},{answer},{place},{volume_tests},{triangle_tests},{ns}"))
    }
}
