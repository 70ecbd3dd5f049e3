//! A contact of two meshes.

/// Two triangles that meet: their indices in the meshes A and B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Contact {
    /// The triangle of A.
    pub a: u32,
    /// The triangle of B.
    pub b: u32,
}
