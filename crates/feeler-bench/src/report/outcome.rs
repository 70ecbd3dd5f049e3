//! The outcomes in the records: for each scene, the results of each contender.

use crate::plot::Look;
use crate::record::{ContenderHeader, ContenderKind, Recorded, Row, SceneHeader, Wrong};
use crate::statistics::{mean, median, percentile, sorted};
use std::collections::{BTreeMap, HashMap};

/// A scene and all its contenders, in the order of the header.
pub(super) struct Round<'a> {
    pub(super) scene: &'a SceneHeader,
    pub(super) outcomes: Vec<Outcome<'a>>,
}

/// The results of one contender in one scene.
pub(super) struct Outcome<'a> {
    pub(super) contender: &'a ContenderHeader,
    /// The look of the contender, which is the same in all scenes.
    pub(super) look: Look,
    /// The queries, one for each pose, in the order of the poses.
    pub(super) queries: Vec<PoseResult>,
    /// Every single time of all passes, in ascending order.
    pub(super) times: Vec<f64>,
    pub(super) wrong: Vec<&'a Wrong>,
}

/// The results at one pose, over all passes.
pub(super) struct PoseResult {
    pub(super) prescribed: f64,
    /// The value of the pose itself, over which figures are drawn.
    pub(super) achieved: f64,
    /// The median time of the passes.
    pub(super) ns: f64,
    /// Whether the answers of all passes are right.
    pub(super) right: bool,
    /// The largest error of the passes.
    pub(super) error: Option<f64>,
    pub(super) volume_tests: Option<f64>,
}

/// The rounds of a run, one for each scene.
pub(super) fn rounds(run: &Recorded) -> Vec<Round<'_>> {
    let mut names: Vec<(ContenderKind, &str)> = Vec::new();
    for kind in [ContenderKind::Feeler, ContenderKind::Peer] {
        for contender in run.header.contenders.iter().filter(|c| c.kind == kind) {
            if !names.contains(&(kind, &contender.name)) {
                names.push((kind, &contender.name));
            }
        }
    }
    let mut outcomes: Vec<Outcome<'_>> = Vec::new();
    let mut places: HashMap<(&str, &str), usize> = HashMap::new();
    for contender in &run.header.contenders {
        let name = (contender.kind, contender.name.as_str());
        let look = names.iter().position(|n| *n == name).unwrap_or_default();
        let look = Look(look);
        places.insert((&contender.scene, &contender.name), outcomes.len());
        outcomes.push(Outcome { contender, look, queries: vec![], times: vec![], wrong: vec![] });
    }

    let mut poses: Vec<BTreeMap<usize, Vec<&Row>>> =
        outcomes.iter().map(|_| BTreeMap::new()).collect();
    for row in &run.rows {
        let place = places[&(row.scene.as_str(), row.contender.as_str())];
        poses[place].entry(row.pose).or_default().push(row);
        outcomes[place].times.push(row.ns as f64);
    }
    for wrong in &run.wrong {
        outcomes[places[&(wrong.scene.as_str(), wrong.contender.as_str())]].wrong.push(wrong);
    }
    for (outcome, poses) in outcomes.iter_mut().zip(poses) {
        outcome.times.sort_unstable_by(f64::total_cmp);
        outcome.queries = poses.into_values().map(|passes| PoseResult::of(&passes)).collect();
    }

    let mut rounds: Vec<Round<'_>> =
        run.header.scenes.iter().map(|scene| Round { scene, outcomes: vec![] }).collect();
    for outcome in outcomes {
        if let Some(round) = rounds.iter_mut().find(|r| r.scene.name == outcome.contender.scene) {
            round.outcomes.push(outcome);
        }
    }
    rounds
}

impl PoseResult {
    /// The query of the rows at one pose, with at least one pass.
    fn of(passes: &[&Row]) -> Self {
        let times: Vec<f64> = passes.iter().map(|p| p.ns as f64).collect();
        Self {
            prescribed: passes[0].prescribed,
            achieved: passes[0].achieved,
            ns: median(&times),
            right: passes.iter().all(|p| p.right),
            error: passes.iter().filter_map(|p| p.error).map(f64::abs).reduce(f64::max),
            volume_tests: passes.iter().find_map(|p| p.effort).map(|effort| effort[0] as f64),
        }
    }
}

impl Outcome<'_> {
    pub(super) fn name(&self) -> &str {
        &self.contender.name
    }

    /// The name for a legend, which warns of times that come with wrong answers.
    pub(super) fn label(&self) -> String {
        match self.wrong() {
            0 => self.name().to_owned(),
            wrong => format!("{} ({wrong} wrong)", self.name()),
        }
    }

    pub(super) fn is_peer(&self) -> bool {
        self.contender.kind == ContenderKind::Peer
    }

    /// Whether the contender is feeler in a setting that may be wrong on purpose.
    pub(super) fn is_probable(&self) -> bool {
        self.contender.is_probable()
    }

    pub(super) fn has_times(&self) -> bool {
        !self.times.is_empty()
    }

    /// The median time over all poses.
    pub(super) fn median(&self) -> f64 {
        self.percentile(0.5)
    }

    /// A percentile over poses, each with the median of its passes, so that a hiccup of the machine
    /// does not count for the pose.
    pub(super) fn percentile(&self, p: f64) -> f64 {
        percentile(&sorted(self.queries.iter().map(|q| q.ns)), p)
    }

    pub(super) fn mean(&self) -> f64 {
        mean(&self.queries.iter().map(|q| q.ns).collect::<Vec<_>>())
    }

    /// The number of poses with an answer.
    pub(super) fn judged(&self) -> usize {
        self.queries.len()
    }

    /// The number of poses with a wrong answer.
    pub(super) fn wrong(&self) -> usize {
        self.queries.iter().filter(|q| !q.right).count()
    }

    /// Whether the times count. They do not count if an answer is wrong, if the contender did not
    /// reach the last pose, or if its setting may be wrong on purpose, because then it was only
    /// lucky.
    pub(super) fn counts(&self) -> bool {
        let whole = self.has_times() && self.contender.status == "ok";
        whole && self.wrong() == 0 && !self.is_probable()
    }
}

impl<'a> Round<'a> {
    /// The outcomes whose times count, in ascending order of the median.
    pub(super) fn ranking(&self) -> Vec<&Outcome<'a>> {
        let mut ranking: Vec<&Outcome<'_>> = self.outcomes.iter().filter(|o| o.counts()).collect();
        ranking.sort_by(|a, b| a.median().total_cmp(&b.median()));
        ranking
    }

    pub(super) fn triangles(&self) -> usize {
        self.scene.triangles.iter().sum()
    }

    /// The outcomes with times, divided such that one plot can show each part: feeler's volumes,
    /// and the peers beside the fastest of these.
    pub(super) fn panels(&self) -> Vec<(&'static str, Vec<&Outcome<'a>>)> {
        let timed: Vec<&Outcome<'_>> = self.outcomes.iter().filter(|o| o.has_times()).collect();
        let (peers, own): (Vec<&Outcome<'_>>, Vec<&Outcome<'_>>) =
            timed.iter().partition(|o| o.is_peer());
        if timed.len() <= 6 || peers.is_empty() || own.is_empty() {
            return if timed.is_empty() { vec![] } else { vec![("", timed)] };
        }
        let exact = own.iter().filter(|o| !o.is_probable());
        let best = exact.min_by(|a, b| a.median().total_cmp(&b.median()));
        let beside = best.into_iter().copied().chain(peers).collect();
        vec![(": feeler's volumes", own), (": peers, and the fastest of feeler", beside)]
    }
}
