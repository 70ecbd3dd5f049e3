//! The proof that two solids at most touch.

use super::body::Body;
use super::placing::Placing;
use super::vectors::unit_normal;
use crate::exact::{Place, Triangle, is_degenerate, place_side};
use feeler::Pose;
use feeler::inside::vector::dot;

/// Whether the plane of a triangle has all of A on one side and all of B on the other, where both
/// may touch it. Then no point is inside of both, whatever the meshes look like otherwise. `false`
/// proves nothing.
///
/// The plane is that of the triangle of A that faces the direction in which B leaves A the most, or of the
/// triangle of B that faces the opposite. The signs are exact.
pub(super) fn is_separated(placing: &Placing<'_>, direction: [f64; 3]) -> bool {
    let bodies = [(placing.a, Pose::IDENTITY), (placing.b, placing.pose)];
    let towards = [direction, direction.map(|x| -x)];
    bodies.iter().zip(towards).any(|(&(body, pose), towards)| {
        let Some(plane) = facing(body, pose, towards) else { return false };
        let [of_a, of_b] = bodies.map(|(body, pose)| sides(body, pose, &plane));
        let apart = |p: Sides, q: Sides| !p.front && !q.back;
        apart(of_a, of_b) || apart(of_b, of_a)
    })
}

/// The sides of a plane on which some corners are.
#[derive(Clone, Copy)]
struct Sides {
    front: bool,
    back: bool,
}

fn sides(body: &Body<'_>, pose: Pose, plane: &Triangle) -> Sides {
    let mut sides = Sides { front: false, back: false };
    for &corner in body.model().mesh().vertices() {
        match place_side(plane, &Place::corner(pose.apply(corner))) {
            0 => {}
            1 => sides.front = true,
            _ => sides.back = true,
        }
        if sides.front && sides.back {
            break;
        }
    }
    sides
}

/// The triangle that faces a direction, or its opposite, the most; of several that are about parallel
/// the one that lies farthest in the direction.
fn facing(body: &Body<'_>, pose: Pose, direction: [f64; 3]) -> Option<Triangle> {
    let mesh = body.model().mesh();
    let triangles = (0..mesh.triangles().len() as u32).map(|t| mesh.triangle(t));
    let posed = triangles.map(|t| t.map(|p| pose.apply(p))).filter(|t| !is_degenerate(t));
    let measured: Vec<([f64; 2], Triangle)> = posed
        .map(|t| ([dot(unit_normal(&t).0, direction).abs(), dot(t[0], direction)], t))
        .collect();
    let most = measured.iter().map(|([along, _], _)| *along).fold(0.0, f64::max);
    let parallel = measured.into_iter().filter(|([along, _], _)| *along > most - 1e-9);
    parallel.max_by(|(p, _), (q, _)| p[1].total_cmp(&q[1])).map(|(_, triangle)| triangle)
}
