//! Cutting of polygons into triangles.

use feeler::Mesh;
use robust::{Coord, orient2d};

use crate::quota::{CUTTING_FLOOR, CUTTING_PER_CORNER, make_room};

/// Cuts polygons into triangles, always *n* - 2 for *n* corners, in the polygon's own orientation.
///
/// Concave polygons are cut by clipping ears in the plane of the polygon, with exact orientation
/// tests, so that the cut of a simple polygon always succeeds. A polygon that crosses itself has no
/// correct cut; it is covered by some triangles over its corners.
#[derive(Default)]
pub(crate) struct Triangulator {
    flat: Vec<Coord<f64>>,
    previous: Vec<u32>,
    next: Vec<u32>,
    blockers: Vec<u32>,
    effort: u64,
    corners: u64,
}

/// The error for a polygon so large and winding that cutting it would take too long.
#[derive(Debug, PartialEq)]
pub(crate) struct TooWinding;

impl TooWinding {
    pub(crate) fn reason(&self, corners: usize) -> String {
        format!("a face of {corners} corners is too winding to be cut into triangles in good time")
    }
}

/// The kind of corner to clip: a true ear; if there is none, a corner without area; if there is
/// none either, any corner, until the end.
#[derive(Clone, Copy, PartialEq)]
enum ClipRule {
    Ear,
    Flat,
    Any,
}

impl Triangulator {
    /// Adds the triangles of a polygon whose corners index `vertices`; none for fewer than three
    /// corners.
    pub(crate) fn cut(
        &mut self,
        ring: &[u32],
        vertices: &[[f64; 3]],
        triangles: &mut Vec<[u32; 3]>,
    ) -> Result<(), TooWinding> {
        match *ring {
            [] | [_] | [_, _] => {}
            [a, b, c] => {
                make_room(triangles, 1);
                triangles.push([a, b, c]);
            }
            [a, b, c, d] => {
                let corners = [a, b, c, d].map(|corner| vertices[corner as usize]);
                make_room(triangles, 2);
                triangles.extend(match quad_diagonal(corners) {
                    Diagonal::FirstToThird => [[a, b, c], [a, c, d]],
                    Diagonal::SecondToFourth => [[b, c, d], [b, d, a]],
                });
            }
            // The polygon has more triangles than a mesh can have: the cut would be in vain.
            _ if ring.len() > Mesh::MAX_TRIANGLES => return Err(TooWinding),
            _ => {
                make_room(triangles, ring.len() - 2);
                self.clip(ring, vertices, triangles)?;
            }
        }
        Ok(())
    }

    /// Adds the triangles of five or more corners. The lists hold numbers of corners, not of
    /// vertices.
    fn clip(
        &mut self,
        ring: &[u32],
        vertices: &[[f64; 3]],
        triangles: &mut Vec<[u32; 3]>,
    ) -> Result<(), TooWinding> {
        let corners = ring.len() as u32;
        self.corners += u64::from(corners);
        self.flatten(ring, vertices);
        refill(&mut self.next, (1..corners).chain([0]), ring.len());
        refill(&mut self.previous, [corners - 1].into_iter().chain(0..corners - 1), ring.len());
        let mut blockers = std::mem::take(&mut self.blockers);
        refill(&mut blockers, (0..corners).filter(|&corner| self.turn(corner) <= 0.0), ring.len());
        self.blockers = blockers;
        if self.blockers.iter().all(|&corner| self.turn(corner) == 0.0) {
            triangles.extend(ring[1..].windows(2).map(|edge| [ring[0], edge[0], edge[1]]));
            return Ok(());
        }

        let mut rule = ClipRule::Ear;
        let (mut corner, mut tried, mut left) = (0, 0, corners);
        while left > 3 {
            if self.suits(corner, rule)? {
                triangles.push(self.around(corner).map(|corner| ring[corner as usize]));
                self.unlink(corner);
                left -= 1;
                tried = 0;
                if rule == ClipRule::Flat {
                    rule = ClipRule::Ear;
                }
                // Skipping one corner spreads the cuts, which gives fewer slivers than a fan.
                corner = self.after(self.after(corner));
            } else {
                corner = self.after(corner);
                tried += 1;
            }
            if tried == left {
                tried = 0;
                rule = if rule == ClipRule::Ear { ClipRule::Flat } else { ClipRule::Any };
            }
        }
        triangles.push(self.around(corner).map(|corner| ring[corner as usize]));
        Ok(())
    }

