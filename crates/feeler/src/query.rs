//! Questions: one file, one question.

mod contacts;
mod intersects;
mod leaves;

pub use contacts::Contact;
