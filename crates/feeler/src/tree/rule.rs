//! The rule by which a tree is built.

use std::fmt;

/// The rule by which triangles are grouped.
///
/// Every rule gives the same answers to every query; rules differ only in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Rule {
    /// Divides by the surface-area heuristic over 16 bins: the best trees for little time.
    #[default]
    Sah,
    /// Divides at the middle of the longest side.
    Middle,
    /// Divides into two halves with the same number of triangles.
    Median,
    /// Divides at the mean along the principal axis.
    Mean,
    /// Divides so that the two boxes have the least volume: the rule of the restricted boxtree
    /// (Zachmann 2002), which ADB trees use (Klein and Zachmann, VRST 2003).
    Boxtree,
    /// Divides by the cells of an octree.
    Octree,
    /// Builds from the bottom: merges neighbours.
    Merge,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 7] = [
        Self::Sah,
        Self::Middle,
        Self::Median,
        Self::Mean,
        Self::Boxtree,
        Self::Octree,
        Self::Merge,
    ];

    /// The name as it is written on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sah => "sah",
            Self::Middle => "middle",
            Self::Median => "median",
            Self::Mean => "mean",
            Self::Boxtree => "boxtree",
            Self::Octree => "octree",
            Self::Merge => "merge",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
