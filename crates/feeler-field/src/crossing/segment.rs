//! The segment that two triangles share.

use super::nudge::{sides_of_a, sides_of_b, turn};
use crate::exact::{Sign, Triangle};

/// An end of a segment: an edge of one triangle that goes through the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    /// The mesh of the edge: A is 0, B is 1.
    pub(crate) which: usize,
    /// The corner at which the edge begins.
    pub(crate) edge: usize,
    /// Whether the edge goes from the back of the other triangle to its front.
    pub(crate) forwards: bool,
}

/// The start and the end of the segment that a triangle of A and one of B share, if any. It goes along the vector
/// product a × b of their normals.
///
/// Each triangle cuts the line common to both planes in an interval. The interval of A begins where
/// an edge e of A goes forwards through B's plane: A is to the left of e, and (a × b)·(a × e) =
/// |a|² (b·e) > 0. That of B begins where an edge of B goes backwards. An edge e of A and f of B, both
/// taken forwards, pass the line at places whose difference has the sign of their turn.
pub(crate) fn ends(a: &Triangle, b: &Triangle) -> Option<[End; 2]> {
    let of_b = sides_of_b(a, b);
    if is_beside(of_b) {
        return None;
    }
    let of_a = sides_of_a(a, b);
    if is_beside(of_a) {
        return None;
    }
    if of_a[0] == 0 || of_b[0] == 0 {
        return ends_of_needle(a, of_a, b, of_b);
    }
    let ([a_start, a_stop], [b_stop, b_start]) = (passing(0, of_a), passing(1, of_b));
    // Whether the edge of B passes behind that of A.
    let is_behind = |e: End, f: End| {
        let turn = turn(edge(a, e.edge), edge(b, f.edge));
        (turn > 0) == (e.forwards == f.forwards)
    };
    if !is_behind(a_start, b_stop) || is_behind(a_stop, b_start) {
        return None;
    }
    let start = if is_behind(a_start, b_start) { b_start } else { a_start };
    let stop = if is_behind(a_stop, b_stop) { a_stop } else { b_stop };
    Some([start, stop])
}

/// Whether all corners are on one side.
#[inline]
fn is_beside(sides: [Sign; 3]) -> bool {
    sides == [1; 3] || sides == [-1; 3]
}

/// An edge of a triangle.
#[inline]
fn edge(triangle: &Triangle, i: usize) -> [[f64; 3]; 2] {
    [triangle[i], triangle[(i + 1) % 3]]
}

/// The edges of a triangle that go through the plane of the other one: forwards, and backwards.
#[inline]
fn passing(which: usize, sides: [Sign; 3]) -> [End; 2] {
    let from = |side: Sign| {
        let edge = (0..3).find(|&i| sides[i] == side && sides[(i + 1) % 3] == -side);
        End { which, edge: edge.expect("its corners are on both sides"), forwards: side < 0 }
    };
    [from(-1), from(1)]
}

