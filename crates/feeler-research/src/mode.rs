//! How "do they touch?" is answered: exactly, or probably and sooner.

use crate::adb::{Cells, Count, Overlap, Pretest, Query, Sizes};
use crate::{Setting, SettingError};
use feeler::{Arity, Volume};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a setting does with a question. All but [`Exact`](Self::Exact) may be wrong, and know only whether meshes touch.
///
/// ```
/// use feeler_research::{Mode, Setting};
/// let setting = Setting { mode: Mode::Guided(0.05), ..Setting::default() };
/// assert_eq!((setting.name().as_str(), setting.mode.precision()), ("feeler obb guided 0.05", "probable"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Mode {
    /// Answers that are true.
    #[default]
    Exact,
    /// [`Pair::guided`](feeler::Pair::guided): an answer that is wrong with at most this probability.
    Guided(f64),
    /// The published method, [`adb`](crate::adb).
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

/// Which of the variants in [`Query`] are taken.
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
    /// What a contender says of its answers.
    pub fn precision(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Guided(_) | Self::Adb(_) => PROBABLE,
        }
    }

    /// Whether it makes sense with a setting; if not, why.
    pub(crate) fn check(self, setting: &Setting) -> Result<(), SettingError> {
        let unless = |fine: bool, why: String| if fine { Ok(()) } else { Err(SettingError(why)) };
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
pub const PROBABLE: &str = "probable";

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
    /// How it counts cells.
    pub fn cells(self) -> Cells {
        let count = match self.count {
            Counting::Approximate => Count::Approximate,
            Counting::Exact => Count::Exact,
        };
        Cells { tau: self.tau as f32, count, ..Cells::default() }
    }

    /// How it asks.
    pub fn query(self) -> Query<'static> {
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
