//! Tests that compare the bound of the distance of two cores with the distance by brute force.

use super::super::tests::all_lanes;
use super::super::{BoundingVolume, Packet};
use super::{Rounded, RoundedPacket};
use crate::geometry::vector::{add_scaled, dot, sub};
use crate::motion::Transfer;
use crate::simd::Instructions;
use crate::simd::dispatch;
use crate::situations::Random;

const IDENTITY: Transfer = Transfer {
    rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    translation: [0.0; 3],
    scale: 1.0,
    slack: 0.0,
};

/// A random core without radius, of any proportions, turned or nearly aligned.
fn core<const D: usize>(random: &mut Random, center: [f64; 3]) -> Rounded<D> {
    let rotation = random.rotation().matrix();
    let mut core = Rounded { center: center.map(|x| x as f32), ..Default::default() };
    for k in 0..D {
        core.axes[k] = rotation[k].map(|x| x as f32);
        core.half[k] = 10f32.powi(-(random.below(4) as i32)) * random.unit().abs() as f32;
    }
    core
}

/// The least distance over all choices of coordinates: each coordinate is at one of its ends or
/// free, and at most three are free.
///
/// Every choice is solved by elimination, and counts if its free coordinates are between the ends.
/// Each choice that counts is a pair of points of both cores, so the result is never too small; and
/// one of the choices is the closest pair.
fn brute_force<const D: usize>(a: &Rounded<D>, b: &Rounded<D>) -> f64 {
    let mut edges = Vec::new();
    for k in 0..D {
        edges.push((a.axes[k].map(|x| -x as f64), a.half[k] as f64));
        edges.push((b.axes[k].map(f64::from), b.half[k] as f64));
    }
    let offset = sub(b.center.map(f64::from), a.center.map(f64::from));
    (0..3usize.pow(edges.len() as u32))
        .map(|mut choice| {
            let (mut rest, mut free) = (offset, Vec::new());
            for &(axis, half) in &edges {
                match choice % 3 {
                    0 => rest = add_scaled(rest, -half, axis),
                    1 => rest = add_scaled(rest, half, axis),
                    _ => free.push((axis, half)),
                }
                choice /= 3;
            }
            closest(rest, &free)
        })
        .fold(f64::INFINITY, f64::min)
}

/// The least length of `rest + Σ x axis`; infinite if an x at the minimum is not between the ends.
fn closest(rest: [f64; 3], free: &[([f64; 3], f64)]) -> f64 {
    if free.len() > 3 {
        return f64::INFINITY;
    }
    // Orthogonal directions by Gram and Schmidt, then the coordinates from the last to the first.
    let mut basis: Vec<([f64; 3], f64)> = Vec::new();
    let mut left = rest;
    for &(axis, _) in free {
        let mut own = axis;
        for _ in 0..2 {
            own = basis.iter().fold(own, |own, &(d, l)| add_scaled(own, -dot(own, d) / l, d));
        }
        let length = dot(own, own);
        if length < 1e-20 {
            return f64::INFINITY;
        }
        basis.push((own, length));
        left = add_scaled(left, -dot(left, own) / length, own);
    }
    let mut toward = sub(left, rest);
    for k in (0..free.len()).rev() {
        let (axis, half) = free[k];
        let x = dot(toward, basis[k].0) / basis[k].1;
        if x.abs() > half * (1.0 + 1e-12) {
            return f64::INFINITY;
        }
        toward = add_scaled(toward, -x, axis);
    }
    dot(left, left).sqrt()
}

/// Checks that bounds are the distances, up to a ten-thousandth and to the rounding of f32 at the
/// size of the cores.
fn check<const D: usize>(rounds: u64) {
    let mut random = Random(3);
    for number in 0..rounds {
        let placed = core::<D>(&mut random, [0.0; 3]);
        let mut packet = RoundedPacket::<D>::default();
        for lane in 0..8 {
            let far = 10f64.powi(1 - random.below(4) as i32);
            let center = random.point().map(|x| x * far);
            packet.set(lane, core(&mut random, center));
        }
        let gaps = dispatch!(Instructions::best().0, simd => {
            Rounded::<D>::gaps(simd, all_lanes(&placed, &packet, &IDENTITY))
        });
        for lane in 0..8 {
            let here = packet.get(lane);
            let (gap, truth) = (gaps[lane] as f64, brute_force(&here, &placed));
            let sizes: f64 = here.half.iter().chain(&placed.half).map(|&h| h as f64).sum();
            assert!(
                gap <= truth + 1e-6 * (sizes + truth) && gap >= truth * (1.0 - 1e-4) - 4e-6 * sizes,
                "{number}, lane {lane}: {gap} instead of {truth} for {here:?} and {placed:?}"
            );
        }
    }
}

#[test]
fn lines_are_exact() {
    check::<1>(100_000);
}

#[test]
fn rectangles_are_exact() {
    check::<2>(50_000);
}

#[test]
fn boxes_are_exact() {
    check::<3>(4_000);
}
