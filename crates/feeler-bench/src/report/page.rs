//! The page: one HTML file with its style inside, without scripts or external files. It is also
//! well-formed XML, so that a test can read it.

use super::claim::Paper;
use super::complexity::Growth;
use super::latency;
use super::outcome::{Round, rounds};
use super::standing;
use super::summary;
use super::sweep::Sweep;
use super::worlds;
use super::wrong;
use crate::plot::number::{Text, plain};
use crate::record::{Header, Recorded, SceneHeader};
use crate::worlds::WorldsRun;

const STYLE: &str = include_str!("page.css");

pub(super) fn html(run: &Recorded, worlds: Option<&WorldsRun>) -> String {
    let rounds = rounds(run);
    let groups = groups(&rounds);
    let mut out = head(&run.header.date);
    let memory = standing::of_memory(&rounds);
    out += &section("summary", "Summary", &list(&summary::sentences(run, &rounds)));
    out += &contents(&groups, memory.as_deref(), worlds);
    out += &section("peers", "Peers", &standing::of_peers(&rounds));
    if let Some(table) = memory {
        out += &section("memory", "Memory per node", &table);
    }
    for (i, group) in groups.iter().enumerate() {
        out += &section(&format!("g{i}"), &heading(group[0].scene), &group_html(group));
    }
    if let Some(worlds) = worlds {
        out += &section("worlds", "Worlds", &worlds::html(worlds));
    }
    out += &section("wrong", "Wrong answers", &wrong::html(&rounds));
    out += &section("machine", "Machine and versions", &machine(&run.header));
    out += END;
    out
}

/// The page of worlds alone.
pub(super) fn of_worlds(worlds: &WorldsRun) -> String {
    let WorldsRun { feeler, commit, date, machine, flags, seed, .. } = worlds.clone();
    let header = Header { feeler, commit, date, machine, flags, ..Header::new(&[], seed) };
    let mut out = head(&worlds.date);
    out += &section("worlds", "Worlds", &worlds::html(worlds));
    out += &section("machine", "Machine and versions", &self::machine(&header));
    out += END;
    out
}

fn head(date: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\
         <meta name=\"color-scheme\" content=\"light dark\"/><link rel=\"icon\" href=\"data:,\"/>\
         <title>feeler benchmark {date}</title><style>{STYLE}</style></head><body>\n\
         <header><h1>feeler benchmark</h1><p>{date}</p></header>\n<main>\n",
        date = Text(date)
    )
}

const END: &str = "</main></body></html>\n";

/// The groups of scenes with the same question and the same parameter. Their scenes differ only in
/// the meshes.
fn groups<'a>(rounds: &'a [Round<'a>]) -> Vec<Vec<&'a Round<'a>>> {
    let key = |r: &Round<'a>| (&r.scene.question, &r.scene.parameter, &r.scene.figure);
    let mut groups: Vec<Vec<&Round<'_>>> = Vec::new();
    for round in rounds {
        match groups.iter_mut().find(|group| key(group[0]) == key(round)) {
            Some(group) => group.push(round),
            None => groups.push(vec![round]),
        }
    }
    groups
}

fn heading(scene: &SceneHeader) -> String {
    let question = if scene.question.is_empty() { "queries" } else { &scene.question };
    let mut letters = question.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let rest = letters.as_str();
    let against = match scene.parameter.as_str() {
        "" => String::new(),
        parameter => format!(" against {parameter}"),
    };
    let figure = scene.figure.as_ref().map_or(String::new(), |f| format!(" ({f})"));
    format!("{first}{rest}{against}{figure}")
}

