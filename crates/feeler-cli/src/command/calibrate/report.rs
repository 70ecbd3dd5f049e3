//! The report about a calibration: how far its probabilities are off, and on which side.

use crate::{format, voice};
use feeler::Calibration;
use feeler_research::{Kept, Sides, Tally, Training, Trial};
use serde::Serialize;

/// The report about a calibration, beside the one that ships.
#[derive(Serialize)]
pub(super) struct Report {
    queries: usize,
    touching: f64,
    tested: usize,
    tested_touching: f64,
    after: Vec<ErrorsAfter>,
    /// The wrong answers of all tested meshes together.
    sides: Vec<SidesJson>,
    /// The same for the calibration that ships.
    shipped_sides: Vec<SidesJson>,
    /// The wrong answers of each tested mesh.
    meshes: Vec<Vec<SidesJson>>,
    same_as_shipped: bool,
    pub(super) calibration: String,
}

/// The expected calibration errors after some steps.
#[derive(Serialize)]
struct ErrorsAfter {
    steps: u64,
    /// The share of the queries without a proof so far.
    open: f64,
    error: f64,
    shipped_error: f64,
}

/// The answers without a proof of queries with one `eps`.
#[derive(Serialize)]
struct SidesJson {
    eps: f64,
    free: SideJson,
    touching: SideJson,
}

/// The answers *probably free*, or *probably touching*.
#[derive(Serialize)]
struct SideJson {
    said: usize,
    wrong: usize,
    /// The meshes with enough answers to tell, and the number of them that keep to `eps`.
    meshes: usize,
    kept: usize,
    /// The largest share of wrong answers of these meshes.
    worst: Option<f64>,
}

impl Report {
    /// The report about a calibration, from its trial on each mesh and that of the shipped one.
    pub(super) fn new(
        training: &Training,
        calibration: Calibration,
        [mine, shipped]: [&[Trial]; 2],
    ) -> Self {
        let [all, all_shipped] = [mine, shipped].map(joined);
        let tested = all.queries();
        let errors = all.rows().iter().zip(all_shipped.rows()).map(|(mine, shipped)| ErrorsAfter {
            steps: mine.steps,
            open: mine.open as f64 / tested.max(1) as f64,
            error: mine.said.error(),
            shipped_error: shipped.said.error(),
        });
        Self {
            queries: training.queries(),
            touching: training.touching() as f64 / training.queries().max(1) as f64,
            tested,
            tested_touching: all.rows()[0].said.share(),
            after: errors.collect(),
            sides: sides(mine),
            shipped_sides: sides(shipped),
            meshes: mine.iter().map(|trial| sides(std::slice::from_ref(trial))).collect(),
            same_as_shipped: calibration == Calibration::default(),
            calibration: calibration.to_string(),
        }
    }

    /// Writes the report in words, beside the calibration itself.
    pub(super) fn note(&self) {
        let queries = |count: usize| format::count(count as u64);
        voice::note(&format!(
            "learned from {} queries, {} of which touch; tested with {} others, {} of which do",
            queries(self.queries),
            percent(self.touching),
            queries(self.tested),
            percent(self.tested_touching)
        ));
        for ErrorsAfter { steps, open, error, shipped_error } in &self.after {
            let beside = match self.same_as_shipped {
                true => String::new(),
                false => format!(", {shipped_error:.4} with the one that ships"),
            };
            voice::note(&format!(
                "after {steps} steps {} are open; calibration error {error:.4}{beside}",
                percent(*open)
            ));
        }
        for (mine, shipped) in self.sides.iter().zip(&self.shipped_sides) {
            let shipped = (!self.same_as_shipped).then_some(shipped);
            let side = |name: &str, of: fn(&SidesJson) -> &SideJson| {
                let beside = shipped.map_or(String::new(), |shipped| {
                    format!(", {} with the one that ships", of(shipped).described())
                });
                let kept = match of(mine) {
                    SideJson { kept, meshes, worst: Some(worst), .. } if *meshes > 1 => format!(
                        "; {kept} of {meshes} meshes keep to it, the worst has {}",
                        percent(*worst)
                    ),
                    _ => String::new(),
                };
                format!("{name} is wrong in {}{kept}{beside}", of(mine).described())
            };
            voice::note(&format!("eps {}: {}", mine.eps, side("probably free", |s| &s.free)));
            let touching = side("probably touching", |s| &s.touching);
            voice::note(&format!("eps {}: {touching}", mine.eps));
        }
        if self.same_as_shipped {
            voice::note("this is the calibration that ships");
        }
    }
}

impl SideJson {
    fn described(&self) -> String {
        let tally = Tally { said: self.said, wrong: self.wrong };
        let answers = format::counted(self.said as u64, "answer");
        format!("{} of {answers}", percent(tally.share()))
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn joined(trials: &[Trial]) -> Trial {
    let mut all = trials[0].clone();
    trials[1..].iter().for_each(|trial| all.join(trial));
    all
}

/// The answers of all meshes together, and how many of the meshes keep to each `eps`.
fn sides(trials: &[Trial]) -> Vec<SidesJson> {
    let all = joined(trials);
    let each = all.sides().iter().enumerate().map(|(row, &Sides { eps, .. })| {
        let side = |of: fn(&Sides) -> Tally| {
            let Tally { said, wrong } = of(&all.sides()[row]);
            let Kept { meshes, kept, worst } =
                Kept::of(eps, trials.iter().map(|trial| of(&trial.sides()[row])));
            SideJson { said, wrong, meshes, kept, worst: worst.map(|(_, share)| share) }
        };
        SidesJson { eps, free: side(|s| s.free), touching: side(|s| s.touching) }
    });
    each.collect()
}
