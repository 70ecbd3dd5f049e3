//! The surface at a level of a field.
//!
//! Marching cubes (Lorensen, Cline 1987) with the topology of the trilinear interpolant, without a table of cases:
//!
//! - `cell`: the level passes the faces of a cell along arcs, which are joined to loops;
//! - `inside`: which loops belong together, because the cell's interior joins what is on both sides of them;
//! - `patch`: triangles for the loops: discs, and tubes between two.
//!
//! Points on edges are shared by all cells around, and an arc in a face is a side of one triangle in each of its two cells. So the surface has no
//! crack, every edge has two triangles, and every point one fan: it is closed but for the border of the grid, and a manifold.

mod cell;
mod inside;
mod patch;

use crate::field::SIDE;
use crate::{Field, Parts, Progress, unwatched};
use feeler::Mesh;
use patch::{INNER, Patch};
use rayon::prelude::*;
use std::collections::HashMap;

/// Points on edges keep this share of the edge away from its ends, so that a value equal to the level makes no triangle without area.
const END: f64 = 1e-6;

impl Field {
    /// The surface at a level, facing the higher values; it is open where it meets the border of the grid, and empty where there is none.
    ///
    /// A value equal to the level counts as higher. Cells with a value of no interest are left out, and so are those where the signed distance
    /// jumps: the sign of an open mesh changes across its holes, and there is no offset surface.
    ///
    /// ```
    /// use feeler_field::{Field, Grid};
    /// let grid = Grid { origin: [-1.0; 3], spacing: 1.0, counts: [3; 3] };
    /// let octahedron = Field::of(grid, |p| p.iter().map(|x| x.abs()).sum::<f64>() - 0.5).surface(0.0);
    /// assert_eq!((octahedron.vertices().len(), octahedron.triangles().len()), (6, 8));
    /// ```
    pub fn surface(&self, level: f64) -> Mesh {
        self.watched_surface(level, &unwatched).expect("nobody stops it")
    }

    /// The same, with somebody who watches; none where it was stopped.
    pub(crate) fn watched_surface(&self, level: f64, progress: Progress<'_>) -> Option<Mesh> {
        let blocks = self.near_blocks();
        // Each block is a part when its triangles are found, and another when they are joined to those of the others.
        let parts = Parts::new(2 * blocks.len(), progress);
        let pieces: Option<Vec<Piece>> = blocks
            .into_par_iter()
            .map(|start| parts.part(|| Piece::new(self, start, level)))
            .collect();
        let mut known: HashMap<Edge, u32> = HashMap::new();
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for piece in &pieces? {
            let mut add = |point: [f64; 3]| {
                vertices.push(point);
                (vertices.len() - 1) as u32
            };
            parts.part(|| {
                let mut numbers = Vec::with_capacity(piece.edges.len() + piece.inner.len());
                for &edge in &piece.edges {
                    let number =
                        known.entry(edge).or_insert_with(|| add(self.crossing(edge, level)));
                    numbers.push(*number);
                }
                for &point in &piece.inner {
                    numbers.push(add(point));
                }
                triangles.extend(piece.triangles.iter().map(|t| t.map(|i| numbers[i as usize])));
            })?;
        }
        Some(Mesh::new(vertices, triangles).expect("finite points and their numbers"))
    }

    /// Where the level passes an edge of the grid.
    fn crossing(&self, edge: Edge, level: f64) -> [f64; 3] {
        let mut end = edge.start;
        end[edge.axis] += 1;
        let mut point = self.grid().point(edge.start);
        let t = share(self.value(edge.start) - level, self.value(end) - level);
        point[edge.axis] += t * self.grid().spacing;
        point
    }
}

/// Where a linear function is zero that has these values at 0 and 1.
fn share(from: f64, to: f64) -> f64 {
    (from / (from - to)).clamp(END, 1.0 - END)
}

/// An edge of the grid: from a point to the next along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Edge {
    start: [usize; 3],
    axis: usize,
}

/// The surface in the cells that begin in one block.
#[derive(Default)]
struct Piece {
    edges: Vec<Edge>,
    /// Points inside of cells.
    inner: Vec<[f64; 3]>,
    /// Into `edges`, then `inner`.
    triangles: Vec<[u32; 3]>,
}

impl Piece {
    fn new(field: &Field, start: [usize; 3], level: f64) -> Self {
        let mut piece = Self::default();
        let mut numbers = HashMap::new();
        let mut patch = Patch::default();
        let mut inner_triangles: Vec<[Corner; 3]> = Vec::new();
        let end = [0, 1, 2].map(|i| (start[i] + SIDE).min(field.grid().counts[i] - 1));
        for z in start[2]..end[2] {
            for y in start[1]..end[1] {
                for x in start[0]..end[0] {
                    let cell = [x, y, z];
                    let values = field.corners(cell).map(|value| value - level);
                    if !is_crossed(field, &values) {
                        continue;
                    }
                    patch.clear();
                    patch.fill(&values, &points_on_edges(&values));
                    let inner = piece.inner.len();
                    piece.inner.extend(patch.inner.iter().map(|at| {
                        let low = field.grid().point(cell);
                        [0, 1, 2].map(|i| low[i] + field.grid().spacing * at[i])
                    }));
                    let mut number = |corner: u8| {
                        if corner >= INNER {
                            return Corner::Inner((inner + (corner - INNER) as usize) as u32);
                        }
                        let edge = Edge::of(cell, corner);
                        let next = piece.edges.len() as u32;
                        Corner::Edge(*numbers.entry(edge).or_insert_with(|| {
                            piece.edges.push(edge);
                            next
                        }))
                    };
                    inner_triangles.extend(patch.triangles.iter().map(|t| t.map(&mut number)));
                }
            }
        }
        let edges = piece.edges.len() as u32;
        piece.triangles = inner_triangles
            .into_iter()
            .map(|t| {
                t.map(|corner| match corner {
                    Corner::Edge(number) => number,
                    Corner::Inner(number) => edges + number,
                })
            })
            .collect();
        piece
    }
}

/// A corner of a triangle, while it is not known how many points on edges there are.
#[derive(Clone, Copy)]
enum Corner {
    Edge(u32),
    Inner(u32),
}

impl Edge {
    /// An edge of a cell by its number.
    fn of(cell: [usize; 3], number: u8) -> Self {
        let [low, high] = cell::EDGES[number as usize];
        let start = [0, 1, 2].map(|i| cell[i] + (low >> i & 1) as usize);
        Self { start, axis: (low ^ high).trailing_zeros() as usize }
    }
}

/// Whether the level passes a cell, and all of it is known and without a jump.
fn is_crossed(field: &Field, values: &[f64; 8]) -> bool {
    let below = values.iter().filter(|&&value| value < 0.0).count();
    if below == 0 || below == 8 || !values.iter().all(|value| value.is_finite()) {
        return false;
    }
    !cell::EDGES.iter().any(|ends| {
        let [p, q] = ends.map(|corner| values[corner as usize]);
        (p < 0.0) != (q < 0.0) && field.jumps_between(p, q)
    })
}

/// Where the level passes the edges of a cell, each coordinate from 0 to 1; anything where it does not.
fn points_on_edges(values: &[f64; 8]) -> [[f64; 3]; 12] {
    cell::EDGES.map(|[low, high]| {
        let mut point = [0, 1, 2].map(|i| f64::from(low >> i & 1));
        let [from, to] = [low, high].map(|corner| values[corner as usize]);
        point[(low ^ high).trailing_zeros() as usize] =
            if (from < 0.0) != (to < 0.0) { share(from, to) } else { 0.5 };
        point
    })
}
