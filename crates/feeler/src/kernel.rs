//! The tests of volumes that a traversal is made of: one volume of one tree against the children of a node of the other.
//!
//! - [`Fused`] is the kernel of oriented boxes. Its type is known where the loop is compiled, so the tests become part of the loop, once for each
//!   instruction set;
//! - [`Called`] is the kernel of every other kind of volume. The loop calls it through a `dyn` [`Kernel`], which costs 0 to 5 % of a query.
//!
//! A kernel lives on the stack of one query and holds what depends on the pose.

use crate::motion::{Motion, Transfer};
use crate::volume::obb::Obb;
use crate::volume::{Against, Aligned, BoundingVolume, LANES, Tested};
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8};
use std::hint::black_box;

/// The tests of a volume against the children of a node. Answers have bits for lanes of children only.
pub(crate) trait Kernel: Send + Sync {
    /// Which children may meet the volume. Gaps are in units of the opened node's mesh.
    fn overlaps(&self, step: Step) -> Tested;
    /// Lower bounds of the distances to the children, in A's unit. A child beyond the limit has its bound, but no bit.
    fn gaps(&self, step: Step, limit: f32) -> Tested;
    /// Lower bounds of the way that B goes before it meets A, with a limit as in [`Kernel::gaps`].
    fn travels(&self, step: Step, limit: f32, travel: &Travel) -> Tested;
    /// Which children may meet the volume, with the [share](crate::volume::Cuboid::share) of each of them instead of its gap.
    fn shares(&self, step: Step) -> Tested;
    /// The first part of every test alone, which moves the volume: its time is measured for the cost model.
    fn place(&self, step: Step);
}

/// The test of a traversal that chooses it at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    Overlap,
    Gap,
}

impl Test {
    /// Asks the kernel. The test for overlap has no limit.
    pub(crate) fn ask(self, kernel: &dyn Kernel, step: Step, limit: f32) -> Tested {
        match self {
            Self::Overlap => kernel.overlaps(step),
            Self::Gap => kernel.gaps(step, limit),
        }
    }
}

/// One step of a traversal: a volume of one tree, by its slot, and the node of the other tree whose children it is tested against.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The side whose node is opened: 0 for A, 1 for B.
    pub(crate) side: u32,
    /// The slot of the first child.
    pub(crate) first: u32,
    /// The number of children.
    pub(crate) children: u32,
    /// The slot of the volume on the other side.
    pub(crate) other: u32,
}

impl Step {
    /// The side whose node is opened, and in whose coordinates volumes are compared: 0 for A, 1 for B.
    #[inline(always)]
    pub fn here(self) -> usize {
        self.side as usize & 1
    }

    /// A bit for each child, in the lane that it has in its packet.
    #[inline(always)]
    pub fn lanes(self) -> u32 {
        ((1 << self.children) - 1) << (self.first % LANES as u32)
    }

    /// The number of children, each of which is a test of two volumes.
    #[inline(always)]
    pub fn tests(self) -> u32 {
        self.children
    }

    /// The slot of the volume on the other side.
    pub fn other(self) -> u32 {
        self.other
    }

    /// The slot of the child in a lane.
    #[inline(always)]
    pub fn slot(self, lane: u32) -> u32 {
        self.first / LANES as u32 * LANES as u32 + lane
    }
}

/// A direction in which B moves towards A.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Travel {
    /// The direction of B, in A's coordinates.
    pub(crate) of_b: [f32; 3],
    /// The direction of A, seen by B, in B's coordinates.
    pub(crate) of_a: [f32; 3],
}

/// The packets of two trees of one kind, and the motion between them.
pub(crate) struct Both<'a, V: BoundingVolume> {
    /// The packets of A and B. Which of two nodes is opened is a matter of chance, so the side is an index and not a branch.
    packets: [&'a [Aligned<V::Packet>]; 2],
    /// How volumes of the other tree get into the coordinates of A and of B.
    into: [V::Frame; 2],
    motion: &'a Motion,
    /// The lengths of both units in A's.
    scale: [f32; 2],
}

impl<'a, V: BoundingVolume> Both<'a, V> {
    pub(crate) fn new(packets: [&'a [Aligned<V::Packet>]; 2], motion: &'a Motion) -> Self {
        let into = [V::frame(&motion.into_a), V::frame(&motion.into_b)];
        Self { packets, into, motion, scale: motion.scale() }
    }

    /// The packet that holds a slot's volume, and the lane.
    #[inline(always)]
    fn packet(&self, side: usize, slot: u32) -> (&V::Packet, usize) {
        (&self.packets[side][slot as usize / LANES].0, slot as usize % LANES)
    }

    /// The other volume of a step, moved into the coordinates of the opened node.
    #[inline(always)]
    fn placed(&self, step: Step) -> V::Placed<'_> {
        let (packet, lane) = self.packet(1 - step.here(), step.other);
        V::place(packet, lane, &self.into[step.here()])
    }

