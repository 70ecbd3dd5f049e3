//! Samples of directions and orientations.

use crate::Random;
use feeler::Pose;
use std::f64::consts::{SQRT_2, TAU};

/// The way in which directions and orientations are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// Evenly distributed.
    Regular,
    /// Random, from a seed.
    Random(u64),
}

impl Sampling {
    /// Unit vectors as directions.
    ///
    /// Regular directions lie on a spiral, each with the same share of the sphere (Fibonacci
    /// lattice); a grid of latitudes and longitudes would be dense at the poles.
    ///
    /// ```
    /// use feeler_scenes::Sampling;
    /// let [x, y, z] = Sampling::Regular.directions(100)[7];
    /// assert!((x * x + y * y + z * z - 1.0).abs() < 1e-15);
    /// ```
    pub fn directions(self, count: usize) -> Vec<[f64; 3]> {
        match self {
            Self::Regular => {
                let golden = 0.5 * (1.0 + 5f64.sqrt());
                let direction = |i: usize| {
                    let z = 1.0 - (2 * i + 1) as f64 / count as f64;
                    let (sin, cos) = (TAU * (i as f64 / golden).fract()).sin_cos();
                    let r = (1.0 - z * z).sqrt();
                    [r * cos, r * sin, z]
                };
                (0..count).map(direction).collect()
            }
            Self::Random(seed) => {
                let mut random = Random::new(seed);
                (0..count).map(|_| random.direction()).collect()
            }
        }
    }

    /// Rotations about the origin.
    ///
    /// Regular rotations lie on a spiral too (Alexa 2022).
    pub fn rotations(self, count: usize) -> Vec<Pose> {
        match self {
            Self::Regular => {
                // The root of ψ⁴ = ψ + 4.
                const PSI: f64 = 1.533_751_168_755_204_3;
                let rotation = |i: usize| {
                    let s = i as f64 + 0.5;
                    let share = s / count as f64;
                    let (sin_a, cos_a) = (TAU * s / SQRT_2).sin_cos();
                    let (sin_b, cos_b) = (TAU * s / PSI).sin_cos();
                    let (r, rest) = (share.sqrt(), (1.0 - share).sqrt());
                    Pose::from_quaternion_xyzw(
                        [r * sin_a, r * cos_a, rest * sin_b, rest * cos_b],
                        [0.0; 3],
                    )
                    .expect("a unit quaternion is a rotation")
                };
                (0..count).map(rotation).collect()
            }
            Self::Random(seed) => {
                let mut random = Random::new(!seed);
                (0..count).map(|_| random.rotation()).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every point of the sphere has a direction near it, and no point has many.
    #[test]
    fn regular_directions_are_even() {
        let directions = Sampling::Regular.directions(400);
        let mut random = Random::new(3);
        for _ in 0..1000 {
            let p = random.direction();
            let near = directions
                .iter()
                .filter(|d| d[0] * p[0] + d[1] * p[1] + d[2] * p[2] > 0.15f64.cos())
                .count();
            assert!((1..=6).contains(&near), "{near} directions near {p:?}");
        }
    }

    #[test]
    fn regular_rotations_are_even() {
        let quaternion_like = |pose: &Pose| pose.matrix();
        let all = Sampling::Regular.rotations(300);
        let mut random = Random::new(4);
        for _ in 0..300 {
            let wanted = quaternion_like(&random.rotation());
            // The trace of the relative rotation is 1 + 2 cos(angle).
            let nearest = all
                .iter()
                .map(|pose| {
                    let m = pose.matrix();
                    (0..9).map(|k| m[k / 3][k % 3] * wanted[k / 3][k % 3]).sum::<f64>()
                })
                .fold(f64::NEG_INFINITY, f64::max);
            let angle = (0.5 * (nearest - 1.0)).clamp(-1.0, 1.0).acos();
            assert!(angle < 0.75, "the nearest of 300 rotations is {angle} away");
        }
    }
}
