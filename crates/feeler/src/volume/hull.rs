//! Convex hulls as bounding volumes.

use super::sphere::Sphere;
use super::{Against, BoundingVolume, Cloud, Cuboid, Outline, Packet, Tested};
use crate::geometry::gjk::{Convex, Goal, Separation, separation};
use crate::geometry::vector::{by_axis, dot};
use crate::motion::Transfer;
use fearless_simd::Simd;

/// A convex hull: the tightest convex volume, and the most expensive test.
///
/// Two hulls are disjoint if GJK finds a direction that separates them. The direction is checked on
/// all corners, so a "disjoint" is a proof, whatever GJK does with rounding. Spheres around the
/// hulls are tested first.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConvexHull {
    sphere: Sphere,
    corners: Box<[[f32; 3]]>,
}

/// The hulls of all lanes. Hulls have no fixed size, so this packet is a plain array, and its test
/// is a plain loop.
#[derive(Clone, Debug, Default)]
pub(crate) struct HullPacket {
    hulls: [ConvexHull; 8],
}

/// A hull of the other mesh, and the transfer that moves it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedHull<'a> {
    sphere: Sphere,
    corners: &'a [[f32; 3]],
    transfer: &'a Transfer,
}

impl BoundingVolume for ConvexHull {
    type Fit = ();
    type Packet = HullPacket;
    type Frame = Transfer;
    type Placed<'a> = PlacedHull<'a>;

    fn fit(cloud: &Cloud<'_>, (): ()) -> Self {
        let corners = cloud.hull();
        Self {
            sphere: Sphere::fit(cloud, super::sphere::SphereFit::Quick),
            corners: corners.iter().map(|p| p.map(|x| x as f32)).collect(),
        }
    }

    fn excess(&self, point: [f64; 3]) -> f64 {
        // The corners are rounded to f32: each coordinate is off by up to 2^-25.
        separation(&HullHere(&self.corners), &SinglePoint(point), Goal::Distance).gap
            - CORNER_ROUNDING as f64
    }

    #[inline(always)]
    fn size(packet: &HullPacket, lane: usize) -> f32 {
        packet.hulls[lane].sphere.radius().powi(2)
    }

    fn cuboid(packet: &HullPacket, lane: usize) -> Cuboid {
        let corners = &packet.hulls[lane].corners;
        let Some(&first) = corners.first() else { return Cuboid::upright([0.0; 3], [0.0; 3]) };
        let [low, high] = corners.iter().fold([first, first], |[low, high], p| {
            [by_axis(|i| low[i].min(p[i])), by_axis(|i| high[i].max(p[i]))]
        });
        Cuboid::between(low, high)
    }

    fn outline(&self) -> Outline {
        let corners: Vec<[f64; 3]> = self.corners.iter().map(|p| p.map(f64::from)).collect();
        Outline::hull("hull", &corners)
    }

    fn frame(transfer: &Transfer) -> Transfer {
        *transfer
    }

    #[inline(always)]
    fn place<'a>(packet: &'a HullPacket, lane: usize, frame: &'a Transfer) -> PlacedHull<'a> {
        let hull = &packet.hulls[lane];
        PlacedHull { sphere: hull.sphere.placed(frame), corners: &hull.corners, transfer: frame }
    }

    #[inline(always)]
    fn overlaps<S: Simd>(_simd: S, against: Against<'_, '_, Self>) -> Tested {
        let Against { placed, packet, lanes, .. } = against;
        let mut overlaps = Tested { lanes: 0, values: [0.0; 8] };
        for (lane, hull) in packet.asked(lanes) {
            overlaps.values[lane] = hull.sphere.gap_to(&placed.sphere);
            if overlaps.values[lane] <= 0.0 && placed.may_meet(hull) {
                overlaps.lanes |= 1 << lane;
            }
        }
        overlaps
    }

    #[inline(always)]
    fn gaps<S: Simd>(_simd: S, against: Against<'_, '_, Self>) -> [f32; 8] {
        let Against { placed, packet, lanes, .. } = against;
        let mut gaps = [0.0; 8];
        for (lane, hull) in packet.asked(lanes) {
            gaps[lane] = placed.gap(hull);
        }
        gaps
    }

    #[inline(always)]
    fn travels<S: Simd>(_simd: S, against: Against<'_, '_, Self>, direction: [f32; 3]) -> [f32; 8] {
        let Against { placed, packet, lanes, .. } = against;
        let mut travels = [f32::INFINITY; 8];
        for (lane, hull) in packet.asked(lanes) {
            travels[lane] = placed.travel(hull, direction);
        }
        travels
    }

    fn heap_bytes(packet: &HullPacket) -> usize {
        packet.hulls.iter().map(|hull| size_of_val(&*hull.corners)).sum()
    }
}

