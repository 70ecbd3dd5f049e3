//! The nodes of all segments: which segments they belong to, and where they are.

use super::segment::{End, ends};
use crate::exact::{Place, Plane, Triangle};
use feeler::{Contact, Pair};

/// The segments that two meshes share, and how they hang together.
#[derive(Debug, Default)]
pub(crate) struct Segments {
    /// The triangles of each segment, in the order of contacts.
    pub(crate) contacts: Vec<Contact>,
    /// The start and the end of each segment.
    pub(crate) ends: Vec<[End; 2]>,
    /// The nodes at the start and at the end of each segment.
    pub(crate) nodes: Vec<[u32; 2]>,
    /// The position of each node, in A's frame.
    pub(crate) points: Vec<[f64; 3]>,
    /// A bound of how far each position is off.
    pub(crate) offs: Vec<f64>,
}

/// The ends of an edge, the lower first.
type Edge = [[f64; 3]; 2];

/// What a node is called: an edge of one mesh, and a triangle of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Name {
    /// The mesh of the edge.
    which: usize,
    edge: Edge,
    through: u32,
}

impl Segments {
    /// The segments of some pairs of triangles, which are all that have any.
    pub(crate) fn of(pair: &Pair<'_>, contacts: &[Contact]) -> Self {
        let mut segments = Self::default();
        let mut names = Names::with_room_for(2 * contacts.len());
        let mut a = (u32::MAX, Triangle::default());
        for &contact in contacts {
            if a.0 != contact.a {
                a = (contact.a, pair.a().mesh().triangle(contact.a));
            }
            let triangles = [a.1, posed(pair, contact.b)];
            let Some(ends) = ends(&triangles[0], &triangles[1]) else { continue };
            let [start, stop] = ends.map(|end| Name {
                which: end.which,
                edge: edge(&triangles[end.which], end.edge),
                through: [contact.b, contact.a][end.which],
            });
            // A triangle with equal corners may have the same edge twice.
            if start == stop {
                continue;
            }
            let nodes = [start, stop].map(|name| {
                let node = names.number(name);
                if node as usize == segments.points.len() {
                    let (point, off) = crossing(&name.edge, &triangles[1 - name.which]);
                    segments.points.push(point);
                    segments.offs.push(off);
                }
                node
            });
            segments.contacts.push(contact);
            segments.ends.push(ends);
            segments.nodes.push(nodes);
        }
        segments
    }
}

/// Names with numbers, in the order in which they come.
struct Names {
    names: Vec<Name>,
    /// The numbers, each at the first free slot from that of its hash on.
    slots: Vec<u32>,
    /// By how much a hash is shifted to become a slot.
    shift: u32,
}

impl Names {
    /// There must be no more names than this, and less than 2^30.
    fn with_room_for(count: usize) -> Self {
        let bits = (2 * count + 2).next_power_of_two().trailing_zeros();
        Self { names: Vec::new(), slots: vec![u32::MAX; 1 << bits], shift: 64 - bits }
    }

    /// The number of a name, the next one if it is new.
    fn number(&mut self, name: Name) -> u32 {
        let mut slot = (name.hash() >> self.shift) as usize;
        loop {
            let number = self.slots[slot];
            if number == u32::MAX {
                self.slots[slot] = self.names.len() as u32;
                self.names.push(name);
                return self.slots[slot];
            }
            if self.names[number as usize] == name {
                return number;
            }
            slot = (slot + 1) % self.slots.len();
        }
    }
}

impl Name {
    /// A number whose upper bits differ for most names.
    fn hash(&self) -> u64 {
        // An odd number without a pattern: the golden ratio.
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let mix = |hash: u64, x: u64| (hash.rotate_left(23) ^ x).wrapping_mul(FACTOR);
        let first = mix(u64::from(self.through), self.which as u64);
        self.edge.as_flattened().iter().fold(first, |hash, x| mix(hash, x.to_bits()))
    }
}

/// An edge of a triangle. Zero has two signs, and is one place.
fn edge(triangle: &Triangle, i: usize) -> Edge {
    let [p, q] = [i, (i + 1) % 3].map(|i| triangle[i].map(|x| x + 0.0));
    if p < q { [p, q] } else { [q, p] }
}

fn posed(pair: &Pair<'_>, triangle: u32) -> Triangle {
    let pose = pair.pose();
    pair.b().mesh().triangle(triangle).map(|corner| pose.apply(corner))
}

/// The share of an edge's length by which a crossing may be off: 2^-40.
const SHARE: f64 = f64::from_bits((1023 - 40) << 52);

/// Where an edge crosses the plane of a triangle, and a bound of how far that is off: some units in the last place, and
/// along the edge no more than [`SHARE`] of its length.
fn crossing(&[p, q]: &Edge, plane: &Triangle) -> ([f64; 3], f64) {
    let [a, b, c] = plane;
    let difference = |p: &[f64; 3], q: &[f64; 3]| [0, 1, 2].map(|i| p[i] - q[i]);
    let (u, v) = (difference(b, a), difference(c, a));
    let mut heights = [0.0; 2];
    let mut bound = f64::MIN_POSITIVE;
    for (i, j, k) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
        let (left, right) = (u[j] * v[k], u[k] * v[j]);
        for (height, end) in heights.iter_mut().zip([&p, &q]) {
            let along = end[i] - a[i];
            *height += (left - right) * along;
            bound += (left.abs() + right.abs()) * along.abs();
        }
    }
    let across = heights[0] - heights[1];
    let rounding =
        |point: [f64; 3]| 8.0 * f64::EPSILON * point.iter().map(|x| x.abs()).sum::<f64>();
    // Each height is off by less than 16 roundings of the magnitudes that it is summed from.
    let off = 16.0 * f64::EPSILON * bound;
    if off < SHARE * across.abs() {
        let share = (heights[0] / across).clamp(0.0, 1.0);
        let along = difference(&q, &p);
        let point = match share < 0.5 {
            true => [0, 1, 2].map(|i| p[i] + share * along[i]),
            false => [0, 1, 2].map(|i| q[i] - (1.0 - share) * along[i]),
        };
        let length = along.iter().map(|x| x.abs()).sum::<f64>();
        return (point, 2.0 * off / across.abs() * length + rounding(p) + rounding(q));
    }
    let sides = Plane::of(plane);
    let point = match [sides.side(p), sides.side(q)] {
        [0, _] => p,
        [_, 0] => q,
        _ => Place::on_plane([p, q], plane).near,
    };
    (point, rounding(point) + f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossings_are_on_the_edge() {
        let floor = [[0.0, 0.0, 0.25], [1.0, 0.0, 0.25], [0.0, 1.0, 0.25]];
        assert_eq!(crossing(&[[3.0, 1.0, -0.5], [3.0, 1.0, 0.5]], &floor).0, [3.0, 1.0, 0.25]);
        // The heights of a flat edge are all rounding.
        let tilted = [[0.1, 0.1, 0.1], [0.7, 0.2, 0.3], [0.3, 0.8, 0.9]];
        let edge = [tilted[1], [0.3, 0.8, 0.9_f64.next_up()]];
        assert_eq!(crossing(&edge, &tilted).0, tilted[1]);
        let nearly = [tilted[0], [0.3, 0.8, 0.9_f64.next_up()], [0.7, 0.2, 0.3_f64.next_down()]];
        let (crossed, _) = crossing(&[nearly[1], nearly[2]], &tilted);
        assert!(crossed[0] > 0.3 && crossed[0] < 0.7, "{crossed:?}");
    }
}
