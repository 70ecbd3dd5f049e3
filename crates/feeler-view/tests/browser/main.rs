//! Tests of the page in a real browser without a window. `web/test` drives the page and tells what it shows; these tests ask the library and compare.
//!
//! They need the page (`cargo xtask view` or `cargo xtask test` makes it), node and a browser of Chromium's family, and say so if one is missing.

mod back;
mod driver;
mod hostile;
mod looks;
mod lost;
mod microscope;
mod offline;
mod pace;
mod pair;
mod plain;
mod questions;
mod refusals;
mod robot;
mod socket;
mod state;
mod tree;
