//! A mesh that has an inside.

use crate::FieldError;
use crate::orient::Oriented;
use crate::rim::Rim;
use crate::vector::{cross, dot, length, sub};
use crate::winding::{Stack, Winding};
use feeler::{Closest, Mesh, Model, Pair, Pose, Scratch, Search, Ties};

/// A mesh and what tells its inside from its outside: the signed distance of any point.
///
/// ```
/// use feeler_field::Solid;
/// let ball = Solid::new(feeler_scenes::shape::sphere(5000))?;
/// assert!((ball.signed_distance([0.0, 0.0, 3.0]) - 2.0).abs() < 0.01);
/// assert!(ball.signed_distance([0.0, 0.0, 0.9]) < 0.0);
/// # Ok::<(), feeler_field::FieldError>(())
/// ```
///
/// The distance is that of [`Pair::distance`], exact. Inside is where the generalised winding number w is above one half:
///
/// - Triangles that disagree with their neighbours across an edge are turned first, by the majority of the area.
/// - Of a closed mesh w is whole, and everything with w ≠ 0 is inside. So overlaps and duplicates (w = 2) are inside, shells that face
///   inwards (w = -1) count as if they faced outwards, and a shell in a shell that faces the other way is a cavity (w = 0).
/// - Of an open mesh w is anything. It is oriented as a whole so that the volume under its triangles is positive, and w > 1/2 is inside:
///   the holes are closed by the surface of w = 1/2, from which the distance jumps between plus and minus.
#[derive(Clone, Debug)]
pub struct Solid {
    model: Model,
    /// A mesh of one point, to be moved about.
    point: Model,
    winding: Winding,
    rim: Rim,
    /// One, or minus one where an open mesh is inside out.
    facing: f64,
    turned: usize,
}

/// The point of a mesh that is nearest to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Negative inside.
    pub signed_distance: f64,
    /// Where it is.
    pub point: [f64; 3],
    /// On which triangle.
    pub triangle: u32,
}

/// Memory of one query after the other, of one [`Solid`]. Points that follow each other closely are faster than points here and there.
#[derive(Clone, Debug, Default)]
pub struct Probe {
    scratch: Scratch,
    stack: Stack,
    guess: Option<u32>,
    last: Option<Last>,
}

/// A point that was measured.
#[derive(Clone, Copy, Debug)]
struct Last {
    point: [f64; 3],
    distance: f64,
    side: Side,
}

#[derive(Clone, Copy, Debug)]
struct Side {
    is_inside: bool,
    margin: f64,
}

impl Solid {
    /// Fails for a mesh that is empty or flat: neither has an inside.
    pub fn new(mesh: Mesh) -> Result<Self, FieldError> {
        let bounds = mesh.bounds().ok_or(FieldError::Empty)?;
        if is_flat(&mesh, bounds) {
            return Err(FieldError::Flat);
        }
        let Oriented { triangles, rim, turned } = Oriented::new(&mesh);
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

    /// The mesh, as it was given.
    pub fn mesh(&self) -> &Mesh {
        self.model.mesh()
    }

    /// The smallest axis-aligned box around it, as lower and upper corner.
    pub fn bounds(&self) -> [[f64; 3]; 2] {
        self.mesh().bounds().expect("it is not empty")
    }

    /// Whether the triangles leave no hole: then the signed distance has no jump.
    pub fn is_closed(&self) -> bool {
        self.rim.is_empty()
    }

    /// How many triangles were turned, because they disagreed with their neighbours.
    pub fn turned(&self) -> usize {
        self.turned
    }

    /// The generalised winding number, all triangles summed up, as oriented here. On a triangle it is the mean of both sides.
    pub fn winding_number(&self, point: [f64; 3]) -> f64 {
        self.winding.exact(point)
    }

    /// The distance of a point, negative inside.
    pub fn signed_distance(&self, point: [f64; 3]) -> f64 {
        self.nearest(point, &mut Probe::default()).signed_distance
    }

    /// The nearest point of the mesh, and the distance, negative inside.
    pub fn nearest(&self, point: [f64; 3], probe: &mut Probe) -> Nearest {
        self.nearest_within(point, f64::INFINITY, probe).expect("there is a triangle, however far")
    }

    /// The same, or nothing if all of the mesh is further than `beyond`.
    pub(crate) fn nearest_within(
        &self,
        point: [f64; 3],
        beyond: f64,
        probe: &mut Probe,
    ) -> Option<Nearest> {
        let closest = self.closest(point, beyond, probe)?;
        let distance = closest.distance;
        let mut signed_distance = distance;
        // A point on the mesh has no side.
        if distance > 0.0 {
            let side = self.side(point, probe);
            probe.last = Some(Last { point, distance, side });
            if side.is_inside {
                signed_distance = -distance;
            }
        }
        Some(Nearest { signed_distance, point: closest.on_a, triangle: closest.triangles[0] })
    }

    /// Whether all points so near to the last one that the mesh is further away are on its side too.
    pub(crate) fn keeps_side(&self, reach: f64, probe: &Probe) -> bool {
        probe.last.is_some_and(|last| self.rim.change(last.point, reach) < last.side.margin)
    }

    /// The distance of a point without a sign, which takes less time.
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

    /// Whether a point that is not on the mesh is inside, and how far its winding number is from saying the contrary.
    fn side(&self, point: [f64; 3], probe: &mut Probe) -> Side {
        // Where nothing is passed on the way from the last point, the winding number changes with the rim only.
        if let Some(Last { point: last, distance, side }) = probe.last {
            let way = length(sub(point, last));
            if way < 0.999 * distance {
                let margin = side.margin - self.rim.change(last, way);
                if margin > 0.0 {
                    return Side { margin, ..side };
                }
            }
        }
        // What is above one half is inside.
        let measure = |w: f64| if self.is_closed() { w.abs() } else { self.facing * w };
        // Twice as sure as it takes: what is left is the margin for the points that follow.
        let decided = |w: f64, error: f64| 2.0 * error + ROUNDING < (measure(w) - 0.5).abs();
        let (w, error) = self.winding.estimate(point, &mut probe.stack, decided);
        let margin = (measure(w) - 0.5).abs() - error - ROUNDING;
        Side { is_inside: measure(w) > 0.5, margin }
    }
}

/// More than the rounding of all angles of a mesh.
const ROUNDING: f64 = 1e-9;

/// Whether all triangles are in one plane, up to the rounding of their coordinates.
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
    // Coordinates that are large for their extent are rounded coarsely.
    let reach = (0..3).fold(0.0, |m: f64, i| m.max(low[i].abs()).max(high[i].abs()));
    height <= 1e-15 * (1.0 + reach / extent) * 16.0 * length(normal)
}
