//! Leaves of large triangles, divided into flat ones.

use super::plan::{Branch, Plan};
use crate::volume::BoundingVolume;
use crate::volume::Cloud;
use crate::volume::obb::Obb;

/// The half surface of a box from which on a leaf is looked at, in units of the mesh: a quarter by a quarter, an eighth of the longest side.
/// Scans have no such leaves.
const LARGE: f32 = 1.0 / 16.0;

/// How near something comes to a volume before it is tested with it, in units of the mesh: the size of what a large leaf is likely asked about.
const ROUND: f32 = 1.0 / 32.0;

/// What a node costs beside a leaf, with some reserve: leaves that are hardly worth it stay.
const NODE: f32 = 0.5;

/// Divides leaves whose volume is mostly empty into such as are not.
///
/// A leaf of eight triangles of a cube has the whole cube for its volume. Another mesh that reaches into it is opened down to its last triangle, and
/// each is tested. The six faces of the cube are flat, and hardly anything of the other mesh meets them.
///
/// What a leaf costs is the number of small things that meet its volume, and that grows as the volume with a margin does.
pub(super) fn divide_large(plan: &mut Plan, cloud: &Cloud<'_>) {
    for leaf in 0..plan.branches.len() {
        let Branch { start, count, children, area, .. } = plan.branches[leaf];
        if children.is_some() || area < LARGE || count < 2 {
            continue;
        }
        let range = start as usize..(start + count) as usize;
        let triangles = &mut plan.order[range];
        let groups = Groups::of(triangles, cloud);
        if groups.are_cheaper_than(triangles, cloud) {
            groups.append(plan, leaf);
        }
    }
}

/// Some triangles, and what a leaf of them costs.
#[derive(Clone, Debug)]
struct Group {
    triangles: Vec<u32>,
    /// Half the surface of its box.
    area: f32,
    cost: f32,
}

impl Group {
    fn of(triangles: Vec<u32>, cloud: &Cloud<'_>) -> Self {
        let corners: Vec<[u32; 3]> =
            triangles.iter().map(|&triangle| cloud.triangles[triangle as usize]).collect();
        let part = Cloud { points: cloud.points, triangles: &corners };
        let [x, y, z] = Obb::fit(&part, Default::default()).half();
        let cost = (x + ROUND) * (y + ROUND) * (z + ROUND);
        Self { triangles, area: 4.0 * (x * y + y * z + z * x), cost }
    }

    fn joined(&self, other: &Self, cloud: &Cloud<'_>) -> Self {
        Self::of([&self.triangles[..], &other.triangles[..]].concat(), cloud)
    }
}

struct Groups(Vec<Group>);

impl Groups {
    /// Triangles that cost no more together than alone, such as those of a flat face, are joined.
    fn of(triangles: &[u32], cloud: &Cloud<'_>) -> Self {
        let mut groups: Vec<Group> =
            triangles.iter().map(|&triangle| Group::of(vec![triangle], cloud)).collect();
        let mut first = 0;
        while first < groups.len() {
            let better = (first + 1..groups.len()).find_map(|other| {
                let joined = groups[first].joined(&groups[other], cloud);
                let apart = groups[first].cost + groups[other].cost;
                (joined.cost <= apart).then_some((other, joined))
            });
            match better {
                Some((other, joined)) => {
                    groups.remove(other);
                    groups[first] = joined;
                }
                None => first += 1,
            }
        }
        Self(groups)
    }

    fn are_cheaper_than(&self, triangles: &[u32], cloud: &Cloud<'_>) -> bool {
        let whole = Group::of(triangles.to_vec(), cloud).cost;
        let parts: f32 = self.0.iter().map(|group| group.cost).sum();
        self.0.len() > 1 && parts < (1.0 - NODE) * whole
    }

    /// Makes a leaf of each group, below what was a leaf.
    fn append(self, plan: &mut Plan, leaf: usize) {
        let Branch { start, area, .. } = plan.branches[leaf];
        let (mut place, mut above, last) = (start, leaf, self.0.len() - 1);
        for (k, Group { triangles, area: small, .. }) in self.0.into_iter().enumerate() {
            let count = triangles.len() as u32;
            plan.order[place as usize..(place + count) as usize].copy_from_slice(&triangles);
            // Each division is a cell of its own: nodes of an octree hold those of one cell, and there may be more groups than a node has room for.
            let Branch { count: below, cell, .. } = plan.branches[above];
            let group = Branch {
                start: place,
                count,
                children: None,
                area: small.min(area),
                cell: cell + 1,
            };
            if k == last {
                plan.branches[above] = group;
                break;
            }
            let next = plan.branches.len() as u32;
            plan.branches.push(group);
            let rest = Branch { start: place + count, count: below - count, area, ..group };
            plan.branches.push(rest);
            plan.branches[above].children = Some([next, next + 1]);
            (place, above) = (place + count, next as usize + 1);
        }
    }
}
