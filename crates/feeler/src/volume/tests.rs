//! Tests of the contract that every kind of volume keeps, on shapes that are made to break it.
//!
//! - [`twins`] compares instruction sets, and compares lanes with single volumes.

mod twins;

use super::aabb::Aabb;
use super::hull::ConvexHull;
use super::hybrid::{Hybrid, HybridFit};
use super::kdop::{Dop14, Dop18, Dop24, Dop26};
use super::obb::{Obb, ObbFit, ObbPacket};
use super::point_dop::{DopPoints, PointDop};
use super::rounded::{RoundedBox, RoundedLine, RoundedRectangle};
use super::sphere::{Sphere, SphereFit};
use super::{Against, BoundingVolume, Cloud, Packet};
use crate::geometry::vector::squared_distance;
use crate::motion::{Motion, Transfer};
use crate::simd::Instructions;
use crate::simd::dispatch;
use crate::situations::{PARTS, Random, Situation, situations};
use crate::unit::Unit;
use crate::{Mesh, Pose};

/// A test of all eight lanes of a packet.
pub(super) fn all_lanes<'t, 'p, V: BoundingVolume>(
    placed: &'t V::Placed<'p>,
    packet: &'t V::Packet,
    frame: &'t V::Frame,
) -> Against<'t, 'p, V> {
    Against { placed, packet, lanes: 0xff, frame }
}

/// Fits, places and tests the volumes of many situations.
fn check<V: BoundingVolume>(fit: V::Fit) {
    let mut random = Random(7);
    for number in 0..situations() {
        let Situation { a, b, pose } = random.situation();
        let (unit_a, unit_b) = (Unit::of(&a), Unit::of(&b));
        let motion = Motion::touching(&unit_a, &unit_b, &pose).expect("they touch");
        let points = |mesh: &Mesh, unit: &Unit| {
            mesh.vertices().iter().map(|&v| unit.coordinates(v)).collect()
        };
        let (points_a, points_b): (Vec<[f64; 3]>, Vec<[f64; 3]>) =
            (points(&a, &unit_a), points(&b, &unit_b));

        // Each part of A begins with a triangle that has the point of contact as a vertex.
        let touch = a.vertices()[0];
        let starts: Vec<usize> =
            (0..a.triangles().len()).filter(|&t| a.triangle(t as u32)[0] == touch).collect();
        let mut packet = V::Packet::default();
        let mut parts = Vec::new();
        for lane in 0..PARTS {
            let end = starts.get(lane + 1).copied().unwrap_or(a.triangles().len() - 1);
            let triangles = &a.triangles()[starts[lane]..end];
            let volume = V::fit(&Cloud { points: &points_a, triangles }, fit);
            for vertex in triangles.iter().flatten() {
                let excess = volume.excess(points_a[*vertex as usize]);
                assert!(excess <= 0.0, "{number}, lane {lane}: a vertex is {excess:e} outside");
            }
            packet.set(lane, volume);
            parts.push(triangles);
        }
        let rest = b.triangles().len() - 1;
        let part_b = &b.triangles()[..rest];
        let mut single = V::Packet::default();
        single.set(0, V::fit(&Cloud { points: &points_b, triangles: part_b }, fit));

        for instructions in Instructions::all() {
            // B is placed in A's coordinates, against all parts of A.
            let frame = V::frame(&motion.into_a);
            let placed = V::place(&single, 0, &frame);
            let overlaps = dispatch!(instructions.0, simd => V::overlaps(simd, all_lanes(&placed, &packet, &frame)));
            assert_eq!(
                overlaps.lanes & 0xff,
                0xff,
                "{number}: a false disjoint of {:?} and {:?} at {pose:?}",
                a,
                b
            );
            let gaps = dispatch!(instructions.0, simd => V::gaps(simd, all_lanes(&placed, &packet, &frame)));
            assert!(
                gaps.iter().all(|&gap| gap <= 0.0),
                "{number}: a gap where volumes touch: {gaps:?}"
            );

            // Every part of A is placed in B's coordinates.
            let frame = V::frame(&motion.into_b);
            for lane in 0..PARTS {
                let placed = V::place(&packet, lane, &frame);
                let overlaps = dispatch!(instructions.0, simd => V::overlaps(simd, all_lanes(&placed, &single, &frame)));
                assert_eq!(
                    overlaps.lanes & 1,
                    1,
                    "{number}, lane {lane}: a false disjoint of {a:?} and {b:?} at {pose:?}"
                );
            }
        }
        check_bounds::<V>(&a, &b, &pose, &packet, &single, &parts, part_b, number);
        check_travels::<V>(&a, &b, &pose, &packet, &single, number);
    }
}

