//! Modules: the children of one parent have no cycle, and those at the top of the core keep an order.

use super::graph::{self, Graph, Place};
use super::module::Module;
use std::collections::BTreeSet;

/// The faults of the children of one parent that use each other: a line for each edge of a cycle, with a shortest cycle through
/// it, short cycles first.
pub(super) fn cycles(graph: &Graph) -> Vec<String> {
    let components = graph::cyclic_components(graph);
    components.iter().flat_map(|component| lines(graph, component)).collect()
}

fn lines(graph: &Graph, component: &BTreeSet<&str>) -> Vec<String> {
    let inside = |from: &str, to: &str| component.contains(from) && component.contains(to);
    let mut cycles: Vec<_> = graph
        .iter()
        .filter(|((from, to), _)| inside(from, to))
        .map(|((from, to), place)| (place, from, graph::shortest_path(graph, to, from)))
        .collect();
    cycles.sort_by_key(|(.., back)| back.len());
    let line = |(place, from, back): &(&Place, &String, Vec<&str>)| {
        let shown = back.join(" -> ");
        format!("{place}: {from} uses {}, which makes a cycle: {from} -> {shown}", back[0])
    };
    cycles.iter().map(line).collect()
}

/// The faults of the modules at the top of a crate with an order, from bottom to top: the order lists
/// all of them, and no edge goes up.
pub(super) fn disorder(tree: &[Module], graph: &Graph, order: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    let top: Vec<&Module> = tree.iter().filter(|module| module.parent == Some(0)).collect();
    for module in &top {
        if !order.contains(&module.name.as_str()) {
            let (file, name) = (module.file.display(), &module.name);
            faults.push(format!("{file}: module {name} is missing in the order: {REMEDY}"));
        }
    }
    for name in order {
        if !top.iter().any(|module| module.name == *name) {
            faults.push(format!("the order lists module {name}, which is not there: {REMEDY}"));
        }
    }
    let height = |name: &str| {
        let root = (name == tree[0].name).then_some(order.len());
        order.iter().position(|known| *known == name).or(root)
    };
    for ((from, to), place) in graph {
        if let (Some(above), Some(below)) = (height(from), height(to))
            && below > above
        {
            faults.push(format!("{place}: {from} uses {to}, which is above it"));
        }
    }
    faults
}

const REMEDY: &str = "see MODULES in xtask/src/layers/order.rs";
