//! Meshes that are far apart for their size.
//!
//! From far away only what is foremost can be nearest: [`view`] sees triangles along the direction from one mesh to the other, and [`walk`]
//! gives them one after the other, the foremost first, without looking at the others.
//!
//! Let a triangle of A reach `α` along the direction, one of B `β` against it, and let their shadows across the direction be `l` apart. With the
//! centres `D` apart along the direction, the triangles are `√((D - α - β)² + l²)` apart, or more.

mod view;
mod walk;

pub(crate) use walk::{PosedTree, Walk};

use super::measure::{Measure, Measures, Meet};
use crate::budget::Clock;
use crate::triangle::distance;
use crate::unit::Unit;
use view::{Choice, Seen, View};
use walk::Rank;

/// Both meshes, and where they are.
pub(crate) struct Far<'a> {
    pub(crate) trees: [PosedTree<'a>; 2],
    pub(crate) units: [&'a Unit; 2],
    pub(crate) clock: Clock,
    pub(crate) help: Help,
}

/// What there is beside a view along a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Help {
    /// Trees: the view is a quick try, and gives up where many triangles may be nearest.
    Trees,
    /// Nothing: the meshes are so far apart that f32 does not tell their parts apart, and that distances of most triangles may be rounded to one.
    Nothing,
}

/// Of a side no more than so many triangles are looked at if trees help.
const FEW: usize = 64;

/// Directions that are tried.
const ROUNDS: usize = 8;

/// Triangles of A that are measured because they are opposite to a point of B.
const OPPOSITE: usize = 4;

/// What a query of far meshes needs while it runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Foremost {
    walks: [Walk; 2],
    lists: [Vec<(u32, Seen)>; 2],
}

/// Triangles of a side, the foremost first; where one of the other side is known, those that are nearest to it.
struct Front<'v> {
    view: &'v View,
    side: usize,
    other: Option<Seen>,
    /// The least rank that matters.
    least: f64,
}

impl Rank for Front<'_> {
    fn rank(&self, seen: &Seen, _first: u32) -> Option<f64> {
        let rank = match (&self.other, self.side) {
            (None, _) => seen.reach,
            (Some(other), 0) => self.view.gain(seen, other),
            (Some(other), _) => self.view.gain(other, seen),
        };
        // A box is seen with its own rounding.
        (rank >= self.least - self.view.blur).then_some(rank)
    }
}

/// Triangles of a side by number, as far as they matter.
struct Number<'v> {
    view: &'v View,
    choice: Choice,
    /// What the other side reaches at most, or the one triangle of A that is looked at.
    other: Result<Seen, f64>,
}

