//! The writer of Wavefront OBJ.

use std::io::Write;

use feeler::Mesh;

/// Encodes a mesh. Numbers have as many digits as needed to read back the same f64, 17 at most.
pub(super) fn encode(mesh: &Mesh) -> Vec<u8> {
    // A line that only OBJ has, so that a mesh without vertices is recognised as OBJ too.
    let mut text = b"s off\n".to_vec();
    let written = "memory takes what is written";
    for [x, y, z] in mesh.vertices() {
        writeln!(text, "v {x:?} {y:?} {z:?}").expect(written);
    }
    for t in mesh.triangles() {
        let [p, q, r] = t.map(|vertex| u64::from(vertex) + 1);
        writeln!(text, "f {p} {q} {r}").expect(written);
    }
    text
}
