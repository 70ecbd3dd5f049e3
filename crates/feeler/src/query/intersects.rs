//! Do they touch?

use super::Contact;
use super::leaves::{Found, Leaves};
use crate::traverse::Visit;
use crate::{BoundingVolume, Effort, Pair, Scratch};
use std::ops::{ControlFlow, Range};

impl<V: BoundingVolume, const N: usize> Pair<'_, V, N> {
    /// Whether any two triangles meet. Touching counts.
    ///
    /// The lecture's CDTEST2: it stops at the first contact.
    pub fn intersects(&self) -> bool {
        self.intersects_with(&mut Scratch::new())
    }

    /// [`Pair::intersects`] without allocation, once the scratch is warm.
    pub fn intersects_with(&self, scratch: &mut Scratch) -> bool {
        self.any_contact_with(scratch).is_some()
    }

    /// Some contact, the first that is found; none where the meshes do not touch.
    ///
    /// *Which* contact it is depends on the tree and on the schedule, unlike all other answers. [`Pair::first_contacts`] does not.
    pub fn any_contact(&self) -> Option<Contact> {
        self.any_contact_with(&mut Scratch::new())
    }

    /// [`Pair::any_contact`] without allocation, once the scratch is warm.
    pub fn any_contact_with(&self, scratch: &mut Scratch) -> Option<Contact> {
        scratch.effort = Effort::default();
        let mut search =
            Search { leaves: Leaves::of(self), effort: Effort::default(), first: First(None) };
        self.traverse(scratch, &mut search);
        scratch.effort.add(&search.effort);
        search.first.0
    }
}

struct Search<'a> {
    leaves: Leaves<'a>,
    effort: Effort,
    first: First,
}

impl Visit for Search<'_> {
    fn leaves(&mut self, a: Range<usize>, b: Range<usize>) -> ControlFlow<()> {
        self.leaves.meet(a, b, &mut self.effort, &mut self.first)
    }
}

struct First(Option<Contact>);

impl Found for First {
    #[inline(always)]
    fn wants(&self, _a: u32, _b: u32) -> bool {
        true
    }

    fn found(&mut self, a: u32, b: u32) -> ControlFlow<()> {
        self.0 = Some(Contact { a, b });
        ControlFlow::Break(())
    }
}
