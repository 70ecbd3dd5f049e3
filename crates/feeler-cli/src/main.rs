//! The binary `feeler`.
fn main() {}
