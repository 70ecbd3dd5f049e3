//! The loops along which a level passes the boundary of a cell.
//!
//! Corner i is at x = bit 0, y = bit 1, z = bit 2 of i. Edge 4 a + n runs along axis a, from the
//! corner whose other two bits are n. A level passes an edge once, if the values at its ends are on
//! different sides, and a face along one or two arcs of hyperbolas. This module joins the arcs to
//! loops; they are oriented so that a surface inside the loop has the higher values in front.

/// The ends of each edge, the lower one first.
pub(super) const EDGES: [[u8; 2]; 12] = [
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
    [0, 2],
    [1, 3],
    [4, 6],
    [5, 7],
    [0, 4],
    [1, 5],
    [2, 6],
    [3, 7],
];

/// The corners of each face, counterclockwise when seen from outside.
const FACES: [[u8; 4]; 6] =
    [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];

/// Closed paths around the boundary of a cell, as lists of the edges that they pass.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Loops {
    edges: [u8; 12],
    ends: [u8; 4],
    count: usize,
}

impl Loops {
    /// Finds the loops of the level zero.
    ///
    /// The corners of an ambiguous face are joined as the bilinear interpolant joins them (the
    /// asymptotic decider, Nielson and Hamann 1991), so both cells of a face agree.
    pub(super) fn new(values: &[f64; 8]) -> Self {
        let mut next = [NO_EDGE; 12];
        for face in FACES {
            let positive = face.map(|corner| values[corner as usize] >= 0.0);
            let joined = joins_positive(values, face);
            for i in 0..4 {
                let (before, after) =
                    (edge(face[(i + 3) % 4], face[i]), edge(face[i], face[(i + 1) % 4]));
                match (positive[(i + 3) % 4], positive[i], positive[(i + 1) % 4]) {
                    // A single positive corner, cut off by an arc.
                    (false, true, false) if joined != Some(true) => next[after] = before as u8,
                    // A single negative corner.
                    (true, false, true) if joined != Some(false) => next[before] = after as u8,
                    // Two positive corners, this one and the next.
                    (false, true, true) if !positive[(i + 2) % 4] => {
                        next[edge(face[(i + 1) % 4], face[(i + 2) % 4])] = before as u8;
                    }
                    _ => {}
                }
            }
        }

        let mut loops = Self::default();
        let mut length = 0;
        for start in 0..12 {
            let mut at = start;
            while next[at] != NO_EDGE {
                loops.edges[length] = at as u8;
                length += 1;
                at = std::mem::replace(&mut next[at], NO_EDGE) as usize;
            }
            if at == start && length > loops.ends[..loops.count].last().map_or(0, |&end| end.into())
            {
                loops.ends[loops.count] = length as u8;
                loops.count += 1;
            }
        }
        loops
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn get(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.edges[start as usize..self.ends[index] as usize]
    }
}

const NO_EDGE: u8 = u8::MAX;

/// The number of the edge between two corners.
fn edge(p: u8, q: u8) -> usize {
    let low = p.min(q);
    match p ^ q {
        1 => (low >> 1) as usize,
        2 => 4 + (low & 1 | low >> 1 & 2) as usize,
        _ => 8 + (low & 3) as usize,
    }
}

/// Whether the two positive corners of an ambiguous face are joined across it; `None` if the face
/// is not ambiguous.
fn joins_positive(values: &[f64; 8], face: [u8; 4]) -> Option<bool> {
    let [a, b, c, d] = face.map(|corner| values[corner as usize]);
    let signs = [a, b, c, d].map(|value| value >= 0.0);
    match signs {
        [true, false, true, false] => Some(a * c > b * d),
        [false, true, false, true] => Some(b * d > a * c),
        _ => None,
    }
}

/// The groups of corners that are joined on the boundary of the cell, on either side of the level.
pub(super) fn boundary_groups(values: &[f64; 8]) -> DisjointSets<8> {
    let mut groups = DisjointSets::new();
    let positive = |corner: u8| values[corner as usize] >= 0.0;
    for [p, q] in EDGES {
        if positive(p) == positive(q) {
            groups.join(p as usize, q as usize);
        }
    }
    for face in FACES {
        if let Some(joined) = joins_positive(values, face) {
            let first = if positive(face[0]) == joined { 0 } else { 1 };
            groups.join(face[first] as usize, face[first + 2] as usize);
        }
    }
    groups
}

/// Disjoint sets with union: each member has the number of its set.
#[derive(Clone, Copy, Debug)]
pub(super) struct DisjointSets<const N: usize>([u8; N]);

impl<const N: usize> DisjointSets<N> {
    pub(super) fn new() -> Self {
        Self(std::array::from_fn(|i| i as u8))
    }

    pub(super) fn of(&self, member: usize) -> u8 {
        self.0[member]
    }

    pub(super) fn join(&mut self, p: usize, q: usize) {
        let (keep, lose) = (self.0[p], self.0[q]);
        for group in &mut self.0 {
            if *group == lose {
                *group = keep;
            }
        }
    }
}

/// Whether two edges lie in a common face.
pub(super) fn share_a_face(e: u8, f: u8) -> bool {
    let [p, q] = EDGES[e as usize];
    let [r, s] = EDGES[f as usize];
    let (all, any) = (p & q & r & s, p | q | r | s);
    all != 0 || any != 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_have_their_numbers() {
        for (number, [p, q]) in EDGES.into_iter().enumerate() {
            assert_eq!((edge(p, q), edge(q, p)), (number, number));
        }
    }

    #[test]
    fn each_edge_lies_in_two_faces() {
        for e in 0..12 {
            assert_eq!(
                (0..12).filter(|&f| share_a_face(e, f)).count(),
                7,
                "itself and three more in each"
            );
        }
    }

    /// Every crossed edge is in exactly one loop, for all 256 patterns of signs and both ways to
    /// join every face.
    #[test]
    fn loops_pass_every_crossed_edge_once() {
        for signs in 0..256_u32 {
            for weights in 0..256_u32 {
                let values = std::array::from_fn(|i| {
                    let size = 1.0 + f64::from(weights >> i & 1) * (1.0 + i as f64);
                    if signs >> i & 1 == 1 { size } else { -size }
                });
                let loops = Loops::new(&values);
                let mut passed: Vec<u8> =
                    (0..loops.len()).flat_map(|l| loops.get(l).to_vec()).collect();
                assert!((0..loops.len()).all(|l| loops.get(l).len() >= 3), "{values:?}");
                passed.sort_unstable();
                let crossed = |e: &u8| {
                    let [p, q] = EDGES[*e as usize].map(|corner| values[corner as usize] >= 0.0);
                    p != q
                };
                let crossed: Vec<u8> = (0..12).filter(crossed).collect();
                assert_eq!(passed, crossed, "{values:?}");
            }
        }
    }
}
