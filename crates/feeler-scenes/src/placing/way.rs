//! A straight path of B towards A.

use feeler::{Mesh, Model, Pair, Pose, Scratch, Search, Ties};

/// A path of B with a fixed orientation: its centre is on a ray from the centre of A. The centres
/// are those of the boxes.
pub(super) struct Way<'a> {
    pub(super) a: &'a Model,
    pub(super) b: &'a Model,
    /// The direction from A to B.
    pub(super) direction: [f64; 3],
    turn: Pose,
    /// The centres of A and of B.
    centers: [[f64; 3]; 2],
    /// The origin of B when the centres coincide.
    origin: [f64; 3],
    /// A distance of the centres at which nothing touches.
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

    /// Another path of the same meshes. It reuses their centres, since computing these visits every
    /// triangle.
    pub(super) fn turned(&self, direction: [f64; 3], turn: Pose) -> Self {
        Self { direction, turn, origin: origin(self.centers, &turn), ..*self }
    }

    /// The pose with this distance of the centres.
    pub(super) fn pose(&self, apart: f64) -> Pose {
        let origin = [0, 1, 2].map(|i| self.origin[i] + apart * self.direction[i]);
        Pose::new(self.turn.matrix(), origin).expect("finite numbers and a rotation")
    }

    /// The distance of the centres when B, coming from far away, first touches a mesh that takes
    /// the place of A; and the point of contact.
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

    /// The distance of the meshes at this distance of the centres.
    pub(super) fn distance(&self, apart: f64, scratch: &mut Scratch) -> f64 {
        let search = Search { ties: Ties::Any, ..Search::default() };
        Pair::new(self.a, self.b).at(self.pose(apart)).distance_with(&search, scratch).upper()
    }

    /// The distance of the centres at which the meshes have a given distance. It lies between one
    /// at which they are nearer or touch, and one at which they are not.
    pub(super) fn at_distance(
        &self,
        distance: f64,
        between: [f64; 2],
        scratch: &mut Scratch,
    ) -> f64 {
        bisect(between, |apart| self.distance(apart, scratch) >= distance)
    }
}

/// The origin of B when the centres coincide.
fn origin([center_a, center_b]: [[f64; 3]; 2], turn: &Pose) -> [f64; 3] {
    let turned = turn.apply(center_b);
    [0, 1, 2].map(|i| center_a[i] - turned[i])
}

/// The point at which a test begins to hold, between a number at which it does not hold and one at
/// which it does. The result is the second of two neighbouring numbers, or nearly.
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
