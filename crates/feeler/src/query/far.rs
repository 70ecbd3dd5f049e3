//! The search for near triangles of meshes that are far apart for their size.
//!
//! From far away only the foremost triangles can be nearest: triangles that reach far along the direction
//! from their own mesh to the other.
//!
//! - [`view`] computes how far triangles and boxes reach along a direction;
//! - [`walk`] yields the triangles of a tree one after the other, the foremost first, and opens no more
//!   of the tree than necessary.
//!
//! Let a triangle of A reach `α` along the direction, let a triangle of B reach `β` against it, and let
//! their shadows across the direction be `l` apart. With the centres `D` apart along the direction, the
//! triangles are `√((D - α - β)² + l²)` apart, or more.

mod view;
mod walk;

pub(crate) use walk::{PosedTree, Walk};

use super::measure::{Measure, Measures, Meet};
use crate::budget::Clock;
use crate::triangle::distance;
use crate::unit::Unit;
use view::{Choice, Silhouette, View};
use walk::Rank;

/// Two meshes with their trees and poses, and the limits of the search.
pub(crate) struct Far<'a> {
    pub(crate) trees: [PosedTree<'a>; 2],
    pub(crate) units: [&'a Unit; 2],
    pub(crate) clock: Clock,
    pub(crate) help: Help,
}

/// What else can find the answer, beside the search along a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Help {
    /// The traversal of the trees. The search along a direction is a quick try, and gives up if many
    /// triangles may be nearest.
    Trees,
    /// Nothing else: the meshes are so far apart that f32 does not tell their parts apart. The distances
    /// of most pairs of triangles may be rounded to the same number.
    Nothing,
}

/// The largest number of triangles of a side that are looked at if trees can help.
const MOST_FOREMOST: usize = 64;

/// The number of parts of a tree that one walk opens before it is cut short, if trees can help. The foremost triangle of a
/// box, a sheet or a knot takes 5 to 40 parts, but that of a scan, whose boxes reach equally far, 230. In the same
/// time the trees find the nearest pair, if they begin with a triangle that is nearly the foremost.
const MOST_OPENED: usize = 64;

/// The number of triangles that are sorted at a time if the time is limited.
const MOST_SORTED: usize = 256;

/// The largest number of directions that are tried.
const MOST_DIRECTIONS: usize = 8;

/// The number of triangles of A that are measured because they are opposite to a point of B.
const MOST_OPPOSITE: usize = 4;

/// The working memory of a query of far meshes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Foremost {
    walks: [Walk; 2],
    /// The chosen triangles of each side, as seen along the direction.
    lists: [Vec<(u32, Silhouette)>; 2],
}

/// The triangles of a side, the foremost first; or, if a triangle of the other side is given, the
/// nearest to that triangle first.
struct ForemostFirst<'v> {
    view: &'v View,
    side: usize,
    /// The triangle of the other side.
    other: Option<Silhouette>,
    /// The least rank that matters.
    least: f64,
}

impl Rank for ForemostFirst<'_> {
    fn rank(&self, seen: &Silhouette, _first: u32) -> Option<f64> {
        let rank = match (&self.other, self.side) {
            (None, _) => seen.reach,
            (Some(other), 0) => self.view.gain(seen, other),
            (Some(other), _) => self.view.gain(other, seen),
        };
        // The rounding of a box differs from that of the triangles in it.
        (rank >= self.least - self.view.blur).then_some(rank)
    }
}

/// The triangles of a side that matter, the lowest number first.
struct LowestFirst<'v> {
    view: &'v View,
    choice: Choice,
    /// `Ok` with a triangle of the other side, or `Err` with the largest reach of the other side.
    other: Result<Silhouette, f64>,
}

impl Rank for LowestFirst<'_> {
    fn rank(&self, seen: &Silhouette, first: u32) -> Option<f64> {
        let (reach, aside) = match &self.other {
            Ok(other) => (other.reach, self.view.aside(other, seen)),
            Err(most) => (*most, 0.0),
        };
        let matters = seen.reach + reach >= self.choice.reach - self.view.blur
            && aside <= self.choice.aside + self.view.blur;
        matters.then_some(-(first as f64))
    }
}

/// How a search along a direction ended.
pub(crate) enum FarEnd {
    /// All pairs that matter were measured.
    Done,
    /// The time is up. The value is a lower bound of the distance of all pairs.
    Late(f64),
    /// Too many triangles may be nearest, or it would take long to find them: the trees must be traversed.
    Many,
}

