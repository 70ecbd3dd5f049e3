//! Discrete oriented polytopes (k-DOPs): slabs along a fixed set of directions.

use super::cuboid::surface;
use super::{Against, BoundingVolume, Cloud, Cuboid, Outline, Packet, Tested};
use crate::geometry::cube::DIRECTIONS;
use crate::geometry::vector::{by_axis, cross, dot, largest, sub};
use crate::motion::Transfer;
use crate::rounding::{MARGIN, round_up};
use crate::simd::{load, splat};
use crate::window::Window;
use fearless_simd::{Simd, SimdBase, SimdFloat, SimdMask, f32x8};

/// A k-DOP with `D` = k/2 directions, re-aligned under rotation.
///
/// A rotated DOP is no longer a DOP of the same directions. Its extent along a direction `d` here
/// is bounded by its own slabs: turned back, `d` is a sum of three of its directions with weights
/// that are not negative, and the same sum of its slabs is a bound (Zachmann 1998). The three
/// directions and weights are the same for all nodes, so they belong to the
/// [`Frame`](BoundingVolume::Frame), and an update costs three products per slab.
///
/// [`PointDop`](super::point_dop::PointDop) is the alternative: it recomputes the slabs from
/// points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Kdop<const D: usize> {
    pub(super) low: [f32; D],
    pub(super) high: [f32; D],
}

/// The 14-DOP: a box with cut corners.
pub(crate) type Dop14 = Kdop<7>;
/// The 18-DOP: a box with cut edges.
pub(crate) type Dop18 = Kdop<9>;
/// The 24-DOP: a box with cut edges and six of the eight corners cut.
pub(crate) type Dop24 = Kdop<12>;
/// The 26-DOP: a box with cut edges and corners.
pub(crate) type Dop26 = Kdop<13>;

/// Direction `i`, not normalised. The 14-DOP has no directions of edges.
#[inline(always)]
pub(super) fn direction<const D: usize>(i: usize) -> [f32; 3] {
    DIRECTIONS[if D == 7 && i >= 3 { i + 6 } else { i }]
}

/// The length of direction `i`.
pub(super) fn length<const D: usize>(i: usize) -> f32 {
    direction::<D>(i).iter().map(|x| x * x).sum::<f32>().sqrt()
}

/// One slab of the rotated DOP, as a weighted sum of three slabs of the DOP.
#[derive(Clone, Copy, Debug, Default)]
struct SlabSum {
    /// The indices of three directions. `D` is added to an index if the opposite direction is
    /// meant.
    rows: [u8; 3],
    weights: [f32; 3],
    /// The translation along the direction.
    shift: f32,
    slack: f32,
}

/// The sums for all directions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KdopFrame<const D: usize> {
    sums: [SlabSum; D],
}

/// Rows of lower and upper ends of the slabs.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct KdopPacket<const D: usize> {
    low: [[f32; 8]; D],
    high: [[f32; 8]; D],
}

impl<const D: usize> Kdop<D> {
    /// The corners, for drawing: points in which three faces meet and that are outside of no slab, but for a rounding.
    fn corners(&self) -> Vec<[f64; 3]> {
        let directions: [[f64; 3]; D] = std::array::from_fn(|i| direction::<D>(i).map(f64::from));
        let size = (0..D).map(|i| f64::from(self.high[i] - self.low[i])).fold(0.0, f64::max);
        let near = 1e-6 * size;
        let is_inside = |p: [f64; 3]| {
            (0..D).all(|i| {
                let along = dot(directions[i], p);
                along >= f64::from(self.low[i]) - near && along <= f64::from(self.high[i]) + near
            })
        };
        let mut corners: Vec<[f64; 3]> = Vec::new();
        for (i, j, k) in
            (0..D).flat_map(|i| (i + 1..D).flat_map(move |j| (j + 1..D).map(move |k| (i, j, k))))
        {
            let across = cross(directions[j], directions[k]);
            let volume = dot(directions[i], across);
            if volume == 0.0 {
                continue;
            }
            let others = [cross(directions[k], directions[i]), cross(directions[i], directions[j])];
            for ends in 0..8 {
                let end = |bit: usize, row: usize| {
                    f64::from(if ends >> bit & 1 == 1 { self.high[row] } else { self.low[row] })
                };
                let heights = [end(0, i), end(1, j), end(2, k)];
                let p = by_axis(|x| {
                    (heights[0] * across[x] + heights[1] * others[0][x] + heights[2] * others[1][x])
                        / volume
                });
                let is_new = || corners.iter().all(|&q| largest(sub(p, q)) > near);
                if is_inside(p) && is_new() {
                    corners.push(p);
                }
            }
        }
        corners
    }

