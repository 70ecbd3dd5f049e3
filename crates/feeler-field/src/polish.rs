//! Vertices moved to where they should be.

use crate::vector::{add_scaled, length, sub};
use crate::{FieldError, Parts, Probe, Progress, Solid};
use feeler::Mesh;
use rayon::prelude::*;

/// Steps for each vertex, at most. Most need one or two; at a crease the nearest point changes with every step.
const STEPS: usize = 8;

/// Vertices that are moved one after the other by one thread.
const CHUNK: usize = 256;

impl Solid {
    /// The same surface with its vertices at a level of the signed distance, each moved by no more than `reach`.
    ///
    /// The gradient of a distance is the direction from the nearest point, so one step along it is enough where the nearest point stays
    /// nearest. A vertex that cannot come closer to the level stays. Fails only where `progress` says stop.
    pub fn polished(
        &self,
        surface: &Mesh,
        level: f64,
        reach: f64,
        progress: Progress<'_>,
    ) -> Result<Mesh, FieldError> {
        let chunks = surface.vertices().par_chunks(CHUNK);
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
        for _ in 0..STEPS {
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
