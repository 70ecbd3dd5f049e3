//! Writers of meshes, one module for each format: `glb`, `obj` and `ply`; and of lines, `polyline`.

#[cfg(feature = "gltf")]
mod glb;
mod obj;
mod ply;
mod polyline;

use std::fs;
use std::path::Path;

use feeler::Mesh;

use crate::{Error, ErrorKind};

pub use polyline::Polyline;

/// A format in which meshes can be written.
///
/// ```
/// use feeler_io::WriteFormat;
/// assert_eq!(WriteFormat::of_path("offset.PLY")?, WriteFormat::Ply);
/// assert!(WriteFormat::of_path("offset.doc").unwrap_err().to_string().contains(".ply"));
/// # Ok::<(), feeler_io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteFormat {
    /// Wavefront OBJ: text that gives the same f64 numbers when read.
    Obj,
    /// PLY, binary, little endian, f64.
    Ply,
    /// Binary glTF 2.0. It stores f32, here relative to the middle of the mesh, so that a position
    /// far from the origin costs no digits.
    Glb,
}

impl WriteFormat {
    /// The format of the file's extension, in upper or lower case.
    pub fn of_path(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let extension =
            path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        match extension.as_deref() {
            Some("obj") => Ok(Self::Obj),
            Some("ply") => Ok(Self::Ply),
            Some("glb") => Ok(Self::Glb),
            _ => {
                let reason = "meshes are written as .ply, .obj or .glb, and this is none of them";
                Err(Error::new(ErrorKind::UnknownFormat, reason).in_file(path))
            }
        }
    }

    /// Encodes the mesh as the content of a file.
    ///
    /// Fails if the format cannot hold the mesh: GLB fails for a size outside the range of f32, and
    /// for more than four gigabytes, and it needs the feature `gltf`.
    pub fn encode(self, mesh: &Mesh) -> Result<Vec<u8>, Error> {
        match self {
            Self::Obj => Ok(obj::encode(mesh)),
            Self::Ply => Ok(ply::encode(mesh)),
            #[cfg(feature = "gltf")]
            Self::Glb => glb::encode(mesh),
            #[cfg(not(feature = "gltf"))]
            Self::Glb => Err(Error::left_out("GLB", "gltf")),
        }
    }

    /// Encodes lines as the content of a file: OBJ has groups of `l` elements, PLY has edges, and GLB is refused.
    pub fn encode_polylines(self, lines: &[Polyline]) -> Result<Vec<u8>, Error> {
        match self {
            Self::Obj => Ok(polyline::encode_obj(lines)),
            Self::Ply => Ok(polyline::encode_ply(lines)),
            Self::Glb => Err(Error::unsupported("lines are written as .obj or .ply, not as .glb")),
        }
    }
}

/// Writes a mesh as OBJ, PLY or GLB, depending on the extension.
///
/// ```no_run
/// let ring = feeler_io::read("ring.stl")?;
/// feeler_io::write("ring.ply", &ring)?;
/// # Ok::<(), feeler_io::Error>(())
/// ```
///
/// OBJ and PLY keep every bit; GLB rounds to 2⁻²⁴ of the extent.
pub fn write(path: impl AsRef<Path>, mesh: &Mesh) -> Result<(), Error> {
    let path = path.as_ref();
    let bytes = WriteFormat::of_path(path)?.encode(mesh).map_err(|error| error.in_file(path))?;
    fs::write(path, bytes).map_err(|error| Error::unwritable(&error).in_file(path))
}
