//! `feeler cache`: the trees that are kept from run to run.

use super::Outcome;
use crate::args::{CacheAction, CacheArgs};
use crate::table::Table;
use crate::{format, output};
use anyhow::{Context, Result};
use feeler_io::Entry;
use serde::Serialize;
use std::time::{SystemTime, UNIX_EPOCH};

pub(crate) fn run(args: &CacheArgs) -> Result<Outcome> {
    let cache = args.cache()?;
    let folder = cache.folder().display().to_string();
    let entries = match args.action {
        CacheAction::List => cache.entries(),
        CacheAction::Clear => cache.clear(),
    };
    let entries = entries.with_context(|| folder.clone())?;
    let bytes = entries.iter().map(|entry| entry.bytes).sum();
    let files: Vec<File> = entries.iter().map(File::new).collect();
    if args.json {
        let cleared = args.action == CacheAction::Clear;
        output::print_json(&Contents { folder, cleared, files, bytes })?;
        return Ok(Outcome::Done);
    }
    let models = format::counted(files.len() as u64, "file");
    let bytes = format::counted(bytes, "byte");
    output::print(&match args.action {
        CacheAction::List if files.is_empty() => format!("{folder}: no trees are kept\n"),
        CacheAction::List => {
            let mut table = Table::new(["file", "bytes", "written"]);
            files.iter().for_each(|file| table.row(file.cells()));
            format!("{folder}: {models}, {bytes}\n\n{table}")
        }
        CacheAction::Clear => format!("{folder}: removed {models}, {bytes}\n"),
    })?;
    Ok(Outcome::Done)
}

/// What a cache has, or had.
#[derive(Serialize)]
struct Contents {
    folder: String,
    /// Whether the files were removed.
    cleared: bool,
    files: Vec<File>,
    bytes: u64,
}

#[derive(Serialize)]
struct File {
    name: String,
    bytes: u64,
    /// When it was written, in seconds since 1970.
    written: Option<u64>,
}

impl File {
    fn new(entry: &Entry) -> Self {
        let since = |time: SystemTime| time.duration_since(UNIX_EPOCH).ok();
        Self {
            name: entry.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            bytes: entry.bytes,
            written: entry.written.and_then(since).map(|time| time.as_secs()),
        }
    }

    fn cells(&self) -> [String; 3] {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let age = self.written.map(|written| now.saturating_sub(written));
        [self.name.clone(), format::count(self.bytes), age.map_or("-".to_owned(), ago)]
    }
}

/// The largest unit of a time that has passed.
fn ago(seconds: u64) -> String {
    let (n, unit) = match seconds {
        0..60 => (seconds, "second"),
        60..3600 => (seconds / 60, "minute"),
        3600..86_400 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{} ago", format::counted(n, unit))
}
