//! How often a mesh winds around a spot, exactly.

use super::Boundary;
use super::boxes::{Bounds, posed};
use crate::exact::{Place, Spot, Triangle, lies_on, place_side, side, turn};
use feeler::Pose;

impl Boundary<'_> {
    /// Whether a spot that is not on the mesh is inside. The mesh must be closed.
    ///
    /// The ray from the spot along x, stepped aside by less than any number, meets no edge
    /// ([`Spot`]), so it enters or leaves through the inner of each triangle that it meets. The sum
    /// of the signs of these crossings is the winding number.
    pub(crate) fn encloses(&self, spot: &Spot, pose: Option<&Pose>) -> bool {
        debug_assert!(self.is_closed());
        let mut winding = 0;
        let around = Bounds::around(&spot.place);
        self.boxes.walk(
            pose,
            |bounds| is_ahead(bounds, &around),
            |triangle| {
                winding += passes(&posed(&self.triangles[triangle as usize], pose), spot);
                true
            },
        );
        winding != 0
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

/// How the ray along x from a spot passes a triangle: 1 from back to front, -1 from front to back,
/// 0 if it does not.
fn passes(triangle: &Triangle, spot: &Spot) -> i32 {
    let [a, b, c] = *triangle;
    let facing = turn(a, b, spot);
    if facing == 0 || turn(b, c, spot) != facing || turn(c, a, spot) != facing {
        return 0;
    }
    // The normal points forwards if the corners are seen counter-clockwise against x, and then the
    // triangle is ahead of all that is behind its plane.
    if side(triangle, spot) == -facing { i32::from(facing) } else { 0 }
}
