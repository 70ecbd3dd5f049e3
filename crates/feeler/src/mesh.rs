//! Triangle soups.

use rayon::prelude::*;
use std::fmt;

/// A triangle soup: positions in f64, three vertex indices a triangle.
///
/// Nothing is required of it: it may be open, non-manifold, self-intersecting, with duplicate or degenerate triangles.
/// A triangle without area is kept and stands for the segment or the point that it covers.
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
    /// The largest magnitude of a coordinate.
    ///
    /// It leaves room for a rigid motion, so that no query meets an overflow.
    pub const LIMIT: f64 = 1e300;

    /// The largest number of triangles.
    pub const MAX_TRIANGLES: usize = 1 << 27;

    /// A mesh from positions and vertex indices.
    ///
    /// Fails where a coordinate is not finite or beyond [`Mesh::LIMIT`], or an index has no vertex, and says where.
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

    /// All positions, used or not.
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

    /// The smallest axis-aligned box around all triangles, as lower and upper corner; none for an empty mesh.
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
        // In chunks and in their order, so that not even the sign of a zero depends on the number of threads.
        let chunks: Vec<_> = self.triangles.par_chunks(1 << 15).map(of).collect();
        chunks.into_iter().flatten().reduce(join)
    }
}

/// Why a mesh was refused.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MeshError {
    /// A coordinate is NaN, infinite, or beyond [`Mesh::LIMIT`].
    Coordinate {
        /// Which vertex.
        vertex: usize,
        /// Its position.
        position: [f64; 3],
    },
    /// A triangle names a vertex that does not exist.
    Index {
        /// Which triangle.
        triangle: usize,
        /// Its indices.
        indices: [u32; 3],
        /// How many vertices there are.
        vertices: usize,
    },
    /// More triangles than [`Mesh::MAX_TRIANGLES`].
    TooLarge {
        /// How many there are.
        triangles: usize,
    },
    /// Vertices were to be moved, but there are not as many.
    VertexCount {
        /// How many the mesh has.
        expected: usize,
        /// How many were given.
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
