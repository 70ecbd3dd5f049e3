//! The unit of all lengths: `--unit` and `--scale`, and what is said when files have several units.

use crate::voice;
use anyhow::{Context, Result};
use feeler_io::{Brought, Scene, Unit, Units};
use std::sync::{Mutex, OnceLock};

/// What the command line chooses, and what the files so far have made of it.
static RULE: OnceLock<(Units, Mutex<Units>)> = OnceLock::new();

/// Sets the unit and the scale of this run, before any file is read.
pub(crate) fn choose(unit: Option<Unit>, scale: f64) {
    let units = Units::new(unit, scale);
    let _ = RULE.set((units.clone(), Mutex::new(units))); // one run has one command line
}

fn rule() -> &'static (Units, Mutex<Units>) {
    RULE.get_or_init(Default::default)
}

/// The unit of all files so far; `None` if it is not known.
pub(crate) fn unit() -> Option<Unit> {
    rule().1.lock().expect("no thread panics with it").unit()
}

/// A scene in the unit of all files; the name is for notes.
pub(crate) fn bring(scene: Scene, name: &str) -> Result<Scene> {
    let mut units = rule().1.lock().expect("no thread panics with it");
    let (scene, brought) = units.bring(scene).with_context(|| name.to_owned())?;
    match brought {
        Brought::AsItWas => {}
        Brought::Converted { from, to } => {
            voice::note(&format!(
                "{name} is in {}, and is converted: lengths are in {}",
                many(from),
                many(to)
            ));
        }
        Brought::Mixed(unit) => voice::note(&format!(
            "some files have no unit and are taken to be in {}, as others are; --unit and --scale say otherwise",
            many(unit)
        )),
    }
    Ok(scene)
}

/// A scene by itself, in the unit of the command line or in its own.
pub(crate) fn bring_alone(scene: Scene) -> Result<Scene> {
    Ok(rule().0.clone().bring(scene)?.0)
}

/// The plural of a unit.
fn many(unit: Unit) -> String {
    match unit {
        Unit::INCH => "inches".to_owned(),
        Unit::FOOT => "feet".to_owned(),
        unit => {
            let name = unit.to_string();
            match name.split_once(' ') {
                Some((unit, rest)) => format!("{unit}s {rest}"),
                None => format!("{name}s"),
            }
        }
    }
}
