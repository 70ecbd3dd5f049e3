//! The published method and all its options, as they are written in scenes.

use crate::adb::{
    Cells, Count, Domain, Few, InCell, Overlap, Pretest, Query, Regions, Sizes, Table,
};
use crate::limit::Limit;
use crate::text;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The published method, [`adb`](crate::adb), with all its options.
///
/// ```
/// use feeler_research::adb::{Regions, Table};
/// use feeler_research::{Published, Setting};
/// let text = r#"{ "bv": "dop18", "arity": 4, "adb": { "tau": 0.02, "p_min": 0.9, "k_min": 5,
///                 "regions": "sectors", "table": "closed", "budget": "200steps" } }"#;
/// let setting: Setting = serde_json::from_str(text).unwrap();
/// assert_eq!(setting.name(), "feeler dop18 arity-4 adb 0.02/0.9/5 sectors closed 200steps");
/// let published = Published { regions: Regions::Sectors, table: Table::Closed, ..Published::new(0.02, 0.9, 5) };
/// assert_eq!(published.cells().regions, Regions::Sectors);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The share of a cell that must be full for the cell to count. With 1 it is definition 2 of
    /// Klein and Zachmann (VRST 2003) to the letter; their definition 3 leaves it to be "suitably
    /// chosen".
    pub tau: f64,
    /// The smallest probability of two nodes that counts as a collision of the nodes.
    pub p_min: f64,
    /// The number of colliding pairs of nodes that count as a collision of the meshes.
    pub k_min: usize,
    /// The algorithm that counts cells.
    #[serde(default)]
    pub count: Counting,
    /// The variant of the traversal, which the options below change one by one.
    #[serde(default)]
    pub traversal: Traversal,
    /// The number of cells along each side of a node, 1 to 16; 8 in the papers.
    #[serde(default = "eight", skip_serializing_if = "is_eight")]
    pub cells: usize,
    /// The regions of a node that are counted separately.
    #[serde(default, with = "text", skip_serializing_if = "is_default")]
    pub regions: Regions,
    /// The part of a node that is divided into cells.
    #[serde(default, with = "text", skip_serializing_if = "is_default")]
    pub domain: Domain,
    /// The table of probabilities.
    #[serde(default, skip_serializing_if = "is_default")]
    pub table: Table,
    /// The estimate of the volume that two boxes share; `None` for that of the variant.
    #[serde(default, with = "text::optional", skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Overlap>,
    /// How to treat nodes of different sizes; `None` for that of the variant.
    #[serde(default, with = "text::optional", skip_serializing_if = "Option::is_none")]
    pub sizes: Option<Sizes>,
    /// The test before the estimate; `None` for that of the variant.
    #[serde(default, with = "text::optional", skip_serializing_if = "Option::is_none")]
    pub pretest: Option<Pretest>,
    /// How to treat less than one cell.
    #[serde(default, with = "text", skip_serializing_if = "is_default")]
    pub few: Few,
    /// The probability of a collision in a cell: by the depth, as published, or by the flatness.
    #[serde(default, with = "text", skip_serializing_if = "is_default")]
    pub in_cell: InCell,
    /// The limit of the work of a query.
    #[serde(default, with = "text", skip_serializing_if = "is_default")]
    pub budget: Limit,
}

fn eight() -> usize {
    8
}

fn is_eight(cells: &usize) -> bool {
    *cells == 8
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The two algorithms that count cells (Klein and Zachmann, VMV 2003, section 3.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Counting {
    /// Counts cells by the nodes below: seconds instead of the minutes of clipping.
    #[default]
    Approximate,
    /// Counts cells by clipping every triangle.
    Exact,
}

/// A choice of the variants in [`Query`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Traversal {
    /// The variants that work: volumes are tested first, large nodes are flat, and the shared
    /// volume of boxes is a product of slabs.
    #[default]
    Pretested,
    /// The variants of the papers, as far as the papers tell.
    Printed,
}

impl fmt::Display for Published {
    /// The three parameters, and every option that is not the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tau, p_min, k_min, .. } = self;
        write!(f, "{tau}/{p_min}/{k_min}")?;
        let mut unusual = |is: bool, word: String| match is {
            true => write!(f, " {word}"),
            false => Ok(()),
        };
        unusual(self.count == Counting::Exact, "exact-count".to_owned())?;
        unusual(self.traversal == Traversal::Printed, "printed".to_owned())?;
        unusual(!is_eight(&self.cells), format!("cells-{}", self.cells))?;
        unusual(!is_default(&self.regions), self.regions.to_string())?;
        unusual(!is_default(&self.domain), format!("cells-of-{}", self.domain))?;
        unusual(!is_default(&self.table), self.table.to_string())?;
        let [estimate, sizes, pretest] = [
            self.estimate.map(|it| format!("estimate-{it}")),
            self.sizes.map(|it| format!("sizes-{it}")),
            self.pretest.map(|it| format!("pretest-{it}")),
        ];
        for word in [estimate, sizes, pretest].into_iter().flatten() {
            unusual(true, word)?;
        }
        unusual(!is_default(&self.few), self.few.to_string())?;
        unusual(!is_default(&self.in_cell), self.in_cell.to_string())?;
        // The name stands in tables whose columns are separated by commas.
        unusual(!is_default(&self.budget), self.budget.to_string().replace(',', " "))
    }
}

