//! What is written down: a run is a folder.
//!
//! - `run.json`: the [`Header`];
//! - `records.csv`: a [`Row`] for each scene, contender, pose and pass, written pass by pass;
//! - `poses/<scene>.csv`: the poses and the exact answers;
//! - `wrong.csv`: every wrong answer, with its pose; `meshes/<scene>-a.obj` and `-b.obj`, where there are some.

mod folder;
mod header;
mod machine;
mod row;

pub use folder::Folder;
pub use header::{ContenderHeader, Header, SceneHeader};
pub use machine::{Machine, now};
pub use row::{HEADER, Row, cell};