impl Rank for Number<'_> {
    fn rank(&self, seen: &Seen, first: u32) -> Option<f64> {
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
pub(crate) enum End {
    /// All that matters was measured.
    Done,
    /// The time is up: nothing is nearer than this.
    Late(f64),
    /// Too many triangles may be nearest.
    Many,
}

/// Measures all pairs of triangles that are within the limit, or may be the nearest.
pub(crate) fn approach_far(
    far: &Far<'_>,
    measure: &mut Measure<'_>,
    foremost: &mut Foremost,
) -> End {
    let Far { trees, units, clock, help } = far;
    let floor = trees[0].bounds().distance(&trees[1].bounds());
    let Foremost { walks, lists } = foremost;
    let only_nearest = measure.near.measures() == Measures::AtLast;
    let pose = measure.pose;
    let mut view = View::new(*units, &pose, [units[0].center, pose.apply(units[1].center)]);
    let mut known = None;
    let mut rounds = 0;
    // From the nearest triangles so far there may be a better direction, until they are the nearest along it.
    let triangles = loop {
        let triangles = nearest_of(&view, trees, walks, clock);
        if known == Some(triangles) {
            break triangles;
        }
        if clock.is_over() {
            return End::Late(floor);
        }
        measure.effort.triangle_tests += 1;
        let before = measure.limit();
        if measure.meet(triangles).is_break() {
            return End::Done;
        }
        if measure.limit() < before && measure.rules_out(floor) {
            return End::Done;
        }
        if !only_nearest {
            break triangles;
        }
        let corners = [trees[0].triangle(triangles[0]), trees[1].triangle(triangles[1])];
        let nearest = distance(&corners[0], &corners[1]);
        // Of flat faces one that is just opposite is as near as the boxes are.
        let by = Front {
            view: &view,
            side: 0,
            other: Some(view.triangle(1, &[nearest.on_b; 3])),
            least: f64::NEG_INFINITY,
        };
        walks[0].start(&trees[0]);
        for _ in 0..OPPOSITE {
            let Some((a, _)) = walks[0].next(&trees[0], &view, &by, clock) else { break };
            measure.effort.triangle_tests += 1;
            let before = measure.limit();
            if measure.meet([a, triangles[1]]).is_break() {
                return End::Done;
            }
            if measure.limit() < before && measure.rules_out(floor) {
                return End::Done;
            }
        }
        rounds += 1;
        let better = View::new(*units, &pose, [nearest.on_a, nearest.on_b]);
        if rounds == ROUNDS || better.between[0] <= 0.0 {
            break triangles;
        }
        (view, known) = (better, Some(triangles));
    };
    let reach = [0, 1].map(|side| {
        let by = Front { view: &view, side, other: None, least: f64::NEG_INFINITY };
        walks[side].start(&trees[side]);
        walks[side].next(&trees[side], &view, &by, clock).map_or(0.0, |(_, seen)| seen.reach)
    });
    let sum = reach[0] + reach[1];
    let corners = [trees[0].triangle(triangles[0]), trees[1].triangle(triangles[1])];
    let mut choice = view.within(measure.limit(), sum);
    if only_nearest {
        let mut nearer = view.as_near_as([&corners[0], &corners[1]], sum);
        if let Help::Trees = help {
            // What is rounded to the same distance is measured too, so that no tie is left out.
            nearer.reach -= 8.0 * f64::EPSILON * view.between[0];
            nearer.aside = f64::INFINITY;
        }
        choice = choice.and(nearer);
    }
    for side in 0..2 {
        let least = choice.reach - reach[1 - side];
        let by = Front { view: &view, side, other: None, least };
        walks[side].start(&trees[side]);
        lists[side].clear();
        while let Some(next) = walks[side].next(&trees[side], &view, &by, clock) {
            if *help == Help::Trees && lists[side].len() == FEW {
                return End::Many;
            }
            lists[side].push(next);
        }
    }
    if clock.is_over() {
        return End::Late(floor);
    }
    if !measure_chosen(&view, &choice, measure, lists, (triangles, floor), clock) {
        return End::Late(floor);
    }
    if let Help::Nothing = help {
        // Others may have the same distance, rounded.
        let limit = measure.limit();
        measure.rules_out(limit);
    }
    End::Done
}

/// The foremost triangle of A, and what is nearest to it, and to that again, as far as is seen along the direction.
fn nearest_of(
    view: &View,
    trees: &[PosedTree<'_>; 2],
    walks: &mut [Walk; 2],
    clock: &Clock,
) -> [u32; 2] {
    let mut nearest = [0, 0];
    let mut other = None;
    for side in [0, 1, 0] {
        let by = Front { view, side, other, least: f64::NEG_INFINITY };
        walks[side].start(&trees[side]);
        if let Some((triangle, seen)) = walks[side].next(&trees[side], view, &by, clock) {
            (nearest[side], other) = (triangle, Some(seen));
        }
    }
    nearest
}

/// Measures pairs but the one that is known, until one is as near as the boxes around both meshes; false where the time is up.
fn measure_chosen(
    view: &View,
    choice: &Choice,
    measure: &mut Measure<'_>,
    [of_a, of_b]: &mut [Vec<(u32, Seen)>; 2],
    (known, floor): ([u32; 2], f64),
    clock: &Clock,
) -> bool {
    // Those whose shadows are near along the first axis stand side by side.
    let widest = of_b.iter().map(|(_, b)| b.high[0] - b.low[0]).fold(0.0, f64::max);
    of_b.sort_unstable_by(|(_, p), (_, q)| p.low[0].total_cmp(&q.low[0]));
    for (a, seen_a) in of_a.iter() {
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
    true
}

/// Measures pairs in the order of their numbers, as long as the measure wants them: those that may be as near as its limit.
pub(crate) fn first_far(
    far: &Far<'_>,
    measure: &mut Measure<'_>,
    known: [[f64; 3]; 2],
    foremost: &mut Foremost,
) {
    let Far { trees, units, clock, .. } = far;
    let view = View::new(*units, &measure.pose, known);
    let walks = &mut foremost.walks;
    let reach = [0, 1].map(|side| {
        let by = Front { view: &view, side, other: None, least: f64::NEG_INFINITY };
        walks[side].start(&trees[side]);
        walks[side].next(&trees[side], &view, &by, clock).map_or(0.0, |(_, seen)| seen.reach)
    });
    let choice = view.within(measure.limit(), reach[0] + reach[1]);
    let of_a = Number { view: &view, choice, other: Err(reach[1]) };
    walks[0].start(&trees[0]);
    while let Some((a, seen)) = walks[0].next(&trees[0], &view, &of_a, clock) {
        if !measure.wants([a, 0]) {
            return;
        }
        let of_b = Number { view: &view, choice, other: Ok(seen) };
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
