//! Leaves with large triangles, divided into flat leaves.

use super::plan::{Branch, Plan};
use crate::volume::BoundingVolume;
use crate::volume::Cloud;
use crate::volume::obb::Obb;

/// The half surface of a box from which on a leaf is examined, in units of the mesh: a quarter by a
/// quarter of a unit. A quarter of a unit is an eighth of the longest side. Scans have no such
/// leaves.
const LARGE_AREA: f32 = 1.0 / 16.0;

/// The margin around a volume within which other objects are tested against it, in units of the
/// mesh: the likely size of the objects that a large leaf is tested against.
const QUERY_MARGIN: f32 = 1.0 / 32.0;

/// The share of a leaf's cost that a division must save: the cost of a node, with some reserve.
/// Leaves that are hardly worth a division stay.
const NODE_SHARE: f32 = 0.5;

/// Divides leaves whose volume is mostly empty into leaves whose volumes are not.
///
/// A leaf with eight triangles of a cube has the whole cube as its volume. Another mesh that
/// reaches into the cube is opened down to its last triangle, and each triangle is tested. The six
/// faces of the cube are flat, and hardly anything of the other mesh meets them.
///
/// The cost of a leaf is the number of small objects that meet its volume. It grows in proportion
/// to the volume of the box with a margin.
pub(super) fn divide_large(plan: &mut Plan, cloud: &Cloud<'_>) {
    for leaf in 0..plan.branches.len() {
        let Branch { start, count, children, area, .. } = plan.branches[leaf];
        if children.is_some() || area < LARGE_AREA || count < 2 {
            continue;
        }
        let range = start as usize..(start + count) as usize;
        let triangles = &mut plan.order[range];
        let groups = LeafGroups::of(triangles, cloud);
        if groups.are_cheaper_than(triangles, cloud) {
            groups.append(plan, leaf);
        }
    }
}

/// A group of triangles, with the cost of a leaf that holds them.
#[derive(Clone, Debug)]
struct LeafGroup {
    triangles: Vec<u32>,
    /// Half the surface of the group's box.
    area: f32,
    cost: f32,
}

impl LeafGroup {
    fn of(triangles: Vec<u32>, cloud: &Cloud<'_>) -> Self {
        let corners: Vec<[u32; 3]> =
            triangles.iter().map(|&triangle| cloud.triangles[triangle as usize]).collect();
        let part = Cloud { points: cloud.points, triangles: &corners };
        let [x, y, z] = Obb::fit(&part, Default::default()).half();
        let cost = (x + QUERY_MARGIN) * (y + QUERY_MARGIN) * (z + QUERY_MARGIN);
        Self { triangles, area: 4.0 * (x * y + y * z + z * x), cost }
    }

    fn joined(&self, other: &Self, cloud: &Cloud<'_>) -> Self {
        Self::of([&self.triangles[..], &other.triangles[..]].concat(), cloud)
    }
}

/// A partition of the triangles of a leaf into groups.
struct LeafGroups(Vec<LeafGroup>);

impl LeafGroups {
    /// Joins triangles that cost no more together than apart, such as those of a flat face.
    fn of(triangles: &[u32], cloud: &Cloud<'_>) -> Self {
        let mut groups: Vec<LeafGroup> =
            triangles.iter().map(|&triangle| LeafGroup::of(vec![triangle], cloud)).collect();
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
        let whole = LeafGroup::of(triangles.to_vec(), cloud).cost;
        let parts: f32 = self.0.iter().map(|group| group.cost).sum();
        self.0.len() > 1 && parts < (1.0 - NODE_SHARE) * whole
    }

    /// Makes a leaf of each group, below the branch that was a leaf.
    fn append(self, plan: &mut Plan, leaf: usize) {
        let Branch { start, area, .. } = plan.branches[leaf];
        let (mut place, mut above, last) = (start, leaf, self.0.len() - 1);
        for (k, LeafGroup { triangles, area: small, .. }) in self.0.into_iter().enumerate() {
            let count = triangles.len() as u32;
            plan.order[place as usize..(place + count) as usize].copy_from_slice(&triangles);
            // Each division counts as a cell of its own: a node of an octree holds the branches of
            // one cell, and there may be more groups than a node has slots.
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