    fn after(&self, corner: u32) -> u32 {
        self.next[corner as usize]
    }

    /// A corner between its predecessor and its successor in the ring.
    fn around(&self, corner: u32) -> [u32; 3] {
        [self.previous[corner as usize], corner, self.next[corner as usize]]
    }

    /// Projects the corners along the coordinate axis closest to the polygon's normal,
    /// counter-clockwise.
    ///
    /// The coordinates are only scaled by a power of two, so that the projection is exact.
    fn flatten(&mut self, ring: &[u32], vertices: &[[f64; 3]]) {
        let corner = |i: usize| vertices[ring[i % ring.len()] as usize];
        let largest = (0..ring.len()).flat_map(corner).fold(0.0, |most: f64, x| most.max(x.abs()));
        let scale = power_of_two_below(largest).recip();
        let origin = corner(0).map(|x| x * scale);
        let mut normal = [0.0; 3];
        for i in 0..ring.len() {
            let [p, q] =
                [corner(i), corner(i + 1)].map(|c| [0, 1, 2].map(|k| c[k] * scale - origin[k]));
            for k in 0..3 {
                let (l, m) = ((k + 1) % 3, (k + 2) % 3);
                normal[k] += (p[l] - q[l]) * (p[m] + q[m]);
            }
        }
        let facing =
            (0..3).max_by(|&k, &l| normal[k].abs().total_cmp(&normal[l].abs())).unwrap_or(2);
        let (mut u, mut v) = ((facing + 1) % 3, (facing + 2) % 3);
        if normal[facing] < 0.0 {
            (u, v) = (v, u);
        }
        let flat = (0..ring.len()).map(|i| {
            let point = corner(i);
            Coord { x: point[u] * scale, y: point[v] * scale }
        });
        refill(&mut self.flat, flat, ring.len());
    }

    /// Positive if the polygon turns left, that is, if the corner is convex.
    fn turn(&self, corner: u32) -> f64 {
        let [p, q, r] = self.around(corner).map(|corner| self.flat[corner as usize]);
        orient2d(p, q, r)
    }

    fn suits(&mut self, corner: u32, rule: ClipRule) -> Result<bool, TooWinding> {
        self.effort += 1 + self.blockers.len() as u64;
        if self.effort > CUTTING_FLOOR + CUTTING_PER_CORNER * self.corners {
            return Err(TooWinding);
        }
        match rule {
            ClipRule::Ear => Ok(self.is_ear(corner)),
            ClipRule::Flat => Ok(self.turn(corner) == 0.0),
            ClipRule::Any => Ok(true),
        }
    }

    /// Whether the triangle at a corner is inside the polygon: the corner is convex, and the
    /// triangle contains no other corner.
    fn is_ear(&self, corner: u32) -> bool {
        if self.turn(corner) <= 0.0 {
            return false;
        }
        let [a, b, c] = self.around(corner).map(|corner| self.flat[corner as usize]);
        let low = Coord { x: a.x.min(b.x).min(c.x), y: a.y.min(b.y).min(c.y) };
        let high = Coord { x: a.x.max(b.x).max(c.x), y: a.y.max(b.y).max(c.y) };
        // A corner at the same position is the other side of a bridge to a hole, and does not
        // block.
        let blocks = |p: Coord<f64>| {
            (low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y)
                && (p != a && p != b && p != c)
                && orient2d(a, b, p) >= 0.0
                && orient2d(b, c, p) >= 0.0
                && orient2d(c, a, p) >= 0.0
        };
        !self.blockers.iter().any(|&other| blocks(self.flat[other as usize]))
    }

