//! Tells the crate whether the page is there: it is made by 'cargo xtask view', and a build without it needs no node.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(page)");
    println!("cargo::rerun-if-changed=web/dist"); // the folder is always there, so a build without a page is not repeated
    if Path::new("web/dist/page.html").is_file() {
        println!("cargo::rustc-cfg=page");
    }
}
