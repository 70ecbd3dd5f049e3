//! Average-distribution trees, as published: collision by probability, for those who want to compare.
//!
//! Klein and Zachmann describe them in *Time-Critical Collision Detection Using an Average-Case Approach* (VRST 2003, here called 000) and *ADB-Trees:
//! Controlling the Error of Time-Critical Collision Detection* (VMV 2003, here 002). Each node of a tree knows in how many cells of its
//! box there is enough of the surface to collide. Where two nodes overlap, the numbers of cells give a probability that their polygons meet; the
//! likeliest pairs are opened first, and `k_min` pairs with a probability of `p_min` are a collision. No triangle is ever looked at.
//!
//! **This is a reference, not a recommendation.** Answers are guesses, and [`Pair::intersects`](feeler::Pair::intersects) is exact.
//! With `tau` = 1, as printed, hardly anything is ever found; see [`Cells`].
//!
//! - [`Cells`] says what is counted, [`Adb`] counts it for a model, over any volume, arity and builder;
//! - [`Overlap`] estimates shared volumes, [`Sizes`] and [`Few`] settle what the papers leave open;
//! - [`Bins`] is the theory, [`FullTable`] and [`SmallTable`] hold it, [`Chance`] picks one;
//! - [`Query`] runs, and gives a [`Verdict`].

mod bins;
mod cells;
mod chance;
mod clip;
mod full_table;
mod gather;
mod overlap;
mod parameters;
mod polytope;
mod query;
mod region;
mod small_table;
#[cfg(test)]
mod tests;
mod tree;

pub use bins::{Bins, MOST};
pub use cells::{Cells, Count};
pub use chance::{Chance, Parameters};
pub use full_table::{FullTable, TableError};
pub use overlap::Overlap;
pub use parameters::{Few, Sizes};
pub use query::{Memory, NodePair, Pretest, Query, Verdict};
pub use region::Regions;
pub use small_table::SmallTable;
pub use tree::{Adb, NodeBytes};
