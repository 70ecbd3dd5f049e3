//! Reads meshes from files (OBJ, STL, PLY, OFF, glTF, GLB, 3MF, COLLADA), writes them (PLY, OBJ, GLB;
//! [`write()`]), and reads poses from tables.
//!
//! [`read`] returns the whole file as one [`Mesh`](feeler::Mesh), [`read_source`] a part of it
//! (`gearbox.glb#Shaft`), [`read_scene`] the parts and their placements. [`parse`] does the same
//! for bytes in memory.
//!
//! [`Cache`] keeps models in a folder, so that they need not be built again.
//!
//! Geometry is kept as the file has it: the triangles in their order, degenerate and duplicate
//! triangles too, and decimal numbers rounded once to f64. A polygon of *n* corners becomes *n* - 2
//! triangles; concave polygons are cut correctly. Colours, normals, textures, skins and lines are
//! ignored. A file that cannot be read is an [`Error`] that names file, location and reason: a
//! coordinate that is not finite, an index without a vertex, a file cut short.
//!
//! # Features
//!
//! OBJ, STL, PLY and OFF are always there. The feature `gltf` adds glTF and GLB, `3mf` adds 3MF, `collada` adds COLLADA; each needs
//! crates that take as long to compile as `feeler`, so none is on by default. A file of a format that is left out is an [`Error`] that names the feature.
//!
//! # Files are not trusted
//!
//! Reading a file takes memory of at most 50 times the bytes read plus 64 MB, and time in
//! proportion to these bytes, for every format and every content of the file. The memory includes
//! the file itself and the scene merged into one mesh. The bytes read are the bytes on the disk:
//! the file, and the buffers beside a glTF file, each of which is read once. Within this rule,
//!
//! - counts in a header are checked against the bytes that follow;
//! - a 3MF archive may inflate to 16 MiB and 32 times its size;
//! - a scene may unfold to 1048576 nodes, or one for each byte of the file if that is more,
//!   in trees of up to 256 levels;
//! - cutting polygons may take 2²⁸ and 256 comparisons for each corner: enough for any number of
//!   polygons with a thousand corners;
//! - at most 1 GiB of a pipe or a device is read, and only if the caller named it. A file can refer
//!   only to regular files in its own folder and below, and symbolic links are not followed.
//!
//! A file that asks for more is refused before the memory is allocated.

#![cfg_attr(
    not(all(feature = "gltf", feature = "3mf", feature = "collada")),
    allow(dead_code, reason = "only formats that are left out use some tools")
)]

#[cfg(any(feature = "gltf", feature = "3mf", feature = "collada"))]
mod assembly;
mod bytes;
mod cache;
#[cfg(feature = "collada")]
mod collada;
mod error;
mod format;
#[cfg(feature = "gltf")]
mod gltf;
mod label;
mod neighbour;
mod obj;
mod off;
mod placement;
mod ply;
mod polygon;
mod poses;
mod quota;
mod rigid;
mod scene;
mod source;
mod spelling;
mod stl;
mod subset;
mod text;
#[cfg(feature = "3mf")]
mod threemf;
mod unit;
mod units;
mod up_axis;
mod write;
#[cfg(any(feature = "3mf", feature = "collada"))]
mod xml;

pub use cache::{Cache, Cached, Entry, Origin};
pub use error::{Error, ErrorKind};
pub use format::Format;
pub use placement::Placement;
pub use poses::{
    AngleUnit, PoseNotation, QuaternionOrder, parse_pose, parse_quaternion, parse_rotation,
    parse_translation, read_poses, read_poses_from,
};
pub use rigid::Rigid;
pub use scene::{Instance, Part, Scene};
pub use source::{Source, parse, parse_with, read, read_scene, read_source};
pub use unit::{Unit, UnitError};
pub use units::{Brought, Units};
pub use up_axis::UpAxis;
pub use write::{Polyline, WriteFormat, write};

/// The README is compiled as a test of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
