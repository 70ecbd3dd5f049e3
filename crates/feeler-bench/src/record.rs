//! The records of a run, which is a folder.
//!
//! - `run.json`: the [`Header`];
//! - `records.csv`: a [`Row`] for each scene, contender, pose and pass, written pass by pass;
//! - `poses/<scene>.csv`: the poses and the exact answers;
//! - `wrong.csv`: every [`Wrong`] answer, with its pose; for scenes with wrong answers also
//!   `meshes/<scene>-a.obj` and `-b.obj`.

mod folder;
mod header;
mod machine;
mod row;
mod wrong;

pub use folder::{Folder, Recorded};
pub use header::{ContenderHeader, ContenderKind, Header, SceneHeader};
pub use machine::{Machine, date, now};
pub use row::{HEADER, Row, cell};
pub use wrong::{WRONG_HEADER, Wrong};
