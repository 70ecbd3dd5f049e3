//! The resolution of paths: the modules and the crates that a path leads to.
//!
//! A segment is looked up among the child modules, the items and the imports of a module, then in
//! the modules that it imports by `*`. Re-exports are imports, so they are followed to the defining
//! module. The first segment may also be a crate.

use super::mention::Mention;
use super::module::{Module, child};
use std::collections::BTreeSet;

/// The result of a resolution.
#[derive(Default)]
pub(super) struct Reached {
    /// The numbers of the modules on the path and of the module that defines its end. The root is
    /// included only if it defines the end.
    pub(super) modules: BTreeSet<usize>,
    /// The crate of the workspace that the path leads to, by its name in sources.
    pub(super) crates: BTreeSet<String>,
    /// Whether all segments are found.
    pub(super) known: bool,
}

/// The names that a path may consist of.
pub(super) struct Names<'a> {
    pub(super) modules: &'a [Module],
    /// The crates of the workspace, by their names in sources.
    pub(super) crates: &'a BTreeSet<String>,
}

/// The state of a resolution.
#[derive(Clone)]
struct Lookup {
    may_be_module: bool,
    /// The followed imports, by module and index. None is followed twice.
    followed: BTreeSet<(usize, usize)>,
}

/// Resolves a mention in a module.
pub(super) fn resolve(names: &Names<'_>, from: usize, mention: &Mention) -> Reached {
    let lookup = Lookup { may_be_module: mention.may_be_module, followed: BTreeSet::new() };
    begin(names, from, &mention.segments, &lookup)
}

/// Follows a path from its first segment, which may be `crate` or the name of a crate.
fn begin(names: &Names<'_>, at: usize, segments: &[String], lookup: &Lookup) -> Reached {
    let leave = |name: &String| Reached {
        known: names.crates.contains(name),
        crates: names.crates.get(name).cloned().into_iter().collect(),
        ..Reached::default()
    };
    match segments {
        [first, rest @ ..] if first == "crate" => follow(names, 0, rest, lookup),
        [empty, name, ..] if empty.is_empty() => leave(name),
        [first, ..]
            if names.crates.contains(first) && child(names.modules, at, first).is_none() =>
        {
            leave(first)
        }
        _ => follow(names, at, segments, lookup),
    }
}

/// Follows a path whose next segment is looked up in a module.
fn follow(names: &Names<'_>, at: usize, segments: &[String], lookup: &Lookup) -> Reached {
    let module = &names.modules[at];
    let (first, rest) = match segments {
        [] => return Reached { known: true, ..Reached::default() },
        [first, rest @ ..] if first == "self" => return follow(names, at, rest, lookup),
        [first, rest @ ..] if first == "super" => {
            let parent = module.parent.unwrap_or(at);
            return follow(names, parent, rest, lookup);
        }
        [first, rest @ ..] => (first, rest),
    };
    let mut reached = Reached::default();
    if let Some(child) = child(names.modules, at, first)
        && (lookup.may_be_module || !rest.is_empty())
    {
        reached.modules.insert(child);
        reached.add(follow(names, child, rest, lookup));
    }
    if module.items.contains(first) {
        reached.modules.insert(at);
        reached.known = true;
    }
    for (index, import) in module.imports.iter().enumerate() {
        if import.name.as_ref() == Some(first)
            && let Some(lookup) = lookup.follow(at, index)
        {
            reached.add(begin(names, at, &[&import.segments, rest].concat(), &lookup));
            // An import that is not found in the workspace is from another crate.
            reached.known = true;
        }
    }
    if reached.known {
        return reached;
    }
    for (index, import) in module.imports.iter().enumerate() {
        if import.name.is_none()
            && let Some(lookup) = lookup.follow(at, index)
        {
            let there = begin(names, at, &[&import.segments, segments].concat(), &lookup);
            if there.known {
                reached.add(there);
            }
        }
    }
    reached
}

impl Lookup {
    /// The state after following an import; `None` if it was followed before.
    fn follow(&self, module: usize, import: usize) -> Option<Self> {
        let mut lookup = self.clone();
        lookup.followed.insert((module, import)).then_some(lookup)
    }
}

impl Reached {
    fn add(&mut self, other: Self) {
        self.modules.extend(other.modules);
        self.crates.extend(other.crates);
        self.known |= other.known;
    }
}
