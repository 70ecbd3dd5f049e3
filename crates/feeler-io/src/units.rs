//! The rule by which files of several units come together.

use crate::{Error, Scene, Unit};

/// The rule by which files of several units come together: all lengths are in one unit.
///
/// 1. The unit is the one that the program chooses, or else that of the first file that has one.
/// 2. A file that has another unit is converted.
/// 3. A file that has none (OBJ, STL, PLY, OFF) is taken to be in that unit. Its coordinates may be multiplied by
///    a scale: 25.4 for inches among millimetres.
///
/// ```
/// use feeler_io::{Format, Unit, Units, parse};
/// let mut units = Units::new(Some(Unit::MILLIMETRE), 25.4);
/// let scene = parse(b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", Format::Obj)?;
/// let (scene, _) = units.bring(scene)?;
/// assert_eq!(scene.merged().vertices()[1], [25.4, 0.0, 0.0]);
/// # Ok::<(), feeler_io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Units {
    unit: Option<Unit>,
    is_chosen: bool,
    scale: f64,
    /// Whether there was a file without a unit, and one with a unit.
    had: [bool; 2],
}

/// What was done to a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Brought {
    /// Nothing: it was in the unit, or nothing is known of any unit.
    AsItWas,
    /// It was converted.
    Converted {
        /// The unit of the file.
        from: Unit,
        /// The unit of all.
        to: Unit,
    },
    /// With it there are files that have a unit and files that have none, and no unit was chosen: those that
    /// have none are taken to be in this unit, which the user should know. It is said once.
    Mixed(Unit),
}

impl Default for Units {
    fn default() -> Self {
        Self::new(None, 1.0)
    }
}

impl Units {
    /// The rule with a chosen unit, or `None` for that of the first file that has one, and with the scale
    /// of files that have none.
    ///
    /// # Panics
    /// If the scale is not a finite number above 0.
    pub fn new(unit: Option<Unit>, scale: f64) -> Self {
        assert!(scale > 0.0 && scale.is_finite(), "a scale is a finite number above 0");
        Self { unit, is_chosen: unit.is_some(), scale, had: [false; 2] }
    }

    /// The unit of all files so far; `None` if it is not known.
    pub fn unit(&self) -> Option<Unit> {
        self.unit
    }

    /// A scene in the unit of all. Fails if it becomes larger than coordinates can be.
    pub fn bring(&mut self, scene: Scene) -> Result<(Scene, Brought), Error> {
        let was_mixed = self.had == [true; 2];
        let from = scene.unit();
        self.had[usize::from(from.is_some())] = true;
        self.unit = self.unit.or(from);
        let (scene, brought) = match (from, self.unit) {
            (Some(from), Some(to)) if from != to => {
                let scene = scene.resized(Some(to), from.conversion(to))?;
                (scene, Brought::Converted { from, to })
            }
            (None, unit) if self.scale != 1.0 => {
                (scene.resized(unit, |x| self.scale * x)?, Brought::AsItWas)
            }
            _ => (scene, Brought::AsItWas),
        };
        let is_mixed = self.had == [true; 2] && !was_mixed && !self.is_chosen;
        Ok(match (is_mixed, self.unit) {
            (true, Some(unit)) => (scene, Brought::Mixed(unit)),
            _ => (scene, brought),
        })
    }
}
