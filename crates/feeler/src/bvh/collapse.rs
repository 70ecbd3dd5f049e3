//! From a binary plan to nodes of any arity.

use super::build::Rule;
use super::plan::{Branch, Plan};
use super::{Bvh, Child, Node, PADDING};
use crate::bv::BoundingVolume;
use crate::triangle::packet::Packet;
use rayon::prelude::*;

/// Nodes without volumes yet, in depth-first order.
pub(super) fn collapse<V: BoundingVolume, const N: usize>(plan: Plan, rule: Rule) -> Bvh<V, N> {
    let choice: Choice<N> = match rule {
        Rule::Octree if N == 8 => Choice::Cells,
        _ => Choice::Cost(Costs::new(&plan.branches)),
    };
    // Words first, nodes when their number is known: a vector of large aligned nodes would be copied whenever it grows.
    let mut nodes = vec![[Child::NONE; N]];
    let mut order = Vec::with_capacity(plan.order.len() * 3 / 2);
    // Slots to be filled: the node, the lane, and the branch that belongs there.
    let mut pending = if plan.branches.is_empty() { Vec::new() } else { vec![(0, 0, 0)] };
    let mut parts = Vec::with_capacity(N);
    while let Some((node, lane, branch)) = pending.pop() {
        let Branch { start, count, children, .. } = plan.branches[branch];
        if children.is_none() {
            nodes[node][lane] = Child::leaf(order.len() / Packet::LANES, count as usize);
            let first = order.len();
            order.extend(&plan.order[start as usize..(start + count) as usize]);
            order[first..].sort_unstable();
            order.resize(order.len().next_multiple_of(Packet::LANES), PADDING);
            continue;
        }
        let index = nodes.len();
        nodes.push([Child::NONE; N]);
        parts.clear();
        choice.gather(&plan.branches, branch, &mut parts);
        nodes[node][lane] = Child::inner(index, parts.len());
        // Last in, first out: lane 0 comes next, so that the order of nodes is depth first.
        pending.extend(parts.iter().enumerate().rev().map(|(lane, &part)| (index, lane, part)));
    }
    let nodes = nodes
        .into_par_iter()
        .map(|children| Node { volumes: V::Packet::<N>::default(), children })
        .collect();
    Bvh { nodes, order, packets: Vec::new(), digests: Vec::new() }
}

/// Which branches become the children of one node.
enum Choice<const N: usize> {
    /// Those that make the tree cheapest.
    Cost(Costs<N>),
    /// The octants of a cell.
    Cells,
}

impl<const N: usize> Choice<N> {
    fn gather(&self, branches: &[Branch], root: usize, parts: &mut Vec<usize>) {
        let [left, right] = branches[root].children.expect("an inner branch");
        match self {
            Self::Cost(costs) => costs.gather(branches, root, N, parts),
            Self::Cells => {
                for child in [left as usize, right as usize] {
                    let same = branches[child].cell == branches[root].cell;
                    if same && branches[child].children.is_some() {
                        self.gather(branches, child, parts);
                    } else {
                        parts.push(child);
                    }
                }
            }
        }
    }
}

/// The least cost of representing a branch by at most k slots of a node, for k from 1 to N (Ylitie, Karras, Laine 2017).
///
/// The cost of a tree is the sum over its slots of the surface of their boxes: the expected number of volume tests.
struct Costs<const N: usize> {
    costs: Vec<[f32; N]>,
}

impl<const N: usize> Costs<N> {
    fn new(branches: &[Branch]) -> Self {
        let mut costs = vec![[0.0; N]; branches.len()];
        for (index, branch) in branches.iter().enumerate().rev() {
            costs[index] = match branch.children {
                None => [branch.area; N],
                Some([left, right]) => {
                    let (left, right) = (&costs[left as usize], &costs[right as usize]);
                    let mut cost = [0.0; N];
                    for k in 1..N {
                        cost[k] = divided(left, right, k + 1).0;
                    }
                    // One slot: the branch gets a node of its own, whose N slots are paid for by all that reaches it.
                    cost[0] = branch.area * NODE_COST + cost[N - 1];
                    for k in 1..N {
                        cost[k] = cost[k].min(cost[k - 1]);
                    }
                    cost
                }
            };
        }
        Self { costs }
    }

    /// The branches that fill up to `slots` slots in place of an inner branch.
    fn gather(&self, branches: &[Branch], root: usize, slots: usize, parts: &mut Vec<usize>) {
        let [left, right] =
            branches[root].children.expect("an inner branch").map(|child| child as usize);
        let (_, first) = divided(&self.costs[left], &self.costs[right], slots);
        for (child, slots) in [(left, first), (right, slots - first)] {
            // Fewer slots may be as cheap; the fewest that reach the cost are enough.
            let cost = &self.costs[child];
            let enough = (1..=slots).find(|&k| cost[k - 1] <= cost[slots - 1]).unwrap_or(slots);
            if enough == 1 || branches[child].children.is_none() {
                parts.push(child);
            } else {
                self.gather(branches, child, enough, parts);
            }
        }
    }
}

/// The cost of a node beside that of its slots.
const NODE_COST: f32 = 1.0;

/// The least cost of dividing `slots` slots among two branches, and how many the first gets.
fn divided<const N: usize>(left: &[f32; N], right: &[f32; N], slots: usize) -> (f32, usize) {
    let mut best = (f32::INFINITY, 1);
    for first in 1..slots {
        let cost = left[first - 1] + right[slots - first - 1];
        if cost < best.0 {
            best = (cost, first);
        }
    }
    best
}
