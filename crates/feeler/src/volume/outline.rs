//! The true shape of a volume, for programs that draw it.

use crate::geometry::hull::convex_hull;

/// The true shape of a volume: the convex hull of some points, grown by a ball.
///
/// A sphere is one corner and a radius, an oriented box eight corners without a radius, a rounded line two corners with a radius. The numbers are those of the
/// tests, which are a rounding larger than the triangles inside.
///
/// ```
/// use feeler::inside::Tree;
/// use feeler::{Build, Mesh, Model, Volume};
/// let mesh = Mesh::new(vec![[0.0; 3], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let model = Model::build(mesh, &Build { volume: Volume::SPHERE, ..Build::default() });
/// let ball = model.outline(Tree::ROOT);
/// assert_eq!((ball.kind, ball.corners.len()), ("sphere", 1));
/// assert!((ball.radius - 1.25_f64.sqrt()).abs() < 1e-5);
/// # Ok::<(), feeler::MeshError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// The kind of the volume, by the name of [`Volume`](crate::Volume): `sphere`, `obb`, …; each volume of a hybrid has its own.
    pub kind: &'static str,
    /// The points around which the volume is.
    pub corners: Vec<[f64; 3]>,
    /// The surface of the convex hull of the corners, as triangles between them that are counter-clockwise as seen from outside. A flat hull has both sides; a
    /// point and a line have none.
    pub faces: Vec<[u32; 3]>,
    /// The radius of the ball.
    pub radius: f64,
}

impl Outline {
    /// The convex hull of some points.
    pub(super) fn hull(kind: &'static str, points: &[[f64; 3]]) -> Self {
        let hull = convex_hull(points);
        let place = |vertex: &u32| {
            hull.vertices.binary_search(vertex).expect("faces are between vertices") as u32
        };
        Self {
            kind,
            corners: hull.vertices.iter().map(|&vertex| points[vertex as usize]).collect(),
            faces: hull.faces.iter().map(|face| face.each_ref().map(place)).collect(),
            radius: 0.0,
        }
    }

    /// A point, line, rectangle or box with half its sides along some axes, grown by a ball.
    pub(super) fn rounded<const D: usize>(
        kind: &'static str,
        center: [f32; 3],
        (axes, half): (&[[f32; 3]; D], &[f32; D]),
        radius: f32,
    ) -> Self {
        let corner = |signs: usize| {
            let mut corner = center.map(f64::from);
            for (i, (axis, half)) in axes.iter().zip(half).enumerate() {
                let sign = if signs >> i & 1 == 1 { 1.0 } else { -1.0 };
                (0..3).for_each(|k| corner[k] += sign * f64::from(axis[k]) * f64::from(*half));
            }
            corner
        };
        let corners: Vec<[f64; 3]> = (0..1 << D).map(corner).collect();
        Self { radius: radius.into(), ..Self::hull(kind, &corners) }
    }

    /// The same shape after a map of all points and the length of a unit.
    pub(crate) fn mapped(self, point: impl Fn([f64; 3]) -> [f64; 3], unit: f64) -> Self {
        let corners = self.corners.into_iter().map(point).collect();
        Self { corners, radius: self.radius * unit, ..self }
    }
}
