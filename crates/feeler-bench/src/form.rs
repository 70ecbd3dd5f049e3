//! Closed forms of relations and depths: what the solids of a scene are to each other, found without
//! any of feeler's searches.
//!
//! - `blocks`: unions of axis-parallel boxes;
//! - `convex`: convex solids, by all directions in which they may part.

mod blocks;
mod convex;

use crate::Error;
use feeler::{Mesh, Pose};
use feeler_field::Relation;
use serde::{Deserialize, Serialize};

/// The closed form by which the answers of a scene about solids are judged.
///
/// ```
/// let scene = feeler_bench::Scene::parse(r#"
///     name = "cubes"
///     why = "Two cubes whose faces and edges often lie on each other."
///     question = "depth"
///     form = "blocks"
///     a = "shape:box:12"
///     poses = { generator = "shifted", reach = 2.5, step = 0.5, poses = 40 }
///     [[setting]]
///     bv = "obb"
/// "#)?;
/// assert_eq!(scene.form, Some(feeler_bench::Form::Blocks));
/// # Ok::<(), feeler_bench::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Each component of both meshes is an axis-parallel box, and B is never turned. The sides of all boxes
    /// divide space into cells that are looked at one by one.
    Blocks,
    /// Both meshes are convex, of a few hundred triangles. The faces of their Minkowski difference are faces
    /// of A, of B, or spanned by an edge of each.
    Convex,
}

/// What two solids are to each other, and how deep they are in each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Solved {
    pub(crate) relation: Relation,
    pub(crate) depth: f64,
}

/// Two solids that have a closed form.
pub(crate) enum Formed {
    Blocks([Vec<blocks::Block>; 2]),
    Convex([convex::Hull; 2]),
}

impl Form {
    /// Looks at two meshes; an error if they do not have this form.
    pub(crate) fn of(self, a: &Mesh, b: &Mesh) -> Result<Formed, Error> {
        let named = |name: &str, error: Error| error.at(format_args!("mesh {name}"));
        Ok(match self {
            Self::Blocks => Formed::Blocks([
                blocks::blocks(a).map_err(|error| named("A", error))?,
                blocks::blocks(b).map_err(|error| named("B", error))?,
            ]),
            Self::Convex => Formed::Convex([
                convex::Hull::of(a).map_err(|error| named("A", error))?,
                convex::Hull::of(b).map_err(|error| named("B", error))?,
            ]),
        })
    }
}

impl Formed {
    /// The solution at a pose; an error if the pose does not have this form.
    pub(crate) fn at(&self, pose: &Pose) -> Result<Solved, Error> {
        match self {
            Self::Blocks([a, b]) if pose.matrix() == Pose::IDENTITY.matrix() => {
                Ok(blocks::solved(a, b, pose.origin()))
            }
            Self::Blocks(_) => {
                Err(Error::new("B is turned, which the form 'blocks' does not know"))
            }
            Self::Convex([a, b]) => Ok(convex::solved(a, b, pose)),
        }
    }
}
