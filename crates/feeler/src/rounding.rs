//! Bounds of rounding errors, and functions that round safely.
//!
//! Two kinds of errors are covered in two places. Errors that grow with a mesh, such as that of the
//! position of a volume's centre, are covered by the *slack* of a
//! [`Transfer`](crate::motion::Transfer); `motion.rs` adds them up. Errors that grow with a volume,
//! such as those of products of its extents, are covered by [`MARGIN`] when the volume is fitted.
//! Coordinates are scaled by powers of two only, which rounds nothing.
//!
//! A constant that only one function needs stands beside that function, with its proof.

/// The share of its own extent by which a volume is grown when it is fitted: 64 roundings of an
/// f32.
///
/// The margin covers the rounding inside of the tests. The argument for boxes: let u = 2^-24, and
/// let Σ be the sum of the half extents of both boxes. Boxes that meet have centres no further
/// apart than Σ. So the projection of the centres onto an axis is off by at most 7u Σ, and an entry
/// of the relative rotation by at most 12u. On the six face axes this needs 11u Σ. On the nine edge
/// axes both errors enter twice, scaled by the same sines as the radii, and need 38u Σ.
pub(crate) const MARGIN: f32 = 1.0 / (1 << 18) as f32;

/// The largest error of a coordinate in a packet: half a unit in the last place of numbers up to
/// one.
pub(crate) const CORNER_ERROR: f64 = 1.0 / (1 << 25) as f64;

/// The nearest f32 that is not below a number.
pub(crate) fn round_up(x: f64) -> f32 {
    let nearest = x as f32;
    if (nearest as f64) < x { nearest.next_up() } else { nearest }
}

/// The smallest exponent with `2^exponent > x`, for `x >= 0`. It is very low for zero and for
/// subnormal numbers.
pub(crate) fn exponent_above(x: f64) -> i32 {
    ((x.to_bits() >> 52) & 0x7ff) as i32 - 1022
}

/// The number `2^exponent`, for a normal exponent.
pub(crate) fn power_of_two(exponent: i32) -> f64 {
    debug_assert!((-1022..=1023).contains(&exponent));
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// Two powers of two with the product `2^exponent`, which itself may be out of range.
pub(crate) fn two_powers(exponent: i32) -> [f64; 2] {
    [power_of_two(exponent / 2), power_of_two(exponent - exponent / 2)]
}
