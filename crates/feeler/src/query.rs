//! Questions: one file, one question.
//!
//! - [`intersects`] and [`contacts`] ask for triangles that meet; [`leaves`] looks at those of two leaves;
//! - [`distance`] and [`within`] ask for triangles that are near; [`measure`] compares two triangles, [`near`] looks at those of two leaves, [`far`] at meshes so far apart that
//!   trees do not help. [`touch`] and [`approach`] begin the traversals;
//! - [`guided`] asks whether triangles meet, and is content with a probability; [`crowd`] asks that about many pairs in one budget;
//! - [`first_contact`] asks how far B can move before it touches A;
//! - [`scratch`] is what queries need while they run, [`memory`] what they leave for the next one;
//! - [`question`] is any of them as a value; [`batch`] asks one at many poses, [`parallel`] one large one, on all cores.

mod approach;
mod batch;
mod contacts;
mod crowd;
mod distance;
mod far;
mod first_contact;
mod guided;
mod intersects;
mod leaves;
mod measure;
mod memory;
mod near;
mod parallel;
mod question;
mod scratch;
mod touch;
mod within;

pub use crowd::{Crowd, guided_all};
pub use distance::{Distance, Search, Ties};
pub use first_contact::FirstContact;
pub use guided::Verdict;
pub use question::{Answer, Question};
pub use scratch::Scratch;
