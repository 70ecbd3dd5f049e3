//! The options for trees and for searching them.

use super::cache::cache_in;
use super::number::whole;
use crate::question::Question;
use crate::setting::{self, Saved, Setting};
use anyhow::Result;
use clap::Args as Group;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use feeler::{Arity, Rule, Schedule, Volume};
use feeler_io::Cache;
use std::path::{Path, PathBuf};

/// The options for building two models and for querying them. They never change an answer.
#[derive(Clone, Debug, Group)]
#[command(next_help_heading = "Options for speed, which change no answer")]
pub(crate) struct QueryArgs {
    /// The volume of the trees: obb, aabb, sphere, dop14, dop18, dop24, dop26, hull, … [default: obb]
    #[arg(long, value_name = "NAME")]
    bv: Option<Volume>,

    #[command(flatten)]
    tree: TreeArgs,

    /// Which volumes are opened first [default: best for distances, depth for all else]
    #[arg(long, value_name = "ORDER", value_parser = schedules())]
    schedule: Option<Schedule>,

    /// What 'feeler explain --save' has found to be fast; the options above win over it
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,

    /// Keep the trees in this folder, and take them from there the next time; without DIR in the user's folder for caches. See 'feeler help cache'
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true)]
    cache: Option<Option<PathBuf>>,
}

impl QueryArgs {
    /// The file that is read, if there is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.settings.as_deref()
    }

    /// The cache that the trees are kept in, if there is one.
    pub(crate) fn cache(&self) -> Result<Option<Cache>> {
        self.cache.as_ref().map(|folder| cache_in(folder.as_deref())).transpose()
    }

    /// The setting that the options describe, for a question.
    pub(crate) fn setting(&self, question: Question) -> Result<Setting> {
        let saved = self.settings.as_deref().map(Saved::read).transpose()?;
        let start = saved.map_or(Setting::default(), |saved| saved.setting(question));
        let tree = self.tree.over(start);
        Ok(Setting {
            bv: self.bv.unwrap_or(tree.bv),
            schedule: self.schedule.or(tree.schedule),
            ..tree
        })
    }
}

/// The options for the shape of a tree.
#[derive(Clone, Copy, Debug, Group)]
pub(crate) struct TreeArgs {
    /// Children a node [default: 8]
    #[arg(long, value_name = "N", value_parser = arities())]
    arity: Option<Arity>,

    /// How triangles are grouped [default: sah]
    #[arg(long = "build", value_name = "RULE", value_parser = rules())]
    rule: Option<Rule>,

    /// The largest number of triangles in a leaf [default: 8]
    #[arg(long, value_name = "N", value_parser = whole(1..=16_u8))]
    leaf: Option<u8>,
}

impl TreeArgs {
    /// A setting, changed by the options that were typed.
    pub(crate) fn over(&self, setting: Setting) -> Setting {
        Setting {
            arity: self.arity.unwrap_or(setting.arity),
            rule: self.rule.unwrap_or(setting.rule),
            leaf: self.leaf.unwrap_or(setting.leaf),
            ..setting
        }
    }
}

fn arities() -> impl TypedValueParser<Value = Arity> {
    PossibleValuesParser::new(["2", "4", "8"])
        .map(|arity| arity.parse().expect("the possible values are arities"))
}

fn rules() -> impl TypedValueParser<Value = Rule> {
    PossibleValuesParser::new(Rule::ALL.map(Rule::name))
        .map(|name| setting::rule(&name).expect("the possible values are the names of rules"))
}

fn schedules() -> impl TypedValueParser<Value = Schedule> {
    PossibleValuesParser::new(setting::SCHEDULES.map(setting::schedule_name)).map(|name| {
        setting::schedule(&name).expect("the possible values are the names of schedules")
    })
}
