//! How two models are built and asked: chosen, written down, read again. It never changes an answer.

use crate::args::Question;
use crate::output;
use anyhow::{Context, Result, anyhow, bail};
use clap::ValueEnum;
use feeler::{Kind, Rule, Schedule};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// One way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) bv: Kind,
    /// Children a node.
    pub(crate) arity: usize,
    pub(crate) rule: Rule,
    /// The largest number of triangles in a leaf.
    pub(crate) leaf: u8,
    /// None for what is best for each question.
    pub(crate) schedule: Option<Schedule>,
}

impl Default for Setting {
    fn default() -> Self {
        Self { bv: Kind::default(), arity: 8, rule: Rule::default(), leaf: 8, schedule: None }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bv, arity, rule, schedule, .. } = self;
        write!(f, "{bv}, arity {arity}, {}", rule.name())?;
        schedule.map_or(Ok(()), |schedule| write!(f, ", {}", schedule_name(schedule)))
    }
}

impl Setting {
    /// As it is typed.
    pub(crate) fn options(&self) -> String {
        let Self { bv, arity, rule, leaf, schedule } = self;
        let rule = rule.name();
        let order = schedule.map_or(String::new(), |s| format!(" --schedule {}", schedule_name(s)));
        format!("--bv {bv} --arity {arity} --build {rule} --leaf {leaf}{order}")
    }
}

/// Both orders.
pub(crate) const SCHEDULES: [Schedule; 2] = [Schedule::DepthFirst, Schedule::BestFirst];

/// The name as it is written on the command line.
pub(crate) fn schedule_name(schedule: Schedule) -> &'static str {
    match schedule {
        Schedule::DepthFirst => "depth",
        Schedule::BestFirst => "best",
    }
}

pub(crate) fn schedule(name: &str) -> Option<Schedule> {
    SCHEDULES.into_iter().find(|schedule| schedule_name(*schedule) == name)
}

pub(crate) fn rule(name: &str) -> Option<Rule> {
    Rule::ALL.into_iter().find(|rule| rule.name() == name)
}

/// A setting in words, for JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Written {
    bv: String,
    arity: usize,
    build: String,
    leaf: u8,
    /// Absent for what is best for each question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    schedule: Option<String>,
}

impl From<Setting> for Written {
    fn from(setting: Setting) -> Self {
        Self {
            bv: setting.bv.to_string(),
            arity: setting.arity,
            build: setting.rule.name().to_owned(),
            leaf: setting.leaf,
            schedule: setting.schedule.map(|order| schedule_name(order).to_owned()),
        }
    }
}

impl TryFrom<Written> for Setting {
    type Error = anyhow::Error;

    fn try_from(written: Written) -> Result<Self> {
        let Written { bv, arity, build, leaf, schedule: order } = written;
        if ![2, 4, 8].contains(&arity) {
            bail!("the arity is 2, 4 or 8, not {arity}");
        }
        if !(1..=16).contains(&leaf) {
            bail!("a leaf has 1 to 16 triangles, not {leaf}");
        }
        Ok(Self {
            bv: bv.parse()?,
            arity,
            rule: rule(&build).ok_or_else(|| anyhow!("there is no builder '{build}'"))?,
            leaf,
            schedule: order
                .map(|name| schedule(&name).ok_or_else(|| anyhow!("there is no schedule '{name}'")))
                .transpose()?,
        })
    }
}

/// A file with a setting for each of some questions.
#[derive(Debug, Default)]
pub(crate) struct Saved(BTreeMap<Question, Setting>);

impl Saved {
    /// The longest file in bytes; ours have some hundred.
    const LONGEST: u64 = 1 << 20;

    pub(crate) fn read(path: &Path) -> Result<Self> {
        let read = || -> Result<Self> {
            let mut text = String::new();
            File::open(path)?.take(Self::LONGEST).read_to_string(&mut text)?;
            let entries: BTreeMap<String, Written> = serde_json::from_str(&text)?;
            let entry = |(name, written): (String, Written)| {
                let question = Question::from_str(&name, false)
                    .map_err(|_| anyhow!("there is no question '{name}'"))?;
                Ok((question, written.try_into().with_context(|| name)?))
            };
            Ok(Self(entries.into_iter().map(entry).collect::<Result<_>>()?))
        };
        read().with_context(|| format!("{}: no settings of 'feeler explain'", path.display()))
    }

    pub(crate) fn insert(&mut self, question: Question, setting: Setting) {
        self.0.insert(question, setting);
    }

    /// The setting for a question; the default, and a note, where there is none.
    pub(crate) fn setting(&self, question: Question) -> Setting {
        self.0.get(&question).copied().unwrap_or_else(|| {
            let name = name(question);
            output::note(&format!("the settings file says nothing about '{name}'; using defaults"));
            Setting::default()
        })
    }

    /// The text of the file.
    pub(crate) fn to_text(&self) -> Result<String> {
        let entries: BTreeMap<String, Written> =
            self.0.iter().map(|(&question, &setting)| (name(question), setting.into())).collect();
        Ok(serde_json::to_string_pretty(&entries)?)
    }
}

/// A question as it is typed.
pub(crate) fn name(question: Question) -> String {
    let value = question.to_possible_value().expect("no question is hidden");
    value.get_name().to_owned()
}
