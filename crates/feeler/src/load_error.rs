//! Reasons why the bytes of a saved model are refused.

use crate::MeshError;
use std::fmt;

/// The reason why bytes are not a saved model that can be read.
///
/// ```
/// use feeler::{LoadError, Mesh, Model};
/// assert_eq!(Model::from_bytes(b"solid cube\n").unwrap_err(), LoadError::Signature);
///
/// let mut bytes = Model::new(Mesh::default()).to_bytes();
/// let last = bytes.len() - 1;
/// bytes[last] ^= 1;
/// assert_eq!(Model::from_bytes(&bytes).unwrap_err(), LoadError::Checksum);
/// # Ok::<(), feeler::MeshError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LoadError {
    /// The bytes do not begin with the signature of a saved model.
    Signature,
    /// The bytes are of a version of the format that this version of feeler does not know.
    Version {
        /// The version of the bytes.
        found: u32,
        /// The version that can be read.
        known: u32,
    },
    /// The bytes are not as many as their header says.
    Length {
        /// The number of bytes that the header asks for; the length of a header if not even that is complete.
        expected: u64,
        /// The number of bytes.
        found: u64,
    },
    /// The bytes were changed: their checksum is another one.
    Checksum,
    /// The volume has an unknown name.
    Volume,
    /// The arity is not 2, 4 or 8.
    Arity {
        /// The arity that the header names.
        found: u32,
    },
    /// The mesh is not valid.
    Mesh(MeshError),
    /// The shape of the tree is not one that a tree can have.
    Shape {
        /// The slot, counted in the order of the shape, at which it is wrong.
        slot: usize,
    },
    /// A triangle of a leaf does not exist, is in another leaf too, or is not in the order of its number.
    Order {
        /// The place in the order of the leaves.
        place: usize,
    },
    /// The axes of an oriented box are not orthogonal, or not of length one.
    Axes {
        /// The number of the box, in the order of the slots.
        volume: usize,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signature => write!(f, "not a saved model of feeler"),
            Self::Version { found, known } => {
                write!(
                    f,
                    "the model is saved in version {found} of the format, and only version {known} can be read: save it again"
                )
            }
            Self::Length { expected, found } if found < expected => {
                write!(f, "the saved model ends early: {found} of {expected} bytes are there")
            }
            Self::Length { expected, found } => {
                write!(f, "the saved model has {expected} bytes, but {found} are there")
            }
            Self::Checksum => write!(f, "the saved model is damaged: its checksum is wrong"),
            Self::Volume => write!(f, "the saved model has a volume of an unknown name"),
            Self::Arity { found } => {
                write!(f, "the saved model has arity {found}; it can be 2, 4 or 8")
            }
            Self::Mesh(error) => write!(f, "the mesh of the saved model is not valid: {error}"),
            Self::Shape { slot } => {
                write!(f, "the tree of the saved model is not valid at slot {slot} of its shape")
            }
            Self::Order { place } => write!(
                f,
                "the tree of the saved model does not have each triangle once, in order: see place {place}"
            ),
            Self::Axes { volume } => {
                write!(f, "box {volume} of the saved model has axes that are not orthonormal")
            }
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Mesh(error) => Some(error),
            _ => None,
        }
    }
}
