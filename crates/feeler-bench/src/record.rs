//! What is written down: a run is a folder.
//!
//! - `run.json`: the [`Header`];
//! - `records.csv`: a [`Row`] for each scene, contender, pose and pass, written pass by pass;
//! - `poses/<scene>.csv`: the poses and the exact answers;
//! - `wrong.csv`: every [`Wrong`] answer, with its pose; `meshes/<scene>-a.obj` and `-b.obj`, where there are some.

mod folder;
mod header;
mod machine;
mod row;
mod wrong;

pub use folder::{Folder, Recorded};
pub use header::{ContenderHeader, ContenderKind, Header, SceneHeader};
pub use machine::{Machine, now};
pub use row::{HEADER, Row, cell};
pub use wrong::{WRONG_HEADER, Wrong};