    /// Removes a corner from the ring. Only the turns of its neighbours change, and only towards
    /// convex.
    fn unlink(&mut self, corner: u32) {
        let [before, _, after] = self.around(corner);
        self.next[before as usize] = after;
        self.previous[after as usize] = before;
        let turns = [before, after].map(|corner| (corner, self.turn(corner) > 0.0));
        self.blockers.retain(|&other| other != corner && !turns.contains(&(other, true)));
    }
}

/// Replaces the content of a list by up to `most` items, without spare capacity.
fn refill<T>(list: &mut Vec<T>, items: impl Iterator<Item = T>, most: usize) {
    list.clear();
    make_room(list, most);
    list.extend(items);
}

enum Diagonal {
    FirstToThird,
    SecondToFourth,
}

/// The diagonal inside the quad: the first diagonal, unless one of the corners off it is concave.
fn quad_diagonal(corners: [[f64; 3]; 4]) -> Diagonal {
    let fold = |[a, b, c, d]: [[f64; 3]; 4]| {
        let [b, c, d] = [b, c, d].map(|p| [p[0] - a[0], p[1] - a[1], p[2] - a[2]]);
        dot(cross(b, c), cross(c, d))
    };
    let mut corners = corners;
    let mut first = fold(corners);
    if !(first > f64::MIN_POSITIVE && first < f64::INFINITY) {
        // The product overflowed or underflowed, or a corner is truly concave: scale the quad to
        // about 1 and test again.
        let origin = corners[0];
        corners = corners.map(|p| [0, 1, 2].map(|k| p[k] / 2.0 - origin[k] / 2.0));
        let extent = corners.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
        let scale = power_of_two_below(extent).recip();
        corners = corners.map(|p| p.map(|x| x * scale));
        first = fold(corners);
    }
    let [a, b, c, d] = corners;
    if first < 0.0 && fold([b, c, d, a]) > 0.0 {
        Diagonal::SecondToFourth
    } else {
        Diagonal::FirstToThird
    }
}

