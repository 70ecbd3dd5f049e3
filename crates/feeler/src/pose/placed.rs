//! A mesh at a pose.

use super::Pose;
use crate::{Mesh, MeshError};

impl Mesh {
    /// The same triangles at a pose: the mesh of an instance, in the frame of its assembly.
    ///
    /// The vertices are moved by [`Pose::apply`]. So a query about the placed mesh has the same answer, to the bit, as a [`Pair`](crate::Pair) with its
    /// model at that pose; the pair saves the time to build a model for each pose. It fails if a vertex is moved beyond [`Mesh::LIMIT`].
    ///
    /// ```
    /// use feeler::{Mesh, Pose};
    /// let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// assert_eq!(mesh.placed(&Pose::translation([0.0, 0.0, 2.0]))?.triangle(0)[1], [1.0, 0.0, 2.0]);
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    pub fn placed(&self, pose: &Pose) -> Result<Self, MeshError> {
        let mut placed = self.clone();
        placed.set_vertices(self.vertices().iter().map(|&vertex| pose.apply(vertex)).collect())?;
        Ok(placed)
    }
}
