//! B at translations of its pose: whether it is free there, and how far it can move.

use super::body::Body;
use super::vectors::unit;
use crate::exact::Spot;
use feeler::inside::vector::{add_scaled, dot, length, sub};
use feeler::triangle::{Section, distance};
use feeler::{Closest, Pair, Pose, Scratch};

/// Two bodies, and B's pose in A's frame before it is moved.
pub(super) struct Placing<'p> {
    pub(super) a: &'p Body<'p>,
    pub(super) b: &'p Body<'p>,
    pub(super) pose: Pose,
    /// The size of the larger mesh.
    pub(super) size: f64,
    /// The largest coordinate of both meshes, with B at its pose.
    pub(super) reach: f64,
    scratch: Scratch,
}

/// What stops B on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    /// The translation of B up to there. B does not touch A yet.
    pub(super) at: [f64; 3],
    /// The vector along which it came, and the share of it that it made.
    pub(super) along: [f64; 3],
    pub(super) time: f64,
    /// A direction of length one, away from A, at the place of the contact.
    pub(super) normal: [f64; 3],
    pub(super) closest: Closest,
}

/// How far before a contact two triangles are looked at to find its normal, as a share of the size.
const BEFORE: f64 = 1e-7;

impl<'p> Placing<'p> {
    /// `None` if a mesh is empty.
    pub(super) fn new(a: &'p Body<'_>, b: &'p Body<'_>, pose: Pose) -> Option<Self> {
        let [low_a, high_a] = a.bounds()?;
        let [low_b, high_b] = b.bounds()?;
        let largest = |p: [f64; 3]| p.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let size = length(sub(high_a, low_a)).max(length(sub(high_b, low_b)));
        let reach_of = |low, high| largest(low).max(largest(high));
        let reach =
            reach_of(low_a, high_a) + largest(pose.origin()) + 2.0 * reach_of(low_b, high_b);
        Some(Self { a, b, pose, size, reach, scratch: Scratch::new() })
    }

    /// The same bodies and pose, for another thread.
    pub(super) fn fork(&self) -> Self {
        Self { scratch: Scratch::new(), ..*self }
    }

    /// The pose of B after a translation; `None` if it is too far away for numbers.
    pub(super) fn pose_at(&self, translation: [f64; 3]) -> Option<Pose> {
        Pose::new(self.pose.matrix(), add_scaled(self.pose.origin(), 1.0, translation)).ok()
    }