/// Measures all pairs of triangles that are within the limit, or that may be the nearest.
pub(crate) fn approach_far(
    far: &Far<'_>,
    measure: &mut Measure<'_>,
    foremost: &mut Foremost,
) -> FarEnd {
    let Far { trees, units, clock, help } = far;
    let floor = trees[0].bounds().distance(&trees[1].bounds());
    let Foremost { walks, lists } = foremost;
    let only_nearest = measure.near.measures() == Measures::AtLast;
    for walk in walks.iter_mut() {
        walk.allow(if *help == Help::Trees { MOST_OPENED } else { usize::MAX });
    }
    let pose = measure.pose;
    let mut view = View::new(*units, &pose, [units[0].center, pose.apply(units[1].center)]);
    let mut known = None;
    let mut directions = 0;
    // The nearest triangles so far may give a better direction. The loop ends when they are also the
    // nearest along that direction.
    let triangles = loop {
        let triangles = nearest_of(&view, trees, walks, clock);
        if known == Some(triangles) {
            break triangles;
        }
        if clock.is_over() {
            return FarEnd::Late(floor);
        }
        measure.effort.triangle_tests += 1;
        let before = measure.limit();
        if measure.meet(triangles).is_break() {
            return FarEnd::Done;
        }
        if measure.limit() < before && measure.rules_out(floor) {
            return FarEnd::Done;
        }
        if !only_nearest {
            break triangles;
        }
        let corners = [trees[0].triangle(triangles[0]), trees[1].triangle(triangles[1])];
        let nearest = distance(&corners[0], &corners[1]);
        // On flat faces a triangle just opposite is as near as the boxes, which ends the search.
        let by = ForemostFirst {
            view: &view,
            side: 0,
            other: Some(view.triangle(1, &[nearest.on_b; 3])),
            least: f64::NEG_INFINITY,
        };
        walks[0].start(&trees[0]);
        for _ in 0..MOST_OPPOSITE {
            let Some((a, _)) = walks[0].next(&trees[0], &view, &by, clock) else { break };
            measure.effort.triangle_tests += 1;
            let before = measure.limit();
            if measure.meet([a, triangles[1]]).is_break() {
                return FarEnd::Done;
            }
            if measure.limit() < before && measure.rules_out(floor) {
                return FarEnd::Done;
            }
        }
        directions += 1;
        let better = View::new(*units, &pose, [nearest.on_a, nearest.on_b]);
        if directions == MOST_DIRECTIONS || better.between[0] <= 0.0 {
            break triangles;
        }
        (view, known) = (better, Some(triangles));
    };
    if are_cut_short(walks) {
        return FarEnd::Many;
    }
    let reach = [0, 1].map(|side| {
        let by = ForemostFirst { view: &view, side, other: None, least: f64::NEG_INFINITY };
        walks[side].start(&trees[side]);
        walks[side].next(&trees[side], &view, &by, clock).map_or(0.0, |(_, seen)| seen.reach)
    });
    let sum = reach[0] + reach[1];
    let corners = [trees[0].triangle(triangles[0]), trees[1].triangle(triangles[1])];
    let mut choice = view.within(measure.limit(), sum);
    if only_nearest {
        let mut nearer = view.as_near_as([&corners[0], &corners[1]], sum);
        if let Help::Trees = help {
            // Pairs whose distance is rounded to the same number are measured too, so that no tie is
            // left out.
            nearer.reach -= 8.0 * f64::EPSILON * view.between[0];
            nearer.aside = f64::INFINITY;
        }
        choice = choice.and(nearer);
    }
    for side in 0..2 {
        let least = choice.reach - reach[1 - side];
        let by = ForemostFirst { view: &view, side, other: None, least };
        walks[side].start(&trees[side]);
        lists[side].clear();
        while let Some(next) = walks[side].next(&trees[side], &view, &by, clock) {
            if *help == Help::Trees && lists[side].len() == MOST_FOREMOST {
                return FarEnd::Many;
            }
            lists[side].push(next);
        }
    }
    if are_cut_short(walks) {
        return FarEnd::Many;
    }
    if clock.is_over() {
        return FarEnd::Late(floor);
    }
    if !measure_chosen(&view, &choice, measure, lists, (triangles, floor), clock) {
        return FarEnd::Late(floor);
    }
    if let Help::Nothing = help {
        // Other pairs may have the same distance after rounding: this call notes a tie.
        let limit = measure.limit();
        measure.rules_out(limit);
    }
    FarEnd::Done
}

