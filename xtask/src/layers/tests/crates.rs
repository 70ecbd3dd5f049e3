//! Tests of edges between crates.

use super::uses;
use crate::layers::crates::faults;
use crate::layers::member::{Member, line_of};
use crate::layers::order::CRATES;
use crate::layers::uses::Uses;

/// A workspace of all listed crates, in which one crate has dependencies and code.
fn workspace(name: &str, dependencies: &[&str], root: &str) -> Vec<(Member, Vec<Uses>)> {
    let member = |known: &str| {
        let is_it = known == name;
        let used = if is_it { dependencies } else { &[] };
        let member = Member {
            name: known.to_owned(),
            manifest: format!("crates/{known}/Cargo.toml"),
            dependencies: used.iter().zip(9..).map(|(name, at)| ((*name).into(), at)).collect(),
            trees: Vec::new(),
        };
        (member, vec![uses(&[("lib.rs", if is_it { root } else { "" })])])
    };
    CRATES.iter().map(|(known, _)| member(known)).collect()
}

#[test]
fn a_crate_depends_on_what_is_below() {
    let used = ["feeler", "feeler-field", "feeler-io"];
    assert!(faults(&workspace("feeler-cli", &used, "")).is_empty());
    assert!(faults(&workspace("feeler-scenes", &["feeler", "feeler-field"], "")).is_empty());
    assert_eq!(
        faults(&workspace("feeler-io", &["feeler", "feeler-bench"], "")),
        ["crates/feeler-io/Cargo.toml:10: feeler-io uses feeler-bench, which is above it"]
    );
    let beside = "which is beside it, and no such edge is stated: see xtask/src/layers/order.rs";
    assert_eq!(
        faults(&workspace("feeler-field", &["feeler-scenes"], "")),
        [format!("crates/feeler-field/Cargo.toml:9: feeler-field uses feeler-scenes, {beside}")]
    );
}

#[test]
fn a_path_in_the_sources_is_an_edge_too() {
    let root = "\nfn f() { feeler_io::read(); }";
    assert_eq!(
        faults(&workspace("feeler", &[], root)),
        ["src/lib.rs:2: feeler uses feeler-io, which is above it"]
    );
    assert!(faults(&workspace("feeler", &[], "#[cfg(test)] use feeler_io::read;")).is_empty());
    assert!(faults(&workspace("feeler-cli", &[], "use ::feeler_io as io;")).is_empty());
}

#[test]
fn every_crate_has_a_layer() {
    let mut members = workspace("feeler-cli", &["feeler-new"], "");
    let see = "see xtask/src/layers/order.rs";
    let fault = format!(
        "crates/feeler-cli/Cargo.toml:9: feeler-cli uses feeler-new, which has no layer: {see}"
    );
    assert_eq!(faults(&members), [fault]);
    members = workspace("", &[], "");
    members[1].0.name = "feeler-new".to_owned();
    assert_eq!(
        faults(&members),
        [
            format!("the order of crates lists feeler-io, which is not there: {see}"),
            format!("crates/feeler-io/Cargo.toml: feeler-new has no layer: {see}"),
        ]
    );
}

#[test]
fn the_line_of_a_dependency_is_found() {
    let manifest = "[package]\nname = \"x\"\n[dev-dependencies]\nfeeler.workspace = true\n\
                    [dependencies]\nfeeler-io = { path = \"\" }\nfeeler.workspace = true\n";
    assert_eq!(line_of(manifest, "feeler"), 7);
    assert_eq!(line_of(manifest, "feeler-io"), 6);
    assert_eq!(line_of(manifest, "feeler-field"), 1);
}
