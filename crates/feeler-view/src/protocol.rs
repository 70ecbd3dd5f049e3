//! What the page may ask, and the answers. `web/src/protocol.ts` has the same types.

use feeler::{Build, Closest, Effort, Pose};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The longest request, in bytes; the page sends a tenth of it.
pub(crate) const MOST_REQUEST_BYTES: usize = 64 << 10;
/// The largest number of slots whose volumes are asked for at once.
pub(crate) const MOST_SLOTS: usize = 256;
/// The largest number of volumes of a level that are drawn.
pub(crate) const MOST_VOLUMES: usize = 50_000;
/// The largest number of contacts whose sections are drawn.
pub(crate) const MOST_SECTIONS: usize = 50_000;
/// The largest number of clashes that are listed.
pub(crate) const MOST_CLASHES: usize = 5000;
/// The largest number of tests in the microscope.
pub(crate) const MOST_TESTS: usize = 200_000;

/// A question with a number, which its answer repeats.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    pub(crate) id: u32,
    pub(crate) ask: Ask,
}

/// A question.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Ask {
    /// Do A and B touch, and how far apart are they?
    Look { pair: PairAsk },
    /// Which triangles touch, and along which lines?
    Contacts { pair: PairAsk },
    /// What are A and B to each other, as solids?
    Relation { pair: PairAsk },
    /// How far must B move to be free?
    Depth { pair: PairAsk },
    /// What does the tree of a part look like?
    Tree { part: usize, setting: SettingAsk },
    /// The volumes of one level of a tree.
    Level { part: usize, setting: SettingAsk, level: usize },
    /// The volumes at some slots.
    Volumes { part: usize, setting: SettingAsk, slots: Vec<u32> },
    /// Which pairs of volumes does a query test?
    Trace { pair: PairAsk, question: Traced },
    /// How probable is it, step by step, that A and B touch?
    Guided { pair: PairAsk, steps: u32, eps: f64 },
    /// How far can B go along a direction of the common frame?
    FirstContact { pair: PairAsk, direction: [f64; 3] },
    /// How far apart are A and B along the path, from some pose on?
    Path { pair: PairAsk, from: usize },
    /// Which of the parts that move is nearest to one that stands, from some pose of the path on?
    Nearest { from: usize, moved: Vec<(usize, [f64; 12])> },
    /// What do all parts do to each other, of which some were moved?
    Clashes { clearance: f64, moved: Vec<(usize, [f64; 12])> },
    /// The surface at a distance from a part.
    Offset { part: usize, by: f64, resolution: usize },
}

/// Two parts, by their numbers, with their poses.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PairAsk {
    pub(crate) parts: [usize; 2],
    pub(crate) poses: [[f64; 12]; 2],
    pub(crate) setting: SettingAsk,
}

/// The largest number of steps of a guided query that are shown one by one.
pub(crate) const MOST_STEPS: u32 = 20_000;
/// The number of poses of a path that are asked at a time, so that the page can show how far it is.
pub(crate) const POSES_AT_A_TIME: usize = 64;
/// The largest number of cells along the longest side of an offset surface.
pub(crate) const MOST_CELLS: usize = 128;

/// How trees are built.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SettingAsk {
    pub(crate) volume: String,
    pub(crate) arity: String,
    pub(crate) rule: String,
}

/// The question whose tests are recorded.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Traced {
    Intersects,
    Distance,
}

impl Default for SettingAsk {
    fn default() -> Self {
        let Build { volume, arity, rule, .. } = Build::default();
        Self { volume: volume.name().into(), arity: arity.to_string(), rule: rule.name().into() }
    }
}

impl SettingAsk {
    pub(crate) fn build(&self) -> Result<Build, String> {
        let rules = feeler::Rule::ALL;
        let rule = rules.into_iter().find(|rule| rule.name() == self.rule);
        Ok(Build {
            volume: self.volume.parse().map_err(|error| format!("{error}"))?,
            arity: self.arity.parse().map_err(|error| format!("{error}"))?,
            rule: rule.ok_or_else(|| format!("unknown rule '{}'", self.rule))?,
            ..Build::default()
        })
    }
}

/// The work and the time of a query.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Cost {
    pub(crate) ns: u64,
    pub(crate) volume_tests: u64,
    pub(crate) triangle_tests: u64,
    pub(crate) updates: u64,
}

impl Cost {
    pub(crate) fn new(effort: Effort, time: Duration) -> Self {
        Self {
            ns: time.as_nanos() as u64,
            volume_tests: effort.volume_tests,
            triangle_tests: effort.triangle_tests,
            updates: effort.updates,
        }
    }
}

/// The answer to [`Ask::Look`].
#[derive(Debug, Serialize)]
pub(crate) struct Looked {
    /// B in A's frame: the pose for which the answer is exact.
    pub(crate) pose: [f64; 12],
    pub(crate) touching: bool,
    /// Some triangles that touch.
    pub(crate) contact: Option<[u32; 2]>,
    pub(crate) cost: Cost,
    /// The nearest points, in the common frame; `None` if a mesh is empty.
    pub(crate) nearest: Option<Nearest>,
    pub(crate) distance_cost: Cost,
}

/// Two points and their distance.
#[derive(Debug, Serialize)]
pub(crate) struct Nearest {
    pub(crate) distance: f64,
    pub(crate) points: [[f64; 3]; 2],
    pub(crate) triangles: [u32; 2],
}

