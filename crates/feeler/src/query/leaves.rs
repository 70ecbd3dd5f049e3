//! A visitor of leaf pairs that looks for triangles that meet.

use crate::motion::{Motion, Transfer};
use crate::simd::dispatch;
use crate::traverse::Visit;
use crate::tree::{Child, Digest};
use crate::triangle::intersects_counted;
use crate::triangle::packet::{Couple, Lanes, Packet, Pairs};
use crate::{Contact, Effort, Instructions, Mesh, Model, Pair, Pose};
use std::ops::{ControlFlow, Range};

/// The leaves of both trees, and the pose: the visitor of a search for contacts.
pub(crate) struct Leaves<'a> {
    a: Side<'a>,
    b: Side<'a>,
    instructions: Instructions,
    need: Need,
    direction: Option<[f64; 3]>,
    /// The pairs of the two packets at hand.
    pairs: Pairs,
    report: Report<'a>,
}

/// The collector of contacts, and what an exact test needs.
struct Report<'a> {
    pose: Pose,
    effort: Effort,
    found: &'a mut dyn Found,
}

/// A collector of pairs of triangles that meet.
pub(crate) trait Found {
    /// The contact from which on contacts do not matter. It may fall with every contact.
    fn end(&self) -> Contact {
        Contact { a: u32::MAX, b: u32::MAX }
    }
    /// Whether the answer can depend on a pair with one of these triangles of A.
    fn wants_any(&self, _triangles: &[u32]) -> bool {
        true
    }
    /// The contacts that the answer needs.
    fn need(&self) -> Need {
        Need::All
    }
    /// The direction in which B moves, if only contacts count that stop it.
    fn direction(&self) -> Option<[f64; 3]> {
        None
    }
    /// Collects a contact. A break ends the query.
    fn found(&mut self, contact: Contact) -> ControlFlow<()>;
}

/// The contacts that an answer needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// All of them.
    All,
    /// One of them, whichever it is.
    Any,
    /// The one with the lowest numbers.
    First,
}

/// One of the two meshes, in the order of its leaves.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) mesh: &'a Mesh,
    pub(super) order: &'a [u32],
    pub(super) packets: &'a [Packet],
    digests: &'a [Digest],
    /// The motion of the other mesh's triangles into the coordinates of this one.
    pub(super) into: Transfer,
}

impl<'a> Side<'a> {
    pub(super) fn of(model: &'a Model, into: Transfer) -> Self {
        let tree = model.tree();
        let (order, packets, digests) = (&tree.order, &tree.packets, &tree.digests);
        Self { mesh: model.mesh(), order, packets, digests, into }
    }

    /// The digest of a child: what is known exactly of its triangles.
    pub(super) fn digest(&self, child: Child) -> Digest {
        if child.is_leaf() {
            Digest::of_leaf(self.mesh, &self.order[child.range()])
        } else {
            self.digests[child.node()]
        }
    }

    /// The lowest triangle number of a child.
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

/// The couples of packets of two leaves: each packet of one leaf with each of the other.
///
/// One triangle at a time is compared with a packet. So the smaller leaf provides the single triangles, and is moved to the other mesh.
pub(super) struct Couples<'s, 'a> {
    here: (&'s Side<'a>, Range<usize>),
    there: (&'s Side<'a>, Range<usize>),
    /// The side that is `here`: 0 for A, 1 for B.
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
        Self::at([side_a, side_b], [leaf_a, leaf_b], side)
    }

    /// The couples of two leaves, with a given side as `here`.
    #[inline(always)]
    fn at(
        [side_a, side_b]: [&'s Side<'a>; 2],
        [leaf_a, leaf_b]: [Range<usize>; 2],
        side: usize,
    ) -> Self {
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

    /// The places of the triangles of two lanes, in the orders of A and of B.
    #[inline(always)]
    pub(super) fn places(&self, at: usize, lanes: Lanes) -> [usize; 2] {
        let (i, j) = (at % self.packets[0], at / self.packets[0]);
        let here = self.here.1.start + i * Packet::LANES + lanes.here;
        let there = self.there.1.start + j * Packet::LANES + lanes.there;
        if self.side == 0 { [here, there] } else { [there, here] }
    }

    /// The meshes of A and of B.
    #[inline(always)]
    fn meshes(&self) -> [&'a Mesh; 2] {
        let (here, there) = (self.here.0.mesh, self.there.0.mesh);
        if self.side == 0 { [here, there] } else { [there, here] }
    }

    /// The triangles of two lanes.
    #[inline(always)]
    fn contact(&self, at: usize, lanes: Lanes) -> Contact {
        let (here, there) = (self.here.0.order, self.there.0.order);
        let (of_a, of_b) = if self.side == 0 { (here, there) } else { (there, here) };
        let [a, b] = self.places(at, lanes);
        Contact { a: of_a[a], b: of_b[b] }
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
            instructions,
            need: found.need(),
            direction: found.direction(),
            pairs: Pairs::default(),
            report: Report { pose: pair.pose(), effort: Effort::default(), found },
        }
    }

