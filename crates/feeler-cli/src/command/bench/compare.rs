//! `feeler bench compare`: the comparison of two runs.

use crate::args::CompareArgs;
use crate::command::Outcome;
use crate::format;
use crate::output;
use crate::table::Table;
use anyhow::Result;
use feeler_bench::{Change, Trend};
use std::time::Duration;

pub(super) fn run(args: &CompareArgs) -> Result<Outcome> {
    let changes = feeler_bench::compare(&args.old, &args.new)?;
    match args.json {
        true => output::print_json(&changes)?,
        false => output::print(&text(&changes))?,
    }
    let worse = |change: &Change| matches!(change.trend, Trend::Slower | Trend::Wrong);
    Ok(if changes.iter().any(worse) { Outcome::Touching } else { Outcome::Done })
}

fn text(changes: &[Change]) -> String {
    let mut text = String::new();
    for group in changes.chunk_by(|x, y| x.scene == y.scene) {
        let mut table = Table::new([&group[0].scene, "old", "new", "ratio", "noise", ""]);
        for change in group {
            let time = |ns: f64| format::time(Duration::from_nanos(ns.round() as u64));
            let trend = match change.trend {
                Trend::Same => String::new(),
                Trend::Faster => "faster".to_owned(),
                Trend::Slower => "SLOWER".to_owned(),
                Trend::Wrong => {
                    let [before, now] = change.wrong.map(|n| format::count(n as u64));
                    format!("WRONG {now} (before {before})")
                }
            };
            table.row([
                change.contender.clone(),
                time(change.old),
                time(change.new),
                format!("{:.3}", change.ratio),
                format!("{:.0} %", 100.0 * change.noise),
                trend,
            ]);
        }
        text += &format!("{table}\n");
    }
    let count = |trend: Trend| {
        format::count(changes.iter().filter(|change| change.trend == trend).count() as u64)
    };
    let [slower, faster, wrong] = [Trend::Slower, Trend::Faster, Trend::Wrong].map(count);
    text += &format!(
        "{slower} slower, {faster} faster, {wrong} with more wrong answers, of {}\n",
        format::count(changes.len() as u64)
    );
    text
}
