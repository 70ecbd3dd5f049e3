//! Poses around the first contact.

use super::way::Way;
use super::{Placed, PlacingError, Sampling, need_triangles};
use feeler::{Model, Pose, Scratch};
use feeler_field::{Parts, Progress};

/// Poses at given shares of the distance of first contact: the distance of the centres when B,
/// coming from far away, first touches A.
///
/// With shares from 0.7 to 1.2 about half of the poses touch, and most are near contact, like the
/// queries of a motion planner.
///
/// ```
/// use feeler::{Model, Pair};
/// use feeler_scenes::{Sampling, Shape, around_contact, unwatched};
/// let knot = Model::new(Shape::Knot.mesh(500));
/// let poses = around_contact(&knot, &knot, &[0.999, 1.001], 10, Sampling::Regular, &unwatched)?;
/// let touching = poses.iter().filter(|p| Pair::new(&knot, &knot).at(p.pose).intersects()).count();
/// assert_eq!(touching, 10);
/// # Ok::<(), feeler_scenes::PlacingError>(())
/// ```
///
/// `prescribed` and `achieved` are the share. A direction from which B passes A without contact
/// gives no poses.
pub fn around_contact(
    a: &Model,
    b: &Model,
    shares: &[f64],
    count: usize,
    sampling: Sampling,
    progress: Progress<'_>,
) -> Result<Vec<Placed>, PlacingError> {
    need_triangles(a, b)?;
    if let Some(share) = shares.iter().find(|share| !share.is_finite()) {
        let reason = format!("a share of the distance must be a finite number, not {share}");
        return Err(PlacingError::Option { reason });
    }
    let (directions, rotations) = (sampling.directions(count), sampling.rotations(count));
    let mut scratch = Scratch::new();
    let parts = Parts::new(count, progress);
    let any = Way::new(a, b, [1.0, 0.0, 0.0], Pose::IDENTITY);
    let contacts: Option<Vec<Option<(Way, f64)>>> = directions
        .iter()
        .zip(rotations)
        .map(|(&direction, turn)| {
            parts.part(|| {
                let way = any.turned(direction, turn);
                let (apart, _) = way.first_contact(a, &mut scratch)?;
                Some((way, apart))
            })
        })
        .collect();
    let contacts = contacts.ok_or(PlacingError::Stopped)?;
    let place = |share: f64, way: &Way, apart: f64| Placed::exactly(share, way.pose(share * apart));
    Ok(shares
        .iter()
        .flat_map(|&share| {
            contacts.iter().flatten().map(move |(way, apart)| place(share, way, *apart))
        })
        .collect())
}
