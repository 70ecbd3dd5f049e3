//! The inner parts of a model: its tree, the tests of its volumes, and records of traversals.
//!
//! This module is for programs that study trees and compare traversals. `feeler-research` is built
//! on it, with the average-distribution trees of Klein and Zachmann (VRST 2003) and the cost model of
//! Kavan and Havran. No query needs this module, and it changes with the engine.
//!
#![doc = include_str!("../docs/tree.svg")]
//!
//! ```
//! use feeler::inside::Tree;
//! use feeler::{Mesh, Model};
//! let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
//! let model = Model::new(mesh);
//! let tree = model.tree();
//! assert!(tree.child(Tree::ROOT).is_leaf());
//! assert_eq!(tree.triangles(Tree::ROOT).collect::<Vec<u32>>(), [0]);
//! # Ok::<(), feeler::MeshError>(())
//! ```

pub use crate::buckets::Buckets;
pub use crate::budget::Clock;
pub use crate::calibration::{Evidence, Outset, WEIGHTS};
pub use crate::geometry::cube::DIRECTIONS as CUBE_DIRECTIONS;
pub use crate::geometry::vector;
pub use crate::kernel::Step;
pub use crate::traverse::trace::{Trace, Traversal};
pub use crate::traverse::{Probe, Queue};
pub use crate::tree::{Child, Tree};
pub use crate::volume::{Cuboid, Outline};
