//! Triangle meshes: the input of feeler.

use crate::parallel;
use crate::point::{Point, Written};
use rayon::prelude::*;
use std::fmt;

/// A triangle soup: positions in f64, and three vertex indices per triangle.
///
/// A mesh may be open, non-manifold or self-intersecting, and may have duplicate or degenerate
/// triangles. A triangle without area is kept; it is the segment or the point that it covers.
///
/// ```
/// use feeler::Mesh;
/// let mesh = Mesh::new(vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// assert_eq!(mesh.triangle(0)[1], [1.0, 0.0, 0.0]);
/// # Ok::<(), feeler::MeshError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// The largest allowed magnitude of a coordinate.
    ///
    /// It leaves room for a rigid motion, so that no query can overflow.
    pub const LIMIT: f64 = 1e300;

    /// The largest allowed number of triangles.
    pub const MAX_TRIANGLES: usize = 1 << 27;

    /// A mesh from positions and vertex indices, which are not copied. [`Mesh::from_points`] and [`Mesh::from_flat`] take other types.
    ///
    /// Fails if a coordinate is not finite or beyond [`Mesh::LIMIT`], or if an index has no vertex.
    /// The error tells the first such vertex or triangle.
    pub fn new(vertices: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        check_coordinates(&vertices)?;
        let has_vertices = |t: &[u32; 3]| t.iter().all(|&i| (i as usize) < vertices.len());
        if let Some(triangle) =
            triangles.par_iter().with_min_len(MIN_LEN).position_first(|t| !has_vertices(t))
        {
            let indices = triangles[triangle].map(i128::from);
            return Err(MeshError::Index { triangle, indices, vertices: vertices.len() });
        }
        check_count(triangles.len())?;
        Ok(Self { vertices, triangles })
    }

    /// A mesh from points of any type, and vertex indices of any type of integers.
    ///
    /// The points may be a slice or the items of an iterator. Flat indices become triples by `as_chunks`. It fails as [`Mesh::new`] does; an index
    /// that is negative or larger than a u32 is out of range.
    ///
    /// ```
    /// use feeler::Mesh;
    /// let points = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let mesh = Mesh::from_points(&points, &[[0_usize, 1, 2]])?;
    ///
    /// let flat: [u16; 6] = [0, 1, 2, 2, 1, 0];
    /// let raised = points.iter().map(|[x, y, z]| [*x, *y, z + 0.5]);
    /// let mesh = Mesh::from_points(raised, flat.as_chunks().0)?;
    /// assert_eq!(mesh.triangle(1)[0], [0.0, 1.0, 0.5]);
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    pub fn from_points<P: Point, I: Copy + TryInto<i128>>(
        points: impl IntoIterator<Item = P>,
        triangles: &[[I; 3]],
    ) -> Result<Self, MeshError> {
        let vertices: Vec<_> = points.into_iter().map(|point| point.coordinates()).collect();
        check_coordinates(&vertices)?;
        check_count(triangles.len())?;
        let known = 0..(vertices.len() as i128).min(1 << 32);
        let checked = |(triangle, indices): (usize, &[I; 3])| {
            let indices = indices.map(|index| index.try_into().unwrap_or(i128::MAX));
            if indices.iter().all(|index| known.contains(index)) {
                Ok(indices.map(|index| index as u32))
            } else {
                Err(MeshError::Index { triangle, indices, vertices: vertices.len() })
            }
        };
        let triangles = triangles.iter().enumerate().map(checked).collect::<Result<_, _>>()?;
        Ok(Self { vertices, triangles })
    }

    /// A mesh from flat lists: three coordinates a vertex, and three indices a triangle.
    ///
    /// Fails as [`Mesh::from_points`] does, and if the length of a list is not a multiple of three.
    ///
    /// ```
    /// use feeler::Mesh;
    /// let (coordinates, indices) = ([0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0], [0_u32, 1, 2]);
    /// assert_eq!(Mesh::from_flat(&coordinates, &indices)?.triangle(0)[1], [1.0, 0.0, 0.0]);
    /// let error = Mesh::from_flat(&coordinates[1..], &indices).unwrap_err();
    /// assert_eq!(error.to_string(), "8 coordinates are not three for each vertex");
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    pub fn from_flat<T: Copy + Into<f64>, I: Copy + TryInto<i128>>(
        coordinates: &[T],
        indices: &[I],
    ) -> Result<Self, MeshError> {
        let (points, over) = coordinates.as_chunks::<3>();
        if !over.is_empty() {
            return Err(MeshError::Coordinates { count: coordinates.len() });
        }
        let (triangles, over) = indices.as_chunks::<3>();
        if !over.is_empty() {
            return Err(MeshError::Indices { count: indices.len() });
        }
        Self::from_points(points, triangles)
    }

    /// Moves all vertices; without effect if it fails.
    pub(crate) fn set_vertices(&mut self, vertices: Vec<[f64; 3]>) -> Result<(), MeshError> {
        let (expected, found) = (self.vertices.len(), vertices.len());
        if found != expected {
            return Err(MeshError::VertexCount { expected, found });
        }
        check_coordinates(&vertices)?;
        self.vertices = vertices;
        Ok(())
    }

    /// All positions, including those that no triangle uses.
    pub fn vertices(&self) -> &[[f64; 3]] {
        &self.vertices
    }

    /// The vertex indices of each triangle.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The three corners of a triangle.
    #[inline]
    pub fn triangle(&self, index: u32) -> [[f64; 3]; 3] {
        let [p, q, r] = self.triangles[index as usize];
        [self.vertices[p as usize], self.vertices[q as usize], self.vertices[r as usize]]
    }

    /// The three corners of each triangle, in order.
    ///
    /// ```
    /// # use feeler::Mesh;
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let highest = mesh.corners().flatten().map(|[_, _, z]| z).fold(f64::NEG_INFINITY, f64::max);
    /// assert_eq!((mesh.corners().len(), highest), (1, 0.0));
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    #[must_use]
    pub fn corners(
        &self,
    ) -> impl ExactSizeIterator<Item = [[f64; 3]; 3]> + DoubleEndedIterator + Clone {
        self.triangles.iter().map(|indices| indices.map(|index| self.vertices[index as usize]))
    }

    /// The smallest axis-aligned box around all triangles, as lower and upper corner; `None` for an
    /// empty mesh.
    #[must_use]
    pub fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        let join = |[low, high]: [[f64; 3]; 2], [from, to]: [[f64; 3]; 2]| {
            [
                [low[0].min(from[0]), low[1].min(from[1]), low[2].min(from[2])],
                [high[0].max(to[0]), high[1].max(to[1]), high[2].max(to[2])],
            ]
        };
        let of = |triangles: &[[u32; 3]]| {
            let corners = triangles.iter().flatten().map(|&vertex| self.vertices[vertex as usize]);
            corners.map(|p| [p, p]).reduce(join)
        };
        // The chunks and their order are fixed, so that not even the sign of a zero depends on the
        // number of threads.
        let chunks = parallel::collect(self.triangles.par_chunks(1 << 15).map(of));
        chunks.into_iter().flatten().reduce(join)
    }
}

