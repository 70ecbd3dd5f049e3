//! The direction that is up.

use std::fmt;

/// The axis that points upwards, if the format defines it. Coordinates are not turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UpAxis {
    /// The x axis: some COLLADA files.
    X,
    /// The y axis: glTF, and COLLADA files that do not say.
    Y,
    /// The z axis: 3MF, and most COLLADA files of CAD programs.
    Z,
}

/// `X`, `Y` or `Z`.
impl fmt::Display for UpAxis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
