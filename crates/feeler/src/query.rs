//! Questions: one file, one question.
//!
//! - [`intersects`] and [`contacts`] ask for triangles that meet; [`leaves`] looks at those of two leaves;
//! - [`distance`] and [`within`] ask for triangles that are near; [`measure`] compares two triangles, [`near`] looks at those of two leaves, [`far`] at meshes so far apart that
//!   trees do not help. [`closest`] is what both give;
//! - [`guided`] asks whether triangles meet, and is content with a probability; [`crowd`] asks that about many pairs in one budget;
//! - [`first_contact`] asks how far B can move before it touches A;
//! - [`question`] is any of them as a value; [`batch`] asks one at many poses, [`parallel`] one large one, on all cores.

mod batch;
mod closest;
mod contacts;
mod crowd;
mod distance;
pub(crate) mod far;
pub(crate) mod first_contact;
pub(crate) mod guided;
mod intersects;
pub(crate) mod leaves;
pub(crate) mod measure;
pub(crate) mod near;
mod parallel;
mod question;
mod within;

pub use closest::Closest;
pub use contacts::Contact;
pub use crowd::{Crowd, guided_all};
pub use distance::{Distance, Search, Ties};
pub use first_contact::FirstContact;
pub use guided::Verdict;
pub use question::{Answer, Question};
