//! Poses of parts that are far from each other.

use super::extent::Extent;
use super::{Placed, PlacingError};
use crate::Random;
use feeler::{Mesh, Pose};

/// Poses with B in a given direction from A. The gap between them along this direction is a given
/// number of sizes of A; the size is the longest side of A's box.
///
/// The centre of B's box is on the ray from the centre of A's box. For every number of sizes, the
/// first pose does not rotate B; the `count - 1` other poses rotate it at random, and the gap is
/// that of the rotated mesh.
///
/// ```
/// use feeler::{Model, Pair};
/// use feeler_scenes::{Shape, apart};
/// let cube = Model::new(Shape::Box.mesh(12)); // its size is 2
/// let poses = apart(cube.mesh(), cube.mesh(), [0.0, 0.0, 1.0], &[10.0, 1e6], 4, 1)?;
/// let distance = Pair::new(&cube, &cube).at(poses[0].pose).distance().unwrap().distance;
/// assert_eq!((poses.len(), poses[0].prescribed, distance), (8, 10.0, 20.0));
/// # Ok::<(), feeler_scenes::PlacingError>(())
/// ```
///
/// `prescribed` and `achieved` are the gap in sizes. The distance of the meshes is never smaller,
/// except for rounding. It is larger if the facing parts of the meshes are not on one line along
/// the direction; the difference is small if the gap is many sizes.
pub fn apart(
    a: &Mesh,
    b: &Mesh,
    direction: [f64; 3],
    sizes: &[f64],
    count: usize,
    seed: u64,
) -> Result<Vec<Placed>, PlacingError> {
    let (extent_a, extent_b) = (Extent::of(a)?, Extent::of(b)?);
    let (center_a, center_b) = (extent_a.center(), extent_b.center());
    let length = dot(direction, direction).sqrt();
    let direction = direction.map(|x| x / length);
    if !direction.iter().all(|x| x.is_finite()) {
        let reason = "a direction has finite numbers, and one of them is not 0".to_owned();
        return Err(PlacingError::Option { reason });
    }
    let end_a = reach(a, center_a, direction);
    let mut random = Random::new(seed);
    let mut poses = Vec::with_capacity(sizes.len() * count);
    for &gap in sizes {
        for i in 0..count {
            let turn = if i == 0 { Pose::IDENTITY } else { random.rotation() };
            // The extent of B towards A, computed in the coordinates of B.
            let end_b = reach(b, center_b, turn.inverse().apply(direction.map(|x| -x)));
            let way = end_a + gap * extent_a.size() + end_b;
            let turned = turn.apply(center_b);
            let origin = [0, 1, 2].map(|i| center_a[i] + way * direction[i] - turned[i]);
            let Ok(pose) = Pose::new(turn.matrix(), origin) else {
                let reason = format!("no pose is {gap} sizes away");
                return Err(PlacingError::Option { reason });
            };
            poses.push(Placed::exactly(gap, pose));
        }
    }
    Ok(poses)
}

/// The extent of a mesh in a direction, measured from a point.
fn reach(mesh: &Mesh, from: [f64; 3], direction: [f64; 3]) -> f64 {
    let corners = mesh.triangles().iter().flatten().map(|&i| mesh.vertices()[i as usize]);
    corners
        .map(|corner| dot([0, 1, 2].map(|i| corner[i] - from[i]), direction))
        .fold(f64::NEG_INFINITY, f64::max)
}

fn dot(u: [f64; 3], v: [f64; 3]) -> f64 {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}
