//! The step from a binary plan to nodes of an arity.

use super::arity::Arity;
use super::plan::{Branch, Plan};
use super::rule::Rule;
use super::{Child, Link, PADDING};
use crate::triangle::packet::Packet;
use crate::volume::LANES;

/// The links of all slots, with the nodes in depth-first order, and the triangles in the order of
/// the leaves.
pub(super) fn collapse(plan: Plan, rule: Rule, arity: Arity) -> (Vec<Link>, Vec<u32>) {
    let choice = match rule {
        Rule::Octree if arity == Arity::Eight => ChildChoice::Cells,
        _ => ChildChoice::Cost(SlotCosts::new(&plan.branches, arity)),
    };
    let mut links = vec![Link::NONE; arity.number()];
    let mut order = Vec::with_capacity(plan.order.len() * 3 / 2);
    // The slots that are still to be filled, each with the branch that belongs there.
    let mut pending = vec![(0, 0)];
    let mut parts = Vec::with_capacity(arity.number());
    while let Some((slot, branch)) = pending.pop() {
        let Branch { start, count, children, .. } = plan.branches[branch];
        if children.is_none() {
            links[slot].child = Child::leaf(order.len() / Packet::LANES, count as usize);
            let first = order.len();
            order.extend(&plan.order[start as usize..(start + count) as usize]);
            order[first..].sort_unstable();
            order.resize(order.len().next_multiple_of(Packet::LANES), PADDING);
            continue;
        }
        let first = links.len();
        links.resize(first + arity.number(), Link::NONE);
        parts.clear();
        choice.gather(&plan.branches, branch, &mut parts);
        links[slot].child = Child::inner(first >> arity.shift(), parts.len());
        // The last entry comes out first, so the first slot is filled next and the order of nodes
        // is depth first.
        pending.extend(parts.iter().enumerate().rev().map(|(lane, &part)| (first + lane, part)));
    }
    (links, order)
}

/// The rule that selects which branches become the children of one node.
enum ChildChoice {
    /// The branches that make the tree cheapest.
    Cost(SlotCosts),
    /// The octants of an octree's cell.
    Cells,
}

impl ChildChoice {
    fn gather(&self, branches: &[Branch], root: usize, parts: &mut Vec<usize>) {
        let [left, right] = branches[root].children.expect("an inner branch");
        match self {
            Self::Cost(costs) => costs.gather(branches, root, costs.arity.number(), parts),
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

/// The least cost of representing each branch by at most k slots of a node, for k from 1 to the
/// arity (Ylitie et al. 2017).
///
/// The cost of a tree is the sum of the surfaces of the boxes at its slots: the expected number of
/// volume tests.
struct SlotCosts {
    arity: Arity,
    costs: Vec<[f32; LANES]>,
}

impl SlotCosts {
    fn new(branches: &[Branch], arity: Arity) -> Self {
        let n = arity.number();
        let mut costs = vec![[0.0; LANES]; branches.len()];
        for (index, branch) in branches.iter().enumerate().rev() {
            costs[index] = match branch.children {
                None => [branch.area; LANES],
                Some([left, right]) => {
                    let (left, right) = (&costs[left as usize], &costs[right as usize]);
                    let mut cost = [0.0; LANES];
                    for k in 1..n {
                        cost[k] = divided(left, right, k + 1).0;
                    }
                    // One slot: the branch gets a node of its own, and each query that reaches the
                    // branch pays for the slots of that node.
                    cost[0] = branch.area * NODE_COST + cost[n - 1];
                    for k in 1..n {
                        cost[k] = cost[k].min(cost[k - 1]);
                    }
                    cost
                }
            };
        }
        Self { arity, costs }
    }

    /// Appends the branches that fill up to `slots` slots instead of an inner branch.
    fn gather(&self, branches: &[Branch], root: usize, slots: usize, parts: &mut Vec<usize>) {
        let [left, right] =
            branches[root].children.expect("an inner branch").map(|child| child as usize);
        let (_, first) = divided(&self.costs[left], &self.costs[right], slots);
        for (child, slots) in [(left, first), (right, slots - first)] {
            // Fewer slots may be as cheap. The smallest number of slots with the same cost is
            // enough.
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

/// The cost of a node, relative to the cost of its slots.
const NODE_COST: f32 = 1.0;

/// The least cost of dividing `slots` slots among two branches, and the number of slots of the
/// first branch.
fn divided(left: &[f32; LANES], right: &[f32; LANES], slots: usize) -> (f32, usize) {
    let mut best = (f32::INFINITY, 1);
    for first in 1..slots {
        let cost = left[first - 1] + right[slots - first - 1];
        if cost < best.0 {
            best = (cost, first);
        }
    }
    best
}
