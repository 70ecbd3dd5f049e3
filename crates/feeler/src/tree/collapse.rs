//! From a binary plan to nodes of an arity.

use super::arity::Arity;
use super::build::Rule;
use super::plan::{Branch, Plan};
use super::{Child, Link, PADDING};
use crate::triangle::packet::Packet;
use crate::volume::LANES;

/// The links of all slots, nodes in depth-first order, and the triangles in the order of the leaves.
pub(super) fn collapse(plan: Plan, rule: Rule, arity: Arity) -> (Vec<Link>, Vec<u32>) {
    let choice = match rule {
        Rule::Octree if arity == Arity::Eight => Choice::Cells,
        _ => Choice::Cost(Costs::new(&plan.branches, arity)),
    };
    let mut links = vec![Link::NONE; arity.number()];
    let mut order = Vec::with_capacity(plan.order.len() * 3 / 2);
    // Slots to be filled, and the branch that belongs there.
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
        // Last in, first out: the first slot comes next, so that the order of nodes is depth first.
        pending.extend(parts.iter().enumerate().rev().map(|(lane, &part)| (first + lane, part)));
    }
    (links, order)
}

/// Which branches become the children of one node.
enum Choice {
    /// Those that make the tree cheapest.
    Cost(Costs),
    /// The octants of a cell.
    Cells,
}

impl Choice {
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

/// The least cost of representing a branch by at most k slots of a node, for k from 1 to the arity (Ylitie, Karras, Laine 2017).
///
/// The cost of a tree is the sum over its slots of the surface of their boxes: the expected number of volume tests.
struct Costs {
    arity: Arity,
    costs: Vec<[f32; LANES]>,
}

impl Costs {
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
                    // One slot: the branch gets a node of its own, whose slots are paid for by all that reaches it.
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
