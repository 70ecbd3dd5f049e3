//! Units of length.

use std::fmt;
use std::str::FromStr;

/// A unit of length: what one unit of a coordinate stands for.
///
/// ```
/// use feeler_io::Unit;
/// let inch: Unit = "inch".parse()?;
/// assert_eq!((inch, inch.metres()), (Unit::INCH, 0.0254));
/// assert_eq!(inch.to_string(), "inch");
/// assert_eq!(Unit::METRE.length_in(Unit::MILLIMETRE, 1.5), 1500.0);
/// # Ok::<(), feeler_io::UnitError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    metres: f64,
}

/// The units that have names: the one that is shown, and those that are understood too.
const NAMED: [(Unit, &str, &[&str]); 6] = [
    (Unit::MICRON, "micron", &["um", "µm", "micrometre", "micrometer"]),
    (Unit::MILLIMETRE, "millimetre", &["mm", "millimeter"]),
    (Unit::CENTIMETRE, "centimetre", &["cm", "centimeter"]),
    (Unit::INCH, "inch", &["in"]),
    (Unit::FOOT, "foot", &["ft"]),
    (Unit::METRE, "metre", &["m", "meter"]),
];

impl Unit {
    /// 10⁻⁶ m.
    pub const MICRON: Self = Self { metres: 1e-6 };
    /// 10⁻³ m.
    pub const MILLIMETRE: Self = Self { metres: 1e-3 };
    /// 10⁻² m.
    pub const CENTIMETRE: Self = Self { metres: 1e-2 };
    /// 0.0254 m.
    pub const INCH: Self = Self { metres: 0.0254 };
    /// 0.3048 m.
    pub const FOOT: Self = Self { metres: 0.3048 };
    /// 1 m.
    pub const METRE: Self = Self { metres: 1.0 };

    /// The unit of this many metres; `None` unless it is between 10⁻³⁰ and 10³⁰.
    pub fn of_metres(metres: f64) -> Option<Self> {
        (1e-30..=1e30).contains(&metres).then_some(Self { metres })
    }

    /// The length of the unit in metres.
    pub fn metres(self) -> f64 {
        self.metres
    }

    /// A length that is given in this unit, in another unit.
    ///
    /// It is one product or one quotient: between metres and millimetres, whose ratio is a whole number,
    /// it is rounded correctly.
    pub fn length_in(self, other: Self, length: f64) -> f64 {
        self.conversion(other)(length)
    }

    /// What makes lengths of this unit lengths of another unit.
    pub(crate) fn conversion(self, other: Self) -> impl Fn(f64) -> f64 {
        let is_larger = self.metres >= other.metres;
        let [large, small] = if is_larger { [self, other] } else { [other, self] };
        let ratio = large.metres / small.metres;
        // Units are decimal numbers of few digits, which f64 rounds: 0.001 / 0.000001 is not quite 1000.
        let ratio = format!("{ratio:.14e}").parse().unwrap_or(ratio);
        move |length| if is_larger { length * ratio } else { length / ratio }
    }
}

/// The name of the unit, or its length in metres.
impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMED.iter().find(|(unit, ..)| unit == self) {
            Some((_, name, _)) => f.write_str(name),
            None => write!(f, "unit of {} m", self.metres),
        }
    }
}

impl FromStr for Unit {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Self, UnitError> {
        let known = NAMED.iter().find(|(_, name, others)| *name == text || others.contains(&text));
        known.map(|(unit, ..)| *unit).ok_or(UnitError)
    }
}

/// The reason why a text is not the name of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitError;

impl fmt::Display for UnitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = |(_, name, others): &(Unit, &str, &[&str])| format!("{} ({name})", others[0]);
        let names: Vec<String> = NAMED.iter().map(short).collect();
        write!(f, "the units of length are {}", names.join(", "))
    }
}

impl std::error::Error for UnitError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_of_named_units_are_what_they_should_be() {
        let ratios = [
            (Unit::METRE, Unit::MILLIMETRE, 1000.0),
            (Unit::METRE, Unit::CENTIMETRE, 100.0),
            (Unit::CENTIMETRE, Unit::MILLIMETRE, 10.0),
            (Unit::METRE, Unit::MICRON, 1e6),
            (Unit::MILLIMETRE, Unit::MICRON, 1000.0),
            (Unit::INCH, Unit::MILLIMETRE, 25.4),
            (Unit::FOOT, Unit::INCH, 12.0),
        ];
        for (large, small, ratio) in ratios {
            let found = large.length_in(small, 1.0);
            assert_eq!(found, ratio, "{large} in {small}");
            assert_eq!(small.length_in(large, found), 1.0);
        }
        // Not 0.0070000000000000001 or so: a quotient, not a product with a rounded number.
        assert_eq!(Unit::MILLIMETRE.length_in(Unit::METRE, 7.0), 0.007);
    }

    #[test]
    fn names_are_understood() {
        for (unit, name, others) in NAMED {
            assert_eq!(unit.to_string(), name);
            for name in others.iter().chain([&name]) {
                assert_eq!(name.parse(), Ok(unit));
            }
        }
        let reason = "furlong".parse::<Unit>().unwrap_err().to_string();
        assert!(reason.contains("mm (millimetre), cm (centimetre), in (inch)"), "{reason}");
        assert_eq!(Unit::of_metres(0.5).unwrap().to_string(), "unit of 0.5 m");
        for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-300] {
            assert_eq!(Unit::of_metres(wrong), None);
        }
    }
}
