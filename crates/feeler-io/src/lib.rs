//! Meshes from files: OBJ, STL, PLY, OFF, glTF and GLB, 3MF; and to files: PLY, OBJ, GLB ([`write()`]); poses from tables.
//!
//! [`read`] gives the whole file as one [`Mesh`](feeler::Mesh), [`read_source`] a part of it
//! (`gearbox.glb#Shaft`), [`read_scene`] the parts and where they stand. [`parse`] does the same
//! for bytes in memory.
//!
//! What a file says is kept: triangles in their order, degenerate and duplicate ones too, decimal
//! numbers rounded once to f64. Polygons become triangles, *n* - 2 for *n* corners, concave ones
//! properly. Colours, normals, textures, skins and lines are passed over. What cannot be read is an
//! [`Error`] that names file, place and reason: a coordinate that is not finite, an index without a
//! vertex, a file cut short.
//!
//! Files are not trusted. Memory stays within a multiple of the file's size plus some megabytes:
//! counts in a header are checked against the bytes that follow, an archive may inflate to 16 MiB and
//! 128 times its size, and a scene may unfold to 2²⁰ triangles and 2 for each byte of the file.

mod assembly;
mod bytes;
mod error;
mod format;
mod gltf;
mod obj;
mod off;
mod placement;
mod ply;
mod polygon;
mod poses;
mod quota;
mod scene;
mod source;
mod spelling;
mod stl;
mod subset;
mod text;
mod threemf;
mod write;

pub use error::{Error, ErrorKind};
pub use format::Format;
pub use placement::Placement;
pub use poses::{parse_pose, parse_translation, read_poses, read_poses_from};
pub use scene::{Instance, Part, Scene, Unit};
pub use source::{Source, parse, parse_with, read, read_scene, read_source};
pub use write::{WriteFormat, write};
