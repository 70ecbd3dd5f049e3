//! The levels of a scene. A mean over all poses would hide at which poses a rival comes close to
//! feeler.

use crate::record::{ContenderHeader, ContenderKind, Row};
use crate::statistics::{mean, median, sorted};
use serde::Serialize;
use std::collections::BTreeMap;

/// The poses with one prescribed value in common, for example a distance, or all poses of a scene.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Level {
    /// The prescribed value, or `None` for all poses.
    pub prescribed: Option<f64>,
    /// The mean time of feeler in nanoseconds: of its default volume, or of the first exact setting
    /// if the scene does not have the default.
    pub feeler: f64,
    /// The rivals that finished, the fastest first.
    pub peers: Vec<Pace>,
}

/// The result of a rival at a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pace {
    /// The name of the rival.
    pub name: String,
    /// The mean time in nanoseconds.
    pub mean: f64,
    /// The number of poses of the level at which the rival was wrong.
    pub wrong: usize,
}

impl Level {
    /// The fastest rival without a wrong answer at the level; the speed of wrong answers is worthless.
    pub fn best(&self) -> Option<&Pace> {
        self.peers.iter().find(|pace| pace.wrong == 0)
    }

    /// The time of the best rival as a multiple of feeler's time.
    pub fn lead(&self) -> Option<f64> {
        self.best().filter(|_| self.feeler > 0.0).map(|pace| pace.mean / self.feeler)
    }

    /// The levels of a scene in ascending order, then the level of all poses if there are several
    /// levels. Empty without feeler.
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

struct PoseTimes {
    prescribed: f64,
    /// The time in each pass.
    ns: Vec<f64>,
    /// Whether the answers of all passes are right.
    right: bool,
}

fn poses(rows: &[&Row]) -> BTreeMap<usize, PoseTimes> {
    let mut poses = BTreeMap::new();
    for row in rows {
        let new = || PoseTimes { prescribed: row.prescribed, ns: Vec::new(), right: true };
        let pose = poses.entry(row.pose).or_insert_with(new);
        pose.ns.push(row.ns as f64);
        pose.right &= row.right;
    }
    poses
}

/// The mean time, and the number of poses with a wrong answer.
fn at(poses: &BTreeMap<usize, PoseTimes>, prescribed: Option<f64>) -> (f64, usize) {
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

    /// The records of two poses at 0.5 and one at 2, in two passes, with wrong answers at the given
    /// pose.
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
