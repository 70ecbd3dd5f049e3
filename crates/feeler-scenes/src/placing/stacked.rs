//! Poses of parts that lie on each other, or nearly.

use super::extent::Extent;
use super::{Placed, PlacingError};
use crate::Random;
use feeler::{Mesh, Pose};
use std::f64::consts::TAU;

/// A coordinate axis that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Axis {
    /// The x axis.
    X,
    /// The y axis.
    Y,
    /// The z axis.
    #[default]
    Z,
}

impl Axis {
    fn direction(self) -> [f64; 3] {
        let mut direction = [0.0; 3];
        direction[self as usize] = 1.0;
        direction
    }
}

/// Poses with B on top of A and given gaps between their boxes: flat faces that are parallel or
/// coincide, as in assemblies from CAD.
///
/// The lower end of B's bounding box is above the upper end of A's by the gap, up to rounding. For
/// every gap the first pose does not rotate B, and its box is centred above that of A; all other
/// poses rotate B about the axis and shift it sideways at random.
///
/// ```
/// use feeler::{Model, Pair};
/// use feeler_scenes::{Shape, StackedPoses};
/// let cube = Model::new(Shape::Box.mesh(12));
/// let options = StackedPoses { poses: 3, ..Default::default() };
/// let poses = options.place(cube.mesh(), cube.mesh(), &[0.25, 0.0])?;
/// assert_eq!((poses.len(), poses[0].pose.origin()), (6, [0.0, 0.0, 2.25]));
/// for placed in poses {
///     let closest = Pair::new(&cube, &cube).at(placed.pose).distance().unwrap();
///     assert!((closest.distance - placed.prescribed).abs() < 1e-12);
/// }
/// # Ok::<(), feeler_scenes::PlacingError>(())
/// ```
///
/// `prescribed` and `achieved` are the gap between the boxes. It is the distance of the meshes only
/// if both have points at these ends that face each other, as flat faces do; two spheres that are
/// shifted sideways are further apart. A negative gap presses B into A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StackedPoses {
    /// The axis that points up.
    pub axis: Axis,
    /// The number of poses for each gap.
    pub poses: usize,
    /// The largest shift of B along both other axes, as a multiple of the longest side of A's box.
    /// With 0 all poses are on one axis.
    pub shift: f64,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for StackedPoses {
    /// Four poses, stacked along z, shifted by up to a tenth.
    fn default() -> Self {
        Self { axis: Axis::Z, poses: 4, shift: 0.1, seed: 1 }
    }
}

impl StackedPoses {
    /// The poses of all gaps, one gap after the other; each gap has its own rotations and shifts.
    pub fn place(&self, a: &Mesh, b: &Mesh, gaps: &[f64]) -> Result<Vec<Placed>, PlacingError> {
        let (below, above) = (Extent::of(a)?, Extent::of(b)?);
        let (center_a, center_b, up) = (below.center(), above.center(), self.axis as usize);
        let place = |gap: f64, turn: &Pose, shift: [f64; 3]| {
            let turned = turn.apply(center_b);
            let mut origin = [0, 1, 2].map(|i| center_a[i] + shift[i] - turned[i]);
            // A rotation about the axis changes no height, to the bit.
            origin[up] = below.high[up] + gap - above.low[up];
            match Pose::new(turn.matrix(), origin) {
                Ok(pose) => Ok(Placed::exactly(gap, pose)),
                Err(_) => {
                    let reason =
                        format!("no pose has a gap of {gap} and a shift of {}", self.shift);
                    Err(PlacingError::Option { reason })
                }
            }
        };
        let mut random = Random::new(self.seed);
        let mut poses = Vec::with_capacity(gaps.len() * self.poses);
        for &gap in gaps {
            for i in 0..self.poses {
                poses.push(if i == 0 {
                    place(gap, &Pose::IDENTITY, [0.0; 3])?
                } else {
                    let turn = Pose::rotation(self.axis.direction(), random.between(0.0, TAU));
                    let most = self.shift * below.size();
                    place(gap, &turn, [0; 3].map(|_| random.between(-most, most)))?
                });
            }
        }
        Ok(poses)
    }
}
