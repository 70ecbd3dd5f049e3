//! Questions: one file, one question.

mod contacts;
mod intersects;
pub(crate) mod leaves;

pub use contacts::Contact;
