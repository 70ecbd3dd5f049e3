//! The nearest points of two meshes.

use crate::Pose;
use crate::point::Written;
use crate::triangle::TriangleDistance;
use std::fmt;

/// Two triangles with their distance, and a point of each that is as near to the other triangle.
///
/// The points are rounded to f64, so their own distance may differ from `distance` by a rounding of
/// the coordinates. `distance` is more accurate, and it is zero if and only if the triangles touch;
/// then the points are equal.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Closest {
    /// The distance of the two triangles.
    pub distance: f64,
    /// The point on A, in A's frame.
    pub on_a: [f64; 3],
    /// The point on B, in A's frame too; see [`Closest::seen`].
    pub on_b: [f64; 3],
    /// The triangle of A and the triangle of B.
    pub triangles: [u32; 2],
}

impl Closest {
    pub(crate) fn new(triangles: [u32; 2], nearest: TriangleDistance) -> Self {
        let TriangleDistance { distance, on_a, on_b } = nearest;
        Self { distance, on_a, on_b, triangles }
    }

    /// The same points in another frame, given the pose of A in that frame: `seen(&pose.inverse())`
    /// is in B's frame, `seen(&a_in_world)` in the world's.
    ///
    /// ```
    /// use feeler::{Mesh, Model, Pair, Pose};
    /// let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let model = Model::new(mesh);
    /// let (a_in_world, b_in_world) = (Pose::translation([7.0, 0.0, 0.0]), Pose::translation([7.0, 0.0, 3.0]));
    /// let pair = Pair::new(&model, &model).at(Pose::relative(&a_in_world, &b_in_world));
    /// let closest = pair.distance().expect("both have triangles");
    /// assert_eq!((closest.on_a, closest.on_b), ([0.0; 3], [0.0, 0.0, 3.0]));
    /// assert_eq!(closest.to_string(), "3 from (0, 0, 0) on triangle 0 of A to (0, 0, 3) on triangle 0 of B");
    /// assert_eq!(closest.seen(&a_in_world).on_b, [7.0, 0.0, 3.0]);
    /// assert_eq!(closest.seen(&pair.pose().inverse()).on_b, [0.0, 0.0, 0.0]);
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    #[must_use]
    pub fn seen(&self, a: &Pose) -> Self {
        Self { on_a: a.apply(self.on_a), on_b: a.apply(self.on_b), ..*self }
    }
}

/// `0.25 from (0, 0, 0) on triangle 3 of A to (0, 0, 0.25) on triangle 5 of B`, with the precision of the formatter.
impl fmt::Display for Closest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.triangles;
        self.distance.fmt(f)?;
        write!(f, " from ")?;
        Written(self.on_a).fmt(f)?;
        write!(f, " on triangle {a} of A to ")?;
        Written(self.on_b).fmt(f)?;
        write!(f, " on triangle {b} of B")
    }
}
