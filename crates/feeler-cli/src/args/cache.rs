//! The options for the trees that are kept from run to run.

use anyhow::{Context, Result};
use clap::{Args as Group, ValueEnum};
use feeler_io::Cache;
use std::path::{Path, PathBuf};

#[derive(Debug, Group)]
pub(crate) struct CacheArgs {
    /// What to do
    #[arg(value_enum, default_value = "list")]
    pub(crate) action: CacheAction,

    /// The folder; the user's folder for caches without it
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What is done with a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CacheAction {
    /// List the saved models and their size
    List,
    /// Remove the saved models
    Clear,
}

impl CacheArgs {
    pub(crate) fn cache(&self) -> Result<Cache> {
        cache_in(self.folder.as_deref())
    }
}

/// The cache in a folder, or in that of the user.
pub(super) fn cache_in(folder: Option<&Path>) -> Result<Cache> {
    let cache = folder.map_or_else(Cache::of_user, |folder| Some(Cache::new(folder)));
    cache.context("there is no folder for caches: name one, as in --cache=trees or --folder trees")
}

pub(super) const EXAMPLES: &str = "\
Examples:
  feeler check shape:knot:1000000 shape:ring --cache      # the second time the tree is read
  feeler batch knot.obj ring.ply --poses poses.csv --cache=trees -o answers.csv
  feeler cache
  feeler cache --json
  feeler cache clear --folder trees

A tree is found by the content of its mesh and the options for trees, so a changed file gets a new one.
What is read is checked against the mesh; a damaged file is replaced. No answer depends on it.
The folder is $XDG_CACHE_HOME/feeler or ~/.cache/feeler, on macOS ~/Library/Caches/feeler, on Windows
%LOCALAPPDATA%\\feeler\\cache.";
