//! Tests with the sources of small crates, and with the real workspace.

mod crates;
mod edges;
mod modules;
mod page;

use super::check;
use super::module::{self, Module};
use super::uses::{self, Uses};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Reads the modules of a crate with some files: paths relative to `src`, and texts.
fn tree(files: &[(&str, &str)]) -> Result<Vec<Module>, String> {
    let folder = tempfile::tempdir().expect("a folder for sources");
    for (name, text) in files {
        let path = folder.path().join("src").join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder");
        fs::write(path, text).expect("a source file");
    }
    module::read(folder.path(), &folder.path().join("src/lib.rs"))
}

/// Resolves the uses in such a crate, in a workspace with `feeler` and `feeler-io`.
fn uses(files: &[(&str, &str)]) -> Uses {
    let crates = ["feeler", "feeler_io"].map(str::to_owned);
    uses::read(&tree(files).expect("sources that can be read"), &BTreeSet::from(crates))
}

/// Lists the edges between the children of a parent, such as `a -> b a -> c`.
fn edges(uses: &Uses, parent: &str) -> String {
    let graph = uses.siblings.get(parent).into_iter().flatten();
    let shown: Vec<String> = graph.map(|((from, to), _)| format!("{from} -> {to}")).collect();
    shown.join(" ")
}

#[test]
fn the_workspace_keeps_its_layers() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask has a parent");
    if let Err(faults) = check(workspace) {
        panic!("{}", faults.join("\n"));
    }
}
