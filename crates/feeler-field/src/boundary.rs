//! The surface of a solid: which points are inside, and what is known of the solid as a whole.
//!
//! - `seams`: edges, holes, components and patches of a mesh;
//! - `boxes`: its triangles in a tree of exact boxes;
//! - `rays`: how often it winds around a point;
//! - `knots`: where it meets itself;
//! - `size`: volume, area and centroid.

pub(crate) mod boxes;
mod knots;
pub(crate) mod rays;
mod seams;
mod size;

use crate::exact::{Place, Spot, Triangle, negated, normal};
use crate::orient::Oriented;
use crate::winding::{NodeStack, Winding};
use boxes::Boxes;
use feeler::{Contact, Model, Pose};
use knots::Knots;
pub(crate) use seams::Groups;
use seams::Seams;
use std::sync::OnceLock;

/// The surface of a solid: a model, and what tells its inside from its outside.
///
/// For a closed mesh this is exact, whatever the mesh looks like otherwise: a point is inside if
/// the mesh winds around it. Overlapping bodies and shells of either orientation count as in
/// [`Solid`](crate::Solid). The inside of a mesh with holes is an estimate, with its confidence.
///
/// ```
/// use feeler::Model;
/// use feeler_field::{Boundary, Position};
/// let cube = Model::new(feeler_scenes::shape::cuboid(1200));
/// let cube = Boundary::of(&cube);
/// assert!(cube.is_closed() && cube.self_contact().is_none());
/// assert!((cube.volume().unwrap() - 8.0).abs() < 1e-12);
/// assert_eq!(cube.locate([1.0, 0.3, 0.0]).position, Position::On);
/// assert_eq!(cube.locate([1.0_f64.next_down(), 0.3, 0.0]).position, Position::Inside);
/// ```
///
/// It is made once for a mesh, in one or two microseconds a triangle, and kept for many questions. A
/// point then takes about a microsecond.
#[derive(Debug)]
pub struct Boundary<'m> {
    model: &'m Model,
    /// The triangles, turned to agree with their neighbours.
    triangles: Vec<Triangle>,
    boxes: Boxes,
    seams: Seams,
    turned: usize,
    /// The winding number, and the sign that makes the volume under the mesh positive.
    winding: OnceLock<Option<(Winding, f64)>>,
    self_contact: OnceLock<Option<Contact>>,
    self_contacts: OnceLock<Vec<Contact>>,
    patch_sides: OnceLock<Vec<PatchSides>>,
    fans: OnceLock<Fans>,
}

/// The triangles at each place.
#[derive(Debug)]
struct Fans {
    /// Where the triangles of each place begin, and where the last ones end.
    starts: Vec<u32>,
    triangles: Vec<u32>,
}

/// Whether the points in front of the triangles of a patch, and those behind, are inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PatchSides {
    pub(crate) front: bool,
    pub(crate) back: bool,
}

/// A hole of a mesh: edges that are passed more often in one direction than in the other, and hang
/// together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hole {
    /// The number of its edges.
    pub edges: usize,
    /// The sum of their lengths.
    pub length: f64,
    /// The diagonal of the axis-parallel box around them.
    pub size: f64,
}

/// Where a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// Strictly inside.
    Inside,
    /// On a triangle.
    On,
    /// Strictly outside.
    Outside,
}

/// Where a point is, and how certain that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Located {
    /// The position of the point.
    pub position: Position,
    /// 1 if the position is proven. If the mesh has holes, twice the distance of the winding number
    /// from one half, at most 0.99: near 0 beside a hole, near 1 far away from all of them.
    pub confidence: f64,
}

impl Located {
    pub(crate) const fn proven(position: Position) -> Self {
        Self { position, confidence: 1.0 }
    }
}

/// The highest confidence of an estimate.
pub(crate) const MOST_CONFIDENCE: f64 = 0.99;

impl<'m> Boundary<'m> {
    /// Prepares a model. Every mesh will do: nothing is inside an empty or a flat one.
    pub fn of(model: &'m Model) -> Self {
        let oriented = Oriented::new(model.mesh());
        let seams = Seams::new(&oriented);
        Self {
            model,
            boxes: Boxes::new(model),
            seams,
            turned: oriented.turned,
            triangles: oriented.triangles,
            winding: OnceLock::new(),
            self_contact: OnceLock::new(),
            self_contacts: OnceLock::new(),
            patch_sides: OnceLock::new(),
            fans: OnceLock::new(),
        }
    }

