//! `feeler explain`: which setting is fast for two meshes at their poses, and why?
//!
//! - [`search`] goes from all volumes to one setting; [`race`] takes the times, of pairs that [`shelf`] keeps;
//! - [`reason`] says in words what the costs say in numbers; [`report`] writes all of it down.

mod race;
mod reason;
mod report;
mod search;
mod shelf;

use super::Outcome;
use crate::args::{self, ExplainArgs};
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::output::{self, Output};
use crate::poses;
use crate::progress::Progress;
use crate::setting::{self, Saved};
use crate::sources::Sources;
use anyhow::{Result, bail};
use feeler::{Instructions, Pose, Question, Scratch};
use feeler_scenes::Random;
use report::Report;
use search::Search;
use shelf::Shelf;
use std::time::{Duration, Instant};

pub(crate) fn run(args: &ExplainArgs, instructions: Instructions) -> Result<Outcome> {
    let questions = questions(args)?;
    let interrupt = Interrupt::listen()?;
    let sources = Sources::of_meshes([&args.meshes.a, &args.meshes.b]).and([&args.poses]);
    let save = args.save.as_deref().map(|path| Output::create(path, &sources)).transpose()?;
    let poses = poses::read(&args.poses, args.notation.notation(), &interrupt)?;
    let inputs = [Input::new(&args.meshes.a), Input::new(&args.meshes.b)];
    let meshes = [inputs[0].mesh_or(&interrupt)?, inputs[1].mesh_or(&interrupt)?];
    inputs[0].note_empty(&meshes[0]);
    inputs[1].note_empty(&meshes[1]);
    let triangles = [&meshes[0], &meshes[1]].map(|mesh| mesh.triangles().len());

    let start = Instant::now();
    let time = Duration::from_secs(args.seconds.into());
    let count = poses.len();
    let [choose, confirm] = divided(poses);
    let choose_count = choose.len();
    let [a, b] = meshes;
    let progress = Progress::timed(time);
    let bar = progress.clone();
    let findings = interrupt.or(move || {
        let search = Search {
            shelf: Shelf::new(a, b),
            choose: &choose,
            confirm: &confirm,
            scratch: Scratch::with_instructions(instructions),
            start,
            time,
            progress,
        };
        search.run(&questions)
    });
    drop(bar); // it would run into what is said now
    let findings = findings?;

    let report = Report {
        names: inputs.map(|input| input.name()),
        sources: [&args.meshes.a, &args.meshes.b],
        triangles,
        poses: count,
        choose: choose_count,
        seconds: start.elapsed().as_secs_f64(),
        simd: instructions.name(),
        findings: &findings,
    };
    match args.json {
        true => output::print_json(&report.to_json())?,
        false => output::print(&report.to_text(args.save.as_deref()))?,
    }
    if let Some(mut file) = save {
        let mut saved = Saved::default();
        for finding in &findings {
            saved.insert(finding.asked.name, finding.recommended());
        }
        file.line(&saved.to_text()?)?;
        file.finish()?;
    }
    Ok(Outcome::Done)
}

/// A question, as it is typed and as it is asked.
#[derive(Clone, Copy, Debug)]
struct Asked {
    name: args::Question,
    question: Question,
}

impl Asked {
    fn name(&self) -> String {
        setting::name(self.name)
    }
}

fn questions(args: &ExplainArgs) -> Result<Vec<Asked>> {
    use args::Question as Name;
    let mut names = args.ask.clone();
    if names.is_empty() {
        names = vec![Name::Intersects, Name::Contacts, Name::Distance];
        names.extend(args.within.map(|_| Name::Within));
    }
    names.sort();
    names.dedup();
    if args.within.is_some() && !names.contains(&Name::Within) {
        bail!("--within belongs to '--ask within'");
    }
    let asked = |name: Name| {
        let question = match (name, args.within) {
            (Name::Intersects, _) => Question::Intersects,
            (Name::Contacts, _) => Question::Contacts,
            (Name::Distance, _) => Question::Distance,
            (Name::Within, Some(distance)) => Question::Within(distance),
            (Name::Guided, _) => {
                bail!("there is nothing to explain of 'guided': what it costs is its budget")
            }
            (Name::Within, None) => bail!("'--ask within' needs --within D"),
        };
        Ok(Asked { name, question })
    };
    names.into_iter().map(asked).collect()
}

/// More poses than this say nothing new about the mean.
const MOST: usize = 512;

/// Half of the poses to choose and half to confirm. Shuffled, so that the first few are as good a sample as all: files are often sorted.
fn divided(mut poses: Vec<Pose>) -> [Vec<Pose>; 2] {
    if poses.len() == 1 {
        return [poses.clone(), poses];
    }
    let mut random = Random::new(1);
    for i in (1..poses.len()).rev() {
        poses.swap(i, random.bits() as usize % (i + 1));
    }
    let mut confirm = poses.split_off(poses.len().div_ceil(2));
    poses.truncate(MOST);
    confirm.truncate(MOST);
    [poses, confirm]
}
