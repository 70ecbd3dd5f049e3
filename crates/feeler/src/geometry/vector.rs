//! Vector arithmetic. Points and directions are plain `[f64; 3]`.

/// A value for each of the three axes, by its number. Unlike the `map` of an array it is always inlined.
#[inline(always)]
pub fn by_axis<T>(mut value: impl FnMut(usize) -> T) -> [T; 3] {
    [value(0), value(1), value(2)]
}

/// The difference `a - b`.
#[inline]
pub fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// The scalar product.
#[inline]
pub fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The vector product.
#[inline]
pub fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The sum `a + s * b`.
#[inline]
pub fn add_scaled(a: [f64; 3], s: f64, b: [f64; 3]) -> [f64; 3] {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}

/// The square of the distance of two points.
#[inline]
pub fn squared_distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    let d = sub(a, b);
    dot(d, d)
}

/// The largest magnitude of a component. Unlike the length, it neither over- nor underflows.
#[inline]
pub fn largest(a: [f64; 3]) -> f64 {
    a[0].abs().max(a[1].abs()).max(a[2].abs())
}

/// The length of a vector.
#[inline]
pub fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}
