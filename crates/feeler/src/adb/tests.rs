//! What the published method promises, and what it does not.

mod counting;
mod probabilities;
mod traversal;
mod volumes;

use crate::{Arity, Build, Mesh, Model, Volume};

/// A shape of the scenes, as a mesh of this very crate.
fn shape(name: &str) -> Mesh {
    let mesh = feeler_scenes::Shape::by_name(name).unwrap();
    Mesh::new(mesh.vertices().to_vec(), mesh.triangles().to_vec()).unwrap()
}

/// A model of arity 2, as in the papers.
fn binary(volume: Volume, mesh: Mesh) -> Model {
    Model::build(mesh, &Build { volume, arity: Arity::Two, ..Build::default() })
}
