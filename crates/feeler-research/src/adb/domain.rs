//! The part of a node that is divided into cells.

/// The part of a node that is divided into cells. Klein and Zachmann (VRST 2003, section 5) name
/// trees of DOPs as future work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Domain {
    /// The box of the node. For a tree of DOPs this is the box around each DOP.
    #[default]
    Box,
    /// The cells whose middle lies in the DOP. All of the box, if the volume is no DOP.
    Dop,
}
