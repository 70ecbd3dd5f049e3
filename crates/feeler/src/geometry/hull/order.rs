//! Points in the order of a space-filling curve, so that neighbours in space are neighbours in memory.

use crate::geometry::vector::by_axis;

/// The indices of the points along a Morton curve through their bounding box (Morton 1966).
pub(super) fn along_curve(points: &[[f64; 3]]) -> Vec<u32> {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for p in points {
        for i in 0..3 {
            low[i] = low[i].min(p[i]);
            high[i] = high[i].max(p[i]);
        }
    }
    let cells = by_axis(|i| f64::from(1 << CELL_BITS) / (high[i] - low[i]).max(f64::MIN_POSITIVE));
    let mut keyed: Vec<(u64, u32)> = (0u32..)
        .zip(points)
        .map(|(index, p)| {
            let cell = |i: usize| spread(((p[i] - low[i]) * cells[i]) as u32);
            (cell(0) | cell(1) << 1 | cell(2) << 2, index)
        })
        .collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, index)| index).collect()
}

/// The bits of a coordinate of the curve: fine enough that a million points on a surface share few
/// cells.
const CELL_BITS: u32 = 12;

/// Puts two zero bits before each bit.
fn spread(bits: u32) -> u64 {
    let x = u64::from(bits.min((1 << CELL_BITS) - 1));
    let x = (x | x << 16) & 0x001f_0000_ff00_00ff;
    let x = (x | x << 8) & 0x100f_00f0_0f00_f00f;
    let x = (x | x << 4) & 0x10c3_0c30_c30c_30c3;
    (x | x << 2) & 0x1249_2492_4924_9249
}

#[test]
fn spreads_every_bit() {
    for bit in 0..CELL_BITS {
        assert_eq!(spread(1 << bit), 1 << (3 * bit));
    }
}
