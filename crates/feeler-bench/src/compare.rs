//! The comparison of two runs.

use crate::Error;
use crate::record::Folder;
use crate::summary::{Summary, summary};
use serde::Serialize;
use std::path::Path;

/// The smallest noise that is assumed. The spread of the passes may be smaller, because the passes
/// follow each other closely; two runs do not.
pub const NOISE: f64 = 0.05;

/// The change of a contender between two runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The scene.
    pub scene: String,
    /// The contender.
    pub contender: String,
    /// The median time of a query in the old run, in nanoseconds.
    pub old: f64,
    /// The median time of a query in the new run, in nanoseconds.
    pub new: f64,
    /// The new time over the old time: 2 is twice as slow.
    pub ratio: f64,
    /// The largest difference of the ratio from 1 that noise alone explains: the spread of the
    /// passes of both runs, and at least [`NOISE`].
    pub noise: f64,
    /// The judgement about the change.
    pub trend: Trend,
    /// Wrong answers in the old and in the new run.
    pub wrong: [usize; 2],
}

/// The direction of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Trend {
    /// The new run is faster than noise explains.
    Faster,
    /// The difference is not more than noise.
    Same,
    /// The new run is slower than noise explains.
    Slower,
    /// The new run has more wrong answers than the old one; then the times do not matter.
    Wrong,
}

/// Compares all contenders that are in both runs, scene by scene. A scene that was changed is not
/// compared.
///
/// Times can only be compared between runs on the same machine. Ratios to a rival in the same run
/// also carry over to other machines.
pub fn compare(old: &Path, new: &Path) -> Result<Vec<Change>, Error> {
    let [then, now] = [Folder::header_of(old)?, Folder::header_of(new)?];
    let (old, new) = (summary(old)?, summary(new)?);
    let mut changes = Vec::new();
    for scene in new.into_iter().filter(|scene| now.shares(&then, &scene.name)) {
        let Some(before) = old.iter().find(|other| other.name == scene.name) else { continue };
        for now in &scene.contenders {
            let then = before.contenders.iter().find(|other| other.name == now.name);
            changes.extend(then.and_then(|then| Change::new(&scene.name, then, now)));
        }
    }
    match changes.is_empty() {
        true => {
            Err(Error::new("the two runs have no scene and contender in common that are the same"))
        }
        false => Ok(changes),
    }
}

impl Change {
    /// The change, or `None` if one of the runs has no time.
    fn new(scene: &str, then: &Summary, now: &Summary) -> Option<Self> {
        let (old, new) = (then.p50.filter(|ns| *ns > 0.0)?, now.p50?);
        let ratio = new / old;
        let noise = NOISE.max(then.spread.unwrap_or(0.0) + now.spread.unwrap_or(0.0));
        let trend = match ratio {
            _ if now.wrong > then.wrong => Trend::Wrong,
            ratio if ratio > 1.0 + noise => Trend::Slower,
            ratio if ratio < 1.0 / (1.0 + noise) => Trend::Faster,
            _ => Trend::Same,
        };
        let (scene, contender) = (scene.to_owned(), now.name.clone());
        let wrong = [then.wrong, now.wrong];
        Some(Self { scene, contender, old, new, ratio, noise, trend, wrong })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(p50: f64, spread: f64, wrong: usize) -> Summary {
        Summary {
            name: "feeler obb".into(),
            status: "ok".into(),
            note: String::new(),
            precision: "exact".into(),
            passes: 5,
            p50: Some(p50),
            p90: None,
            p99: None,
            max: None,
            mean: None,
            spread: Some(spread),
            wrong,
            worst_error: None,
            volume_tests: None,
            triangle_tests: None,
            build_ns: None,
            bytes: None,
        }
    }

    fn trend(old: (f64, f64, usize), new: (f64, f64, usize)) -> Trend {
        let [then, now] = [old, new].map(|(p50, spread, wrong)| summary(p50, spread, wrong));
        Change::new("scene", &then, &now).unwrap().trend
    }

    #[test]
    fn only_more_than_noise_counts() {
        assert_eq!(trend((100.0, 0.0, 0), (104.0, 0.0, 0)), Trend::Same);
        assert_eq!(trend((100.0, 0.0, 0), (106.0, 0.0, 0)), Trend::Slower);
        assert_eq!(trend((100.0, 0.0, 0), (94.0, 0.0, 0)), Trend::Faster);
        assert_eq!(trend((100.0, 0.1, 0), (125.0, 0.2, 0)), Trend::Same);
        assert_eq!(trend((100.0, 0.1, 0), (135.0, 0.2, 0)), Trend::Slower);
        assert_eq!(trend((100.0, 0.1, 0), (70.0, 0.2, 0)), Trend::Faster);
    }

    #[test]
    fn a_wrong_answer_has_no_speed() {
        assert_eq!(trend((100.0, 0.0, 0), (50.0, 0.0, 1)), Trend::Wrong);
        assert_eq!(trend((100.0, 0.0, 1), (50.0, 0.0, 1)), Trend::Faster);
        assert_eq!(Change::new("s", &summary(0.0, 0.0, 0), &summary(1.0, 0.0, 0)), None);
    }
}
