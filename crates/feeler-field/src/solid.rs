//! A mesh that has an inside.

use crate::FieldError;
use crate::orient::Oriented;
use crate::rim::Rim;
use crate::winding::{NodeStack, Winding};
use feeler::inside::vector::{cross, dot, length, sub};
use feeler::{Closest, Mesh, Model, Pair, Pose, Scratch, Search, Ties};

/// A mesh with an inside and an outside: the signed distance of any point.
///
/// ```
/// use feeler_field::Solid;
/// let ball = Solid::new(feeler_scenes::shape::sphere(5000))?;
/// assert!((ball.signed_distance([0.0, 0.0, 3.0]) - 2.0).abs() < 0.01);
/// assert!(ball.signed_distance([0.0, 0.0, 0.9]) < 0.0);
/// # Ok::<(), feeler_field::FieldError>(())
/// ```
///
/// The distance is exact, as in [`Pair::distance`]. A point is inside if its generalised winding
/// number w is above one half:
///
/// - Triangles that disagree with their neighbours across an edge are turned first, by the majority
///   of the area.
/// - In a closed mesh, w is an integer, and all points with w ≠ 0 are inside. So overlaps and
///   duplicates (w = 2) are inside, shells oriented inwards (w = -1) count as if they were oriented
///   outwards, and a shell inside a shell of the opposite orientation is a cavity (w = 0).
/// - In an open mesh, w can be any number. The mesh is oriented as a whole so that the volume under
///   its triangles is positive, and w > 1/2 is inside: the surface w = 1/2 closes the holes, and
///   the sign of the distance jumps there.
#[derive(Clone, Debug)]
pub struct Solid {
    model: Model,
    /// A mesh of one point, which queries place at the query point.
    point: Model,
    winding: Winding,
    rim: Rim,
    /// One, or minus one if an open mesh is inside out.
    facing: f64,
    turned: usize,
}

/// The result of a query: the point of the mesh nearest to the query point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The signed distance, negative inside.
    pub signed_distance: f64,
    /// The position of the nearest point.
    pub point: [f64; 3],
    /// The triangle that contains the nearest point.
    pub triangle: u32,
}

/// Memory that consecutive queries of one [`Solid`] share. Queries for points close to each other
/// are faster than for scattered points.
#[derive(Clone, Debug, Default)]
pub struct Probe {
    scratch: Scratch,
    stack: NodeStack,
    guess: Option<u32>,
    last: Option<LastPoint>,
}

/// The point of the last query.
#[derive(Clone, Copy, Debug)]
struct LastPoint {
    point: [f64; 3],
    distance: f64,
    side: PointSide,
}

#[derive(Clone, Copy, Debug)]
struct PointSide {
    is_inside: bool,
    margin: f64,
}

impl Solid {
    /// Prepares a mesh. Fails if it is empty or flat: such a mesh has no inside.
    pub fn new(mesh: Mesh) -> Result<Self, FieldError> {
        let bounds = mesh.bounds().ok_or(FieldError::Empty)?;
        if is_flat(&mesh, bounds) {
            return Err(FieldError::Flat);
        }
        let Oriented { triangles, rim, turned, .. } = Oriented::new(&mesh);
        let center = [0, 1, 2].map(|i| 0.5 * bounds[0][i] + 0.5 * bounds[1][i]);
        let volume = |t: &[[f64; 3]; 3]| {
            let [a, b, c] = t.map(|p| sub(p, center));
            dot(a, cross(b, c))
        };
        let facing = if triangles.iter().map(volume).sum::<f64>() < 0.0 { -1.0 } else { 1.0 };
        let point = Mesh::new(vec![[0.0; 3]], vec![[0; 3]]).expect("a point is a mesh");
        Ok(Self {
            model: Model::new(mesh),
            point: Model::new(point),
            winding: Winding::new(triangles, bounds),
            rim,
            facing,
            turned,
        })
    }

    /// The mesh, unchanged.
    pub fn mesh(&self) -> &Mesh {
        self.model.mesh()
    }

    /// The smallest axis-aligned box around the mesh, as lower and upper corner.
    pub fn bounds(&self) -> [[f64; 3]; 2] {
        self.mesh().bounds().expect("it is not empty")
    }

    /// Whether the triangles leave no hole; in that case the signed distance has no jump.
    pub fn is_closed(&self) -> bool {
        self.rim.is_empty()
    }

    /// The number of triangles that were turned, because they disagreed with their neighbours.
    pub fn turned(&self) -> usize {
        self.turned
    }

    /// The generalised winding number: the sum over all triangles, as oriented here. On a triangle
    /// it is the mean of both sides.
    pub fn winding_number(&self, point: [f64; 3]) -> f64 {
        self.winding.exact(point)
    }

    /// The distance of a point from the mesh, negative inside.
    pub fn signed_distance(&self, point: [f64; 3]) -> f64 {
        self.nearest(point, &mut Probe::default()).signed_distance
    }

    /// The nearest point of the mesh, and the distance, negative inside.
    pub fn nearest(&self, point: [f64; 3], probe: &mut Probe) -> Nearest {
        self.nearest_within(point, f64::INFINITY, probe).expect("there is a triangle, however far")
    }

