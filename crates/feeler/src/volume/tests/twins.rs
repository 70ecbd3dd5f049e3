//! Tests that the results of a lane have the same bits from every instruction set, and with any
//! volumes in the other lanes.

use super::{Random, situations};
use crate::motion::Transfer;
use crate::simd::Instructions;
use crate::simd::dispatch;
use crate::volume::kind::{Kind, Typed};
use crate::volume::obb::Obb;
use crate::volume::{Against, BoundingVolume, Cloud, Packet};
use crate::{Arity, Pose, Volume};
use fearless_simd::Simd;
use std::ops::Range;

/// A packet that holds the children of one node among those of other nodes, and a volume of another
/// mesh to test against it.
struct PacketCase<V: BoundingVolume> {
    packet: V::Packet,
    /// The lanes of the node's children.
    children: Range<usize>,
    /// One bit for each lane of the node.
    lanes: u32,
    other: OtherVolume<V>,
}

/// A volume in lane 0 of its packet, with the transfer into the coordinates here and the direction
/// in which it moves.
struct OtherVolume<V: BoundingVolume> {
    packet: V::Packet,
    into: Transfer,
    direction: [f32; 3],
}

/// All results of one lane.
#[derive(Clone, Copy, Debug)]
struct LaneResult {
    meets: bool,
    gap: f32,
    bound: f32,
    travel: f32,
}

impl LaneResult {
    fn bits(&self) -> (bool, [u32; 3]) {
        let Self { meets, gap, bound, travel } = self;
        (*meets, [gap, bound, travel].map(|x| x.to_bits()))
    }
}

impl Random {
    /// Makes a packet of parts, as large as the mesh or down to a millionth of it, and a part of
    /// another mesh that comes to the first part of a node.
    fn packet_case<V: BoundingVolume>(&mut self, fit: V::Fit, arity: Arity) -> PacketCase<V> {
        let (mut packet, mut other) = (V::Packet::default(), V::Packet::default());
        let n = arity.number();
        let filled = if self.below(2) == 0 { n } else { 1 + self.below(n as u64) as usize };
        let start = n * self.below(8 / n as u64) as usize;
        let (node, children) = (start..start + n, start..start + filled);
        // Most parts are near each other, so that several of them overlap the other part.
        let place = (self.point().map(|x| 0.5 * x), self.size());
        let first = self.part(place.0, place.1);
        packet.set(start, around(&first, fit));
        for lane in (0..8).filter(|lane| *lane != start) {
            let (center, size) = match self.below(3) {
                0 => (self.point().map(|x| 0.5 * x), self.size()),
                _ => place,
            };
            if children.contains(&lane) || !node.contains(&lane) && self.below(2) == 0 {
                packet.set(lane, around(&self.part(center, size), fit));
            }
        }
        let (center, size) = (self.point().map(|x| 0.5 * x), self.size());
        let part = self.part(center, size);
        other.set(0, around(&part, fit));
        let (into, direction) = self.approach([&first, &part], [place.1, size]);
        let lanes = ((1 << n) - 1) << start;
        PacketCase {
            packet,
            children,
            lanes,
            other: OtherVolume { packet: other, into, direction },
        }
    }

    /// A random size of a part, for a mesh of size one.
    pub(crate) fn size(&mut self) -> f64 {
        0.3 * 10f64.powi(-(self.below(7) as i32))
    }

