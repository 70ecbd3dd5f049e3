//! The table of a run.

use crate::format;
use crate::table::Table;
use feeler_bench::{Level, SceneSummary, Summary};
use std::path::Path;
use std::time::Duration;

pub(super) fn run(scenes: &[SceneSummary], folder: &Path) -> String {
    let mut text: String = scenes.iter().map(scene).collect();
    text += &leads(scenes);
    let wrong = |counts: fn(&&Summary) -> bool| {
        let contenders = scenes.iter().flat_map(|scene| &scene.contenders).filter(counts);
        contenders.map(|it| it.wrong).sum::<usize>()
    };
    let (all, probable) = (wrong(|_| true), wrong(|it| it.is_probable()));
    if all > 0 {
        let answers = format::counted(all as u64, "wrong answer");
        let file = folder.join("wrong.csv");
        let allowed = match probable {
            0 => String::new(),
            some => format!(", {} by settings that may be wrong", format::count(some as u64)),
        };
        text += &format!("{answers}{allowed}, with their poses in {}\n", file.display());
    }
    text += &format!("All is in {}\n", folder.display());
    text
}

fn scene(scene: &SceneSummary) -> String {
    let [a, b] = scene.triangles.map(|n| format::count(n as u64));
    let poses = format::counted(scene.poses as u64, "pose");
    let mut text = format!("{}: {}, {a} and {b} triangles, {poses}\n", scene.name, scene.question);
    for sentence in &scene.left_out {
        text += &format!("  {sentence}\n");
    }
    let (asked, absent): (Vec<&Summary>, Vec<&Summary>) =
        scene.contenders.iter().partition(|it| it.passes > 0);
    let mut table = Table::new(["", "p50", "p90", "p99", "max", "wrong", "build", "memory"]);
    for it in &asked {
        let time = |ns: Option<f64>| {
            ns.map_or(String::new(), |ns| format::time(Duration::from_nanos(ns.round() as u64)))
        };
        let wrong = match (format::count(it.wrong as u64), it.worst_error) {
            _ if it.wrong == 0 => String::new(),
            (wrong, Some(error)) => format!("{wrong}, off by {error:.1e}"),
            (wrong, None) => wrong,
        };
        table.row([
            it.name.clone(),
            time(it.p50),
            time(it.p90),
            time(it.p99),
            time(it.max),
            wrong,
            time(it.build_ns.map(|[a, b]| (a + b) as f64)),
            it.bytes.map_or(String::new(), |bytes| format!("{:.1} MB", bytes as f64 / 1e6)),
        ]);
    }
    text += &table.to_string();
    for it in asked.iter().filter(|it| it.status != "ok" || !it.note.is_empty()) {
        text += &format!("  {}: {}\n", it.name, note(it));
    }
    for it in absent {
        text += &format!("  {} did not take part: {}\n", it.name, note(it));
    }
    text + "\n"
}

/// The largest number of levels of a scene that are shown one by one. With more levels, only the
/// level of all poses is shown.
const MOST_LEVELS: usize = 24;

/// The lead of feeler's default over the best rival without wrong answers, level by level, and the
/// smallest lead. Empty without rivals.
fn leads(scenes: &[SceneSummary]) -> String {
    let cells = || {
        scenes.iter().flat_map(|scene| {
            let shown = if scene.levels.len() > MOST_LEVELS { scene.levels.len() - 1 } else { 0 };
            scene.levels[shown..].iter().map(move |level| (scene, level))
        })
    };
    let name = |level: &Level| level.prescribed.map_or("all".to_owned(), format::coordinate);
    let time = |ns: f64| format::time(Duration::from_nanos(ns.round() as u64));
    let mut table = Table::new(["mean of", "at", "feeler", "best right rival", "", "ratio"]);
    let mut least: Option<(f64, String)> = None;
    for (scene, level) in cells() {
        let (Some(best), Some(lead)) = (level.best(), level.lead()) else { continue };
        table.row([
            scene.name.clone(),
            name(level),
            time(level.feeler),
            best.name.clone(),
            time(best.mean),
            format!("{lead:.2}"),
        ]);
        if least.as_ref().is_none_or(|(other, _)| lead < *other) {
            let place = format!("{} at {}, {}", scene.name, name(level), best.name);
            least = Some((lead, place));
        }
    }
    least.map_or(String::new(), |(lead, place)| {
        format!("{table}\nThe least ratio is {lead:.2}: {place}\n\n")
    })
}

/// The first line of a note. What a rival wrote before it crashed is in `run.json`.
fn note(it: &Summary) -> String {
    let first = it.note.lines().next().unwrap_or_default();
    format::printable(if first.is_empty() { &it.status } else { first })
}
