//! The volumes of a tree, of any kind.

use super::arity::Arity;
use super::contents::{Below, LeafContents};
use super::{Child, Link};
use crate::kernel::{Both, Called, Kernel};
use crate::motion::Motion;
use crate::parallel::{self, Job};
use crate::simd::Instructions;
use crate::simd::dispatch;
use crate::volume::kind::{Typed, Volume};
use crate::volume::obb::Obb;
use crate::volume::{Aligned, BoundingVolume, Cuboid, LANES, Outline, Packet as _, Part};
use std::any::Any;
use std::fmt::Debug;

/// A volume for every slot of a tree.
pub(crate) trait Volumes: Any + Debug + Send + Sync {
    /// Fits every volume to the triangles below its slot, and writes the sizes into the links.
    fn fit(&mut self, arity: Arity, links: &mut [Link], below: &[Below], leaves: &LeafContents<'_>);
    /// A function that tells how far a point is outside of a slot's volume; its result is not
    /// positive inside.
    fn excess(&self, slot: u32) -> Box<dyn Fn([f64; 3]) -> f64>;
    /// A box around a slot's volume. It is an estimate.
    fn cuboid(&self, slot: u32) -> Cuboid;
    /// The true shape of a slot's volume.
    fn outline(&self, slot: u32) -> Outline;
    /// The bytes of one volume, without its bytes on the heap, and the bytes of all volumes.
    fn bytes(&self) -> [usize; 2];
    /// A copy of the volumes.
    fn boxed(&self) -> Box<dyn Volumes>;
    /// Calls a job with a kernel for these volumes, as those of A, and the volumes of B. Does not
    /// call the job if B's volumes have another type.
    fn kernel(
        &self,
        of_b: &dyn Volumes,
        motion: &Motion,
        instructions: Instructions,
        job: &mut dyn FnMut(&dyn Kernel),
    );
}

impl dyn Volumes {
    /// Packets with default volumes, enough for a number of slots.
    pub(crate) fn empty(volume: Volume, slots: usize) -> Box<dyn Volumes> {
        volume.0.with_type(EmptyPackets { slots })
    }

    /// Whether both have one type, so that they can be tested against each other.
    pub(crate) fn is_like(&self, other: &dyn Volumes) -> bool {
        (self as &dyn Any).type_id() == (other as &dyn Any).type_id()
    }

    /// The packets, if these volumes are oriented boxes.
    #[inline]
    pub(crate) fn obbs(&self) -> Option<&[Aligned<<Obb as BoundingVolume>::Packet>]> {
        (self as &dyn Any).downcast_ref::<Packets<Obb>>().map(|obbs| &obbs.packets[..])
    }

    /// The packets to be filled, if these volumes are oriented boxes.
    pub(super) fn obbs_mut(&mut self) -> Option<&mut [Aligned<<Obb as BoundingVolume>::Packet>]> {
        let obbs = (self as &mut dyn Any).downcast_mut::<Packets<Obb>>();
        obbs.map(|obbs| &mut obbs.packets[..])
    }
}

impl Clone for Box<dyn Volumes> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

/// The packets of all slots, eight slots each. The volume at a slot without a child has no meaning.
#[derive(Clone, Debug)]
struct Packets<V: BoundingVolume> {
    packets: Vec<Aligned<V::Packet>>,
    fit: V::Fit,
}

/// The least number of packets that a thread takes at a time. It does not change the volumes.
pub(super) const MIN_PACKETS: usize = 16;

/// A request for default packets, for a number of slots.
struct EmptyPackets {
    slots: usize,
}

impl Typed for EmptyPackets {
    type Output = Box<dyn Volumes>;

    fn run<V: BoundingVolume>(self, fit: V::Fit) -> Box<dyn Volumes> {
        Box::new(Packets::<V> {
            packets: vec![Aligned::default(); self.slots.div_ceil(LANES)],
            fit,
        })
    }
}

impl<V: BoundingVolume> Packets<V> {
    fn packet(&self, slot: u32) -> (&V::Packet, usize) {
        (&self.packets[slot as usize / LANES].0, slot as usize % LANES)
    }
}

impl<V: BoundingVolume> Volumes for Packets<V> {
    fn fit(
        &mut self,
        arity: Arity,
        links: &mut [Link],
        below: &[Below],
        leaves: &LeafContents<'_>,
    ) {
        let fit = self.fit;
        let fit_packet = move |packet: &mut V::Packet, links: &mut [Link], below: &[Below]| {
            for first in (0..links.len()).step_by(arity.number()) {
                let links = &mut links[first..first + arity.number()];
                let count = links.iter().take_while(|link| link.child != Child::NONE).count();
                let below = below[first..first + count].iter();
                let parts: Vec<Part<'_>> = below.map(|below| leaves.part(below)).collect();
                V::fit_parts(&parts, fit, packet, first);
                for (lane, link) in links[..count].iter_mut().enumerate() {
                    link.size = V::size(packet, first + lane);
                }
            }
        };
        let packets = self.packets.chunks_mut(MIN_PACKETS);
        let slots = links.chunks_mut(MIN_PACKETS * LANES).zip(below.chunks(MIN_PACKETS * LANES));
        let jobs = packets.zip(slots).map(|(packets, (links, below))| -> Job<'_> {
            Box::new(move || {
                let slots = links.chunks_mut(LANES).zip(below.chunks(LANES));
                for (Aligned(packet), (links, below)) in packets.iter_mut().zip(slots) {
                    fit_packet(packet, links, below);
                }
            })
        });
        parallel::run(jobs.collect());
    }

    fn excess(&self, slot: u32) -> Box<dyn Fn([f64; 3]) -> f64> {
        let (packet, lane) = self.packet(slot);
        let volume = packet.get(lane);
        Box::new(move |point| volume.excess(point))
    }

    fn cuboid(&self, slot: u32) -> Cuboid {
        let (packet, lane) = self.packet(slot);
        V::cuboid(packet, lane)
    }

    fn outline(&self, slot: u32) -> Outline {
        let (packet, lane) = self.packet(slot);
        packet.get(lane).outline()
    }

    fn bytes(&self) -> [usize; 2] {
        let heap: usize = self.packets.iter().map(|packet| V::heap_bytes(&packet.0)).sum();
        [size_of::<V::Packet>() / LANES, size_of_val(&self.packets[..]) + heap]
    }

    fn boxed(&self) -> Box<dyn Volumes> {
        Box::new(self.clone())
    }

    fn kernel(
        &self,
        of_b: &dyn Volumes,
        motion: &Motion,
        instructions: Instructions,
        job: &mut dyn FnMut(&dyn Kernel),
    ) {
        if let Some(of_b) = (of_b as &dyn Any).downcast_ref::<Self>() {
            let both = &Both::<V>::new([&self.packets, &of_b.packets], motion);
            dispatch!(up to avx2: instructions.0, simd => job(&Called { simd, both }));
        }
    }
}
