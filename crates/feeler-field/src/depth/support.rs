//! The farthest point of a set in a direction.

use feeler::Pose;

/// Points, one list for each coordinate, so that eight are measured at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Points {
    coordinates: [Vec<f64>; 3],
}

impl Points {
    pub(super) fn new(points: impl IntoIterator<Item = [f64; 3]>) -> Self {
        let mut coordinates: [Vec<f64>; 3] = Default::default();
        for point in points {
            for (list, x) in coordinates.iter_mut().zip(point) {
                list.push(x);
            }
        }
        Self { coordinates }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = [f64; 3]> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The same points at a pose.
    pub(super) fn posed(&self, pose: &Pose) -> Self {
        Self::new(self.iter().map(|p| pose.apply(p)))
    }

    fn len(&self) -> usize {
        self.coordinates[0].len()
    }

    fn get(&self, index: usize) -> [f64; 3] {
        [0, 1, 2].map(|i| self.coordinates[i][index])
    }

    /// The largest magnitude of a coordinate.
    pub(super) fn reach(&self) -> f64 {
        self.coordinates.iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()))
    }

    /// The farthest point in a direction, the first of several; the origin if there is no point.
    pub(super) fn farthest(&self, n: [f64; 3]) -> [f64; 3] {
        const LANES: usize = 8;
        let [x, y, z] = &self.coordinates;
        let height = |i: usize| n[0] * x[i] + n[1] * y[i] + n[2] * z[i];
        let whole = self.len() / LANES * LANES;
        let mut most = [f64::NEG_INFINITY; LANES];
        for start in (0..whole).step_by(LANES) {
            let (x, y, z) =
                (&x[start..start + LANES], &y[start..start + LANES], &z[start..start + LANES]);
            for lane in 0..LANES {
                let height = n[0] * x[lane] + n[1] * y[lane] + n[2] * z[lane];
                most[lane] = if height > most[lane] { height } else { most[lane] };
            }
        }
        let rest = (whole..self.len()).map(height);
        let highest = most.into_iter().chain(rest).fold(f64::NEG_INFINITY, f64::max);
        (0..self.len()).find(|&i| height(i) == highest).map(|i| self.get(i)).unwrap_or_default()
    }
}
