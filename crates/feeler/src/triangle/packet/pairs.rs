//! The candidate pairs of two packets.

use super::{Facing, Gathered, MovedPacket, MovedTriangles, Packet, Reach, tolerance};
use crate::motion::Transfer;
use crate::simd::{pick_of, picked_by};
use fearless_simd::Simd;

/// Two packets, each with a bit for every triangle in it, and the transfer that moves the triangles
/// there into the coordinates here.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Couple<'a> {
    pub(crate) here: (&'a Packet, u32),
    pub(crate) there: (&'a Packet, u32),
    pub(crate) into: &'a Transfer,
}

/// A list of pairs of triangles of two packets.
#[derive(Clone, Debug)]
pub(crate) struct Pairs {
    /// Lower bounds, one for each pair.
    bounds: [f32; Packet::LANES * Packet::LANES],
    /// The lanes here and there, as words that pick them.
    picks: [[u32; Packet::LANES * Packet::LANES]; 2],
    count: usize,
    /// One bit for each pair, set if the pair provably meets.
    certain: u64,
    /// An upper bound of the distance of the nearest pair, if distances were asked for.
    most: f32,
}

/// One pair: the lanes of both triangles, and a lower bound of the distance or way, in the unit
/// here.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes {
    pub(crate) bound: f32,
    pub(crate) here: usize,
    pub(crate) there: usize,
}

impl Default for Pairs {
    fn default() -> Self {
        Self { bounds: [0.0; _], picks: [[0; _]; 2], count: 0, certain: 0, most: f32::INFINITY }
    }
}

impl Pairs {
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The pairs that provably meet, and the other pairs, which may meet: one bit for each pair,
    /// after [`Pairs::touching`].
    #[inline(always)]
    pub(crate) fn meeting(&self) -> [u64; 2] {
        let all = u64::MAX.checked_shr(64 - self.count as u32).unwrap_or(0);
        [self.certain, all & !self.certain]
    }

    /// An upper bound of the distance of the nearest pair, after [`Pairs::within`].
    #[inline(always)]
    pub(crate) fn most(&self) -> f32 {
        self.most
    }

    #[inline(always)]
    pub(crate) fn get(&self, at: usize) -> Lanes {
        let [here, there] = [picked_by(self.picks[0][at]), picked_by(self.picks[1][at])];
        Lanes { bound: self.bounds[at], here, there }
    }

    /// Removes and returns the pair with the lowest bound. Few pairs are taken before the limit is
    /// below all others, so a sorted list was slower.
    pub(crate) fn take_nearest(&mut self) -> Option<Lanes> {
        let mut nearest = 0;
        for at in 1..self.count {
            nearest = if self.bounds[at] < self.bounds[nearest] { at } else { nearest };
        }
        let last = self.count.checked_sub(1)?;
        let lanes = self.get(nearest);
        self.copy(last, nearest);
        self.count = last;
        Some(lanes)
    }

    /// Removes and returns all pairs, in no order.
    pub(crate) fn take_all(&mut self) -> impl Iterator<Item = Lanes> {
        let count = std::mem::take(&mut self.count);
        (0..count).map(|at| self.get(at))
    }

    /// Finds the pairs that may meet; all other pairs are provably apart. The bounds are zero.
    ///
    /// It stops as soon as `enough` pairs may meet, and returns the lanes `there` that were not looked at. Further pairs that were
    /// found until then are kept without a proof.
    #[inline(always)]
    pub(crate) fn touching<S: Simd>(&mut self, simd: S, couple: &Couple<'_>, enough: usize) -> u32 {
        let Couple { here: (packet, valid), there: (others, lanes), into } = *couple;
        (self.count, self.certain) = (0, 0);
        let tolerance = tolerance(into);
        let moved = MovedPacket::new(simd, others, into);
        let mut near = moved.touching(simd, packet, tolerance) & lanes;
        if near == 0 {
            return 0;
        }
        let (facing, triangles) = (Facing::new(simd, packet), moved.triangles(simd));
        let (mut first, mut kept) = (0, 0);
        while kept < enough && (near != 0 || first < self.count) {
            while near != 0 && self.count < first + Packet::LANES {
                let there = take_lane(&mut near);
                let alive = facing.candidates(simd, &triangles.get(there), tolerance) & valid;
                self.push(alive, &[0.0; 8], there);
            }
            let proven = self.gather(simd, first, packet, &triangles).proven(simd, tolerance);
            let last = (first + Packet::LANES).min(self.count);
            for i in first..last {
                self.copy(i, kept);
                self.certain |= (proven.meet as u64 >> (i - first) & 1) << kept;
                kept += (!proven.apart >> (i - first) & 1) as usize;
            }
            first = last;
        }
        for i in first..self.count {
            self.copy(i, kept);
            kept += 1;
        }
        self.count = kept;
        near
    }

