//! Comparison with an earlier report.

use super::report::{Finding, Report};
use anyhow::{Context, Result};
use feeler_world::ClashKind;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// Reads a report that `--format json` wrote.
pub(super) fn read(path: &Path) -> Result<Report> {
    let name = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(name)?;
    serde_json::from_str(&text)
        .context("it is no report of 'feeler clash --format json'")
        .with_context(name)
}

/// What differs from an earlier report.
#[derive(Debug, Default, Serialize)]
pub(super) struct Comparison {
    /// Pairs that did not clash before.
    pub(super) new: Vec<Finding>,
    /// Pairs of a worse kind than before, or nearer, or deeper.
    pub(super) worse: Vec<Finding>,
    /// Pairs of the same kind that stand otherwise, touch elsewhere, or by other triangles.
    pub(super) changed: Vec<Finding>,
    /// Pairs of a better kind than before, or further apart, or less deep.
    pub(super) better: Vec<Finding>,
    /// Pairs that clashed before, as they were.
    pub(super) gone: Vec<Finding>,
    /// The number of pairs that are as before.
    pub(super) same: usize,
}

impl Comparison {
    /// Compares by the names of the objects, whichever of two comes first.
    pub(super) fn of(before: &Report, now: &Report) -> Self {
        let mut old: HashMap<[&str; 2], &Finding> =
            before.clashes.iter().map(|finding| (key(finding), finding)).collect();
        let mut differences = Self::default();
        for finding in &now.clashes {
            let list = match old.remove(&key(finding)) {
                None => &mut differences.new,
                Some(before) => match change(before, finding) {
                    Change::None => {
                        differences.same += 1;
                        continue;
                    }
                    Change::Worse => &mut differences.worse,
                    Change::Better => &mut differences.better,
                    Change::Other => &mut differences.changed,
                },
            };
            list.push(finding.clone());
        }
        let gone = |finding: &&Finding| old.contains_key(&key(finding));
        differences.gone = before.clashes.iter().filter(gone).cloned().collect();
        differences
    }

    /// Whether there is something that a test of an assembly should fail for.
    pub(super) fn is_worse(&self) -> bool {
        !(self.new.is_empty() && self.worse.is_empty() && self.changed.is_empty())
    }
}

fn key(finding: &Finding) -> [&str; 2] {
    let (a, b) = (&finding.a[..], &finding.b[..]);
    if a < b { [a, b] } else { [b, a] }
}

enum Change {
    None,
    Worse,
    Better,
    Other,
}

/// How a pair has changed.
fn change(before: &Finding, now: &Finding) -> Change {
    let rank = |finding: &Finding| ClashKind::ALL.iter().position(|k| k.name() == finding.kind);
    // Depths are right to some roundings.
    let signed = [before.signed(), now.signed()];
    let is_equal = (signed[0] - signed[1]).abs() <= 1e-9 * signed[0].abs();
    let nearer = if is_equal { Ordering::Equal } else { signed[0].total_cmp(&signed[1]) };
    match rank(now).cmp(&rank(before)).then(nearer) {
        Ordering::Greater => Change::Worse,
        Ordering::Less => Change::Better,
        Ordering::Equal => {
            // A part may move and leave every other number as it was.
            let poses = [before.pose, now.pose];
            let is_moved = poses[0] != poses[1] && poses.iter().all(Option::is_some);
            let is_same = !is_moved
                && ((before.contacts, before.at) == (now.contacts, now.at)
                    || (now.kind == "near" && before.distance == now.distance));
            if is_same { Change::None } else { Change::Other }
        }
    }
}
