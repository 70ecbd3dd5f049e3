//! The contacts at the start that stop B at once.

use crate::exact_box::ExactBox;
use crate::query::leaves::{Found, Need};
use crate::triangle::{Heading, meets_ahead};
use crate::{Contact, Pair};
use std::ops::ControlFlow;

/// Whether triangles that touch stop B: they do, if they also meet after the start.
struct Stops<'p, 'a> {
    pair: &'p Pair<'a>,
    heading: Heading,
}

impl Stops<'_, '_> {
    fn are_met(&self, contact: Contact) -> bool {
        let a = self.pair.a().mesh().triangle(contact.a);
        let b = self.pair.b().mesh().triangle(contact.b).map(|p| self.pair.pose().apply(p));
        let boxes = [ExactBox::of_triangle(&a), ExactBox::of_triangle(&b)];
        boxes[0].meets_ahead(&boxes[1], self.heading.exact)
            && meets_ahead(&a, &b, self.heading.exact)
    }
}

/// A collector that ends at the first contact that stops B.
pub(super) struct AnyStop<'p, 'a> {
    stops: Stops<'p, 'a>,
    pub(super) found: Option<Contact>,
}

impl<'p, 'a> AnyStop<'p, 'a> {
    pub(super) fn new(pair: &'p Pair<'a>, heading: Heading) -> Self {
        Self { stops: Stops { pair, heading }, found: None }
    }
}

impl Found for AnyStop<'_, '_> {
    fn need(&self) -> Need {
        Need::Any
    }

    fn found(&mut self, contact: Contact) -> ControlFlow<()> {
        if self.stops.are_met(contact) {
            self.found = Some(contact);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// The lowest contact so far, by number, that stops B.
pub(super) struct LowestStop<'p, 'a> {
    stops: Stops<'p, 'a>,
    pub(super) lowest: Contact,
}

impl<'p, 'a> LowestStop<'p, 'a> {
    pub(super) fn new(pair: &'p Pair<'a>, heading: Heading, known: Contact) -> Self {
        Self { stops: Stops { pair, heading }, lowest: known }
    }
}

impl Found for LowestStop<'_, '_> {
    fn end(&self) -> Contact {
        self.lowest
    }

    fn wants_any(&self, triangles: &[u32]) -> bool {
        triangles.iter().any(|&triangle| triangle <= self.lowest.a)
    }

    fn need(&self) -> Need {
        Need::First
    }

    fn direction(&self) -> Option<[f64; 3]> {
        Some(self.stops.heading.exact)
    }

    fn found(&mut self, contact: Contact) -> ControlFlow<()> {
        if self.stops.are_met(contact) {
            self.lowest = contact;
        }
        ControlFlow::Continue(())
    }
}
