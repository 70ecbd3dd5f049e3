//! A setting: how two models are built and queried, and its written form. Only a [`Mode`] that is
//! not exact changes an answer.

use crate::{Mode, Published};
use feeler::{Arity, Build, Rule, Schedule, Volume};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One way to build models and to query them.
///
/// ```
/// use feeler_research::Setting;
/// assert_eq!(Setting::default().to_string(), "obb, arity 8, sah");
/// assert_eq!(Setting::default().name(), "feeler obb");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Setting {
    /// The bounding volume.
    pub bv: Volume,
    /// The number of children of a node.
    pub arity: Arity,
    /// The rule that groups triangles.
    pub rule: Rule,
    /// The largest number of triangles in a leaf.
    pub leaf: u8,
    /// The schedule, or `None` for the best one of each question.
    pub schedule: Option<Schedule>,
    /// The mode: exact answers, or one of the benchmark's modes that are sometimes wrong.
    pub mode: Mode,
}

impl Default for Setting {
    fn default() -> Self {
        let (bv, rule) = (Volume::default(), Rule::default());
        Self { bv, arity: Arity::default(), rule, leaf: 8, schedule: None, mode: Mode::Exact }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bv, arity, rule, schedule, mode, .. } = self;
        write!(f, "{bv}, arity {arity}, {}", rule.name())?;
        schedule.map_or(Ok(()), |schedule| write!(f, ", {}", schedule_name(schedule)))?;
        write!(f, "{mode}")
    }
}

impl Setting {
    /// Checks that the mode goes together with the rest; the error says why it does not.
    fn check(&self) -> Result<(), SettingError> {
        let unless = |fine: bool, why: String| if fine { Ok(()) } else { Err(SettingError(why)) };
        match self.mode {
            Mode::Exact => Ok(()),
            Mode::Guided(eps) => unless(
                (0.0..0.5).contains(&eps),
                format!(
                    "guided = {eps}: the probability of a wrong answer is from 0 up and below 0.5"
                ),
            ),
            Mode::Adb(published) => {
                let has_order = self.schedule.is_some();
                unless(!has_order, "adb has an order of its own: no schedule".to_owned())?;
                published.check().map_err(SettingError)
            }
        }
    }

    /// The options for building a model.
    pub fn build(&self) -> Build {
        let Self { bv, arity, rule, leaf, .. } = *self;
        Build { volume: bv, arity, rule, leaf_size: leaf.into() }
    }

    /// The options as they are typed on the command line. A mode that is not exact has no options,
    /// and only its name is added.
    pub fn options(&self) -> String {
        let Self { bv, arity, rule, leaf, schedule, mode } = self;
        let rule = rule.name();
        let order = schedule.map_or(String::new(), |s| format!(" --schedule {}", schedule_name(s)));
        format!("--bv {bv} --arity {arity} --build {rule} --leaf {leaf}{order}{mode}")
    }

    /// The name among contenders: the volume, and every value that is not the default.
    pub fn name(&self) -> String {
        let Self { bv, arity, rule, leaf, schedule, mode } = *self;
        let usual = Self::default();
        let mut name = format!("feeler {bv}");
        if arity != usual.arity {
            name += &format!(" arity-{arity}");
        }
        if rule != usual.rule {
            name += &format!(" {}", rule.name());
        }
        if leaf != usual.leaf {
            name += &format!(" leaf-{leaf}");
        }
        if let Some(schedule) = schedule {
            name += &format!(" {}", schedule_name(schedule));
        }
        name + &mode.to_string()
    }
}

/// Both schedules.
pub const SCHEDULES: [Schedule; 2] = [Schedule::DepthFirst, Schedule::BestFirst];

/// The name of a schedule on the command line.
pub fn schedule_name(schedule: Schedule) -> &'static str {
    schedule.name()
}

/// The schedule with a name.
pub fn schedule(name: &str) -> Option<Schedule> {
    SCHEDULES.into_iter().find(|schedule| schedule_name(*schedule) == name)
}

/// The builder with a name.
pub fn rule(name: &str) -> Option<Rule> {
    Rule::ALL.into_iter().find(|rule| rule.name() == name)
}

