//! The box around a mesh, for poses that depend only on the box.

use super::PlacingError;
use feeler::Mesh;

/// The lower and upper corner of the box around a mesh with triangles.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    pub(super) low: [f64; 3],
    pub(super) high: [f64; 3],
}

impl Extent {
    pub(super) fn of(mesh: &Mesh) -> Result<Self, PlacingError> {
        let [low, high] = mesh.bounds().ok_or(PlacingError::Empty)?;
        Ok(Self { low, high })
    }

    pub(super) fn center(&self) -> [f64; 3] {
        [0, 1, 2].map(|i| f64::midpoint(self.low[i], self.high[i]))
    }

    /// The longest side of the box.
    pub(super) fn size(&self) -> f64 {
        (0..3).map(|i| self.high[i] - self.low[i]).fold(0.0, f64::max)
    }
}
