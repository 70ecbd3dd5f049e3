//! Bottom-up building: neighbours are joined, again and again.

use super::plan::{Bounds, Branch, Extent, Item, Plan};
use crate::geometry::vector::by_axis;

/// The number of clusters on either side that are compared to find the nearest one.
const NEIGHBOUR_WINDOW: usize = 12;

/// Joins items into one tree by parallel locally-ordered clustering (Meister and Bittner 2018).
///
/// The difficult step of bottom-up building, "pick several neighbouring trees" (Kavan and Havran),
/// is solved by a space-filling curve. Along the curve, each cluster finds the cluster with which
/// it would have the smallest box. Clusters that choose each other are joined.
pub(super) fn join(mut items: Vec<Item>, leaf_size: usize) -> Plan {
    sort_along_curve(&mut items);
    let mut clusters: Vec<Cluster> = (0..items.len() as u32).map(Cluster::Item).collect();
    let mut boxes: Vec<Bounds> = items.iter().map(|item| item.bounds).collect();
    let mut pairs: Vec<[Cluster; 2]> = Vec::with_capacity(items.len());
    let mut areas: Vec<f32> = Vec::with_capacity(items.len());
    let mut nearest: Vec<usize> = Vec::new();
    while clusters.len() > 1 {
        nearest.clear();
        nearest.extend((0..boxes.len()).map(|i| nearest_neighbour(&boxes, i)));
        let mutual = (0..boxes.len()).filter(|&i| nearest[nearest[i]] == i).count();
        if mutual * 32 < boxes.len() {
            // On a chain in which each cluster prefers its left neighbour, only one pair agrees.
            // Then pairs are taken in the order of the curve, to stay in n log n.
            nearest.clear();
            nearest.extend((0..boxes.len()).map(|i| if i ^ 1 < boxes.len() { i ^ 1 } else { i }));
        }
        let mut kept = 0;
        for i in 0..clusters.len() {
            let j = nearest[i];
            let agree = j != i && nearest[j] == i;
            if agree && j < i {
                continue;
            }
            let (cluster, bounds) = if agree {
                let bounds = boxes[i].joined(&boxes[j]);
                pairs.push([clusters[i], clusters[j]]);
                areas.push(bounds.area());
                (Cluster::Pair(pairs.len() as u32 - 1), bounds)
            } else {
                (clusters[i], boxes[i])
            };
            (clusters[kept], boxes[kept]) = (cluster, bounds);
            kept += 1;
        }
        clusters.truncate(kept);
        boxes.truncate(kept);
    }
    flatten(&items, &pairs, &areas, clusters[0], leaf_size)
}

/// A tree of joined items: one item, or a pair by its index.
#[derive(Clone, Copy, Debug)]
enum Cluster {
    Item(u32),
    Pair(u32),
}

fn nearest_neighbour(boxes: &[Bounds], i: usize) -> usize {
    let window = i.saturating_sub(NEIGHBOUR_WINDOW)..(i + NEIGHBOUR_WINDOW + 1).min(boxes.len());
    let mut best = (f32::INFINITY, usize::MAX, i);
    for j in window.filter(|&j| j != i) {
        // Equal areas are common on regular meshes. Preferring the partner `i ^ 1` then makes
        // neighbours agree in pairs.
        let key = (boxes[i].joined(&boxes[j]).area(), i ^ j, j);
        if (key.0, key.1) < (best.0, best.1) {
            best = key;
        }
    }
    best.2
}

/// Sorts by the Morton code of the centres (Morton 1966); equal codes by triangle.
fn sort_along_curve(items: &mut [Item]) {
    let centers = Extent::of(items).centers;
    let scale = centers.extent().map(|extent| if extent > 0.0 { 2097151.0 / extent } else { 0.0 });
    items.sort_by_cached_key(|item| {
        let center = item.bounds.center();
        let cell = by_axis(|i| ((center[i] - centers.low[i]) * scale[i]) as u64 & 0x1f_ffff);
        (spread(cell[0]) | spread(cell[1]) << 1 | spread(cell[2]) << 2, item.triangle())
    });
}

/// Puts two zero bits between the lowest 21 bits.
fn spread(mut x: u64) -> u64 {
    x = (x | x << 32) & 0x001f_0000_0000_ffff;
    x = (x | x << 16) & 0x001f_0000_ff00_00ff;
    x = (x | x << 8) & 0x100f_00f0_0f00_f00f;
    x = (x | x << 4) & 0x10c3_0c30_c30c_30c3;
    (x | x << 2) & 0x1249_2492_4924_9249
}

/// Writes the tree of pairs as a plan. A pair with at most `leaf_size` triangles becomes a leaf.
fn flatten(
    items: &[Item],
    pairs: &[[Cluster; 2]],
    areas: &[f32],
    root: Cluster,
    leaf_size: usize,
) -> Plan {
    let counts = counts(pairs);
    let mut plan = Plan { branches: Vec::new(), order: Vec::with_capacity(items.len()) };
    // The clusters that are still to be written, each with the branch whose second child it is.
    let mut pending = vec![(root, None)];
    while let Some((cluster, parent)) = pending.pop() {
        let index = plan.branches.len() as u32;
        if let Some(parent) = parent {
            let branch: &mut Branch = &mut plan.branches[parent as usize];
            branch.children = Some([parent + 1, index]);
        }
        let start = plan.order.len() as u32;
        let (count, area) = match cluster {
            Cluster::Item(item) => (1, items[item as usize].bounds.area()),
            Cluster::Pair(pair) => (counts[pair as usize], areas[pair as usize]),
        };
        plan.branches.push(Branch { start, count, children: None, area, cell: 0 });
        match cluster {
            Cluster::Pair(pair) if count as usize > leaf_size => {
                let [left, right] = pairs[pair as usize];
                // The left child is written next, directly behind its parent.
                pending.push((right, Some(index)));
                pending.push((left, None));
            }
            _ => collect(items, pairs, cluster, &mut plan.order),
        }
    }
    plan
}

/// The number of items of each pair. A pair has a higher index than its parts.
fn counts(pairs: &[[Cluster; 2]]) -> Vec<u32> {
    let mut counts: Vec<u32> = Vec::with_capacity(pairs.len());
    for parts in pairs {
        let count = |part: &Cluster| match *part {
            Cluster::Item(_) => 1,
            Cluster::Pair(pair) => counts[pair as usize],
        };
        let sum = parts.iter().map(count).sum();
        counts.push(sum);
    }
    counts
}

/// Appends the triangles of a leaf.
fn collect(items: &[Item], pairs: &[[Cluster; 2]], cluster: Cluster, order: &mut Vec<u32>) {
    match cluster {
        Cluster::Item(item) => order.push(items[item as usize].triangle()),
        Cluster::Pair(pair) => {
            pairs[pair as usize].iter().for_each(|&part| collect(items, pairs, part, order))
        }
    }
}
