//! The triangles of two leaves.

use crate::motion::{Motion, Transfer};
use crate::traverse::{Visit, Watch};
use crate::triangle::intersects_counted;
use crate::triangle::packet::{Facing, Gathered, Moved, Packet, tolerance};
use crate::{BoundingVolume, Contact, Effort, Instructions, Mesh, Model, Pair, Pose};
use fearless_simd::{Simd, dispatch};
use std::ops::{ControlFlow, Range};

/// Both meshes in the order of their leaves, and the pose: what is left of a pair when its volumes have had their say.
pub(crate) struct Leaves<'a> {
    a: Side<'a>,
    b: Side<'a>,
    pose: Pose,
    instructions: Instructions,
    effort: Effort,
    found: &'a mut dyn Found,
    /// Those of the packets at hand.
    left: Left,
}

/// Who is told of touching triangles.
pub(crate) trait Found {
    /// Whether the answer depends on this pair.
    fn wants(&self, contact: Contact) -> bool;
    /// Two triangles meet. A break ends the query.
    fn found(&mut self, contact: Contact) -> ControlFlow<()>;
}

/// One of the two meshes.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) mesh: &'a Mesh,
    pub(super) order: &'a [u32],
    pub(super) packets: &'a [Packet],
    /// How the other mesh's triangles get here.
    pub(super) into: Transfer,
}

impl<'a> Side<'a> {
    pub(super) fn of<V: BoundingVolume, const N: usize>(
        model: &'a Model<V, N>,
        into: Transfer,
    ) -> Self {
        let bvh = model.bvh();
        Self { mesh: model.mesh(), order: &bvh.order, packets: &bvh.packets, into }
    }

    /// The packets of a leaf, each with a bit for every triangle in it.
    #[inline(always)]
    pub(super) fn packets(&self, leaf: &Range<usize>) -> impl Iterator<Item = (&'a Packet, u32)> {
        let first = leaf.start / Packet::LANES;
        let packets = &self.packets[first..first + leaf.len().div_ceil(Packet::LANES)];
        let all = (1_u32 << leaf.len()) - 1;
        packets.iter().enumerate().map(move |(i, packet)| {
            (packet, all >> (i * Packet::LANES) & ((1 << Packet::LANES) - 1))
        })
    }
}

impl<'a> Leaves<'a> {
    pub(crate) fn new<V: BoundingVolume, const N: usize>(
        pair: &Pair<'a, V, N>,
        motion: &Motion,
        instructions: Instructions,
        found: &'a mut dyn Found,
    ) -> Self {
        Self {
            a: Side::of(pair.a(), motion.into_a),
            b: Side::of(pair.b(), motion.into_b),
            pose: pair.pose(),
            instructions,
            effort: Effort::default(),
            found,
            left: Left { pairs: [[0; 2]; _], count: 0 },
        }
    }

    pub(crate) fn effort(&self) -> Effort {
        self.effort
    }

    /// The exact test of one pair.
    fn meet(&mut self, a: usize, b: usize) -> ControlFlow<()> {
        let contact = Contact { a: self.a.order[a], b: self.b.order[b] };
        if !self.found.wants(contact) {
            return ControlFlow::Continue(());
        }
        let corners_a = self.a.mesh.triangle(contact.a);
        let [p, q, r] = self.b.mesh.triangle(contact.b);
        let corners_b = [self.pose.apply(p), self.pose.apply(q), self.pose.apply(r)];
        match intersects_counted(&corners_a, &corners_b, &mut self.effort.stages) {
            true => self.found.found(contact),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Visit for Leaves<'_> {
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<()> {
        self.effort.triangle_tests += (a.len() * b.len()) as u64;
        let (side_a, side_b) = (self.a, self.b);
        // One triangle is tested against a packet, so the smaller leaf gives the ones.
        let a_is_here = a.len() >= b.len();
        let (here, leaf, other, ones) =
            if a_is_here { (side_a, &a, side_b, &b) } else { (side_b, &b, side_a, &a) };
        let level = self.instructions.0;
        for (i, ones_packet) in other.packets(ones).enumerate() {
            for (j, packet) in here.packets(leaf).enumerate() {
                let left = &mut self.left;
                dispatch!(level, simd => left.find(simd, packet, ones_packet, &here.into));
                for k in 0..self.left.count {
                    let [at_here, at_other] = self.left.pairs[k].map(usize::from);
                    let at_here = leaf.start + j * Packet::LANES + at_here;
                    let at_other = ones.start + i * Packet::LANES + at_other;
                    match a_is_here {
                        true => self.meet(at_here, at_other)?,
                        false => self.meet(at_other, at_here)?,
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Watch for Leaves<'_> {
    fn limit(&self) -> f32 {
        0.0
    }

    /// A bound would take longer than looking again.
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>, _size: f32) -> ControlFlow<(), f32> {
        Visit::leaves(self, a, b).map_continue(|()| 0.0)
    }
}

/// The pairs of triangles of two packets that may meet, by their lanes here and there.
struct Left {
    pairs: [[u8; 2]; Packet::LANES * Packet::LANES],
    count: usize,
}

impl Left {
    #[inline(always)]
    fn find<S: Simd>(
        &mut self,
        simd: S,
        (packet, valid): (&Packet, u32),
        (ones, lanes): (&Packet, u32),
        into: &Transfer,
    ) {
        self.count = 0;
        let tolerance = tolerance(into);
        let moved = Moved::new(simd, ones, into);
        let mut near = moved.touching(simd, packet, tolerance) & lanes;
        if near == 0 {
            return;
        }
        let facing = Facing::new(simd, packet);
        while near != 0 {
            let there = near.trailing_zeros() as usize & 7;
            near &= near - 1;
            let mut alive = facing.candidates(simd, &moved.one(there), tolerance) & valid;
            while alive != 0 {
                self.pairs[self.count] = [alive.trailing_zeros() as u8, there as u8];
                self.count += 1;
                alive &= alive - 1;
            }
        }
        if self.count > 0 {
            self.narrow(simd, packet, &moved, tolerance);
        }
    }

    /// Leaves out what the products of edges show to be apart: half of what normals leave.
    #[inline(always)]
    fn narrow<S: Simd>(&mut self, simd: S, packet: &Packet, moved: &Moved, tolerance: f32) {
        let mut gathered = Gathered::default();
        let mut kept = 0;
        for first in (0..self.count).step_by(Packet::LANES) {
            let last = (first + Packet::LANES).min(self.count);
            for (lane, &[here, there]) in self.pairs[first..last].iter().enumerate() {
                gathered.set(lane, (packet, here as usize & 7), (moved, there as usize & 7));
            }
            let alive = gathered.touching(simd, tolerance);
            for i in first..last {
                self.pairs[kept] = self.pairs[i];
                kept += (alive >> (i - first) & 1) as usize;
            }
        }
        self.count = kept;
    }
}
