//! Eight boxes side by side.

/// The number of boxes in a packet.
pub(super) const WIDTH: usize = 8;

/// A box in the tree's frame. Its numbers are finite: what is too large for f32 is as good as
/// [`f32::MAX`], since no box begins beyond it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Box3 {
    pub(super) low: [f32; 3],
    pub(super) high: [f32; 3],
}

impl Box3 {
    /// The box without any point, which meets no box.
    pub(super) const EMPTY: Self = Self { low: [f32::INFINITY; 3], high: [f32::NEG_INFINITY; 3] };

    /// The sum of the three extents, and not more than a large number; zero for an empty box.
    pub(super) fn size(&self) -> f64 {
        let extent = |k: usize| f64::from(self.high[k]) - f64::from(self.low[k]);
        (extent(0) + extent(1) + extent(2)).clamp(0.0, 1e20)
    }

    /// A lower bound of the distance of two boxes along the axis where they are furthest apart;
    /// infinite if one is empty.
    pub(super) fn gap(&self, other: &Self) -> f64 {
        let ends = |x: f32, y: f32| f64::from(x) - f64::from(y);
        let gap = |k: usize| ends(other.low[k], self.high[k]).max(ends(self.low[k], other.high[k]));
        gap(0).max(gap(1)).max(gap(2)).max(0.0)
    }

    /// This box, grown by a length on all sides.
    #[inline]
    pub(super) fn grown(&self, by: f32) -> Self {
        if by == 0.0 {
            return *self;
        }
        Self { low: self.low.map(|x| below(x - by)), high: self.high.map(|x| above(x + by)) }
    }

    /// The box, to be compared with packets.
    #[inline]
    pub(super) fn probe(&self) -> Probe {
        let ([x, y, z], [u, v, w]) = (self.low, self.high);
        Probe {
            low: [[x; LANES], [y; LANES], [z; LANES]],
            high: [[u; LANES], [v; LANES], [w; LANES]],
        }
    }
}

/// A share of a number that is more than the distance to the next one.
const STEP: f32 = 2.0 * f32::EPSILON;

/// A finite number below the one that was rounded to `x`: without branches, and a few units in the last place lower
/// than the highest one.
#[inline]
pub(super) fn below(x: f32) -> f32 {
    let x = x.clamp(f32::MIN, f32::MAX);
    (x - (x.abs() * STEP + f32::MIN_POSITIVE)).max(f32::MIN)
}

/// A finite number above the one that was rounded to `x`.
#[inline]
pub(super) fn above(x: f32) -> f32 {
    -below(-x)
}

/// Four numbers side by side: what every processor computes with at once.
type Four = [f32; LANES];

/// The number of boxes in a half of a packet.
const LANES: usize = 4;

/// A box with each of its ends four times, to be compared with four boxes at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    low: [Four; 3],
    high: [Four; 3],
}

/// Eight boxes, coordinate by coordinate in two halves, so that four are compared at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packet {
    halves: [Half; 2],
}

#[derive(Clone, Copy, Debug)]
struct Half {
    low: [Four; 3],
    high: [Four; 3],
}

impl Packet {
    pub(super) const EMPTY: Self = Self {
        halves: [Half { low: [[f32::INFINITY; LANES]; 3], high: [[f32::NEG_INFINITY; LANES]; 3] };
            2],
    };

    #[inline]
    pub(super) fn set(&mut self, lane: usize, one: &Box3) {
        let Half { low, high } = &mut self.halves[lane / LANES];
        for k in 0..3 {
            low[k][lane % LANES] = one.low[k];
            high[k][lane % LANES] = one.high[k];
        }
    }

    #[inline]
    pub(super) fn lane(&self, lane: usize) -> Box3 {
        let Half { low, high } = &self.halves[lane / LANES];
        let at = |ends: &[Four; 3]| {
            [ends[0][lane % LANES], ends[1][lane % LANES], ends[2][lane % LANES]]
        };
        Box3 { low: at(low), high: at(high) }
    }

    /// The box around all boxes.
    pub(super) fn all(&self) -> Box3 {
        let [one, other] = &self.halves;
        let least = |k: usize| each(one.low[k], other.low[k], smaller).into_iter().reduce(smaller);
        let most = |k: usize| each(one.high[k], other.high[k], larger).into_iter().reduce(larger);
        let lows = [least(0), least(1), least(2)];
        let highs = [most(0), most(1), most(2)];
        Box3 {
            low: lows.map(|low| low.unwrap_or(f32::INFINITY)),
            high: highs.map(|high| high.unwrap_or(f32::NEG_INFINITY)),
        }
    }

