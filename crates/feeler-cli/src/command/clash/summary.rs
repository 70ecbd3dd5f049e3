//! Clash reports for people.

use super::baseline::Comparison;
use super::report::{Finding, Report};
use super::said;
use crate::format;
use crate::table::Table;
use std::fmt::Write;
use std::time::Duration;

/// The report: one line for all pairs of the same two meshes that do the same to each other.
pub(super) fn of_report(report: &Report) -> String {
    let mut text = head(report);
    if report.clashes.is_empty() {
        return text;
    }
    let mut table = Table::new(["", "pairs", "kind", "contacts", "distance", "depth", "at"]);
    for group in groups(&report.clashes) {
        let worst = group[0];
        let contacts: u64 = group.iter().map(|finding| finding.contacts).sum();
        table.row([
            names(&group),
            format::count(group.len() as u64),
            kind(worst),
            format::count(contacts),
            format::coordinate(worst.distance),
            worst.depth.map_or("-".to_owned(), format::coordinate),
            format::point(worst.at),
        ]);
    }
    let _ = write!(text, "\n{table}"); // a string takes all text
    text
}

/// What differs from an earlier report.
pub(super) fn of_comparison(report: &Report, comparison: &Comparison) -> String {
    let mut text = head(report);
    let lists = [
        ("new", &comparison.new),
        ("worse", &comparison.worse),
        ("changed", &comparison.changed),
        ("better", &comparison.better),
        ("gone", &comparison.gone),
    ];
    for (word, list) in lists {
        for finding in list {
            let _ = writeln!(text, "  {word}: {}", format::printable(&finding.sentence()));
        }
    }
    let _ = writeln!(text, "  {} as before", format::count(comparison.same as u64));
    text
}

fn head(report: &Report) -> String {
    let files: Vec<String> = report.files.iter().map(|file| format::printable(file)).collect();
    let time = |ns: u64| format::time(Duration::from_nanos(ns));
    format!(
        "{}: {} of {}, loaded in {}\n{} near each other, told apart in {}, details in {}\n{}\n",
        files.join(", "),
        format::counted(report.objects as u64, "object"),
        format::counted(report.meshes as u64, "shape"),
        time(report.load_ns),
        format::counted(report.pairs as u64, "pair"),
        time(report.time_ns),
        time(report.details_ns),
        said(report),
    )
}

/// Findings of the same kind between the same two meshes, in the order of their first ones.
pub(super) fn groups(findings: &[Finding]) -> Vec<Vec<&Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    let mut known = std::collections::HashMap::new();
    for finding in findings {
        let [p, q] = &finding.parts;
        let at = *known.entry((&finding.kind, p.min(q), p.max(q))).or_insert(groups.len());
        if at == groups.len() {
            groups.push(Vec::new());
        }
        groups[at].push(finding);
    }
    groups
}

/// The two objects of a group of one, or the two meshes.
pub(super) fn names(group: &[&Finding]) -> String {
    let text = match group {
        [only] => format!("{} and {}", only.a, only.b),
        [first, ..] => format!("{} and {}", first.parts[0], first.parts[1]),
        [] => String::new(),
    };
    format::printable(&text)
}

fn kind(finding: &Finding) -> String {
    match finding.confidence {
        1.0 => finding.kind.clone(),
        confidence => format!("{} ({confidence:.2})", finding.kind),
    }
}
