//! Signed distance fields and offset surfaces of any triangle mesh, including open and broken ones.
//!
//! - [`Solid`]: a mesh that has an inside; the exact signed distance of any point, and the deepest
//!   point inside ([`Solid::deepest`]);
//! - [`Boundary`]: the surface of a solid: whether a point is inside, exactly for closed meshes; is
//!   it closed, does it meet itself, its volume, area and components;
//! - [`Relation`]: how two solids lie to each other: apart, touching, crossing, one inside of the
//!   other, or the same;
//! - [`Depth`]: how far one solid must move to be free of another, with proven bounds;
//! - [`Curve`]: the curves along which two surfaces cross;
//! - [`FlatPatch`]: where faces of two surfaces lie on each other;
//! - [`Region`]: what of two surfaces meets in one place, with its normal, depth and a few points that stand for it;
//! - [`Overlap`]: the volume that two solids share;
//! - [`Field`]: signed distances on a [`Grid`], everywhere or in some bands, and the surface at a
//!   level ([`Field::surface`]);
//! - [`Offsets`]: offset surfaces with a given resolution or error bound, polished or not, with
//!   their true [`Deviation`].
//!
//! ```
//! use feeler_field::{Fineness, Offsets, Solid, unwatched};
//!
//! let ball = Solid::new(feeler_scenes::shape::sphere(2000))?;
//! let options = Offsets { fineness: Fineness::Error(0.01), polish: true, ..Offsets::default() };
//! let inner = options.at(&ball, -0.25, &unwatched)?;
//! assert!(inner.deviation.max() <= 0.01);
//! println!("{} triangles", inner.surface.triangles().len());
//! # Ok::<(), feeler_field::FieldError>(())
//! ```
//!
//! Distances are computed by [`feeler`] with its trees. All computations are parallel, and their
//! results have the same bits for any number of threads. Nothing is printed; callers can follow and
//! stop long computations ([`Progress`]).

mod boundary;
mod crossing;
mod cube;
mod curves;
mod deepest;
mod depth;
mod deviation;
mod edges;
mod error;
mod exact;
mod field;
mod grid;
mod offset;
mod orient;
mod overlap;
mod patches;
mod polish;
mod progress;
mod region;
mod relation;
mod rim;
mod solid;
mod surface;
mod winding;

pub use boundary::{Boundary, Hole, Located, Position};
pub use curves::Curve;
pub use deepest::Deepest;
pub use depth::{Body, Depth, DepthSearch, Proof, Ways};
pub use deviation::{Deviation, Spread};
pub use error::FieldError;
pub use field::{Field, Sampling};
pub use grid::Grid;
pub use offset::{Fineness, Offset, Offsets};
pub use overlap::{Overlap, OverlapError};
pub use patches::FlatPatch;
pub use progress::{Parts, Progress, unwatched};
pub use region::Region;
pub use relation::{Related, Relation, Shares};
pub use solid::{Nearest, Probe, Solid};

/// The README is compiled as a test of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
