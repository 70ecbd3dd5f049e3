//! `feeler research tables`: the published table of probabilities.

use super::{Outcome, read_table};
use crate::args::TablesArgs;
use crate::output::{self, Output};
use crate::sources::Sources;
use crate::table::Table;
use crate::{format, voice};
use anyhow::{Result, ensure};
use feeler_research::adb::FullTable;
use serde::Serialize;
use std::time::{Duration, Instant};

/// The facts about a table.
#[derive(Serialize)]
struct Report {
    seconds: f64,
    /// The number of bytes of the file.
    bytes: usize,
    /// The bytes of the probabilities of at least 1, 2, … collision cells.
    bytes_each: Vec<usize>,
    /// Whether the file is the same as the table that is computed here.
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<bool>,
}

pub(super) fn run(args: &TablesArgs) -> Result<Outcome> {
    let file = args.output.as_deref().map(|path| Output::create(path, &Sources::default()));
    let file = file.transpose()?;
    let given = args.check.as_deref().map(read_table).transpose()?;
    let start = Instant::now();
    let table = FullTable::new();
    let seconds = start.elapsed().as_secs_f64();
    if let (Some(given), Some(path)) = (&given, &args.check) {
        let name = path.display();
        ensure!(
            *given == table,
            "{name}: it is whole, but it is another table than is computed here"
        );
    }
    let bytes = table.to_bytes();
    let report = Report {
        seconds,
        bytes: bytes.len(),
        bytes_each: table.stored_each().map(|values| size_of::<u16>() * values).to_vec(),
        right: given.map(|_| true),
    };
    if let Some(mut file) = file {
        file.bytes(&bytes)?;
        file.finish()?;
    }
    match args.json {
        true => output::print_json(&report)?,
        false => output::print(&report.text())?,
    }
    if let Some(path) = &args.output {
        voice::note(&format!("wrote {}", path.display()));
    }
    Ok(Outcome::Done)
}

impl Report {
    fn text(&self) -> String {
        let mut table = Table::new(["at least x collision cells", "MB"]);
        for (x, bytes) in (1..).zip(&self.bytes_each) {
            table.row([x.to_string(), format!("{:.1}", *bytes as f64 / 1e6)]);
        }
        let time = format::time(Duration::from_secs_f64(self.seconds));
        let bytes = format!("{:.1}", self.bytes as f64 / 1e6);
        let right = match self.right {
            Some(_) => "; the file is the same, to the byte",
            None => "",
        };
        format!("{table}\n{bytes} MB as a file, computed in {time}{right}\n")
    }
}
