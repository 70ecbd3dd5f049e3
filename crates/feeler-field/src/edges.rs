//! The edges of a mesh, and its vertices with one number for each position.

use feeler::Mesh;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};

/// The triangles with one number for each distinct position, in the order of the file, and these positions.
pub(crate) fn weld(mesh: &Mesh) -> (Vec<[u32; 3]>, Vec<[f64; 3]>) {
    let mut known = HashMap::with_capacity_and_hasher(mesh.vertices().len(), Folding::new());
    let mut places = Vec::with_capacity(mesh.vertices().len());
    let mut number = |v: &[f64; 3]| {
        *known.entry(v.map(|x| (x + 0.0).to_bits())).or_insert_with(|| {
            places.push(*v);
            (places.len() - 1) as u32
        })
    };
    let numbers: Vec<u32> = mesh.vertices().iter().map(&mut number).collect();
    let triangles = mesh.triangles().iter().map(|t| t.map(|vertex| numbers[vertex as usize]));
    (triangles.collect(), places)
}

/// An edge as a side of one triangle.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EdgeUse {
    /// Its two places, the lower number first.
    pub(crate) edge: [u32; 2],
    pub(crate) triangle: u32,
    /// Whether the triangle passes the edge from the lower to the higher number.
    pub(crate) upwards: bool,
}

/// The sides of welded triangles, but for those without length: by the numbers of their places, and for one edge
/// by triangle.
///
/// They are put in order by the lower place first, in linear time: a place has few edges.
pub(crate) fn sides(welded: &[[u32; 3]], places: usize) -> Vec<EdgeUse> {
    let each = || {
        let of = |(triangle, corners): (usize, &[u32; 3])| {
            let [p, q, r] = *corners;
            [[p, q], [q, r], [r, p]].map(|[from, to]| EdgeUse {
                edge: [from.min(to), from.max(to)],
                triangle: triangle as u32,
                upwards: from < to,
            })
        };
        welded.iter().enumerate().flat_map(of).filter(|side| side.edge[0] != side.edge[1])
    };
    // The end of the sides of each place, which becomes its start while they are put there.
    let mut ends = vec![0_u32; places];
    each().for_each(|side| ends[side.edge[0] as usize] += 1);
    let mut count = 0;
    for end in &mut ends {
        count += *end;
        *end = count;
    }
    let mut sides = vec![EdgeUse::default(); count as usize];
    for side in each() {
        let end = &mut ends[side.edge[0] as usize];
        *end -= 1;
        sides[*end as usize] = side;
    }
    for (place, &start) in ends.iter().enumerate() {
        let end = ends.get(place + 1).copied().unwrap_or(count);
        sides[start as usize..end as usize]
            .sort_unstable_by_key(|side| (side.edge[1], side.triangle));
    }
    sides
}

/// A hash of coordinates: products of 128 bits, folded. The key is new in each run, so that no file can choose
/// coordinates that collide.
#[derive(Clone, Copy)]
struct Folding(u64);

impl Folding {
    fn new() -> Self {
        Self(RandomState::new().hash_one(0_u64))
    }
}

impl BuildHasher for Folding {
    type Hasher = Self;

    fn build_hasher(&self) -> Self {
        *self
    }
}

impl Hasher for Folding {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.write_u64(u64::from_le_bytes(*word)));
        rest.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, word: u64) {
        /// The digits of pi after the point.
        const ODD: u64 = 0x243f_6a88_85a3_08d3;
        let product = u128::from(self.0 ^ word) * u128::from(ODD);
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(word.rotate_left(32));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_in_order() {
        let welded = [[0, 1, 2], [2, 1, 3], [3, 3, 1], [2, 1, 0]];
        let found: Vec<_> =
            sides(&welded, 5).iter().map(|s| (s.edge, s.triangle, s.upwards)).collect();
        let wanted = [
            ([0, 1], 0, true),
            ([0, 1], 3, false),
            ([0, 2], 0, false),
            ([0, 2], 3, true),
            ([1, 2], 0, true),
            ([1, 2], 1, false),
            ([1, 2], 3, false),
            ([1, 3], 1, true),
            ([1, 3], 2, false),
            ([1, 3], 2, true),
            ([2, 3], 1, false),
        ];
        let mut found = found;
        found.sort_by_key(|&(edge, triangle, upwards)| (edge, triangle, upwards));
        assert_eq!(found, wanted);
        let order: Vec<_> = sides(&welded, 5).iter().map(|s| (s.edge, s.triangle)).collect();
        assert!(order.is_sorted());
        assert!(sides(&[], 0).is_empty());
    }

    #[test]
    fn positions_are_welded_in_the_order_of_the_file() {
        let v = [[1.0, 0.0, 0.0], [0.0; 3], [1.0, 0.0, -0.0], [0.0, 1.0, 0.0], [-0.0, 0.0, 0.0]];
        let mesh = Mesh::new(v.to_vec(), vec![[0, 1, 3], [2, 3, 4]]).unwrap();
        let (welded, places) = weld(&mesh);
        assert_eq!((welded, places.len()), (vec![[0, 1, 2], [0, 2, 1]], 3));
    }

    #[test]
    fn hashes_of_plain_coordinates_differ() {
        let folding = Folding::new();
        let mut low: Vec<u64> = Vec::new();
        for x in 0..40 {
            for y in 0..40 {
                for z in 0..10 {
                    let key = [x, y, z].map(|i| f64::from(i).to_bits());
                    low.push(folding.hash_one(key) & 0xffff);
                }
            }
        }
        low.sort_unstable();
        low.dedup();
        // Of 16,000 random numbers of 16 bits, 14,200 are expected to differ.
        assert!(low.len() > 13_900, "{}", low.len());
        let mut high: Vec<u64> =
            (0..1000).map(|i| folding.hash_one([f64::from(i).to_bits(), 0, 0]) >> 48).collect();
        high.sort_unstable();
        high.dedup();
        assert!(high.len() > 950, "{}", high.len());
    }
}
