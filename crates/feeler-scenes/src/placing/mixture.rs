//! A mixture of poses of all kinds.

use super::way::Way;
use super::{Placed, PlacingError, Sampling, around_contact, need_triangles};
use crate::{Random, spread};
use feeler::{Mesh, Model, Pose};
use feeler_field::Progress;

/// Poses of all kinds: half of them spread over all distances, half near the first contact.
///
/// The first half is a sweep with random rotations and directions: the centres of the bounding
/// boxes are 0.4 to 2.1 units apart, where the unit is half of the longest side, averaged over both
/// boxes. The second half is [`around_contact`] with shares from 0.7 to 1.2.
///
/// ```
/// use feeler::Model;
/// use feeler_scenes::{Shape, mixture, unwatched};
/// let ring = Model::new(Shape::Ring.mesh(1_000));
/// let poses = mixture(&ring, &ring, 160, 1, &unwatched)?;
/// assert_eq!(poses.len(), 160);
/// # Ok::<(), feeler_scenes::PlacingError>(())
/// ```
///
/// `prescribed` is the distance in this unit in the first half, and the share in the second. If B
/// misses A in some directions, there are fewer poses.
pub fn mixture(
    a: &Model,
    b: &Model,
    count: usize,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Vec<Placed>, PlacingError> {
    need_triangles(a, b)?;
    let mut random = Random::new(seed);
    let unit = 0.5 * (half(a.mesh()) + half(b.mesh()));
    let swept = count / 2;
    let way = Way::new(a, b, [1.0, 0.0, 0.0], Pose::IDENTITY);
    let mut poses: Vec<Placed> = spread(0.4..=2.1, swept)
        .map(|distance| {
            let (turn, direction) = (random.rotation(), random.direction());
            Placed::exactly(distance, way.turned(direction, turn).pose(unit * distance))
        })
        .collect();
    let ways = (count - swept).div_ceil(CONTACT_SHARES.len());
    let near = around_contact(a, b, &CONTACT_SHARES, ways, Sampling::Random(seed ^ 1), progress)?;
    poses.extend(near.into_iter().take(count - swept));
    Ok(poses)
}

/// The shares of the distance of first contact; half of the poses touch.
const CONTACT_SHARES: [f64; 8] = [0.7, 0.9, 0.97, 0.99, 1.01, 1.03, 1.1, 1.2];

/// Half of the longest side of a mesh's bounding box.
fn half(mesh: &Mesh) -> f64 {
    let [low, high] = mesh.bounds().unwrap_or_default();
    (0..3).map(|i| 0.5 * (high[i] - low[i])).fold(0.0, f64::max)
}
