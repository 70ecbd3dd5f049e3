//! Poses at prescribed distances by bisection (Trenkel et al. 2007).

use super::way::Way;
use super::{Placed, PlacingError, Sampling, need_distances, need_triangles};
use feeler::{Model, Scratch};
use feeler_field::{Parts, Progress};
use rayon::prelude::*;

/// Poses at which two meshes have given distances; for each distance, `count` directions, each with
/// its own orientation.
///
/// ```
/// use feeler::{Model, Pair};
/// use feeler_scenes::{Sampling, Shape, at_distances, unwatched};
/// let knot = Model::new(Shape::Knot.mesh(500));
/// let poses = at_distances(&knot, &knot, &[0.1], 5, Sampling::Random(1), &unwatched)?;
/// let distance = Pair::new(&knot, &knot).at(poses[3].pose).distance().unwrap().distance;
/// assert!((distance - 0.1).abs() < 1e-12);
/// # Ok::<(), feeler_scenes::PlacingError>(())
/// ```
///
/// B approaches A until the distance is reached. Bisection finds one position with this distance,
/// not necessarily the first on the path. A distance of zero is a first contact from outside,
/// within rounding.
pub fn at_distances(
    a: &Model,
    b: &Model,
    distances: &[f64],
    count: usize,
    sampling: Sampling,
    progress: Progress<'_>,
) -> Result<Vec<Placed>, PlacingError> {
    need_triangles(a, b)?;
    need_distances(distances)?;
    let (directions, rotations) = (sampling.directions(count), sampling.rotations(count));
    let ways: Vec<Way> =
        directions.iter().zip(rotations).map(|(&d, turn)| Way::new(a, b, d, turn)).collect();
    let place = |(prescribed, way): (f64, &Way)| {
        let scratch = &mut Scratch::new();
        // Seen from this side, the distance of the centres at the first contact may be negative.
        let inner = way.first_contact(a, scratch).map_or(-way.far, |(apart, _)| apart);
        let apart = match prescribed {
            0.0 => inner,
            _ => way.at_distance(prescribed, [inner, way.far + prescribed], scratch),
        };
        Placed { prescribed, achieved: way.distance(apart, scratch), pose: way.pose(apart) }
    };
    let pairs: Vec<(f64, &Way)> =
        distances.iter().flat_map(|&d| ways.iter().map(move |way| (d, way))).collect();
    let parts = Parts::new(pairs.len(), progress);
    let poses = pairs.into_par_iter().map(|pair| parts.part(|| place(pair)));
    poses.collect::<Option<_>>().ok_or(PlacingError::Stopped)
}
