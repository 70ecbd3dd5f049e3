//! What was seen of two solids, and what follows from it.

use super::solids::{Solids, Which};
use super::{Related, Relation, Shares};
use crate::boundary::PatchSides;

/// Which cells there are, and where the components of each solid are.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    cells: Cells,
    components: [Vec<Seen>; 2],
    /// Whether the meshes share a point.
    pub(super) touch: bool,
    /// The number of components of which not everything is known yet.
    open: usize,
}

/// Whether there is a cell inside of both solids, one inside of A only, and one inside of B only.
#[derive(Clone, Copy, Debug, Default)]
struct Cells {
    both: bool,
    alone: [bool; 2],
}

/// Whether a part of a component's surface was seen inside of the other solid, and outside of it.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    inside: bool,
    outside: bool,
}

impl Facts {
    pub(super) fn new(solids: &Solids<'_, '_>) -> Self {
        let components = solids.boundaries.map(|solid| vec![Seen::default(); solid.components()]);
        let open = components.iter().map(Vec::len).sum();
        Self { cells: Cells::default(), components, touch: false, open }
    }

    /// A cell with such points was seen.
    fn cell(&mut self, [in_a, in_b]: [bool; 2]) {
        match [in_a, in_b] {
            [true, true] => self.cells.both = true,
            [true, false] => self.cells.alone[0] = true,
            [false, true] => self.cells.alone[1] = true,
            [false, false] => {}
        }
    }

    /// A place on the surface of one solid was seen that is not on the other surface.
    pub(super) fn off(&mut self, which: Which, component: usize, sides: PatchSides, inside: bool) {
        for own in [sides.front, sides.back] {
            self.cell(if which == 0 { [own, inside] } else { [inside, own] });
        }
        self.part(which, component, inside);
    }

    /// A place on both surfaces was seen.
    pub(super) fn on(&mut self, [a, b]: [PatchSides; 2]) {
        self.cell([a.front, b.front]);
        self.cell([a.back, b.back]);
    }

    /// A part of a component was seen inside of the other solid, or outside.
    pub(super) fn part(&mut self, which: Which, component: usize, inside: bool) {
        let seen = &mut self.components[which][component];
        let was_settled = seen.is_settled();
        if inside {
            seen.inside = true
        } else {
            seen.outside = true
        }
        self.open -= usize::from(seen.is_settled() && !was_settled);
    }

    /// Whether nothing that could still be seen would change anything.
    pub(super) fn are_complete(&self) -> bool {
        self.open == 0 && self.has_all_cells()
    }

    pub(super) fn has_all_cells(&self) -> bool {
        self.cells.both && self.cells.alone == [true; 2]
    }

    /// Whether everything is known of a component.
    pub(super) fn is_settled(&self, which: Which, component: usize) -> bool {
        self.components[which][component].is_settled()
    }

    fn shares(&self, which: Which) -> Shares {
        let mut shares = Shares::default();
        for seen in &self.components[which] {
            match [seen.inside, seen.outside] {
                [true, true] => shares.crossing += 1,
                [true, false] => shares.inside += 1,
                [false, true] => shares.outside += 1,
                [false, false] => shares.coincident += 1,
            }
        }
        shares
    }

    pub(super) fn conclude(&self, confidence: f64) -> Related {
        let components = [self.shares(0), self.shares(1)];
        let is_within = |which: Which| {
            let inside = components[which].inside;
            inside > 0 && inside == self.components[which].len()
        };
        let relation = match (self.cells.both, self.cells.alone) {
            (true, [true, true]) => Relation::Crossing,
            (true, [true, false]) => Relation::BInsideA,
            (true, [false, true]) => Relation::AInsideB,
            (true, [false, false]) => Relation::Same,
            (false, _) if self.touch => Relation::Touching,
            // A mesh that encloses nothing can be inside as well.
            (false, _) if is_within(1) => Relation::BInsideA,
            (false, _) if is_within(0) => Relation::AInsideB,
            (false, _) => Relation::Apart,
        };
        Related { relation, confidence, components }
    }
}

impl Seen {
    fn is_settled(self) -> bool {
        self.inside && self.outside
    }
}