    /// The slabs around points, computed in f64 and rounded outwards.
    pub(super) fn around(points: impl Iterator<Item = [f64; 3]>) -> Self {
        let mut low = [f64::INFINITY; D];
        let mut high = [f64::NEG_INFINITY; D];
        let directions: [[f64; 3]; D] = std::array::from_fn(|i| direction::<D>(i).map(f64::from));
        for p in points {
            for i in 0..D {
                let d = directions[i];
                let x = d[0] * p[0] + d[1] * p[1] + d[2] * p[2];
                low[i] = low[i].min(x);
                high[i] = high[i].max(x);
            }
        }
        Self { low: low.map(|x| -round_up(-x + 1e-15)), high: high.map(|x| round_up(x + 1e-15)) }
    }
}

impl<const D: usize> BoundingVolume for Kdop<D> {
    type Fit = ();
    type Packet = KdopPacket<D>;
    type Frame = KdopFrame<D>;
    type Placed<'a> = Kdop<D>;

    fn fit(cloud: &Cloud<'_>, (): ()) -> Self {
        Self::around(cloud.corners())
    }

    fn excess(&self, p: [f64; 3]) -> f64 {
        (0..D).fold(f64::NEG_INFINITY, |m, i| {
            let d = direction::<D>(i).map(f64::from);
            let x = d[0] * p[0] + d[1] * p[1] + d[2] * p[2];
            m.max((x - self.high[i] as f64).max(self.low[i] as f64 - x) / length::<D>(i) as f64)
        })
    }

    #[inline(always)]
    fn size(packet: &KdopPacket<D>, lane: usize) -> f32 {
        let half = |i: usize| 0.5 * (packet.high[i][lane] - packet.low[i][lane]);
        surface([half(0), half(1), half(2)])
    }

    #[inline(always)]
    fn cuboid(packet: &KdopPacket<D>, lane: usize) -> Cuboid {
        // The first three directions are the axes.
        let corner = |rows: &[[f32; 8]; D]| [rows[0][lane], rows[1][lane], rows[2][lane]];
        Cuboid::between(corner(&packet.low), corner(&packet.high))
    }

    fn outline(&self) -> Outline {
        Outline::hull("dop", &self.corners())
    }

    fn frame(transfer: &Transfer) -> KdopFrame<D> {
        KdopFrame { sums: std::array::from_fn(|i| SlabSum::of::<D>(i, transfer)) }
    }

    #[inline(always)]
    fn place<'a>(packet: &'a KdopPacket<D>, lane: usize, frame: &'a KdopFrame<D>) -> Kdop<D> {
        let mut placed = Kdop { low: [0.0; D], high: [0.0; D] };
        for (i, sum) in frame.sums.iter().enumerate() {
            let (mut low, mut high) = (sum.shift - sum.slack, sum.shift + sum.slack);
            for (&row, &weight) in sum.rows.iter().zip(&sum.weights) {
                let row = row as usize;
                if row < D {
                    low += weight * packet.low[row][lane];
                    high += weight * packet.high[row][lane];
                } else {
                    low -= weight * packet.high[row - D][lane];
                    high -= weight * packet.low[row - D][lane];
                }
            }
            (placed.low[i], placed.high[i]) = (low, high);
        }
        placed
    }

    #[inline(always)]
    fn overlaps<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> Tested {
        let Against { placed, packet, .. } = against;
        overlaps(simd, placed, packet)
    }

    #[inline(always)]
    fn gaps<S: Simd>(simd: S, against: Against<'_, '_, Self>) -> [f32; 8] {
        let Against { placed, packet, .. } = against;
        gaps(simd, placed, packet)
    }

    #[inline(always)]
    fn travels<S: Simd>(simd: S, against: Against<'_, '_, Self>, direction: [f32; 3]) -> [f32; 8] {
        let Against { placed, packet, .. } = against;
        travels(simd, placed, packet, direction)
    }
}

