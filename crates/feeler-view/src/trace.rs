//! The microscope: the pairs of volumes that a query tests, in their order.

use crate::protocol::{Cost, MOST_TESTS, TestsFound, Traced};
use crate::wire::{Answer, Packed};
use feeler::inside::{Probe, Trace, Tree};
use feeler::{Model, Pair, Scratch, Search, Ties};
use std::collections::HashMap;
use std::time::Instant;

/// One test of two volumes.
#[derive(Clone, Copy, Debug)]
struct Test {
    /// The slot in A's tree and the slot in B's.
    slots: [u32; 2],
    /// The side whose node was opened.
    side: u32,
    /// The test of the pair that was opened for this one, counted from 1; 0 for the first pair.
    above: u32,
    /// Whether the volumes may meet, or are near enough to matter.
    passed: bool,
    gap: f32,
}

/// The tests of a query. For each test six numbers are sent: both slots, the opened side, the test above, whether it passed, and the bits of the gap.
pub(crate) fn tests(pair: &Pair<'_>, question: Traced, scratch: &mut Scratch) -> Answer {
    let start = Instant::now();
    let mut touching = false;
    // Which of several equally near pairs has the lowest numbers would be another search, which is not recorded.
    let search = Search { ties: Ties::Any, ..Search::default() };
    let ask = |scratch: &mut Scratch| match question {
        Traced::Intersects => touching = pair.intersects_with(scratch),
        Traced::Distance => {
            touching = pair.distance_with(&search, scratch).upper() == 0.0;
        }
    };
    let trace = scratch.traced(MOST_TESTS, ask);
    let cost = Cost::new(scratch.effort(), start.elapsed());
    let (list, traversals) = repeated(pair, &trace, scratch);
    let complete =
        trace.traversals.iter().all(|traversal| traversal.seen == traversal.steps.len() as u64);
    let mut packed = Packed::new();
    packed.indices(list.iter().flat_map(|test| {
        let [a, b] = test.slots;
        [a, b, test.side, test.above, test.passed.into(), test.gap.to_bits()]
    }));
    let head = TestsFound { tests: list.len(), complete, traversals, cost, touching };
    Answer::numbers(&head, packed)
}

/// All tests of the recorded steps, asked again for their outcome.
fn repeated(
    pair: &Pair<'_>,
    trace: &Trace,
    scratch: &Scratch,
) -> (Vec<Test>, Vec<(usize, &'static str)>) {
    let models = [pair.a(), pair.b()];
    let parents = models.map(parents);
    let (mut list, mut traversals): (Vec<Test>, Vec<_>) = (Vec::new(), Vec::new());
    for traversal in &trace.traversals {
        traversals
            .push((list.len(), if traversal.is_for_contacts() { "contacts" } else { "distance" }));
        let mut known: HashMap<[u32; 2], u32> = HashMap::new();
        Probe::again(models, traversal, scratch.instructions(), |probe| {
            for &step in &traversal.steps {
                let (passed, gaps) = probe.outcome(traversal, step);
                let side = step.here();
                let lanes = step.lanes();
                let slots =
                    |slot: u32| if side == 0 { [slot, step.other()] } else { [step.other(), slot] };
                let first = step.slot(lanes.trailing_zeros());
                let above = known.get(&slots(parents[side][&first])).copied().unwrap_or_default();
                for lane in (0..8).filter(|lane| lanes >> lane & 1 == 1) {
                    let slots = slots(step.slot(lane));
                    list.push(Test {
                        slots,
                        side: side as u32,
                        above,
                        passed: passed >> lane & 1 == 1,
                        gap: gaps[lane as usize],
                    });
                    known.insert(slots, list.len() as u32);
                }
            }
        });
    }
    (list, traversals)
}

/// For the first child of each node, the slot of the node.
fn parents(model: &Model) -> HashMap<u32, u32> {
    let tree: &Tree = model.tree();
    let inner = tree.slots().filter(|&slot| !tree.child(slot).is_leaf());
    inner.map(|slot| (tree.children(tree.child(slot)).start, slot)).collect()
}
