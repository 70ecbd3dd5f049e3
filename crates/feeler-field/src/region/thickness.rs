//! How thick what two solids share is behind a region.

use super::Region;
use crate::Boundary;
use crate::boundary::Groups;
use crate::crossing::inner::Inner;
use crate::crossing::node::Segments;
use feeler::inside::vector::dot;
use feeler::{Contact, Pair, Pose};

/// Measures the depths of regions: from B's lowest point along the normal to A's highest, of the pieces of their surfaces
/// that are inside of the other solid and begin at the region.
pub(super) fn measure(boundaries: [&Boundary<'_>; 2], pose: Pose, regions: &mut [Region]) {
    let [a, b] = boundaries;
    let pair = Pair::new(a.model(), b.model()).at(pose);
    let segments = Segments::of(&pair, &pair.contacts());
    let sides = [0, 1].map(|which| Side::new(boundaries, which, pose, &segments));
    for region in regions {
        let Some(normal) = region.normal else { continue };
        let height = |p: &[f64; 3]| dot(*p, normal);
        let higher = |p: [f64; 3], q: [f64; 3]| if height(&q) > height(&p) { q } else { p };
        let lower = |p: [f64; 3], q: [f64; 3]| if height(&q) < height(&p) { q } else { p };
        let points = || region.points.iter().copied();
        let Some(ends) = points().reduce(lower).zip(points().reduce(higher)) else { continue };
        let bottom = sides[1].points(region).fold(ends.0, lower);
        let top = sides[0].points(region).fold(ends.1, higher);
        let beyond = [height(&ends.0) - height(&bottom), height(&top) - height(&ends.1)];
        region.depth = Some((height(&top) - height(&bottom)).max(0.0));
        region.deepest = match beyond {
            [0.0, 0.0] => None,
            [under, over] if under > over => Some(bottom),
            _ => Some(top),
        };
    }
}

/// The pieces of one surface that reach into the other solid.
struct Side {
    which: usize,
    /// The piece of each triangle.
    pieces: Groups,
    /// The corners inside of each piece, and the places where it is cut, in A's frame.
    points: Vec<Vec<[f64; 3]>>,
}

impl Side {
    fn new(boundaries: [&Boundary<'_>; 2], which: usize, pose: Pose, segments: &Segments) -> Self {
        let boundary = boundaries[which];
        let inside = Inner::new(boundaries, which, pose, segments).corners;
        let cut = || segments.contacts.iter().map(|contact| [contact.a, contact.b][which]);
        let mut reaches: Vec<bool> = inside.iter().map(|corners| corners.contains(&true)).collect();
        cut().for_each(|triangle| reaches[triangle as usize] = true);
        let pieces = boundary.pieces(|triangle| reaches[triangle as usize]);
        let mut points = vec![Vec::new(); pieces.count];
        for (triangle, corners) in (0..).zip(&inside) {
            let piece = &mut points[pieces.of[triangle as usize] as usize];
            for (corner, _) in
                boundary.corners(triangle).into_iter().zip(corners).filter(|&(_, &inside)| inside)
            {
                piece.push(if which == 0 { corner } else { pose.apply(corner) });
            }
        }
        for (triangle, nodes) in cut().zip(&segments.nodes) {
            let piece = &mut points[pieces.of[triangle as usize] as usize];
            piece.extend(nodes.map(|node| segments.points[node as usize]));
        }
        Self { which, pieces, points }
    }

    /// The points of the pieces at a region.
    fn points(&self, region: &Region) -> impl Iterator<Item = [f64; 3]> {
        let triangle = |contact: &Contact| [contact.a, contact.b][self.which];
        let of = |contact| self.pieces.of[triangle(contact) as usize];
        let mut pieces: Vec<u32> = region.contacts.iter().map(of).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces.into_iter().flat_map(|piece| self.points[piece as usize].iter().copied())
    }
}
