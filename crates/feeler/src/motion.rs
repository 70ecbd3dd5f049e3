//! The pose of a query, between the unit coordinates of the two meshes.

use crate::Pose;
use crate::geometry::vector::{by_axis, dot, largest};
use crate::pose::non_orthonormality;
use crate::rounding::{exponent_above, power_of_two, round_up};
use crate::unit::{RADIUS, Unit};

/// The motion of volumes of one mesh into the unit coordinates of the other:
/// `scale * rotation * x + translation`, within `slack`.
///
/// The slack bounds the difference between this f32 motion and the posed f64 vertices, for which
/// answers are exact (see [`Pose`]): a volume that is moved, and then grown by the slack, contains
/// the posed vertices of all its triangles.
///
#[doc = include_str!("../docs/frame.svg")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Transfer {
    /// The rows of the rotation. They are not exactly orthonormal, like those of the pose.
    pub(crate) rotation: [[f32; 3]; 3],
    /// The position of the source's origin in the target's coordinates.
    pub(crate) translation: [f32; 3],
    /// The source's unit length in units of the target, a power of two.
    pub(crate) scale: f32,
    /// The largest distance between a moved point and its true place, in the target's unit.
    pub(crate) slack: f32,
}

impl Transfer {
    /// Moves a point.
    #[inline(always)]
    pub(crate) fn point(&self, p: [f32; 3]) -> [f32; 3] {
        let ([x, y, z], t) = (self.turn(p), self.translation);
        [self.scale * x + t[0], self.scale * y + t[1], self.scale * z + t[2]]
    }

    /// Turns a direction.
    #[inline(always)]
    pub(crate) fn turn(&self, d: [f32; 3]) -> [f32; 3] {
        let r = &self.rotation;
        [
            r[0][0] * d[0] + r[0][1] * d[1] + r[0][2] * d[2],
            r[1][0] * d[0] + r[1][1] * d[1] + r[1][2] * d[2],
            r[2][0] * d[0] + r[2][1] * d[1] + r[2][2] * d[2],
        ]
    }

    /// Half extents, scaled and grown by the slack.
    #[inline(always)]
    pub(crate) fn grown(&self, half: [f32; 3]) -> [f32; 3] {
        let (scale, slack) = (self.scale, self.slack);
        [half[0] * scale + slack, half[1] * scale + slack, half[2] * scale + slack]
    }
}

/// The exponent of the largest ratio of sizes that is represented. Products of five lengths must
/// not overflow an f32.
const MAX_RATIO: i32 = 36;

/// The largest distance of meshes, in multiples of their size, at which f32 tells their parts apart
/// well.
///
/// Bounds of the distance D are off by some 1e-5 D. Beyond this limit it is better to look along
/// one direction only, which is off by at most the square of the size over 2 D.
const MAX_APART: f64 = 256.0;

/// Both transfers of a query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    pub(crate) into_a: Transfer,
    pub(crate) into_b: Transfer,
    /// The exponent of A's unit in the transfers, which is `2^exponent`.
    pub(crate) exponent: i32,
}

impl Motion {
    /// The unit lengths of A and B, in units of A.
    pub(crate) fn scale(&self) -> [f32; 2] {
        [1.0, self.into_a.scale]
    }

    /// The least and the largest distance of parts of both meshes, about, in A's unit.
    pub(crate) fn gaps(&self) -> [f32; 2] {
        let [x, y, z] = self.into_a.translation;
        let (offset, sizes) =
            ((x * x + y * y + z * z).sqrt(), RADIUS as f32 * (1.0 + self.into_a.scale));
        [offset - sizes, offset + sizes]
    }

    /// The motion for meshes that may touch; `None` if the balls around them do not meet.
    pub(crate) fn touching(a: &Unit, b: &Unit, pose: &Pose) -> Option<Self> {
        Self::reaching(a, b, pose, 1.0)
    }