    pub(crate) fn effort(&self) -> Effort {
        self.report.effort
    }
}

impl Visit for Leaves<'_> {
    fn end(&self) -> [u32; 2] {
        let Contact { a, b } = self.report.found.end();
        [a, b]
    }

    fn rules_out(&mut self, [a, b]: [Child; 2]) -> bool {
        self.direction.is_some_and(|direction| {
            let b = self.b.digest(b).bounds.posed(&self.report.pose);
            !self.a.digest(a).bounds.meets_ahead(&b, direction)
        })
    }

    /// The bound is zero: any other would take longer than looking again.
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>, _size: f32) -> ControlFlow<(), f32> {
        let Self { a: side_a, b: side_b, instructions, need, pairs, report, .. } = self;
        if !report.found.wants_any(&side_a.order[a.clone()]) {
            return ControlFlow::Continue(0.0);
        }
        report.effort.triangle_tests += (a.len() * b.len()) as u64;
        let couples = match need {
            // Triangles `there` are taken one by one. If these are of A, in the order of their numbers, the first contact comes soon.
            Need::First => Couples::at([side_a, side_b], [a, b], 1),
            Need::All | Need::Any => Couples::new([side_a, side_b], [a, b]),
        };
        let enough = if *need == Need::All { usize::MAX } else { 1 };
        for at in 0..couples.len() {
            let mut couple = couples.get(at);
            loop {
                let left = dispatch!(instructions.0, simd => pairs.touching(simd, &couple, enough));
                report.tell(&couples, at, pairs)?;
                if left == 0 {
                    break;
                }
                couple.there.1 = report.wanted(&couples, at, left);
            }
        }
        ControlFlow::Continue(0.0)
    }
}

impl Report<'_> {
    /// Reports the pairs that meet.
    #[inline(always)]
    fn tell(&mut self, couples: &Couples<'_, '_>, at: usize, pairs: &Pairs) -> ControlFlow<()> {
        let [mut certain, mut open] = pairs.meeting();
        // Certain contacts come first: one may be enough, and an exact test needs corners in f64, which are in other memory.
        while certain != 0 {
            let contact = couples.contact(at, pairs.get(take_lowest(&mut certain)));
            if contact < self.found.end() {
                self.found.found(contact)?;
            }
        }
        while open != 0 {
            let contact = couples.contact(at, pairs.get(take_lowest(&mut open)));
            if contact < self.found.end() && self.meet(couples.meshes(), contact) {
                self.found.found(contact)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether two triangles meet, exactly.
    #[inline(always)]
    fn meet(&mut self, [mesh_a, mesh_b]: [&Mesh; 2], contact: Contact) -> bool {
        let a = mesh_a.triangle(contact.a);
        let [p, q, r] = mesh_b.triangle(contact.b);
        let b = [self.pose.apply(p), self.pose.apply(q), self.pose.apply(r)];
        intersects_counted(&a, &b, &mut self.effort.stages)
    }

    /// The lanes `there` whose triangles still matter.
    fn wanted(&self, couples: &Couples<'_, '_>, at: usize, lanes: u32) -> u32 {
        let matters = |&there: &usize| {
            let contact = couples.contact(at, Lanes { bound: 0.0, here: 0, there });
            lanes >> there & 1 == 1 && Contact { b: 0, ..contact } < self.found.end()
        };
        (0..Packet::LANES).filter(matters).fold(0, |wanted, there| wanted | 1 << there)
    }
}

/// The place of the lowest bit, which is cleared.
#[inline(always)]
fn take_lowest(bits: &mut u64) -> usize {
    let lowest = bits.trailing_zeros() as usize;
    *bits &= *bits - 1;
    lowest
}
