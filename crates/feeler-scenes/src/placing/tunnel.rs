//! Poses in tunnels and cavities, which no straight path leads to. Diktas and Sahiner name such
//! poses as a limit of their own benchmark (section 5).

use super::way::{bisect, center};
use super::{Placed, PlacingError, Sampling, need_distances, need_triangles};
use crate::Random;
use feeler::{Model, Pair, Pose, Scratch, Search, Ties};
use feeler_field::Progress;

/// The number of straight paths out that are tried before a pose counts as enclosed.
const WAYS_OUT: usize = 26;

/// Poses at which A encloses B, at a prescribed distance: on 26 straight paths out, B touches A.
///
/// ```
/// use feeler::{Model, Pair};
/// use feeler_scenes::{Shape, enclosed, shape, unwatched};
/// # let small = |mesh: &feeler::Mesh| {
/// #     let vertices = mesh.vertices().iter().map(|p| p.map(|x| 0.1 * x)).collect();
/// #     feeler::Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
/// # };
/// let room = Model::new(shape::cuboid(300));
/// let chair = Model::new(small(&Shape::Knot.mesh(500)));
/// let poses = enclosed(&room, &chair, &[0.05], 3, 1, &unwatched)?;
/// let distance = Pair::new(&room, &chair).at(poses[0].pose).distance().unwrap().distance;
/// assert!((distance - 0.05).abs() < 1e-12);
/// # Ok::<(), feeler_scenes::PlacingError>(())
/// ```
///
/// B is placed at random in the box around A, with any orientation, at a position that is free and
/// enclosed; then it moves straight in a random direction until the distance is reached, where it
/// must be enclosed too. The 26 paths are those of [`Sampling::Regular`]; a narrow way out between
/// them is not seen. It is an error if no such pose is found, because B is too large or A has no
/// tunnels.
pub fn enclosed(
    a: &Model,
    b: &Model,
    distances: &[f64],
    count: usize,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Vec<Placed>, PlacingError> {
    need_triangles(a, b)?;
    let [low, high] = a.mesh().bounds().expect("there are triangles");
    need_distances(distances)?;
    let mut random = Random::new(seed);
    let mut scratch = Scratch::new();
    let ways_out = Sampling::Regular.directions(WAYS_OUT);
    let middle = center(b.mesh()).0;
    let mut poses = Vec::new();
    for &prescribed in distances {
        let tries = 2000 * count.max(1);
        let mut found = 0;
        for _ in 0..tries {
            // The number of tries is not known in advance, so the share is that of the poses found.
            let share = poses.len() as f64 / (distances.len() * count).max(1) as f64;
            if progress(share).is_break() {
                return Err(PlacingError::Stopped);
            }
            if found == count {
                break;
            }
            let place = [0, 1, 2].map(|i| random.between(low[i], high[i]));
            let (turn, way) = (random.rotation(), random.direction());
            let turned = turn.apply(middle);
            let origin = [0, 1, 2].map(|i| place[i] - turned[i]);
            let start = Pose::new(turn.matrix(), origin).expect("finite numbers and a rotation");
            let pair = Pair::new(a, b);
            let search = Search { ties: Ties::Any, ..Search::default() };
            let mut distance =
                |pose: Pose| pair.at(pose).distance_with(&search, &mut scratch).upper();
            if distance(start) <= prescribed {
                continue;
            }
            let moved = |travel: f64| {
                let origin = [0, 1, 2].map(|i| origin[i] + travel * way[i]);
                Pose::new(turn.matrix(), origin).expect("finite numbers and a rotation")
            };
            let enclosed =
                |pose: Pose| ways_out.iter().all(|&out| pair.at(pose).first_contact(out).is_some());
            let Some(first) = pair.at(start).first_contact(way) else { continue };
            if !enclosed(start) {
                continue;
            }
            let travel = match prescribed {
                0.0 => first.time,
                _ => bisect([first.time, 0.0], |travel| distance(moved(travel)) >= prescribed),
            };
            let pose = moved(travel);
            if !enclosed(pose) {
                continue;
            }
            poses.push(Placed { prescribed, achieved: distance(pose), pose });
            found += 1;
        }
        if found < count {
            let what = "free pose in a tunnel or cavity; B may be too large, or A have none";
            return Err(PlacingError::NotFound { what, tries });
        }
    }
    Ok(poses)
}
