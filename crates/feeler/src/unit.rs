//! A mesh's own coordinates, in which its volumes are stored.

use crate::Mesh;
use crate::geometry::vector::{by_axis, dot};
use crate::rounding::{exponent_above, power_of_two};
use rayon::prelude::*;

/// The unit coordinates of a mesh: its centre is the origin, and a power of two is the unit length.
///
/// All vertices of the mesh have unit coordinates within -1 and 1. So f32 is as accurate for a part
/// that is a nanometre or a light year in size, or far from the origin, as for any other part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Unit {
    pub(crate) center: [f64; 3],
    pub(crate) exponent: i32,
    /// The largest distance of a vertex from the centre, in units, or more.
    pub(crate) radius: f64,
}

impl Unit {
    /// The bound of exponents, so that `2^±exponent` is a normal number. A mesh that is smaller is
    /// a point in its unit.
    const MAX_EXPONENT: i32 = 1000;

    pub(crate) fn of(mesh: &Mesh) -> Self {
        let Some([low, high]) = mesh.bounds() else {
            return Self { center: [0.0; 3], exponent: -Self::MAX_EXPONENT, radius: 0.0 };
        };
        // Each coordinate is halved first. The sum of two numbers of 1e300 would be fine, but their
        // difference is needed to full accuracy too.
        let center = by_axis(|i| 0.5 * low[i] + 0.5 * high[i]);
        let reach =
            (0..3).fold(0.0, |m: f64, i| m.max(high[i] - center[i]).max(center[i] - low[i]));
        // `reach` is rounded by at most half an ulp, which the next power of two above it covers.
        let exponent = exponent_above(reach).clamp(-Self::MAX_EXPONENT, Self::MAX_EXPONENT);
        let unit = Self { center, exponent, radius: 0.0 };
        let squared = |&v| {
            let x = unit.coordinates(v);
            dot(x, x)
        };
        let farthest = mesh.vertices().par_iter().with_min_len(4096).map(squared);
        let farthest = farthest.reduce(|| 0.0, f64::max).sqrt();
        Self { radius: (farthest * (1.0 + 1e-12) + 1e-12).min(RADIUS), ..unit }
    }

    /// A point in unit coordinates, accurate to 2^-52.
    pub(crate) fn coordinates(&self, p: [f64; 3]) -> [f64; 3] {
        let scale = power_of_two(-self.exponent);
        by_axis(|i| (p[i] - self.center[i]) * scale)
    }
}

/// The largest possible distance of a vertex from the centre, in units: half the diagonal of the
/// cube, with room for rounding.
pub(crate) const RADIUS: f64 = 1.7321 * (1.0 + 1e-3);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_are_within_one() {
        for scale in [1e-310, 1e-150, 1.0, 3.7, 1e150, 1e300] {
            let vertices = vec![
                [-0.3 * scale, 0.1 * scale, scale],
                [scale, -0.7 * scale, 0.2 * scale],
                [0.0; 3],
            ];
            let unit = Unit::of(&Mesh::new(vertices.clone(), vec![[0, 1, 2]]).unwrap());
            let largest = vertices
                .iter()
                .flat_map(|&v| unit.coordinates(v))
                .fold(0.0, |m: f64, x| m.max(x.abs()));
            assert!(largest <= 1.0, "{scale}: {largest}");
            assert!(largest <= unit.radius && unit.radius <= RADIUS, "{scale}: {}", unit.radius);
            assert!(largest > 0.49 || scale < 1e-300, "{scale}: {largest}");
        }
    }

    #[test]
    fn exponents_are_just_above() {
        for x in [1.0, 0.75, 1.5, 1e-200, 1e300, f64::MIN_POSITIVE] {
            let exponent = exponent_above(x);
            assert!(
                power_of_two(exponent) > x && power_of_two(exponent.max(-1021) - 1) <= x,
                "{x}"
            );
        }
    }
}
