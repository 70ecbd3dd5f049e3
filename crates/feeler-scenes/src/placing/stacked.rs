//! Parts that lie on each other, or nearly.

use super::extent::Extent;
use super::{Placed, PlacingError};
use crate::Random;
use feeler::{Mesh, Pose};
use std::f64::consts::TAU;

/// Which way is up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Along x.
    X,
    /// Along y.
    Y,
    /// Along z.
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

/// B on top of A, with given gaps between their boxes: flat faces that are parallel or lie in each other, as in assemblies from CAD.
///
/// The lower end of B's bounding box is the gap above the upper end of A's, up to rounding. For every gap the first pose is the plain
/// one, B unturned with its box in the middle over that of A; in all others B is turned about the axis and shifted sideways at random.
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
/// `prescribed` and `achieved` are the gap between the boxes. It is the distance of the meshes only if both have points that face each other at
/// these ends, as flat faces do; two spheres that are shifted sideways are further apart. A gap below 0 presses B into A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StackedPoses {
    /// Which way is up.
    pub axis: Axis,
    /// How many poses for each gap.
    pub poses: usize,
    /// How far B is shifted at most along both other axes, in longest sides of A's box. With 0 all poses are on one axis.
    pub shift: f64,
    /// Where randomness starts.
    pub seed: u64,
}

impl Default for StackedPoses {
    /// Four poses, up along z, shifted by up to a tenth.
    fn default() -> Self {
        Self { axis: Axis::Z, poses: 4, shift: 0.1, seed: 1 }
    }
}

impl StackedPoses {
    /// The poses of all gaps, one gap after the other; each gap has turns and shifts of its own.
    pub fn place(&self, a: &Mesh, b: &Mesh, gaps: &[f64]) -> Result<Vec<Placed>, PlacingError> {
        let (below, above) = (Extent::of(a)?, Extent::of(b)?);
        let (center_a, center_b, up) = (below.center(), above.center(), self.axis as usize);
        let place = |gap: f64, turn: &Pose, shift: [f64; 3]| {
            let turned = turn.apply(center_b);
            let mut origin = [0, 1, 2].map(|i| center_a[i] + shift[i] - turned[i]);
            // A turn about the axis leaves heights as they are, to the bit.
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
