//! `feeler check --distance` and `--within`: how near are two meshes?

use super::{AskedJson, CheckedMesh, Outcome, cost};
use crate::args::CheckArgs;
use crate::session::{Measured, Session, Settings};
use crate::{format, output};
use anyhow::Result;
use feeler::{Closest, Distance, Pose, Search};
use serde::Serialize;

pub(super) fn run(
    args: &CheckArgs,
    settings: Settings,
    mut session: Session,
    sides: [CheckedMesh; 2],
    pose: Pose,
) -> Result<Outcome> {
    let near = match args.near.within {
        Some(distance) => {
            let list = args.near.all.map(|n| n.unwrap_or(usize::MAX));
            within(&mut session, distance, list, pose)
        }
        None => distance(&mut session, args.near.search(), pose),
    };
    if args.json {
        output::print_json(&near.to_json(&sides, pose, settings))?;
    } else {
        sides.iter().for_each(CheckedMesh::note_degenerate);
        output::print(&near.to_text(&sides))?;
    }
    Ok(near.outcome())
}

fn distance(session: &mut Session, search: Search, pose: Pose) -> Measured<NearAnswer> {
    session.distance(&search, pose); // to warm up
    session.distance(&search, pose).map(|distance| NearAnswer::Distance(distance, search))
}

fn within(
    session: &mut Session,
    distance: f64,
    list: Option<usize>,
    pose: Pose,
) -> Measured<NearAnswer> {
    match list {
        None => {
            session.any_within(distance, pose); // to warm up
            session.any_within(distance, pose).map(|any| NearAnswer::AnyWithin(distance, any))
        }
        Some(n) => session.all_within(distance, pose).map(|mut pairs| {
            let count = pairs.len();
            pairs.truncate(n);
            NearAnswer::AllWithin { distance, count, pairs }
        }),
    }
}

/// The answer to a question about distances.
enum NearAnswer {
    Distance(Distance, Search),
    AnyWithin(f64, Option<Closest>),
    AllWithin { distance: f64, count: usize, pairs: Vec<Closest> },
}

impl Measured<NearAnswer> {
    fn outcome(&self) -> Outcome {
        match &self.value {
            NearAnswer::Distance(distance, search) => Outcome::of_distance(distance, search),
            NearAnswer::AnyWithin(_, Some(_)) => Outcome::Touching,
            NearAnswer::AllWithin { count: 1.., .. } => Outcome::Touching,
            _ => Outcome::Apart,
        }
    }

    fn to_text(&self, sides: &[CheckedMesh; 2]) -> String {
        let [a, b] = sides;
        let meshes = format!("({}, {})", a.described(), b.described());
        let cost = cost(&self.effort, self.time);
        let triangles = |closest: &Closest| {
            let [i, j] = closest.triangles;
            format!("({} #{i}, {} #{j})", a.name, b.name)
        };
        match &self.value {
            NearAnswer::Distance(distance, _) => {
                let verdict = match self.outcome() {
                    Outcome::Touching => "touching",
                    Outcome::Unknown => "unknown",
                    _ => "apart",
                };
                let [lower, upper] = [distance.lower, distance.upper()].map(format::coordinate);
                match &distance.closest {
                    None if distance.lower == f64::INFINITY => {
                        format!("{verdict}   {meshes}   {cost}\n")
                    }
                    None => format!("{verdict}   further than {lower}   {meshes}   {cost}\n"),
                    Some(closest) => {
                        let length = match distance.is_exact() {
                            true => upper,
                            false => format!("from {lower} to {upper}"),
                        };
                        let triangles = triangles(closest);
                        let points = points(closest);
                        format!("{verdict}   distance {length}   {triangles}   {cost}\n{points}\n")
                    }
                }
            }
            NearAnswer::AnyWithin(distance, Some(closest)) => {
                let [limit, found] = [*distance, closest.distance].map(format::coordinate);
                let (triangles, points) = (triangles(closest), points(closest));
                format!("within {limit}   a pair at {found}   {triangles}   {cost}\n{points}\n")
            }
            NearAnswer::AllWithin { distance, count: count @ 1.., pairs } => {
                let limit = format::coordinate(*distance);
                let count = format::counted(*count as u64, "pair");
                let mut text = format!("within {limit}   {count}   {meshes}   {cost}\n");
                for closest in pairs {
                    let [i, j] = closest.triangles;
                    let found = format::coordinate(closest.distance);
                    let points = [closest.on_a, closest.on_b].map(format::point).join(" ");
                    text += &format!("{} #{i}   {} #{j}   at {found}   {points}\n", a.name, b.name);
                }
                text
            }
            NearAnswer::AnyWithin(distance, None) | NearAnswer::AllWithin { distance, .. } => {
                format!("beyond {}   {meshes}   {cost}\n", format::coordinate(*distance))
            }
        }
    }

