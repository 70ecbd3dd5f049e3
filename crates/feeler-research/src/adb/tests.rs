//! Tests of what the published method promises, and of what it does not.

mod counting;
mod probabilities;
mod refitting;
mod traversal;
mod volumes;

use feeler::{Arity, Build, Mesh, Model, Volume};

/// A shape by its name and its number of triangles.
fn shape(name: &str) -> Mesh {
    feeler_scenes::Shape::by_name(name).expect("a known shape")
}

/// A model of arity 2, as in the papers.
fn binary(volume: Volume, mesh: Mesh) -> Model {
    Model::build(mesh, &Build { volume, arity: Arity::Two, ..Build::default() })
}
