//! A scene level by level: a mean over all poses hides where a rival is nearer.

use crate::record::{ContenderHeader, ContenderKind, Row};
use crate::statistics::{mean, median, sorted};
use serde::Serialize;
use std::collections::BTreeMap;

/// The poses that have one thing in common, a distance for example, or all poses of a scene.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Level {
    /// What they were to have; none where these are all.
    pub prescribed: Option<f64>,
    /// Mean nanoseconds of feeler with its default volume, or with the first exact setting of a scene that does without.
    pub feeler: f64,
    /// Rivals that finished, the fastest first.
    pub peers: Vec<Pace>,
}

/// A rival at a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pace {
    /// Its name.
    pub name: String,
    /// Mean nanoseconds.
    pub mean: f64,
    /// At how many poses of the level it was wrong.
    pub wrong: usize,
}

impl Level {
    /// The fastest rival that is right at all poses of the level: a wrong answer has no speed.
    pub fn best(&self) -> Option<&Pace> {
        self.peers.iter().find(|pace| pace.wrong == 0)
    }

    /// How many times as long as feeler that rival takes.
    pub fn lead(&self) -> Option<f64> {
        self.best().filter(|_| self.feeler > 0.0).map(|pace| pace.mean / self.feeler)
    }

    /// The levels of a scene in ascending order, then all poses together where that is not the same. Without feeler there are none.
    pub(crate) fn all(contenders: &[(&ContenderHeader, &[&Row])]) -> Vec<Self> {
        let usual = format!("feeler {}", feeler::Volume::default());
        let own = || {
            contenders
                .iter()
                .filter(|(entry, _)| entry.kind == ContenderKind::Feeler && !entry.is_probable())
                .filter(|(_, rows)| !rows.is_empty())
        };
        let Some((_, rows)) = own().find(|(entry, _)| entry.name == usual).or_else(|| own().next())
        else {
            return Vec::new();
        };
        let feeler = poses(rows);
        let peers: Vec<_> = contenders
            .iter()
            .filter(|(entry, rows)| {
                entry.kind == ContenderKind::Peer && entry.status == "ok" && !rows.is_empty()
            })
            .map(|(entry, rows)| (&entry.name, poses(rows)))
            .collect();
        let mut found = sorted(feeler.values().map(|pose| pose.prescribed));
        found.dedup();
        let several = found.len() > 1;
        let levels = found.into_iter().map(Some).chain(several.then_some(None));
        let level = |prescribed: Option<f64>| {
            let mut paces: Vec<Pace> = peers
                .iter()
                .map(|(name, poses)| {
                    let (mean, wrong) = at(poses, prescribed);
                    Pace { name: (*name).clone(), mean, wrong }
                })
                .collect();
            paces.sort_by(|x, y| x.mean.total_cmp(&y.mean));
            Self { prescribed, feeler: at(&feeler, prescribed).0, peers: paces }
        };
        levels.map(level).collect()
    }
}

struct Pose {
    prescribed: f64,
    /// In each pass.
    ns: Vec<f64>,
    /// In all passes.
    right: bool,
}

fn poses(rows: &[&Row]) -> BTreeMap<usize, Pose> {
    let mut poses = BTreeMap::new();
    for row in rows {
        let new = || Pose { prescribed: row.prescribed, ns: Vec::new(), right: true };
        let pose = poses.entry(row.pose).or_insert_with(new);
        pose.ns.push(row.ns as f64);
        pose.right &= row.right;
    }
    poses
}

/// The mean time, and how many are wrong.
fn at(poses: &BTreeMap<usize, Pose>, prescribed: Option<f64>) -> (f64, usize) {
    let here = || poses.values().filter(|pose| prescribed.is_none_or(|x| x == pose.prescribed));
    let times: Vec<f64> = here().map(|pose| median(&pose.ns)).collect();
    (mean(&times), here().filter(|pose| !pose.right).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    use ContenderKind::{Feeler, Peer};

    fn entry(kind: ContenderKind, name: &str, status: &str) -> ContenderHeader {
        let [name, status] = [name, status].map(str::to_owned);
        ContenderHeader { kind, name, status, ..ContenderHeader::default() }
    }

    /// Two poses at 0.5 and one at 2, in two passes; wrong at the given pose.
    fn rows(ns: [u64; 3], wrong: Option<usize>) -> Vec<Row> {
        let row = |(pose, pass): (usize, usize)| {
            let (prescribed, right) = ([0.5, 0.5, 2.0][pose], u8::from(wrong != Some(pose)));
            let line = format!("s,c,{pose},{prescribed},0,{pass},{},1,{right},,,,", ns[pose]);
            Row::parse(&line).unwrap()
        };
        [1, 2].iter().flat_map(|&pass| (0..3).map(move |pose| (pose, pass))).map(row).collect()
    }

    #[test]
    fn the_best_is_who_is_right_at_the_level() {
        let lucky = ContenderHeader {
            precision: "probable".to_owned(),
            ..entry(Feeler, "feeler obb guided 0.1", "ok")
        };
        let contenders = [
            (lucky, rows([1, 1, 1], None)),
            (entry(Feeler, "feeler aabb", "ok"), rows([1, 1, 1], None)),
            (entry(Feeler, "feeler obb", "ok"), rows([10, 30, 100], None)),
            (entry(Peer, "hasty", "ok"), rows([20, 20, 50], Some(0))),
            (entry(Peer, "sound", "ok"), rows([50, 70, 500], None)),
            (entry(Peer, "broken", "crashed"), rows([1, 1, 1], None)),
        ];
        let borrowed: Vec<Vec<&Row>> = contenders.iter().map(|(_, r)| r.iter().collect()).collect();
        let given: Vec<_> =
            contenders.iter().zip(&borrowed).map(|((e, _), rows)| (e, rows.as_slice())).collect();
        let levels = Level::all(&given);
        let told: Vec<_> = levels
            .iter()
            .map(|level| (level.prescribed, level.feeler, level.best().unwrap().name.as_str()))
            .collect();
        let mean = 140.0 / 3.0;
        assert_eq!(
            told,
            [(Some(0.5), 20.0, "sound"), (Some(2.0), 100.0, "hasty"), (None, mean, "sound")]
        );
        assert_eq!(levels[0].lead(), Some(3.0));
        assert_eq!(levels[1].lead(), Some(0.5));
        assert!(levels.iter().all(|level| level.peers.len() == 2));
        assert!(Level::all(&given[3..]).is_empty());
        let only_probable = [given[0], given[3]];
        assert!(Level::all(&only_probable).is_empty(), "what may be wrong is compared with nobody");
    }
}
