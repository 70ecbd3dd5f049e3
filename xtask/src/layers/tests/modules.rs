//! Tests of the order and the cycles of modules.

use super::{tree, uses};
use crate::layers::graph::levels;
use crate::layers::modules::{cycles, disorder};

/// The faults of a crate whose modules have the order low, middle, high.
fn disorder_of(files: &[(&str, &str)]) -> Vec<String> {
    let graph = uses(files).siblings.remove("").unwrap_or_default();
    let tree = tree(files).expect("sources that can be read");
    disorder(&tree, &graph, &["low", "middle", "high"])
}

const ROOT: (&str, &str) = ("lib.rs", "mod high; mod low; mod middle;");

#[test]
fn an_edge_up_is_a_fault_and_one_down_is_none() {
    let files = [
        ROOT,
        ("low.rs", "pub fn f() {}"),
        ("middle.rs", "use crate::low::f;\n\nfn g() { crate::high::f() }"),
        ("high.rs", "pub fn f() { crate::low::f() }"),
    ];
    assert_eq!(disorder_of(&files), ["src/middle.rs:3: middle uses high, which is above it"]);
}

#[test]
fn the_root_is_above_all() {
    let root = ("lib.rs", "mod high; mod low; mod middle; struct Own; use low::f;");
    let files =
        [root, ("low.rs", "use crate::Own; pub fn f() {}"), ("middle.rs", ""), ("high.rs", "")];
    assert_eq!(disorder_of(&files), ["src/low.rs:1: low uses lib.rs, which is above it"]);
}

#[test]
fn the_order_lists_what_is_there_tests_too() {
    let root = ("lib.rs", "mod more; mod low; #[cfg(test)] mod middle;");
    let files = [root, ("low.rs", ""), ("more.rs", "")];
    let see = "see MODULES in xtask/src/layers/order.rs";
    assert_eq!(
        disorder_of(&files),
        [
            format!("src/more.rs: module more is missing in the order: {see}"),
            format!("the order lists module high, which is not there: {see}"),
        ]
    );
}

#[test]
fn a_cycle_is_a_fault_with_all_its_edges() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a.rs", "use crate::b;"),
        ("b.rs", "use crate::c;"),
        ("c.rs", "use crate::a; use crate::d;"),
        ("d.rs", ""),
    ];
    let uses = uses(&files);
    assert_eq!(
        cycles(&uses.siblings[""]),
        [
            "src/a.rs:1: a uses b, which makes a cycle: a -> b -> c -> a",
            "src/b.rs:1: b uses c, which makes a cycle: b -> c -> a -> b",
            "src/c.rs:1: c uses a, which makes a cycle: c -> a -> b -> c",
        ]
    );
}

#[test]
fn a_cycle_of_children_is_found_under_their_parent() {
    let files = [
        ("lib.rs", "mod p;"),
        ("p.rs", "mod q;"),
        ("p/q.rs", "mod a { fn f() { super::b::f() } } mod b { use super::a::f; }"),
    ];
    let uses = uses(&files);
    assert!(uses.siblings.keys().eq(["p::q"]));
    assert_eq!(cycles(&uses.siblings["p::q"]).len(), 2);
}

#[test]
fn a_level_is_the_longest_way_down() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a.rs", "use crate::b; use crate::d;"),
        ("b.rs", "use crate::c;"),
        ("c.rs", ""),
        ("d.rs", ""),
    ];
    let uses = uses(&files);
    let levels = levels(&uses.siblings[""], ["a", "b", "c", "d"]);
    assert_eq!(Vec::from_iter(levels), [("a", 3), ("b", 2), ("c", 1), ("d", 1)]);
}
