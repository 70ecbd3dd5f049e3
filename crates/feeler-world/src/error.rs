//! What can be wrong with a request.

use std::fmt;

/// The reason why a world refused a request. The world is as it was before.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WorldError {
    /// There is an object of this name already.
    TwoOfOneName {
        /// The name.
        name: String,
    },
    /// There is no object of this name.
    UnknownName {
        /// The name.
        name: String,
        /// The names in the world that are most like it, at most three.
        near: Vec<String>,
    },
    /// The object was removed, or belongs to another world.
    Gone,
    /// The margin is negative, not a number, or beyond [`Mesh::LIMIT`](feeler::Mesh::LIMIT).
    Margin {
        /// The margin.
        margin: f64,
    },
    /// A clearance or a tolerance is negative or not a number.
    Clearance {
        /// The clearance or the tolerance.
        clearance: f64,
    },
    /// The new vertices do not fit the mesh.
    Vertices(feeler::MeshError),
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoOfOneName { name } => write!(f, "there are two objects named \"{name}\""),
            Self::UnknownName { name, near } => {
                write!(f, "no object is named \"{name}\"")?;
                let near: Vec<_> = near.iter().map(|name| format!("\"{name}\"")).collect();
                match &near[..] {
                    [] => Ok(()),
                    near => write!(f, "; similar: {}", near.join(", ")),
                }
            }
            Self::Gone => write!(f, "the object is not, or no longer, in this world"),
            Self::Margin { margin } => {
                write!(f, "a margin is a length of zero or more, not {margin}")
            }
            Self::Clearance { clearance } => {
                write!(f, "a clearance or tolerance is a length of zero or more, not {clearance}")
            }
            Self::Vertices(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WorldError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Vertices(error) => Some(error),
            _ => None,
        }
    }
}
