//! The surface at a level of a field.
//!
//! Marching cubes (Lorensen and Cline 1987) with the topology of the trilinear interpolant, without a
//! table of cases:
//!
//! - `cell`: the arcs along which the level passes the faces of a cell, joined to loops;
//! - `inside`: the groups of corners that the cell's interior joins, which decide which loops
//!   belong together;
//! - `patch`: the triangles of the loops: discs, and tubes between two loops.
//!
//! A point on an edge is shared by all cells around the edge, and an arc in a face is a side of one
//! triangle in each of the two cells of the face. So the surface has no crack, every edge has two
//! triangles, and every point one fan: the surface is closed except at the border of the grid, and
//! a manifold.

mod cell;
mod inside;
mod patch;

use crate::field::SIDE;
use crate::{Field, Parts, Progress, unwatched};
use feeler::Mesh;
use patch::{FIRST_INNER, Patch};
use rayon::prelude::*;
use std::collections::HashMap;

/// The least distance of points on an edge from its ends, as a share of the edge; so a value equal
/// to the level makes no triangle without area.
const END_MARGIN: f64 = 1e-6;

impl Field {
    /// The surface at a level, oriented towards the higher values. It is open at the border of the
    /// grid, and empty if no value is on the other side of the level.
    ///
    /// A value equal to the level counts as higher. Cells with a missing value are left out, and so
    /// are cells in which the signed distance jumps: the sign of an open mesh changes across its
    /// holes, where it has no offset surface.
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

    /// Like [`surface`](Self::surface), with progress reports; `None` if the work was stopped.
    pub(crate) fn watched_surface(&self, level: f64, progress: Progress<'_>) -> Option<Mesh> {
        let blocks = self.near_blocks();
        // Each block counts as two parts: the search for its triangles, and their joining to those
        // of the other blocks.
        let parts = Parts::new(2 * blocks.len(), progress);
        let pieces: Option<Vec<Piece>> = blocks
            .into_par_iter()
            .map(|start| parts.part(|| Piece::new(self, start, level)))
            .collect();
        let mut known: HashMap<GridEdge, u32> = HashMap::new();
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

    /// The point at which the level passes an edge of the grid.
    fn crossing(&self, edge: GridEdge, level: f64) -> [f64; 3] {
        let mut end = edge.start;
        end[edge.axis] += 1;
        let mut point = self.grid().point(edge.start);
        let t = share(self.value(edge.start) - level, self.value(end) - level);
        point[edge.axis] += t * self.grid().spacing;
        point
    }
}

/// The position of the zero of a linear function with these values at 0 and 1.
fn share(from: f64, to: f64) -> f64 {
    (from / (from - to)).clamp(END_MARGIN, 1.0 - END_MARGIN)
}

/// An edge of the grid: from a point to its successor along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct GridEdge {
    start: [usize; 3],
    axis: usize,
}

/// The part of the surface in the cells that start in one block.
#[derive(Default)]
struct Piece {
    edges: Vec<GridEdge>,
    /// The points inside cells.
    inner: Vec<[f64; 3]>,
    /// The triangles, as indices into `edges` followed by `inner`.
    triangles: Vec<[u32; 3]>,
}

impl Piece {
    fn new(field: &Field, start: [usize; 3], level: f64) -> Self {
        let mut piece = Self::default();
        let mut numbers = HashMap::new();
        let mut patch = Patch::default();
        let mut inner_triangles: Vec<[PieceCorner; 3]> = Vec::new();
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
                        if corner >= FIRST_INNER {
                            return PieceCorner::Inner(
                                (inner + (corner - FIRST_INNER) as usize) as u32,
                            );
                        }
                        let edge = GridEdge::of(cell, corner);
                        let next = piece.edges.len() as u32;
                        PieceCorner::Edge(*numbers.entry(edge).or_insert_with(|| {
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
                    PieceCorner::Edge(number) => number,
                    PieceCorner::Inner(number) => edges + number,
                })
            })
            .collect();
        piece
    }
}

/// A corner of a triangle, used while the final number of points on edges is not known yet.
#[derive(Clone, Copy)]
enum PieceCorner {
    Edge(u32),
    Inner(u32),
}

impl GridEdge {
    /// The edge of a cell with this number.
    fn of(cell: [usize; 3], number: u8) -> Self {
        let [low, high] = cell::EDGES[number as usize];
        let start = [0, 1, 2].map(|i| cell[i] + (low >> i & 1) as usize);
        Self { start, axis: (low ^ high).trailing_zeros() as usize }
    }
}

/// Whether the level passes a cell that has all its values and no jump.
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

/// The points at which the level passes the edges of a cell, each coordinate from 0 to 1; the
/// middle of the edge if the level does not pass it.
fn points_on_edges(values: &[f64; 8]) -> [[f64; 3]; 12] {
    cell::EDGES.map(|[low, high]| {
        let mut point = [0, 1, 2].map(|i| f64::from(low >> i & 1));
        let [from, to] = [low, high].map(|corner| values[corner as usize]);
        point[(low ^ high).trailing_zeros() as usize] =
            if (from < 0.0) != (to < 0.0) { share(from, to) } else { 0.5 };
        point
    })
}
