//! What is shown: parts with their models and poses.

use crate::wire::Packed;
use feeler::{Model, Pose};
use serde::Serialize;
use std::sync::Arc;

/// A part that is shown: a model with a name, at a pose.
#[derive(Clone, Debug)]
pub struct Part {
    /// The name. It may be anything: the page shows it as text.
    pub name: String,
    /// The group that the part is in, if there are groups.
    pub group: Option<String>,
    /// The model, which several parts may share.
    pub model: Arc<Model>,
    /// The pose in the common frame.
    pub pose: Pose,
}

/// A part that moves along the path.
#[derive(Clone, Debug)]
pub struct Moves {
    /// The number of the part.
    pub part: usize,
    /// Its poses in the common frame.
    pub poses: Vec<Pose>,
}

/// What a viewer shows.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    /// The title of the page.
    pub title: String,
    /// The parts. Of two or more, the first is A and the second is B at first.
    pub parts: Vec<Part>,
    /// Poses of B in A's frame, to be played.
    pub path: Vec<Pose>,
    /// Parts that move together, as the links of a robot, to be played instead of `path`. All have equally many poses.
    pub moves: Vec<Moves>,
}

/// A description of the stage, which the page asks for first.
#[derive(Debug, Serialize)]
pub(crate) struct Described<'a> {
    version: &'static str,
    title: &'a str,
    parts: Vec<DescribedPart<'a>>,
    meshes: Vec<DescribedMesh>,
    path: Vec<[f64; 12]>,
    moves: Vec<DescribedMoves>,
    volumes: Vec<&'static str>,
    rules: Vec<&'static str>,
}

#[derive(Debug, Serialize)]
struct DescribedPart<'a> {
    name: &'a str,
    group: Option<&'a str>,
    mesh: usize,
    pose: [f64; 12],
}

#[derive(Debug, Serialize)]
struct DescribedMoves {
    part: usize,
    poses: Vec<[f64; 12]>,
}

#[derive(Debug, Serialize)]
struct DescribedMesh {
    triangles: usize,
    vertices: usize,
    /// The lower and upper corner of the box around the mesh; `None` if it is empty.
    bounds: Option<[[f64; 3]; 2]>,
    /// The point that the positions on the page are measured from.
    center: [f64; 3],
}

impl Stage {
    /// The different models, in the order of the parts.
    pub(crate) fn models(&self) -> Vec<&Arc<Model>> {
        let mut models: Vec<&Arc<Model>> = Vec::new();
        for part in &self.parts {
            if !models.iter().any(|model| Arc::ptr_eq(model, &part.model)) {
                models.push(&part.model);
            }
        }
        models
    }

    pub(crate) fn described<'a>(&'a self, models: &[Arc<Model>]) -> Described<'a> {
        let mesh = |part: &Part| {
            models.iter().position(|model| Arc::ptr_eq(model, &part.model)).expect("it is listed")
        };
        let part = |part: &'a Part| DescribedPart {
            name: &part.name,
            group: part.group.as_deref(),
            mesh: mesh(part),
            pose: part.pose.to_numbers(),
        };
        let moves = |moves: &Moves| DescribedMoves {
            part: moves.part,
            poses: moves.poses.iter().map(Pose::to_numbers).collect(),
        };
        let described = |model: &Arc<Model>| DescribedMesh {
            triangles: model.mesh().triangles().len(),
            vertices: model.mesh().vertices().len(),
            bounds: model.bounds(),
            center: center(model),
        };
        Described {
            version: env!("CARGO_PKG_VERSION"),
            title: &self.title,
            parts: self.parts.iter().map(part).collect(),
            meshes: models.iter().map(described).collect(),
            path: self.path.iter().map(Pose::to_numbers).collect(),
            moves: self.moves.iter().map(moves).collect(),
            volumes: feeler::Volume::ALL.iter().map(|volume| volume.name()).collect(),
            rules: feeler::Rule::ALL.iter().map(|rule| rule.name()).collect(),
        }
    }
}

/// The middle of a model's box: f32 is as accurate around it for a mesh that is far from the origin.
pub(crate) fn center(model: &Model) -> [f64; 3] {
    let [low, high] = model.bounds().unwrap_or_default();
    [0, 1, 2].map(|k| f64::midpoint(low[k], high[k]))
}

/// A mesh as the page draws it: positions in f32, measured from its [`center`], and vertices of triangles in u32.
pub(crate) fn packed(model: &Model) -> Packed {
    let (mesh, center) = (model.mesh(), center(model));
    let mut packed = Packed::new();
    packed.floats(mesh.vertices().iter().flat_map(|p| [0, 1, 2].map(|k| p[k] - center[k])));
    packed.indices(mesh.triangles().iter().flatten().copied());
    packed
}
