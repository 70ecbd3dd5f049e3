//! Exact collision and proximity between triangle meshes.
//!
//! A [`Mesh`] becomes a [`Model`], which owns its tree. Two models, with B at a [`Pose`] in A's frame, are a [`Pair`], and a pair answers questions:
//!
//! | question | method of [`Pair`], or function | answer |
//! |---|---|---|
//! | Do the meshes touch? | [`intersects`](Pair::intersects), [`any_contact`](Pair::any_contact) | `bool`, a [`Contact`] |
//! | Which triangles touch, and where? | [`contacts`](Pair::contacts), [`first_contacts`](Pair::first_contacts), [`count_contacts`](Pair::count_contacts), [`section`](Pair::section) | every [`Contact`] in order, the first n, their number; the points that two triangles share |
//! | How far apart are they? | [`distance`](Pair::distance) | [`Closest`]: the distance and its two points |
//! | Is anything within a distance? What? | [`within`](Pair::within), [`any_within_with`](Pair::any_within_with), [`all_within`](Pair::all_within) | `bool`, any [`Closest`], every [`Closest`] |
//! | How far can B move before it touches A? | [`first_contact`](Pair::first_contact) | [`FirstContact`] |
//! | How far apart, within a budget or an error? | [`distance_with`](Pair::distance_with) a [`Search`] | [`Distance`]: a proven interval |
//! | Do they touch, within a budget? | [`guided`](Pair::guided), [`resume_with`](Pair::resume_with), [`guided_all`] | [`Verdict`]: a proof, or a probability |
//! | Where, if that is not proved? | [`suspect`](Pair::suspect) | [`Suspect`]: two volumes and a point, an estimate |
//! | Any of these at many poses? | [`batch`](Pair::batch) | an [`Answer`] for each pose, on all cores |
//! | Contacts or distance of two huge meshes? | [`contacts_parallel`](Pair::contacts_parallel), [`distance_parallel`](Pair::distance_parallel) | the same, on all cores |
//!
//! Most questions have a twin that takes a [`Scratch`], such as [`intersects_with`](Pair::intersects_with). A scratch that is kept from query to query saves
//! all allocation, and knows the [`Effort`] of the last query. [`triangle`] answers such questions for two triangles; [`inside`] is for programs that study
//! trees.
//!
//! ```
//! use feeler::{Mesh, Model, Pair, Pose};
//!
//! let square = || {
//!     let vertices = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
//!     Mesh::new(vertices, vec![[0, 1, 2], [0, 2, 3]])
//! };
//! let floor = Model::new(square()?);
//! let plate = Model::new(square()?);
//! let pair = Pair::new(&floor, &plate);
//!
//! assert!(pair.at(Pose::translation([0.5, 0.5, 0.0])).intersects());
//! assert!(!pair.at(Pose::translation([0.5, 0.5, 1e-9])).intersects());
//! assert_eq!(pair.at(Pose::rotation([1.0, 0.0, 0.0], 1.0)).contacts().len(), 4); // by 1 radian about x
//! let closest = pair.at(Pose::translation([3.0, 0.0, 0.0])).distance().expect("both have triangles");
//! assert_eq!((closest.distance, closest.on_a[0], closest.on_b[0]), (2.0, 1.0, 3.0));
//! # Ok::<(), feeler::MeshError>(())
//! ```
//!
//! The answers are exact for the given f64 numbers, whatever the meshes look like inside, and the same for every [`Volume`], [`Rule`], [`Arity`],
//! [`Schedule`], number of threads and set of [`Instructions`]: these change how long a query takes, and nothing else.
//!
//! # What a model is made of
//!
//! A model keeps its mesh in f64. For fast tests it also has the mesh in *unit coordinates* between -1 and 1, a tree whose nodes stand at numbered *slots*,
//! and *packets* of eight volumes or eight triangles in f32.
//!
#![doc = include_str!("../docs/data.svg")]
//!
//! # The contract
//!
//! - A [`Mesh`] is a triangle soup; nothing is required of it but finite coordinates and valid indices. A triangle without area is the
//!   segment or the point that it covers.
//! - B's posed vertices are [`Pose::apply`] of its vertices: numbers in f64. Answers are exact for these numbers. Touching counts.
//! - Distances are right to a few units in the last place of the coordinates, and zero if and only if the meshes touch.
//! - Queries do not fail, and do not allocate once their [`Scratch`] is warm. Errors belong to input.

