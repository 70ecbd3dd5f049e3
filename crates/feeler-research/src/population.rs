//! The poses for which guided queries are calibrated.

use feeler::{Mesh, Model, Pair, Pose, Scratch};
use feeler_field::Progress;
use feeler_scenes::{PlacingError, Random, spread};
use std::f64::consts::TAU;

/// A set of poses of two meshes. A calibration is trained and tested with equal parts of all sets.
///
/// Centres are those of the bounding boxes, and the unit of distances is half of a box's longest
/// side, averaged over both boxes. *All distances* are 0.4 to 2.1 units. *Near contact* is 0.7 to
/// 1.2 of the distance at which B, coming from far away, first touches A.
///
/// ```
/// use feeler::Model;
/// use feeler_research::PoseSet;
/// use feeler_scenes::{Shape, unwatched};
/// let ring = Model::new(Shape::Ring.mesh(1_000));
/// for set in PoseSet::ALL {
///     assert_eq!(set.poses(&ring, &ring, 40, 1, &unwatched)?.len(), 40, "{}", set.name());
/// }
/// # Ok::<(), feeler_scenes::PlacingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoseSet {
    /// The sweep of Klein and Zachmann: a turn about z by tens of degrees and a move along x, at
    /// all distances.
    Sweep,
    /// Any turn and any direction, at all distances.
    Random,
    /// Any turn and any direction, near contact.
    Near,
    /// A turn about one axis of the mesh (none, quarters, tens of degrees or any angle) and a move
    /// along an axis, at all distances.
    Axis,
    /// The same turns and moves, near contact.
    AxisNear,
    /// Any turn and any direction, half of the poses at all distances and half near contact. This
    /// set is for two different meshes.
    Other,
}

/// The distances of the centres in a sweep.
const DISTANCES: std::ops::RangeInclusive<f64> = 0.4..=2.1;

/// The shares of the distance of first contact; half of the poses touch.
const CONTACT_SHARES: [f64; 8] = [0.7, 0.9, 0.97, 0.99, 1.01, 1.03, 1.1, 1.2];

impl PoseSet {
    /// All sets.
    pub const ALL: [Self; 6] =
        [Self::Sweep, Self::Random, Self::Near, Self::Axis, Self::AxisNear, Self::Other];

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sweep => "sweep",
            Self::Random => "random",
            Self::Near => "near",
            Self::Axis => "axis",
            Self::AxisNear => "axis near",
            Self::Other => "other",
        }
    }

    /// Poses of B in A. If B misses A in some directions, there are fewer.
    pub fn poses(
        self,
        a: &Model,
        b: &Model,
        count: usize,
        seed: u64,
        progress: Progress<'_>,
    ) -> Result<Vec<Pose>, PlacingError> {
        let paths = Paths::new(a, b)?;
        let near = match self {
            Self::Sweep | Self::Random | Self::Axis => 0,
            Self::Near | Self::AxisNear => count,
            Self::Other => count / 2,
        };
        let mut random = Random::new(seed.wrapping_mul(6).wrapping_add(self as u64));
        let mut poses: Vec<Pose> = spread(DISTANCES, count - near)
            .map(|distance| paths.pose(&self.path(&mut random), paths.unit * distance))
            .collect();
        let mut contacts = Vec::new();
        let mut scratch = Scratch::new();
        for _ in 0..near.div_ceil(CONTACT_SHARES.len()) {
            if progress(0.0).is_break() {
                return Err(PlacingError::Stopped);
            }
            let path = self.path(&mut random);
            contacts.extend(paths.first_contact(&path, &mut scratch).map(|apart| (path, apart)));
        }
        let shares =
            CONTACT_SHARES.iter().flat_map(|share| contacts.iter().map(move |c| (share, c)));
        poses.extend(
            shares.take(near).map(|(share, (path, apart))| paths.pose(path, share * apart)),
        );
        Ok(poses)
    }

    /// A turn of B and a direction from A to B.
    fn path(self, random: &mut Random) -> Path {
        match self {
            Self::Sweep => {
                let turn = Pose::rotation([0.0, 0.0, 1.0], TAU * choice(random, 36) / 36.0);
                Path { turn, direction: [1.0, 0.0, 0.0] }
            }
            Self::Random | Self::Near | Self::Other => {
                Path { turn: random.rotation(), direction: random.direction() }
            }
            Self::Axis | Self::AxisNear => {
                let angle = match choice(random, 4) {
                    0.0 => 0.0,
                    1.0 => choice(random, 4) / 4.0,
                    2.0 => choice(random, 36) / 36.0,
                    _ => random.unit(),
                };
                let turn = Pose::rotation(axis(random), TAU * angle);
                let sign = 1.0 - 2.0 * choice(random, 2);
                Path { turn, direction: axis(random).map(|x| sign * x) }
            }
        }
    }
}