/// Moves B back from the point where it touches A. No bound may say that B arrives later than it
/// does.
fn check_travels<V: BoundingVolume>(
    a: &Mesh,
    b: &Mesh,
    pose: &Pose,
    packet: &V::Packet,
    single: &V::Packet,
    number: u64,
) {
    let mut random = Random(number);
    let direction = match random.below(4) {
        0 => [1.0, 0.0, 0.0],
        _ => {
            let [x, y, z] = random.point();
            let length = (x * x + y * y + z * z).sqrt();
            [x / length, y / length, z / length]
        }
    };
    let (unit_a, unit_b) = (Unit::of(a), Unit::of(b));
    let sizes = 2f64.powi(unit_a.exponent) + 2f64.powi(unit_b.exponent);
    let travel = 1.7 * sizes * 10f64.powi(-(random.below(6) as i32));
    let origin = pose.origin();
    let back = [0, 1, 2].map(|i| origin[i] - travel * direction[i]);
    let pose = Pose::new(pose.matrix(), back).unwrap();
    let motion = Motion::near(&unit_a, &unit_b, &pose).expect("near");
    let motion = motion.along(&pose, 4e6 + travel);
    let of_b = direction.map(|x| x as f32);
    let of_a = motion.into_b.turn(direction.map(|x| -x as f32));
    let level = Instructions::best().0;
    let unit = 2f64.powi(motion.exponent);

    let frame = V::frame(&motion.into_a);
    let placed = V::place(single, 0, &frame);
    let travels =
        dispatch!(level, simd => V::travels(simd, all_lanes(&placed, packet, &frame), of_b));
    for (lane, &bound) in travels.iter().enumerate() {
        let bound = bound as f64 * unit;
        assert!(bound <= travel, "{number}, lane {lane}: {bound} where it is {travel}");
    }
    let frame = V::frame(&motion.into_b);
    for lane in 0..PARTS {
        let placed = V::place(packet, lane, &frame);
        let travels =
            dispatch!(level, simd => V::travels(simd, all_lanes(&placed, single, &frame), of_a));
        let bound = (travels[0] * motion.into_a.scale) as f64 * unit;
        assert!(bound <= travel, "{number}, lane {lane} into B: {bound} where it is {travel}");
    }
}

