//! The queries: one file for each question, and the parts that several questions share.
//!
//! - [`intersects`] and [`contacts`] find triangles that meet: [`touch`] begins their traversals, and
//!   [`leaves`] tests the triangles of a leaf pair;
//! - [`distance`] and [`within`] find triangles that are near: [`approach`] begins their traversals,
//!   [`near`] looks at the triangles of a leaf pair, [`measure`] compares two triangles, and [`far`]
//!   searches meshes so far apart that trees do not help;
//! - [`guided`] tells whether triangles meet, by a proof or as a probability; [`crowd`] does so for
//!   many pairs in one budget, and [`suspect`] tells where it would look next;
//! - [`first_contact`] finds how far B can move before it touches A;
//! - [`scratch`] is the working memory of a query, and [`memory`] is what a query leaves for the next;
//! - [`question`] is a question as a value; [`batch`] asks one question at many poses on all cores,
//!   and [`parallel`] runs one large query on all cores.

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
mod suspect;
mod touch;
mod within;

pub use crowd::{Crowd, guided_all};
pub use distance::{Distance, Search, Ties};
pub use first_contact::FirstContact;
pub use guided::Verdict;
pub use question::{Answer, Question};
pub use scratch::Scratch;
pub use suspect::Suspect;