impl Published {
    /// The method with three parameters and the usual options.
    pub fn new(tau: f64, p_min: f64, k_min: usize) -> Self {
        Self {
            tau,
            p_min,
            k_min,
            count: Counting::default(),
            traversal: Traversal::default(),
            cells: eight(),
            regions: Regions::default(),
            domain: Domain::default(),
            table: Table::default(),
            estimate: None,
            sizes: None,
            pretest: None,
            few: Few::default(),
            in_cell: InCell::default(),
            budget: Limit::default(),
        }
    }

    /// Checks the numbers; the error says which are possible.
    pub fn check(&self) -> Result<(), String> {
        let Self { tau, p_min, k_min, cells, .. } = *self;
        if !((0.0..=1.0).contains(&tau) && (0.0..=1.0).contains(&p_min) && k_min > 0) {
            return Err(format!(
                "adb: tau = {tau} and p_min = {p_min} are from 0 to 1, k_min = {k_min} is from 1 up"
            ));
        }
        match (1..=16).contains(&cells) {
            true => Ok(()),
            false => Err(format!("adb: cells = {cells} is from 1 to 16 along each side")),
        }
    }

    /// The options for counting cells.
    pub fn cells(self) -> Cells {
        let count = match self.count {
            Counting::Approximate => Count::Approximate,
            Counting::Exact => Count::Exact,
        };
        let Self { cells, tau, regions, domain, .. } = self;
        Cells { per_side: cells, tau: tau as f32, count, regions, domain }
    }

    /// The options of the query. The first call for a full table computes it.
    pub fn query(self) -> Query<'static> {
        let printed = Query {
            p_min: self.p_min as f32,
            k_min: self.k_min,
            few: self.few,
            in_cell: self.in_cell,
            chance: self.table.chance(),
            budget: self.budget.0,
            ..Query::default()
        };
        let variant = match self.traversal {
            Traversal::Printed => printed,
            Traversal::Pretested => Query {
                pretest: Pretest::Volumes,
                sizes: Sizes::Flat,
                overlap: Overlap::SlabProduct,
                ..printed
            },
        };
        Query {
            overlap: self.estimate.unwrap_or(variant.overlap),
            sizes: self.sizes.unwrap_or(variant.sizes),
            pretest: self.pretest.unwrap_or(variant.pretest),
            ..variant
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    fn read(options: &str) -> Result<Published, String> {
        let text = format!(r#"{{"tau": 0.05, "p_min": 0.9, "k_min": 3{options}}}"#);
        serde_json::from_str(&text).map_err(|error| error.to_string())
    }

    #[test]
    fn every_option_reaches_the_query_and_comes_back() {
        let options = r#", "count": "exact", "traversal": "printed", "cells": 5, "regions": "grid:2", "domain": "dop",
            "table": "direct", "estimate": "three-slabs", "sizes": "descend:2", "pretest": "volumes",
            "few": "keep", "in_cell": "flatness", "budget": "100us,7steps""#;
        let published = read(options).unwrap();
        let regions = Regions::Grid(2);
        let (count, domain) = (Count::Exact, Domain::Dop);
        let expected = Cells { per_side: 5, tau: 0.05, count, regions, domain };
        assert_eq!(published.cells(), expected);
        let query = published.query();
        assert_eq!((query.p_min, query.k_min, query.few), (0.9, 3, Few::Keep));
        assert_eq!(query.in_cell, InCell::Flatness);
        assert_eq!(query.overlap, Overlap::ThreeSlabs);
        assert_eq!(query.sizes, Sizes::Descend { similar: 2.0 });
        assert_eq!((query.pretest, query.budget.steps), (Pretest::Volumes, 7));
        assert!(matches!(query.chance, crate::adb::Chance::Direct));
        let again = serde_json::to_string(&published).unwrap();
        assert_eq!(serde_json::from_str::<Published>(&again).unwrap(), published);
        assert_eq!(
            published.to_string(),
            "0.05/0.9/3 exact-count printed cells-5 grid:2 cells-of-dop direct estimate-three-slabs \
             sizes-descend:2 pretest-volumes keep flatness 100us 7steps"
        );
        // What is usual is not written.
        let usual = Published::new(0.05, 0.9, 3);
        assert_eq!((read("").unwrap(), usual.to_string()), (usual, "0.05/0.9/3".to_owned()));
    }

    #[test]
    fn wrong_options_say_which_are_right() {
        for (options, why) in [
            (r#", "regions": "many""#, "'many' is none of whole, grid:2 to grid:16, and sectors"),
            (r#", "estimate": "best""#, "'best' is none of aligned, aligned:RATIO, spheres, "),
            (r#", "table": "big""#, "unknown variant `big`, expected one of `small`, `full`, "),
            (r#", "budget": "7""#, "a time needs its unit"),
            (r#", "side": 7"#, "unknown field `side`"),
        ] {
            let error = read(options).unwrap_err();
            assert!(error.contains(why), "{options}: {error}");
        }
        let setting = |adb: &str| {
            let text = format!(r#"{{"bv": "rss", "arity": 8, "adb": {adb}}}"#);
            serde_json::from_str::<Setting>(&text).map_err(|error| error.to_string())
        };
        assert!(setting(r#"{"tau": 1, "p_min": 1, "k_min": 1}"#).is_ok());
        let error = setting(r#"{"tau": 1, "p_min": 1, "k_min": 1, "cells": 17}"#).unwrap_err();
        assert!(error.contains("cells = 17 is from 1 to 16"), "{error}");
    }
}
