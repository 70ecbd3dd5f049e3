//! Tests that the f32 proofs about triangles hold in exact arithmetic, also for triangles that
//! hardly touch.

use super::{Couple, Packet, Pairs};
use crate::geometry::vector::by_axis;
use crate::motion::Motion;
use crate::simd::Instructions;
use crate::simd::dispatch;
use crate::situations::{Random, Situation, situations};
use crate::triangle::{distance, intersects};
use crate::unit::Unit;
use crate::{Mesh, Pose};

/// A packet of the first triangles of a mesh, and their number.
fn packet(mesh: &Mesh, unit: &Unit) -> (Packet, usize) {
    let count = mesh.triangles().len().min(Packet::LANES);
    let corners = |t: usize| mesh.triangle(t as u32).map(|p| unit.coordinates(p));
    (Packet::of((0..count).map(corners)), count)
}

/// Moves B a little, or by up to the size of its triangles, so that a few pairs certainly meet and
/// many nearly meet.
fn shaken(random: &mut Random, pose: &Pose) -> Pose {
    let by = 10f64.powi(-(random.below(9) as i32)) * random.unit();
    let (direction, origin) = (random.point(), pose.origin());
    let shifted = by_axis(|i| origin[i] + by * direction[i]);
    Pose::new(pose.matrix(), shifted).unwrap()
}

#[test]
fn proofs_hold() {
    let mut random = Random(11);
    let (mut meeting, mut apart, mut open, mut measured) = (0, 0, 0, 0);
    for number in 0..situations() {
        let Situation { a, b, pose } = random.situation();
        let pose = shaken(&mut random, &pose);
        let (unit_a, unit_b) = (Unit::of(&a), Unit::of(&b));
        let Some(motion) = Motion::touching(&unit_a, &unit_b, &pose) else { continue };
        let ((here, count), (there, others)) = (packet(&a, &unit_a), packet(&b, &unit_b));
        let valid = |count: usize| (1_u32 << count) - 1;
        let couple = Couple {
            here: (&here, valid(count)),
            there: (&there, valid(others)),
            into: &motion.into_a,
        };
        let posed = |t: usize| b.triangle(t as u32).map(|p| pose.apply(p));
        let level = Instructions::best().0;

        let mut pairs = Pairs::default();
        dispatch!(level, simd => pairs.touching(simd, &couple, usize::MAX));
        let mut left = [[false; Packet::LANES]; Packet::LANES];
        let [certain, maybe] = pairs.meeting();
        assert_eq!((certain | maybe).count_ones() as usize, pairs.len());
        for k in 0..pairs.len() {
            let lanes = pairs.get(k);
            left[lanes.here][lanes.there] = true;
            if certain >> k & 1 == 1 {
                meeting += 1;
                let touch = intersects(&a.triangle(lanes.here as u32), &posed(lanes.there));
                assert!(touch, "{number}: {lanes:?} do not meet");
            } else {
                open += 1;
            }
        }
        for i in 0..count {
            for j in (0..others).filter(|&j| !left[i][j]) {
                apart += 1;
                let touch = intersects(&a.triangle(i as u32), &posed(j));
                assert!(!touch, "{number}: {i} and {j} meet");
            }
        }

        if number % 8 != 0 {
            continue;
        }
        dispatch!(level, simd => pairs.within(simd, &couple, f32::INFINITY));
        let unit = 2f64.powi(motion.exponent);
        let most = pairs.most() as f64 * unit;
        let mut nearest = f64::INFINITY;
        for k in 0..pairs.len() {
            let lanes = pairs.get(k);
            let distance = distance(&a.triangle(lanes.here as u32), &posed(lanes.there)).distance;
            let bound = lanes.bound as f64 * unit;
            assert!(bound <= distance, "{number}: {lanes:?} at {distance}, not {bound}");
            nearest = nearest.min(distance);
            measured += 1;
        }
        assert!(nearest <= most, "{number}: the nearest is at {nearest}, not within {most}");
    }
    // All kinds of results must occur.
    println!("{meeting} meet, {apart} do not, {open} are open, {measured} measured");
    assert!(meeting > 10_000 && apart > 100_000 && open > 10_000 && measured > 10_000);
}
