//! The orientation of triangles.
//!
//! The winding number relies on the order of corners. Files do not always have it right, so
//! triangles that disagree with their neighbours are turned.

use crate::edges::{EdgeUse, sides, weld};
use crate::rim::Rim;
use feeler::Mesh;
use feeler::inside::vector::{cross, length, sub};

/// The triangles of a mesh, turned to agree with their neighbours.
pub(crate) struct Oriented {
    pub(crate) triangles: Vec<[[f64; 3]; 3]>,
    /// The open edges. Without any, the winding number is an integer everywhere.
    pub(crate) rim: Rim,
    /// The number of turned triangles.
    pub(crate) turned: usize,
    /// Whether each triangle was turned.
    pub(crate) reversed: Vec<bool>,
    /// The triangles with one number for each distinct position, in the order of the file.
    pub(crate) welded: Vec<[u32; 3]>,
    /// The position of each number.
    pub(crate) places: Vec<[f64; 3]>,
    /// The sides of the welded triangles, as the file has them.
    pub(crate) sides: Vec<EdgeUse>,
}

impl Oriented {
    /// Orients the triangles of a mesh. Neighbours are two triangles that share an edge with no
    /// third triangle. In each patch of neighbours, the orientation with less area is reversed. So
    /// an intended cavity keeps its orientation, and a few wrong triangles are turned. A one-sided
    /// patch, like a Möbius strip, is left as it is.
    pub(crate) fn new(mesh: &Mesh) -> Self {
        let (welded, places) = weld(mesh);
        let sides = sides(&welded, places.len());
        let reversed = reversed(mesh, &sides, welded.len());

        let direction =
            |side: &EdgeUse| if side.upwards != reversed[side.triangle as usize] { 1 } else { -1 };
        let mut rim = Rim::default();
        for edge in sides.chunk_by(|p, q| p.edge == q.edge) {
            let times = edge.iter().map(direction).sum::<i32>().unsigned_abs();
            if times > 0 {
                rim.add(edge[0].edge.map(|vertex| places[vertex as usize]), times);
            }
        }
        let corners = |(index, &reversed): (usize, &bool)| {
            let [p, q, r] = mesh.triangle(index as u32);
            if reversed { [p, r, q] } else { [p, q, r] }
        };
        Self {
            triangles: reversed.iter().enumerate().map(corners).collect(),
            rim,
            turned: reversed.iter().filter(|&&reversed| reversed).count(),
            reversed,
            welded,
            places,
            sides,
        }
    }
}

fn reversed(mesh: &Mesh, sides: &[EdgeUse], count: usize) -> Vec<bool> {
    let pairs = || {
        sides.chunk_by(|p, q| p.edge == q.edge).filter_map(|edge| match edge {
            [p, q] if p.triangle != q.triangle => {
                Some(([p.triangle, q.triangle], p.upwards != q.upwards))
            }
            _ => None,
        })
    };
    if pairs().all(|(_, agree)| agree) {
        return vec![false; count];
    }
    let mut neighbours: Vec<Vec<(u32, bool)>> = vec![Vec::new(); count];
    for ([p, q], agree) in pairs() {
        neighbours[p as usize].push((q, agree));
        neighbours[q as usize].push((p, agree));
    }

    let mut side: Vec<Option<bool>> = vec![None; count];
    let mut patch = Vec::new();
    for start in 0..count {
        if side[start].is_some() {
            continue;
        }
        side[start] = Some(false);
        patch.clear();
        patch.push(start);
        let (mut at, mut one_sided) = (0, false);
        while at < patch.len() {
            let here = patch[at];
            at += 1;
            for &(next, agree) in &neighbours[here] {
                let turned = (side[here] == Some(true)) == agree;
                match side[next as usize] {
                    None => {
                        side[next as usize] = Some(turned);
                        patch.push(next as usize);
                    }
                    Some(known) => one_sided |= known != turned,
                }
            }
        }
        let area = |turned: bool| -> f64 {
            patch.iter().filter(|&&t| side[t] == Some(turned)).map(|&t| area(mesh, t)).sum()
        };
        let flip = area(true) > area(false);
        for &t in &patch {
            side[t] = Some(!one_sided && (side[t] == Some(true)) != flip);
        }
    }
    side.into_iter().map(|side| side == Some(true)).collect()
}

fn area(mesh: &Mesh, triangle: usize) -> f64 {
    let [p, q, r] = mesh.triangle(triangle as u32);
    length(cross(sub(q, p), sub(r, p)))
}
