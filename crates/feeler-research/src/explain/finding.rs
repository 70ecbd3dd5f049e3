//! What was found out about a question.

use super::race::Times;
use crate::{Costs, Setting};
use feeler::{Question, Volume};

/// A gain that is not worth a change, nor beyond doubt.
const NOISE: f64 = 0.05;

/// So many volumes go into the second stage, if they are not this much slower than the best.
const LEADERS: usize = 3;
pub(super) const BEHIND: f64 = 1.6;

/// All that was found out about one question.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What was asked.
    pub question: Question,
    /// Every volume in its order; those without costs were not tried.
    pub volumes: Vec<Candidate>,
    /// Every setting that was tried, the default first.
    pub tried: Vec<Tried>,
    /// The fastest setting at the poses to choose by.
    pub fastest: Setting,
    /// The next one.
    pub runner_up: Option<Setting>,
    /// The time of the fastest as a share of the default's, there.
    pub(super) share: f64,
    /// The times at other poses.
    pub confirmed: Confirmed,
    /// The costs of the fastest setting and of the default, at the same poses.
    pub costs: [Costs; 2],
}

/// What one volume costs.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The volume.
    pub bv: Volume,
    /// `None` if there was no time to measure them.
    pub costs: Option<Costs>,
    /// At how many poses they were measured.
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
#[derive(Clone, Copy, Debug)]
pub struct Confirmed {
    /// At so many poses.
    pub poses: usize,
    /// Of the fastest setting.
    pub fastest: f64,
    /// Of the next one.
    pub runner_up: Option<f64>,
    /// Of the default.
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

    /// What to use: a change has to be worth it, at both sets of poses.
    pub fn recommended(&self) -> Setting {
        let confirmed = self.confirmed.fastest / self.confirmed.default;
        match self.share.max(confirmed) < 1.0 - NOISE {
            true => self.fastest,
            false => Setting::default(),
        }
    }

    /// How many times the default's time something took.
    fn score(&self, times: &Times) -> f64 {
        times.over(&self.tried[0].times)
    }

    /// All that was tried, the fastest first.
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
        let limit = BEHIND * self.score(&ranking[0].times);
        let near = ranking.iter().filter(|tried| self.score(&tried.times) <= limit);
        // The fits of one bv differ little: one of them stands for all.
        let family = |setting: &Setting| {
            let name = setting.bv.to_string();
            name.split(':').next().map(str::to_owned)
        };
        let mut leaders: Vec<Setting> = Vec::new();
        for tried in near {
            if leaders.len() < LEADERS
                && leaders.iter().all(|leader| family(leader) != family(&tried.setting))
            {
                leaders.push(tried.setting);
            }
        }
        leaders
    }
}
