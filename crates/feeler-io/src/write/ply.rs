//! The writer of PLY.

use feeler::Mesh;

/// Encodes a mesh as binary, little-endian PLY with f64 coordinates.
pub(super) fn encode(mesh: &Mesh) -> Vec<u8> {
    let (vertices, triangles) = (mesh.vertices(), mesh.triangles());
    let header = format!(
        "ply\nformat binary_little_endian 1.0\n\
         element vertex {}\nproperty double x\nproperty double y\nproperty double z\n\
         element face {}\nproperty list uchar uint vertex_indices\nend_header\n",
        vertices.len(),
        triangles.len()
    );
    let mut bytes = header.into_bytes();
    bytes.reserve_exact(24 * vertices.len() + 13 * triangles.len());
    bytes.extend(vertices.iter().flatten().flat_map(|x| x.to_le_bytes()));
    for t in triangles {
        bytes.push(3);
        bytes.extend(t.iter().flat_map(|vertex| vertex.to_le_bytes()));
    }
    bytes
}
