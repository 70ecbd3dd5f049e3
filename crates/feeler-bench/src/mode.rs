//! How "do they touch?" is answered: exactly, or probably and sooner.

use crate::peer::Answer;
use crate::subject::{Built, Subject, answer};
use crate::{Error, Question, Setting};
use feeler::adb::{Adb, Cells, Count, Overlap, Pretest, Query, Sizes};
use feeler::{Arity, Budget, Mesh, Model, Pair, Pose, Scratch, TreeStats, Volume};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Instant;

/// What a setting does with a question. All but [`Exact`](Self::Exact) may be wrong, and know only whether meshes touch.
///
/// ```
/// use feeler_bench::{Setting, Mode};
/// let setting = Setting { mode: Mode::Guided(0.05), ..Setting::default() };
/// assert_eq!((setting.name().as_str(), setting.mode.precision()), ("feeler obb guided 0.05", "probable"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Mode {
    /// Answers that are true.
    #[default]
    Exact,
    /// [`Pair::guided`]: an answer that is wrong with at most this probability.
    Guided(f64),
    /// The published method, [`feeler::adb`].
    Adb(Published),
}

/// The published method and its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// How full a cell must be to count; 1 in the papers.
    pub tau: f64,
    /// From which probability on two nodes collide.
    pub p_min: f64,
    /// How many pairs of them are a collision.
    pub k_min: usize,
    /// How cells are counted.
    #[serde(default)]
    pub count: Counting,
    /// How nodes are compared.
    #[serde(default)]
    pub traversal: Traversal,
}

/// The two algorithms that count cells (002, Section 3.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Counting {
    /// From the nodes below: seconds where clipping takes minutes.
    #[default]
    Approximate,
    /// By clipping every triangle.
    Exact,
}

/// Which of the variants in [`feeler::adb::Query`] are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Traversal {
    /// What works: volumes are tested first, large nodes are flat, and boxes share a product of slabs.
    #[default]
    Pretested,
    /// As far as the papers tell.
    Printed,
}

impl Mode {
    /// The answer about a pair. [`Adb`](Self::Adb) has trees of its own and is not asked here.
    ///
    /// # Panics
    /// Where the question is about building, or more than this mode can tell.
    pub fn answer(self, pair: &Pair<'_>, question: Question, scratch: &mut Scratch) -> Answer {
        match (self, question) {
            (Self::Exact, _) => answer(pair, question, scratch),
            (Self::Guided(eps), Question::Intersects) => {
                Answer::Intersects(pair.guided_with(Budget::UNLIMITED, eps, scratch).touches())
            }
            (mode, _) => panic!("'{question}' is nothing to ask{mode}"),
        }
    }

    /// What a contender says of its answers.
    pub fn precision(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Guided(_) | Self::Adb(_) => PROBABLE,
        }
    }

    /// Whether it makes sense with a setting; if not, why.
    pub(crate) fn check(self, setting: &Setting) -> Result<(), Error> {
        let unless = |fine: bool, why: String| if fine { Ok(()) } else { Err(Error::new(why)) };
        match self {
            Self::Exact => Ok(()),
            Self::Guided(eps) => unless(
                (0.0..0.5).contains(&eps),
                format!(
                    "guided = {eps}: the probability of a wrong answer is from 0 up and below 0.5"
                ),
            ),
            Self::Adb(Published { tau, p_min, k_min, .. }) => {
                let Setting { bv, arity, schedule, .. } = *setting;
                let known = PUBLISHED.contains(&bv);
                unless(
                    known && arity == Arity::Two,
                    format!(
                        "adb needs aabb, obb, dop18 or dop24 and arity = 2, not {bv} and {arity}"
                    ),
                )?;
                unless(schedule.is_none(), "adb has an order of its own: no schedule".to_owned())?;
                unless(
                    (0.0..=1.0).contains(&tau) && (0.0..=1.0).contains(&p_min) && k_min > 0,
                    format!(
                        "adb: tau = {tau} and p_min = {p_min} are from 0 to 1, k_min = {k_min} is from 1 up"
                    ),
                )
            }
        }
    }
}

/// The volumes of the papers, and the default.
const PUBLISHED: [Volume; 6] = [
    Volume::AABB,
    Volume::OBB,
    Volume::OBB_VERTICES,
    Volume::OBB_HULL,
    Volume::DOP18,
    Volume::DOP24,
];

/// The precision of answers that may be wrong.
pub(crate) const PROBABLE: &str = "probable";

impl fmt::Display for Mode {
    /// What is added to the name of a setting; nothing where it is exact.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => Ok(()),
            Self::Guided(eps) => write!(f, " guided {eps}"),
            Self::Adb(Published { tau, p_min, k_min, count, traversal }) => {
                write!(f, " adb {tau}/{p_min}/{k_min}")?;
                f.write_str(if *count == Counting::Exact { " exact-count" } else { "" })?;
                f.write_str(if *traversal == Traversal::Printed { " printed" } else { "" })
            }
        }
    }
}

impl Published {
    /// Builds A, then B, and counts their cells: that is part of the time.
    pub(crate) fn build(self, a: &Mesh, b: &Mesh, setting: &Setting) -> Built {
        let timed = |mesh: &Mesh| {
            let mesh = mesh.clone();
            let start = Instant::now();
            let tree = Adb::owning(Model::build(mesh, &setting.build()), self.cells());
            (tree, start.elapsed().as_nanos() as u64)
        };
        let ((a, first), (b, second)) = (timed(a), timed(b));
        Built { subject: Box::new(Trees { a, b, query: self.query() }), ns: [first, second] }
    }

    fn cells(self) -> Cells {
        let count = match self.count {
            Counting::Approximate => Count::Approximate,
            Counting::Exact => Count::Exact,
        };
        Cells { tau: self.tau as f32, count, ..Cells::default() }
    }

    fn query(self) -> Query<'static> {
        let printed = Query { p_min: self.p_min as f32, k_min: self.k_min, ..Query::default() };
        match self.traversal {
            Traversal::Printed => printed,
            Traversal::Pretested => Query {
                pretest: Pretest::Volumes,
                sizes: Sizes::Flat,
                overlap: Overlap::SlabProduct,
                ..printed
            },
        }
    }
}

/// Two average-distribution trees.
struct Trees {
    a: Adb<'static>,
    b: Adb<'static>,
    query: Query<'static>,
}

impl Subject for Trees {
    fn ask(&self, question: Question, pose: Pose, scratch: &mut Scratch) -> Answer {
        assert_eq!(question, Question::Intersects, "checked when the scene was read");
        Answer::Intersects(self.query.run(&self.a, &self.b, &pose, scratch).collides)
    }

    fn stats(&self) -> [TreeStats; 2] {
        [&self.a, &self.b].map(|tree| {
            let stats = tree.model().stats();
            // A number of cells and a size beside each of the two volumes of a node.
            TreeStats {
                node_bytes: stats.node_bytes + 2 * stats.nodes * tree.bytes().cells,
                ..stats
            }
        })
    }
}
