//! Tests with small files of every format: complete, damaged and written ones.

mod allocation;
mod collada;
mod damage;
mod gltf;
mod labels;
mod limits;
mod obj;
mod off;
mod ply;
mod samples;
mod source;
mod stl;
mod threemf;
mod units;
mod write;

use feeler::Mesh;
use feeler_io::{Error, Format, parse};

/// Reads the whole file as one mesh.
fn mesh(bytes: impl AsRef<[u8]>, format: Format) -> Mesh {
    parse(bytes.as_ref(), format).unwrap_or_else(|error| panic!("{error}")).merged()
}

/// The error of a file that must be refused.
fn refusal(bytes: impl AsRef<[u8]>, format: Format) -> Error {
    parse(bytes.as_ref(), format).map(|_| ()).expect_err("the file must be refused")
}

/// The literal error message of a file that must be refused.
fn message(bytes: impl AsRef<[u8]>, format: Format) -> String {
    refusal(bytes, format).to_string()
}

/// The corners of all triangles as positions, so that the numbering of the vertices does not
/// matter.
fn corners(mesh: &Mesh) -> Vec<[[f64; 3]; 3]> {
    (0..mesh.triangles().len() as u32).map(|triangle| mesh.triangle(triangle)).collect()
}