fn group_html(group: &[&Round<'_>]) -> String {
    let mut out = String::new();
    for round in group {
        out += &scene_html(round);
    }
    if let Some(growth) = Growth::of(group) {
        let figures = growth.figures();
        let figures = figures.iter().map(|f| f.html("all scenes of the group"));
        let figures: String = figures.collect();
        out += &format!("<h3>All of these</h3><div class=\"figures\">{figures}</div>\n");
        out += &standing::of_growth(&growth).unwrap_or_default();
    }
    out
}

fn scene_html(round: &Round<'_>) -> String {
    let scene = round.scene;
    let mut out = format!(
        "<h3>{}</h3>\n<p>{}</p>\n<p class=\"facts\">{}</p>\n",
        Text(&scene.name),
        Text(&scene.why),
        Text(&facts(scene))
    );
    for sentence in &scene.left_out {
        out += &format!("<p class=\"facts\">{}.</p>\n", Text(sentence));
    }
    let mut figures = Vec::new();
    let sweep = Sweep::of(round);
    if let Some(sweep) = &sweep {
        figures.extend(sweep.times(round));
        let paper = scene.figure.as_deref().and_then(Paper::of);
        // The papers with the benchmark and with the distance sweeps give averages.
        if matches!(paper, Some((Paper::AdbTrees | Paper::Benchmark, _))) {
            figures.extend(sweep.mean_times(round));
        }
        figures.extend(sweep.effort(round));
        figures.extend(sweep.wrong(round));
        figures.extend(sweep.errors(round));
    }
    figures.extend(latency::figures(round));
    if !figures.is_empty() {
        let figures = figures.iter().map(|figure| figure.html(&scene.name));
        out += &format!("<div class=\"figures\">{}</div>\n", figures.collect::<String>());
    }
    let judged: usize = round.outcomes.iter().map(|o| o.judged()).sum();
    if judged > 0 && round.outcomes.iter().all(|o| o.wrong() == 0) {
        out += &format!("<p>All of {} judged answers are right.</p>\n", plain(judged as f64));
    }
    out += &standing::of_scene(round);
    if let Some(sweep) = sweep.filter(Sweep::is_log) {
        out += &standing::of_slopes(&sweep, round).unwrap_or_default();
    }
    out
}

fn facts(scene: &SceneHeader) -> String {
    let [a, b] = scene.triangles.map(plain_count);
    let normalised = if scene.normalised { ", normalised" } else { "" };
    format!(
        "{} ({a} triangles) and {} ({b} triangles){normalised}; {} poses, {} passes",
        scene.a,
        scene.b,
        plain_count(scene.poses),
        scene.passes
    )
}

fn plain_count(n: usize) -> String {
    plain(n as f64)
}

fn machine(header: &Header) -> String {
    let machine = &header.machine;
    let facts = [
        ("feeler", header.feeler.clone()),
        ("commit", header.commit.clone().unwrap_or_default()),
        ("date", header.date.clone()),
        ("processor", machine.cpu.clone()),
        ("cores", machine.cores.to_string()),
        ("instructions", machine.instructions.clone()),
        ("system", machine.os.clone()),
        ("flags", header.flags.clone()),
        ("seed", header.seed.to_string()),
    ];
    let known = facts.iter().filter(|(_, value)| !value.is_empty());
    let rows = known.map(|(name, value)| format!("<dt>{name}</dt><dd>{}</dd>", Text(value)));
    format!("<dl>{}</dl>\n", rows.collect::<String>())
}

fn contents(
    groups: &[Vec<&Round<'_>>],
    memory: Option<&str>,
    worlds: Option<&WorldsRun>,
) -> String {
    let mut entries = vec!["<a href=\"#peers\">Peers</a>".to_owned()];
    entries.extend(memory.map(|_| "<a href=\"#memory\">Memory per node</a>".to_owned()));
    for (i, group) in groups.iter().enumerate() {
        entries.push(format!("<a href=\"#g{i}\">{}</a>", Text(&heading(group[0].scene))));
    }
    entries.extend(worlds.map(|_| "<a href=\"#worlds\">Worlds</a>".to_owned()));
    entries.push("<a href=\"#wrong\">Wrong answers</a>".to_owned());
    entries.push("<a href=\"#machine\">Machine and versions</a>".to_owned());
    format!("<nav>{}</nav>\n", list(&entries))
}

fn section(id: &str, title: &str, body: &str) -> String {
    format!("<section id=\"{id}\"><h2>{}</h2>\n{body}</section>\n", Text(title))
}

/// A list. Its entries are HTML.
fn list(entries: &[String]) -> String {
    let entries = entries.iter().map(|entry| format!("<li>{entry}</li>"));
    format!("<ul>{}</ul>\n", entries.collect::<String>())
}