    /// The model.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// Whether the mesh has no holes: the triangles at each edge, turned to agree with their
    /// neighbours, pass it as often in one direction as in the other. An empty mesh has none.
    pub fn is_closed(&self) -> bool {
        self.seams.holes.is_empty()
    }

    /// The holes of an open mesh, the longest first.
    pub fn holes(&self) -> &[Hole] {
        &self.seams.holes
    }

    /// The number of triangles that disagree with most of their neighbours about what is in front;
    /// here they are turned.
    pub fn turned(&self) -> usize {
        self.turned
    }

    /// The number of components: triangles with a common corner position are in one component.
    pub fn components(&self) -> usize {
        self.seams.components.count
    }

    /// The component of a triangle, counted from 0 in the order of the first triangles.
    pub fn component(&self, triangle: u32) -> usize {
        self.seams.components.of[triangle as usize] as usize
    }

    /// The first triangle of each component.
    pub(crate) fn firsts(&self) -> &[u32] {
        &self.seams.firsts
    }

    /// Two triangles of the mesh that meet elsewhere than at a common corner or edge, lower number first;
    /// `None` if the mesh neither crosses nor touches itself. Triangles without area are left out.
    ///
    /// The first call searches, the result is kept.
    pub fn self_contact(&self) -> Option<Contact> {
        *self.self_contact.get_or_init(|| self.knots().first())
    }

    /// All such pairs.
    pub(crate) fn self_contacts(&self) -> &[Contact] {
        if self.self_contact().is_none() {
            return &[];
        }
        self.self_contacts.get_or_init(|| self.knots().all())
    }

