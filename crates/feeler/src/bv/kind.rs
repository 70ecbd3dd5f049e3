//! All kinds of volumes by name: the one place where a choice at run time becomes a type.

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

/// A kind of volume and how it is fitted, chosen at run time.
///
/// ```
/// use feeler::Kind;
/// let kind: Kind = "dop18".parse()?;
/// assert_eq!(kind.to_string(), "dop18");
/// assert!("dop19".parse::<Kind>().unwrap_err().to_string().contains("dop18"));
/// # Ok::<(), feeler::UnknownKind>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// [`Obb`].
    Obb(ObbFit),
    /// [`Aabb`].
    Aabb,
    /// [`Sphere`].
    Sphere(SphereFit),
    /// [`Dop14`].
    Dop14,
    /// [`Dop18`].
    Dop18,
    /// [`Dop24`].
    Dop24,
    /// [`Dop26`].
    Dop26,
    /// [`PointDop`] with the slabs of the 14-DOP.
    PointDop14(DopPoints),
    /// [`PointDop`] with the slabs of the 18-DOP.
    PointDop18(DopPoints),
    /// [`PointDop`] with the slabs of the 24-DOP.
    PointDop24(DopPoints),
    /// [`PointDop`] with the slabs of the 26-DOP.
    PointDop26(DopPoints),
    /// [`ConvexHull`].
    Hull,
    /// [`RoundedLine`].
    RoundedLine,
    /// [`RoundedRectangle`].
    RoundedRectangle,
    /// [`RoundedBox`].
    RoundedBox,
    /// [`Hybrid`].
    Hybrid(HybridFit),
}

/// Something that can be done with any kind of volume; see [`Kind::dispatch`].
pub trait Task {
    /// What comes out.
    type Output;
    /// Does it.
    fn run<V: BoundingVolume>(self, fit: V::Fit) -> Self::Output;
}

impl Kind {
    /// All kinds with all fits, by name.
    pub const ALL: [(&'static str, Self); 24] = [
        ("obb", Self::Obb(ObbFit::Surface)),
        ("obb:vertices", Self::Obb(ObbFit::Vertices)),
        ("obb:hull", Self::Obb(ObbFit::Hull)),
        ("aabb", Self::Aabb),
        ("sphere", Self::Sphere(SphereFit::Smallest)),
        ("sphere:quick", Self::Sphere(SphereFit::Quick)),
        ("dop14", Self::Dop14),
        ("dop18", Self::Dop18),
        ("dop24", Self::Dop24),
        ("dop26", Self::Dop26),
        ("dop14:hull", Self::PointDop14(DopPoints::Hull)),
        ("dop18:hull", Self::PointDop18(DopPoints::Hull)),
        ("dop24:hull", Self::PointDop24(DopPoints::Hull)),
        ("dop26:hull", Self::PointDop26(DopPoints::Hull)),
        ("dop14:all", Self::PointDop14(DopPoints::All)),
        ("dop18:all", Self::PointDop18(DopPoints::All)),
        ("dop24:all", Self::PointDop24(DopPoints::All)),
        ("dop26:all", Self::PointDop26(DopPoints::All)),
        ("hull", Self::Hull),
        ("lss", Self::RoundedLine),
        ("rss", Self::RoundedRectangle),
        ("rbox", Self::RoundedBox),
        ("hybrid", Self::Hybrid(HybridFit::Overlap)),
        ("hybrid:distance", Self::Hybrid(HybridFit::Distance)),
    ];

    /// Runs a task with the type that this kind stands for.
    pub fn dispatch<T: Task>(self, task: T) -> T::Output {
        match self {
            Self::Obb(fit) => task.run::<Obb>(fit),
            Self::Aabb => task.run::<Aabb>(()),
            Self::Sphere(fit) => task.run::<Sphere>(fit),
            Self::Dop14 => task.run::<Dop14>(()),
            Self::Dop18 => task.run::<Dop18>(()),
            Self::Dop24 => task.run::<Dop24>(()),
            Self::Dop26 => task.run::<Dop26>(()),
            Self::PointDop14(points) => task.run::<PointDop<7>>(points),
            Self::PointDop18(points) => task.run::<PointDop<9>>(points),
            Self::PointDop24(points) => task.run::<PointDop<12>>(points),
            Self::PointDop26(points) => task.run::<PointDop<13>>(points),
            Self::Hull => task.run::<ConvexHull>(()),
            Self::RoundedLine => task.run::<RoundedLine>(()),
            Self::RoundedRectangle => task.run::<RoundedRectangle>(()),
            Self::RoundedBox => task.run::<RoundedBox>(()),
            Self::Hybrid(fit) => task.run::<Hybrid>(fit),
        }
    }
}

impl Default for Kind {
    fn default() -> Self {
        Self::ALL[0].1
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, _) =
            Self::ALL.iter().find(|(_, kind)| kind == self).expect("every kind has a name");
        f.pad(name)
    }
}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        Self::ALL
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, kind)| *kind)
            .ok_or(UnknownKind(name.into()))
    }
}

/// No kind of volume has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownKind(String);

impl fmt::Display for UnknownKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown volume '{}'; known are", self.0)?;
        Kind::ALL
            .iter()
            .enumerate()
            .try_for_each(|(i, (name, _))| write!(f, "{} {name}", if i == 0 { "" } else { "," }))
    }
}

impl std::error::Error for UnknownKind {}
