//! Draws the pictures of the documentation: `cargo run --release -p feeler-scenes --example figures`.
//!
//! - [`meshes`]: a knot and a ring that touch, offset surfaces, and the geometry of contacts;
//! - [`data`]: from a mesh to packets; [`tree`]: a node, its slots and its packet; [`frame`]: unit coordinates and the motion between two of them;
//! - [`volumes`]: one part in volumes of several kinds, computed in the [`plane`].
//!
//! All of them go to `docs/figures`. Those that the documentation of `feeler` shows are copied into that crate, because a package holds only its own files.
//! They are drawn with [`svg`], in colours that are readable on white and on black.

mod data;
mod frame;
mod meshes;
mod plane;
mod svg;
mod tree;
mod volumes;

use std::path::Path;

fn main() -> std::io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let docs = [
        ("knot-and-ring", meshes::knot_and_ring()),
        ("offset-surfaces", meshes::offset_surfaces()),
        ("contact-geometry", meshes::contact_geometry()),
    ];
    let both = [
        ("data", data::picture()),
        ("tree", tree::picture()),
        ("frame", frame::picture()),
        ("volumes", volumes::picture()),
    ];
    for (name, svg) in docs.iter().chain(&both) {
        write(&root.join("docs/figures"), name, svg)?;
    }
    for (name, svg) in &both {
        write(&root.join("crates/feeler/docs"), name, svg)?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, svg: &str) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let path = folder.join(name).with_extension("svg");
    std::fs::write(&path, svg)?;
    println!("{}", path.display());
    Ok(())
}
