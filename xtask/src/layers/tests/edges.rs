//! Tests of which code is an edge.

use super::{edges, tree, uses};

/// The edges at the top of a crate in which `low` has a text that may use items of `high`.
fn edges_of_low(text: &str) -> String {
    let root = "mod high; mod low; mod std; pub use high::inner::Deep; pub use high::Name;";
    let high = "pub mod inner; pub(crate) use inner::Deep as Renamed; pub struct Name; pub trait Of {} pub fn go() {}";
    let files = [
        ("lib.rs", root),
        ("high.rs", high),
        ("high/inner.rs", "pub struct Deep;"),
        ("low.rs", text),
        ("std.rs", "pub fn unused() {}"),
    ];
    edges(&uses(&files), "")
}

#[test]
fn every_path_is_an_edge() {
    let texts = [
        "use crate::high;",
        "use crate::high::Name;",
        "use crate::{high::{self, Name}, low};",
        "use super::high::inner::Deep as Shallow;",
        "use crate::high::*;",
        "pub(crate) use crate::high::Name;",
        "use crate::Name;",
        "use crate::Deep;",
        "use super::Deep;",
        "use crate::high::Renamed;",
        "use crate::*; fn f(_: Name) {}",
        "fn f() { crate::high::go() }",
        "fn f() { self::super::high::go() }",
        "fn f() -> crate::high::Name { todo!() }",
        "struct Kept { name: Vec<Option<crate::high::Name>> }",
        "impl crate::high::Of for u32 {}",
        "fn f<T: crate::high::Of>() {}",
        "fn f() { <u32 as crate::high::Of>::go() }",
        "fn f() { match 1 { crate::high::ONE => {} _ => {} } }",
        "fn f() { assert!(true, \"{}\", (1, crate::high::go())); }",
        "fn f() { use crate::high as h; h::go() }",
        "fn f() { { use crate::high::Name; } }",
        "fn f() { #[cfg(test)] println!(); crate::high::go() }",
        "mod part { fn f() { super::super::high::go() } }",
        "#[cfg(not(test))] use crate::high::Name;",
        "#[cfg(any(test, unix))] use crate::high::Name;",
    ];
    for text in texts {
        assert_eq!(edges_of_low(text), "low -> high", "{text}");
    }
}

#[test]
fn what_is_no_use_is_no_edge() {
    let texts = [
        "#[cfg(test)] use crate::high::Name;",
        "#[cfg(test)] mod tests { use crate::high::Name; }",
        "#[cfg(test)] mod high_tests;",
        "#[cfg(all(test, unix))] mod tests { use crate::high::Name; }",
        "#[test] fn f() { crate::high::go() }",
        "#[cfg(test)] impl Low { fn f() { crate::high::go() } }",
        "struct Low; impl Low { #[cfg(test)] fn f() { crate::high::go() } }",
        "struct Low { #[cfg(test)] name: crate::high::Name }",
        "fn f() { #[cfg(test)] crate::high::go(); }",
        "fn f() { #[cfg(test)] let _ = crate::high::go(); }",
        "fn f() { #[cfg(test)] { crate::high::go(); } }",
        "fn f() { match 1 { #[cfg(test)] 1 => crate::high::go(), _ => {} } }",
        "fn f() { Low { #[cfg(test)] name: crate::high::NAME }; }",
        "fn f() { #[cfg(test)] println!(\"{}\", crate::high::NAME); }",
        "fn f() { #[cfg(test)] fn g() { use crate::high::go; go() } }",
        "enum Low { #[cfg(test)] High(crate::high::Name) }",
        "trait Low { #[cfg(test)] fn f() { crate::high::go() } }",
        "//! See [`crate::high`].\n/// And [`Name`](crate::high::Name).\nfn f() {}",
        "pub(in crate::low) fn f() {}",
        "mod high { pub fn go() {} } fn f() { high::go() }",
        "fn high() {} fn f() { high() }",
        "fn f() { ::std::process::exit(1) }",
        "use feeler::high; fn f() { high::go() }",
        "use crate::low::f; fn f() { self::f() }",
    ];
    for text in texts {
        assert_eq!(edges_of_low(text), "", "{text}");
    }
}

#[test]
fn a_name_of_two_kinds_is_a_module_only_in_use() {
    let root = |text: &str| {
        let files = [
            ("lib.rs", "mod high; mod low; mod run; pub use high::run;"),
            ("high.rs", "pub fn run() {}"),
            ("low.rs", text),
            ("run.rs", "pub fn other() {}"),
        ];
        edges(&uses(&files), "")
    };
    assert_eq!(root("fn f() { crate::run() }"), "low -> high");
    assert_eq!(root("fn f() { crate::run::other() }"), "low -> high low -> run");
    assert_eq!(root("use crate::run;"), "low -> high low -> run");
}

#[test]
fn a_name_that_a_parent_shows_is_the_childs() {
    let root = "mod query;";
    let query = "mod a; mod b; mod c; pub(crate) use b::Name; use c::secret;";
    let look = |text: &str| {
        let files = [
            ("lib.rs", root),
            ("query.rs", query),
            ("query/a.rs", text),
            ("query/b.rs", "pub struct Name;"),
            ("query/c.rs", "pub fn secret() {}"),
        ];
        edges(&uses(&files), "query")
    };
    assert_eq!(look("use super::Name;"), "a -> b");
    assert_eq!(look("use crate::query::Name;"), "a -> b");
    assert_eq!(look("use super::*; fn f(_: Name) { secret() }"), "a -> b a -> c");
    assert_eq!(look("use super::b::Name;"), "a -> b");
    assert_eq!(look("struct Name; fn f(_: Name) {}"), "");
}

#[test]
fn what_a_root_shows_is_no_use_and_what_it_calls_is() {
    let look = |root: &str| {
        let files = [("lib.rs", root), ("a.rs", "pub fn go() {}"), ("b.rs", "use crate::Own;")];
        edges(&uses(&files), "")
    };
    assert_eq!(look("mod a; pub use a::go;"), "");
    assert_eq!(look("mod a; pub(crate) use a::go;"), "");
    assert_eq!(look("mod a; fn f() { a::go() }"), "lib.rs -> a");
    assert_eq!(look("mod b; struct Own;"), "b -> lib.rs");
}

#[test]
fn the_first_line_of_an_edge_is_named() {
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "fn f() {}\nfn g() { crate::b::f() }\nuse crate::b::f as h;"),
        ("b.rs", "pub fn f() {}"),
    ];
    let uses = uses(&files);
    let place = uses.siblings[""].values().next().expect("an edge");
    assert_eq!(place.to_string(), "src/a.rs:2");
}

#[test]
fn a_name_that_is_not_there_is_a_fault() {
    let files = [("lib.rs", "mod a; mod b;"), ("a.rs", "use crate::b::nothing;"), ("b.rs", "")];
    assert_eq!(
        uses(&files).unknown,
        ["src/a.rs:1: `crate::b::nothing` is not found in the sources"]
    );
}

#[test]
fn sources_that_cannot_be_read_are_faults() {
    let fault = |files: &[(&str, &str)]| tree(files).map(|_| ()).expect_err("unreadable");
    assert_eq!(fault(&[("lib.rs", "\nmod a;")]), "src/lib.rs:2: module a has no file");
    let elsewhere = fault(&[("lib.rs", "#[path = \"b.rs\"] mod a;"), ("b.rs", "")]);
    assert_eq!(elsewhere, "src/lib.rs:1: module a has a #[path]: let its file have its name");
    assert!(fault(&[("lib.rs", "fn f( {}")]).starts_with("src/lib.rs:1: "));
}
