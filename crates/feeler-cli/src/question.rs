//! The question that a batch asks at each pose.

use clap::ValueEnum;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Question {
    /// Do they touch? 0 or 1
    Intersects,
    /// How many pairs of triangles touch, and in JSON, which?
    Contacts,
    /// How far apart are they, and where are they nearest?
    Distance,
    /// Is anything within a distance? 0 or 1, and a pair of triangles that is
    Within,
    /// What are the solids to each other? apart, touching, crossing, b-inside-a, a-inside-b or same, and how certain that is
    Relation,
    /// How far must B move to be free of A, and which way? Bounds, and the translation
    Depth,
    /// Do they touch, as far as that can be found out with --budget? The likelier answer, 0 or 1, and its probability
    Guided,
}
