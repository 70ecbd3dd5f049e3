//! Do they touch?

use super::Contact;
use super::leaves::Found;
use crate::{BoundingVolume, Pair, Scratch};
use std::ops::ControlFlow;

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
        let mut any = Any(None);
        self.traverse(scratch, &mut any);
        any.0
    }
}

struct Any(Option<Contact>);

impl Found for Any {
    fn wants(&self, _contact: Contact) -> bool {
        true
    }

    fn found(&mut self, contact: Contact) -> ControlFlow<()> {
        self.0 = Some(contact);
        ControlFlow::Break(())
    }
}
