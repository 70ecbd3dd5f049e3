//! A regular grid of points.

/// Points at equal steps along the three axes.
///
/// ```
/// use feeler_field::Grid;
/// let grid = Grid { origin: [0.0, 0.0, 5.0], spacing: 0.5, counts: [3, 3, 3] };
/// assert_eq!(grid.point([2, 0, 1]), [1.0, 0.0, 5.5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// The lowest point.
    pub origin: [f64; 3],
    /// The step, the same along all axes.
    pub spacing: f64,
    /// The number of points along each axis.
    pub counts: [usize; 3],
}

impl Grid {
    /// A grid around a box; it extends beyond the box by `padding` and one more step on all sides.
    pub fn around([low, high]: [[f64; 3]; 2], spacing: f64, padding: f64) -> Self {
        let margin = padding.max(0.0) + spacing;
        // A number beyond the range of usize saturates, and is refused later.
        let count = |extent: f64| ((extent / spacing).ceil() as usize).saturating_add(1);
        let counts = [0, 1, 2].map(|i| count(high[i] - low[i] + 2.0 * margin));
        // The grid is centred, so that a symmetric mesh has a symmetric field.
        let origin = [0, 1, 2].map(|i| {
            0.5 * low[i] + 0.5 * high[i] - 0.5 * spacing * (counts[i].saturating_sub(1)) as f64
        });
        Self { origin, spacing, counts }
    }

    /// The position of a point of the grid.
    #[inline]
    pub fn point(&self, index: [usize; 3]) -> [f64; 3] {
        [0, 1, 2].map(|i| self.origin[i] + self.spacing * index[i] as f64)
    }

    /// The number of points; `None` if it overflows.
    pub fn len(&self) -> Option<usize> {
        self.counts.iter().try_fold(1_usize, |product, &count| product.checked_mul(count))
    }

    /// Whether the grid has no points.
    pub fn is_empty(&self) -> bool {
        self.counts.contains(&0)
    }

    /// The cell that contains a point, and the position within the cell, each coordinate from 0 to
    /// 1; `None` outside the grid.
    pub(crate) fn cell(&self, point: [f64; 3]) -> Option<([usize; 3], [f64; 3])> {
        let (mut cell, mut within) = ([0; 3], [0.0; 3]);
        for i in 0..3 {
            let x = (point[i] - self.origin[i]) / self.spacing;
            let last = self.counts[i].checked_sub(2)?;
            if !(0.0..=(last + 1) as f64).contains(&x) {
                return None;
            }
            cell[i] = (x as usize).min(last);
            within[i] = x - cell[i] as f64;
        }
        Some((cell, within))
    }
}
