//! The groups of corners that are joined inside a cell.
//!
//! The trilinear interpolant can join two groups of corners through the interior that are separate
//! on the boundary. The slice at one height z is bilinear. The way in which its corners are joined
//! changes only at heights where a corner has the value zero, or the saddle has. So the cell is
//! swept: between two of these heights, one slice is enough. This decides the interior test of
//! Chernyaev 1995 (Marching Cubes 33) for all of his cases at once.

use super::cell::{DisjointSets, boundary_groups};

/// The groups of corners that are joined within the cell, on either side of the level zero.
pub(super) fn joined(values: &[f64; 8]) -> DisjointSets<8> {
    let mut groups = boundary_groups(values);
    let (bottom, top) = ([0, 1, 3, 2].map(|i| values[i]), [4, 5, 7, 6].map(|i| values[i]));
    let heights = heights(bottom, top);
    let slices: Vec<Slice> =
        heights.windows(2).map(|pair| Slice::at(bottom, top, 0.5 * (pair[0] + pair[1]))).collect();

    // The members are the corners of the cell, then four corners for each slice. Corners that keep
    // their side are joined from slice to slice.
    let mut wide = DisjointSets::<{ 8 + 4 * MOST_SLICES }>::new();
    for (number, slice) in slices.iter().enumerate() {
        let node = |corner: usize| 8 + 4 * number + corner;
        for corner in 0..4 {
            let after = (corner + 1) % 4;
            if slice.positive[corner] == slice.positive[after] {
                wide.join(node(corner), node(after));
            }
            if number > 0 && slices[number - 1].positive[corner] == slice.positive[corner] {
                wide.join(node(corner) - 4, node(corner));
            }
        }
        if let Some(first) = slice.diagonal {
            wide.join(node(first), node(first + 2));
        }
    }
    let order = [0, 1, 3, 2];
    for corner in 0..4 {
        if slices[0].positive[corner] == (bottom[corner] >= 0.0) {
            wide.join(order[corner], 8 + corner);
        }
        let last = 8 + 4 * (slices.len() - 1) + corner;
        if slices[slices.len() - 1].positive[corner] == (top[corner] >= 0.0) {
            wide.join(4 + order[corner], last);
        }
    }
    for p in 0..8 {
        for q in 0..p {
            if wide.of(p) == wide.of(q) {
                groups.join(p, q);
            }
        }
    }
    groups
}

/// The most slices: four corners and two saddles between bottom and top make six heights.
const MOST_SLICES: usize = 7;

/// The signs of a slice's corners, counted around it, and how the corners are joined.
#[derive(Clone, Copy)]
struct Slice {
    positive: [bool; 4],
    /// If the signs alternate, the first of the two corners that are joined.
    diagonal: Option<usize>,
}

impl Slice {
    fn at(bottom: [f64; 4], top: [f64; 4], height: f64) -> Self {
        let [a, b, c, d] = std::array::from_fn(|i| bottom[i] * (1.0 - height) + top[i] * height);
        let positive = [a, b, c, d].map(|value| value >= 0.0);
        let diagonal = match positive {
            [true, false, true, false] => Some(if a * c > b * d { 0 } else { 1 }),
            [false, true, false, true] => Some(if b * d > a * c { 1 } else { 0 }),
            _ => None,
        };
        Self { positive, diagonal }
    }
}

/// The heights at which the joining may change, from 0 to 1.
fn heights(bottom: [f64; 4], top: [f64; 4]) -> Vec<f64> {
    let slope: [f64; 4] = std::array::from_fn(|i| top[i] - bottom[i]);
    let mut heights = vec![0.0, 1.0];
    let mut note = |height: f64| {
        if height > 0.0 && height < 1.0 {
            heights.push(height);
        }
    };
    for i in 0..4 {
        note(-bottom[i] / slope[i]);
    }
    // The saddle is zero at a height where the products of the values on both diagonals are equal:
    // a quadratic equation.
    let square = slope[0] * slope[2] - slope[1] * slope[3];
    let linear =
        bottom[0] * slope[2] + slope[0] * bottom[2] - bottom[1] * slope[3] - slope[1] * bottom[3];
    let constant = bottom[0] * bottom[2] - bottom[1] * bottom[3];
    let discriminant = linear * linear - 4.0 * square * constant;
    if discriminant >= 0.0 {
        let q = -0.5 * (linear + discriminant.sqrt().copysign(linear));
        note(q / square);
        note(constant / q);
    }
    heights.sort_unstable_by(f64::total_cmp);
    heights
}