    /// Like [`nearest`](Self::nearest), but `None` if the whole mesh is further than `beyond`.
    pub(crate) fn nearest_within(
        &self,
        point: [f64; 3],
        beyond: f64,
        probe: &mut Probe,
    ) -> Option<Nearest> {
        let closest = self.closest(point, beyond, probe)?;
        let distance = closest.distance;
        let mut signed_distance = distance;
        // A point on the mesh is on neither side.
        if distance > 0.0 {
            let side = self.side(point, probe);
            probe.last = Some(LastPoint { point, distance, side });
            if side.is_inside {
                signed_distance = -distance;
            }
        }
        Some(Nearest { signed_distance, point: closest.on_a, triangle: closest.triangles[0] })
    }

    /// Whether all points within `reach` of the probe's last point are on its side too, unless the
    /// surface lies between: no hole is so near that the sign could jump there. `false` proves
    /// nothing.
    ///
    /// ```
    /// use feeler_field::{Probe, Solid};
    /// let hills = Solid::new(feeler_scenes::Shape::Terrain.mesh(2000))?;
    /// let mut probe = Probe::default();
    /// let above = hills.nearest([0.0, 0.0, 0.5], &mut probe);
    /// assert!(above.signed_distance > 0.0 && hills.keeps_side(0.1, &probe));
    /// assert!(!hills.keeps_side(2.0, &probe));
    /// # Ok::<(), feeler_field::FieldError>(())
    /// ```
    pub fn keeps_side(&self, reach: f64, probe: &Probe) -> bool {
        probe.last.is_some_and(|last| self.rim.change(last.point, reach) < last.side.margin)
    }

    /// The distance of a point without a sign, which is faster.
    pub fn distance(&self, point: [f64; 3], probe: &mut Probe) -> f64 {
        self.closest(point, f64::INFINITY, probe)
            .expect("there is a triangle, however far")
            .distance
    }

    fn closest(&self, point: [f64; 3], beyond: f64, probe: &mut Probe) -> Option<Closest> {
        let guess = probe.guess.map(|triangle| [triangle, 0]);
        let search = Search { guess, beyond, ties: Ties::Any, ..Search::default() };
        let pair = Pair::new(&self.model, &self.point).at(Pose::translation(point));
        let closest = pair.distance_with(&search, &mut probe.scratch).closest?;
        probe.guess = Some(closest.triangles[0]);
        Some(closest)
    }

    /// Whether a point that is not on the mesh is inside, and the margin by which its winding
    /// number decides so.
    fn side(&self, point: [f64; 3], probe: &mut Probe) -> PointSide {
        // If the surface is not crossed on the way from the last point, only the rim changes the
        // winding number.
        if let Some(LastPoint { point: last, distance, side }) = probe.last {
            let way = length(sub(point, last));
            if way < 0.999 * distance {
                let margin = side.margin - self.rim.change(last, way);
                if margin > 0.0 {
                    return PointSide { margin, ..side };
                }
            }
        }
        // The point is inside if this value is above one half.
        let measure = |w: f64| if self.is_closed() { w.abs() } else { self.facing * w };
        // The error is asked to be half of what suffices; the rest is the margin for the following
        // points.
        let decided =
            |w: f64, error: f64| 2.0 * error + WINDING_ROUNDING < (measure(w) - 0.5).abs();
        let (w, error) = self.winding.estimate(point, &mut probe.stack, decided);
        let margin = (measure(w) - 0.5).abs() - error - WINDING_ROUNDING;
        PointSide { is_inside: measure(w) > 0.5, margin }
    }
}

/// A bound above the rounding errors of all angles of a mesh.
const WINDING_ROUNDING: f64 = 1e-9;

/// Whether all triangles are in one plane, within the rounding errors of their coordinates.
fn is_flat(mesh: &Mesh, [low, high]: [[f64; 3]; 2]) -> bool {
    let extent = (0..3).fold(0.0, |m: f64, i| m.max(high[i] - low[i]));
    if extent == 0.0 {
        return true;
    }
    let corners = || mesh.triangles().iter().flatten().map(|&v| mesh.vertices()[v as usize]);
    let unit = |p: [f64; 3]| [0, 1, 2].map(|i| (p[i] - low[i]) / extent);
    let furthest = |measure: &dyn Fn([f64; 3]) -> f64| {
        let measured = corners().map(|p| (measure(unit(p)), unit(p)));
        measured.max_by(|p, q| p.0.total_cmp(&q.0)).expect("there is a triangle")
    };
    let first = corners().next().map(unit).expect("there is a triangle");
    let (_, second) = furthest(&|p| length(sub(p, first)));
    let along = sub(second, first);
    let (_, third) = furthest(&|p| length(cross(along, sub(p, first))));
    let normal = cross(along, sub(third, first));
    let (height, _) = furthest(&|p| dot(normal, sub(p, first)).abs());
    // Coordinates that are large compared with the extent have large rounding errors.
    let reach = (0..3).fold(0.0, |m: f64, i| m.max(low[i].abs()).max(high[i].abs()));
    height <= 1e-15 * (1.0 + reach / extent) * 16.0 * length(normal)
}
