//! A bumpy potato.

use super::noise::Noise;
use super::sphere::sphere;
use feeler::Mesh;

/// A [`sphere`] displaced along its radius by smooth noise from broad bumps to fine grain, like a
/// scanned figure.
///
/// It has as many triangles as the sphere. Every ray from the origin crosses the surface once.
///
/// ```
/// use feeler_scenes::shape::blob;
/// assert_eq!(blob(5_000, 1).triangles().len(), 5_120);
/// assert_ne!(blob(5_000, 1), blob(5_000, 2));
/// ```
pub fn blob(triangles: usize, seed: u64) -> Mesh {
    let round = sphere(triangles);
    let noise = Noise::new(2.5, 6, seed);
    // The noise stays within ±1, so the radius stays within 0.2 and 1.
    let displace = |v: &[f64; 3]| v.map(|x| x * (0.6 + 0.4 * noise.at(*v)));
    Mesh::new(round.vertices().iter().map(displace).collect(), round.triangles().to_vec())
        .expect("a smaller sphere")
}
