//! Volumes by name, as a user chooses them.

use super::BoundingVolume;
use super::aabb::Aabb;
use super::hull::ConvexHull;
use super::hybrid::{Hybrid, HybridFit};
use super::kdop::{Dop14, Dop18, Dop24, Dop26};
use super::obb::{Obb, ObbFit};
use super::point_dop::{DopPoints, PointDop};
use super::rounded::{RoundedBox, RoundedLine, RoundedRectangle};
use super::sphere::{Sphere, SphereFit};
use std::fmt;
use std::str::FromStr;

/// A kind of bounding volume and how it is fitted.
///
/// Every volume gives the same answer to every exact query. Volumes differ in time and memory.
/// [`Volume::OBB`] is the one to use; the others exist to be compared with it.
///
#[doc = include_str!("../../docs/volumes.svg")]
///
/// ```
/// use feeler::Volume;
/// let volume: Volume = "dop18".parse()?;
/// assert_eq!(volume, Volume::DOP18);
/// assert_eq!(volume.to_string(), "dop18");
/// assert!("dop19".parse::<Volume>().unwrap_err().to_string().contains("dop18"));
/// # Ok::<(), feeler::UnknownVolume>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Volume(pub(crate) Kind);

/// The types of volumes, each with its way to fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Obb(ObbFit),
    Aabb,
    Sphere(SphereFit),
    Dop14,
    Dop18,
    Dop24,
    Dop26,
    PointDop14(DopPoints),
    PointDop18(DopPoints),
    PointDop24(DopPoints),
    PointDop26(DopPoints),
    Hull,
    RoundedLine,
    RoundedRectangle,
    RoundedBox,
    Hybrid(HybridFit),
}

/// A computation that needs the type of a volume.
pub(crate) trait Typed {
    type Output;
    fn run<V: BoundingVolume>(self, fit: V::Fit) -> Self::Output;
}

impl Kind {
    /// Calls a computation with the type of this volume. This is the only place that turns the
    /// value into a type.
    pub(crate) fn with_type<T: Typed>(self, job: T) -> T::Output {
        match self {
            Self::Obb(fit) => job.run::<Obb>(fit),
            Self::Aabb => job.run::<Aabb>(()),
            Self::Sphere(fit) => job.run::<Sphere>(fit),
            Self::Dop14 => job.run::<Dop14>(()),
            Self::Dop18 => job.run::<Dop18>(()),
            Self::Dop24 => job.run::<Dop24>(()),
            Self::Dop26 => job.run::<Dop26>(()),
            Self::PointDop14(points) => job.run::<PointDop<7>>(points),
            Self::PointDop18(points) => job.run::<PointDop<9>>(points),
            Self::PointDop24(points) => job.run::<PointDop<12>>(points),
            Self::PointDop26(points) => job.run::<PointDop<13>>(points),
            Self::Hull => job.run::<ConvexHull>(()),
            Self::RoundedLine => job.run::<RoundedLine>(()),
            Self::RoundedRectangle => job.run::<RoundedRectangle>(()),
            Self::RoundedBox => job.run::<RoundedBox>(()),
            Self::Hybrid(fit) => job.run::<Hybrid>(fit),
        }
    }
}

