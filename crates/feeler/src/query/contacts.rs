//! The triangles that meet.

use super::leaves::Found;
use crate::{Contact, Effort, Pair, Scratch};
use std::ops::ControlFlow;

impl Pair<'_> {
    /// All pairs of triangles that meet, by triangle of A, then of B. Touching counts.
    ///
    /// It is CDTEST of Kavan and Havran.
    #[must_use]
    pub fn contacts(&self) -> Vec<Contact> {
        self.contacts_with(&mut Scratch::new()).to_vec()
    }

    /// [`Pair::contacts`] without allocation, once the scratch is warm.
    pub fn contacts_with<'s>(&self, scratch: &'s mut Scratch) -> &'s [Contact] {
        self.first_contacts_with(usize::MAX, scratch)
    }

    /// The number of pairs of triangles that meet. The pairs are not stored.
    #[must_use]
    pub fn count_contacts(&self) -> u64 {
        self.count_contacts_with(&mut Scratch::new())
    }

    /// [`Pair::count_contacts`] without allocation, once the scratch is warm.
    pub fn count_contacts_with(&self, scratch: &mut Scratch) -> u64 {
        scratch.effort = Effort::default();
        let mut count = Count(0);
        self.traverse(scratch, &mut count);
        count.0
    }

    /// The first `n` of [`Pair::contacts`], in the same order.
    ///
    /// It saves triangle tests of later pairs, but not the search for them: the first `n` are known only at the end. For any
    /// contact as soon as possible, see [`Pair::any_contact`].
    #[must_use]
    pub fn first_contacts(&self, n: usize) -> Vec<Contact> {
        self.first_contacts_with(n, &mut Scratch::new()).to_vec()
    }

    /// [`Pair::first_contacts`] without allocation, once the scratch is warm.
    pub fn first_contacts_with<'s>(&self, n: usize, scratch: &'s mut Scratch) -> &'s [Contact] {
        let mut found = std::mem::take(&mut scratch.contacts);
        found.clear();
        scratch.effort = Effort::default();
        let mut first = First::new(found, n);
        self.traverse(scratch, &mut first);
        scratch.contacts = first.found;
        scratch.contacts.sort_unstable();
        scratch.contacts.truncate(n);
        &scratch.contacts
    }
}

/// A collector of the first n contacts so far, and some more.
pub(super) struct First {
    pub(super) found: Vec<Contact>,
    n: usize,
    /// The contact from which on contacts are not among the first n.
    limit: Contact,
}

impl First {
    pub(super) fn new(found: Vec<Contact>, n: usize) -> Self {
        Self { found, n, limit: Contact { a: u32::MAX, b: u32::MAX } }
    }
}

impl Found for First {
    fn end(&self) -> Contact {
        self.limit
    }

    fn wants_any(&self, triangles: &[u32]) -> bool {
        triangles.iter().any(|&triangle| triangle <= self.limit.a)
    }

    fn found(&mut self, contact: Contact) -> ControlFlow<()> {
        self.found.push(contact);
        if self.found.len() >= self.n.saturating_mul(2).max(64) && self.found.len() > self.n {
            self.limit = *self.found.select_nth_unstable(self.n).1;
            self.found.truncate(self.n);
        }
        ControlFlow::Continue(())
    }
}

/// A collector that counts contacts.
pub(super) struct Count(pub(super) u64);

impl Found for Count {
    fn found(&mut self, _contact: Contact) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}
