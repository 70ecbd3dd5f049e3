//! Uses: the edges between the modules of a crate, and the other crates that it uses.

use super::graph::{self, Graph, Place};
use super::module::{Module, ancestry, path};
use super::resolve::{Names, resolve};
use std::collections::{BTreeMap, BTreeSet};

/// The uses in the modules of a crate.
#[derive(Default)]
pub(super) struct Uses {
    /// The edges between the children of each parent, by the path of the parent. At the top, the root
    /// is a node too, since it may have code of its own.
    pub(super) siblings: BTreeMap<String, Graph>,
    /// The other crates of the workspace, each with the place of its first use.
    pub(super) crates: BTreeMap<String, Place>,
    /// The faults of paths that begin with `crate`, `self` or `super` and are not found.
    pub(super) unknown: Vec<String>,
}

/// Resolves all mentions in the modules of a crate. Crates are named as in sources.
pub(super) fn read(modules: &[Module], crates: &BTreeSet<String>) -> Uses {
    let names = Names { modules, crates };
    let mut uses = Uses::default();
    for (from, module) in modules.iter().enumerate() {
        for mention in &module.mentions {
            let place = Place { file: module.file.display().to_string(), line: mention.line };
            let reached = resolve(&names, from, mention);
            let here = ["crate", "self", "super"].contains(&mention.segments[0].as_str());
            if here && !reached.known {
                let path = mention.segments.join("::");
                uses.unknown.push(format!("{place}: `{path}` is not found in the sources"));
            }
            for name in reached.crates {
                let known = uses.crates.entry(name).or_insert_with(|| place.clone());
                *known = place.clone().min(known.clone());
            }
            for to in reached.modules {
                if let Some((parent, [from, to])) = edge(modules, from, to) {
                    let siblings = uses.siblings.entry(path(modules, parent)).or_default();
                    let [from, to] = [from, to].map(|place| modules[place].name.as_str());
                    graph::add(siblings, from, to, place.clone());
                }
            }
        }
    }
    uses
}

/// The siblings between which the use of one module by another is an edge, and their parent. `None`
/// if one of the modules contains the other; but the root and its children are siblings.
fn edge(modules: &[Module], from: usize, to: usize) -> Option<(usize, [usize; 2])> {
    let lines = [from, to].map(|place| ancestry(modules, place));
    let common = lines[0].iter().zip(&lines[1]).take_while(|(a, b)| a == b).count();
    let beside = lines.each_ref().map(|line| line.get(common).copied());
    match beside {
        [Some(a), Some(b)] => Some((lines[0][common - 1], [a, b])),
        [Some(a), None] if common == 1 => Some((0, [a, 0])),
        [None, Some(b)] if common == 1 => Some((0, [0, b])),
        _ => None,
    }
}
