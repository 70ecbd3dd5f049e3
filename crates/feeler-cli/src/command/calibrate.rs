//! `feeler calibrate`: what the probabilities of guided queries are.

use super::Outcome;
use crate::args::CalibrateArgs;
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::output::{self, Output};
use crate::sources::Sources;
use crate::watched::Watched;
use crate::{format, poses, voice};
use anyhow::{Result, bail};
use feeler::{Calibration, Model, Pose};
use feeler_research::{Training, Trial, corpus, examine, examine_pair, study, study_pair};
use feeler_scenes::{PlacingError, mixture};
use serde::Serialize;

/// Fewer poses teach nothing: a quarter of them would be too few even to test it.
const FEWEST: usize = 100;

/// How many poses are made, if nobody says.
const COUNT: u32 = 4000;

/// One pose in so many is kept for testing.
const KEPT: usize = 4;

pub(crate) fn run(args: &CalibrateArgs) -> Result<Outcome> {
    let interrupt = Interrupt::listen()?;
    let file = args.output.as_deref().filter(|path| path.as_os_str() != "-");
    let file = file.map(|path| Output::create(path, &sources(args))).transpose()?;
    let watched = Watched::new(&interrupt);
    let learned = match (&args.a, &args.b) {
        (Some(a), Some(b)) => of_pair(args, [Input::new(a), Input::new(b)], &watched, &interrupt),
        _ => of_corpus(&watched),
    };
    watched.end();
    let report = match learned {
        Err(error) if error.downcast_ref() == Some(&PlacingError::Stopped) => {
            voice::note("interrupted; nothing is written");
            return Ok(Outcome::Interrupted);
        }
        learned => learned?,
    };
    if args.json {
        output::print_json(&report)?;
    } else {
        report.note();
    }
    match file {
        Some(mut file) => {
            file.bytes(report.calibration.as_bytes())?;
            file.finish()?;
        }
        None if args.json => {}
        None => output::print(&report.calibration)?,
    }
    Ok(Outcome::Done)
}

/// All files that are read.
fn sources(args: &CalibrateArgs) -> Sources {
    Sources::of_meshes(args.a.iter().chain(&args.b)).and(&args.poses)
}

/// With two meshes of the user.
fn of_pair(
    args: &CalibrateArgs,
    inputs: [Input; 2],
    watched: &Watched,
    interrupt: &Interrupt,
) -> Result<Report> {
    let count = args.count.unwrap_or(COUNT) as usize;
    let notation = args.notation.notation();
    let given = args.poses.as_deref().map(|path| poses::read(path, notation, interrupt));
    let given = given.transpose()?;
    enough(given.as_ref().map_or(count, Vec::len))?;
    let [a, b] = inputs.map(|input| input.mesh_or(interrupt).map(Model::new));
    let (a, b) = (a?, b?);
    let tell = |done| watched.tell(done);
    let poses = match given {
        Some(poses) => poses,
        None => {
            watched.start("poses");
            let made = mixture(&a, &b, count, args.seed.unwrap_or(1), &tell)?;
            made.iter().map(|placed| placed.pose).collect()
        }
    };
    enough(poses.len())?; // where B passes by, there are fewer
    let (learn, keep) = divided(&poses);
    watched.start("training");
    let training = study_pair(&a, &b, &learn, &tell)?;
    both_kinds(&training)?;
    let calibration = training.calibration();
    watched.start("test");
    let mine = examine_pair(&a, &b, &keep, calibration, &tell)?;
    watched.start("comparison");
    let shipped = examine_pair(&a, &b, &keep, Calibration::default(), &tell)?;
    Ok(Report::new(&training, calibration, [&mine, &shipped]))
}

/// As the calibration that ships was made; tested on other meshes of the same kinds.
fn of_corpus(watched: &Watched) -> Result<Report> {
    let tell = |done| watched.tell(done);
    watched.start("training");
    let training = study(&corpus(160, 1), 1200, 1, &tell)?;
    let calibration = training.calibration();
    let others = corpus(40, 2);
    watched.start("test");
    let mine = examine(&others, 400, 1001, calibration, &tell)?;
    watched.start("comparison");
    let shipped = match calibration == Calibration::default() {
        true => mine.clone(),
        false => examine(&others, 400, 1001, Calibration::default(), &tell)?,
    };
    Ok(Report::new(&training, calibration, [&mine, &shipped]))
}

fn enough(poses: usize) -> Result<()> {
    match poses < FEWEST {
        true => bail!(
            "{} cannot tell what is probable: {FEWEST} are needed, and thousands are better",
            format::counted(poses as u64, "pose")
        ),
        false => Ok(()),
    }
}

fn both_kinds(training: &Training) -> Result<()> {
    let queries = format::count(training.queries() as u64);
    match training.touching() {
        0 => bail!("none of the {queries} poses to learn from touches: all are equally improbable"),
        all if all == training.queries() => {
            bail!("all of the {queries} poses to learn from touch: all are equally probable")
        }
        _ => Ok(()),
    }
}

/// Those to learn from, and those to test with.
fn divided(poses: &[Pose]) -> (Vec<Pose>, Vec<Pose>) {
    let chunks = poses.chunks(KEPT);
    let learn = chunks.clone().flat_map(|chunk| &chunk[..chunk.len().min(KEPT - 1)]);
    let keep = chunks.filter_map(|chunk| chunk.get(KEPT - 1));
    (learn.copied().collect(), keep.copied().collect())
}

/// What is said about a calibration.
#[derive(Serialize)]
struct Report {
    queries: usize,
    touching: f64,
    tested: usize,
    tested_touching: f64,
    after: Vec<Errors>,
    same_as_shipped: bool,
    calibration: String,
}

/// The expected calibration errors after some steps.
#[derive(Serialize)]
struct Errors {
    steps: u64,
    /// The share of the queries that had no proof yet.
    open: f64,
    error: f64,
    shipped_error: f64,
}

impl Report {
    fn new(training: &Training, calibration: Calibration, [mine, shipped]: [&Trial; 2]) -> Self {
        let tested = mine.queries();
        let errors = mine.rows().iter().zip(shipped.rows()).map(|(mine, shipped)| Errors {
            steps: mine.steps,
            open: mine.open as f64 / tested.max(1) as f64,
            error: mine.said.error(),
            shipped_error: shipped.said.error(),
        });
        Self {
            queries: training.queries(),
            touching: training.touching() as f64 / training.queries().max(1) as f64,
            tested,
            tested_touching: mine.rows()[0].said.share(),
            after: errors.collect(),
            same_as_shipped: calibration == Calibration::default(),
            calibration: calibration.to_string(),
        }
    }

    /// For people, beside the calibration itself.
    fn note(&self) {
        let queries = |count: usize| format::count(count as u64);
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        voice::note(&format!(
            "learned from {} queries, {} of which touch; tested with {} others, {} of which do",
            queries(self.queries),
            percent(self.touching),
            queries(self.tested),
            percent(self.tested_touching)
        ));
        for Errors { steps, open, error, shipped_error } in &self.after {
            let beside = match self.same_as_shipped {
                true => String::new(),
                false => format!(", {shipped_error:.4} with the one that ships"),
            };
            voice::note(&format!(
                "after {steps} steps {} are open; calibration error {error:.4}{beside}",
                percent(*open)
            ));
        }
        if self.same_as_shipped {
            voice::note("this is the calibration that ships");
        }
    }
}