/// Equal parts of all sets of poses of B in A, `count` in sum. If B misses A in some directions,
/// there are fewer.
pub fn population(
    a: &Model,
    b: &Model,
    count: usize,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Vec<Pose>, PlacingError> {
    let [each, rest] = [count / PoseSet::ALL.len(), count % PoseSet::ALL.len()];
    let sets = PoseSet::ALL.iter().enumerate().map(|(place, set)| {
        let count = each + usize::from(place < rest);
        set.poses(a, b, count, seed, progress)
    });
    let sets: Vec<Vec<Pose>> = sets.collect::<Result<_, _>>()?;
    Ok(sets.into_iter().flatten().collect())
}

/// A whole number from zero on, below a bound.
fn choice(random: &mut Random, of: usize) -> f64 {
    (random.unit() * of as f64).floor()
}

fn axis(random: &mut Random) -> [f64; 3] {
    let axis = choice(random, 3) as usize;
    [0, 1, 2].map(|i| f64::from(u8::from(i == axis)))
}

/// A straight path of B away from A.
struct Path {
    turn: Pose,
    direction: [f64; 3],
}

/// What all paths of two models have in common.
struct Paths<'a> {
    models: [&'a Model; 2],
    centers: [[f64; 3]; 2],
    unit: f64,
    /// A distance of the centres at which nothing touches.
    far: f64,
}

impl<'a> Paths<'a> {
    fn new(a: &'a Model, b: &'a Model) -> Result<Self, PlacingError> {
        if [a, b].iter().any(|model| model.mesh().triangles().is_empty()) {
            return Err(PlacingError::Empty);
        }
        let [(center_a, half_a), (center_b, half_b)] = [a, b].map(|model| middle(model.mesh()));
        let longest = |half: [f64; 3]| half.into_iter().fold(0.0, f64::max);
        let radius = |half: [f64; 3]| half.iter().map(|x| x * x).sum::<f64>().sqrt();
        Ok(Self {
            models: [a, b],
            centers: [center_a, center_b],
            unit: 0.5 * (longest(half_a) + longest(half_b)),
            far: 1.1 * (radius(half_a) + radius(half_b)),
        })
    }

    /// The pose at which the centres have this distance.
    fn pose(&self, Path { turn, direction }: &Path, apart: f64) -> Pose {
        let [center_a, center_b] = [self.centers[0], turn.apply(self.centers[1])];
        let origin = [0, 1, 2].map(|i| center_a[i] - center_b[i] + apart * direction[i]);
        Pose::new(turn.matrix(), origin).expect("finite numbers and a rotation")
    }

    /// The distance of the centres at which B, coming from far away, first touches A.
    fn first_contact(&self, path: &Path, scratch: &mut Scratch) -> Option<f64> {
        let [a, b] = self.models;
        let pair = Pair::new(a, b).at(self.pose(path, self.far));
        let first = pair.first_contact_with(path.direction.map(|x| -x), f64::INFINITY, scratch)?;
        Some(self.far - first.time)
    }
}

/// The centre of a mesh's bounding box, and half its sides.
fn middle(mesh: &Mesh) -> ([f64; 3], [f64; 3]) {
    let [low, high] = mesh.bounds().unwrap_or_default();
    let at = |sign: f64| [0, 1, 2].map(|i| 0.5 * high[i] + sign * 0.5 * low[i]);
    (at(1.0), at(-1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use feeler_scenes::{Shape, unwatched};

    fn poses(set: PoseSet, count: usize) -> Vec<Pose> {
        let [a, b] = [Shape::Knot, Shape::Screw].map(|shape| Model::new(shape.mesh(500)));
        set.poses(&a, &b, count, 7, &unwatched).unwrap()
    }

    #[test]
    fn half_of_the_near_poses_touch() {
        let [a, b] = [Shape::Knot, Shape::Screw].map(|shape| Model::new(shape.mesh(500)));
        for set in [PoseSet::Near, PoseSet::AxisNear] {
            let poses = poses(set, 160);
            let touches = |pose: &&Pose| Pair::new(&a, &b).at(**pose).intersects();
            // 0.7 and 0.9 may be behind a part of the way that is free again.
            let [before, behind] = [&poses[40..80], &poses[80..]];
            assert!(before.iter().filter(touches).count() > 30, "{}", set.name());
            assert_eq!(behind.iter().filter(touches).count(), 0, "{}", set.name());
        }
    }

    #[test]
    fn turns_along_axes_keep_an_axis() {
        let keeps = |pose: &Pose| {
            let matrix = pose.matrix();
            (0..3).any(|i| (matrix[i][i] - 1.0).abs() < 1e-12)
        };
        for set in [PoseSet::Sweep, PoseSet::Axis, PoseSet::AxisNear] {
            assert!(poses(set, 80).iter().all(keeps), "{}", set.name());
        }
        assert!(!poses(PoseSet::Random, 80).iter().any(keeps));
    }

    #[test]
    fn the_sets_of_a_seed_differ() {
        let all: Vec<Pose> = PoseSet::ALL.iter().flat_map(|&set| poses(set, 1)).collect();
        assert!((0..6).all(|i| (0..i).all(|j| all[i] != all[j])), "{all:?}");
        assert_eq!(poses(PoseSet::Random, 9), poses(PoseSet::Random, 9));
    }
}
