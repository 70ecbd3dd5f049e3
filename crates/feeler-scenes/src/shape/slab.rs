//! A flat box.

use super::cuboid::block;
use feeler::Mesh;

/// A flat box with sides of 2, 2 and 0.2 along x, y and z, cut into squares, or nearly.
///
/// The large sides are cut into `f` by `f` squares and the height into `h` parts, a tenth of `f`
/// and at least one; so the slab has `4 f² + 8 f h` triangles: 12, 32, 60, 96, …, and 12 444 for 12
/// 500.
///
/// ```
/// let [low, high] = feeler_scenes::shape::slab(12).bounds().unwrap();
/// assert_eq!((low, high), ([-1.0, -1.0, -0.1], [1.0, 1.0, 0.1]));
/// ```
pub fn slab(triangles: usize) -> Mesh {
    // The height is a tenth of the width, so a slab cut into squares has 4.8 f² triangles.
    let parts = ((triangles as f64 / 4.8).sqrt().round() as u32).max(1);
    let high = ((f64::from(parts) / 10.0).round() as u32).max(1);
    block([1.0, 1.0, 0.1], [parts, parts, high])
}
