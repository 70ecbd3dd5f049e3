//! A triangle as it is seen along x from one place.
//!
//! All determinants that decide whether a ray passes a triangle are linear in the start of the ray.
//! So the sign at `p + ε d + ε² e + …` is that of the first term of p, d, e, … that is not zero.
//! The terms of p are the same for all spots at a place, and most often they decide.

use super::number::{Vector, dot, normal, sign_of, vector_between};
use super::side::{component, flat_turn, place_side, place_turn};
use super::{Place, Sign, Triangle};
use std::cell::OnceCell;

/// A triangle that some of the rays along x from the spots at a place may pass, and others not: it contains
/// the place, or the ray from the place itself meets one of its edges.
#[derive(Debug)]
pub(crate) struct Facet {
    corners: Triangle,
    /// The turn at each edge, from corner to next corner, as the place sees it.
    turns: [Sign; 3],
    /// The side of the triangle on which the place is.
    side: Sign,
    exact: OnceCell<Directions>,
}

#[derive(Debug)]
struct Directions {
    normal: Vector,
    edges: [Vector; 3],
}

/// How rays along x pass a triangle.
#[derive(Debug)]
pub(crate) enum Passing {
    /// All in the same way: 1 from back to front, -1 from front to back, 0 not at all.
    Alike(i32),
    /// It depends on the spot.
    Open(Box<Facet>),
}

impl Passing {
    /// How the rays from the spots at a place pass a triangle.
    pub(crate) fn new(corners: Triangle, place: &Place) -> Self {
        let [a, b, c] = corners;
        let turns = [place_turn(a, b, place), place_turn(b, c, place), place_turn(c, a, place)];
        if turns.contains(&1) && turns.contains(&-1) {
            return Self::Alike(0);
        }
        let side = place_side(&corners, place);
        if side == 0 || turns.contains(&0) {
            return Self::Open(Box::new(Facet { corners, turns, side, exact: OnceCell::new() }));
        }
        Self::Alike(if side == -turns[0] { i32::from(turns[0]) } else { 0 })
    }
}

impl Facet {
    /// How the ray from a spot passes: 1 from back to front, -1 from front to back, 0 if it does not. `toward` are the
    /// steps from the place to the spot.
    pub(crate) fn passes(&self, toward: &[Vector]) -> i32 {
        let facing = self.turn(0, toward);
        if facing == 0 || self.turn(1, toward) != facing || self.turn(2, toward) != facing {
            return 0;
        }
        // The normal points forwards if the corners are seen counter-clockwise against x, and then
        // the triangle is ahead of all that is behind its plane.
        if self.side(toward) == -facing { i32::from(facing) } else { 0 }
    }

    /// The turn from a corner over the next one to the spot as seen against x, that is with y to the
    /// right and z upwards: 1 to the left. It is zero only if both corners are one point there.
    fn turn(&self, edge: usize, toward: &[Vector]) -> Sign {
        if self.turns[edge] != 0 {
            return self.turns[edge];
        }
        let by_steps = toward
            .iter()
            .map(|step| flat_turn(&self.directions().edges[edge], step))
            .find(|&sign| sign != 0);
        let (a, b) = (self.corners[edge], self.corners[(edge + 1) % 3]);
        let sign = |from: f64, to: f64| (from < to) as Sign - (from > to) as Sign;
        // The last steps go along y and z.
        by_steps.unwrap_or_else(|| match sign(b[2], a[2]) {
            0 => sign(a[1], b[1]),
            sign => sign,
        })
    }

    /// The side of the plane on which the spot is; zero only if the plane is normal to x, and the
    /// spot does not leave it but along y and z.
    fn side(&self, toward: &[Vector]) -> Sign {
        if self.side != 0 {
            return self.side;
        }
        let by_steps = toward
            .iter()
            .map(|step| sign_of(&dot(&self.directions().normal, step)))
            .find(|&sign| sign != 0);
        by_steps.unwrap_or_else(|| match component(&self.corners, 1) {
            0 => component(&self.corners, 2),
            sign => sign,
        })
    }

    fn directions(&self) -> &Directions {
        self.exact.get_or_init(|| {
            let edge = |i: usize| vector_between(self.corners[i], self.corners[(i + 1) % 3]);
            Directions { normal: normal(&self.corners), edges: [edge(0), edge(1), edge(2)] }
        })
    }
}