    fn knots(&self) -> Knots<'_> {
        let Self { triangles, boxes, seams, .. } = self;
        Knots { triangles, boxes, degenerate: &seams.degenerate }
    }

    /// Where a point is. It is exact for a closed mesh.
    pub fn locate(&self, point: [f64; 3]) -> Located {
        let spot = Spot::at(point);
        if !self.star(&spot.place, None).is_empty() {
            return Located::proven(Position::On);
        }
        if self.is_closed() {
            let inside = self.encloses(&spot, None);
            return Located::proven(if inside { Position::Inside } else { Position::Outside });
        }
        self.estimate(point)
    }

    /// The position of a point that is not on an open mesh.
    pub(crate) fn estimate(&self, point: [f64; 3]) -> Located {
        let w = self.winding_number(point);
        let position = if w > 0.5 { Position::Inside } else { Position::Outside };
        Located { position, confidence: (2.0 * (w - 0.5).abs()).min(MOST_CONFIDENCE) }
    }

    /// The generalised winding number of an open mesh, oriented as a whole so that the volume under it is
    /// positive.
    pub(crate) fn winding_number(&self, point: [f64; 3]) -> f64 {
        let winding = self.winding.get_or_init(|| {
            let bounds = self.model.mesh().bounds()?;
            let extent = (0..3).fold(0.0, |m: f64, i| m.max(bounds[1][i] - bounds[0][i]));
            let sign = if self.signed_volume() < 0.0 { -1.0 } else { 1.0 };
            (extent > 0.0).then(|| (Winding::new(self.triangles.clone(), bounds), sign))
        });
        let Some((winding, sign)) = winding else { return 0.0 };
        let decided = |w: f64, error: f64| error < 0.01 && 4.0 * error < (w.abs() - 0.5).abs();
        let (w, _) = winding.estimate(point, &mut NodeStack::default(), decided);
        sign * w
    }

    /// What is in front of each patch and behind it, at the middle of its first triangle. If the
    /// mesh does not meet itself, it is so all over the patch.
    pub(crate) fn patch_sides(&self, patch: u32) -> PatchSides {
        let sides = self.patch_sides.get_or_init(|| {
            let patches = &self.seams.patches;
            let mut first: Vec<Option<u32>> = vec![None; patches.count];
            for triangle in 0..self.triangles.len() {
                if !self.seams.degenerate[triangle] {
                    first[patches.of[triangle] as usize].get_or_insert(triangle as u32);
                }
            }
            let nothing = PatchSides { front: false, back: false };
            first.iter().map(|first| first.map_or(nothing, |t| self.sides_at_middle(t))).collect()
        });
        sides[patch as usize]
    }

    pub(crate) fn sides_at_middle(&self, triangle: u32) -> PatchSides {
        let corners = &self.triangles[triangle as usize];
        let (middle, normal) = (Place::middle(corners), normal(corners));
        let back = negated(&normal);
        let [front, back] =
            [normal, back].map(|to| self.encloses(&Spot::beside(middle.clone(), vec![to]), None));
        PatchSides { front, back }
    }

    pub(crate) fn patch(&self, triangle: u32) -> u32 {
        self.seams.patches.of[triangle as usize]
    }

    /// The number of patches.
    pub(crate) fn patches(&self) -> usize {
        self.seams.patches.count
    }

    pub(crate) fn is_degenerate(&self, triangle: u32) -> bool {
        self.seams.degenerate[triangle as usize]
    }

    /// The pieces that some triangles make, joined where two of them share an edge with no third triangle.
    pub(crate) fn pieces(&self, wanted: impl Fn(u32) -> bool) -> Groups {
        let both = |pair: &&[u32; 2]| pair.iter().all(|&triangle| wanted(triangle));
        let pairs = self.seams.neighbours.iter().filter(both).copied();
        Groups::joined(self.triangles.len(), pairs)
    }

    /// The triangles that share an edge with each triangle, if no third one does; `u32::MAX` where there is
    /// none.
    pub(crate) fn neighbours(&self) -> Vec<[u32; 3]> {
        let mut all = vec![[u32::MAX; 3]; self.triangles.len()];
        let mut add = |to: u32, neighbour: u32| {
            let free = all[to as usize].iter_mut().find(|known| **known == u32::MAX);
            *free.expect("a triangle has three edges") = neighbour;
        };
        for &[p, q] in &self.seams.neighbours {
            add(p, q);
            add(q, p);
        }
        all
    }

    /// The number of the place of a corner of a triangle: corners at one position have one number.
    pub(crate) fn place(&self, triangle: u32, corner: usize) -> u32 {
        self.seams.corners[triangle as usize][corner]
    }

    /// The number of places.
    pub(crate) fn places(&self) -> usize {
        self.seams.places
    }

    /// The triangles at a place.
    pub(crate) fn fan(&self, place: u32) -> &[u32] {
        let Fans { starts, triangles } =
            self.fans.get_or_init(|| Fans::of(&self.seams.corners, self.seams.places));
        let [from, to] = [0, 1].map(|next| starts[place as usize + next] as usize);
        &triangles[from..to]
    }

    /// The corners of a triangle, in the order of the mesh.
    pub(crate) fn corners(&self, index: u32) -> Triangle {
        self.model.mesh().triangle(index)
    }

    /// 1 if a triangle, in the order of the mesh, has the inside behind it, -1 if in front, and 0 if the same
    /// is on both sides. The mesh must not meet itself.
    pub(crate) fn bounds_by(&self, index: u32) -> f64 {
        let is_turned = self.triangles[index as usize] != self.corners(index);
        if is_turned { -self.weight(index) } else { self.weight(index) }
    }

    /// A triangle, turned to agree with its neighbours.
    pub(crate) fn triangle(&self, index: u32, pose: Option<&Pose>) -> Triangle {
        boxes::posed(&self.triangles[index as usize], pose)
    }

    /// The number of triangles.
    pub(crate) fn len(&self) -> u32 {
        self.triangles.len() as u32
    }
}

impl Fans {
    fn of(corners: &[[u32; 3]], places: usize) -> Self {
        let mut starts = vec![0_u32; places + 1];
        for &place in corners.as_flattened() {
            starts[place as usize + 1] += 1;
        }
        for place in 0..places {
            starts[place + 1] += starts[place];
        }
        let mut next = starts.clone();
        let mut triangles = vec![0; corners.len() * 3];
        for (index, corners) in (0..).zip(corners) {
            for &place in corners {
                let slot = &mut next[place as usize];
                triangles[*slot as usize] = index;
                *slot += 1;
            }
        }
        Self { starts, triangles }
    }
}
