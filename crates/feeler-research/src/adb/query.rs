//! The query: a traversal by probability.

use super::Overlap;
use super::chance::Chance;
use super::parameters::{Few, Placed, PlacedTree, PlacedTrees, Sizes};
use super::tree::Adb;
use feeler::inside::{Buckets, Child, Clock, Probe, Step, Tree};
use feeler::{Budget, Effort, Instructions, Pose};

/// A query whether two models probably collide: the traversal of Fig. 3 of the papers, with all its
/// parameters.
///
/// The query looks at no triangle. Its answer is a guess, in either direction; the exact answer is
/// [`Pair::intersects`](feeler::Pair::intersects).
///
/// ```
/// use feeler_research::adb::{Adb, Cells, Memory, Pretest, Query};
/// use feeler::{Arity, Build, Mesh, Model, Pose, Volume};
/// let square = Mesh::new(
///     vec![[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.2], [0.0, 1.0, 0.2]],
///     vec![[0, 1, 2], [0, 2, 3]],
/// )?;
/// let model = Model::build(square, &Build { volume: Volume::AABB, arity: Arity::Two, ..Build::default() });
/// let adb = Adb::new(&model, Cells { tau: 0.05, ..Cells::default() });
/// let query = Query { p_min: 0.5, k_min: 1, pretest: Pretest::Volumes, ..Query::default() };
/// let mut memory = Memory::default();
///
/// let upright = Pose::rotation([0.0, 1.0, 0.0], 0.3).then(&Pose::translation([0.1, 0.0, 0.1]));
/// let verdict = query.run(&adb, &adb, &upright, &mut memory);
/// assert!(verdict.collides && verdict.pairs[0].p >= 0.5);
/// assert!(!query.run(&adb, &adb, &Pose::translation([0.0, 0.0, 9.0]), &mut memory).collides);
/// # Ok::<(), feeler::MeshError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The smallest probability with which two nodes count as colliding.
    pub p_min: f32,
    /// The number of colliding pairs of nodes with which the meshes count as colliding. Zero counts
    /// as one.
    pub k_min: usize,
    /// The estimate of the volume that two boxes share.
    pub overlap: Overlap,
    /// How to treat nodes of different sizes.
    pub sizes: Sizes,
    /// How to treat less than one cell.
    pub few: Few,
    /// The way to compute probabilities.
    pub chance: Chance<'a>,
    /// Whether the volumes of nodes are tested first.
    pub pretest: Pretest,
    /// The probability of a collision in a cell.
    pub in_cell: InCell,
    /// The limit of the work. A step opens one pair of nodes.
    pub budget: Budget,
}

/// The test that two nodes must pass before their probability is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pretest {
    /// No test, as published: only the estimate of the shared volume decides.
    #[default]
    None,
    /// The bounding volumes of the nodes must overlap, as in an exact query. This removes most
    /// wrong answers "collision".
    Volumes,
}

/// The probability that the polygons of two nodes collide in a cell in which both have enough of
/// them: `LB` of the papers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InCell {
    /// The depth of the nodes as a share of the greatest depth, as published: the deeper the nodes,
    /// the flatter their polygons.
    #[default]
    Depth,
    /// The product of both [flatnesses](Adb::flatness), or the depth if that is more: what the depth
    /// stands for is measured.
    Flatness,
}

impl Default for Query<'_> {
    /// The values of most of the papers' figures: 0.99 and 10.
    fn default() -> Self {
        Self {
            p_min: 0.99,
            k_min: 10,
            overlap: Overlap::default(),
            sizes: Sizes::default(),
            few: Few::default(),
            chance: Chance::default(),
            pretest: Pretest::default(),
            in_cell: InCell::default(),
            budget: Budget::UNLIMITED,
        }
    }
}

/// Two nodes whose polygons probably collide. The numbers are those of [`Adb::triangles`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodePair {
    /// A node of A.
    pub a: u32,
    /// A node of B.
    pub b: u32,
    /// The probability.
    pub p: f32,
}

