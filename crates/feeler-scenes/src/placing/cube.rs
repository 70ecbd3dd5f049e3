//! Random poses in a cube (van den Bergen 1997).

use super::way::{bisect, center};
use super::{Placed, PlacingError, need_triangles};
use crate::Random;
use feeler::{Model, Pair, Pose, Scratch};
use feeler_field::{Parts, Progress};

/// The number of poses that are tested between two progress reports.
const POSES_PER_REPORT: usize = 32;

/// The approximate number of cubes that are tried: two at first, one for each bit of the side, and
/// one at the end.
const CUBES_TRIED: usize = 2 + 58 + 1;

/// Poses with the centre of B anywhere in a cube around the centre of A, and with any orientation.
/// The size of the cube is chosen so that a given share of the poses touches.
///
/// ```
/// use feeler::{Model, Pair};
/// use feeler_scenes::{Shape, in_cube, unwatched};
/// let knot = Model::new(Shape::Knot.mesh(500));
/// let poses = in_cube(&knot, &knot, 0.3, 200, 1, &unwatched)?;
/// let touching = poses.iter().filter(|p| Pair::new(&knot, &knot).at(p.pose).intersects()).count();
/// assert_eq!((touching, poses[0].prescribed, poses[0].achieved), (60, 0.3, 0.3));
/// # Ok::<(), feeler_scenes::PlacingError>(())
/// ```
///
/// `prescribed` is the requested share, `achieved` the share of these poses.
pub fn in_cube(
    a: &Model,
    b: &Model,
    share: f64,
    count: usize,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Vec<Placed>, PlacingError> {
    need_triangles(a, b)?;
    let mut random = Random::new(seed);
    let places: Vec<([f64; 3], Pose)> = (0..count)
        .map(|_| ([0; 3].map(|_| random.between(-1.0, 1.0)), random.rotation()))
        .collect();
    let ((center_a, radius_a), (center_b, radius_b)) = (center(a.mesh()), center(b.mesh()));
    let pose = |half: f64, (place, turn): &([f64; 3], Pose)| {
        let turned = turn.apply(center_b);
        let origin = [0, 1, 2].map(|i| center_a[i] + half * place[i] - turned[i]);
        Pose::new(turn.matrix(), origin).expect("finite numbers and a rotation")
    };
    let mut scratch = Scratch::new();
    let parts = Parts::new(CUBES_TRIED * count.div_ceil(POSES_PER_REPORT), progress);
    // The share of poses that touch in a cube; `None` if the work was stopped.
    let mut touching = |half: f64| -> Option<f64> {
        let mut touches =
            |place| Pair::new(a, b).at(pose(half, place)).intersects_with(&mut scratch);
        let mut sum = 0;
        for chunk in places.chunks(POSES_PER_REPORT) {
            sum += parts.part(|| chunk.iter().filter(|place| touches(place)).count())?;
        }
        Some(sum as f64 / count.max(1) as f64)
    };
    // In a large cube few poses touch. In a small one many touch, but not always all: one mesh may
    // be inside the other.
    let largest = 100.0 * (radius_a + radius_b);
    let ends = (touching(largest), touching(0.0));
    let (Some(fewest), Some(most)) = ends else { return Err(PlacingError::Stopped) };
    if !(fewest..=most).contains(&share) {
        return Err(PlacingError::Impossible { prescribed: share, possible: [fewest, most] });
    }
    let half = bisect([0.0, largest], |half| touching(half).is_none_or(|it| it <= share));
    let achieved = touching(half).ok_or(PlacingError::Stopped)?;
    Ok(places
        .iter()
        .map(|place| Placed { prescribed: share, achieved, pose: pose(half, place) })
        .collect())
}
