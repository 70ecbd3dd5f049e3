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

/// Something that can be done with any kind of volume and any arity; see [`Kind::dispatch`].
pub trait Task {
    /// What comes out.
    type Output;
    /// Does it.
    fn run<V: BoundingVolume, const N: usize>(self, fit: V::Fit) -> Self::Output;
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
    ///
    /// # Panics
    /// Where the arity is not 2, 4 or 8.
    pub fn dispatch<T: Task>(self, arity: usize, task: T) -> T::Output {
        match self {
            Self::Obb(fit) => with_arity::<Obb, T>(arity, task, fit),
            Self::Aabb => with_arity::<Aabb, T>(arity, task, ()),
            Self::Sphere(fit) => with_arity::<Sphere, T>(arity, task, fit),
            Self::Dop14 => with_arity::<Dop14, T>(arity, task, ()),
            Self::Dop18 => with_arity::<Dop18, T>(arity, task, ()),
            Self::Dop24 => with_arity::<Dop24, T>(arity, task, ()),
            Self::Dop26 => with_arity::<Dop26, T>(arity, task, ()),
            Self::PointDop14(points) => with_arity::<PointDop<7>, T>(arity, task, points),
            Self::PointDop18(points) => with_arity::<PointDop<9>, T>(arity, task, points),
            Self::PointDop24(points) => with_arity::<PointDop<12>, T>(arity, task, points),
            Self::PointDop26(points) => with_arity::<PointDop<13>, T>(arity, task, points),
            Self::Hull => with_arity::<ConvexHull, T>(arity, task, ()),
            Self::RoundedLine => with_arity::<RoundedLine, T>(arity, task, ()),
            Self::RoundedRectangle => with_arity::<RoundedRectangle, T>(arity, task, ()),
            Self::RoundedBox => with_arity::<RoundedBox, T>(arity, task, ()),
            Self::Hybrid(fit) => with_arity::<Hybrid, T>(arity, task, fit),
        }
    }
}

fn with_arity<V: BoundingVolume, T: Task>(arity: usize, task: T, fit: V::Fit) -> T::Output {
    match arity {
        2 => task.run::<V, 2>(fit),
        4 => task.run::<V, 4>(fit),
        8 => task.run::<V, 8>(fit),
        _ => panic!("the arity of a tree is 2, 4 or 8, not {arity}"),
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