    /// The motion for meshes that are apart; `None` if they are [`MAX_APART`] sizes apart.
    pub(crate) fn near(a: &Unit, b: &Unit, pose: &Pose) -> Option<Self> {
        Self::reaching(a, b, pose, MAX_APART)
    }

    /// The motion; `None` if the centres are further apart than `times` both radii.
    ///
    /// Posed vertices are `fl(R v + t)`. With `v = c_b + 2^e_b x` they have the unit coordinates
    /// `2^(e_b-e_a) R x + (R c_b + t - c_a) 2^-e_a + error`.
    fn reaching(a: &Unit, b: &Unit, pose: &Pose, times: f64) -> Option<Self> {
        let (rotation, origin) = (pose.matrix(), pose.origin());
        let reach = largest(a.center) + 3.0 * largest(b.center) + largest(origin);

        // A mesh that is much smaller than the other, or than the rounding of its position, is
        // treated as if it were larger, and its volumes are grown to cover all of it: below
        // 2^-MAX_RATIO of the other mesh's size, f32 could not tell its parts apart.
        let floor = exponent_above(reach) - 45;
        let exponent_a = a.exponent.max(b.exponent - MAX_RATIO).max(floor).min(1000);
        let exponent_b = b.exponent.max(a.exponent - MAX_RATIO).max(floor).min(1000);
        let blur_a = if exponent_a > a.exponent { 4.0 } else { 0.0 };
        let blur_b = if exponent_b > b.exponent { 4.0 } else { 0.0 };
        let unit_a = power_of_two(-exponent_a);
        let scale = power_of_two(exponent_b - exponent_a);

        // R c_b + t - c_a in A's unit. Each factor is scaled first, so that nothing overflows.
        let center = b.center.map(|x| x * unit_a);
        let offset = by_axis(|i| {
            let r = rotation[i];
            r[0] * center[0] + r[1] * center[1] + r[2] * center[2] + origin[i] * unit_a
                - a.center[i] * unit_a
        });
        // The rounding of the posed vertices and of the offset: at most eight operations on numbers
        // of this size, so 2^-49 of it. The distance of two triangles is off by the same amount
        // again. Twice the sum of both is enough to compare the distance with bounds.
        let rounding = power_of_two(-47) * (reach * unit_a + 2.0 * (1.0 + scale));
        let slack_a = rounding + blur_a + blur_b * scale;

        let distance = dot(offset, offset).sqrt();
        // A mesh in a larger unit than its own may fill this unit. No pose stretches by more than 3
        // times `Pose::RIGID`, and the stretch of two balls has room in a thousandth.
        let radius = |unit: &Unit, blur: f64| if blur > 0.0 { RADIUS } else { unit.radius * 1.001 };
        let radii = radius(a, blur_a) + radius(b, blur_b) * scale + slack_a;
        if distance > times * radii {
            return None;
        }

        // The f32 rounding of a moved point: with u = 2^-24, every |x_i| <= 1 and |translation| <=
        // 1.74 (1 + scale), the sum of three products and two additions is off by at most 12.2 u (1
        // + scale) in each coordinate, and by 21 u (1 + scale) in length. A larger translation
        // counts as a larger scale.
        let stretch = (distance / (1.74 * (1.0 + scale))).max(1.0);
        let single = |scale: f64| 32.0 * power_of_two(-24) * (1.0 + scale) * stretch;
        // A pose that is not quite orthonormal shears boxes and stretches balls.
        let shear = 16.0 * non_orthonormality(&rotation);
        let slack = |slack: f64, scale: f64| round_up(slack + single(scale) + shear * scale);

        let inverse = inverse(&rotation);
        let back = 1.0 / scale;
        let offset_back = inverse.map(|row| -dot(row, offset) * back);
        let into_a = Transfer {
            rotation: rotation.map(|row| row.map(|x| x as f32)),
            translation: offset.map(|x| x as f32),
            scale: scale as f32,
            slack: slack(slack_a, scale),
        };
        let into_b = Transfer {
            rotation: inverse.map(|row| row.map(|x| x as f32)),
            translation: offset_back.map(|x| x as f32),
            scale: back as f32,
            // The inverse is accurate to a few ulp of one; twice the bound covers it.
            slack: slack(2.0 * slack_a * back, back),
        };
        Some(Self { into_a, into_b, exponent: exponent_a })
    }
}

