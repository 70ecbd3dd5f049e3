//! Lane by lane the same bits: from every instruction set, and whatever the other nodes of the packet have.

use super::{Random, situations};
use crate::motion::Transfer;
use crate::simd::Instructions;
use crate::volume::kind::{Kind, Typed};
use crate::volume::obb::Obb;
use crate::volume::{BoundingVolume, Cloud, Packet};
use crate::{Arity, Pose, Volume};
use fearless_simd::{Simd, dispatch};
use std::ops::Range;

/// The volumes of a node among those of others, and a volume of another mesh that comes to them.
struct Meeting<V: BoundingVolume> {
    packet: V::Packet,
    /// The lanes of the node's children.
    children: Range<usize>,
    /// A bit for each lane of the node.
    lanes: u32,
    other: Other<V>,
}

/// A volume in lane 0, and how it gets here and on.
struct Other<V: BoundingVolume> {
    packet: V::Packet,
    into: Transfer,
    direction: [f32; 3],
}

/// All that is said of one lane.
#[derive(Clone, Copy, Debug)]
struct Seen {
    meets: bool,
    gap: f32,
    bound: f32,
    travel: f32,
}

impl Seen {
    fn bits(&self) -> (bool, [u32; 3]) {
        let Self { meets, gap, bound, travel } = self;
        (*meets, [gap, bound, travel].map(|x| x.to_bits()))
    }
}

impl Random {
    /// Parts from as large as the mesh to a millionth of it, and one of another mesh that comes to the first of a node.
    fn meeting<V: BoundingVolume>(&mut self, fit: V::Fit, arity: Arity) -> Meeting<V> {
        let (mut packet, mut other) = (V::Packet::default(), V::Packet::default());
        let n = arity.number();
        let filled = if self.below(2) == 0 { n } else { 1 + self.below(n as u64) as usize };
        let start = n * self.below(8 / n as u64) as usize;
        let (node, children) = (start..start + n, start..start + filled);
        // Most of them near each other, so that several are met at once.
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
        Meeting { packet, children, lanes, other: Other { packet: other, into, direction } }
    }

    /// The size of a part, of a mesh of size one.
    pub(crate) fn size(&mut self) -> f64 {
        0.3 * 10f64.powi(-(self.below(7) as i32))
    }

    /// Brings the second of two parts to the first, apart from it, near it, touching it at a corner, or into the midst of it; and a direction, mostly on
    /// towards it. The mesh of the second is as large as the other, or up to a million times larger or smaller.
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

impl<V: BoundingVolume> Other<V> {
    /// What is said of it and of each lane; those that are not asked for mean nothing.
    fn seen(&self, level: Instructions, packet: &V::Packet, lanes: u32) -> [Seen; 8] {
        let frame = V::frame(&self.into);
        let placed = V::place(&self.packet, 0, &frame);
        dispatch!(level.0, simd => {
            see::<V, _>(simd, &placed, packet, lanes, &frame, self.direction)
        })
    }
}

#[inline(always)]
fn see<V: BoundingVolume, S: Simd>(
    simd: S,
    placed: &V::Placed<'_>,
    packet: &V::Packet,
    lanes: u32,
    frame: &V::Frame,
    direction: [f32; 3],
) -> [Seen; 8] {
    let overlaps = V::overlaps(simd, placed, packet, lanes, frame);
    let bounds = V::gaps(simd, placed, packet, lanes, frame);
    let travels = V::travels(simd, placed, packet, lanes, frame, direction);
    std::array::from_fn(|lane| Seen {
        meets: overlaps.lanes >> lane & 1 == 1,
        gap: overlaps.gap[lane],
        bound: bounds[lane],
        travel: travels[lane],
    })
}

/// How often it came to what.
#[derive(Default)]
struct Tally {
    met: usize,
    apart: usize,
    /// Met on the way.
    later: usize,
}

impl Tally {
    fn count(&mut self, seen: &Seen) {
        self.met += usize::from(seen.meets);
        self.apart += usize::from(!seen.meets);
        self.later += usize::from(seen.travel > 0.0 && seen.travel.is_finite());
    }

    /// A test that has seen only one answer has tested nothing.
    #[track_caller]
    fn is_mixed(&self, name: &str) {
        let Self { met, apart, later } = *self;
        assert!(met.min(apart).min(later) > 50, "{name}: {met} met, {apart} apart, {later} later");
    }
}

fn meetings() -> u64 {
    situations() / 40
}

/// One instruction set after the other.
struct Sets(&'static str, Arity);

impl Typed for Sets {
    type Output = ();

    fn run<V: BoundingVolume>(self, fit: V::Fit) {
        let (mut random, mut tally) = (Random(23), Tally::default());
        for number in 0..meetings() {
            let Meeting { packet, children, lanes, other } = random.meeting::<V>(fit, self.1);
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

/// A lane in company, without the other nodes, and alone.
struct Lanes(&'static str, Arity, Kind);

impl Typed for Lanes {
    type Output = ();

    fn run<V: BoundingVolume>(self, fit: V::Fit) {
        let (mut random, mut tally) = (Random(29), Tally::default());
        for number in 0..meetings() {
            let Meeting { packet, children, lanes, other } = random.meeting::<V>(fit, self.1);
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
                    // Descent goes on as long as any lane needs it, which makes bounds of the others tighter.
                    Kind::RoundedLine | Kind::RoundedRectangle | Kind::RoundedBox => {
                        assert!(
                            company.bound >= alone.bound && (alone.meets || !company.meets),
                            "{place}: {company:?}, {alone:?}"
                        );
                    }
                    // The test is one that suits all shapes of a node.
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
    for _ in 0..meetings() {
        let Meeting { packet, lanes, other, .. } =
            random.meeting::<Obb>(Default::default(), Arity::Eight);
        let placed = Obb::place(&other.packet, 0, &other.into);
        let seen = |level: Instructions| {
            dispatch!(level.0, simd => {
                let shares = Obb::shares(simd, &placed, &packet);
                let overlaps = Obb::overlaps(simd, &placed, &packet, lanes, &other.into);
                assert_eq!(shares.lanes, overlaps.lanes);
                (shares.lanes, shares.gap.map(f32::to_bits))
            })
        };
        let plain = seen(Instructions::baseline());
        Instructions::all().into_iter().for_each(|level| assert_eq!(seen(level), plain));
        shared += plain.0.count_ones();
    }
    assert!(shared > 50, "{shared} of them met");
}
