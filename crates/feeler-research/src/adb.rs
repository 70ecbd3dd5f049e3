//! Average-distribution trees, as published: collision detection by probability, for comparison.
//!
//! Klein and Zachmann describe these trees in *Time-Critical Collision Detection Using an
//! Average-Case Approach* (VRST 2003) and in *ADB-Trees: Controlling the Error of Time-Critical
//! Collision Detection* (VMV 2003). Each node of a tree knows in how many cells of its box there is
//! enough of the surface to collide. If two nodes overlap, the numbers of cells give a probability
//! that their polygons meet. The pairs with the highest probability are opened first, and `k_min`
//! pairs with a probability of at least `p_min` count as a collision. The method never looks at a
//! triangle.
//!
//! **This is a reference, not a recommendation.** Its answers are guesses, and
//! [`Pair::intersects`](feeler::Pair::intersects) is exact. With `tau` = 1, as printed, hardly any
//! collision is ever found; see [`Cells`].
//!
//! - [`Cells`] says what is counted, [`Adb`] counts it for a model, over any volume, arity and
//!   builder;
//! - [`Overlap`] estimates shared volumes, [`Sizes`] and [`Few`] settle what the papers leave open;
//! - [`Bins`] is the theory, [`FullTable`] and [`SmallTable`] store its probabilities, [`Chance`]
//!   picks one way to compute them, [`Table`] by name;
//! - [`Query`] runs, and gives a [`Verdict`]; a [`Contest`] asks it beside exact queries.

mod bins;
mod cells;
mod chance;
mod clip;
mod comparison;
mod counts;
mod domain;
mod dop_share;
mod flatness;
mod full_table;
mod gather;
mod name;
mod overlap;
mod parameters;
mod polytope;
mod query;
mod region;
mod small_table;
mod table;
#[cfg(test)]
mod tests;
mod tree;

pub use bins::{Bins, MOST};
pub use cells::{Cells, Count};
pub use chance::{Chance, Parameters};
pub use comparison::{Comparison, Contest};
pub use domain::Domain;
pub use full_table::{FullTable, TableError};
pub use name::UnknownName;
pub use overlap::Overlap;
pub use parameters::{Few, Sizes};
pub use query::{InCell, Memory, NodePair, Pretest, Query, Verdict};
pub use region::Regions;
pub use small_table::SmallTable;
pub use table::Table;
pub use tree::{Adb, NodeBytes};