/// Whether a walk was cut short: then the trees must be traversed.
fn are_cut_short(walks: &[Walk; 2]) -> bool {
    walks.iter().any(Walk::is_cut_short)
}

/// A pair of near triangles, as seen along the direction: the triangle of B nearest to the foremost
/// triangle of A, and the triangle of A nearest to that triangle of B.
fn nearest_of(
    view: &View,
    trees: &[PosedTree<'_>; 2],
    walks: &mut [Walk; 2],
    clock: &Clock,
) -> [u32; 2] {
    let mut nearest = [0, 0];
    let mut other = None;
    for side in [0, 1, 0] {
        let by = ForemostFirst { view, side, other, least: f64::NEG_INFINITY };
        walks[side].start(&trees[side]);
        if let Some((triangle, seen)) = walks[side].next(&trees[side], view, &by, clock) {
            (nearest[side], other) = (triangle, Some(seen));
        }
    }
    nearest
}

/// Measures the chosen pairs except a known pair, until a pair is as near as the boxes around both
/// meshes, whose distance is `floor`. It returns false if the time is up.
fn measure_chosen(
    view: &View,
    choice: &Choice,
    measure: &mut Measure<'_>,
    [of_a, of_b]: &mut [Vec<(u32, Silhouette)>; 2],
    (known, floor): ([u32; 2], f64),
    clock: &Clock,
) -> bool {
    // To sort many takes longer than a step may.
    let part = if clock.is_limited() { MOST_SORTED } else { of_b.len().max(1) };
    for of_b in of_b.chunks_mut(part) {
        // Sorted, the triangles of B whose shadows are near along the first axis are neighbours.
        let widest = of_b.iter().map(|(_, b)| b.high[0] - b.low[0]).fold(0.0, f64::max);
        of_b.sort_unstable_by(|(_, p), (_, q)| p.low[0].total_cmp(&q.low[0]));
        for (a, seen_a) in of_a.iter() {
            if clock.is_over() {
                return false;
            }
            let offset = view.between[1];
            let from = seen_a.low[0] - offset - choice.aside - widest;
            let to = seen_a.high[0] - offset + choice.aside;
            let start = of_b.partition_point(|(_, b)| b.low[0] < from);
            for (b, seen_b) in of_b[start..].iter().take_while(|(_, b)| b.low[0] <= to) {
                let matters = seen_a.reach + seen_b.reach >= choice.reach
                    && view.aside(seen_a, seen_b) <= choice.aside;
                if !matters || [*a, *b] == known {
                    continue;
                }
                if clock.is_over() {
                    return false;
                }
                measure.effort.triangle_tests += 1;
                let before = measure.limit();
                if measure.meet([*a, *b]).is_break() {
                    return true;
                }
                if measure.limit() < before && measure.rules_out(floor) {
                    return true;
                }
            }
        }
    }
    true
}

/// Measures the pairs that may be as near as the limit of the measure, in the order of their numbers,
/// until the measure wants no more.
pub(crate) fn first_far(
    far: &Far<'_>,
    measure: &mut Measure<'_>,
    known: [[f64; 3]; 2],
    foremost: &mut Foremost,
) {
    let Far { trees, units, clock, .. } = far;
    let view = View::new(*units, &measure.pose, known);
    let walks = &mut foremost.walks;
    for walk in walks.iter_mut() {
        walk.allow(usize::MAX);
    }
    let reach = [0, 1].map(|side| {
        let by = ForemostFirst { view: &view, side, other: None, least: f64::NEG_INFINITY };
        walks[side].start(&trees[side]);
        walks[side].next(&trees[side], &view, &by, clock).map_or(0.0, |(_, seen)| seen.reach)
    });
    let choice = view.within(measure.limit(), reach[0] + reach[1]);
    let of_a = LowestFirst { view: &view, choice, other: Err(reach[1]) };
    walks[0].start(&trees[0]);
    while let Some((a, seen)) = walks[0].next(&trees[0], &view, &of_a, clock) {
        if !measure.wants([a, 0]) {
            return;
        }
        let of_b = LowestFirst { view: &view, choice, other: Ok(seen) };
        walks[1].start(&trees[1]);
        while let Some((b, _)) = walks[1].next(&trees[1], &view, &of_b, clock) {
            if !measure.wants([a, b]) {
                break;
            }
            measure.effort.triangle_tests += 1;
            _ = measure.meet([a, b]);
        }
    }
}
