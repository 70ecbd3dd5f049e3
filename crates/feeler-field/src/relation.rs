//! How two solids lie to each other.
//!
//! # Why it is exact
//!
//! The triangles of both meshes divide space into *cells*, open sets in which neither "inside of
//! A" nor "inside of B" changes. Three facts decide the relation: whether there is a cell inside of
//! both, one inside of A only, and one inside of B only ([`Facts`]). So each cell must be looked at
//! once, or another one with the same answer:
//!
//! 1. A cell other than all of space has a piece P of a triangle T at its border, where T is divided
//!    by all that it meets besides its neighbours at their common edges and corners.
//! 2. If T meets nothing, P is all of T. Triangles that meet nothing and share an edge with no third
//!    triangle have the same cells in front and behind, so one triangle of each such *piece* of
//!    surface is looked at from both sides (`pieces`).
//! 3. Otherwise P is a polygon whose border reaches what T meets. Its corner there is a corner of
//!    the section of T with another triangle, or a point that three triangles share (`corners`).
//!    Around each such corner, all sectors between the directions in which triangles meet are looked
//!    at from both sides (`around`), one of which is that of P.
//!
//! To look means to step from the corner into the cell by less than any number
//! ([`Spot`](crate::exact::Spot)), so no cell is too thin.
//!
//! - `solids`: the two solids and what is known of them;
//! - `facts`: what was seen, and what follows;
//! - `flat`: faces that lie on each other, where little must be looked at;
//! - `exact`: the search for closed meshes; `estimate`: samples for meshes with holes.

mod around;
mod corners;
mod estimate;
mod exact;
mod facts;
mod flat;
mod pieces;
mod solids;

use crate::Boundary;
use feeler::{Pair, Pose};
use solids::Solids;

/// What two solids are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// They share no point, and neither is inside of the other.
    Apart,
    /// They share points, but no point is inside of both.
    Touching,
    /// Some points are inside of both, and some inside of each of them alone.
    Crossing,
    /// All that is inside of B is inside of A. They may touch from within.
    BInsideA,
    /// All that is inside of A is inside of B. They may touch from within.
    AInsideB,
    /// The same points are inside of both, however their surfaces are cut into triangles.
    Same,
}

impl Relation {
    /// All relations.
    pub const ALL: [Self; 6] =
        [Self::Apart, Self::Touching, Self::Crossing, Self::BInsideA, Self::AInsideB, Self::Same];

    /// A name of one word: `apart`, `touching`, `crossing`, `b-inside-a`, `a-inside-b`, `same`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Apart => "apart",
            Self::Touching => "touching",
            Self::Crossing => "crossing",
            Self::BInsideA => "b-inside-a",
            Self::AInsideB => "a-inside-b",
            Self::Same => "same",
        }
    }

    /// The relation of the solids of a pair. Keep the boundaries for more than one question, and
    /// use [`Relation::between`].
    ///
    /// ```
    /// use feeler::{Model, Pair, Pose};
    /// use feeler_field::Relation;
    /// let cube = Model::new(feeler_scenes::shape::cuboid(12)); // from -1 to 1
    /// let relation = |x: f64| {
    ///     let pair = Pair::new(&cube, &cube).at(Pose::translation([x, 0.0, 0.0]));
    ///     Relation::of(&pair).relation
    /// };
    /// assert_eq!(relation(0.0), Relation::Same);
    /// assert_eq!(relation(0.5), Relation::Crossing);
    /// assert_eq!(relation(2.0), Relation::Touching); // a face on a face
    /// assert_eq!(relation(2.5), Relation::Apart);
    /// ```
    pub fn of(pair: &Pair<'_>) -> Related {
        Self::between(&Boundary::of(pair.a()), &Boundary::of(pair.b()), pair.pose())
    }

    /// The relation of two solids, with B at a pose in A's frame.
    ///
    /// It is exact for closed meshes and the posed vertices of B, as all answers of a [`Pair`] are.
    /// If rounding at the pose makes B's triangles pass each other, it holds but for slits of
    /// the width of that rounding.
    pub fn between(a: &Boundary<'_>, b: &Boundary<'_>, pose: Pose) -> Related {
        let solids = Solids::new(a, b, pose);
        if a.is_closed() && b.is_closed() {
            exact::relate(&solids)
        } else {
            estimate::relate(&solids)
        }
    }

    /// The relation alone and its confidence, as [`Relation::between`] gives them, without where the
    /// components are.
    ///
    /// Where solids are apart or pass through each other, which are most pairs of an assembly, one place
    /// or a few tell that, and nothing needs to be known of the rest of the meshes.
    ///
    /// ```
    /// use feeler::{Model, Pose};
    /// use feeler_field::{Boundary, Relation};
    /// let knot = Model::new(feeler_scenes::shape::torus_knot(2, 3, 2000));
    /// let knot = Boundary::of(&knot);
    /// let pose = Pose::translation([0.1, 0.0, 0.0]);
    /// assert_eq!(Relation::alone(&knot, &knot, pose), (Relation::Crossing, 1.0));
    /// ```
    pub fn alone(a: &Boundary<'_>, b: &Boundary<'_>, pose: Pose) -> (Self, f64) {
        let solids = Solids::new(a, b, pose);
        let related = if a.is_closed() && b.is_closed() {
            match exact::at_a_glance(&solids) {
                Some(relation) => return (relation, 1.0),
                None => exact::relate(&solids),
            }
        } else if estimate::crosses_somewhere(&solids) {
            return (Self::Crossing, 1.0);
        } else {
            estimate::relate(&solids)
        };
        (related.relation, related.confidence)
    }
}

/// The relation of two solids, and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Related {
    /// The relation.
    pub relation: Relation,
    /// 1 if it is proven, which it always is if both meshes are closed. Otherwise that of the component of
    /// which it is the lowest: twice the distance of its mean winding number from one half, at most 0.99.
    pub confidence: f64,
    /// Where the components of A are, seen from B, and those of B, seen from A.
    pub components: [Shares; 2],
}

/// How many components of a solid are where, seen from the other solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// Components whose surface is inside of the other solid; parts of it may lie on the other
    /// surface.
    pub inside: usize,
    /// Components whose surface is outside; parts of it may lie on the other surface.
    pub outside: usize,
    /// Components whose surface is inside in some places and outside in others.
    pub crossing: usize,
    /// Components all of whose surface lies on that of the other solid.
    pub coincident: usize,
}
