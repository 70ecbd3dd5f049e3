//! Penetration depth: how far B must move to be free of A.
//!
//! - `body`: a solid and what is known of its shape; `convex` proves that it is convex;
//! - `support`, `polytope`, `difference`: the exact depth of convex hulls;
//! - `placing`: B at translations of its pose, free or not, and on its way;
//! - `slide`, `search`: short translations that free B;
//! - `witness`, `cover`: the proof that no shorter one does;
//! - `touching`: the proof that none is needed;
//! - `interval`: the search for both; `along`: the same along one direction;
//! - `deep_points`: points that are deep in both solids, or of one in the other;
//! - `vectors`: normals and directions.

mod along;
mod body;
mod convex;
mod cover;
mod deep_points;
mod difference;
mod interval;
mod placing;
mod polytope;
mod search;
mod slide;
mod support;
mod touching;
mod vectors;
mod witness;

pub use body::Body;
pub use interval::DepthSearch;

use feeler::{Budget, Closest, Pair, Pose};
use std::fmt;

/// Where B may be placed to be free of A.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ways {
    /// Anywhere, also in a pocket or a cavity of A that it could not reach. This is the usual
    /// meaning of penetration depth.
    #[default]
    Anywhere,
    /// Where it can come to from far away, on straight ways without touching A.
    FromOutside,
}

/// Why no shorter translation than the [lower](Depth::lower) bound frees B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// B is free without any motion: the solids are apart or only touch. Both bounds are 0.
    Free,
    /// Both solids are convex, so the bounds meet, up to rounding.
    Convex,
    /// Points that are deep in both solids at some translations, which together exclude all shorter
    /// translations.
    Cover,
    /// There is no proof, and the lower bound is 0.
    None,
}

impl Proof {
    /// A name of one word: `free`, `convex`, `cover`, `none`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Convex => "convex",
            Self::Cover => "cover",
            Self::None => "none",
        }
    }
}

/// How deep two solids are in each other: bounds of the length of the shortest translation of B that
/// leaves no point inside of both.
///
/// ```
/// use feeler::{Model, Pose};
/// use feeler_field::{Body, Depth, Proof, Ways};
/// let cube = Model::new(feeler_scenes::shape::cuboid(12)); // from -1 to 1
/// let cube = Body::of(&cube);
/// let depth = Depth::of(&cube, &cube, Pose::translation([1.5, 0.2, 0.1]), Ways::Anywhere);
/// assert_eq!(depth.proof, Proof::Convex);
/// assert!((depth.upper - 0.5).abs() < 1e-12 && (depth.lower - 0.5).abs() < 1e-12);
/// assert!((depth.translation[0] - 0.5).abs() < 1e-12);
/// ```
///
/// Solids are what their meshes wind around, as in [`Boundary`](crate::Boundary). A mesh with holes
/// has no inside here: B is then free where no triangles touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// The shortest translation found that frees B.
    pub translation: [f64; 3],
    /// B's pose after this translation. It is verified by exact queries: no triangles touch there, and no
    /// component of one solid is inside of the other. Solids that only touch are free.
    pub pose: Pose,
    /// The length of the translation: an upper bound of the depth. It ends a hair before the solids
    /// would touch, up to some `2^-46` of their largest coordinate. It is infinite if no free place is found
    /// within the range of numbers.
    pub upper: f64,
    /// A proven lower bound, for reasons that the proof names.
    pub lower: f64,
    /// The reason of the lower bound.
    pub proof: Proof,
    /// The triangles that stop B on the way back from there, and their nearest points in A's frame;
    /// `None` if it need not move.
    pub contact: Option<Closest>,
}

impl Depth {
    /// The depth of two solids, with B at a pose in A's frame.
    ///
    /// Where both are convex, both bounds are the depth, up to some roundings of the coordinates. Otherwise
    /// the upper bound is the best of a search: a verified place, but perhaps not the nearest. The lower
    /// bound is 0 then: a better one takes longer, see [`DepthSearch`].
    pub fn of(a: &Body<'_>, b: &Body<'_>, pose: Pose, ways: Ways) -> Self {
        DepthSearch::new(a, b, pose, ways).run(1.0, Budget::UNLIMITED)
    }

    /// The depth of solids of which B need not move.
    fn free(pose: Pose) -> Self {
        let translation = [0.0; 3];
        Self { translation, pose, upper: 0.0, lower: 0.0, proof: Proof::Free, contact: None }
    }

    /// The distance of two solids, or minus the upper bound of their depth; `None` if a mesh is empty.
    ///
    /// ```
    /// use feeler::{Model, Pose};
    /// use feeler_field::{Body, Depth, Ways};
    /// let cube = Model::new(feeler_scenes::shape::cuboid(12)); // from -1 to 1
    /// let cube = Body::of(&cube);
    /// let signed = |x: f64| {
    ///     Depth::signed_distance(&cube, &cube, Pose::translation([x, 0.0, 0.0]), Ways::Anywhere)
    /// };
    /// assert_eq!(signed(3.0), Some(1.0));
    /// assert!((signed(1.25).unwrap() + 0.75).abs() < 1e-12);
    /// ```
    pub fn signed_distance(a: &Body<'_>, b: &Body<'_>, pose: Pose, ways: Ways) -> Option<f64> {
        let closest = Pair::new(a.model(), b.model()).at(pose).distance()?;
        let depth = Self::of(a, b, pose, ways);
        Some(if depth.upper > 0.0 { -depth.upper } else { closest.distance })
    }
}

/// `0.5 by (0.5, 0, 0)`, or `between 0.4 and 0.5, by (0.5, 0, 0)`, with the precision of the formatter.
impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.proof == Proof::None || self.upper - self.lower > 1e-9 * self.upper {
            write!(f, "between ")?;
            self.lower.fmt(f)?;
            write!(f, " and ")?;
        }
        self.upper.fmt(f)?;
        write!(f, ", by (")?;
        for (i, x) in self.translation.iter().enumerate() {
            write!(f, "{}", if i == 0 { "" } else { ", " })?;
            x.fmt(f)?;
        }
        write!(f, ")")
    }
}

/// The rounding of posed corners and of their products, as a share of the largest coordinate.
const ROUNDING: f64 = f64::from_bits((1023 - 48) << 52);
