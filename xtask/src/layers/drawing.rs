//! The drawing of the layers in ARCHITECTURE.md.

use super::crates::layer;
use super::graph::{Graph, levels, used};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The line that begins the drawing in ARCHITECTURE.md.
pub(super) const FENCE: &str = "```text layers";

/// Draws the crates with their dependencies, and the modules of the core in levels, from top to
/// bottom.
pub(super) fn draw(crates: &Graph, core: &str, order: &[&str], modules: &Graph) -> String {
    let heights = levels(crates, crates.keys().flat_map(|(from, to)| [from.as_str(), to.as_str()]));
    let mut names: Vec<&str> = heights.keys().copied().collect();
    names.sort_by_key(|name| (Reverse(layer(name)), Reverse(heights[name]), *name));
    let mut drawing = String::new();
    for name in &names {
        let below: BTreeSet<&str> = used(crates, name).collect();
        let shown: Vec<&str> =
            names.iter().rev().copied().filter(|name| below.contains(name)).collect();
        let arrow = if shown.is_empty() { "" } else { " -> " };
        drawing += &format!("{name}{arrow}{}\n", shown.join(", "));
    }
    drawing += &format!("\n{core}, inside:\n");
    let levels = levels(modules, order.iter().copied());
    let mut rows: BTreeMap<Reverse<usize>, Vec<&str>> = BTreeMap::new();
    for name in order {
        rows.entry(Reverse(levels[name])).or_default().push(name);
    }
    for (Reverse(level), names) in rows {
        drawing += &format!("{level:3}  {}\n", names.join("  "));
    }
    drawing
}

/// The bytes of a page between the fences of the drawing; `None` if the page has no drawing.
pub(super) fn find(page: &str) -> Option<Range<usize>> {
    let mut lines = page.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start..*end, line.trim_end()))
    });
    let (fence, _) = lines.find(|(_, line)| *line == FENCE)?;
    let (end, _) = lines.find(|(_, line)| *line == "```")?;
    Some(fence.end..end.start)
}
