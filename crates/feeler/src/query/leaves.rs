//! The triangles of two leaves.

use crate::motion::{Motion, Transfer};
use crate::traverse::Visit;
use crate::triangle::intersects_counted;
use crate::triangle::packet::{Packet, tolerance};
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

    /// The packets of a leaf here, and a triangle of the other mesh moved here.
    #[inline(always)]
    pub(super) fn facing(
        &self,
        leaf: &Range<usize>,
        other: &Side<'_>,
        one: usize,
    ) -> (&'a [Packet], [[f32; 3]; 3]) {
        let first = leaf.start / Packet::LANES;
        let packets = &self.packets[first..first + leaf.len().div_ceil(Packet::LANES)];
        (packets, other.packets[one / Packet::LANES].moved(one % Packet::LANES, &self.into))
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
            for one in b {
                let mut candidates =
                    dispatch!(level, simd => candidates(simd, &self.a, a.clone(), &self.b, one));
                while candidates != 0 {
                    self.meet(a.start + candidates.trailing_zeros() as usize, one)?;
                    candidates &= candidates - 1;
                }
            }
        } else {
            for one in a {
                let mut candidates =
                    dispatch!(level, simd => candidates(simd, &self.b, b.clone(), &self.a, one));
                while candidates != 0 {
                    self.meet(one, b.start + candidates.trailing_zeros() as usize)?;
                    candidates &= candidates - 1;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// One bit for each triangle of a leaf here that may meet one of the other mesh.
#[inline(always)]
fn candidates<S: Simd>(
    simd: S,
    here: &Side<'_>,
    leaf: Range<usize>,
    other: &Side<'_>,
    one: usize,
) -> u32 {
    let (packets, moved) = here.facing(&leaf, other, one);
    let mut lanes = 0;
    for (i, packet) in packets.iter().enumerate() {
        lanes |= packet.candidates(simd, &moved, tolerance(&here.into)) << (i * Packet::LANES);
    }
    lanes & ((1 << leaf.len()) - 1)
}
