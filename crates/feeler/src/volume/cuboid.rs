//! A box around a volume of any kind.

use crate::geometry::vector::by_axis;
use crate::motion::Transfer;

/// A box with axes of its own, in unit coordinates. It describes a volume whose kind does not
/// matter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid {
    /// The centre of the box.
    pub center: [f32; 3],
    /// Half the sides of the box.
    pub half: [f32; 3],
    /// The three axes, each of length one, as rows.
    pub axes: [[f32; 3]; 3],
}

impl Cuboid {
    /// A box along the axes of the mesh.
    #[inline(always)]
    pub fn upright(center: [f32; 3], half: [f32; 3]) -> Self {
        Self { center, half, axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] }
    }

    /// The box between two corners, along the axes of the mesh.
    #[inline(always)]
    pub(crate) fn between(low: [f32; 3], high: [f32; 3]) -> Self {
        let center = |i: usize| 0.5 * (low[i] + high[i]);
        let half = |i: usize| 0.5 * (high[i] - low[i]);
        Self::upright([center(0), center(1), center(2)], [half(0), half(1), half(2)])
    }

    /// The volume of the box. It is never zero, so a share of it is always a number.
    #[inline(always)]
    pub fn volume(&self) -> f32 {
        (8.0 * self.half[0] * self.half[1] * self.half[2]).max(f32::MIN_POSITIVE)
    }

    /// The box in the coordinates of the other mesh. It is not grown, because it is for estimates,
    /// not for proofs.
    #[inline(always)]
    pub(crate) fn moved(&self, transfer: &Transfer) -> Self {
        let [x, y, z] = self.half;
        Self {
            center: transfer.point(self.center),
            half: [x * transfer.scale, y * transfer.scale, z * transfer.scale],
            axes: [
                transfer.turn(self.axes[0]),
                transfer.turn(self.axes[1]),
                transfer.turn(self.axes[2]),
            ],
        }
    }

    /// The share that two overlapping boxes have in common, from zero to one.
    ///
    /// Along each of their six axes, the boxes have two shadows; the share along the axis is the
    /// common part of both shadows, divided by the shorter shadow. The result is the product of
    /// these six shares, and of the square root of the ratio of their surfaces: a small box in a
    /// large box may well be where the large box is empty. The share costs very little beside a
    /// separating-axis test, and it orders pairs of boxes by how likely their contents meet.
    #[inline(always)]
    pub fn share(&self, other: &Self) -> f32 {
        let offset = by_axis(|k| other.center[k] - self.center[k]);
        let mut share = 1.0;
        for (own, its) in [(self, other), (other, self)] {
            let (mut common, mut smaller) = (share, 1.0);
            for i in 0..3 {
                let axis = own.axes[i];
                let radius = (0..3).map(|j| dot(axis, its.axes[j]).abs() * its.half[j]).sum();
                let lesser = 2.0 * own.half[i].min(radius);
                let overlap = own.half[i] + radius - dot(axis, offset).abs();
                common *= overlap.min(lesser).max(0.0);
                smaller *= lesser;
            }
            share = common / smaller.max(f32::MIN_POSITIVE);
        }
        let [p, q] = [self, other].map(|cuboid| surface(cuboid.half));
        share * (p.min(q) / p.max(q).max(f32::MIN_POSITIVE)).sqrt()
    }

    /// The coordinates of a point along the axes, measured from the centre.
    #[inline(always)]
    pub fn coordinates(&self, point: [f64; 3]) -> [f64; 3] {
        let offset = by_axis(|i| point[i] - self.center[i] as f64);
        self.axes.map(|axis| {
            axis[0] as f64 * offset[0] + axis[1] as f64 * offset[1] + axis[2] as f64 * offset[2]
        })
    }

    /// A smaller box with the same axes, given by its centre (in coordinates along the axes) and
    /// half its sides.
    #[inline(always)]
    pub fn part(&self, at: [f32; 3], half: [f32; 3]) -> Self {
        let along = |k: usize| {
            self.center[k]
                + at[0] * self.axes[0][k]
                + at[1] * self.axes[1][k]
                + at[2] * self.axes[2][k]
        };
        Self { center: [along(0), along(1), along(2)], half, axes: self.axes }
    }
}

#[inline(always)]
fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// An eighth of the surface of a box, from its half extents.
#[inline(always)]
pub(crate) fn surface([x, y, z]: [f32; 3]) -> f32 {
    x * y + y * z + z * x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn share_is_one_for_equal_boxes_and_falls_along_every_common_axis() {
        let unit = Cuboid::upright([0.0; 3], [1.0; 3]);
        assert_eq!(unit.share(&unit), 1.0);
        // Half of the box along x, which is an axis of both boxes.
        let aside = Cuboid::upright([1.0, 0.0, 0.0], [1.0; 3]);
        assert_eq!(unit.share(&aside), 0.25);
        assert_eq!(Cuboid::upright([0.0; 3], [2.0, 1.0, 0.5]).volume(), 8.0);
    }
}