/// A power of two of about the size of `x`, within the range that has a reciprocal; 1 for zero.
fn power_of_two_below(x: f64) -> f64 {
    const EXPONENT: u64 = 0x7ff << 52;
    let power = f64::from_bits(x.to_bits() & EXPONENT);
    if power > 0.0 { power.clamp(1e-300, 1e300) } else { 1.0 }
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(points: &[[f64; 3]]) -> Vec<[u32; 3]> {
        let ring: Vec<u32> = (0..points.len() as u32).collect();
        let mut triangles = Vec::new();
        Triangulator::default().cut(&ring, points, &mut triangles).unwrap();
        triangles
    }

    /// The area vector of a loop, doubled.
    fn area(points: impl Iterator<Item = [f64; 3]> + Clone) -> [f64; 3] {
        let shifted = points.clone().cycle().skip(1);
        points.zip(shifted).fold([0.0; 3], |sum, (p, q)| {
            let c = cross(p, q);
            [sum[0] + c[0], sum[1] + c[1], sum[2] + c[2]]
        })
    }

    /// Checks that n - 2 triangles, none turned over, add up to the polygon, at any size.
    fn check(points: &[[f64; 3]]) {
        for scale in [2f64.powi(-900), 2f64.powi(900)] {
            let scaled: Vec<_> = points.iter().map(|p| p.map(|x| x * scale)).collect();
            assert_eq!(cut(points), cut(&scaled));
        }
        let triangles = cut(points);
        assert_eq!(triangles.len(), points.len() - 2);
        let whole = area(points.iter().copied());
        let size = dot(whole, whole).sqrt();
        let mut sum = 0.0;
        for triangle in triangles {
            let part = area(triangle.into_iter().map(|i| points[i as usize]));
            let along = dot(part, whole) / size;
            assert!(along >= -1e-12 * size, "{triangle:?} is turned over");
            sum += along;
        }
        assert!((sum - size).abs() <= 1e-9 * size, "{sum} is not {size}");
    }

    /// Checks the same polygon in both orders, from all corners, in several planes.
    fn check_everywhere(points: &[[f64; 2]]) {
        for turn in 0..points.len() {
            let mut ring = points.to_vec();
            ring.rotate_left(turn);
            for _ in 0..2 {
                ring.reverse();
                check(&ring.iter().map(|&[x, y]| [x, y, 5.0]).collect::<Vec<_>>());
                check(&ring.iter().map(|&[x, y]| [y, -1.0, x]).collect::<Vec<_>>());
                check(&ring.iter().map(|&[x, y]| [x, y, x + 2.0 * y]).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn convex_quads_keep_the_first_diagonal() {
        let square = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
        assert_eq!(cut(&square), [[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn concave_quads() {
        check_everywhere(&[[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]]);
    }

    #[test]
    fn quads_at_the_ends_of_the_number_range() {
        for scale in [1e-290, 1e299] {
            let dart = [[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]];
            let points = dart.map(|[x, y]| [x * scale, y * scale, 0.0]);
            assert_eq!(cut(&points), [[0, 1, 2], [0, 2, 3]]);
            let [a, b, c, d] = points;
            assert_eq!(cut(&[b, c, d, a]), [[1, 2, 3], [1, 3, 0]]);
        }
    }

    #[test]
    fn concave_polygons() {
        check_everywhere(&[[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]]);
        let comb = (0..9).map(|i| [f64::from(i), if i % 2 == 0 { 1.0 } else { 5.0 }]);
        check_everywhere(&[[8.0, 0.0], [0.0, 0.0]].into_iter().chain(comb).collect::<Vec<_>>());
    }

    #[test]
    fn corners_on_straight_edges_are_kept() {
        let points =
            [[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 1.0], [0.0, 2.0], [0.0, 1.0]];
        check_everywhere(&points);
    }

    #[test]
    fn a_hole_with_a_bridge() {
        check_everywhere(&[
            [0.0, 0.0],
            [4.0, 0.0],
            [4.0, 4.0],
            [0.0, 4.0],
            [0.0, 0.0],
            [1.0, 1.0],
            [1.0, 3.0],
            [3.0, 3.0],
            [3.0, 1.0],
            [1.0, 1.0],
        ]);
    }

    #[test]
    fn spirals() {
        let arm = |gap: f64| {
            (0..60).map(move |i| {
                let angle = f64::from(i) * 0.3;
                [(1.0 + gap + angle) * angle.cos(), (1.0 + gap + angle) * angle.sin()]
            })
        };
        let inner: Vec<_> = arm(0.0).collect();
        check_everywhere(&arm(2.0).chain(inner.into_iter().rev()).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_no_polygon_still_gives_its_triangles() {
        let bowtie = [[0.0, 0.0, 0.0], [2.0, 2.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]];
        assert_eq!(cut(&bowtie).len(), 2);
        assert_eq!(cut(&[[1.0; 3]; 9]).len(), 7);
        let line: Vec<_> = (0..7).map(|i| [f64::from(i * i % 5), 0.0, 0.0]).collect();
        assert_eq!(cut(&line).len(), 5);
        let star: Vec<_> =
            (0..5).map(|i| (f64::from(i) * 2.513).sin_cos()).map(|(x, y)| [x, y, 0.0]).collect();
        assert_eq!(cut(&star).len(), 3);
    }

    #[test]
    fn effort_is_bounded() {
        let points: Vec<[f64; 3]> = (0..200_000u64)
            .map(|i| {
                [i.wrapping_mul(0x9e37_79b9) % 100_003, i.wrapping_mul(0x85eb_ca6b) % 99_991, 0]
            })
            .map(|p| p.map(|x| x as f64))
            .collect();
        let ring: Vec<u32> = (0..points.len() as u32).collect();
        let answer = Triangulator::default().cut(&ring, &points, &mut Vec::new());
        assert_eq!(answer, Err(TooWinding));
    }
}
