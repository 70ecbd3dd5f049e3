//! What README and CI call.
fn main() {}