    /// Moves the second of two parts to the first: apart from it, near it, touching it at a corner,
    /// or into its middle. Also chooses a direction, mostly further towards the first part. The
    /// mesh of the second part is as large as the other mesh, or up to a million times larger or
    /// smaller.
    pub(crate) fn approach(
        &mut self,
        [a, b]: [&[[f64; 3]]; 2],
        sizes: [f64; 2],
    ) -> (Transfer, [f32; 3]) {
        let scale = 2f64.powi(self.below(41) as i32 - 20);
        let turn = self.rotation();
        let (to, from) = match self.below(4) {
            0 => (a[0], b[0]), // the middle of both
            _ => (a[self.below(a.len() as u64) as usize], b[self.below(b.len() as u64) as usize]),
        };
        let sizes_away = match self.below(3) {
            0 => 0.0,
            1 => 10f64.powi(-(self.below(8) as i32)),
            _ => 1.0 + 9.0 * self.unit().abs(),
        };
        let (from, away) = (turn.apply(from), sizes_away * sizes[0].max(sizes[1] * scale));
        let aside = Pose::rotation(self.point(), 3.0 * self.unit()).matrix()[0];
        let translation = [0, 1, 2].map(|i| to[i] - scale * from[i] + away * aside[i]);
        let into = Transfer {
            rotation: turn.matrix().map(|row| row.map(|x| x as f32)),
            translation: translation.map(|x| x as f32),
            scale: scale as f32,
            slack: 16.0 * f32::EPSILON * (1.0 + scale as f32),
        };
        let direction = match self.below(4) {
            0 => [0.0, 0.0, 1.0],
            _ => aside.map(|x| -x as f32),
        };
        (into, direction)
    }
}

