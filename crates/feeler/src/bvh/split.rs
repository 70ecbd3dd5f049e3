//! Top-down building: divide the triangles in two, again and again.

use super::build::Rule;
use super::plan::{Bounds, Branch, Extent, Item};
use crate::geometry::eigen::Eigen;

/// From how many triangles on the two halves are built in parallel. It does not change the tree.
const PARALLEL: usize = 8192;

/// How many bins a dimension is cut into to find a good plane.
const BINS: usize = 16;

/// Divides items until no leaf has more than `leaf_size`, and puts them in the order of the leaves.
pub(super) fn divide(items: &mut [Item], rule: Rule, leaf_size: usize) -> Vec<Branch> {
    // Rules that cut space can peel off one triangle at a time. Beyond twice the depth of a balanced tree they are overruled by the
    // median, so that no input takes longer than n log n.
    let patience = 2 * items.len().max(2).ilog2() + 8;
    let mut branches = Vec::new();
    Divider { rule, leaf_size }.append(items, 0, patience, &mut branches);
    branches
}

#[derive(Clone, Copy)]
struct Divider {
    rule: Rule,
    leaf_size: usize,
}

impl Divider {
    /// Appends the branches of some items, whose place in the order begins at `start`; the first one is their root.
    fn append(self, items: &mut [Item], start: usize, patience: u32, branches: &mut Vec<Branch>) {
        let root = branches.len();
        let extent = Extent::of(items);
        let (area, count) = (extent.bounds.area(), items.len() as u32);
        branches.push(Branch { start: start as u32, count, children: None, area, cell: 0 });
        if items.len() <= self.leaf_size {
            return;
        }
        let middle = match patience {
            0 => median(items, &extent),
            _ => self
                .partition(items, &extent)
                .filter(|m| (1..items.len()).contains(m))
                .unwrap_or_else(|| median(items, &extent)),
        };
        let patience = patience.saturating_sub(1);
        let (left, right) = items.split_at_mut(middle);
        let first = branches.len();
        if left.len() + right.len() < PARALLEL {
            self.append(left, start, patience, branches);
            let second = branches.len();
            self.append(right, start + middle, patience, branches);
            branches[root].children = Some([first as u32, second as u32]);
        } else {
            let mut other = Vec::new();
            rayon::join(
                || self.append(left, start, patience, branches),
                || self.append(right, start + middle, patience, &mut other),
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

    /// Puts the items in two parts and says where the second begins; none where the rule finds no place to divide.
    fn partition(self, items: &mut [Item], extent: &Extent) -> Option<usize> {
        match self.rule {
            Rule::Median => Some(median(items, extent)),
            Rule::Middle => middle(items, extent),
            Rule::Mean => mean(items),
            Rule::Boxtree => binned(items, extent, |left, right| left.volume() + right.volume()),
            _ => binned(items, extent, |left, right| {
                left.area() * left.count + right.area() * right.count
            }),
        }
    }
}

/// Half of the items, along the longest side of the box around their centres.
fn median(items: &mut [Item], extent: &Extent) -> usize {
    let axis = extent.centers.longest_axis();
    let half = items.len() / 2;
    let key = |item: &Item| item.bounds.center()[axis];
    items.select_nth_unstable_by(half, |a, b| {
        key(a).total_cmp(&key(b)).then(a.triangle.cmp(&b.triangle))
    });
    half
}

/// The middle of the longest side, the lecture's rule; where all centres are on one side of it, the middle of the centres.
fn middle(items: &mut [Item], extent: &Extent) -> Option<usize> {
    let at = |items: &mut [Item], around: &Bounds, factor: f32| {
        let axis = around.longest_axis();
        let plane = factor * (around.low[axis] + around.high[axis]);
        Some(partition(items, |item| item.bounds.center()[axis] < plane))
            .filter(|m| (1..items.len()).contains(m))
    };
    at(items, &extent.bounds, 1.0).or_else(|| at(items, &extent.centers, 0.5))
}

/// The mean of the centres along their principal axis (Gottschalk 2000).
fn mean(items: &mut [Item]) -> Option<usize> {
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
    Some(partition(items, |item| along(item) < 0.0))
}

/// One side of a candidate plane.
#[derive(Clone, Copy)]
struct Side {
    bounds: Bounds,
    count: f32,
}

impl Side {
    const EMPTY: Self = Self { bounds: Bounds::EMPTY, count: 0.0 };

    fn add(&mut self, other: &Self) {
        self.bounds.include(&other.bounds);
        self.count += other.count;
    }

    fn area(&self) -> f32 {
        self.bounds.area()
    }

    /// The volume, with a little of the surface so that flat boxes can be compared as well.
    fn volume(&self) -> f32 {
        let [x, y, z] = self.bounds.extent();
        x * y * z + 1e-3 * (x * y + y * z + z * x) * (x + y + z)
    }
}

/// The cheapest of the planes between bins on all three axes.
///
/// With the surface-area heuristic the cost is the chance that a query reaches a side times the work there. The rule of the
/// restricted boxtree (Zachmann 2002), which the ADB papers use, is to have as little volume as possible in the two boxes, whatever
/// the counts.
fn binned(
    items: &mut [Item],
    extent: &Extent,
    cost: impl Fn(&Side, &Side) -> f32,
) -> Option<usize> {
    let centers = &extent.centers;
    // Few items need few planes to choose from: eight bins for small sets save a tenth of the time to build.
    let used = if items.len() < 64 { BINS / 2 } else { BINS };
    let scale = centers
        .extent()
        .map(|extent| if extent > 0.0 { used as f32 * 0.9999 / extent } else { 0.0 });
    if scale.iter().any(|s| !s.is_finite()) {
        return middle(items, extent);
    }
    let bin = |item: &Item, axis: usize| {
        let center = item.bounds.low[axis] + item.bounds.high[axis];
        // Through i32, whose conversion is one instruction; a NaN would be 0, and there is none.
        (((center - centers.low[axis]) * scale[axis]) as i32 as usize).min(BINS - 1)
    };
    let mut bins = [[Side::EMPTY; BINS]; 3];
    for item in items.iter() {
        for axis in 0..3 {
            let side = &mut bins[axis][bin(item, axis)];
            side.bounds.include(&item.bounds);
            side.count += 1.0;
        }
    }
    let mut best: Option<(f32, usize, usize)> = None;
    for axis in (0..3).filter(|&axis| scale[axis] > 0.0) {
        let mut right = [Side::EMPTY; BINS];
        for k in (1..used).rev() {
            right[k - 1] = right[k];
            right[k - 1].add(&bins[axis][k]);
        }
        let mut left = Side::EMPTY;
        for k in 0..used - 1 {
            left.add(&bins[axis][k]);
            if left.count > 0.0 && right[k].count > 0.0 {
                let cost = cost(&left, &right[k]);
                if best.is_none_or(|(least, ..)| cost < least) {
                    best = Some((cost, axis, k));
                }
            }
        }
    }
    let (_, axis, last) = best?;
    Some(partition(items, |item| bin(item, axis) <= last))
}

/// Moves the items that pass to the front, and says how many they are.
pub(super) fn partition(items: &mut [Item], is_left: impl Fn(&Item) -> bool) -> usize {
    let (mut low, mut high) = (0, items.len());
    loop {
        while low < high && is_left(&items[low]) {
            low += 1;
        }
        while low < high && !is_left(&items[high - 1]) {
            high -= 1;
        }
        if low >= high {
            return low;
        }
        items.swap(low, high - 1);
    }
}
