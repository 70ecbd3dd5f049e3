//! Tests that `docs/papers.md` is complete and true to the program: no row is missing, its commands
//! can be typed, its files are there, and its count is right.

use super::Args;
use clap::Parser;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const PAGE: &str = include_str!("../../../../docs/papers.md");

const VERDICTS: [&str; 5] = ["holds", "holds partly", "does not hold", "cannot be tested", "open"];

/// The sources, each with the figures, tables and equations that it has, and with the other claims
/// that must not be forgotten.
const SOURCES: [Source; 5] = [
    Source {
        name: "Klein and Zachmann, VRST 2003",
        figures: 17,
        equations: 8,
        rows: &[
            "Table 1",
            "8³ cells",
            "factor 3 to 6",
            "complexity",
            "confidence",
            "contacts",
            "93 hours",
            "curvature",
            "DOP trees",
        ],
    },
    Source {
        name: "Klein and Zachmann, VMV 2003",
        figures: 11,
        equations: 3,
        rows: &["2 seconds", "0.2 points"],
    },
    Source {
        name: "Kim, Choi and Kim",
        figures: 10,
        equations: 1,
        rows: &["Eqs. 2 to 6", "mean split", "hybrid", "5 times"],
    },
    Source {
        name: "Kavan and Havran",
        figures: 0,
        equations: 0,
        rows: &[
            "all pairs of triangles",
            "worst case",
            "quadratic algorithm",
            "output-sensitive",
            "yes or no",
            "CDTEST",
            "CDTEST2",
            "cost model",
            "bounding sphere",
            "smallest sphere",
            "AABB",
            "OBB",
            "15 axes",
            "k-DOP",
            "6, 14, 18, 26",
            "conservative test",
            "convex hull",
            "comparison",
            "bottom-up",
            "top-down",
            "middle of the longest side",
            "order m",
            "tight parents",
            "translation",
            "rotation, spheres and OBBs",
            "rotation, all vertices",
            "rotation, hull",
            "rotation, DOP of the DOP",
            "dynamic",
        ],
    },
    Source {
        name: "Diktas and Sahiner",
        figures: 12,
        equations: 0,
        rows: &[
            "OBBs are best",
            "torus",
            "relative size",
            "shortcoming: closed surfaces",
            "shortcoming: tunnels",
            "dynamic queries",
        ],
    },
];

struct Source {
    name: &'static str,
    figures: usize,
    equations: usize,
    rows: &'static [&'static str],
}

/// A row of the table of a source.
struct Row {
    name: String,
    commands: Vec<String>,
    verdict: String,
    text: String,
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The part of the page under a heading.
fn section(heading: &str) -> &'static str {
    let start = format!("\n## {heading}\n");
    let (_, rest) = PAGE.split_once(&start).unwrap_or_else(|| panic!("no section {heading}"));
    rest.split("\n## ").next().unwrap_or(rest)
}

/// What stands between `before` and `after`, as often as it does.
fn between<'a>(text: &'a str, before: &'a str, after: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(move |rest| rest.split(after).next())
}

fn rows(heading: &str) -> Vec<Row> {
    let lines = section(heading).lines().filter(|line| line.starts_with("| **"));
    lines
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
            assert_eq!(cells.len(), 6, "a row has six cells: {line}");
            assert!(cells.iter().all(|cell| !cell.is_empty()), "an empty cell: {line}");
            let bold = |cell: &str| between(cell, "**", "**").next().unwrap_or("").to_owned();
            Row {
                name: bold(cells[0]),
                commands: cells[4].split('`').skip(1).step_by(2).map(str::to_owned).collect(),
                verdict: bold(cells[5]),
                text: line.to_owned(),
            }
        })
        .collect()
}

#[test]
fn no_row_is_missing_and_none_is_twice() {
    for source in &SOURCES {
        let rows = rows(source.name);
        let figures = (1..=source.figures).map(|n| format!("Fig. {n}"));
        let equations = (1..=source.equations).map(|n| format!("Eq. {n}"));
        let others = source.rows.iter().map(|row| (*row).to_owned());
        for wanted in figures.chain(equations).chain(others) {
            let found = rows.iter().filter(|row| row.name == wanted).count();
            assert_eq!(found, 1, "{}: rows named {wanted}", source.name);
        }
    }
}

#[test]
fn every_row_has_code_a_command_that_parses_and_a_verdict() {
    let mut wrong = Vec::new();
    for source in &SOURCES {
        for Row { name, commands, verdict, text } in rows(source.name) {
            let place = format!("{}, {name}", source.name);
            assert!(VERDICTS.contains(&verdict.as_str()), "{place}: the verdict {verdict:?}");
            assert!(text.contains("](../crates/"), "{place}: no link to code");
            assert!(!commands.is_empty(), "{place}: no command");
            for command in commands {
                if let Err(error) = Args::try_parse_from(command.split_whitespace()) {
                    wrong.push(format!("{place}: {command}\n{error}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_file_that_the_page_names_is_there() {
    let links = between(PAGE, "](", ")").chain(between(PAGE, "src=\"", "\""));
    let links: Vec<&str> = links.filter(|link| !link.starts_with("http")).collect();
    assert!(links.len() > 100, "only {} links were found", links.len());
    for link in links {
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        let path = docs().join(if file.is_empty() { "papers.md" } else { file });
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{link}: {e}"));
        let anchors = text.lines().filter(|line| line.starts_with('#')).map(anchor);
        assert!(heading.is_empty() || anchors.into_iter().any(|it| it == heading), "{link}");
    }
}

/// The address of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let words: String = heading.trim_start_matches('#').trim().chars().filter(kept).collect();
    words.to_lowercase().replace(' ', "-")
}

#[test]
fn every_picture_has_its_data_and_stands_on_the_page() {
    let files = std::fs::read_dir(docs().join("papers")).unwrap().map(|file| file.unwrap().path());
    let mut pictures = 0;
    for file in files.filter(|file| file.extension().is_some_and(|kind| kind == "svg")) {
        let name = file.file_name().unwrap().to_str().unwrap();
        assert!(PAGE.contains(&format!("src=\"papers/{name}\"")), "{name} is not shown");
        let data = file.with_extension("csv");
        let data = std::fs::read_to_string(&data).unwrap_or_else(|e| panic!("{data:?}: {e}"));
        assert!(data.lines().count() > 2, "{name} has no data");
        pictures += 1;
    }
    assert!(pictures > 0, "there are no pictures");
}

#[test]
fn the_count_at_the_end_is_that_of_the_rows() {
    let table = section("The count");
    let mut all = BTreeMap::new();
    let line = |name: &str, counts: [usize; 5]| {
        let [a, b, c, d, e] = counts;
        let sum: usize = counts.iter().sum();
        let line = format!("| {name} | {sum} | {a} | {b} | {c} | {d} | {e} |");
        assert!(table.lines().any(|it| it == line), "the table does not have the line\n{line}");
    };
    for source in &SOURCES {
        let rows = rows(source.name);
        let counts =
            VERDICTS.map(|verdict| rows.iter().filter(|row| row.verdict == verdict).count());
        line(source.name, counts);
        for (verdict, count) in VERDICTS.iter().zip(counts) {
            *all.entry(verdict).or_insert(0) += count;
        }
    }
    line("all", VERDICTS.map(|verdict| all[&verdict]));
}
