//! The tables of probabilities, by name.

use super::{Chance, FullTable};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The table that a query takes its probabilities from, or the formula that takes its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Table {
    /// [`SmallTable`](super::SmallTable), 1.8 MB.
    #[default]
    Small,
    /// [`FullTable`], as published: some seconds and 100 MB at the first query.
    Full,
    /// A closed form: [`Chance::Closed`].
    Closed,
    /// No table: equation 6 is evaluated each time.
    Direct,
}

impl Table {
    /// All tables.
    pub const ALL: [Self; 4] = [Self::Small, Self::Full, Self::Closed, Self::Direct];

    /// The name, as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Full => "full",
            Self::Closed => "closed",
            Self::Direct => "direct",
        }
    }

    /// The way to compute probabilities. The first call for a full table computes it.
    pub fn chance(self) -> Chance<'static> {
        match self {
            Self::Small => Chance::Small,
            Self::Full => Chance::Full(FullTable::shared()),
            Self::Closed => Chance::Closed,
            Self::Direct => Chance::Direct,
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
