//! The search from all volumes to one setting, in stages.
//!
//! 1. Every volume, with the default arity, builder and schedule: a few queries, and their costs.
//! 2. For the best volumes, one value after the other: schedule, arity, builder. The effects of
//!    these values hardly depend on each other, so this finds nearly the same setting as a test of
//!    all combinations, with a tenth of the trees to build.
//! 3. The best of all settings that were tried, in turns; then, at other poses, the winner, the
//!    runner-up and the default.
//!
//! Every question goes through the stages alone, but a tree that is built for one question is there
//! for all.

use super::finding::{Candidate, Confirmed, Finding, MOST_BEHIND, Tried};
use super::race::{Times, race, trial};
use super::shelf::Shelf;
use crate::setting::{SCHEDULES, Setting};
use crate::{Costs, Models};
use feeler::{Arity, Pose, Question, Rule, Schedule, Scratch, Volume};
use std::time::{Duration, Instant};

/// The shares of the time after which the first and the second stage end.
const STAGES: [f64; 2] = [0.35, 0.65];

/// The smallest share of the time that a trial gets.
const LEAST_SHARE: f64 = 0.0005;

/// The number of settings that run in turns in the third stage.
const FINALISTS: usize = 6;

/// Costs are measured at no more poses than this. At each pose they take about as long as ten
/// queries: three plain queries, three slow queries with a trace, then a repetition of all work.
const MOST_COSTED_POSES: usize = 64;
const QUERIES_PER_COST: f64 = 10.0;

pub(super) struct Search<'a> {
    pub(super) shelf: Shelf,
    pub(super) choose: &'a [Pose],
    pub(super) confirm: &'a [Pose],
    pub(super) scratch: Scratch,
    pub(super) start: Instant,
    pub(super) time: Duration,
    /// A callback, called whenever a piece of work is done.
    pub(super) progress: &'a dyn Fn(),
}

