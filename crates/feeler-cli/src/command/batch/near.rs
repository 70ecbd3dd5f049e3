//! The lines of a batch about distances.

use super::{Answered, Outcome};
use crate::args::{BatchArgs, Format};
use crate::session::{Measured, Session};
use anyhow::Result;
use feeler::{Budget, Closest, Effort, Pose, Search};
use serde::Serialize;
use std::time::Duration;

const HEADER: &str =
    "pose,answer,triangle_a,triangle_b,ax,ay,az,bx,by,bz,volume_tests,triangle_tests,ns";
const INTERVAL_HEADER: &str =
    "pose,lower,upper,exact,triangle_a,triangle_b,ax,ay,az,bx,by,bz,volume_tests,triangle_tests,ns";

/// The question about distances that a batch asks at each pose.
pub(super) struct Questions<'a> {
    ask: NearAsk,
    args: &'a BatchArgs,
}

enum NearAsk {
    /// The distance. The nearest triangles at the previous pose are the guess for the next search.
    Distance(Search),
    Within(f64),
}

impl<'a> Questions<'a> {
    pub(super) fn distance(args: &'a BatchArgs) -> Self {
        let budget = args.guided.budget().unwrap_or(Budget::UNLIMITED);
        let ties = args.ties.unwrap_or_default();
        Self { ask: NearAsk::Distance(Search { budget, ties, ..Search::default() }), args }
    }

    pub(super) fn within(distance: f64, args: &'a BatchArgs) -> Self {
        Self { ask: NearAsk::Within(distance), args }
    }

    pub(super) fn header(&self) -> &'static str {
        if self.args.guided.budget().is_some() { INTERVAL_HEADER } else { HEADER }
    }

    pub(super) fn ask(
        &mut self,
        session: &mut Session,
        pose_number: usize,
        pose: Pose,
    ) -> Result<Answered> {
        let BatchArgs { repeat, format, .. } = *self.args;
        let limited = self.args.guided.budget().is_some();
        let (row, outcome) = match &mut self.ask {
            NearAsk::Distance(search) => {
                let Measured { value, effort, time } =
                    Measured::shortest_of(repeat, || session.distance(search, pose));
                search.guess = value.closest.map(|closest| closest.triangles);
                let (lower, upper, exact) = (value.lower, value.upper(), value.is_exact());
                let found = match limited {
                    true => Found::Interval { lower, upper, exact },
                    false => Found::Distance { answer: upper },
                };
                let row = NearLine::new(pose_number, found, value.closest, effort, time);
                (row, Outcome::of_distance(&value, search))
            }
            NearAsk::Within(distance) => {
                let Measured { value, effort, time } =
                    Measured::shortest_of(repeat, || session.any_within(*distance, pose));
                let found = Found::Within { answer: u8::from(value.is_some()) };
                let outcome = if value.is_some() { Outcome::Touching } else { Outcome::Apart };
                (NearLine::new(pose_number, found, value, effort, time), outcome)
            }
        };
        Ok(Answered { line: row.to_line(format)?, outcome })
    }
}

/// One line of the output about a distance.
#[derive(Serialize)]
struct NearLine {
    pose: usize,
    #[serde(flatten)]
    found: Found,
    triangles: Option<[u32; 2]>,
    points_in_a: Option<[[f64; 3]; 2]>,
    volume_tests: u64,
    triangle_tests: u64,
    ns: u64,
}

/// The answer in the line. A distance is infinite if a mesh is empty; JSON has null for it.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
enum Found {
    Distance { answer: f64 },
    Interval { lower: f64, upper: f64, exact: bool },
    Within { answer: u8 },
}

impl NearLine {
    fn new(
        pose: usize,
        found: Found,
        closest: Option<Closest>,
        effort: Effort,
        time: Duration,
    ) -> Self {
        Self {
            pose,
            found,
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
        // `{:?}` writes a number in the shortest form that is read back as the same number.
        let found = match self.found {
            Found::Distance { answer } => format!("{answer:?}"),
            Found::Interval { lower, upper, exact } => {
                format!("{lower:?},{upper:?},{}", u8::from(exact))
            }
            Found::Within { answer } => answer.to_string(),
        };
        let place = match (self.triangles, self.points_in_a) {
            (Some([a, b]), Some(points)) => {
                let points: Vec<String> =
                    points.iter().flatten().map(|x| format!("{x:?}")).collect();
                format!("{a},{b},{}", points.join(","))
            }
            _ => ",".repeat(7),
        };
        Ok(format!("{pose},{found},{place},{volume_tests},{triangle_tests},{ns}"))
    }
}
