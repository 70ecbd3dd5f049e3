//! The ways to answer "do they touch?": exactly, or probably and sooner.

use crate::adb::{Cells, Count, Overlap, Pretest, Query, Sizes};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The way that a setting answers a question. All modes but [`Exact`](Self::Exact) may give a wrong
/// answer, and know only whether meshes touch.
///
/// ```
/// use feeler_research::{Mode, Setting};
/// let setting = Setting { mode: Mode::Guided(0.05), ..Setting::default() };
/// assert_eq!((setting.name().as_str(), setting.mode.precision()), ("feeler obb guided 0.05", "probable"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Mode {
    /// Exact answers.
    #[default]
    Exact,
    /// The answer of [`Pair::guided`](feeler::Pair::guided), which is wrong with at most this
    /// probability.
    Guided(f64),
    /// The answer of the published method, [`adb`](crate::adb).
    Adb(Published),
}

/// The published method and its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The share of a cell that must be full for the cell to count. With 1 it is definition 2 of
    /// Klein and Zachmann (VRST 2003) to the letter; their definition 3 leaves it to be "suitably
    /// chosen".
    pub tau: f64,
    /// The smallest probability of two nodes that counts as a collision of the nodes.
    pub p_min: f64,
    /// The number of colliding pairs of nodes that count as a collision of the meshes.
    pub k_min: usize,
    /// The algorithm that counts cells.
    #[serde(default)]
    pub count: Counting,
    /// The variant of the traversal.
    #[serde(default)]
    pub traversal: Traversal,
}

/// The two algorithms that count cells (Klein and Zachmann, VMV 2003, section 3.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Counting {
    /// Counts cells by the nodes below: seconds instead of the minutes of clipping.
    #[default]
    Approximate,
    /// Counts cells by clipping every triangle.
    Exact,
}

/// A choice of the variants in [`Query`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Traversal {
    /// The variants that work: volumes are tested first, large nodes are flat, and the shared
    /// volume of boxes is a product of slabs.
    #[default]
    Pretested,
    /// The variants of the papers, as far as the papers tell.
    Printed,
}

impl Mode {
    /// The precision that a contender states for its answers.
    pub fn precision(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Guided(_) | Self::Adb(_) => PROBABLE,
        }
    }
}

/// The precision of answers that may be wrong.
pub const PROBABLE: &str = "probable";

impl fmt::Display for Mode {
    /// The suffix of a setting's name; empty for exact answers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => Ok(()),
            Self::Guided(eps) => write!(f, " guided {eps}"),
            Self::Adb(Published { tau, p_min, k_min, count, traversal }) => {
                write!(f, " adb {tau}/{p_min}/{k_min}")?;
                f.write_str(if *count == Counting::Exact { " exact-count" } else { "" })?;
                f.write_str(if *traversal == Traversal::Printed { " printed" } else { "" })
            }
        }
    }
}

impl Published {
    /// The options for counting cells.
    pub fn cells(self) -> Cells {
        let count = match self.count {
            Counting::Approximate => Count::Approximate,
            Counting::Exact => Count::Exact,
        };
        Cells { tau: self.tau as f32, count, ..Cells::default() }
    }

    /// The options of the query.
    pub fn query(self) -> Query<'static> {
        let printed = Query { p_min: self.p_min as f32, k_min: self.k_min, ..Query::default() };
        match self.traversal {
            Traversal::Printed => printed,
            Traversal::Pretested => Query {
                pretest: Pretest::Volumes,
                sizes: Sizes::Flat,
                overlap: Overlap::SlabProduct,
                ..printed
            },
        }
    }
}
