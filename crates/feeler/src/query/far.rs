//! Meshes that are far apart for their size.
//!
//! From far away only what is foremost can be nearest. Along the direction from one to the other, in f64, the nearest points are within
//! the square of the size over twice the distance of the foremost ones; so the candidates are few, and no tree is needed.

use super::near::{Measure, Meet};
use crate::budget::Clock;
use crate::geometry::vector::{dot, largest, sub};
use crate::unit::{Unit, exponent_above, power_of_two};

/// Triangles and how far they reach towards the other mesh, the foremost first.
pub(crate) type Foremost = Vec<(f64, u32)>;

/// The distance along the direction is off by the rounding of some ten operations on numbers up to one, and so is that of triangles.
const ROUNDING: f64 = f64::from_bits((1023 - 46) << 52);

/// Measures all pairs of triangles that are within the limit; where the budget does not last, gives a bound of the distance of the others.
pub(crate) fn approach_far(
    measure: &mut Measure<'_>,
    units: [&Unit; 2],
    [of_a, of_b]: &mut [Foremost; 2],
    mut clock: Clock,
) -> Option<f64> {
    let pose = measure.pose;
    let (center_a, center_b) = (units[0].center, pose.apply(units[1].center));
    let [reach_a, reach_b] = units.map(|unit| largest(unit.center) + power_of_two(unit.exponent));
    // All coordinates are at most one in this unit.
    let unit = exponent_above(reach_a + 3.0 * reach_b + largest(pose.origin()));
    let per_unit = power_of_two(-unit.min(1000));
    let scaled = |p: [f64; 3]| p.map(|x| x * per_unit);
    let between = sub(scaled(center_b), scaled(center_a));
    let length = dot(between, between).sqrt();
    let direction = between.map(|x| x / length);

    let reach_of = |corners: [[f64; 3]; 3], sign: f64| {
        let along = corners.map(|p| sign * dot(scaled(p), direction));
        along[0].max(along[1]).max(along[2])
    };
    let triangles = |count: usize| 0..count as u32;
    of_a.clear();
    of_a.extend(
        triangles(measure.a.triangles().len()).map(|t| (reach_of(measure.a.triangle(t), 1.0), t)),
    );
    of_b.clear();
    of_b.extend(
        triangles(measure.b.triangles().len())
            .map(|t| (reach_of(measure.b.triangle(t).map(|p| pose.apply(p)), -1.0), t)),
    );

    // The foremost of both first: its distance tells which others matter.
    let foremost = |all: &Foremost| all.iter().copied().max_by(|p, q| p.0.total_cmp(&q.0));
    let (first_a, first_b) = (foremost(of_a)?, foremost(of_b)?);
    let gap = |a: f64, b: f64| -(a + b) - ROUNDING;
    let bound = (gap(first_a.0, first_b.0) / per_unit).next_down().max(0.0);
    if bound > measure.near.limit() {
        return None;
    }
    if !clock.tick() {
        return Some(bound);
    }
    measure.effort.triangle_tests += 1;
    if measure.meet([first_a.1, first_b.1]).is_break() {
        return None;
    }
    let limit = measure.near.limit() * per_unit;
    of_a.retain(|a| gap(a.0, first_b.0) <= limit);
    of_b.retain(|b| gap(first_a.0, b.0) <= limit);
    let order = |p: &(f64, u32), q: &(f64, u32)| q.0.total_cmp(&p.0).then(p.1.cmp(&q.1));
    of_a.sort_unstable_by(order);
    of_b.sort_unstable_by(order);
    for &(reach_a, a) in of_a.iter() {
        for &(reach_b, b) in of_b.iter() {
            if gap(reach_a, reach_b) > measure.near.limit() * per_unit {
                break;
            }
            if [a, b] == [first_a.1, first_b.1] {
                continue;
            }
            if !clock.tick() {
                return Some(bound);
            }
            measure.effort.triangle_tests += 1;
            if measure.meet([a, b]).is_break() {
                return None;
            }
        }
    }
    None
}
