//! Hostile files in OBJ.

use std::fmt::Write;

use crate::case::{Case, Files, filled, scattered};

const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

pub(crate) fn cases() -> Vec<Case> {
    let case = |name, size, make| Case { name, extension: "obj", size, unfolds: false, make };
    vec![
        case("obj: blanks, then continued", 300_000, |n| {
            let (blanks, lines) = (filled(" ", n / 2), filled("\\\n", n / 2));
            Files::from(format!("{TRIANGLE}{blanks}{lines}f 1 2 3\n"))
        }),
        case("obj: blank lines", 2_000_000, |n| Files::from(filled("\n", n) + TRIANGLE)),
        case("obj: continued lines", 2_000_000, |n| {
            Files::from(format!("{TRIANGLE}f 1 2 3{}\n", filled(" \\\n", n)))
        }),
        case("obj: one polygon", 500_000, |n| {
            Files::from(format!("{TRIANGLE}f{}\n", filled(" 1 2 3 2", n)))
        }),
        case("obj: one winding polygon", 1_000_000, |n| {
            let count = n / 20;
            let mut text = String::new();
            for [x, y] in scattered(count) {
                writeln!(text, "v {x} {y} 0").unwrap();
            }
            let corners: String = (1..=count).map(|i| format!(" {i}")).collect();
            Files::from(text + "f" + &corners)
        }),
        case("obj: small groups", 1_000_000, |n| {
            Files::from(TRIANGLE.to_owned() + &filled("g\nf 1 1 1\n", n))
        }),
        case("obj: groups without faces", 2_000_000, |n| {
            Files::from(TRIANGLE.to_owned() + &filled("g\n", n))
        }),
        case("obj: names that are no text", 2_000_000, |n| {
            let mut bytes = TRIANGLE.as_bytes().to_vec();
            for _ in 0..n / 100 {
                bytes.extend([b"g ", &[0xff; 90][..], b"\nf 1 1 1\n"].concat());
            }
            Files::from(bytes)
        }),
        case("obj: vertices", 2_000_000, |n| Files::from(filled("v 0 0 0\n", n))),
    ]
}
