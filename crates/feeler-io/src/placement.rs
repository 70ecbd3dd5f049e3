//! The placement of an instance.

/// An affine map, three rows of four: `x' = m[0][0] x + m[0][1] y + m[0][2] z + m[0][3]`, in f64.
///
/// Files may scale, mirror and shear, so this is more than a [`feeler::Pose`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement(pub [[f64; 4]; 3]);

impl Placement {
    /// The placement that changes nothing.
    pub const IDENTITY: Self =
        Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);

    /// The image of a point. Each operation is rounded once, and the identity changes no bit.
    pub fn apply(&self, point: [f64; 3]) -> [f64; 3] {
        if *self == Self::IDENTITY {
            return point; // a sum with zeros would turn -0 into 0
        }
        let [x, y, z] = point;
        self.0.map(|[a, b, c, d]| a * x + b * y + c * z + d)
    }

    /// The combined placement of a child whose parent has this placement.
    pub(crate) fn of_child(&self, child: &Self) -> Self {
        if *self == Self::IDENTITY {
            return *child;
        }
        let [p, q, r] = child.0;
        Self(self.0.map(|[a, b, c, d]| {
            let column = |j: usize| a * p[j] + b * q[j] + c * r[j];
            [column(0), column(1), column(2), column(3) + d]
        }))
    }

    /// Whether points with absolute coordinates of at most `size` stay within `limit`.
    pub(crate) fn keeps_within(&self, limit: f64, size: f64) -> bool {
        self.0
            .iter()
            .all(|[a, b, c, d]| a.abs() * size + b.abs() * size + c.abs() * size + d.abs() <= limit)
    }
}

impl Default for Placement {
    fn default() -> Self {
        Self::IDENTITY
    }
}