    fn to_json<'a>(
        &'a self,
        sides: &'a [CheckedMesh; 2],
        pose: Pose,
        settings: Settings,
    ) -> NearJson<'a> {
        let near = |closest: &Closest| Near::new(closest, &pose);
        let answer = match &self.value {
            NearAnswer::Distance(distance, _) => AnswerJson::Distance {
                touching: match self.outcome() {
                    Outcome::Touching => Some(true),
                    Outcome::Unknown => None,
                    _ => Some(false),
                },
                exact: distance.is_exact(),
                lower: (!distance.is_exact()).then_some(distance.lower),
                upper: (!distance.is_exact()).then_some(distance.upper()),
                nearest: distance.closest.as_ref().map(near).unwrap_or_default(),
            },
            NearAnswer::AnyWithin(distance, closest) => AnswerJson::AnyWithin {
                within: closest.is_some(),
                limit: *distance,
                some_pair: closest.as_ref().map(near),
            },
            NearAnswer::AllWithin { distance, count, pairs } => AnswerJson::AllWithin {
                within: *count > 0,
                limit: *distance,
                pair_count: *count,
                pairs: pairs.iter().map(near).collect(),
            },
        };
        let asked = AskedJson::new(sides, pose, &self.effort, self.time, settings);
        NearJson { answer, asked }
    }
}

fn points(closest: &Closest) -> String {
    let [on_a, on_b] = [closest.on_a, closest.on_b].map(format::point);
    format!("nearest {on_a} on A and {on_b} on B, in A's frame")
}

#[derive(Serialize)]
struct NearJson<'a> {
    #[serde(flatten)]
    answer: AnswerJson,
    #[serde(flatten)]
    asked: AskedJson<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum AnswerJson {
    Distance {
        touching: Option<bool>,
        exact: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        lower: Option<f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        upper: Option<f64>,
        #[serde(flatten)]
        nearest: Near,
    },
    AnyWithin {
        within: bool,
        limit: f64,
        some_pair: Option<Near>,
    },
    AllWithin {
        within: bool,
        limit: f64,
        pair_count: usize,
        pairs: Vec<Near>,
    },
}

/// A pair of triangles and its points, on A and on B, in both frames; all fields are null if there
/// is no pair.
#[derive(Default, Serialize)]
pub(super) struct Near {
    distance: Option<f64>,
    triangles: Option<[u32; 2]>,
    points_in_a: Option<[[f64; 3]; 2]>,
    points_in_b: Option<[[f64; 3]; 2]>,
}

impl Near {
    pub(super) fn new(closest: &Closest, pose: &Pose) -> Self {
        let in_b = closest.seen(&pose.inverse());
        Self {
            distance: Some(closest.distance),
            triangles: Some(closest.triangles),
            points_in_a: Some([closest.on_a, closest.on_b]),
            points_in_b: Some([in_b.on_a, in_b.on_b]),
        }
    }
}