    /// The boxes that meet a box, a bit for each lane.
    #[inline]
    pub(super) fn meeting(&self, one: &Probe) -> u32 {
        self.halves[0].meeting(one) | self.halves[1].meeting(one) << LANES
    }
}

impl Half {
    /// The boxes that meet a box, a bit for each lane.
    ///
    /// A difference is not positive exactly if one number is not above the other: differences of f32 round to zero only
    /// if they are zero, and overflow to the right side. No end of an empty box is met.
    #[inline]
    fn meeting(&self, one: &Probe) -> u32 {
        // One after the other, which compilers make vector code of; in pairs they mix the axes.
        let mut gaps = [f32::NEG_INFINITY; LANES];
        for k in 0..3 {
            gaps = each(gaps, each(self.low[k], one.high[k], |x, y| x - y), larger);
            gaps = each(gaps, each(one.low[k], self.high[k], |x, y| x - y), larger);
        }
        let bit = |lane: usize| u32::from(gaps[lane] <= 0.0) << lane;
        bit(0) | bit(1) | bit(2) | bit(3)
    }
}

#[inline]
fn each(a: Four, b: Four, of: impl Fn(f32, f32) -> f32) -> Four {
    [of(a[0], b[0]), of(a[1], b[1]), of(a[2], b[2]), of(a[3], b[3])]
}

/// The larger of two numbers, in one instruction: neither is NaN.
#[inline]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The smaller of two numbers, in one instruction: neither is NaN.
#[inline]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The lanes of a mask, from the lowest.
#[inline]
pub(super) fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lane
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_outwards() {
        let mut x = f32::from_bits(1);
        while x < f32::MAX / 1.1 {
            for x in [x, -x] {
                assert!(below(x) < x && x < above(x), "{x:e}");
                assert!(
                    above(x) - below(x) <= 8.0 * (x.abs() * f32::EPSILON).max(f32::MIN_POSITIVE)
                );
            }
            x = (x * 1.01).next_up();
        }
        assert!(below(0.0) < 0.0 && above(0.0) > 0.0);
        for end in [f32::MAX, f32::INFINITY] {
            assert_eq!((above(end), below(-end)), (f32::MAX, f32::MIN));
            assert!(below(end).is_finite() && below(end) < f32::MAX && above(-end) > f32::MIN);
        }
    }

    /// Corners around each other, at the ends of what f32 can be.
    #[test]
    fn ends_are_compared_exactly() {
        let least = f32::from_bits(1);
        let ends = [f32::MIN, -1.0, -least, 0.0, least, 1e-38, 1e-38 + least, 1.0, f32::MAX];
        for low in ends {
            for high in ends {
                let mut packet = Packet::EMPTY;
                packet.set(5, &Box3 { low: [low, 0.0, 0.0], high: [f32::MAX; 3] });
                let one = Box3 { low: [f32::MIN; 3], high: [high, 1.0, 1.0] };
                assert_eq!(
                    packet.meeting(&one.probe()),
                    u32::from(low <= high) << 5,
                    "{low:e} {high:e}"
                );
                packet.set(5, &Box3 { low: [f32::MIN; 3], high: [0.0, high, 0.0] });
                let one = Box3 { low: [-1.0, low, -1.0], high: [f32::MAX; 3] };
                assert_eq!(
                    packet.meeting(&one.probe()),
                    u32::from(low <= high) << 5,
                    "{low:e} {high:e}"
                );
                assert_eq!(packet.all(), packet.lane(5));
            }
        }
        assert_eq!(Packet::EMPTY.all(), Box3::EMPTY);
    }

    #[test]
    fn a_mask_has_a_bit_for_each_lane_that_meets() {
        for expected in 0..256_u32 {
            let mut packet = Packet::EMPTY;
            for lane in 0..WIDTH {
                let low = if expected >> lane & 1 != 0 { 1.0 } else { 1.5 };
                packet.set(lane, &Box3 { low: [0.0, low, 0.0], high: [2.0; 3] });
            }
            let one = Box3 { low: [2.0, 0.0, 1.0], high: [3.0, 1.0, 9.0] };
            assert_eq!(packet.meeting(&one.probe()), expected);
            assert_eq!(packet.meeting(&Box3::EMPTY.probe()), 0);
            assert_eq!(lanes(expected).map(|lane| 1 << lane).sum::<u32>(), expected);
        }
    }
}
