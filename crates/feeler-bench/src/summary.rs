//! The summary of a run: a table for each scene, with a line for each contender.

use crate::record::{ContenderHeader, Folder, Header, Recorded, Row};
use crate::statistics::{mean, median, percentile, sorted};
use crate::{Error, Level, Scene};
use feeler_research::PROBABLE;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// A scene with its contenders. The contenders that are always right, and not by luck, come first,
/// the fastest of them at the top.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneSummary {
    /// The scene.
    pub name: String,
    /// The reason why the scene exists.
    pub why: String,
    /// The question of the scene.
    pub question: String,
    /// The numbers of triangles of A and B.
    pub triangles: [usize; 2],
    /// The number of poses.
    pub poses: usize,
    /// The poses that could not be made, and why, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// The contenders of the scene.
    pub contenders: Vec<Summary>,
    /// The levels of the scene, with the times of feeler and of the rivals.
    pub levels: Vec<Level>,
}

/// The results of a contender in a scene. Times are in nanoseconds; the time of a pose is the
/// median of all passes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The contender.
    pub name: String,
    /// The state, as in the header of the run.
    pub status: String,
    /// More about the state.
    pub note: String,
    /// The type of the numbers that it computes with; for feeler, `exact` or `probable`.
    pub precision: String,
    /// The number of recorded passes.
    pub passes: usize,
    /// The time that half of the poses do not exceed.
    pub p50: Option<f64>,
    /// The time that nine of ten poses do not exceed.
    pub p90: Option<f64>,
    /// The time that 99 of 100 poses do not exceed.
    pub p99: Option<f64>,
    /// The time of the slowest pose.
    pub max: Option<f64>,
    /// The mean time of all poses.
    pub mean: Option<f64>,
    /// The spread of the medians of the passes: half of the largest difference, as a share of the
    /// median.
    pub spread: Option<f64>,
    /// The number of poses with a wrong answer in any pass.
    pub wrong: usize,
    /// The largest error of a distance.
    pub worst_error: Option<f64>,
    /// The mean number of volume tests in a query.
    pub volume_tests: Option<f64>,
    /// The mean number of triangle tests in a query.
    pub triangle_tests: Option<f64>,
    /// The times to build A and B.
    pub build_ns: Option<[u64; 2]>,
    /// The memory of both models in bytes.
    pub bytes: Option<u64>,
}

/// Summarises a run, finished or not.
pub fn summary(folder: &Path) -> Result<Vec<SceneSummary>, Error> {
    let Recorded { header, rows, .. } = Folder::read(folder)?;
    let mut groups: BTreeMap<(&str, &str), Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        groups.entry((&row.scene, &row.contender)).or_default().push(row);
    }
    let order = |name: &str| header.definition.iter().position(|scene: &Scene| scene.name == name);
    let mut scenes = header.scenes.clone();
    scenes.sort_by_key(|scene| order(&scene.name));
    let summaries = scenes.into_iter().map(|scene| {
        let found: Vec<(&ContenderHeader, &[&Row])> = entries(&header, &scene.name)
            .map(|entry| {
                let rows = groups.get(&(entry.scene.as_str(), entry.name.as_str()));
                (entry, rows.map_or(&[][..], Vec::as_slice))
            })
            .collect();
        let mut contenders: Vec<Summary> =
            found.iter().map(|(entry, rows)| Summary::new(entry, rows)).collect();
        contenders.sort_by(|x, y| {
            let rank = |it: &Summary| (it.p50.is_none(), it.wrong > 0 || it.is_probable());
            let time = |it: &Summary| it.p50.unwrap_or(f64::INFINITY);
            rank(x).cmp(&rank(y)).then(time(x).total_cmp(&time(y)))
        });
        SceneSummary {
            name: scene.name,
            why: scene.why,
            question: scene.question,
            triangles: scene.triangles,
            poses: scene.poses,
            left_out: scene.left_out,
            contenders,
            levels: Level::all(&found),
        }
    });
    Ok(summaries.collect())
}

fn entries<'h>(header: &'h Header, scene: &str) -> impl Iterator<Item = &'h ContenderHeader> {
    header.contenders.iter().filter(move |entry| entry.scene == scene)
}

impl Summary {
    /// Whether the contender may be wrong on purpose.
    pub fn is_probable(&self) -> bool {
        self.precision == PROBABLE
    }

    fn new(entry: &ContenderHeader, rows: &[&Row]) -> Self {
        let mut poses: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        let mut passes: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for row in rows {
            poses.entry(row.pose).or_default().push(row.ns as f64);
            passes.entry(row.pass).or_default().push(row.ns as f64);
        }
        let times = sorted(poses.values().map(|times| median(times)));
        let medians = sorted(passes.values().map(|times| median(times)));
        let some = |number: f64| (!times.is_empty()).then_some(number);
        let mut wrong: Vec<usize> =
            rows.iter().filter(|row| !row.right).map(|row| row.pose).collect();
        wrong.sort_unstable();
        wrong.dedup();
        let effort = |i: usize| {
            let counts: Vec<f64> =
                rows.iter().filter_map(|row| row.effort.map(|effort| effort[i] as f64)).collect();
            (!counts.is_empty()).then(|| mean(&counts))
        };
        let middle = Some(percentile(&medians, 0.5)).filter(|middle| *middle > 0.0);
        Self {
            name: entry.name.clone(),
            status: entry.status.clone(),
            note: entry.note.clone(),
            precision: entry.precision.clone(),
            passes: passes.len(),
            p50: some(percentile(&times, 0.5)),
            p90: some(percentile(&times, 0.9)),
            p99: some(percentile(&times, 0.99)),
            max: times.last().copied(),
            mean: some(mean(&times)),
            spread: middle.map(|middle| {
                (medians.last().unwrap_or(&middle) - medians.first().unwrap_or(&middle))
                    / 2.0
                    / middle
            }),
            wrong: wrong.len(),
            worst_error: rows.iter().filter_map(|row| row.error).max_by(f64::total_cmp),
            volume_tests: effort(0),
            triangle_tests: effort(1),
            build_ns: entry.build_ns,
            bytes: entry.bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(pose: usize, pass: usize, ns: u64, right: bool) -> Row {
        let line = format!("s,c,{pose},0.5,0.5,{pass},{ns},0.5,{},0.25,,,", u8::from(right));
        Row::parse(&line).unwrap()
    }

    #[test]
    fn a_pose_has_the_median_of_its_passes() {
        let mut rows = Vec::new();
        for pose in 0..11 {
            for (pass, ns) in [(1, 100), (2, 110), (3, 9000)] {
                rows.push(row(pose, pass, ns + pose as u64, pose != 4));
            }
        }
        let entry = ContenderHeader::default();
        let summary = Summary::new(&entry, &rows.iter().collect::<Vec<_>>());
        assert_eq!(
            (summary.p50, summary.p90, summary.max),
            (Some(115.0), Some(119.0), Some(120.0))
        );
        assert_eq!((summary.wrong, summary.passes), (1, 3));
        assert_eq!(summary.worst_error, Some(0.25));
        assert_eq!(summary.spread, Some((9005.0 - 105.0) / 2.0 / 115.0));
        let nothing = Summary::new(&entry, &[]);
        assert_eq!((nothing.p50, nothing.spread, nothing.wrong), (None, None, 0));
    }
}