impl Search<'_> {
    pub(super) fn run(mut self, questions: &[Question]) -> Vec<Finding> {
        let mut findings: Vec<Finding> =
            questions.iter().map(|&question| Finding::new(question)).collect();
        self.try_volumes(&mut findings);
        for i in 0..findings.len() {
            let left = (findings.len() - i) as f64;
            let until = self.spent() + (STAGES[1] - self.spent()) / left;
            self.refine(&mut findings[i], until);
        }
        for i in 0..findings.len() {
            // Even if the trees took all the time, a little time has to be left for the answer.
            let least = self.time.mul_f64(0.1 / questions.len() as f64);
            let allowance = self.allowance(1.0, findings.len() - i).max(least);
            self.decide(&mut findings[i], allowance);
        }
        findings
    }

    /// The share of the time that is spent.
    fn spent(&self) -> f64 {
        self.start.elapsed().as_secs_f64() / self.time.as_secs_f64()
    }

    /// The time for the next of several pieces of work, such that all of them end when this share
    /// of the whole time is spent. It is never zero, because large trees may have taken all the
    /// time.
    fn allowance(&self, until: f64, pieces: usize) -> Duration {
        self.time.mul_f64(((until - self.spent()) / pieces as f64).max(LEAST_SHARE))
    }

    fn try_volumes(&mut self, findings: &mut [Finding]) {
        let volumes = Volume::ALL;
        for (i, bv) in by_promise(&volumes).into_iter().enumerate() {
            let spent = self.spent();
            let until = spent + (STAGES[0] - spent) / (volumes.len() - i) as f64;
            let late = spent > STAGES[0] && bv != Volume::default();
            let setting = Setting { bv, ..Setting::default() };
            let pair = (!late).then(|| self.shelf.take(setting));
            let mut promising = false;
            let questions = findings.len();
            for (j, finding) in findings.iter_mut().enumerate() {
                let Some(pair) = &pair else {
                    finding.volumes.push(Candidate { bv, costs: None, poses: 0 });
                    continue;
                };
                // Half of the time is for the trial, half for the costs.
                let allowance = self.allowance(until, questions - j) / 2;
                promising |= self.enter(pair, setting, finding, allowance) <= MOST_BEHIND;
                let mean = finding.tried.last().map_or(1.0, |tried| tried.times.mean());
                // Volumes that are somewhat slower than the default may take longer, so that all
                // volumes are compared at the same poses.
                let (most, allowance) = match finding.volumes.first() {
                    None => (MOST_COSTED_POSES, allowance),
                    Some(default) => (default.poses, 4 * allowance),
                };
                let question = finding.question;
                let (costs, poses) = self.costs(pair, question, mean, most, allowance);
                finding.volumes.push(Candidate { bv, costs: Some(costs), poses });
                (self.progress)();
            }
            if let Some(pair) = pair.filter(|_| promising) {
                self.shelf.put(setting, pair);
            }
        }
        for finding in findings {
            let place = |volume: &Candidate| volumes.iter().position(|bv| *bv == volume.bv);
            finding.volumes.sort_by_key(place);
        }
    }

    /// Takes the times of a setting, and returns them as a multiple of the default's times.
    fn enter(
        &mut self,
        pair: &Models,
        setting: Setting,
        finding: &mut Finding,
        allowance: Duration,
    ) -> f64 {
        let ranking = if finding.tried.is_empty() { Vec::new() } else { finding.ranking() };
        let rival = ranking.first().map(|tried| &tried.times);
        let question = finding.question;
        let times = trial(pair, question, self.choose, allowance, rival, &mut self.scratch);
        finding.tried.push(Tried { setting, times });
        finding.known(setting).expect("it was just entered")
    }

    /// The costs, at as many poses as the allowance is enough for, and the number of these poses.
    fn costs(
        &mut self,
        pair: &Models,
        question: Question,
        mean: f64,
        most: usize,
        allowance: Duration,
    ) -> (Costs, usize) {
        let poses = allowance.as_nanos() as f64 / (QUERIES_PER_COST * mean.max(1.0));
        let poses = &self.choose[..(poses as usize).clamp(1, most.min(self.choose.len()))];
        (Costs::of(&pair.at(Pose::IDENTITY), question, poses, &mut self.scratch), poses.len())
    }

    fn refine(&mut self, finding: &mut Finding, until: f64) {
        let changes = changes(finding.question);
        let leaders = finding.leaders();
        for (i, leader) in leaders.iter().enumerate() {
            let mut best = *leader;
            for (j, change) in changes.iter().enumerate() {
                let candidate = change.made(best);
                if self.spent() > until {
                    return;
                }
                if candidate == best {
                    continue;
                }
                let score = finding.known(candidate).unwrap_or_else(|| {
                    let left = (leaders.len() - i) * changes.len() - j;
                    let pair = self.shelf.take(candidate);
                    let allowance = self.allowance(until, left);
                    let score = self.enter(&pair, candidate, finding, allowance);
                    self.shelf.put(candidate, pair);
                    (self.progress)();
                    score
                });
                if finding.known(best).is_some_and(|known| score < known) {
                    best = candidate;
                }
            }
        }
    }

    /// The third stage: the race of the finalists, and its confirmation at other poses.
    fn decide(&mut self, finding: &mut Finding, time: Duration) {
        let question = finding.question;
        let default = Setting::default();
        let mut finalists: Vec<Setting> =
            finding.ranking().iter().take(FINALISTS).map(|tried| tried.setting).collect();
        if !finalists.contains(&default) {
            finalists.push(default);
        }
        let times = self.race(&finalists, question, self.choose, time / 2);
        let mut order: Vec<usize> = (0..finalists.len()).collect();
        order.sort_by(|&i, &j| times[i].mean().total_cmp(&times[j].mean()));
        finding.fastest = finalists[order[0]];
        let place = finalists.iter().position(|finalist| *finalist == default);
        let place = place.expect("the default is among the finalists");
        finding.share = times[order[0]].mean() / times[place].mean();
        finding.runner_up = order.get(1).map(|&second| finalists[second]);

        let mut last = vec![finding.fastest];
        last.extend(finding.runner_up);
        if !last.contains(&default) {
            last.push(default);
        }
        let times = self.race(&last, question, self.confirm, time / 3);
        let mean = |setting: Setting| {
            last.iter().position(|other| *other == setting).map(|place| times[place].mean())
        };
        finding.confirmed = Confirmed {
            poses: times[0].poses(),
            fastest: times[0].mean(),
            runner_up: finding.runner_up.and_then(mean),
            default: mean(default).expect("the default is among the last"),
        };

        let slowest = finding.confirmed.fastest.max(finding.confirmed.default);
        finding.costs = [finding.fastest, default].map(|setting| {
            let pair = self.shelf.take(setting);
            let (costs, _) = self.costs(&pair, question, slowest, MOST_COSTED_POSES, time / 12);
            self.shelf.put(setting, pair);
            costs
        });
        (self.progress)();
    }

    fn race(
        &mut self,
        settings: &[Setting],
        question: Question,
        poses: &[Pose],
        time: Duration,
    ) -> Vec<Times> {
        let pairs: Vec<Models> = settings.iter().map(|&setting| self.shelf.take(setting)).collect();
        let times = race(&pairs, question, poses, time, &mut self.scratch);
        for (&setting, pair) in settings.iter().zip(pairs) {
            self.shelf.put(setting, pair);
        }
        times
    }
}

/// The volumes in the order of the trials: the default first, because everything is compared with
/// it; volumes that are slow to build and to query last, because the time may be short.
fn by_promise(volumes: &[Volume]) -> Vec<Volume> {
    let slow = |bv: &Volume| {
        let name = bv.to_string();
        name.ends_with("hull") || name.ends_with(":all")
    };
    let mut volumes = volumes.to_vec();
    volumes.sort_by_key(|bv| (*bv != Volume::default(), slow(bv)));
    volumes
}

/// A change of one value of a setting.
enum Change {
    Schedule(Option<Schedule>),
    Arity(Arity),
    Rule(Rule),
}

impl Change {
    fn made(&self, setting: Setting) -> Setting {
        match *self {
            Self::Schedule(schedule) => Setting { schedule, ..setting },
            Self::Arity(arity) => Setting { arity, ..setting },
            Self::Rule(rule) => Setting { rule, ..setting },
        }
    }
}

/// The changes in their order. A schedule needs no new tree, so it comes first, and again after the
/// tree has changed.
fn changes(question: Question) -> Vec<Change> {
    // The schedule that the question uses by default would be tried twice if its name was in the
    // list.
    let other = SCHEDULES.into_iter().find(|schedule| *schedule != question.schedule());
    let schedules = || [None, other].map(Change::Schedule);
    let mut changes: Vec<Change> = schedules().into();
    changes.extend([Arity::Four, Arity::Two].map(Change::Arity));
    changes.extend(Rule::ALL.map(Change::Rule));
    changes.extend(schedules());
    changes
}