impl SlabSum {
    fn of<const D: usize>(i: usize, transfer: &Transfer) -> Self {
        let d = direction::<D>(i);
        // The direction in the coordinates of the DOP that is moved.
        let turned = by_axis(|k| (0..3).map(|j| transfer.rotation[j][k] * d[j]).sum::<f32>());
        let (directions, weights) = decompose::<D>(turned);
        let rows = directions.map(|wanted| {
            let same =
                |sign: f32| (0..D).position(|j| direction::<D>(j).map(|x| sign * x) == wanted);
            same(1.0).or_else(|| same(-1.0).map(|j| j + D)).expect("a direction of the set") as u8
        });
        Self {
            rows,
            weights: weights.map(|w| w * transfer.scale),
            shift: (0..3).map(|k| d[k] * transfer.translation[k]).sum(),
            // With numbers up to |d|_1 (scale + |translation|), the sum is off by at most 54 u (1 +
            // scale) if |d|² = 3. The slack of the transfer is 32 u (1 + scale); times 1.5 |d| this
            // covers the error.
            slack: 1.5 * transfer.slack * length::<D>(i),
        }
    }
}

/// Writes a vector as a sum of three directions with weights that are not negative.
///
/// The directions have the symmetry of the cube (the 24-DOP nearly so). So the vector is reflected
/// and permuted until `x >= y >= z >= 0`, and is decomposed there.
fn decompose<const D: usize>(v: [f32; 3]) -> ([[f32; 3]; 3], [f32; 3]) {
    let mut order = [0, 1, 2];
    order.sort_by(|&i, &j| v[j].abs().total_cmp(&v[i].abs()));
    let [x, y, z] = order.map(|i| v[i].abs());
    let sign = v.map(|c| if c < 0.0 { -1.0 } else { 1.0 });
    let all_corners = D == 13 || D == 12 && !(sign[0] == sign[1] && sign[1] == sign[2]);
    let (simple, weights) = if D == 7 {
        (
            [[1.0, 0.0, 0.0], [1.0, 1.0, 1.0], [1.0, 1.0, -1.0]],
            [x - y, 0.5 * (y + z), 0.5 * (y - z)],
        )
    } else if all_corners {
        ([[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 1.0]], [x - y, y - z, z])
    } else if x > y + z {
        ([[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 1.0]], [x - y - z, y, z])
    } else {
        let weights = [0.5 * (x + y - z), 0.5 * (x - y + z), 0.5 * (y + z - x)];
        ([[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]], weights)
    };
    let directions = simple.map(|d: [f32; 3]| {
        let mut original = [0.0; 3];
        for (k, &i) in order.iter().enumerate() {
            original[i] = d[k] * sign[i];
        }
        original
    });
    (directions, weights)
}

#[inline(always)]
pub(super) fn overlaps<S: Simd, const D: usize>(
    simd: S,
    placed: &Kdop<D>,
    packet: &KdopPacket<D>,
) -> Tested {
    let gap = signed_gap(simd, placed, packet);
    Tested { lanes: gap.simd_le(0.0).to_bitmask() as u32, values: gap.into() }
}

#[inline(always)]
pub(super) fn gaps<S: Simd, const D: usize>(
    simd: S,
    placed: &Kdop<D>,
    packet: &KdopPacket<D>,
) -> [f32; 8] {
    let along = |i: usize| slab_gap(simd, placed, packet, i);
    let diagonal = squared_diagonal(simd, [along(0), along(1), along(2)]);
    let gap = signed_gap(simd, placed, packet);
    (gap.max(diagonal.sqrt()) * (1.0 - MARGIN) + gap.min(splat(simd, 0.0))).into()
}

