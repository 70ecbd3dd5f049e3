//! The triangles of two leaves.

use crate::bvh::Child;
use crate::motion::{Motion, Transfer};
use crate::traverse::{Visit, Watch};
use crate::triangle::intersects_counted;
use crate::triangle::packet::{Facing, Moved, Packet, tolerance};
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
        // One triangle is tested against a packet, so the smaller leaf gives the ones.
        let level = self.instructions.0;
        if a.len() >= b.len() {
            let found = dispatch!(level, simd => candidates(simd, &self.a, &a, &self.b, &b));
            for (one, mut lanes) in b.zip(found) {
                while lanes != 0 {
                    self.meet(a.start + lanes.trailing_zeros() as usize, one)?;
                    lanes &= lanes - 1;
                }
            }
        } else {
            let found = dispatch!(level, simd => candidates(simd, &self.b, &b, &self.a, &a));
            for (one, mut lanes) in a.zip(found) {
                while lanes != 0 {
                    self.meet(one, b.start + lanes.trailing_zeros() as usize)?;
                    lanes &= lanes - 1;
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

/// For each triangle of a leaf of the other mesh, one bit for each triangle of a leaf here that may meet it.
#[inline(always)]
fn candidates<S: Simd>(
    simd: S,
    here: &Side<'_>,
    leaf: &Range<usize>,
    other: &Side<'_>,
    ones: &Range<usize>,
) -> [u32; Child::MAX_COUNT] {
    let tolerance = tolerance(&here.into);
    let mut found = [0; Child::MAX_COUNT];
    for ((ones, lanes), found) in other.packets(ones).zip(found.chunks_exact_mut(Packet::LANES)) {
        let moved = Moved::new(simd, ones, &here.into);
        for (i, (packet, valid)) in here.packets(leaf).enumerate() {
            let mut near = moved.touching(simd, packet, tolerance) & lanes;
            if near == 0 {
                continue;
            }
            let facing = Facing::new(simd, packet);
            while near != 0 {
                let lane = near.trailing_zeros() as usize & 7;
                near &= near - 1;
                let alive = facing.candidates(simd, &moved.one(lane), tolerance) & valid;
                found[lane] |= alive << (i * Packet::LANES);
            }
        }
    }
    found
}
