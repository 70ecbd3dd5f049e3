//! `feeler research`: the published methods, beside exact queries.

mod tables;

use super::Outcome;
use crate::args::{AdbArgs, ResearchArgs, ResearchCommand};
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::table::Table;
use crate::watched::Watched;
use crate::{format, output, poses, voice};
use anyhow::{Context, Result, ensure};
use feeler::{Mesh, Pose};
use feeler_research::adb::{self, Comparison, Contest, FullTable};
use feeler_scenes::{normalised, sweep};
use serde::Serialize;
use std::path::Path;
use std::time::Duration;

pub(crate) fn run(args: &ResearchArgs) -> Result<Outcome> {
    match &args.command {
        ResearchCommand::Adb(args) => compare(args),
        ResearchCommand::Tables(args) => tables::run(args),
    }
}

/// The number of poses at each distance of the sweep.
const TURNS: u16 = 12;

fn compare(args: &AdbArgs) -> Result<Outcome> {
    let setting = args.setting()?;
    let published = args.published();
    let has_table = published.table == adb::Table::Full;
    ensure!(args.table_file.is_none() || has_table, "--table-file belongs to '--table full'");
    let interrupt = Interrupt::listen()?;
    let table = args.table_file.as_deref().map(read_table).transpose()?;
    let (meshes, poses) = situation(args, &interrupt)?;
    let watched = Watched::new(&interrupt);
    watched.start("queries");
    // A table from a file takes the place of the one that would be computed.
    let computed = match &table {
        Some(_) => feeler_research::Published { table: adb::Table::Small, ..published },
        None => published,
    };
    let contest = Contest {
        meshes: [&meshes[0], &meshes[1]],
        build: setting.build(),
        cells: published.cells(),
        query: computed.query(),
    };
    let contest = table.as_ref().map_or(contest, |table| contest.with_table(table));
    let comparison = contest.run(&poses, &|share| watched.tell(share));
    watched.end();
    let Some(comparison) = comparison else {
        voice::note("interrupted; nothing is written");
        return Ok(Outcome::Interrupted);
    };
    let name = setting.name();
    let report = Report { a: &args.meshes.a, b: &args.meshes.b, setting: &name, comparison };
    match args.json {
        true => output::print_json(&report)?,
        false => output::print(&report.text())?,
    }
    Ok(Outcome::Done)
}

/// The meshes and the poses of B in A's frame.
fn situation(args: &AdbArgs, interrupt: &Interrupt) -> Result<([Mesh; 2], Vec<Pose>)> {
    let inputs = [Input::new(&args.meshes.a), Input::new(&args.meshes.b)];
    let meshes = [inputs[0].mesh_or(interrupt)?, inputs[1].mesh_or(interrupt)?];
    inputs[0].note_empty(&meshes[0]);
    inputs[1].note_empty(&meshes[1]);
    match &args.poses {
        Some(path) => {
            let poses = poses::read(path, args.notation.notation(), interrupt)?;
            ensure!(!poses.is_empty(), "{}: there are no poses in it", path.display());
            Ok((meshes, poses))
        }
        None => {
            let turns = args.turns.unwrap_or(TURNS).into();
            let placed = sweep(0.4..=2.1, 18, turns);
            let poses = placed.iter().map(|placed| placed.pose).collect();
            Ok((meshes.each_ref().map(normalised), poses))
        }
    }
}

fn read_table(path: &Path) -> Result<FullTable> {
    let read = || -> Result<FullTable> { Ok(FullTable::from_bytes(&std::fs::read(path)?)?) };
    read().with_context(|| path.display().to_string())
}

#[derive(Serialize)]
struct Report<'a> {
    a: &'a str,
    b: &'a str,
    setting: &'a str,
    #[serde(flatten)]
    comparison: Comparison,
}

impl Report<'_> {
    fn text(&self) -> String {
        let Self { a, b, setting, comparison } = self;
        let count = |n: usize| format::count(n as u64);
        let [a, b] = [a, b].map(|name| format::printable(name));
        let poses = format::counted(comparison.poses as u64, "pose");
        let touching = count(comparison.touching);
        let mut text = format!("{a} and {b}: {poses}, {touching} of which touch\n\n");
        let mut table = Table::new(["", "mean time", "false collisions", "missed", "wrong"]);
        let time = |micros: f64| format::time(Duration::from_nanos((1e3 * micros) as u64));
        table.row([
            (*setting).to_owned(),
            time(comparison.adb_micros),
            count(comparison.false_collisions),
            count(comparison.missed_collisions),
            format!("{:.1} %", 100.0 * comparison.wrong_share()),
        ]);
        for (name, micros) in [
            ("feeler obb, exact", comparison.exact_micros),
            ("feeler dop24 arity-2, exact, SSE2", comparison.dop24_micros),
        ] {
            let none = || "0".to_owned();
            table.row([name.to_owned(), time(micros), none(), none(), "0.0 %".to_owned()]);
        }
        text += &table.to_string();
        text += &format!(
            "\n{:.1} cells a node of A, counted for both in {}; {} bytes a node\n\
             {} estimates and {} tests of volumes a query\n",
            comparison.cells_a_node,
            time(1e6 * comparison.counting_seconds),
            comparison.bytes_a_node,
            format::rounded(comparison.estimates),
            format::rounded(comparison.volume_tests),
        );
        if comparison.unfinished > 0 {
            let unfinished = format::counted(comparison.unfinished as u64, "query");
            text += &format!("the budget ended {unfinished}\n");
        }
        text
    }
}
