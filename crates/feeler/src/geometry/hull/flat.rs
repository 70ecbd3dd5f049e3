//! The hull of points in one plane: a polygon, projected along a coordinate axis that is not in
//! that plane.

use super::Hull;

/// The turn of the path a, b, c as seen along a coordinate axis: positive if it is to the left. The
/// sign is exact.
pub(super) fn turn(axis: usize, a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> f64 {
    let coord = |p: [f64; 3]| robust::Coord { x: p[(axis + 1) % 3], y: p[(axis + 2) % 3] };
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// The corners of the polygon (by the monotone chain of Andrew 1979), and the polygon twice as fans
/// of triangles.
///
/// All points must be in the plane of the triangle, which must not be degenerate. Then its shadow
/// along at least one axis is not degenerate either. The projection along that axis loses nothing:
/// a corner of the shadow is a corner of the polygon.
pub(super) fn hull(points: &[[f64; 3]], triangle: [u32; 3]) -> Hull {
    let at = |i: u32| points[i as usize];
    let shadow = |axis: usize| turn(axis, at(triangle[0]), at(triangle[1]), at(triangle[2])).abs();
    let axis = (1..3).fold(0, |best, axis| if shadow(axis) > shadow(best) { axis } else { best });

    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    let key = |i: u32| (at(i)[(axis + 1) % 3], at(i)[(axis + 2) % 3], i);
    order.sort_unstable_by(|&i, &j| key(i).partial_cmp(&key(j)).expect("finite coordinates"));

    // The lower chain goes to the last point and the upper chain goes back to the first. Only
    // strict left turns are kept, so points inside an edge and equal points are dropped.
    let mut ring: Vec<u32> = Vec::new();
    let forward = order.iter();
    let backward = order.iter().rev().skip(1);
    let mut chain_start = 0;
    for (step, &point) in forward.chain(backward).enumerate() {
        if step == order.len() {
            chain_start = ring.len() - 1;
        }
        while let [.., a, b] = ring[chain_start..]
            && turn(axis, at(a), at(b), at(point)) <= 0.0
        {
            ring.pop();
        }
        ring.push(point);
    }
    ring.pop();

    let fan = |i: usize| [[ring[0], ring[i], ring[i + 1]], [ring[0], ring[i + 1], ring[i]]];
    let faces = (1..ring.len() - 1).flat_map(fan).collect();
    ring.sort_unstable();
    Hull { vertices: ring, faces }
}
