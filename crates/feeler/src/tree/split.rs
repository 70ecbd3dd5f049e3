//! Top-down building: the triangles are divided in two, again and again.

use super::bins::{PlaneSide, SplitPlane};
use super::plan::{Bounds, Branch, Extent, Item, Plan};
use super::rule::Rule;
use crate::geometry::eigen::Eigen;
use crate::parallel;
use rayon::prelude::*;

/// The number of triangles from which on the two halves are built in parallel. It does not change
/// the tree.
const PARALLEL_TRIANGLES: usize = 8192;

/// Divides items until no leaf has more than `leaf_size`, and writes them in the order of the
/// leaves.
pub(super) fn divide(mut items: Vec<Item>, rule: Rule, leaf_size: usize) -> Plan {
    // Rules that cut space may split off one triangle at a time. Beyond twice the depth of a
    // balanced tree the median is used instead, so that no input takes longer than n log n.
    let patience = 2 * items.len().max(2).ilog2() + 8;
    let mut plan = Plan { branches: Vec::new(), order: vec![0; items.len()] };
    // The content does not matter, because this is only room for copies. Copying in parallel lets
    // all cores provide its memory.
    let mut spare = parallel::collect(items.par_iter().copied());
    let whole =
        ItemRange { start: 0, items: &mut items, spare: &mut spare, order: &mut plan.order };
    Divider { rule, leaf_size }.append(whole, patience, &mut plan.branches);
    plan
}

/// A range of items, with its place in the order and room to divide it.
struct ItemRange<'a> {
    /// The first place of the range in the order.
    start: usize,
    items: &'a mut [Item],
    /// Room for as many items again: a division copies the items there, and the next division
    /// copies them back.
    spare: &'a mut [Item],
    order: &'a mut [u32],
}

impl ItemRange<'_> {
    /// The two halves of a range whose items have been divided into `spare`.
    fn halves(self, middle: usize) -> [Self; 2] {
        let (items, more_items) = self.spare.split_at_mut(middle);
        let (spare, more_spare) = self.items.split_at_mut(middle);
        let (order, more_order) = self.order.split_at_mut(middle);
        let start = self.start + middle;
        [
            Self { start: self.start, items, spare, order },
            Self { start, items: more_items, spare: more_spare, order: more_order },
        ]
    }
}

/// The settings of the division, for the recursion.
#[derive(Clone, Copy)]
struct Divider {
    rule: Rule,
    leaf_size: usize,
}

impl Divider {
    /// Appends the branches of a range of items; the first branch is their root.
    fn append(self, range: ItemRange<'_>, patience: u32, branches: &mut Vec<Branch>) {
        let root = branches.len();
        let (start, count) = (range.start as u32, range.items.len());
        let extent = Extent::of(range.items);
        let area = extent.bounds.area();
        branches.push(Branch { start, count: count as u32, children: None, area, cell: 0 });
        if count <= self.leaf_size {
            for (place, item) in range.order.iter_mut().zip(range.items.iter()) {
                *place = item.triangle();
            }
            return;
        }
        let middle = match patience {
            0 => None,
            _ => self
                .partition(range.items, range.spare, &extent)
                .filter(|middle| (1..count).contains(middle)),
        };
        let middle = middle.unwrap_or_else(|| median(range.items, range.spare, &extent));
        let patience = patience.saturating_sub(1);
        let [left, right] = range.halves(middle);
        let first = branches.len();
        if count < PARALLEL_TRIANGLES {
            self.append(left, patience, branches);
            let second = branches.len();
            self.append(right, patience, branches);
            branches[root].children = Some([first as u32, second as u32]);
        } else {
            let mut other = Vec::new();
            rayon::join(
                || self.append(left, patience, branches),
                || self.append(right, patience, &mut other),
            );
            let second = branches.len() as u32;
            let moved = |child: u32| child + second;
            branches.extend(
                other
                    .into_iter()
                    .map(|b| Branch { children: b.children.map(|c| c.map(moved)), ..b }),
            );
            branches[root].children = Some([first as u32, second]);
        }
    }

