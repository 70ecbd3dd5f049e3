//! Tests of the drawing, and of the page that contains it.

use super::uses;
use crate::layers::drawing::draw;
use crate::layers::graph::{Graph, Place, add};
use crate::layers::{Page, keep};
use std::fs;

#[test]
fn the_highest_is_drawn_first() {
    let mut crates = Graph::new();
    let edges = [
        ("feeler-cli", "feeler-field"),
        ("feeler-cli", "feeler"),
        ("feeler-field", "feeler"),
        ("feeler-scenes", "feeler-field"),
        ("feeler-io", "feeler"),
    ];
    for (from, to) in edges {
        add(&mut crates, from, to, Place { file: String::new(), line: 1 });
    }
    let files =
        [("lib.rs", "mod a; mod b; mod c;"), ("a.rs", ""), ("b.rs", "use crate::a;"), ("c.rs", "")];
    let graph = &uses(&files).siblings[""];
    assert_eq!(
        draw(&crates, "feeler", &["c", "a", "b"], graph),
        "feeler-cli -> feeler, feeler-field\n\
         feeler-scenes -> feeler-field\n\
         feeler-field -> feeler\n\
         feeler-io -> feeler\n\
         feeler\n\n\
         feeler, inside:\n  2  b\n  1  c  a\n"
    );
}

#[test]
fn a_page_shows_the_drawing() {
    let folder = tempfile::tempdir().expect("a folder for a page");
    let page = folder.path().join("PAGE.md");
    let text = |drawing: &str| format!("top\n```text layers\n{drawing}```\nbottom\n```\nx\n```\n");
    let write = |text: &str| fs::write(&page, text).expect("a page");
    let read = || fs::read_to_string(&page).expect("a page");

    write(&text("a\n"));
    assert_eq!(keep(&page, "a\n", Page::Check), Ok(()));
    let fault = keep(&page, "b\n", Page::Check).expect_err("another drawing");
    assert!(fault.contains("PAGE.md") && fault.contains("cargo xtask layers --write"), "{fault}");
    assert_eq!(keep(&page, "b\n", Page::Ignore), Ok(()));
    assert_eq!(read(), text("a\n"));
    assert_eq!(keep(&page, "b\nc\n", Page::Write), Ok(()));
    assert_eq!(read(), text("b\nc\n"));
    write(&text(""));
    assert_eq!(keep(&page, "b\n", Page::Write), Ok(()));
    assert_eq!(read(), text("b\n"));

    write("```text\na\n```\n");
    assert_eq!(keep(&page, "b\n", Page::Check), Ok(()));
    assert!(keep(&page, "b\n", Page::Write).is_err());
}
