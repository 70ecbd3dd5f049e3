//! A solid, prepared for questions about depth.

use super::convex;
use super::support::Points;
use super::vectors::all_around;
use crate::Boundary;
use feeler::Model;
use std::collections::HashSet;
use std::sync::OnceLock;

/// A solid, prepared for questions about depth: its boundary, its convex hull, and whether it is
/// convex.
///
/// ```
/// use feeler::Model;
/// use feeler_field::Body;
/// let [cube, ring] = [feeler_scenes::shape::cuboid(300), feeler_scenes::shape::ring(300)].map(Model::new);
/// assert!(Body::of(&cube).is_convex() && !Body::of(&ring).is_convex());
/// ```
///
/// It is made once for a mesh and kept for many questions.
#[derive(Debug)]
pub struct Body<'m> {
    boundary: Boundary<'m>,
    /// A corner of each component.
    anchors: Vec<[f64; 3]>,
    /// The box around the mesh; `None` if it is empty.
    bounds: Option<[[f64; 3]; 2]>,
    shape: OnceLock<Shape>,
}

/// What is known of the convex hull.
#[derive(Debug)]
struct Shape {
    /// The corners of the hull; if the mesh is not convex, those that are farthest in some direction of
    /// many.
    extremes: Points,
    /// How far the inside is from the hull; `None` if it is not nearly convex.
    flaw: Option<f64>,
}

/// The number of directions in which the farthest corners stand for the hull of a mesh that is not
/// convex. The hull is only used to propose a direction.
const DIRECTIONS: usize = 400;

impl<'m> Body<'m> {
    /// Prepares a model. Every mesh will do; see [`Proof`](crate::Proof) for meshes with holes.
    pub fn of(model: &'m Model) -> Self {
        let boundary = Boundary::of(model);
        let mesh = model.mesh();
        let corner = |&triangle: &u32| mesh.triangle(triangle)[0];
        let anchors = boundary.firsts().iter().map(corner).collect();
        Self { boundary, anchors, bounds: mesh.bounds(), shape: OnceLock::new() }
    }

    /// The boundary, which tells whether the mesh is closed.
    pub fn boundary(&self) -> &Boundary<'m> {
        &self.boundary
    }

    /// The model.
    pub fn model(&self) -> &'m Model {
        self.boundary.model()
    }

    /// Whether the mesh is closed and its inside is convex, but for a billionth of its size: a
    /// convex mesh that was turned has corners that are rounded.
    pub fn is_convex(&self) -> bool {
        self.flaw().is_some()
    }

    /// How far the inside is from its convex hull; `None` if it is not nearly convex.
    pub(super) fn flaw(&self) -> Option<f64> {
        self.shape().flaw
    }

    pub(super) fn extremes(&self) -> &Points {
        &self.shape().extremes
    }

    /// A corner of each component.
    pub(super) fn anchors(&self) -> &[[f64; 3]] {
        &self.anchors
    }

    /// The box around the mesh; `None` if it is empty.
    pub(super) fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        self.bounds
    }

    fn shape(&self) -> &Shape {
        self.shape.get_or_init(|| {
            let mesh = self.model().mesh();
            let used = mesh.triangles().as_flattened().iter();
            let corners = distinct(used.map(|&vertex| mesh.vertices()[vertex as usize]));
            let flaw = convex::flaw(mesh);
            let extremes = match flaw {
                Some(_) => corners,
                None => distinct(all_around(DIRECTIONS).map(|n| corners.farthest(n))),
            };
            Shape { extremes, flaw }
        })
    }
}

/// The same points, each once, in their order.
fn distinct(points: impl Iterator<Item = [f64; 3]>) -> Points {
    let mut known = HashSet::new();
    Points::new(points.filter(|point| known.insert(point.map(|x| (x + 0.0).to_bits()))))
}
