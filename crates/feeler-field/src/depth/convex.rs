//! The proof that the inside of a mesh is convex, or nearly so.

use super::support::Points;
use super::vectors::unit_normal;
use crate::exact::{Place, Triangle, place_side};
use crate::orient::Oriented;
use crate::winding::Winding;
use feeler::Mesh;
use feeler::inside::vector::{dot, length, sub};
use std::collections::HashMap;

/// The largest number of products of a triangle and a vertex that are tried to find how far a mesh is
/// from convex.
const MOST_PRODUCTS: usize = 200_000_000;

/// The largest flaw, as a share of the size, of a mesh that counts as nearly convex: what is left when
/// a box is turned and its corners are rounded, and much more.
const LARGEST_FLAW: f64 = 1e-9;

/// How far the inside of a mesh is from its convex hull; `None` if it is not nearly convex. It is 0 if
/// the inside is convex.
///
/// 1. *Star-shaped.* The mesh is closed and winds once around a point o that is strictly behind all
///    triangles. So a ray from o passes exactly one triangle, and the inside is what is seen from o
///    up to there.
/// 2. *Convex.* If no triangle has a corner of a neighbour in front of it, the inside is convex: almost
///    every plane through o meets no corner of the mesh, and cuts the inside in a star-shaped
///    polygon with no corner inwards, which is convex. So the straight way between any two points inside
///    is inside, first for almost all pairs of points, then for all.
/// 3. *Nearly.* Otherwise let e be the largest height of a corner over the plane of any triangle, and r the
///    smallest distance of o from these planes. The hull H, shrunk towards o by the
///    factor r / (r + e), is behind all planes, so it is inside by 1. No point of H moves by more than R e / r, where R is the
///    radius of the mesh around o. This is the flaw. A plain box that was turned has a flaw of some
///    roundings, because its faces are not quite flat any more.
pub(super) fn flaw(mesh: &Mesh) -> Option<f64> {
    let oriented = Oriented::new(mesh);
    let (triangles, places) = (&oriented.triangles, &oriented.places);
    if triangles.is_empty() || !oriented.rim.is_empty() {
        return None;
    }
    let count = places.len() as f64;
    let center = [0, 1, 2].map(|i| places.iter().map(|p| p[i] / count).sum::<f64>());
    let place = Place::corner(center);
    let behind = place_side(&triangles[0], &place);
    if behind == 0 || triangles.iter().any(|t| place_side(t, &place) != behind) {
        return None;
    }
    // All solid angles have one sign, and their sum is a multiple of the whole sphere.
    let turns = Winding::new(triangles.clone(), mesh.bounds()?).exact(center);
    if turns.abs() > 1.5 {
        return None;
    }
    if has_no_inward_edge(&oriented, behind) {
        return Some(0.0);
    }
    if triangles.len() * places.len() > MOST_PRODUCTS {
        return None;
    }
    nearly_convex(triangles, places, center, -f64::from(behind))
}

/// Whether the third corners of all neighbours are behind each other's plane, or on it.
fn has_no_inward_edge(oriented: &Oriented, behind: i8) -> bool {
    let Oriented { triangles, welded, places, .. } = oriented;
    let mut first = HashMap::with_capacity(2 * welded.len());
    welded.iter().enumerate().all(|(index, corners)| {
        (0..3).all(|i| {
            let [p, q, third] = [corners[i], corners[(i + 1) % 3], corners[(i + 2) % 3]];
            match first.insert([p.min(q), p.max(q)], third) {
                None => true,
                // The sign is the same from both sides.
                Some(other) => {
                    let place = Place::corner(places[other as usize]);
                    place_side(&triangles[index], &place) * behind >= 0
                }
            }
        })
    })
}

fn nearly_convex(
    triangles: &[Triangle],
    places: &[[f64; 3]],
    center: [f64; 3],
    outwards: f64,
) -> Option<f64> {
    let points = Points::new(places.iter().map(|&p| sub(p, center)));
    let radius = points.iter().map(length).fold(0.0, f64::max);
    let rounding =
        8.0 * f64::EPSILON * (points.reach() + center.iter().fold(0.0, |m: f64, x| m.max(x.abs())));
    let (mut highest, mut nearest) = (0.0_f64, f64::INFINITY);
    for triangle in triangles {
        let (normal, error) = unit_normal(triangle);
        let normal = normal.map(|x| outwards * x);
        let own = triangle.map(|p| dot(normal, sub(p, center)));
        let lowest = own[0].min(own[1]).min(own[2]) - 2.0 * error * radius - rounding;
        let over = dot(normal, points.farthest(normal)) - lowest;
        if over > LARGEST_FLAW * radius {
            return None;
        }
        highest = highest.max(over);
        nearest = nearest.min(lowest);
    }
    let flaw = 1.001 * radius * highest / nearest;
    (nearest > 0.0 && flaw <= LARGEST_FLAW * radius).then_some(flaw)
}
