//! The names of options, as they are written in scenes and on the command line.

use super::{Domain, Few, InCell, Overlap, Pretest, Regions, Sizes};
use std::fmt;
use std::str::FromStr;

/// The error of a name that no option has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    name: String,
    /// The names that are known, in words.
    known: &'static str,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is none of {}", self.name, self.known)
    }
}

impl std::error::Error for UnknownName {}

/// The number behind a name and a colon, or another one if there is no colon.
fn number<T: FromStr>(name: &str, word: &str, otherwise: Option<T>) -> Option<T> {
    match name.strip_prefix(word)?.strip_prefix(':') {
        Some(number) => number.parse().ok(),
        None if name == word => otherwise,
        None => None,
    }
}

/// A ratio of sizes is a finite number from 1 up.
fn ratio(name: &str, word: &str, otherwise: f32) -> Option<f32> {
    number(name, word, Some(otherwise)).filter(|ratio: &f32| ratio.is_finite() && *ratio >= 1.0)
}

impl FromStr for Overlap {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let known = "aligned, aligned:RATIO, spheres, three-slabs, slab-product and exact";
        Ok(match name {
            "spheres" => Self::Spheres,
            "three-slabs" => Self::ThreeSlabs,
            "slab-product" => Self::SlabProduct,
            "exact" => Self::Exact,
            _ => match ratio(name, "aligned", 4.0) {
                Some(similar) => Self::Aligned { similar },
                None => return Err(UnknownName { name: name.to_owned(), known }),
            },
        })
    }
}

impl fmt::Display for Overlap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Aligned { similar } => write!(f, "aligned:{similar}"),
            Self::Spheres => f.write_str("spheres"),
            Self::ThreeSlabs => f.write_str("three-slabs"),
            Self::SlabProduct => f.write_str("slab-product"),
            Self::Exact => f.write_str("exact"),
        }
    }
}

impl FromStr for Sizes {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let known = "descend, descend:RATIO, flat and equal";
        Ok(match name {
            "flat" => Self::Flat,
            "equal" => Self::Equal,
            _ => match ratio(name, "descend", 1.0) {
                Some(similar) => Self::Descend { similar },
                None => return Err(UnknownName { name: name.to_owned(), known }),
            },
        })
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Descend { similar } => write!(f, "descend:{similar}"),
            Self::Flat => f.write_str("flat"),
            Self::Equal => f.write_str("equal"),
        }
    }
}

impl FromStr for Regions {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let known = "whole, grid:2 to grid:16, and sectors";
        Ok(match name {
            "whole" => Self::Whole,
            "sectors" => Self::Sectors,
            _ => match number(name, "grid", None).filter(|side| (2..=16).contains(side)) {
                Some(side) => Self::Grid(side),
                None => return Err(UnknownName { name: name.to_owned(), known }),
            },
        })
    }
}

impl fmt::Display for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("whole"),
            Self::Grid(side) => write!(f, "grid:{side}"),
            Self::Sectors => f.write_str("sectors"),
        }
    }
}

impl FromStr for Few {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        match name {
            "prune" => Ok(Self::Prune),
            "keep" => Ok(Self::Keep),
            _ => Err(UnknownName { name: name.to_owned(), known: "prune and keep" }),
        }
    }
}

impl fmt::Display for Few {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Prune => "prune",
            Self::Keep => "keep",
        })
    }
}

impl FromStr for Pretest {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        match name {
            "none" => Ok(Self::None),
            "volumes" => Ok(Self::Volumes),
            _ => Err(UnknownName { name: name.to_owned(), known: "none and volumes" }),
        }
    }
}

impl fmt::Display for Pretest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Volumes => "volumes",
        })
    }
}

impl FromStr for Domain {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        match name {
            "box" => Ok(Self::Box),
            "dop" => Ok(Self::Dop),
            _ => Err(UnknownName { name: name.to_owned(), known: "box and dop" }),
        }
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Box => "box",
            Self::Dop => "dop",
        })
    }
}

impl FromStr for InCell {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        match name {
            "depth" => Ok(Self::Depth),
            "flatness" => Ok(Self::Flatness),
            _ => Err(UnknownName { name: name.to_owned(), known: "depth and flatness" }),
        }
    }
}

impl fmt::Display for InCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Depth => "depth",
            Self::Flatness => "flatness",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::{Debug, Display};

    fn check<T: FromStr<Err = UnknownName> + Display + PartialEq + Debug>(
        names: &[&str],
        unknown: &[&str],
    ) {
        for name in names {
            assert_eq!(name.parse::<T>().unwrap().to_string(), *name);
        }
        for name in unknown {
            let error = name.parse::<T>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{name}' is none of {}", names[0])), "{error}");
        }
    }

    #[test]
    fn every_option_is_written_as_it_is_read() {
        let bad = ["aligned:0.5", "aligned:inf", "aligned:", "alignedx", "sphere", ""];
        check::<Overlap>(&["aligned:4", "spheres", "three-slabs", "slab-product", "exact"], &[]);
        assert!(bad.iter().all(|name| name.parse::<Overlap>().is_err()));
        assert_eq!("aligned".parse(), Ok(Overlap::default()));
        check::<Sizes>(&["descend:2.5", "flat", "equal"], &[]);
        assert!(["descend:0", "flat:1"].iter().all(|name| name.parse::<Sizes>().is_err()));
        assert_eq!("descend".parse(), Ok(Sizes::default()));
        check::<Regions>(
            &["whole", "grid:2", "grid:16", "sectors"],
            &["grid", "grid:1", "grid:17"],
        );
        check::<Few>(&["prune", "keep"], &["keeps"]);
        check::<Pretest>(&["none", "volumes"], &["yes"]);
        check::<Domain>(&["box", "dop"], &["volume"]);
        check::<InCell>(&["depth", "flatness"], &["curvature"]);
    }
}
