//! A contact of two meshes.

use std::fmt;

/// Two triangles that meet: their indices in the meshes A and B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Contact {
    /// The triangle of A.
    pub a: u32,
    /// The triangle of B.
    pub b: u32,
}

/// `triangle 3 of A and triangle 5 of B`.
impl fmt::Display for Contact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "triangle {} of A and triangle {} of B", self.a, self.b)
    }
}