    fn pair_at(&self, translation: [f64; 3]) -> Option<Pair<'p>> {
        Some(Pair::new(self.a.model(), self.b.model()).at(self.pose_at(translation)?))
    }

    /// Whether B is free after a translation: no triangles touch, and no component of one solid is
    /// inside of the other. Nothing is inside of a mesh with holes here.
    ///
    /// Where no triangles touch, a component is all inside or all outside, so one corner decides.
    /// And then no point is inside of both solids: the boundary of such a region would be a part of
    /// one surface that is inside of the other solid.
    pub(super) fn is_free(&mut self, translation: [f64; 3]) -> bool {
        let Some(pair) = self.pair_at(translation) else { return false };
        !pair.intersects_with(&mut self.scratch) && self.held_anchor(&pair.pose()).is_none()
    }

    /// A point of both solids or near it, with B moved by a translation, as it is before B is moved; `None`
    /// if B is free there.
    pub(super) fn common_point(&mut self, translation: [f64; 3]) -> Option<[f64; 3]> {
        let pair = self.pair_at(translation)?;
        let point = match pair.any_contact_with(&mut self.scratch) {
            Some(contact) => match pair.section(contact)? {
                Section::Point(point) => point,
                Section::Segment([p, q]) => [0, 1, 2].map(|i| 0.5 * (p[i] + q[i])),
                Section::Polygon(polygon) => polygon.corners()[0],
            },
            None => self.held_anchor(&pair.pose())?,
        };
        Some(sub(point, translation))
    }

    /// A corner of one solid that is inside of the other, of one component after the other.
    fn held_anchor(&self, pose: &Pose) -> Option<[f64; 3]> {
        let holds = |body: &Body<'_>, point: [f64; 3], pose: Option<&Pose>| {
            body.boundary().is_closed() && body.boundary().encloses(&Spot::at(point), pose)
        };
        let of_b =
            self.b.anchors().iter().map(|&p| pose.apply(p)).find(|&p| holds(self.a, p, None));
        of_b.or_else(|| self.a.anchors().iter().copied().find(|&p| holds(self.b, p, Some(pose))))
    }

    /// Moves B, which is free after a translation, along a vector, until it touches A; `None` if it does
    /// not.
    pub(super) fn sweep(&mut self, from: [f64; 3], along: [f64; 3]) -> Option<Stop> {
        let pair = self.pair_at(from)?;
        let first = pair.first_contact_with(along, 1.0, &mut self.scratch)?;
        let at = add_scaled(from, first.time, along);
        let direction = unit(along)?;
        let [a, b] = first.closest.triangles;
        let before = add_scaled(at, -BEFORE * self.size, direction);
        let normal = self.pose_at(before).and_then(|pose| {
            let moved = self.b.model().mesh().triangle(b).map(|p| pose.apply(p));
            let nearest = distance(&self.a.model().mesh().triangle(a), &moved);
            unit(sub(nearest.on_b, nearest.on_a))
        });
        let normal = normal.unwrap_or(direction.map(|x| -x));
        Some(Stop { at, along, time: first.time, normal, closest: first.closest })
    }

    /// Where B comes to a stop that comes from far away, against a direction of length one; `None` if
    /// it passes by.
    pub(super) fn exit(&mut self, direction: [f64; 3]) -> Option<Stop> {
        let far = self.far(direction);
        let start = direction.map(|x| far * x);
        self.sweep(start, start.map(|x| -x))
    }

    /// The middle of the box around A.
    pub(super) fn middle_of_a(&self) -> [f64; 3] {
        middle(self.a)
    }

    /// The middle of the box around B, at its pose.
    pub(super) fn middle_of_b(&self) -> [f64; 3] {
        self.pose.apply(middle(self.b))
    }

    /// What the box around A and the box around B at its pose share; `None` if they share nothing.
    pub(super) fn common_box(&self) -> Option<[[f64; 3]; 2]> {
        let [low_a, high_a] = self.a.bounds()?;
        let of_b: Vec<[f64; 3]> = corners(self.b).map(|p| self.pose.apply(p)).collect();
        let ends = |i: usize| of_b.iter().map(move |p| p[i]);
        let low = [0, 1, 2].map(|i| ends(i).fold(f64::INFINITY, f64::min).max(low_a[i]));
        let high = [0, 1, 2].map(|i| ends(i).fold(f64::NEG_INFINITY, f64::max).min(high_a[i]));
        (0..3).all(|i| low[i] <= high[i]).then_some([low, high])
    }

    /// How far B moves in a direction until the boxes around both meshes are apart.
    fn far(&self, direction: [f64; 3]) -> f64 {
        let along = |p: [f64; 3]| dot(direction, p);
        let farthest = corners(self.a).map(along).fold(f64::NEG_INFINITY, f64::max);
        let nearest =
            corners(self.b).map(|p| along(self.pose.apply(p))).fold(f64::INFINITY, f64::min);
        (farthest - nearest).max(0.0) + 1e-3 * self.size
    }
}

/// The corners of the box around a mesh.
fn corners(body: &Body<'_>) -> impl Iterator<Item = [f64; 3]> + use<> {
    let bounds = body.bounds().unwrap_or_default();
    (0..8).map(move |k: usize| [0, 1, 2].map(|i| bounds[k >> i & 1][i]))
}

fn middle(body: &Body<'_>) -> [f64; 3] {
    let [low, high] = body.bounds().unwrap_or_default();
    [0, 1, 2].map(|i| 0.5 * low[i] + 0.5 * high[i])
}
