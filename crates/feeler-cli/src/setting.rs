//! The file of settings. The setting itself is defined in `feeler_research`, which compares
//! settings.

pub(crate) use feeler_research::{SCHEDULES, Setting, Written, rule, schedule, schedule_name};

use crate::question::Question;
use crate::voice;
use anyhow::{Context, Result, anyhow, ensure};
use clap::ValueEnum;
use feeler_research::Mode;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A file with the settings for some questions.
#[derive(Debug, Default)]
pub(crate) struct Saved(BTreeMap<Question, Setting>);

impl Saved {
    /// The largest size of the file in bytes; feeler's files have some hundred bytes.
    const MOST_FILE_BYTES: u64 = 1 << 20;

    pub(crate) fn read(path: &Path) -> Result<Self> {
        let read = || -> Result<Self> {
            let mut text = String::new();
            File::open(path)?.take(Self::MOST_FILE_BYTES).read_to_string(&mut text)?;
            let entries: BTreeMap<String, Written> = serde_json::from_str(&text)?;
            let entry = |(name, written): (String, Written)| {
                let question = Question::from_str(&name, false)
                    .map_err(|_| anyhow!("there is no question '{name}'"))?;
                let setting: Setting = written.try_into().with_context(|| name.clone())?;
                // Only benchmarks use the other modes; here they would be ignored.
                ensure!(
                    setting.mode == Mode::Exact,
                    "{name}: 'guided' and 'adb' are for benchmarks"
                );
                Ok((question, setting))
            };
            Ok(Self(entries.into_iter().map(entry).collect::<Result<_>>()?))
        };
        read().with_context(|| format!("{}: no settings of 'feeler explain'", path.display()))
    }

    pub(crate) fn insert(&mut self, question: Question, setting: Setting) {
        self.0.insert(question, setting);
    }

    /// The setting for a question. If the file has none, it writes a note and returns the default.
    pub(crate) fn setting(&self, question: Question) -> Setting {
        self.0.get(&question).copied().unwrap_or_else(|| {
            let name = name(question);
            voice::note(&format!("the settings file says nothing about '{name}'; using defaults"));
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

/// The name of a question as it is typed.
pub(crate) fn name(question: Question) -> String {
    let value = question.to_possible_value().expect("no question is hidden");
    value.get_name().to_owned()
}