/// The result of a [`Query`].
#[derive(Clone, Copy, Debug)]
pub struct Verdict<'s> {
    /// Whether enough colliding pairs of nodes were found. `true` is not a proof, and `false` is
    /// not a proof either.
    pub collides: bool,
    /// The largest probability of any pair of nodes that was looked at. It is not a probability of
    /// the whole query, and it is not calibrated.
    pub p: f32,
    /// The colliding pairs of nodes, in the order in which they were found. Contacts are likely to
    /// be there.
    pub pairs: &'s [NodePair],
    /// The largest probability of the pairs in the queue if the budget was used up, else `None`.
    pub waiting: Option<f32>,
    /// The work of the query. A volume test is a pair of nodes that was looked at.
    pub effort: Effort,
    /// The number of pairs of nodes for which a probability was computed.
    pub estimates: u64,
}

/// A pair of slots in the queue, and the sum of their depths.
#[derive(Clone, Copy, Debug)]
struct WaitingPair {
    a: u32,
    b: u32,
    depth: u32,
}

/// The memory of a running query: the queue of pairs, ordered by probability, and the pairs found.
/// Keep it from query to query to avoid allocations.
#[derive(Clone, Debug)]
pub struct Memory {
    instructions: Instructions,
    queue: Buckets<WaitingPair>,
    pairs: Vec<NodePair>,
}

impl Memory {
    /// An empty memory, for some instructions.
    pub fn with_instructions(instructions: Instructions) -> Self {
        Self { instructions, queue: Buckets::default(), pairs: Vec::new() }
    }
}

impl Default for Memory {
    /// An empty memory, for the best instructions of this processor.
    fn default() -> Self {
        Self::with_instructions(Instructions::best())
    }
}

impl Query<'_> {
    /// Runs the query for B at a pose in A's frame; without allocation, once the memory is warm.
    pub fn run<'s>(
        &self,
        a: &Adb<'_>,
        b: &Adb<'_>,
        pose: &Pose,
        memory: &'s mut Memory,
    ) -> Verdict<'s> {
        let Memory { instructions, queue, pairs } = memory;
        let clock = self.budget.start();
        pairs.clear();
        queue.clear();
        let mut effort = Effort::default();
        let seen = Probe::at([a.model(), b.model()], pose, *instructions, |probe| {
            let mut search = QueryRun::new(self, a, b, probe, queue, pairs, &mut effort);
            let waiting = search.run(clock);
            (search.p, search.estimates, waiting)
        });
        let (p, estimates, waiting) = seen.unwrap_or((0.0, 0, None));
        let collides = pairs.len() >= self.k_min.max(1);
        Verdict { collides, p, pairs, waiting, effort, estimates }
    }
}

/// A run of a query.
struct QueryRun<'q> {
    query: &'q Query<'q>,
    probe: &'q Probe<'q>,
    sides: PlacedTrees<'q>,
    /// The sum of the depths of the deepest nodes of both trees.
    deepest: u32,
    queue: &'q mut Buckets<WaitingPair>,
    pairs: &'q mut Vec<NodePair>,
    effort: &'q mut Effort,
    p: f32,
    estimates: u64,
}

impl<'q> QueryRun<'q> {
    fn new(
        query: &'q Query<'_>,
        a: &'q Adb<'_>,
        b: &'q Adb<'_>,
        probe: &'q Probe<'q>,
        queue: &'q mut Buckets<WaitingPair>,
        pairs: &'q mut Vec<NodePair>,
        effort: &'q mut Effort,
    ) -> Self {
        let Query { overlap, sizes, few, .. } = *query;
        Self {
            query,
            probe,
            sides: PlacedTrees {
                a: PlacedTree::of_a(a),
                b: PlacedTree::of_b(b, probe),
                overlap,
                sizes,
                few,
            },
            deepest: a.deepest() + b.deepest(),
            queue,
            pairs,
            effort,
            p: 0.0,
            estimates: 0,
        }
    }

