//! B on a straight way towards A.

use feeler::{Mesh, Model, Pair, Pose, Scratch, Search, Ties};

/// B at an orientation, its centre on a ray from the centre of A; centres are those of boxes.
pub(super) struct Way<'a> {
    pub(super) a: &'a Model,
    pub(super) b: &'a Model,
    /// From A to B.
    pub(super) direction: [f64; 3],
    turn: Pose,
    /// Of A, and of B.
    centers: [[f64; 3]; 2],
    /// Where the origin of B is when the centres coincide.
    origin: [f64; 3],
    /// So far apart nothing touches.
    pub(super) far: f64,
}

/// The centre of the box around a mesh, and half its diagonal. An empty mesh is a point.
pub(super) fn center(mesh: &Mesh) -> ([f64; 3], f64) {
    let [low, high] = mesh.bounds().unwrap_or_default();
    let half = [0, 1, 2].map(|i| 0.5 * high[i] - 0.5 * low[i]);
    let radius = half.iter().map(|x| x * x).sum::<f64>().sqrt();
    ([0, 1, 2].map(|i| 0.5 * low[i] + 0.5 * high[i]), radius)
}

impl<'a> Way<'a> {
    pub(super) fn new(a: &'a Model, b: &'a Model, direction: [f64; 3], turn: Pose) -> Self {
        let ((center_a, radius_a), (center_b, radius_b)) = (center(a.mesh()), center(b.mesh()));
        let (centers, far) = ([center_a, center_b], 1.1 * (radius_a + radius_b));
        let origin = origin(centers, &turn);
        Self { a, b, direction, turn, centers, origin, far }
    }

    /// Another way of the same meshes; to find their centres takes a look at every triangle.
    pub(super) fn turned(&self, direction: [f64; 3], turn: Pose) -> Self {
        Self { direction, turn, origin: origin(self.centers, &turn), ..*self }
    }

    /// The pose with the centres so far apart.
    pub(super) fn pose(&self, apart: f64) -> Pose {
        let origin = [0, 1, 2].map(|i| self.origin[i] + apart * self.direction[i]);
        Pose::new(self.turn.matrix(), origin).expect("finite numbers and a rotation")
    }

    /// How far apart the centres are when B, coming from afar, first touches a mesh in the place of A; and where.
    pub(super) fn first_contact(
        &self,
        with: &Model,
        scratch: &mut Scratch,
    ) -> Option<(f64, [f64; 3])> {
        let start = self.far + 2.0 * center(with.mesh()).1;
        let towards = self.direction.map(|x| -x);
        let pair = Pair::new(with, self.b).at(self.pose(start));
        let first = pair.first_contact_with(towards, f64::INFINITY, scratch)?;
        Some((start - first.time, first.closest.on_b))
    }

    /// The distance of the meshes with the centres so far apart.
    pub(super) fn distance(&self, apart: f64, scratch: &mut Scratch) -> f64 {
        let search = Search { ties: Ties::Any, ..Search::default() };
        Pair::new(self.a, self.b).at(self.pose(apart)).distance_with(&search, scratch).upper()
    }

    /// How far apart the centres must be for the meshes to be at a distance, between a place where they are nearer or touch and one where they are not.
    pub(super) fn at_distance(
        &self,
        distance: f64,
        between: [f64; 2],
        scratch: &mut Scratch,
    ) -> f64 {
        bisect(between, |apart| self.distance(apart, scratch) >= distance)
    }
}

/// Where the origin of B is when the centres coincide.
fn origin([center_a, center_b]: [[f64; 3]; 2], turn: &Pose) -> [f64; 3] {
    let turned = turn.apply(center_b);
    [0, 1, 2].map(|i| center_a[i] - turned[i])
}

/// Where a test begins to hold, between a number where it does not and one where it does: the latter of two neighbours, or nearly.
pub(super) fn bisect([mut low, mut high]: [f64; 2], mut holds: impl FnMut(f64) -> bool) -> f64 {
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if (high - low).abs() <= 4.0 * f64::EPSILON * high.abs() || middle == low || middle == high
        {
            break;
        }
        match holds(middle) {
            true => high = middle,
            false => low = middle,
        }
    }
    high
}
