//! The experiments that compare feeler with the papers behind it, and its settings with each other.
//!
//! - [`adb`]: average-distribution trees as published, a reference for guided queries;
//! - [`corpus`], [`study`], [`Training`]: how a [`Calibration`](feeler::Calibration) is made;
//! - [`PoseSet`]: the poses for which it is made;
//! - [`examine`], [`Trial`], [`Reliability`], [`Sides`]: how good a calibration is;
//! - [`Costs`]: the cost model `T = Nv*Cv + Np*Cp + Nu*Cu + Cb`, measured on real queries;
//! - [`Setting`]: one way to build models and to query them, with its written form;
//! - [`Mode`]: whether answers are exact, or probable and sooner; [`Published`] has every option of
//!   the published method, and a [`Limit`] is a budget as it is typed;
//! - [`LevelShapes`]: which shapes a hybrid tree has at which level;
//! - [`explain()`]: which setting is fast for two meshes.
//!
//! ```
//! use feeler::{Model, Pair, Question, Scratch};
//! use feeler_research::Costs;
//! use feeler_scenes::{Shape, sweep};
//! let knot = Model::new(Shape::Knot.mesh(1_000));
//! let poses: Vec<_> = sweep(0.5..=2.0, 3, 3).into_iter().map(|placed| placed.pose).collect();
//! let costs = Costs::of(&Pair::new(&knot, &knot), Question::Intersects, &poses, &mut Scratch::new());
//! println!("{:.0} ns a query, {:.0} % of it in tests", costs.time, 100.0 * costs.explained());
//! ```

pub mod adb;
mod corpus;
mod costs;
mod explain;
mod limit;
mod mode;
mod models;
mod population;
mod promise;
mod published;
mod reliability;
mod setting;
mod shapes;
mod study;
mod text;
mod training;
mod trial;

pub use corpus::corpus;
pub use costs::Costs;
pub use explain::{Candidate, Confirmed, Explanation, Finding, Times, Tried, explain};
pub use limit::{Limit, parse_time};
pub use mode::{Mode, PROBABLE};
pub use models::Models;
pub use population::{PoseSet, population};
pub use promise::{Kept, Sides, Tally};
pub use published::{Counting, Published, Traversal};
pub use reliability::Reliability;
pub use setting::{SCHEDULES, Setting, SettingError, Written, rule, schedule, schedule_name};
pub use shapes::LevelShapes;
pub use study::{examine, examine_pair, study, study_pair};
pub use training::Training;
pub use trial::{After, Trial};
