//! A mesh under construction.

use feeler::Mesh;
use std::f64::consts::TAU;

/// A builder of meshes from loops of vertices.
///
/// A loop is closed and counter-clockwise as seen from the next loop; so bands from one loop to the
/// next are oriented like the outside of a tube.
#[derive(Default)]
pub(super) struct SurfaceBuilder {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl SurfaceBuilder {
    pub(super) fn vertex(&mut self, position: [f64; 3]) -> u32 {
        self.vertices.push(position);
        (self.vertices.len() - 1) as u32
    }

    /// Adds a loop of vertices at evenly spaced angles of a full turn.
    pub(super) fn around(&mut self, count: usize, at: impl Fn(f64) -> [f64; 3]) -> Vec<u32> {
        (0..count).map(|i| self.vertex(at(TAU * i as f64 / count as f64))).collect()
    }

    pub(super) fn triangle(&mut self, corners: [u32; 3]) {
        self.triangles.push(corners);
    }

    /// Adds two triangles, divided along the diagonal from a to c.
    pub(super) fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.triangles.extend([[a, b, c], [a, c, d]]);
    }

    /// Adds quads from a loop to the next one, which has as many vertices.
    pub(super) fn band(&mut self, from: &[u32], to: &[u32]) {
        for i in 0..from.len() {
            let j = (i + 1) % from.len();
            self.quad([from[i], from[j], to[j], to[i]]);
        }
    }

    /// Adds triangles from a loop to a tip in front of it.
    pub(super) fn tip(&mut self, from: &[u32], tip: u32) {
        for i in 0..from.len() {
            self.triangle([from[i], from[(i + 1) % from.len()], tip]);
        }
    }

    /// Adds triangles from a tip to a loop in front of it.
    pub(super) fn root(&mut self, root: u32, to: &[u32]) {
        for i in 0..to.len() {
            self.triangle([to[(i + 1) % to.len()], to[i], root]);
        }
    }

    pub(super) fn into_mesh(self) -> Mesh {
        Mesh::new(self.vertices, self.triangles)
            .expect("shapes are finite and index what they made")
    }
}
