//! The directions of a cube.

/// The directions from the centre of a cube to its faces, edges and corners, one direction of each
/// opposite pair; not normalised.
///
/// The order is three faces, six edges, four corners. The first nine are the directions of the
/// 18-DOP, and the first twelve those of the 24-DOP.
pub const DIRECTIONS: [[f32; 3]; 13] = [
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 1.0, 0.0],
    [1.0, -1.0, 0.0],
    [1.0, 0.0, 1.0],
    [1.0, 0.0, -1.0],
    [0.0, 1.0, 1.0],
    [0.0, 1.0, -1.0],
    [1.0, 1.0, -1.0],
    [1.0, -1.0, 1.0],
    [-1.0, 1.0, 1.0],
    [1.0, 1.0, 1.0],
];