fn around<V: BoundingVolume>(points: &[[f64; 3]], fit: V::Fit) -> V {
    let triangles: Vec<[u32; 3]> =
        (0..points.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    V::fit(&Cloud { points, triangles: &triangles }, fit)
}

impl<V: BoundingVolume> OtherVolume<V> {
    /// The results of all lanes for this volume. The results of lanes that are not in `lanes` mean
    /// nothing.
    fn seen(&self, level: Instructions, packet: &V::Packet, lanes: u32) -> [LaneResult; 8] {
        let frame = V::frame(&self.into);
        let placed = V::place(&self.packet, 0, &frame);
        dispatch!(level.0, simd => {
            see(simd, Against::<V> { placed: &placed, packet, lanes, frame: &frame }, self.direction)
        })
    }
}

#[inline(always)]
fn see<V: BoundingVolume, S: Simd>(
    simd: S,
    against: Against<'_, '_, V>,
    direction: [f32; 3],
) -> [LaneResult; 8] {
    let overlaps = V::overlaps(simd, against);
    let bounds = V::gaps(simd, against);
    let travels = V::travels(simd, against, direction);
    std::array::from_fn(|lane| LaneResult {
        meets: overlaps.lanes >> lane & 1 == 1,
        gap: overlaps.values[lane],
        bound: bounds[lane],
        travel: travels[lane],
    })
}

/// The number of lanes with each kind of result.
#[derive(Default)]
struct Tally {
    met: usize,
    apart: usize,
    /// The number of volumes that are met later, on the way.
    later: usize,
}

impl Tally {
    fn count(&mut self, seen: &LaneResult) {
        self.met += usize::from(seen.meets);
        self.apart += usize::from(!seen.meets);
        self.later += usize::from(seen.travel > 0.0 && seen.travel.is_finite());
    }

    /// Checks that all kinds of results occurred: a test with only one kind of result has tested
    /// nothing.
    #[track_caller]
    fn is_mixed(&self, name: &str) {
        let Self { met, apart, later } = *self;
        assert!(met.min(apart).min(later) > 50, "{name}: {met} met, {apart} apart, {later} later");
    }
}

fn cases() -> u64 {
    situations() / 40
}

/// Compares all instruction sets with the baseline.
struct Sets(&'static str, Arity);

impl Typed for Sets {
    type Output = ();

    fn run<V: BoundingVolume>(self, fit: V::Fit) {
        let (mut random, mut tally) = (Random(23), Tally::default());
        for number in 0..cases() {
            let PacketCase { packet, children, lanes, other } =
                random.packet_case::<V>(fit, self.1);
            let plain = other.seen(Instructions::baseline(), &packet, lanes);
            for level in Instructions::all() {
                let seen = other.seen(level, &packet, lanes);
                for lane in children.clone() {
                    let (plain, seen) = (plain[lane], seen[lane]);
                    let place = format!("{} of {}, {number}, lane {lane}", self.0, self.1);
                    assert_eq!(
                        seen.bits(),
                        plain.bits(),
                        "{place}: {seen:?} of {level:?}, {plain:?}"
                    );
                    tally.count(&seen);
                }
            }
        }
        tally.is_mixed(self.0);
    }
}

#[test]
fn every_instruction_set_computes_the_same_bits() {
    for volume in Volume::ALL {
        for arity in Arity::ALL {
            volume.0.with_type(Sets(volume.name(), arity));
        }
    }
}

/// Compares a lane of a full packet with the same lane without the other nodes, and with a single
/// volume.
struct Lanes(&'static str, Arity, Kind);

impl Typed for Lanes {
    type Output = ();

    fn run<V: BoundingVolume>(self, fit: V::Fit) {
        let (mut random, mut tally) = (Random(29), Tally::default());
        for number in 0..cases() {
            let PacketCase { packet, children, lanes, other } =
                random.packet_case::<V>(fit, self.1);
            let level = Instructions::best();
            let company = other.seen(level, &packet, lanes);
            let mut node = V::Packet::default();
            children.clone().for_each(|lane| node.set(lane, packet.get(lane)));
            let node = other.seen(level, &node, lanes);
            for lane in children {
                let mut single = V::Packet::default();
                single.set(0, packet.get(lane));
                let (company, alone) = (company[lane], other.seen(level, &single, 1)[0]);
                let place = format!("{} of {}, {number}, lane {lane}", self.0, self.1);
                tally.count(&company);
                assert_eq!(company.bits(), node[lane].bits(), "{place}: {company:?}");
                match self.2 {
                    // Descent goes on as long as any lane needs it, which makes the bounds of other
                    // lanes tighter.
                    Kind::RoundedLine | Kind::RoundedRectangle | Kind::RoundedBox => {
                        assert!(
                            company.bound >= alone.bound && (alone.meets || !company.meets),
                            "{place}: {company:?}, {alone:?}"
                        );
                    }
                    // The test depends on all shapes of a node.
                    Kind::Hybrid(_) => {}
                    _ => {
                        assert_eq!(company.bits(), alone.bits(), "{place}: {company:?}, {alone:?}")
                    }
                }
                let travels = [company, alone].map(|seen| seen.travel.to_bits());
                assert_eq!(travels[0], travels[1], "{place}: {company:?}, {alone:?}");
            }
        }
        tally.is_mixed(self.0);
    }
}

#[test]
fn every_lane_is_alone() {
    for volume in Volume::ALL {
        for arity in Arity::ALL {
            volume.0.with_type(Lanes(volume.name(), arity, volume.0));
        }
    }
}

#[test]
fn shares_of_boxes_are_the_same_bits_and_say_what_overlaps_says() {
    let (mut random, mut shared) = (Random(31), 0);
    for _ in 0..cases() {
        let PacketCase { packet, lanes, other, .. } =
            random.packet_case::<Obb>(Default::default(), Arity::Eight);
        let placed = Obb::place(&other.packet, 0, &other.into);
        let seen = |level: Instructions| {
            dispatch!(level.0, simd => {
                let against = Against { placed: &placed, packet: &packet, lanes, frame: &other.into };
                let shares = Obb::shares(simd, against);
                let overlaps = Obb::overlaps(simd, against);
                assert_eq!(shares.lanes, overlaps.lanes);
                (shares.lanes, shares.values.map(f32::to_bits))
            })
        };
        let plain = seen(Instructions::baseline());
        Instructions::all().into_iter().for_each(|level| assert_eq!(seen(level), plain));
        shared += plain.0.count_ones();
    }
    assert!(shared > 50, "{shared} of them met");
}