/// Moves B away. No lower bound may exceed the distance of any two vertices, and volumes that are
/// far apart must be told apart.
#[expect(clippy::too_many_arguments)]
fn check_bounds<V: BoundingVolume>(
    a: &Mesh,
    b: &Mesh,
    pose: &Pose,
    packet: &V::Packet,
    single: &V::Packet,
    parts: &[&[[u32; 3]]],
    part_b: &[[u32; 3]],
    number: u64,
) {
    let direction = [0.6, -0.64, 0.48];
    let by = 10f64.powi(2 - (number % 8) as i32);
    let origin = pose.origin();
    let pose = Pose::new(pose.matrix(), [0, 1, 2].map(|i| origin[i] + by * direction[i])).unwrap();
    let (unit_a, unit_b) = (Unit::of(a), Unit::of(b));
    let Some(motion) = Motion::near(&unit_a, &unit_b, &pose) else { return };
    let frame = V::frame(&motion.into_a);
    let placed = V::place(single, 0, &frame);
    let level = Instructions::best().0;
    let gaps = dispatch!(level, simd => V::gaps(simd, all_lanes(&placed, packet, &frame)));
    let overlaps = dispatch!(level, simd => V::overlaps(simd, all_lanes(&placed, packet, &frame)));
    let posed: Vec<[f64; 3]> =
        part_b.iter().flatten().map(|&v| pose.apply(b.vertices()[v as usize])).collect();
    for (lane, triangles) in parts.iter().enumerate() {
        let corners = triangles.iter().flatten().map(|&v| a.vertices()[v as usize]);
        let nearest = corners
            .flat_map(|p| posed.iter().map(move |&q| squared_distance(p, q)))
            .fold(f64::INFINITY, f64::min)
            .sqrt();
        let gap = gaps[lane] as f64 * 2f64.powi(unit_a.exponent);
        // The vertices are compared in f64 at up to a million sizes from the origin.
        assert!(
            gap <= nearest * (1.0 + 1e-9) + 1e-9,
            "{number}, lane {lane}: bound {gap}, but vertices at {nearest}"
        );
        // The overlap test does not see every gap, because it uses fewer directions.
        let corners = triangles.iter().flatten().map(|&v| a.vertices()[v as usize]);
        let size = size_of(corners) + size_of(posed.iter().copied());
        assert!(
            gap < size || overlaps.lanes >> lane & 1 == 0,
            "{number}: {gap} is seen as overlap"
        );
    }
}

/// The diagonal of the box around points.
fn size_of(points: impl Iterator<Item = [f64; 3]> + Clone) -> f64 {
    let side = |i: usize| {
        let low = points.clone().fold(f64::INFINITY, |m, p| m.min(p[i]));
        points.clone().fold(f64::NEG_INFINITY, |m, p| m.max(p[i])) - low
    };
    (0..3).map(|i| side(i) * side(i)).sum::<f64>().sqrt()
}

