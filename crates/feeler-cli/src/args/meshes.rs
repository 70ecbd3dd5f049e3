//! The arguments that name meshes.

use clap::Args as Group;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use feeler_io::Format;

#[derive(Debug, Group)]
pub(crate) struct MeshArgs {
    /// Mesh A: a file, a part of one (gearbox.glb#Shaft, #Group/Shaft or #12 for the instance of that number) or a built-in shape (shape:knot:20000)
    #[arg(value_name = "A")]
    pub(crate) a: String,

    /// Mesh B, likewise
    #[arg(value_name = "B")]
    pub(crate) b: String,
}

#[derive(Debug, Group)]
pub(crate) struct StreamArgs {
    /// The format of the mesh on standard input, which is called '-'
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub(crate) format: Option<Format>,
}

fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(["obj", "stl", "ply", "off", "glb", "gltf", "3mf", "dae"]).map(
        |name| {
            Format::from_extension(&name).expect("the possible values are extensions of formats")
        },
    )
}
