//! What solids are to each other, and what they are themselves, in words and in JSON.

use crate::format;
use feeler::Pose;
use feeler_field::{Body, Boundary, Hole, Shares};
use feeler_research::Models;
use serde::Serialize;

/// The surfaces of A and B as those of solids.
pub(crate) fn boundaries(models: &Models) -> [Boundary<'_>; 2] {
    let pair = models.at(Pose::IDENTITY);
    [Boundary::of(pair.a()), Boundary::of(pair.b())]
}

/// A and B as solids whose depth is asked.
pub(crate) fn bodies(models: &Models) -> [Body<'_>; 2] {
    let pair = models.at(Pose::IDENTITY);
    [Body::of(pair.a()), Body::of(pair.b())]
}

/// Where the components of both solids are, in JSON.
#[derive(Serialize)]
pub(crate) struct Components {
    a: Counts,
    b: Counts,
}

/// The number of components in each place.
#[derive(Serialize)]
struct Counts {
    inside: usize,
    outside: usize,
    crossing: usize,
    coincident: usize,
}

impl From<[Shares; 2]> for Components {
    fn from([a, b]: [Shares; 2]) -> Self {
        let counts = |Shares { inside, outside, crossing, coincident }| Counts {
            inside,
            outside,
            crossing,
            coincident,
        };
        Self { a: counts(a), b: counts(b) }
    }
}

/// Where the components are: `2 components of B: 1 inside, 1 outside`.
pub(crate) fn components(name: &str, shares: Shares) -> String {
    let Shares { inside, outside, crossing, coincident } = shares;
    let all = (inside + outside + crossing + coincident) as u64;
    let places = [
        (inside, "inside"),
        (outside, "outside"),
        (crossing, "crossing"),
        (coincident, "all on the other surface"),
    ];
    let places: Vec<String> = places
        .into_iter()
        .filter(|&(count, _)| count > 0)
        .map(|(count, place)| format!("{} {place}", format::count(count as u64)))
        .collect();
    format!("{} of {name}: {}", format::counted(all, "component"), places.join(", "))
}

/// What is known of a solid, in JSON.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct SolidJson {
    closed: bool,
    holes: usize,
    /// The diagonal of the box around the longest hole.
    largest_hole: Option<f64>,
    /// The number of triangles that disagree with their neighbours about what is in front.
    pub(crate) turned: usize,
    pub(crate) components: usize,
}

impl SolidJson {
    pub(crate) fn new(boundary: &Boundary<'_>) -> Self {
        Self {
            closed: boundary.is_closed(),
            holes: boundary.holes().len(),
            largest_hole: boundary.holes().first().map(|hole| hole.size),
            turned: boundary.turned(),
            components: boundary.components(),
        }
    }
}

/// The holes of an open mesh, in words: `3 holes; the longest has 4 edges and is 1.41 across`.
pub(crate) fn holes(holes: &[Hole]) -> Option<String> {
    let longest = holes.first()?;
    let count = format::counted(holes.len() as u64, "hole");
    let edges = format::counted(longest.edges as u64, "edge");
    let size = format::coordinate(longest.size);
    Some(match holes.len() {
        1 => format!("{count}, of {edges} and {size} across"),
        _ => format!("{count}; the longest has {edges} and is {size} across"),
    })
}