    /// The test of a step, given the moved volume.
    #[inline(always)]
    fn against<'t, 'p>(&'t self, step: Step, placed: &'t V::Placed<'p>) -> Against<'t, 'p, V> {
        let here = step.here();
        let (packet, _) = self.packet(here, step.first);
        Against { placed, packet, lanes: step.lanes(), frame: &self.into[here] }
    }

    #[inline(always)]
    fn overlaps<S: Simd>(&self, simd: S, step: Step) -> Tested {
        let mut overlaps = V::overlaps(simd, self.against(step, &self.placed(step)));
        overlaps.lanes &= step.lanes();
        overlaps
    }

    #[inline(always)]
    fn gaps<S: Simd>(&self, simd: S, step: Step, limit: f32) -> Tested {
        let gaps = V::gaps(simd, self.against(step, &self.placed(step)));
        self.within(simd, step, gaps, limit)
    }

    #[inline(always)]
    fn travels<S: Simd>(&self, simd: S, step: Step, limit: f32, travel: &Travel) -> Tested {
        let direction = [travel.of_b, travel.of_a][step.here()];
        let ways = V::travels(simd, self.against(step, &self.placed(step)), direction);
        self.within(simd, step, ways, limit)
    }

    /// Lengths in A's unit, with a bit for each that is within the limit. NaN is no proof, so it counts as within.
    #[inline(always)]
    fn within<S: Simd>(&self, simd: S, step: Step, lengths: [f32; 8], limit: f32) -> Tested {
        let lengths = f32x8::from_slice(simd, &lengths) * self.scale[step.here()];
        let beyond = lengths.simd_gt(limit).to_bitmask() as u32;
        Tested { lanes: step.lanes() & !beyond, values: lengths.into() }
    }

    /// Replaces the gaps of lanes that overlap by shares, computed from boxes around the volumes.
    fn shared(&self, step: Step, mut overlaps: Tested) -> Tested {
        let transfer: [&Transfer; 2] = [&self.motion.into_a, &self.motion.into_b];
        let (packet, lane) = self.packet(1 - step.here(), step.other);
        let other = V::cuboid(packet, lane).moved(transfer[step.here()]);
        let (tested, _) = self.packet(step.here(), step.first);
        for lane in (0..LANES).filter(|lane| overlaps.lanes >> lane & 1 == 1) {
            overlaps.values[lane] = V::cuboid(tested, lane).share(&other);
        }
        overlaps
    }
}

/// The kernel of oriented boxes, which becomes part of the loop.
pub(crate) struct Fused<'a, S: Simd> {
    pub(crate) simd: S,
    pub(crate) both: &'a Both<'a, Obb>,
}

impl<S: Simd> Kernel for Fused<'_, S> {
    #[inline(always)]
    fn overlaps(&self, step: Step) -> Tested {
        self.both.overlaps(self.simd, step)
    }

    #[inline(always)]
    fn gaps(&self, step: Step, limit: f32) -> Tested {
        self.both.gaps(self.simd, step, limit)
    }

    #[inline(always)]
    fn travels(&self, step: Step, limit: f32, travel: &Travel) -> Tested {
        self.both.travels(self.simd, step, limit, travel)
    }

    #[inline(always)]
    fn shares(&self, step: Step) -> Tested {
        let mut shares = Obb::shares(self.simd, self.both.against(step, &self.both.placed(step)));
        shares.lanes &= step.lanes();
        shares
    }

    #[inline(always)]
    fn place(&self, step: Step) {
        black_box(&self.both.placed(step));
    }
}

/// The kernel of any kind of volume for one instruction set, which the loop calls.
///
/// The closures and all functions below them must be inlined: otherwise every intrinsic becomes a call.
pub(crate) struct Called<'a, V: BoundingVolume, S: Simd> {
    pub(crate) simd: S,
    pub(crate) both: &'a Both<'a, V>,
}

impl<V: BoundingVolume, S: Simd> Kernel for Called<'_, V, S> {
    fn overlaps(&self, step: Step) -> Tested {
        let Self { simd, both } = *self;
        simd.vectorize(
            #[inline(always)]
            || both.overlaps(simd, step),
        )
    }

    fn gaps(&self, step: Step, limit: f32) -> Tested {
        let Self { simd, both } = *self;
        simd.vectorize(
            #[inline(always)]
            || both.gaps(simd, step, limit),
        )
    }

    fn travels(&self, step: Step, limit: f32, travel: &Travel) -> Tested {
        let Self { simd, both } = *self;
        simd.vectorize(
            #[inline(always)]
            || both.travels(simd, step, limit, travel),
        )
    }

    fn shares(&self, step: Step) -> Tested {
        self.both.shared(step, self.overlaps(step))
    }

    fn place(&self, step: Step) {
        let Self { simd, both } = *self;
        simd.vectorize(
            #[inline(always)]
            || _ = black_box(&both.placed(step)),
        );
    }
}