/// Tests parts on both sides of a point that is a corner of both, without any slack: only
/// [`MARGIN`](crate::rounding::MARGIN) covers rounding.
fn check_corners<V: BoundingVolume>(fit: V::Fit) {
    let still = Transfer {
        rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        translation: [0.0; 3],
        scale: 1.0,
        slack: 0.0,
    };
    let frame = V::frame(&still);
    let mut random = Random(11);
    for number in 0..situations() {
        let (corner, turn) = (random.point().map(|x| 0.4 * x), random.rotation());
        let nearly = Pose::rotation(random.point(), 1e-7 * random.unit());
        let mut part = |side: f64| -> V {
            let stretch = [0; 3].map(|_| side * 0.3 * 10f64.powi(-(random.below(9) as i32)));
            let mut points: Vec<[f64; 3]> = (0..3 * (1 + random.below(3)))
                .map(|_| {
                    let p = random.point();
                    let p = turn.apply([0, 1, 2].map(|i| p[i].abs() * stretch[i]));
                    let p = if side > 0.0 { nearly.apply(p) } else { p };
                    [0, 1, 2].map(|i| corner[i] + p[i])
                })
                .collect();
            points[0] = corner;
            let triangles: Vec<[u32; 3]> =
                (0..points.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
            V::fit(&Cloud { points: &points, triangles: &triangles }, fit)
        };
        let (mut packet, mut single) = (V::Packet::default(), V::Packet::default());
        for lane in 0..PARTS {
            packet.set(lane, part(-1.0));
        }
        single.set(0, part(1.0));
        let placed = V::place(&single, 0, &frame);
        let level = Instructions::best().0;
        let overlaps =
            dispatch!(level, simd => V::overlaps(simd, all_lanes(&placed, &packet, &frame)));
        let gaps = dispatch!(level, simd => V::gaps(simd, all_lanes(&placed, &packet, &frame)));
        assert_eq!(overlaps.lanes & 0xff, 0xff, "{number}: a false disjoint");
        assert!(gaps.iter().all(|&gap| gap <= 0.0), "{number}: a gap where volumes touch");
    }
}

#[test]
fn aabb() {
    check::<Aabb>(());
}

#[test]
fn obb() {
    check::<Obb>(ObbFit::Surface);
}

#[test]
fn obb_of_vertices() {
    check::<Obb>(ObbFit::Vertices);
}

#[test]
fn obb_of_hull() {
    check::<Obb>(ObbFit::Hull);
}

#[test]
fn sphere() {
    check::<Sphere>(SphereFit::Smallest);
}

#[test]
fn quick_sphere() {
    check::<Sphere>(SphereFit::Quick);
}

#[test]
fn dop14() {
    check::<Dop14>(());
}

#[test]
fn dop18() {
    check::<Dop18>(());
}

#[test]
fn dop24() {
    check::<Dop24>(());
}

#[test]
fn dop26() {
    check::<Dop26>(());
}

#[test]
fn dop_of_hull() {
    check::<PointDop<9>>(DopPoints::Hull);
}

#[test]
fn dop_of_all() {
    check::<PointDop<13>>(DopPoints::All);
}

#[test]
fn hull() {
    check::<ConvexHull>(());
}

#[test]
fn rounded_line() {
    check::<RoundedLine>(());
    check_corners::<RoundedLine>(());
}

#[test]
fn rounded_rectangle() {
    check::<RoundedRectangle>(());
    check_corners::<RoundedRectangle>(());
}

#[test]
fn rounded_box() {
    check::<RoundedBox>(());
    check_corners::<RoundedBox>(());
}

#[test]
fn hybrid() {
    check::<Hybrid>(HybridFit::Overlap);
    check_corners::<Hybrid>(HybridFit::Overlap);
}

#[test]
fn hybrid_for_distance() {
    check::<Hybrid>(HybridFit::Distance);
    check_corners::<Hybrid>(HybridFit::Distance);
}

/// The shares of boxes are the same whether computed eight at a time or one by one.
#[test]
fn shares() {
    let volume = |random: &mut Random| {
        let axes = Pose::rotation(random.point(), 3.0 * random.unit()).matrix();
        let axes = axes.map(|row| row.map(|x| x as f32));
        let half = [0; 3].map(|_| 0.1 + 0.4 * random.unit().abs() as f32);
        Obb { axes, center: random.point().map(|x| x as f32), half }
    };
    let mut random = Random(77);
    let mut overlapping = 0;
    for _ in 0..5_000 {
        let (mut packet, mut others) = (ObbPacket::default(), ObbPacket::default());
        (0..8).for_each(|lane| packet.set(lane, volume(&mut random)));
        others.set(0, volume(&mut random));
        let rotation = Pose::rotation(random.point(), 3.0 * random.unit()).matrix();
        let transfer = Transfer {
            rotation: rotation.map(|row| row.map(|x| x as f32)),
            translation: random.point().map(|x| x as f32),
            scale: 2.0,
            slack: 0.0,
        };
        let placed = Obb::place(&others, 0, &transfer);
        let other = Obb::cuboid(&others, 0).moved(&transfer);
        for level in Instructions::all() {
            let shares = dispatch!(level.0, simd => Obb::shares(simd, all_lanes(&placed, &packet, &transfer)));
            for lane in (0..8).filter(|lane| shares.lanes >> lane & 1 == 1) {
                let (wide, one) = (shares.values[lane], Obb::cuboid(&packet, lane).share(&other));
                assert!(
                    (0.0..=1.0001).contains(&wide) && (wide - one).abs() < 1e-3,
                    "{wide} {one}"
                );
                overlapping += 1;
            }
        }
    }
    // The number of instruction sets differs from machine to machine.
    assert!(overlapping > 3_500 * Instructions::all().len(), "{overlapping}");
}
