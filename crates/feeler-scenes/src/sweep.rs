//! The distance sweep of Klein and Zachmann.

use crate::{Placed, Random, spread};
use feeler::Pose;
use std::f64::consts::TAU;
use std::ops::RangeInclusive;

/// The poses of the experiment of Klein and Zachmann (VRST 2003, section 4; the procedure is that
/// of Zachmann 2002): two identical objects at growing distances, with B rotated step by step at
/// each distance.
///
/// B is rotated about z by `turn / turns` of a full turn, then moved along x by the distance; the
/// first pose of each distance is not rotated. `steps` distances are spread evenly over the range,
/// both ends included; `turns` poses follow each other at each distance. The papers use objects
/// [`normalised`](crate::normalised) to a bounding box of side 2, and distances from 0.4 to 2.1.
///
/// ```
/// let poses = feeler_scenes::sweep(0.4..=2.1, 18, 36);
/// assert_eq!(poses.len(), 18 * 36);
/// assert_eq!(poses[0].pose, feeler::Pose::translation([0.4, 0.0, 0.0]));
/// ```
pub fn sweep(distances: RangeInclusive<f64>, steps: usize, turns: usize) -> Vec<Placed> {
    let place = |distance: f64, turn: usize| {
        let turned = Pose::rotation([0.0, 0.0, 1.0], TAU * turn as f64 / turns as f64);
        turned.then(&Pose::translation([distance, 0.0, 0.0]))
    };
    spread(distances, steps)
        .flat_map(|distance| {
            (0..turns).map(move |turn| Placed::exactly(distance, place(distance, turn)))
        })
        .collect()
}

/// The same distances with `turns` random rotations of B and random directions from A to B at each
/// distance. There is no preferred axis, so averages are more meaningful.
///
/// ```
/// let poses = feeler_scenes::random_sweep(0.4..=2.1, 18, 36, 1);
/// let [x, y, z] = poses[40].pose.origin();
/// assert!(((x * x + y * y + z * z).sqrt() - poses[40].prescribed).abs() < 1e-15);
/// ```
pub fn random_sweep(
    distances: RangeInclusive<f64>,
    steps: usize,
    turns: usize,
    seed: u64,
) -> Vec<Placed> {
    let mut random = Random::new(seed);
    let mut poses = Vec::with_capacity(steps * turns);
    for distance in spread(distances, steps) {
        for _ in 0..turns {
            let rotation = random.rotation();
            let offset = random.direction().map(|x| distance * x);
            poses.push(Placed::exactly(distance, rotation.then(&Pose::translation(offset))));
        }
    }
    poses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn covers_the_range_with_rigid_poses() {
        for poses in [sweep(0.4..=2.1, 18, 36), random_sweep(0.4..=2.1, 18, 36, 3)] {
            assert_eq!(poses.len(), 648);
            assert_eq!((poses[0].prescribed, poses[647].prescribed), (0.4, 2.1));
            for Placed { prescribed: distance, pose, .. } in poses {
                let back = pose.then(&pose.inverse()).to_numbers();
                let off = back.iter().zip(Pose::IDENTITY.to_numbers()).map(|(a, b)| (a - b).abs());
                assert!(off.fold(0.0, f64::max) < 5e-15);
                let far = pose.origin().iter().map(|x| x * x).sum::<f64>().sqrt();
                assert!((far - distance).abs() < 1e-15);
            }
        }
        assert_eq!(sweep(1.0..=2.0, 1, 2).len(), 2);
        assert_eq!(sweep(1.0..=2.0, 0, 2), []);
    }

    #[test]
    fn turns_before_it_moves() {
        let quarter = sweep(1.0..=1.0, 1, 4)[1].pose.apply([1.0, 0.0, 0.0]);
        assert!((quarter[0] - 1.0).abs() < 1e-15 && (quarter[1] - 1.0).abs() < 1e-15);
    }
}