/// The largest error of a corner of one hull, as a length, that comes from rounding the corner to
/// f32.
const CORNER_ROUNDING: f32 = 1.0 / (1 << 24) as f32;

impl PlacedHull<'_> {
    /// A bound of how far corners may be off: the corners here, and the moved corners together.
    fn slack(&self) -> f64 {
        (self.transfer.slack + CORNER_ROUNDING * (1.0 + self.transfer.scale)) as f64
    }

    /// Whether a hull of the packet may meet this hull.
    #[inline(never)]
    fn may_meet(&self, hull: &ConvexHull) -> bool {
        let goal = Goal::Beyond(self.slack());
        separation(&HullHere(&hull.corners), &self.moved([0.0; 3]), goal).gap <= self.slack()
    }

    /// A lower bound of the distance to a hull of the packet.
    #[inline(never)]
    fn gap(&self, hull: &ConvexHull) -> f32 {
        let separation =
            separation(&HullHere(&hull.corners), &self.moved([0.0; 3]), Goal::Distance);
        let gap = separation.gap - self.slack();
        if gap > 0.0 { (gap as f32).next_down() } else { self.sphere.gap_to(&hull.sphere).min(0.0) }
    }

    /// How far this hull moves before it meets a hull of the packet: ray casting by GJK (van den
    /// Bergen 2004).
    ///
    /// Each separating direction proves that the hull can move by some distance. The next direction
    /// is computed from there.
    #[inline(never)]
    fn travel(&self, hull: &ConvexHull, direction: [f32; 3]) -> f32 {
        /// The largest number of directions that are tried.
        const CAST_ROUNDS: usize = 8;
        let direction = direction.map(f64::from);
        let mut travel = 0.0;
        for _ in 0..CAST_ROUNDS {
            let shift = direction.map(|x| travel * x);
            let Separation { gap, direction: normal } =
                separation(&HullHere(&hull.corners), &self.moved(shift), Goal::Distance);
            let gap = gap - self.slack();
            if gap <= 1e-3 * self.slack() {
                break;
            }
            let closing = dot(normal, direction);
            if closing <= 1e-9 {
                return f32::INFINITY;
            }
            travel += gap / closing;
        }
        if travel > 0.0 {
            (travel as f32).next_down()
        } else {
            self.sphere.gap_to(&hull.sphere).min(0.0)
        }
    }

    fn moved(&self, shift: [f64; 3]) -> MovedHull<'_> {
        MovedHull { corners: self.corners, transfer: self.transfer, shift }
    }
}

/// A hull of the packet, which is not moved.
struct HullHere<'a>(&'a [[f32; 3]]);

impl Convex for HullHere<'_> {
    fn support(&self, d: [f64; 3]) -> [f64; 3] {
        farthest(self.0, d)
    }
}

/// A single point as a convex set.
struct SinglePoint([f64; 3]);

impl Convex for SinglePoint {
    fn support(&self, _direction: [f64; 3]) -> [f64; 3] {
        self.0
    }
}

/// The placed hull, moved by the transfer and then shifted.
struct MovedHull<'a> {
    corners: &'a [[f32; 3]],
    transfer: &'a Transfer,
    shift: [f64; 3],
}

impl Convex for MovedHull<'_> {
    fn support(&self, d: [f64; 3]) -> [f64; 3] {
        let Transfer { rotation, translation, scale, .. } = self.transfer;
        let back = by_axis(|i| (0..3).map(|j| rotation[j][i] as f64 * d[j]).sum());
        let p = farthest(self.corners, back);
        by_axis(|i| {
            let turned: f64 = (0..3).map(|j| rotation[i][j] as f64 * p[j]).sum();
            *scale as f64 * turned + translation[i] as f64 + self.shift[i]
        })
    }
}

/// The corner that is farthest in a direction.
fn farthest(corners: &[[f32; 3]], d: [f64; 3]) -> [f64; 3] {
    let mut best = ([0.0; 3], f64::NEG_INFINITY);
    for corner in corners {
        let p = corner.map(f64::from);
        let along = p[0] * d[0] + p[1] * d[1] + p[2] * d[2];
        if along > best.1 {
            best = (p, along);
        }
    }
    best.0
}

impl HullPacket {
    /// The hulls in the given lanes; lanes without a hull are left out.
    fn asked(&self, lanes: u32) -> impl Iterator<Item = (usize, &ConvexHull)> {
        let is_asked = move |lane: usize| lanes >> lane & 1 == 1;
        let hulls = self.hulls.iter().enumerate();
        hulls.filter(move |(lane, hull)| is_asked(*lane) && !hull.corners.is_empty())
    }
}

impl Packet<ConvexHull> for HullPacket {
    fn set(&mut self, lane: usize, volume: ConvexHull) {
        self.hulls[lane] = volume;
    }

    fn get(&self, lane: usize) -> ConvexHull {
        self.hulls[lane].clone()
    }
}
