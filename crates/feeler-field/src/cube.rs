//! Cubes of points that are halved, the most promising first.

use std::cmp::Ordering;

/// A cube, parallel to the axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cube {
    pub(crate) center: [f64; 3],
    /// Half the length of an edge.
    pub(crate) half: f64,
}

impl Cube {
    /// The distance of its corners from its center.
    pub(crate) fn radius(&self) -> f64 {
        3_f64.sqrt() * self.half
    }

    /// The eight cubes of half its size.
    pub(crate) fn children(&self) -> [Self; 8] {
        let half = 0.5 * self.half;
        std::array::from_fn(|i| {
            let side = |bit: usize| if i >> bit & 1 == 1 { half } else { -half };
            Self { center: [0, 1, 2].map(|k| self.center[k] + side(k)), half }
        })
    }
}

/// A cube that waits in a heap: the one of the highest rank comes first, and of equal ranks the same one in
/// whatever order they came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    pub(crate) rank: f64,
    pub(crate) cube: Cube,
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_place = || {
            let [a, b] = [self, other].map(|waiting| waiting.cube.center.map(f64::to_bits));
            a.cmp(&b)
        };
        self.rank.total_cmp(&other.rank).then_with(by_place)
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}