#[inline(always)]
pub(super) fn travels<S: Simd, const D: usize>(
    simd: S,
    placed: &Kdop<D>,
    packet: &KdopPacket<D>,
    way: [f32; 3],
) -> [f32; 8] {
    let mut window = Window::new(simd);
    for i in 0..D {
        let (low, high) = (load(simd, &packet.low[i]), load(simd, &packet.high[i]));
        let offset = (splat(simd, placed.low[i]) - low + placed.high[i] - high) * 0.5;
        let radius = (high - low + (placed.high[i] - placed.low[i])) * 0.5;
        let d = direction::<D>(i);
        let speed = d[0] * way[0] + d[1] * way[1] + d[2] * way[2];
        window.slab(simd, offset, splat(simd, speed), radius);
    }
    window.travels(simd)
}

/// The square of the diagonal of a box with these sides; negative sides count as zero.
#[inline(always)]
fn squared_diagonal<S: Simd>(simd: S, sides: [f32x8<S>; 3]) -> f32x8<S> {
    let zero = splat(simd, 0.0);
    let (x, y, z) = (sides[0].max(zero), sides[1].max(zero), sides[2].max(zero));
    x * x + y * y + z * z
}

#[inline(always)]
fn slab_gap<S: Simd, const D: usize>(
    simd: S,
    placed: &Kdop<D>,
    packet: &KdopPacket<D>,
    i: usize,
) -> f32x8<S> {
    let above = load(simd, &packet.low[i]) - placed.high[i];
    let below = splat(simd, placed.low[i]) - load(simd, &packet.high[i]);
    above.max(below)
}

#[inline(always)]
fn signed_gap<S: Simd, const D: usize>(
    simd: S,
    placed: &Kdop<D>,
    packet: &KdopPacket<D>,
) -> f32x8<S> {
    let mut gap = slab_gap(simd, placed, packet, 0);
    for i in 1..D {
        gap = gap.max(slab_gap(simd, placed, packet, i) * (1.0 / length::<D>(i)));
    }
    gap
}

impl<const D: usize> Packet<Kdop<D>> for KdopPacket<D> {
    fn set(&mut self, lane: usize, volume: Kdop<D>) {
        for i in 0..D {
            self.low[i][lane] = volume.low[i];
            self.high[i][lane] = volume.high[i];
        }
    }

    fn get(&self, lane: usize) -> Kdop<D> {
        Kdop { low: self.low.map(|row| row[lane]), high: self.high.map(|row| row[lane]) }
    }
}

impl<const D: usize> Default for Kdop<D> {
    fn default() -> Self {
        Self { low: [0.0; D], high: [0.0; D] }
    }
}

impl<const D: usize> Default for KdopPacket<D> {
    fn default() -> Self {
        Self { low: [[0.0; 8]; D], high: [[0.0; 8]; D] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_decomposition<const D: usize>() {
        for k in 0..2000 {
            let v = [k as f32 * 0.7, k as f32 * 1.3 + 1.0, k as f32 * 2.1 + 2.0].map(f32::sin);
            let (directions, weights) = decompose::<D>(v);
            assert!(weights.iter().all(|&w| w >= 0.0));
            for i in 0..3 {
                let sum: f32 = (0..3).map(|j| weights[j] * directions[j][i]).sum();
                assert!((sum - v[i]).abs() < 1e-6, "{v:?}");
            }
            for d in directions {
                let known = (0..D)
                    .any(|j| [1.0, -1.0].iter().any(|s| direction::<D>(j).map(|x| s * x) == d));
                assert!(known, "{D}: {d:?} for {v:?}");
            }
        }
    }

    #[test]
    fn every_vector_is_a_sum_of_known_directions() {
        check_decomposition::<7>();
        check_decomposition::<9>();
        check_decomposition::<12>();
        check_decomposition::<13>();
    }
}
