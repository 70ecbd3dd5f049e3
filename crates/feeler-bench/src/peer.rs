//! The rivals: other libraries, each behind a small adapter program under `peers/` that runs in its
//! own process.
//!
//! A crash or a hang of a rival is a value here, with the pose where it happened, and its process
//! is always ended. The protocol between adapter and driver is described in `peers/README.md`.
//!
//! - [`Peers`]: the rivals that are known, and those that are built here;
//! - [`Case`]: two meshes and poses, written once for all rivals;
//! - [`Run`]: one rival at work on one case;
//! - [`WorldCase`], [`WorldRun`]: the same for a world of many objects;
//! - [`PeerError`]: all errors of a rival.
//!
//! ```no_run
//! use feeler::{Mesh, Pose};
//! use feeler_bench::peer::{Ask, Case, Limits, Peers};
//!
//! let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
//! let case = Case::new(&triangle, &triangle, &[Pose::translation([0.0, 0.0, 2.0])])?;
//! let mut run = Peers::find().get("fcl")?.start(&case, Ask::Distance, Limits::default())?;
//! for answered in run.pass()? {
//!     println!("{:?} in {} ns", answered.answer, answered.ns);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod case;
mod error;
mod known;
mod run;
mod wire;
mod world;

pub use answer::{Answer, Answered, Ask, Ready};
pub use case::Case;
pub use error::PeerError;
pub use known::{Peer, Peers};
pub use run::{Limits, Run};
pub use world::{Played, PlayedEnd, PlayedFrame, WorldCase, WorldReady, WorldRun};
