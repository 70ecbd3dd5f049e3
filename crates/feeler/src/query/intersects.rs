//! The question whether two meshes touch.

use super::leaves::{Found, Leaves, Need};
use super::memory::{Lead, stride};
use crate::kernel::Test;
use crate::triangle::intersects_counted;
use crate::{Contact, Effort, Pair, Schedule, Scratch};
use std::ops::ControlFlow;

impl Pair<'_> {
    /// Whether any two triangles meet. Touching counts.
    ///
    /// It stops at the first contact: CDTEST2 of Kavan and Havran.
    #[must_use]
    pub fn intersects(&self) -> bool {
        self.intersects_with(&mut Scratch::new())
    }

    /// [`Pair::intersects`] without allocation, once the scratch is warm.
    pub fn intersects_with(&self, scratch: &mut Scratch) -> bool {
        self.any_contact_with(scratch).is_some()
    }

    /// Some contact, the first that is found; `None` if the meshes do not touch.
    ///
    /// *Which* contact it is depends on the tree, on the schedule and on what the scratch remembers, unlike all other answers.
    /// [`Pair::first_contacts`] does not.
    #[must_use]
    pub fn any_contact(&self) -> Option<Contact> {
        self.any_contact_with(&mut Scratch::new())
    }

    /// [`Pair::any_contact`] without allocation, once the scratch is warm.
    pub fn any_contact_with(&self, scratch: &mut Scratch) -> Option<Contact> {
        scratch.effort = Effort::default();
        self.find_contact(scratch)
    }

    /// [`Pair::any_contact_with`] as a part of another query.
    pub(super) fn find_contact(&self, scratch: &mut Scratch) -> Option<Contact> {
        let mut any = Any(None);
        if !self.remembered_contact(scratch, &mut any) {
            self.traverse(scratch, &mut any);
        }
        if let Some(memory) = &mut scratch.memory {
            memory.contact = any.0;
        }
        any.0
    }

    /// Looks for a contact with what the scratch remembers; false if that is not enough for an answer.
    fn remembered_contact(&self, scratch: &mut Scratch, any: &mut Any) -> bool {
        let Scratch { instructions, effort, memory: Some(memory), trace, .. } = scratch else {
            return false;
        };
        memory.turn_to(self);
        if trace.is_some() {
            return false;
        }
        if let Some(contact) = memory.contact {
            let b = self.b().mesh().triangle(contact.b).map(|p| self.pose().apply(p));
            effort.triangle_tests += 1;
            if intersects_counted(&self.a().mesh().triangle(contact.a), &b, &mut effort.stages) {
                any.0 = Some(contact);
                return true;
            }
        }
        let stride = if memory.contact.is_some() { stride::TOUCHING } else { stride::APART };
        let trail = &mut memory.touching;
        match trail.lead(self, 0.0, stride) {
            Lead::Lost => false,
            Lead::Beyond => true,
            Lead::Front(motion, _) => {
                let mut leaves = Leaves::new(self, &motion, *instructions, any);
                let schedule = self.schedule().unwrap_or(Schedule::DepthFirst);
                let work = (*instructions, &mut *effort);
                _ = trail.resume(self, &motion, Test::Overlap, schedule, work, &mut leaves);
                effort.add(&leaves.effort());
                true
            }
        }
    }
}

/// A collector that stops at the first contact.
pub(super) struct Any(pub(super) Option<Contact>);

impl Found for Any {
    fn need(&self) -> Need {
        Need::Any
    }

    fn found(&mut self, contact: Contact) -> ControlFlow<()> {
        self.0 = Some(contact);
        ControlFlow::Break(())
    }
}
