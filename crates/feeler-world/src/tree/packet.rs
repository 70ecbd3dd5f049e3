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
    pub(super) fn grown(&self, by: f32) -> Self {
        if by == 0.0 {
            return *self;
        }
        Self { low: self.low.map(|x| below(x - by)), high: self.high.map(|x| above(x + by)) }
    }
}

/// A finite number below the one that was rounded to `x`.
pub(super) fn below(x: f32) -> f32 {
    x.next_down().max(f32::MIN)
}

/// A finite number above the one that was rounded to `x`.
pub(super) fn above(x: f32) -> f32 {
    x.next_up().min(f32::MAX)
}

/// Eight boxes, coordinate by coordinate, so that all are compared at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packet {
    low: [[f32; WIDTH]; 3],
    high: [[f32; WIDTH]; 3],
}

impl Packet {
    pub(super) const EMPTY: Self =
        Self { low: [[f32::INFINITY; WIDTH]; 3], high: [[f32::NEG_INFINITY; WIDTH]; 3] };

    pub(super) fn set(&mut self, lane: usize, one: &Box3) {
        for k in 0..3 {
            self.low[k][lane] = one.low[k];
            self.high[k][lane] = one.high[k];
        }
    }

    pub(super) fn lane(&self, lane: usize) -> Box3 {
        Box3 {
            low: [0, 1, 2].map(|k| self.low[k][lane]),
            high: [0, 1, 2].map(|k| self.high[k][lane]),
        }
    }

    /// The box around all boxes.
    pub(super) fn all(&self) -> Box3 {
        let least = |lanes: &[f32; WIDTH]| lanes.iter().fold(f32::INFINITY, |m, &x| m.min(x));
        let most = |lanes: &[f32; WIDTH]| lanes.iter().fold(f32::NEG_INFINITY, |m, &x| m.max(x));
        Box3 {
            low: [0, 1, 2].map(|k| least(&self.low[k])),
            high: [0, 1, 2].map(|k| most(&self.high[k])),
        }
    }

    /// The boxes that meet a box, a bit for each lane.
    #[inline]
    pub(super) fn meeting(&self, one: &Box3) -> u32 {
        let mut meets = [0_u32; WIDTH];
        for (lane, bit) in meets.iter_mut().enumerate() {
            let meet = (self.low[0][lane] <= one.high[0])
                & (self.high[0][lane] >= one.low[0])
                & (self.low[1][lane] <= one.high[1])
                & (self.high[1][lane] >= one.low[1])
                & (self.low[2][lane] <= one.high[2])
                & (self.high[2][lane] >= one.low[2]);
            *bit = u32::from(meet) << lane;
        }
        meets.iter().fold(0, |mask, bit| mask | bit)
    }
}

/// The lanes of a mask, from the lowest.
pub(super) fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lane
    })
}
