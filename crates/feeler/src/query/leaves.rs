//! The triangles of two leaves.

use crate::motion::{Motion, Transfer};
use crate::traverse::Visit;
use crate::tree::{Child, Digest};
use crate::triangle::intersects_counted;
use crate::triangle::packet::{Couple, Lanes, Packet, Pairs};
use crate::{Contact, Effort, Instructions, Mesh, Model, Pair, Pose};
use fearless_simd::dispatch;
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
    pairs: Pairs,
}

/// Who is told of touching triangles.
pub(crate) trait Found {
    /// Whether the answer depends on this pair.
    fn wants(&self, contact: Contact) -> bool;
    /// Whether it can depend on any pair with one of these triangles of A.
    fn wants_any(&self, _triangles: &[u32]) -> bool {
        true
    }
    /// Two triangles meet. A break ends the query.
    fn found(&mut self, contact: Contact) -> ControlFlow<()>;
}

/// One of the two meshes.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) mesh: &'a Mesh,
    pub(super) order: &'a [u32],
    pub(super) packets: &'a [Packet],
    digests: &'a [Digest],
    /// How the other mesh's triangles get here.
    pub(super) into: Transfer,
}

impl<'a> Side<'a> {
    pub(super) fn of(model: &'a Model, into: Transfer) -> Self {
        let tree = model.tree();
        let (order, packets, digests) = (&tree.order, &tree.packets, &tree.digests);
        Self { mesh: model.mesh(), order, packets, digests, into }
    }

    /// What is known exactly of a child.
    pub(super) fn digest(&self, child: Child) -> Digest {
        if child.is_leaf() {
            Digest::of_leaf(self.mesh, &self.order[child.range()])
        } else {
            self.digests[child.node()]
        }
    }

    /// The first triangle of a child, by number.
    pub(super) fn first(&self, child: Child) -> u32 {
        if child.is_leaf() {
            self.order[child.range().start]
        } else {
            self.digests[child.node()].first
        }
    }

    /// One of a leaf's packets, with a bit for every triangle in it.
    #[inline(always)]
    fn packet(&self, leaf: &Range<usize>, at: usize) -> (&'a Packet, u32) {
        let all = (1_u32 << leaf.len()) - 1;
        let valid = all >> (at * Packet::LANES) & ((1 << Packet::LANES) - 1);
        (&self.packets[leaf.start / Packet::LANES + at], valid)
    }
}

/// The packets of two leaves, each of one with each of the other.
///
/// One triangle at a time is compared with a packet, so the smaller leaf gives the ones and is moved to where the other is.
pub(super) struct Couples<'s, 'a> {
    here: (&'s Side<'a>, Range<usize>),
    there: (&'s Side<'a>, Range<usize>),
    /// Which side is here: 0 for A, 1 for B.
    pub(super) side: usize,
    packets: [usize; 2],
}

impl<'s, 'a> Couples<'s, 'a> {
    #[inline(always)]
    pub(super) fn new(
        [side_a, side_b]: [&'s Side<'a>; 2],
        [leaf_a, leaf_b]: [Range<usize>; 2],
    ) -> Self {
        let side = (leaf_a.len() < leaf_b.len()) as usize;
        let (a, b) = ((side_a, leaf_a), (side_b, leaf_b));
        let (here, there) = if side == 0 { (a, b) } else { (b, a) };
        let packets = [here.1.len(), there.1.len()].map(|count| count.div_ceil(Packet::LANES));
        Self { here, there, side, packets }
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.packets[0] * self.packets[1]
    }

    #[inline(always)]
    pub(super) fn get(&self, at: usize) -> Couple<'_> {
        let ((here, leaf), (there, ones)) = (&self.here, &self.there);
        let (i, j) = (at % self.packets[0], at / self.packets[0]);
        Couple { here: here.packet(leaf, i), there: there.packet(ones, j), into: &here.into }
    }

    /// Where the triangles of two lanes are in the orders of A and of B.
    #[inline(always)]
    pub(super) fn places(&self, at: usize, lanes: Lanes) -> [usize; 2] {
        let (i, j) = (at % self.packets[0], at / self.packets[0]);
        let here = self.here.1.start + i * Packet::LANES + lanes.here;
        let there = self.there.1.start + j * Packet::LANES + lanes.there;
        if self.side == 0 { [here, there] } else { [there, here] }
    }
}

impl<'a> Leaves<'a> {
    pub(crate) fn new(
        pair: &Pair<'a>,
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
            pairs: Pairs::default(),
        }
    }

    pub(crate) fn effort(&self) -> Effort {
        self.effort
    }
}

impl Visit for Leaves<'_> {
    /// For the search by number: a pair of nodes matters if its first triangles would.
    fn rules_out(&mut self, [a, b]: [Child; 2]) -> bool {
        let first = Contact { a: self.a.first(a), b: self.b.first(b) };
        !self.found.wants(first)
    }

    /// The bound is zero: any other would take longer than looking again.
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>, _size: f32) -> ControlFlow<(), f32> {
        let Self { a: side_a, b: side_b, pose, instructions, effort, found, pairs } = self;
        if !found.wants_any(&side_a.order[a.clone()]) {
            return ControlFlow::Continue(0.0);
        }
        effort.triangle_tests += (a.len() * b.len()) as u64;
        let couples = Couples::new([side_a, side_b], [a, b]);
        for at in 0..couples.len() {
            let couple = couples.get(at);
            dispatch!(instructions.0, simd => pairs.touching(simd, &couple));
            let [mut certain, mut open] = pairs.meeting();
            // What is certain first: one contact may be enough, and the corners in f64 are in memory that nobody else needs.
            while certain | open != 0 {
                let (k, proven) = match certain {
                    0 => (take_lowest(&mut open), false),
                    _ => (take_lowest(&mut certain), true),
                };
                let [a, b] = couples.places(at, pairs.get(k));
                let contact = Contact { a: side_a.order[a], b: side_b.order[b] };
                if !found.wants(contact) {
                    continue;
                }
                let mut meet = || {
                    let a = side_a.mesh.triangle(contact.a);
                    let [p, q, r] = side_b.mesh.triangle(contact.b);
                    let b = [pose.apply(p), pose.apply(q), pose.apply(r)];
                    intersects_counted(&a, &b, &mut effort.stages)
                };
                if proven || meet() {
                    found.found(contact)?;
                }
            }
        }
        ControlFlow::Continue(0.0)
    }
}

/// The place of the lowest bit, which is cleared.
#[inline(always)]
fn take_lowest(bits: &mut u64) -> usize {
    let lowest = bits.trailing_zeros() as usize;
    *bits &= *bits - 1;
    lowest
}
