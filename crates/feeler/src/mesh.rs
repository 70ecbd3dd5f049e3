//! Triangle meshes: the input of feeler.

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

    /// A mesh from positions and vertex indices.
    ///
    /// Fails if a coordinate is not finite or beyond [`Mesh::LIMIT`], or if an index has no vertex.
    /// The error tells the first such vertex or triangle.
    pub fn new(vertices: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        if let Some(vertex) =
            vertices.iter().position(|v| !v.iter().all(|x| x.abs() <= Self::LIMIT))
        {
            return Err(MeshError::Coordinate { vertex, position: vertices[vertex] });
        }
        if let Some(triangle) =
            triangles.iter().position(|t| t.iter().any(|&i| i as usize >= vertices.len()))
        {
            return Err(MeshError::Index {
                triangle,
                indices: triangles[triangle],
                vertices: vertices.len(),
            });
        }
        if triangles.len() > Self::MAX_TRIANGLES {
            return Err(MeshError::TooLarge { triangles: triangles.len() });
        }
        Ok(Self { vertices, triangles })
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

    /// The smallest axis-aligned box around all triangles, as lower and upper corner; `None` for an
    /// empty mesh.
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
        let chunks: Vec<_> = self.triangles.par_chunks(1 << 15).map(of).collect();
        chunks.into_iter().flatten().reduce(join)
    }
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
        /// The vertex indices of the triangle.
        indices: [u32; 3],
        /// The number of vertices of the mesh.
        vertices: usize,
    },
    /// The mesh has more triangles than [`Mesh::MAX_TRIANGLES`].
    TooLarge {
        /// The number of triangles.
        triangles: usize,
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
            Self::Coordinate { vertex, position: [x, y, z] } => {
                write!(
                    f,
                    "vertex {vertex} at ({x}, {y}, {z}): every coordinate must be finite and at most 1e300 in size"
                )
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
