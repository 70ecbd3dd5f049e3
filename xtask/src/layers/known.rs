//! Known cycles: those that existed before the check. Entries are removed, never added.

use super::modules::Component;

/// The parent of modules, its children that use each other, and the number of edges between them.
pub(super) type Known = (&'static str, &'static [&'static str], usize);

/// The known cycles. The modules at the top of `feeler` have none: they keep their order.
pub(super) const CYCLES: &[Known] = &[
    ("feeler::query", &["distance", "guided", "intersects", "near", "question", "scratch"], 12),
    ("feeler::traverse", &["probe", "trace"], 2),
    ("feeler::tree", &["build", "collapse", "split"], 4),
    ("feeler::tree", &["nodes", "refit", "volumes"], 4),
    ("feeler::triangle", &["exact", "orient", "wide"], 4),
    ("feeler::triangle::packet", &["facing", "gaps", "gathered", "moved"], 6),
    ("feeler::volume", &["aabb", "cuboid"], 2),
    ("feeler::volume::rounded", &["cores", "descent"], 2),
    ("feeler-io", &["neighbour", "source"], 2),
    ("feeler-scenes", &["placing", "sweep"], 2),
    ("feeler-bench", &["published", "subject"], 2),
    ("feeler-research", &["mode", "setting"], 2),
    ("feeler-cli", &["args", "setting"], 2),
];

/// The index of the known cycle that contains a component; `None` if the component has a module or
/// an edge more than any known cycle of its parent.
pub(super) fn find(known: &[Known], parent: &str, component: &Component<'_>) -> Option<usize> {
    known.iter().position(|(known_parent, names, edges)| {
        *known_parent == parent
            && component.names.iter().all(|name| names.contains(name))
            && component.lines.len() <= *edges
    })
}

/// Describes a component in one line.
pub(super) fn show(parent: &str, component: &Component<'_>) -> String {
    let names: Vec<&str> = component.names.iter().copied().collect();
    let (names, edges) = (names.join(", "), component.lines.len());
    format!("{parent}: {names} use each other along {edges} edges")
}