impl Motion {
    /// The same motion for a pair that moves. The slack covers all of the way on which the balls
    /// around the meshes meet. It also covers triangles that count as touching because they are
    /// within a few roundings of numbers of the size `reach`.
    ///
    /// That way is at most `3.5 (1 + scale)` long, with room for rounding 7. Let u = 2^-24. On an
    /// axis of length one, the offset of two volumes is off by 38 u (1 + scale) and their extents
    /// by 42; the speed, off by 4 u, amounts to 28, and its lower limit to 14 (`window.rs`). So 192
    /// are enough.
    pub(crate) fn along(self, pose: &Pose, reach: f64) -> Self {
        let shear = 8.0 * non_orthonormality(&pose.matrix());
        let rounding = power_of_two(-43) * reach * power_of_two(-self.exponent);
        let slack = |transfer: Transfer, rounding: f64| Transfer {
            slack: round_up(
                transfer.slack as f64
                    + (192.0 * power_of_two(-24) + shear) * (1.0 + transfer.scale as f64)
                    + rounding,
            ),
            ..transfer
        };
        Self {
            into_a: slack(self.into_a, rounding),
            into_b: slack(self.into_b, 2.0 * rounding * self.into_b.scale as f64),
            exponent: self.exponent,
        }
    }
}

/// An upper bound of how far the posed vertices of B move from one pose to another, in units of
/// `2^exponent`.
///
/// With v = c + x, a vertex moves by at most `|P c - Q c| + ‖R_P - R_Q‖ |x|`. The norm is at most
/// the root of the largest sum of a row of DᵀD, where D is the difference. For two rotations this
/// is too large by a factor of at most 1.16, and nothing is assumed of the matrices. The unit must
/// be one that [`Motion`] has at either pose.
pub(crate) fn way(a: &Unit, b: &Unit, [p, q]: [&Pose; 2], exponent: i32) -> f64 {
    let unit = power_of_two(-exponent);
    let (from, to) = (p.apply(b.center), q.apply(b.center));
    let shift = by_axis(|i| (to[i] - from[i]) * unit);
    let (r, s) = (p.matrix(), q.matrix());
    let column = |j: usize| by_axis(|i| s[i][j] - r[i][j]);
    let columns = [column(0), column(1), column(2)];
    let sum = |i: usize| columns.iter().map(|&other| dot(columns[i], other).abs()).sum::<f64>();
    let turn = sum(0).max(sum(1)).max(sum(2)).sqrt();
    let radius = b.radius * power_of_two(b.exponent) * unit;
    // The rounding of the vertices at both poses, as in `Motion::reaching`, the same for the
    // centre, and the rounding of this function.
    let far = largest(p.origin()).max(largest(q.origin()));
    let reach = (largest(a.center) + 3.0 * largest(b.center) + far) * unit;
    let rounding = power_of_two(-45) * (reach + 2.0 + 2.0 * radius);
    (dot(shift, shift).sqrt() + turn * radius) * (1.0 + 1e-12) + rounding
}

/// The true inverse. The transpose would be off by as much as the pose is from being orthonormal.
fn inverse(r: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let cofactor = |i: usize, j: usize| {
        let (i1, i2, j1, j2) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
        r[i1][j1] * r[i2][j2] - r[i1][j2] * r[i2][j1]
    };
    let scale = 1.0 / (0..3).map(|j| r[0][j] * cofactor(0, j)).sum::<f64>();
    by_axis(|i| by_axis(|j| cofactor(j, i) * scale))
}
