//! Crates: each uses those of lower layers, and within its layer those that are stated.

use super::graph::{self, Graph, Place};
use super::member::Member;
use super::order::{CRATES, SIDEWAYS};
use super::uses::Uses;

/// The faults of the edges between crates.
pub(super) fn faults(members: &[(Member, Vec<Uses>)]) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, _) in CRATES {
        if !members.iter().any(|(member, _)| member.name == *name) {
            faults.push(format!("the order of crates lists {name}, which is not there: {REMEDY}"));
        }
    }
    for ((from, to), place) in graph(members) {
        faults.extend(fault(&place, &from, &to));
    }
    for (member, uses) in members {
        if layer(&member.name).is_none() {
            faults.push(format!("{}: {} has no layer: {REMEDY}", member.manifest, member.name));
            continue;
        }
        for (used, place) in uses.iter().flat_map(|tree| &tree.crates) {
            faults.extend(fault(place, &member.name, &used.replace('_', "-")));
        }
    }
    faults
}

const REMEDY: &str = "see xtask/src/layers/order.rs";

/// The dependencies between crates, without those of tests.
pub(super) fn graph(members: &[(Member, Vec<Uses>)]) -> Graph {
    let mut graph = Graph::new();
    for (member, _) in members {
        for (used, line) in &member.dependencies {
            let place = Place { file: member.manifest.clone(), line: *line };
            graph::add(&mut graph, &member.name, used, place);
        }
    }
    graph
}

/// The fault of an edge; `None` if it is allowed.
fn fault(place: &Place, from: &str, to: &str) -> Option<String> {
    let why = match (layer(from), layer(to)) {
        // A crate without a layer is one fault, not one for each of its edges.
        _ if from == to || layer(from).is_none() => return None,
        (_, None) => format!("which has no layer: {REMEDY}"),
        (from, to) if to > from => "which is above it".to_owned(),
        (above, below) if above == below && !SIDEWAYS.contains(&(from, to)) => {
            format!("which is beside it, and no such edge is stated: {REMEDY}")
        }
        _ => return None,
    };
    Some(format!("{place}: {from} uses {to}, {why}"))
}

/// The layer of a crate; `None` if it is not listed.
pub(super) fn layer(name: &str) -> Option<u32> {
    CRATES.iter().find(|(known, _)| *known == name).map(|(_, layer)| *layer)
}
