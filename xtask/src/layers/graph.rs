//! A graph: its nodes are names, its edges are uses.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The edges of a graph, from the user to the used name, each with the place of its first use.
pub(super) type Graph = BTreeMap<(String, String), Place>;

/// A line of a file; the path of the file is relative to the workspace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) file: String,
    pub(super) line: usize,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// Adds an edge. If it exists, it keeps the earlier place.
pub(super) fn add(graph: &mut Graph, from: &str, to: &str, place: Place) {
    let known = graph.entry((from.to_owned(), to.to_owned())).or_insert_with(|| place.clone());
    if place < *known {
        *known = place;
    }
}

/// The names that a name uses directly.
pub(super) fn used<'a>(graph: &'a Graph, name: &'a str) -> impl Iterator<Item = &'a str> {
    graph.keys().filter(move |(from, _)| from == name).map(|(_, to)| to.as_str())
}

/// The strongly connected components that have a cycle: sets of names that reach each other.
pub(super) fn cyclic_components(graph: &Graph) -> Vec<BTreeSet<&str>> {
    let names: BTreeSet<&str> = graph.keys().map(|(from, _)| from.as_str()).collect();
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        names.iter().map(|&name| (name, reachable(graph, name))).collect();
    let components: BTreeSet<BTreeSet<&str>> = names
        .iter()
        .filter(|&name| reach[name].contains(name))
        .map(|name| {
            let back = |other: &&&str| reach.get(**other).is_some_and(|set| set.contains(name));
            reach[name].iter().filter(back).copied().collect()
        })
        .collect();
    components.into_iter().collect()
}

/// The names that a name uses, directly or through others.
fn reachable<'a>(graph: &'a Graph, name: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![name];
    while let Some(name) = waiting.pop() {
        waiting.extend(used(graph, name).filter(|&used| found.insert(used)));
    }
    found
}

/// A shortest path from one name to another, both included; empty if there is none.
pub(super) fn shortest_path<'a>(graph: &'a Graph, from: &'a str, to: &str) -> Vec<&'a str> {
    let mut users: BTreeMap<&str, Option<&str>> = BTreeMap::from([(from, None)]);
    let mut waiting = VecDeque::from([from]);
    while let Some(name) = waiting.pop_front() {
        if name == to {
            let mut path: Vec<_> = std::iter::successors(Some(name), |name| users[name]).collect();
            path.reverse();
            return path;
        }
        for used in used(graph, name) {
            if !users.contains_key(used) {
                users.insert(used, Some(name));
                waiting.push_back(used);
            }
        }
    }
    Vec::new()
}

/// The level of each name: 1 if it uses nothing, otherwise one more than the highest level that it
/// uses. The graph must not have a cycle.
pub(super) fn levels<'a>(
    graph: &'a Graph,
    names: impl IntoIterator<Item = &'a str>,
) -> BTreeMap<&'a str, usize> {
    let mut levels = BTreeMap::new();
    for name in names {
        level(graph, name, &mut levels);
    }
    levels
}

fn level<'a>(graph: &'a Graph, name: &'a str, levels: &mut BTreeMap<&'a str, usize>) -> usize {
    if let Some(&level) = levels.get(name) {
        return level;
    }
    let below = used(graph, name).map(|used| level(graph, used, levels)).max();
    let level = below.unwrap_or(0) + 1;
    levels.insert(name, level);
    level
}