/// The least number of vertices or triangles that a thread checks at a time.
const MIN_LEN: usize = 1 << 14;

fn check_coordinates(vertices: &[[f64; 3]]) -> Result<(), MeshError> {
    let is_fine = |v: &[f64; 3]| v.iter().all(|x| x.abs() <= Mesh::LIMIT);
    match vertices.par_iter().with_min_len(MIN_LEN).position_first(|v| !is_fine(v)) {
        Some(vertex) => Err(MeshError::Coordinate { vertex, position: vertices[vertex] }),
        None => Ok(()),
    }
}

fn check_count(triangles: usize) -> Result<(), MeshError> {
    if triangles > Mesh::MAX_TRIANGLES { Err(MeshError::TooLarge { triangles }) } else { Ok(()) }
}

/// The reason why a mesh was refused.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MeshError {
    /// A coordinate is NaN, infinite, or beyond [`Mesh::LIMIT`].
    Coordinate {
        /// The index of the vertex.
        vertex: usize,
        /// The position of the vertex.
        position: [f64; 3],
    },
    /// A triangle has the index of a vertex that does not exist.
    Index {
        /// The index of the triangle.
        triangle: usize,
        /// The vertex indices of the triangle, as they were given.
        indices: [i128; 3],
        /// The number of vertices of the mesh.
        vertices: usize,
    },
    /// The mesh has more triangles than [`Mesh::MAX_TRIANGLES`].
    TooLarge {
        /// The number of triangles.
        triangles: usize,
    },
    /// The coordinates in a flat list are not three for each vertex.
    Coordinates {
        /// The number of coordinates.
        count: usize,
    },
    /// The indices in a flat list are not three for each triangle.
    Indices {
        /// The number of indices.
        count: usize,
    },
    /// The number of new vertex positions is not the number of vertices of the mesh.
    VertexCount {
        /// The number of vertices of the mesh.
        expected: usize,
        /// The number of positions that were given.
        found: usize,
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coordinate { vertex, position } => {
                let at = Written(*position);
                write!(
                    f,
                    "vertex {vertex} at {at}: every coordinate must be finite and at most 1e300 in size"
                )
            }
            Self::Coordinates { count } => {
                write!(f, "{count} coordinates are not three for each vertex")
            }
            Self::Indices { count } => {
                write!(f, "{count} indices are not three for each triangle")
            }
            Self::Index { triangle, indices: [a, b, c], vertices } => {
                write!(
                    f,
                    "triangle {triangle} = ({a}, {b}, {c}): an index is out of range, there are {vertices} vertices"
                )
            }
            Self::VertexCount { expected, found } => {
                write!(f, "{found} vertices were given, the mesh has {expected}")
            }
            Self::TooLarge { triangles } => {
                write!(
                    f,
                    "{triangles} triangles are more than the {} that a mesh can have",
                    Mesh::MAX_TRIANGLES
                )
            }
        }
    }
}

impl std::error::Error for MeshError {}