    /// Copies the items into `spare` in two parts, and returns the place where the second part
    /// begins. `None` if the rule cannot divide the items.
    ///
    /// With the surface-area heuristic, the cost of a side is the chance that a query reaches it,
    /// times the work there. The rule of the restricted boxtree (Zachmann 2002), which ADB trees
    /// use (Klein and Zachmann, VRST 2003), minimizes the sum of the volumes of both boxes,
    /// whatever the counts.
    fn partition(self, items: &mut [Item], spare: &mut [Item], extent: &Extent) -> Option<usize> {
        let plane = match self.rule {
            Rule::Median => return Some(median(items, spare, extent)),
            Rule::Middle => return middle(items, spare, extent),
            Rule::Mean => return Some(mean(items, spare)),
            Rule::Boxtree => SplitPlane::best(items, extent, PlaneSide::volume),
            _ => SplitPlane::best(items, extent, PlaneSide::work),
        };
        match plane {
            Some(plane) => Some(partition(items, spare, |item| plane.is_left(item))),
            None => middle(items, spare, extent),
        }
    }
}

/// Divides the items into two halves of equal number, along the longest side of the box around
/// their centres.
fn median(items: &mut [Item], spare: &mut [Item], extent: &Extent) -> usize {
    let axis = extent.centers.longest_axis();
    let half = items.len() / 2;
    let key = |item: &Item| item.bounds.center()[axis];
    items.select_nth_unstable_by(half, |a, b| {
        key(a).total_cmp(&key(b)).then(a.triangle().cmp(&b.triangle()))
    });
    spare.copy_from_slice(items);
    half
}

/// Divides at the middle of the longest side (Kavan and Havran). If all centres are on one side of
/// it, divides at the middle of the centres.
fn middle(items: &[Item], spare: &mut [Item], extent: &Extent) -> Option<usize> {
    let mut at = |around: &Bounds, factor: f32| {
        let axis = around.longest_axis();
        let plane = factor * (around.low[axis] + around.high[axis]);
        Some(partition(items, spare, |item| item.bounds.center()[axis] < plane))
            .filter(|m| (1..items.len()).contains(m))
    };
    at(&extent.bounds, 1.0).or_else(|| at(&extent.centers, 0.5))
}

/// Divides at the mean of the centres along their principal axis (Gottschalk 2000).
fn mean(items: &[Item], spare: &mut [Item]) -> usize {
    let n = items.len() as f64;
    let center = |item: &Item| item.bounds.center().map(f64::from);
    let mut sum = [0.0; 3];
    for item in items.iter() {
        let c = center(item);
        for i in 0..3 {
            sum[i] += c[i];
        }
    }
    let mean = sum.map(|x| x / n);
    let mut covariance = [[0.0; 3]; 3];
    for item in items.iter() {
        let c = center(item);
        for i in 0..3 {
            for j in 0..3 {
                covariance[i][j] += (c[i] - mean[i]) * (c[j] - mean[j]);
            }
        }
    }
    let axis = Eigen::of(covariance).axes[0];
    let along = |item: &Item| {
        let c = center(item);
        (0..3).map(|i| axis[i] * (c[i] - mean[i])).sum::<f64>()
    };
    partition(items, spare, |item| along(item) < 0.0)
}

/// Copies the items that pass to the front of `spare` and the other items to its back, and returns
/// how many passed.
///
/// No branch depends on the items here: half of all branches were mispredicted when items were
/// exchanged in place.
fn partition(items: &[Item], spare: &mut [Item], is_left: impl Fn(&Item) -> bool) -> usize {
    let (mut low, mut high) = (0, items.len());
    for item in items {
        let left = is_left(item);
        spare[if left { low } else { high - 1 }] = *item;
        low += left as usize;
        high -= !left as usize;
    }
    low
}
