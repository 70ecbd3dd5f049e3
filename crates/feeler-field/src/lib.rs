//! Signed distance fields and offset surfaces of any triangle mesh, open and broken ones too.
//!
//! - [`Solid`]: a mesh that has an inside; the exact signed distance of any point, and the deepest one ([`Solid::deepest`]);
//! - [`Field`]: signed distances on a [`Grid`], all of them or some bands, and the surface at a level ([`Field::surface`]);
//! - [`Offsets`]: offset surfaces by resolution or error bound, polished or not, with their true [`Deviation`].
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
//! Distances are those of [`feeler`], through its trees. Everything is computed in parallel, and has the same bits for any number of threads.
//! Nothing is printed; who waits can be told how much is done, and may say stop ([`Progress`]).

mod deepest;
mod deviation;
mod error;
mod field;
mod grid;
mod offset;
mod orient;
mod polish;
mod progress;
mod rim;
mod solid;
mod surface;
mod vector;
mod winding;

pub use deepest::Deepest;
pub use deviation::{Deviation, Spread};
pub use error::FieldError;
pub use field::{Field, Sampling};
pub use grid::Grid;
pub use offset::{Fineness, Offset, Offsets};
pub use progress::{Parts, Progress, unwatched};
pub use solid::{Nearest, Probe, Solid};