impl Nearest {
    /// The points in the common frame, in which A has a pose.
    pub(crate) fn of(closest: &Closest, a: &Pose) -> Self {
        let Closest { distance, on_a, on_b, triangles } = closest.seen(a);
        Self { distance, points: [on_a, on_b], triangles }
    }
}

/// The head of the answer to [`Ask::Contacts`]: the ends of segments follow, in the common frame and measured from `origin`.
#[derive(Debug, Serialize)]
pub(crate) struct Sections {
    pub(crate) contacts: u64,
    /// The number of contacts whose sections are sent.
    pub(crate) drawn: usize,
    pub(crate) origin: [f64; 3],
    /// The number of curves along which the surfaces cross; of faces on faces there are none, but sections of triangles.
    pub(crate) curves: usize,
    pub(crate) cost: Cost,
}

/// The answer to [`Ask::Relation`].
#[derive(Debug, Serialize)]
pub(crate) struct RelationFound {
    pub(crate) relation: &'static str,
    pub(crate) confidence: f64,
    pub(crate) ns: u64,
}

/// The answer to [`Ask::Depth`].
#[derive(Debug, Serialize)]
pub(crate) struct DepthFound {
    /// The length of the way out; `None` if none was found.
    pub(crate) upper: Option<f64>,
    pub(crate) lower: f64,
    pub(crate) proof: &'static str,
    /// The way out, in the common frame, and the pose of B at its end.
    pub(crate) way: [f64; 3],
    pub(crate) freed: [f64; 12],
    pub(crate) stop: Option<Nearest>,
    /// `None` if it was found together with others.
    pub(crate) ns: Option<u64>,
}

/// The answer to [`Ask::Tree`].
#[derive(Debug, Serialize)]
pub(crate) struct TreeFound {
    /// The number of volumes at each level; the whole mesh is level 0.
    pub(crate) levels: Vec<usize>,
    pub(crate) leaves: usize,
    pub(crate) nodes: usize,
    pub(crate) node_bytes: usize,
    pub(crate) leaf_bytes: usize,
    pub(crate) fill: f64,
    /// How long it took to build; `None` for the tree that was there from the start.
    pub(crate) build_ns: Option<u64>,
}

/// The head of volumes that are sent: corners, triangles, and for each volume the number of its triangles, then its kind as a number in `kinds`.
#[derive(Debug, Serialize)]
pub(crate) struct VolumesFound {
    pub(crate) volumes: usize,
    /// The number of volumes that there are, if not all are sent.
    pub(crate) all: usize,
    pub(crate) kinds: Vec<&'static str>,
}

/// The head of the tests of a query: for each test six numbers follow, see [`Trace`](crate::trace).
#[derive(Debug, Serialize)]
pub(crate) struct TestsFound {
    pub(crate) tests: usize,
    /// Whether these are all: of very long queries some are left out.
    pub(crate) complete: bool,
    /// Where each of the query's traversals begins, and what it searched for.
    pub(crate) traversals: Vec<(usize, &'static str)>,
    pub(crate) cost: Cost,
    pub(crate) touching: bool,
}

/// The head of the answer to [`Ask::Guided`]: the probability after each step follows, from none on.
#[derive(Debug, Serialize)]
pub(crate) struct GuidedFound {
    pub(crate) p: f64,
    pub(crate) proved: bool,
    pub(crate) steps: usize,
    /// The slots of the pair of volumes where triangles are likeliest to meet.
    pub(crate) likeliest: Option<[u32; 2]>,
    /// The cost of the same query without a stop after each step.
    pub(crate) cost: Cost,
}

/// The answer to [`Ask::FirstContact`].
#[derive(Debug, Serialize)]
pub(crate) struct ContactFound {
    /// In multiples of the direction; `None` if B never meets A.
    pub(crate) time: Option<f64>,
    pub(crate) nearest: Option<Nearest>,
    pub(crate) cost: Cost,
}

/// The answer to [`Ask::Path`]: the distances from a pose on; 0 where A and B touch.
#[derive(Debug, Serialize)]
pub(crate) struct PathFound {
    pub(crate) from: usize,
    pub(crate) distances: Vec<f64>,
}

/// The answer to [`Ask::Nearest`]: distances, and which parts are so near.
#[derive(Debug, Serialize)]
pub(crate) struct NearestFound {
    pub(crate) from: usize,
    pub(crate) distances: Vec<f64>,
    pub(crate) parts: Vec<[usize; 2]>,
}

/// The answer to [`Ask::Clashes`].
#[derive(Debug, Serialize)]
pub(crate) struct ClashesFound {
    /// The worst, up to [`MOST_CLASHES`].
    pub(crate) clashes: Vec<ClashFound>,
    /// The number of all.
    pub(crate) all: usize,
    pub(crate) pairs: usize,
    pub(crate) ns: u64,
}

/// Two parts, by their numbers, and what they do to each other.
#[derive(Debug, Serialize)]
pub(crate) struct ClashFound {
    pub(crate) parts: [usize; 2],
    pub(crate) kind: &'static str,
    pub(crate) confidence: f64,
    pub(crate) distance: f64,
    pub(crate) depth: Option<f64>,
    pub(crate) contacts: u64,
    pub(crate) at: [f64; 3],
}

/// The head of the answer to [`Ask::Offset`]: positions, measured from the centre of the mesh, and triangles follow.
#[derive(Debug, Serialize)]
pub(crate) struct OffsetFound {
    pub(crate) triangles: usize,
    /// The mean and the largest error of the distance.
    pub(crate) mean_error: f64,
    pub(crate) error: f64,
    pub(crate) ns: u64,
}
