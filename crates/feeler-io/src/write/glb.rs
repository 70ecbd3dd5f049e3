//! The writer of binary glTF 2.0.

use feeler::Mesh;
use serde_json::{Value, json};

use crate::{Error, ErrorKind};

/// Codes of the glTF specification.
const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// Encodes a mesh. Positions are f32, as the format demands, relative to a node at the middle of
/// the mesh.
pub(super) fn encode(mesh: &Mesh) -> Result<Vec<u8>, Error> {
    let Some(bounds) = mesh.bounds() else {
        return file(&json!({ "asset": asset(), "scene": 0, "scenes": [{}] }), &[]);
    };
    let center = [0, 1, 2].map(|i| 0.5 * bounds[0][i] + 0.5 * bounds[1][i]);
    check_size(bounds, center)?;
    let positions: Vec<[f32; 3]> = mesh
        .vertices()
        .iter()
        // Only vertices without a triangle can be out of range, and they are not visible.
        .map(|v| [0, 1, 2].map(|i| ((v[i] - center[i]) as f32).clamp(f32::MIN, f32::MAX)))
        .collect();
    let extreme = |pick: fn(f32, f32) -> f32| {
        positions.iter().copied().reduce(|p, q| [0, 1, 2].map(|i| pick(p[i], q[i])))
    };
    let mut bytes: Vec<u8> = positions.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    let split = bytes.len();
    bytes.extend(mesh.triangles().iter().flatten().flat_map(|vertex| vertex.to_le_bytes()));

    let document = json!({
        "asset": asset(),
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0, "translation": center }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
        "accessors": [
            {
                "bufferView": 0,
                "componentType": FLOAT,
                "type": "VEC3",
                "count": positions.len(),
                "min": extreme(f32::min),
                "max": extreme(f32::max),
            },
            {
                "bufferView": 1,
                "componentType": UNSIGNED_INT,
                "type": "SCALAR",
                "count": 3 * mesh.triangles().len(),
            },
        ],
        "bufferViews": [
            { "buffer": 0, "byteOffset": 0, "byteLength": split, "target": ARRAY_BUFFER },
            {
                "buffer": 0,
                "byteOffset": split,
                "byteLength": bytes.len() - split,
                "target": ELEMENT_ARRAY_BUFFER,
            },
        ],
        "buffers": [{ "byteLength": bytes.len() }],
    });
    file(&document, &bytes)
}

fn asset() -> Value {
    json!({ "version": "2.0", "generator": "feeler" })
}

/// Fails if f32 would lose the mesh or its shape.
fn check_size(bounds: [[f64; 3]; 2], center: [f64; 3]) -> Result<(), Error> {
    let half = (0..3).fold(0.0, |m: f64, i| m.max(bounds[1][i] - center[i]));
    if half == 0.0 || (1e-30..1e38).contains(&half) {
        return Ok(());
    }
    let reason = format!(
        "GLB stores f32 numbers, which do not reach to a mesh of size {:e}; PLY and OBJ do",
        2.0 * half
    );
    Err(Error::unsupported(reason))
}

/// The file: a header and two chunks, each padded to four bytes: JSON with spaces, the buffer with
/// zeros.
fn file(document: &Value, buffer: &[u8]) -> Result<Vec<u8>, Error> {
    let mut json = document.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let buffer_length = buffer.len().next_multiple_of(4);
    let binary = if buffer.is_empty() { 0 } else { 8 + buffer_length };
    let total = 12 + 8 + json.len() + binary;
    let Ok(total) = u32::try_from(total) else {
        let reason = format!("GLB files have less than 4 GiB, and this would have {total} bytes");
        return Err(Error::new(ErrorKind::TooLarge, reason));
    };
    let mut bytes = Vec::with_capacity(total as usize);
    bytes.extend(b"glTF");
    bytes.extend(2_u32.to_le_bytes());
    bytes.extend(total.to_le_bytes());
    bytes.extend((json.len() as u32).to_le_bytes());
    bytes.extend(b"JSON");
    bytes.extend(json);
    if binary > 0 {
        bytes.extend((buffer_length as u32).to_le_bytes());
        bytes.extend(b"BIN\0");
        bytes.extend(buffer);
        bytes.resize(total as usize, 0);
    }
    Ok(bytes)
}
