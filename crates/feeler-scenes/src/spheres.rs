//! The sphere experiments of Kim, Choi and Kim (section 4).

use crate::{Random, shape};
use feeler::{Mesh, Pose};

/// A unit sphere inside a larger sphere, parallel surfaces a small gap apart: the hardest case for
/// bounding volumes.
///
/// The spheres are polyhedra with their corners on the sphere. So the facets of the outer one come
/// closer than the gap by their own height, up to `6 / triangles` of its radius: 0.0003 for 20 000.
/// With smaller gaps the meshes can touch.
///
/// ```
/// use feeler_scenes::Concentric;
/// let scene = Concentric::new(20_000, 0.01);
/// assert_eq!(scene.outer.triangles().len(), 20_480);
/// assert_eq!(scene.turned(100, 1).len(), 100);
/// ```
#[derive(Clone, Debug)]
pub struct Concentric {
    /// The larger sphere, of radius `1 + gap`: A.
    pub outer: Mesh,
    /// The unit sphere: B.
    pub inner: Mesh,
}

impl Concentric {
    /// Two spheres of about this number of triangles each (see [`shape::sphere`]), and the gap
    /// between them.
    pub fn new(triangles: usize, gap: f64) -> Self {
        let inner = shape::sphere(triangles);
        let grown = inner.vertices().iter().map(|v| v.map(|x| x * (1.0 + gap))).collect();
        let outer = Mesh::new(grown, inner.triangles().to_vec()).expect("a finite gap");
        Self { outer, inner }
    }

    /// Random orientations of the inner sphere about the common centre; the paper uses 100 queries
    /// for each gap.
    pub fn turned(&self, poses: usize, seed: u64) -> Vec<Pose> {
        self.travelling([0.0, 0.0], poses, seed)
    }

    /// Poses of the inner sphere that travels along the y axis between two heights of its centre,
    /// randomly rotated at each step; the paper goes from -0.3 to 1.0 with a gap of 0.01.
    pub fn travelling(&self, [first, last]: [f64; 2], poses: usize, seed: u64) -> Vec<Pose> {
        let mut random = Random::new(seed);
        (0..poses)
            .map(|i| {
                let t = i as f64 / (poses.max(2) - 1) as f64;
                let height = first * (1.0 - t) + last * t;
                random.rotation().then(&Pose::translation([0.0, height, 0.0]))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distance of the lowest facet of a unit sphere from its surface, times the number of
    /// triangles, is as documented.
    #[test]
    fn facets_are_as_low_as_said() {
        let mesh = shape::sphere(20_000);
        let lowest = (0..mesh.triangles().len() as u32)
            .map(|t| {
                let [p, q, r] = mesh.triangle(t);
                let [u, v] = [q, r].map(|x| [x[0] - p[0], x[1] - p[1], x[2] - p[2]]);
                let n = [
                    u[1] * v[2] - u[2] * v[1],
                    u[2] * v[0] - u[0] * v[2],
                    u[0] * v[1] - u[1] * v[0],
                ];
                let length = n.iter().map(|x| x * x).sum::<f64>().sqrt();
                (n[0] * p[0] + n[1] * p[1] + n[2] * p[2]) / length
            })
            .fold(1.0, f64::min);
        let height = (1.0 - lowest) * mesh.triangles().len() as f64;
        assert!((5.5..6.0).contains(&height), "{height}");
    }

    #[test]
    fn the_traveller_arrives() {
        let scene = Concentric::new(500, 0.01);
        let poses = scene.travelling([-0.3, 1.0], 14, 1);
        assert_eq!((poses[0].origin(), poses[13].origin()), ([0.0, -0.3, 0.0], [0.0, 1.0, 0.0]));
        assert_eq!(scene.outer.bounds().unwrap()[1][0], scene.inner.bounds().unwrap()[1][0] * 1.01);
    }
}
