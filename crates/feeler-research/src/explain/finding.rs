//! The finding: what the search knows about a question.

use super::race::Times;
use crate::{Costs, Setting};
use feeler::{Question, Volume};
use serde::Serialize;

/// The largest gain that is not worth a change of the setting, nor beyond doubt.
const NOISE: f64 = 0.05;

/// The largest number of volumes that go into the second stage. Their times are at most `MOST_BEHIND`
/// times the time of the best volume.
const MOST_LEADERS: usize = 3;
pub(super) const MOST_BEHIND: f64 = 1.6;

/// All that the search has found out about one question.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The question.
    pub question: Question,
    /// Every volume in its order. Volumes without costs were not tried.
    pub volumes: Vec<Candidate>,
    /// Every setting that was tried, the default first.
    pub tried: Vec<Tried>,
    /// The fastest setting at the poses to choose by.
    pub fastest: Setting,
    /// The second fastest setting.
    pub runner_up: Option<Setting>,
    /// The time of the fastest setting as a share of the default's time, at the poses to choose by.
    pub(super) share: f64,
    /// The times at other poses.
    pub confirmed: Confirmed,
    /// The costs of the fastest setting and of the default, measured at the same poses.
    pub costs: [Costs; 2],
}

/// The costs of one volume.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The volume.
    pub bv: Volume,
    /// The costs, or `None` if there was no time to measure them.
    pub costs: Option<Costs>,
    /// The number of poses at which the costs were measured.
    pub poses: usize,
}

/// A setting, and the times that its queries took.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The setting.
    pub setting: Setting,
    /// The times.
    pub times: Times,
}

/// Mean times in nanoseconds, at poses that had no part in the choice.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Confirmed {
    /// The number of poses.
    pub poses: usize,
    /// The time of the fastest setting.
    #[serde(rename = "fastest_ns")]
    pub fastest: f64,
    /// The time of the second fastest setting.
    #[serde(rename = "runner_up_ns")]
    pub runner_up: Option<f64>,
    /// The time of the default setting.
    #[serde(rename = "default_ns")]
    pub default: f64,
}

impl Finding {
    pub(super) fn new(question: Question) -> Self {
        let confirmed = Confirmed { poses: 0, fastest: 0.0, runner_up: None, default: 0.0 };
        Self {
            question,
            volumes: Vec::new(),
            tried: Vec::new(),
            fastest: Setting::default(),
            runner_up: None,
            share: 1.0,
            confirmed,
            costs: [Costs::default(); 2],
        }
    }

    /// The recommended setting. A setting other than the default has to be worth the change, at
    /// both sets of poses.
    pub fn recommended(&self) -> Setting {
        let confirmed = self.confirmed.fastest / self.confirmed.default;
        match self.share.max(confirmed) < 1.0 - NOISE {
            true => self.fastest,
            false => Setting::default(),
        }
    }

    /// The times as a multiple of the default's times.
    fn score(&self, times: &Times) -> f64 {
        times.over(&self.tried[0].times)
    }

    /// All settings that were tried, the fastest first.
    pub fn ranking(&self) -> Vec<&Tried> {
        let mut ranking: Vec<&Tried> = self.tried.iter().collect();
        ranking.sort_by(|p, q| self.score(&p.times).total_cmp(&self.score(&q.times)));
        ranking
    }

    pub(super) fn known(&self, setting: Setting) -> Option<f64> {
        let tried = self.tried.iter().find(|tried| tried.setting == setting)?;
        Some(self.score(&tried.times))
    }

    /// The volumes that are worth a closer look.
    pub(super) fn leaders(&self) -> Vec<Setting> {
        let ranking = self.ranking();
        let limit = MOST_BEHIND * self.score(&ranking[0].times);
        let near = ranking.iter().filter(|tried| self.score(&tried.times) <= limit);
        // The fits of one volume differ little, so one fit stands for all.
        let family = |setting: &Setting| {
            let name = setting.bv.to_string();
            name.split(':').next().map(str::to_owned)
        };
        let mut leaders: Vec<Setting> = Vec::new();
        for tried in near {
            if leaders.len() < MOST_LEADERS
                && leaders.iter().all(|leader| family(leader) != family(&tried.setting))
            {
                leaders.push(tried.setting);
            }
        }
        leaders
    }
}