impl Volume {
    /// An oriented box along the covariance of the surface, or along the axes of the mesh if they
    /// give a smaller box. This is the default.
    pub const OBB: Self = Self(Kind::Obb(ObbFit::Surface));
    /// An oriented box along the covariance of the vertices: cheap, but pulled towards regions that
    /// are finely divided.
    pub const OBB_VERTICES: Self = Self(Kind::Obb(ObbFit::Vertices));
    /// An oriented box along the covariance of the convex hull's surface: independent of what is
    /// inside the hull, and slow to build.
    pub const OBB_HULL: Self = Self(Kind::Obb(ObbFit::Hull));
    /// A box along the axes of the mesh.
    pub const AABB: Self = Self(Kind::Aabb);
    /// The smallest sphere.
    pub const SPHERE: Self = Self(Kind::Sphere(SphereFit::Smallest));
    /// A sphere guessed from extreme points: quick to build, and usually a few percent larger.
    pub const SPHERE_QUICK: Self = Self(Kind::Sphere(SphereFit::Quick));
    /// A box with cut corners: 7 slabs.
    pub const DOP14: Self = Self(Kind::Dop14);
    /// A box with cut edges: 9 slabs.
    pub const DOP18: Self = Self(Kind::Dop18);
    /// A box with cut edges and six of the eight corners cut: 12 slabs.
    pub const DOP24: Self = Self(Kind::Dop24);
    /// A box with cut edges and corners: 13 slabs.
    pub const DOP26: Self = Self(Kind::Dop26);
    /// A [`Volume::DOP14`] whose slabs are recomputed from the corners of a convex hull at every
    /// pose: tighter, and larger in memory.
    pub const DOP14_HULL: Self = Self(Kind::PointDop14(DopPoints::Hull));
    /// A [`Volume::DOP18`] recomputed from the corners of a convex hull.
    pub const DOP18_HULL: Self = Self(Kind::PointDop18(DopPoints::Hull));
    /// A [`Volume::DOP24`] recomputed from the corners of a convex hull.
    pub const DOP24_HULL: Self = Self(Kind::PointDop24(DopPoints::Hull));
    /// A [`Volume::DOP26`] recomputed from the corners of a convex hull.
    pub const DOP26_HULL: Self = Self(Kind::PointDop26(DopPoints::Hull));
    /// A [`Volume::DOP14`] recomputed from all vertices.
    pub const DOP14_ALL: Self = Self(Kind::PointDop14(DopPoints::All));
    /// A [`Volume::DOP18`] recomputed from all vertices.
    pub const DOP18_ALL: Self = Self(Kind::PointDop18(DopPoints::All));
    /// A [`Volume::DOP24`] recomputed from all vertices.
    pub const DOP24_ALL: Self = Self(Kind::PointDop24(DopPoints::All));
    /// A [`Volume::DOP26`] recomputed from all vertices.
    pub const DOP26_ALL: Self = Self(Kind::PointDop26(DopPoints::All));
    /// The convex hull: the tightest volume, and the slowest to test.
    pub const HULL: Self = Self(Kind::Hull);
    /// A line swept by a sphere, also called a capsule.
    pub const LSS: Self = Self(Kind::RoundedLine);
    /// A rectangle swept by a sphere: the volume of PQP for distances (Larsen et al. 1999).
    pub const RSS: Self = Self(Kind::RoundedRectangle);
    /// A box swept by a sphere.
    pub const RBOX: Self = Self(Kind::RoundedBox);
    /// The cheapest of five shapes for each node, chosen for contacts.
    pub const HYBRID: Self = Self(Kind::Hybrid(HybridFit::Overlap));
    /// The cheapest of five shapes for each node, chosen for distances.
    pub const HYBRID_DISTANCE: Self = Self(Kind::Hybrid(HybridFit::Distance));

    /// All volumes.
    pub const ALL: [Self; 24] = {
        let mut all = [Self::OBB; 24];
        let mut i = 0;
        while i < all.len() {
            all[i] = Self::NAMES[i].1;
            i += 1;
        }
        all
    };

    /// The names of all volumes, in the order of [`Volume::ALL`].
    const NAMES: [(&'static str, Self); 24] = [
        ("obb", Self::OBB),
        ("obb:vertices", Self::OBB_VERTICES),
        ("obb:hull", Self::OBB_HULL),
        ("aabb", Self::AABB),
        ("sphere", Self::SPHERE),
        ("sphere:quick", Self::SPHERE_QUICK),
        ("dop14", Self::DOP14),
        ("dop18", Self::DOP18),
        ("dop24", Self::DOP24),
        ("dop26", Self::DOP26),
        ("dop14:hull", Self::DOP14_HULL),
        ("dop18:hull", Self::DOP18_HULL),
        ("dop24:hull", Self::DOP24_HULL),
        ("dop26:hull", Self::DOP26_HULL),
        ("dop14:all", Self::DOP14_ALL),
        ("dop18:all", Self::DOP18_ALL),
        ("dop24:all", Self::DOP24_ALL),
        ("dop26:all", Self::DOP26_ALL),
        ("hull", Self::HULL),
        ("lss", Self::LSS),
        ("rss", Self::RSS),
        ("rbox", Self::RBOX),
        ("hybrid", Self::HYBRID),
        ("hybrid:distance", Self::HYBRID_DISTANCE),
    ];

    /// Whether the volumes are oriented boxes, fitted in any way.
    pub(crate) fn is_oriented_box(self) -> bool {
        matches!(self.0, Kind::Obb(_))
    }

    /// The name, as it is parsed and printed.
    pub fn name(self) -> &'static str {
        let named = Self::NAMES.iter().find(|(_, volume)| *volume == self);
        named.expect("every volume has a name").0
    }
}

impl Default for Volume {
    fn default() -> Self {
        Self::OBB
    }
}

impl fmt::Debug for Volume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Volume({})", self.name())
    }
}

impl fmt::Display for Volume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Volume {
    type Err = UnknownVolume;

    fn from_str(name: &str) -> Result<Self, UnknownVolume> {
        let named = Self::NAMES.iter().find(|(known, _)| *known == name);
        named.map(|(_, volume)| *volume).ok_or_else(|| UnknownVolume(name.into()))
    }
}

/// The error of parsing a name that no volume has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVolume(String);

impl fmt::Display for UnknownVolume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Volume::NAMES.map(|(name, _)| name).join(", ");
        write!(f, "unknown volume '{}'; known are {known}", self.0)
    }
}

impl std::error::Error for UnknownVolume {}
