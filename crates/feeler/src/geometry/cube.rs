//! The directions of a cube.

/// From the centre of a cube to its faces, edges and corners, one of each two that are opposite; not normalised.
///
/// Three faces, six edges, four corners, in this order: the first nine are those of the 18-DOP, and the first twelve those of the 24-DOP.
pub(crate) const DIRECTIONS: [[f32; 3]; 13] = [
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
