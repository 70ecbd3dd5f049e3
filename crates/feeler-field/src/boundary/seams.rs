//! How the triangles of a mesh hang together: its edges, holes, components and patches.

use super::Hole;
use crate::edges::EdgeUse;
use crate::exact::is_degenerate;
use crate::orient::Oriented;

/// What the edges of a mesh say about it.
#[derive(Clone, Debug)]
pub(super) struct Seams {
    pub(super) holes: Vec<Hole>,
    /// The component of each triangle. Triangles with a common corner are in one component.
    pub(super) components: Groups,
    /// The first triangle of each component.
    pub(super) firsts: Vec<u32>,
    /// The patch of each triangle. Triangles that share an edge with no third one, and agree about
    /// its direction, are in one patch.
    pub(super) patches: Groups,
    /// The pairs of triangles that share such an edge.
    pub(super) neighbours: Vec<[u32; 2]>,
    /// The places of the corners of each triangle, in its order here: equal positions have one number.
    pub(super) corners: Vec<[u32; 3]>,
    /// The number of places.
    pub(super) places: usize,
    /// The triangles without area, which belong to no solid.
    pub(super) degenerate: Vec<bool>,
}

/// Items in groups that are numbered from 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups {
    pub(crate) of: Vec<u32>,
    pub(crate) count: usize,
}

impl Groups {
    /// The groups of `len` items that these pairs join, in the order of their first items.
    pub(crate) fn joined(len: usize, pairs: impl IntoIterator<Item = [u32; 2]>) -> Self {
        let mut leader: Vec<u32> = (0..len as u32).collect();
        fn find(leader: &mut [u32], mut item: u32) -> u32 {
            while leader[item as usize] != item {
                leader[item as usize] = leader[leader[item as usize] as usize];
                item = leader[item as usize];
            }
            item
        }
        for [p, q] in pairs {
            let (p, q) = (find(&mut leader, p), find(&mut leader, q));
            leader[p.max(q) as usize] = p.min(q);
        }
        // A leader is the first item of its group.
        let (mut of, mut count) = (vec![0; len], 0);
        for item in 0..len {
            let first = find(&mut leader, item as u32) as usize;
            of[item] = if first == item {
                count += 1;
                count as u32 - 1
            } else {
                of[first]
            };
        }
        Self { of, count }
    }
}

impl Seams {
    pub(super) fn new(oriented: &Oriented) -> Self {
        let Oriented { triangles, reversed, welded, places, sides, .. } = oriented;
        let degenerate: Vec<bool> = triangles.iter().map(is_degenerate).collect();
        let upwards = |side: &EdgeUse| side.upwards != reversed[side.triangle as usize];
        let (mut neighbours, mut rim) = (Vec::new(), Vec::new());
        for edge in sides.chunk_by(|p, q| p.edge == q.edge) {
            let balance: i32 = edge.iter().map(|side| if upwards(side) { 1 } else { -1 }).sum();
            if balance != 0 {
                rim.push(edge[0].edge);
            }
            if let [p, q] = edge
                && upwards(p) != upwards(q)
                && ![p, q].iter().any(|side| degenerate[side.triangle as usize])
            {
                neighbours.push([p.triangle, q.triangle]);
            }
        }
        let joined = welded.iter().flat_map(|&[p, q, r]| [[p, q], [q, r]]);
        let by_vertex = Groups::joined(places.len(), joined);
        let of_triangle: Vec<u32> =
            welded.iter().map(|corners| by_vertex.of[corners[0] as usize]).collect();
        let components = numbered(&of_triangle, by_vertex.count);
        Self {
            holes: holes(&rim, places),
            firsts: components.firsts(),
            components,
            patches: Groups::joined(welded.len(), neighbours.iter().copied()),
            neighbours,
            corners: welded
                .iter()
                .zip(reversed)
                .map(|(&[p, q, r], &reversed)| if reversed { [p, r, q] } else { [p, q, r] })
                .collect(),
            places: places.len(),
            degenerate,
        }
    }
}

impl Groups {
    /// The first item of each group; the groups are in the order of these.
    fn firsts(&self) -> Vec<u32> {
        let mut firsts = Vec::with_capacity(self.count);
        for (item, &group) in (0..).zip(&self.of) {
            if group as usize == firsts.len() {
                firsts.push(item);
            }
        }
        firsts
    }
}

/// Groups without those that have no item, in the order of their first items.
fn numbered(of: &[u32], count: usize) -> Groups {
    let mut number = vec![u32::MAX; count];
    let mut next = 0;
    let of = of.iter().map(|&group| {
        let number = &mut number[group as usize];
        if *number == u32::MAX {
            *number = next;
            next += 1;
        }
        *number
    });
    Groups { of: of.collect(), count: next as usize }
}

/// The holes: edges of the rim that hang together, the longest first.
fn holes(rim: &[[u32; 2]], places: &[[f64; 3]]) -> Vec<Hole> {
    let groups = Groups::joined(places.len(), rim.iter().copied());
    let mut holes = std::collections::BTreeMap::<u32, (Hole, [[f64; 3]; 2])>::new();
    for &[p, q] in rim {
        let ends = [p, q].map(|vertex| places[vertex as usize]);
        let nothing = Hole { edges: 0, length: 0.0, size: 0.0 };
        let (hole, [low, high]) =
            holes.entry(groups.of[p as usize]).or_insert((nothing, [ends[0], ends[0]]));
        hole.edges += 1;
        hole.length += distance(ends[0], ends[1]);
        for end in ends {
            *low = [0, 1, 2].map(|i| low[i].min(end[i]));
            *high = [0, 1, 2].map(|i| high[i].max(end[i]));
        }
    }
    let mut holes: Vec<Hole> = holes
        .into_values()
        .map(|(hole, [low, high])| Hole { size: distance(low, high), ..hole })
        .collect();
    holes.sort_by(|p, q| q.length.total_cmp(&p.length));
    holes
}

fn distance(p: [f64; 3], q: [f64; 3]) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|i| q[i] - p[i]);
    x.hypot(y).hypot(z)
}
