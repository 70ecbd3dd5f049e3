//! How often a mesh winds around a spot, exactly.

use super::Boundary;
use super::boxes::{Bounds, posed};
use crate::exact::{Facet, Passing, Place, Spot, Triangle, lies_on, place_side};
use feeler::Pose;

impl Boundary<'_> {
    /// Whether a spot that is not on the mesh is inside. The mesh must be closed.
    ///
    /// The ray from the spot along x, stepped aside by less than any number, meets no edge
    /// ([`Spot`]), so it enters or leaves through the inner of each triangle that it meets. The sum
    /// of the signs of these crossings is the winding number.
    pub(crate) fn encloses(&self, spot: &Spot, pose: Option<&Pose>) -> bool {
        self.outlook(&spot.place, pose).encloses(spot)
    }

    /// What the rays along x from all spots at a place have in common. The mesh must be closed.
    pub(crate) fn outlook(&self, place: &Place, pose: Option<&Pose>) -> Outlook {
        debug_assert!(self.is_closed());
        let mut outlook = Outlook { winding: 0, open: Vec::new() };
        let around = Bounds::around(place);
        self.boxes.walk(
            pose,
            |bounds| is_ahead(bounds, &around),
            |index| {
                let triangle = posed(&self.triangles[index as usize], pose);
                match Passing::new(triangle, place) {
                    Passing::Alike(winding) => outlook.winding += winding,
                    Passing::Open(facet) => outlook.open.push(*facet),
                }
                true
            },
        );
        outlook
    }

    /// The triangles, posed, that contain a place. Triangles without area are left out if the place
    /// has no f64 coordinates.
    pub(crate) fn star(&self, place: &Place, pose: Option<&Pose>) -> Vec<(u32, Triangle)> {
        let around = Bounds::around(place);
        let mut star = Vec::new();
        self.boxes.walk(
            pose,
            |bounds| bounds.meets(&around),
            |index| {
                let triangle = posed(&self.triangles[index as usize], pose);
                if Bounds::of(&triangle).meets(&around)
                    && place_side(&triangle, place) == 0
                    && lies_on(&triangle, place)
                {
                    star.push((index, triangle));
                }
                true
            },
        );
        star
    }
}

/// Whether a ray along x from somewhere in a box may meet something in another box.
fn is_ahead(bounds: &Bounds, from: &Bounds) -> bool {
    let beside = |i: usize| from.high[i] < bounds.low[i] || bounds.high[i] < from.low[i];
    !(bounds.high[0] < from.low[0] || beside(1) || beside(2))
}

/// The rays along x from all spots at a place.
pub(crate) struct Outlook {
    /// The winding number, as far as it is the same for all of them.
    winding: i32,
    /// The triangles that some of them may pass and others not.
    open: Vec<Facet>,
}

impl Outlook {
    /// Whether a spot at the place that is not on the mesh is inside.
    pub(crate) fn encloses(&self, spot: &Spot) -> bool {
        let winding: i32 = self.open.iter().map(|facet| facet.passes(&spot.toward)).sum();
        self.winding + winding != 0
    }
}
