//! Regions of contact: what of two surfaces meets in one place.
//!
//! Triangles that meet are in one region if a curve passes from one pair to the next, if they lie on each other in one
//! patch, or if they touch, and one of them is the same while the others have a common corner.
//!
//! - `gather`: which contacts are in one region;
//! - `thickness`: how thick what both solids share is behind a region.

mod gather;
mod thickness;

use crate::{Boundary, Curve, FlatPatch};
use feeler::inside::vector::{add_scaled, cross, dot, length, squared_distance, sub};
use feeler::{Contact, Pair, Pose, Scratch};
use gather::Gathered;

/// A place where two surfaces meet.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Region {
    /// The pairs of triangles that meet here, in order.
    pub contacts: Vec<Contact>,
    /// The direction in which B would be pushed: the mean of A's outer normals over what of A is inside of B or on
    /// it, weighted by area. `None` if it is without area, or open.
    pub normal: Option<[f64; 3]>,
    /// The centre of that area, as seen along the normal; without a normal the mean of the points.
    pub centroid: [f64; 3],
    /// The smallest axis-parallel box around the points, as lower and upper corner.
    pub extent: [[f64; 3]; 2],
    /// The area of flat patches.
    pub flat_area: f64,
    /// How far what both solids share here reaches along the normal; a piece of surface that reaches from one region to another counts
    /// for both. `None` without a normal, or if a mesh has holes or meets itself.
    pub depth: Option<f64>,
    /// The points: of curves, of outlines of patches, and where triangles only touch.
    pub points: Vec<[f64; 3]>,
    /// The corner that is furthest from the points: of A along the normal, or of B against it. `None` without a depth, and where
    /// no corner is beyond them.
    pub deepest: Option<[f64; 3]>,
}

impl Region {
    /// The regions of two solids with B at a pose in A's frame, in the order of their first contacts.
    ///
    /// ```
    /// use feeler::{Model, Pose};
    /// use feeler_field::{Boundary, Region};
    /// let cube = Model::new(feeler_scenes::shape::cuboid(300)); // from -1 to 1
    /// let cube = Boundary::of(&cube);
    /// let regions = Region::all(&cube, &cube, Pose::translation([0.25, 0.25, 1.75]));
    /// assert_eq!(regions.len(), 1);
    /// assert_eq!(regions[0].manifold(4).len(), 4);
    /// assert_eq!(regions[0].extent[0], [-0.75, -0.75, 0.75]);
    /// ```
    ///
    /// The normal follows the order of corners in the meshes.
    #[must_use]
    pub fn all(a: &Boundary<'_>, b: &Boundary<'_>, pose: Pose) -> Vec<Self> {
        let pair = Pair::new(a.model(), b.model()).at(pose);
        let mut scratch = Scratch::new();
        let curves = Curve::all_with(&pair, &mut scratch);
        let patches = FlatPatch::all_with(&pair, &mut scratch);
        let contacts = pair.contacts_with(&mut scratch);
        let gathered = gather::all(&pair, contacts, &curves, &patches);
        let mut regions: Vec<Self> = gathered.iter().map(|all| Self::of(&pair, all)).collect();
        let is_solid = |solid: &Boundary<'_>| solid.is_closed() && solid.self_contact().is_none();
        if regions.iter().any(|region| region.normal.is_some()) && is_solid(a) && is_solid(b) {
            thickness::measure([a, b], pose, &mut regions);
        }
        regions
    }

    fn of(pair: &Pair<'_>, gathered: &Gathered<'_>) -> Self {
        let points = gathered.points(pair);
        let count = points.len() as f64;
        let mean = points.iter().fold([0.0; 3], |sum, &p| add_scaled(sum, 1.0 / count, p));
        let ends = |pick: fn(f64, f64) -> f64| {
            let all = points.iter().copied();
            all.reduce(|p, q| [0, 1, 2].map(|i| pick(p[i], q[i]))).unwrap_or_default()
        };
        let extent = [ends(f64::min), ends(f64::max)];
        let mut region = Self {
            contacts: gathered.contacts.clone(),
            normal: None,
            centroid: mean,
            extent,
            flat_area: gathered.patches.iter().map(|patch| patch.area).fold(0.0, |sum, x| sum + x),
            depth: None,
            points,
            deepest: None,
        };
        let size = length(sub(extent[1], extent[0]));
        let vector =
            pieces(gathered, mean).fold([0.0; 3], |sum, [area, _]| add_scaled(sum, 1.0, area));
        let area = length(vector);
        if gathered.curves.iter().all(|curve| curve.is_closed) && area > LEAST_AREA * size * size {
            let normal = vector.map(|x| x / area);
            let weighted = |sum, [area, center]: [[f64; 3]; 2]| {
                add_scaled(sum, dot(area, normal), sub(center, mean))
            };
            let moment = pieces(gathered, mean).fold([0.0; 3], weighted);
            region.normal = Some(normal);
            region.centroid = add_scaled(mean, 1.0 / area, moment);
        }
        region
    }

    /// At most `most` of the points that stand for the region: the deepest one, and then each time the one that is the
    /// furthest from those chosen. It is the same on every machine.
    #[must_use]
    pub fn manifold(&self, most: usize) -> Vec<[f64; 3]> {
        let mut chosen: Vec<[f64; 3]> = self.deepest.into_iter().take(most).collect();
        // The square of the distance of each point from those chosen.
        let from = chosen.first().copied().unwrap_or(self.centroid);
        let mut gaps: Vec<f64> = self.points.iter().map(|&p| squared_distance(p, from)).collect();
        while chosen.len() < most.min(self.points.len() + usize::from(self.deepest.is_some())) {
            // Of equals the first.
            let Some(next) = (0..gaps.len()).rev().max_by(|&i, &j| gaps[i].total_cmp(&gaps[j]))
            else {
                break;
            };
            if gaps[next] == 0.0 && !chosen.is_empty() {
                break;
            }
            let point = self.points[next];
            chosen.push(point);
            for (gap, &p) in gaps.iter_mut().zip(&self.points) {
                *gap = gap.min(squared_distance(p, point));
            }
        }
        chosen
    }
}

/// The least area of a region, as a share of the square of its size, that has a normal: below are rounding errors.
const LEAST_AREA: f64 = 1e-9;

/// Areas, as vectors, and their centres: of triangles between a point and the curves, and of patches.
fn pieces<'g>(
    gathered: &'g Gathered<'_>,
    middle: [f64; 3],
) -> impl Iterator<Item = [[f64; 3]; 2]> + 'g {
    let of_curves = gathered.curves.iter().flat_map(move |curve| {
        let next = curve.points.iter().cycle().skip(1);
        curve.points.iter().zip(next).map(move |(&p, &q)| {
            let area = cross(sub(p, middle), sub(q, middle)).map(|x| 0.5 * x);
            [area, [0, 1, 2].map(|i| (p[i] + q[i] + middle[i]) / 3.0)]
        })
    });
    let of_patches =
        gathered.patches.iter().map(|patch| [patch.normal.map(|x| x * patch.area), patch.centroid]);
    of_curves.chain(of_patches)
}
