//! A benchmark of collision queries: feeler and its rivals on the same meshes and poses, with every
//! answer checked.
//!
//! - [`Scene`]: what is measured, a TOML file; [`preset`]: the scenes that come with feeler;
//! - [`run()`]: runs every contender in turns, and records pass by pass;
//! - [`peer`]: the rivals, each a separate program that is asked over a pipe;
//! - [`record`]: the files of a run;
//! - [`summary()`] and [`compare()`]: the results of one run and of two runs;
//! - [`plot`]: a plot as SVG;
//! - [`report`]: the run as one HTML file;
//! - [`worlds`]: many objects, frame by frame;
//! - [`statistics`]: summaries of many numbers.

mod compare;
mod contender;
mod error;
mod files;
mod form;
mod level;
pub mod peer;
pub mod plot;
mod poses;
mod preset;
mod published;
mod question;
pub mod record;
mod recording;
pub mod report;
pub mod run;
mod scene;
pub mod statistics;
mod subject;
mod summary;
mod truth;
pub mod worlds;

pub use compare::{Change, NOISE, Trend, compare};
pub use error::Error;
pub use files::Files;
pub use form::Form;
pub use level::{Level, Pace};
pub use poses::{Generator, Situation};
pub use preset::{preset, presets};
pub use question::Question;
pub use recording::{Drift, Frame, Placed, Recording};
pub use run::run;
pub use scene::Scene;
pub use subject::answer;
pub use summary::{SceneSummary, Summary, summary};
pub use truth::{TOLERANCE, Truth, Verdict};