//!
//! # Features
//!
//! None is needed, and none changes an answer.
//!
//! | feature | what it gives |
//! |---|---|
//! | `glam` | its vectors are [`Point`]s; a [`Pose`] from and to `DAffine3`, `DMat4` and `(DQuat, DVec3)`, and from their twins of f32 |
//! | `nalgebra` | its points and vectors are [`Point`]s; a [`Pose`] from and to `Isometry3`, `IsometryMatrix3` and `Matrix4` |
//! | `mint` | its points and vectors are [`Point`]s; a [`Pose`] from and to `RowMatrix4` and `ColumnMatrix4` |
//! | `serde` | reads and writes poses (checked as by [`Pose::new`]), contacts, answers and settings; `serde_json` needs its feature `float_roundtrip` to read the same bits |
//!
//! A pose becomes another type by `into()`, and another type becomes a pose by `try_into()`: it may not be rigid. A matrix
//! of f32 becomes the [nearest](Pose::nearest) pose.
//!
#![cfg_attr(all(feature = "glam", feature = "nalgebra"), doc = "```")]
#![cfg_attr(not(all(feature = "glam", feature = "nalgebra")), doc = "```ignore")]
//! use feeler::{Mesh, Model, Pair, Pose};
//!
//! let model = Model::new(Mesh::from_points([glam::Vec3::ZERO, glam::Vec3::X, glam::Vec3::Y], &[[0, 1, 2]])?);
//! let above = Pose::try_from(nalgebra::Isometry3::translation(0.0, 0.0, 2.0))?;
//! let closest = Pair::new(&model, &model).at(above).distance().expect("neither is empty");
//! assert_eq!(glam::DVec3::from(closest.on_b) - glam::DVec3::from(closest.on_a), 2.0 * glam::DVec3::Z);
//! assert_eq!(glam::DAffine3::from(above).translation.z, 2.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The versions of these crates are ranges, and Cargo takes the newest. If yours is older, `cargo update -p glam@0.34.2 --precise 0.29.3` (with the
//! versions that you see in `Cargo.lock`) makes them one.
//!
//! # Debug builds
//!
//! Without optimisation, queries take one to two hundred times as long. Two lines in the `Cargo.toml` of a program make them as fast as in release:
//!
//! ```toml
//! [profile.dev.package.feeler]
//! opt-level = 3
//! ```

mod buckets;
mod budget;
mod calibration;
mod closest;
mod contact;
mod effort;
mod exact_box;
mod foreign;
mod geometry;
pub mod inside;
mod kernel;
mod load_error;
mod mesh;
mod model;
mod motion;
mod pair;
mod parallel;
mod point;
mod pose;
mod query;
mod rounding;
mod saved;
mod simd;
#[cfg(test)]
mod situations;
mod traverse;
mod tree;
pub mod triangle;
#[cfg(feature = "serde")]
mod unbounded;
mod unit;
mod volume;
mod window;

pub use budget::Budget;
pub use calibration::{Calibration, CalibrationError};
pub use closest::Closest;
pub use contact::Contact;
pub use effort::Effort;
pub use load_error::LoadError;
pub use mesh::{Mesh, MeshError};
pub use model::{Model, TreeStats};
pub use pair::Pair;
pub use point::Point;
pub use pose::{Pose, PoseError};
pub use query::{
    Answer, Crowd, Distance, FirstContact, Question, Scratch, Search, Suspect, Ties, Verdict,
    guided_all,
};
pub use simd::Instructions;
pub use traverse::Schedule;
pub use tree::arity::{Arity, UnknownArity};
pub use tree::build::Build;
pub use tree::rule::Rule;
pub use volume::kind::{UnknownVolume, Volume};

/// The README is compiled as a test of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
