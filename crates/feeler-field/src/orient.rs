//! The orientation of triangles.
//!
//! The winding number relies on the order of corners. Files do not always have it right, so
//! triangles that disagree with their neighbours are turned.

use crate::rim::Rim;
use feeler::Mesh;
use feeler::inside::vector::{cross, length, sub};
use std::collections::HashMap;

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
}

impl Oriented {
    /// Orients the triangles of a mesh. Neighbours are two triangles that share an edge with no
    /// third triangle. In each patch of neighbours, the orientation with less area is reversed. So
    /// an intended cavity keeps its orientation, and a few wrong triangles are turned. A one-sided
    /// patch, like a Möbius strip, is left as it is.
    pub(crate) fn new(mesh: &Mesh) -> Self {
        let (welded, places) = weld(mesh);
        let mut sides: Vec<EdgeUse> = Vec::with_capacity(3 * welded.len());
        for (triangle, corners) in welded.iter().enumerate() {
            for i in 0..3 {
                let (from, to) = (corners[i], corners[(i + 1) % 3]);
                if from != to {
                    let edge = [from.min(to), from.max(to)];
                    sides.push(EdgeUse { edge, triangle: triangle as u32, upwards: from < to });
                }
            }
        }
        sides.sort_unstable_by_key(|side| (side.edge, side.triangle));
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
        }
    }
}

/// An edge as part of one triangle.
struct EdgeUse {
    edge: [u32; 2],
    triangle: u32,
    /// Whether the triangle passes the edge from the lower to the higher vertex.
    upwards: bool,
}

/// The triangles with one number for each distinct position, and these positions.
fn weld(mesh: &Mesh) -> (Vec<[u32; 3]>, Vec<[f64; 3]>) {
    let mut known = HashMap::with_capacity(mesh.vertices().len());
    let mut places = Vec::new();
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

fn reversed(mesh: &Mesh, sides: &[EdgeUse], count: usize) -> Vec<bool> {
    let mut neighbours: Vec<Vec<(u32, bool)>> = vec![Vec::new(); count];
    for edge in sides.chunk_by(|p, q| p.edge == q.edge) {
        if let [p, q] = edge
            && p.triangle != q.triangle
        {
            let agree = p.upwards != q.upwards;
            neighbours[p.triangle as usize].push((q.triangle, agree));
            neighbours[q.triangle as usize].push((p.triangle, agree));
        }
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
