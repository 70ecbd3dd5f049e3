//! An import: a name that a `use` brings into a module, or all names of another module.

use super::mention::Mention;
use proc_macro2::Ident;
use syn::{ItemUse, UseTree};

/// A leaf of a `use`.
pub(super) struct Import {
    /// The name in the importing module; `None` for `*`.
    pub(super) name: Option<String>,
    /// The segments of the imported path.
    pub(super) segments: Vec<String>,
}

/// The mentions in a `use`, and its imports.
pub(super) fn mentions_of_use(item: &ItemUse) -> (Vec<Mention>, Vec<Import>) {
    let mut leaves = Vec::new();
    let start = item.leading_colon.as_ref().map(|_| String::new());
    collect(&item.tree, Vec::from_iter(start), &mut leaves);
    leaves
        .into_iter()
        .map(|(name, segments, line)| {
            let mention = Mention { segments: segments.clone(), line, may_be_module: true };
            (mention, Import { name, segments })
        })
        .unzip()
}

/// Collects the leaves of the tree of a `use`: name, path, line.
fn collect(
    tree: &UseTree,
    mut above: Vec<String>,
    leaves: &mut Vec<(Option<String>, Vec<String>, usize)>,
) {
    let mut leaf = |name: Option<&Ident>, last: &Ident, mut path: Vec<String>| {
        // `x::{self}` is x.
        if last != "self" || path.is_empty() {
            path.push(last.to_string());
        }
        let name = match name {
            Some(name) => name.to_string(),
            None => path.last().expect("a path has a name").clone(),
        };
        leaves.push((Some(name), path, last.span().start().line));
    };
    match tree {
        UseTree::Path(path) => {
            above.push(path.ident.to_string());
            collect(&path.tree, above, leaves);
        }
        UseTree::Group(group) => {
            group.items.iter().for_each(|tree| collect(tree, above.clone(), leaves));
        }
        UseTree::Name(last) => leaf(None, &last.ident, above),
        UseTree::Rename(last) => leaf(Some(&last.rename), &last.ident, above),
        UseTree::Glob(glob) => {
            leaves.push((None, above, glob.star_token.spans[0].start().line));
        }
    }
}
