//! Polishing: vertices of a surface are moved to their exact level.

use crate::{FieldError, Parts, Probe, Progress, Solid};
use feeler::Mesh;
use feeler::inside::vector::{add_scaled, length, sub};
use rayon::prelude::*;

/// The most steps for each vertex. Most vertices need one or two; at a crease the nearest point
/// changes with every step.
const MOST_STEPS: usize = 8;

/// The number of vertices that one thread moves one after the other.
const VERTICES_PER_CHUNK: usize = 256;

impl Solid {
    /// The same surface with its vertices moved to a level of the signed distance, each by no more
    /// than `reach`.
    ///
    /// The gradient of a distance is the direction from the nearest point, so one step along it is
    /// enough if the nearest point stays the same. A vertex that cannot come closer to the level
    /// stays. Fails only if `progress` stops the work.
    pub fn polished(
        &self,
        surface: &Mesh,
        level: f64,
        reach: f64,
        progress: Progress<'_>,
    ) -> Result<Mesh, FieldError> {
        let chunks = surface.vertices().par_chunks(VERTICES_PER_CHUNK);
        let parts = Parts::new(chunks.len(), progress);
        let polish = |chunk: &[[f64; 3]]| -> Vec<[f64; 3]> {
            let mut probe = Probe::default();
            let point = |&vertex| self.polished_point(vertex, level, reach, &mut probe);
            chunk.iter().map(point).collect()
        };
        let chunks: Option<Vec<_>> = chunks.map(|chunk| parts.part(|| polish(chunk))).collect();
        let vertices = chunks.ok_or(FieldError::Stopped)?.concat();
        Ok(Mesh::new(vertices, surface.triangles().to_vec()).expect("points near the others"))
    }

    fn polished_point(
        &self,
        vertex: [f64; 3],
        level: f64,
        reach: f64,
        probe: &mut Probe,
    ) -> [f64; 3] {
        let mut at = vertex;
        let (mut best, mut error) = (vertex, f64::INFINITY);
        for _ in 0..MOST_STEPS {
            let nearest = self.nearest(at, probe);
            let off = (nearest.signed_distance - level).abs();
            if off < error {
                (best, error) = (at, off);
            }
            if nearest.signed_distance == 0.0 || off <= 1e-15 * level.abs() {
                break;
            }
            let outwards = sub(at, nearest.point).map(|x| x / nearest.signed_distance);
            let next = add_scaled(nearest.point, level, outwards);
            if next == at || length(sub(next, vertex)) > reach {
                break;
            }
            at = next;
        }
        best
    }
}