    /// Finds the pairs that may be within a distance, with lower bounds of the distance.
    #[inline(always)]
    pub(crate) fn within<S: Simd>(&mut self, simd: S, couple: &Couple<'_>, limit: f32) {
        let Couple { here: (packet, valid), there: (others, lanes), into } = *couple;
        (self.count, self.most) = (0, f32::INFINITY);
        let reach = Reach::new(limit, tolerance(into));
        let moved = MovedPacket::new(simd, others, into);
        let mut near = moved.within(simd, packet, &reach) & lanes;
        if near == 0 {
            return;
        }
        let (facing, triangles) = (Facing::new(simd, packet), moved.triangles(simd));
        while near != 0 {
            let there = take_lane(&mut near);
            let (alive, bounds) = facing.gaps(simd, &triangles.get(there), &reach);
            self.push(alive & valid, &bounds, there);
        }
        let (mut first, mut kept) = (0, 0);
        while first < self.count {
            let between = self.gather(simd, first, packet, &triangles).between(simd, &reach);
            let last = (first + Packet::LANES).min(self.count);
            for (i, lane) in (first..last).zip(0..Packet::LANES) {
                self.most = self.most.min(between.most[lane]);
                let bound = self.bounds[i].max(between.least[lane]);
                if bound > limit {
                    continue;
                }
                self.copy(i, kept);
                self.bounds[kept] = bound;
                kept += 1;
            }
            first = last;
        }
        self.count = kept;
    }

    /// Lists all pairs, with lower bounds of how far the triangles there move in a direction before
    /// they meet those here.
    #[inline(always)]
    pub(crate) fn along<S: Simd>(&mut self, simd: S, couple: &Couple<'_>, direction: [f32; 3]) {
        let Couple { here: (packet, valid), there: (others, lanes), into } = *couple;
        self.count = 0;
        let (facing, triangles) =
            (Facing::new(simd, packet), MovedPacket::new(simd, others, into).triangles(simd));
        for there in (0..Packet::LANES).filter(|there| lanes >> there & 1 == 1) {
            let bounds = facing.travels(simd, &triangles.get(there), tolerance(into), direction);
            self.push(valid, &bounds, there);
        }
    }

    /// Appends pairs of the lanes here with one lane there.
    #[inline(always)]
    fn push(&mut self, mut lanes: u32, bounds: &[f32; 8], there: usize) {
        while lanes != 0 {
            let here = lanes.trailing_zeros() as usize & 7;
            lanes &= lanes - 1;
            // A bound that is not a number proves nothing, and comes first.
            let bound = bounds[here];
            self.bounds[self.count] = if bound.is_nan() { f32::NEG_INFINITY } else { bound };
            self.picks[0][self.count] = pick_of(here);
            self.picks[1][self.count] = pick_of(there);
            self.count += 1;
        }
    }

    #[inline(always)]
    fn copy(&mut self, from: usize, to: usize) {
        self.bounds[to] = self.bounds[from];
        self.picks[0][to] = self.picks[0][from];
        self.picks[1][to] = self.picks[1][from];
    }

    /// The corners of eight pairs from `first` on, which is a multiple of eight. The corners behind
    /// the last pair mean nothing.
    #[inline(always)]
    fn gather<S: Simd>(
        &self,
        simd: S,
        first: usize,
        packet: &Packet,
        triangles: &MovedTriangles,
    ) -> Gathered<S> {
        let (here, there) = (self.picks[0].as_chunks().0, self.picks[1].as_chunks().0);
        let chunk = first / Packet::LANES;
        Gathered::new(simd, (packet, &here[chunk]), (triangles, &there[chunk]))
    }
}

/// Takes the lowest lane out of some.
#[inline(always)]
fn take_lane(lanes: &mut u32) -> usize {
    let lane = lanes.trailing_zeros() as usize & 7;
    *lanes &= *lanes - 1;
    lane
}