    /// Opens the pair with the highest probability until enough pairs collide or the queue is
    /// empty.
    ///
    /// If the budget is used up before, it returns the largest probability in the queue.
    fn run(&mut self, mut clock: Clock) -> Option<f32> {
        let root = Adb::ROOT;
        let (a, b) = (self.sides.a.tree.child(root), self.sides.b.tree.child(root));
        // The pair of roots has depth zero, so its probability is zero too. It is opened in any
        // case, unless both roots are leaves.
        if a.is_leaf() && b.is_leaf() {
            let lanes = self.lanes(self.probe.step(0, Child::inner(0, 1), root));
            if lanes & 1 != 0 {
                self.estimate(&self.sides.a.place(root), &self.sides.b.place(root), 0);
            }
            return None;
        }
        self.queue.push(1_f32.to_bits(), WaitingPair { a: root, b: root, depth: 0 });
        while !self.is_enough() {
            let (p, pair) = self.queue.pop()?;
            if !clock.tick() {
                return Some(f32::from_bits(p));
            }
            self.open(pair);
        }
        None
    }

    /// Estimates the probabilities of all pairs of children.
    fn open(&mut self, WaitingPair { a, b, depth }: WaitingPair) {
        let (child_a, child_b) = (self.sides.a.tree.child(a), self.sides.b.tree.child(b));
        if child_a.is_leaf() {
            let step = self.probe.step(1, child_b, a);
            let mut lanes = self.lanes(step);
            let placed_a = self.sides.a.place(a);
            while lanes != 0 && !self.is_enough() {
                let slot = step.slot(lanes.trailing_zeros());
                lanes &= lanes - 1;
                self.estimate(&placed_a, &self.sides.b.place(slot), depth + 1);
            }
            return;
        }
        let (slots, depth) = match child_b.is_leaf() {
            true => (b..b + 1, depth + 1),
            false => (self.sides.b.tree.children(child_b), depth + 2),
        };
        for b in slots {
            if self.is_enough() {
                return;
            }
            let step = self.probe.step(0, child_a, b);
            let mut lanes = self.lanes(step);
            if lanes == 0 {
                continue;
            }
            let placed_b = self.sides.b.place(b);
            while lanes != 0 && !self.is_enough() {
                let slot = step.slot(lanes.trailing_zeros());
                lanes &= lanes - 1;
                self.estimate(&self.sides.a.place(slot), &placed_b, depth);
            }
        }
    }

    /// The lanes of a step whose children get a probability together with the volume of the other
    /// tree.
    fn lanes(&mut self, step: Step) -> u32 {
        self.effort.volume_tests += u64::from(step.tests());
        match self.query.pretest {
            Pretest::None => step.lanes(),
            Pretest::Volumes => {
                self.effort.updates += 1;
                self.probe.overlaps(step)
            }
        }
    }

    /// Computes the probability of a pair, counts the pair, and puts it into the queue.
    #[inline(always)]
    fn estimate(&mut self, a: &Placed, b: &Placed, depth: u32) {
        self.estimates += 1;
        let parameters = self.sides.parameters(a, b);
        // Klein and Zachmann, VRST 2003, section 3.5.3: the deeper the nodes, the flatter their
        // polygons.
        let deep = if self.deepest == 0 { 1.0 } else { depth as f32 / self.deepest as f32 };
        let lb = match self.query.in_cell {
            InCell::Depth => deep,
            InCell::Flatness => {
                let [a, b] = [self.sides.a.adb.flatness(a.slot), self.sides.b.adb.flatness(b.slot)];
                deep.max(a * b)
            }
        };
        let p = self.query.chance.probability(parameters, lb);
        self.p = self.p.max(p);
        if p > 0.0 && p >= self.query.p_min {
            self.pairs.push(NodePair { a: a.slot, b: b.slot, p });
        }
        let is_leaf = |tree: &Tree, slot: u32| tree.child(slot).is_leaf();
        let PlacedTrees { a: side_a, b: side_b, .. } = &self.sides;
        if p > 0.0 && !(is_leaf(side_a.tree, a.slot) && is_leaf(side_b.tree, b.slot)) {
            self.queue.push(p.to_bits(), WaitingPair { a: a.slot, b: b.slot, depth });
        }
    }

    #[inline(always)]
    fn is_enough(&self) -> bool {
        self.pairs.len() >= self.query.k_min.max(1)
    }
}