/// The reason why a text is no setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError(pub(crate) String);

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SettingError {}

/// A setting in words, for JSON and TOML. An absent value means the default.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    bv: String,
    #[serde(default = "default_arity")]
    arity: usize,
    #[serde(default = "default_rule")]
    build: String,
    #[serde(default = "default_leaf")]
    leaf: u8,
    /// The name of the schedule; absent means the best one of each question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    schedule: Option<String>,
    /// The largest probability of a wrong answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    guided: Option<f64>,
    /// The parameters of the published method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    adb: Option<Published>,
}

fn default_arity() -> usize {
    Setting::default().arity.number()
}

fn default_rule() -> String {
    Setting::default().rule.name().to_owned()
}

fn default_leaf() -> u8 {
    Setting::default().leaf
}

impl From<Setting> for Written {
    fn from(setting: Setting) -> Self {
        let (guided, adb) = match setting.mode {
            Mode::Exact => (None, None),
            Mode::Guided(eps) => (Some(eps), None),
            Mode::Adb(adb) => (None, Some(adb)),
        };
        Self {
            bv: setting.bv.to_string(),
            arity: setting.arity.number(),
            build: setting.rule.name().to_owned(),
            leaf: setting.leaf,
            schedule: setting.schedule.map(|order| schedule_name(order).to_owned()),
            guided,
            adb,
        }
    }
}

impl TryFrom<Written> for Setting {
    type Error = SettingError;

    fn try_from(written: Written) -> Result<Self, SettingError> {
        let Written { bv, arity, build, leaf, schedule: order, guided, adb } = written;
        let arity = Arity::try_from(arity).map_err(|error| SettingError(error.to_string()))?;
        if !(1..=16).contains(&leaf) {
            return Err(SettingError(format!("a leaf has 1 to 16 triangles, not {leaf}")));
        }
        let no = |what: &str, name: &str| SettingError(format!("there is no {what} '{name}'"));
        let mode = match (guided, adb) {
            (None, None) => Mode::Exact,
            (Some(eps), None) => Mode::Guided(eps),
            (None, Some(adb)) => Mode::Adb(adb),
            (Some(_), Some(_)) => {
                return Err(SettingError("a setting is guided or adb, not both".to_owned()));
            }
        };
        let setting = Self {
            bv: bv
                .parse()
                .map_err(|error: feeler::UnknownVolume| SettingError(error.to_string()))?,
            arity,
            rule: rule(&build).ok_or_else(|| no("builder", &build))?,
            leaf,
            schedule: order
                .map(|name| schedule(&name).ok_or_else(|| no("schedule", &name)))
                .transpose()?,
            mode,
        };
        setting.check().map(|()| setting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_is_unusual() {
        let setting =
            Setting { arity: Arity::Two, rule: Rule::Median, leaf: 4, ..Setting::default() };
        let setting = Setting { schedule: Some(Schedule::BestFirst), ..setting };
        assert_eq!(setting.name(), "feeler obb arity-2 median leaf-4 best");
        assert_eq!(setting.options(), "--bv obb --arity 2 --build median --leaf 4 --schedule best");
        let json = serde_json::to_string(&setting).unwrap();
        assert_eq!(serde_json::from_str::<Setting>(&json).unwrap(), setting);
    }

    #[test]
    fn only_the_volume_must_be_said() {
        let read = |text: &str| serde_json::from_str::<Setting>(text);
        let aabb = read(r#"{"bv": "aabb"}"#).unwrap();
        assert_eq!(aabb, Setting { bv: Volume::AABB, ..Setting::default() });
        for (text, why) in [
            (r#"{"bv": "aabb", "arity": 3}"#, "2, 4 or 8"),
            (r#"{"bv": "aabb", "leaf": 17}"#, "1 to 16"),
            (r#"{"bv": "aabb", "build": "luck"}"#, "no builder 'luck'"),
            (r#"{"bv": "aabb", "schedule": "worst"}"#, "no schedule 'worst'"),
            (r#"{"bv": "bba"}"#, "unknown volume 'bba'"),
        ] {
            assert!(read(text).unwrap_err().to_string().contains(why));
        }
    }
}