/// [`ends`] if a triangle has no area: only its own edges can go through the other one.
#[cold]
fn ends_of_needle(
    a: &Triangle,
    of_a: [Sign; 3],
    b: &Triangle,
    of_b: [Sign; 3],
) -> Option<[End; 2]> {
    let which = match [of_a, of_b] {
        [[0, ..], [0, ..]] => return None,
        [_, [0, ..]] => 0,
        _ => 1,
    };
    let [forth, back] = passing(which, if which == 0 { of_a } else { of_b });
    let goes_through = |end: End| {
        let turn = |i: usize| match which {
            0 => turn(edge(a, end.edge), edge(b, i)),
            _ => turn(edge(a, i), edge(b, end.edge)),
        };
        let first = turn(0);
        turn(1) == first && turn(2) == first
    };
    let ends = if which == 0 { [forth, back] } else { [back, forth] };
    goes_through(forth).then_some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOR: Triangle = [[0.0, 0.0, 0.0], [6.0, 0.0, 0.0], [0.0, 6.0, 0.0]];

    fn end(which: usize, edge: usize, forwards: bool) -> End {
        End { which, edge, forwards }
    }

    #[test]
    fn segments_go_along_the_product_of_the_normals() {
        // The normal of the wall is -y, so the segment goes along +x.
        let wall = [[1.0, 1.0, -1.0], [3.0, 1.0, -1.0], [2.0, 1.0, 1.0]];
        assert_eq!(ends(&FLOOR, &wall), Some([end(1, 2, false), end(1, 1, true)]));
        let wide = wall.map(|[x, y, z]| [9.0 * (x - 2.0) + 2.0, y, z]);
        let [start, stop] = ends(&FLOOR, &wide).unwrap();
        assert_eq!([start.which, stop.which], [0, 0]);
    }

    #[test]
    fn what_touches_shares_a_segment_or_nothing() {
        // B is moved up, so a face on a face is apart from it, and so is a needle that stands on it.
        assert_eq!(ends(&FLOOR, &FLOOR), None);
        let needle = [[1.0, 1.0, 0.0], [1.0, 1.5, 5.0], [1.0, 1.0, 5.0]];
        assert_eq!(ends(&FLOOR, &needle), None);
        // Hanging down from it, its tip goes through.
        assert!(ends(&FLOOR, &needle.map(|[x, y, z]| [x, y, -z])).is_some());
        // As the first mesh, it is the other one that moves.
        assert!(ends(&needle, &FLOOR).is_some());
    }

    /// The ends as the edges that turn around all edges of the other triangle in the same way.
    fn by_turns(a: &Triangle, b: &Triangle) -> Vec<End> {
        let mut found = Vec::new();
        for (which, sides) in [sides_of_a(a, b), sides_of_b(a, b)].into_iter().enumerate() {
            for i in (0..3).filter(|&i| sides[i] * sides[(i + 1) % 3] < 0) {
                let turns = [0, 1, 2].map(|j| match which {
                    0 => turn(edge(a, i), edge(b, j)),
                    _ => turn(edge(a, j), edge(b, i)),
                });
                if turns == [turns[0]; 3] {
                    found.push(End { which, edge: i, forwards: sides[i] < 0 });
                }
            }
        }
        // The start of the segment comes first.
        found.sort_by_key(|end| end.forwards != (end.which == 0));
        found
    }

    #[test]
    fn intervals_have_the_ends_that_turns_have() {
        let mut random = feeler_scenes::Random::new(1);
        let (mut shared, mut apart) = (0, 0);
        for round in 0..200_000 {
            // Coordinates of few values: corners, edges and faces meet, and some triangles have no area.
            let most = [1.0, 2.0, 6.0][round % 3];
            let mut triangle = || [0; 3].map(|_| [0; 3].map(|_| random.between(0.0, most).round()));
            let (a, b) = (triangle(), triangle());
            let found = ends(&a, &b);
            assert_eq!(found.map_or(vec![], Vec::from), by_turns(&a, &b), "{a:?} {b:?}");
            if found.is_some() { shared += 1 } else { apart += 1 }
        }
        assert!(shared > 20_000 && apart > 20_000, "{shared} {apart}");
    }

    /// What is decided by less than any number is what a small number decides.
    #[test]
    fn b_is_moved_along_x_then_y_then_z() {
        let mut random = feeler_scenes::Random::new(2);
        for _ in 0..200_000 {
            let mut triangle = || [0; 3].map(|_| [0; 3].map(|_| random.between(0.0, 3.0).round()));
            let (a, b) = (triangle(), triangle());
            // Determinants of these are integers below 200, so this is small enough.
            let step = [2_f64.powi(-10), 2_f64.powi(-20), 2_f64.powi(-30)];
            let moved = b.map(|corner| [0, 1, 2].map(|i| corner[i] + step[i]));
            assert_eq!(ends(&a, &b), ends(&a, &moved), "{a:?} {b:?}");
        }
    }

    /// A triangle without area is passed as two of its edges are.
    #[test]
    fn triangles_without_area_have_ends() {
        let line = [[1.0, 1.0, -1.0], [1.0, 1.0, 3.0], [1.0, 1.0, 1.0]];
        let [start, stop] = ends(&FLOOR, &line).unwrap();
        assert_eq!([start, stop].map(|end| end.which), [1, 1]);
        assert_ne!(start.edge, stop.edge);
        assert_eq!(ends(&line, &line), None);
        assert_eq!(ends(&FLOOR, &[[1.0, 1.0, 0.0]; 3]), None);
    }
}
