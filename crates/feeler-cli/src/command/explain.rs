//! `feeler explain`: which setting is fast for two meshes at their poses, and why?
//!
//! The search itself is in `feeler_research`. Here are:
//!
//! - [`reason`]: the explanation of the costs in words;
//! - [`report`]: the output.

mod reason;
mod report;

use super::Outcome;
use crate::args::ExplainArgs;
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::output::{self, Output};
use crate::poses;
use crate::progress::Progress;
use crate::setting::{self, Saved};
use crate::sources::Sources;
use anyhow::{Result, bail};
use feeler::{Instructions, Question};
use feeler_research::explain;
use report::Report;
use std::cell::RefCell;
use std::time::{Duration, Instant};

pub(crate) fn run(args: &ExplainArgs, instructions: Instructions) -> Result<Outcome> {
    let asked = questions(args)?;
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
    let questions: Vec<Question> = asked.iter().map(|asked| asked.question).collect();
    let progress = Progress::timed(time);
    let bar = progress.clone();
    let found = interrupt.or(move || {
        let progress = RefCell::new(progress);
        let more = || progress.borrow_mut().tick();
        explain(meshes, &poses, &questions, instructions, time, &more)
    });
    drop(bar); // the bar would mix with the output
    let found = found?;

    let report = Report {
        names: inputs.map(|input| input.name()),
        sources: [&args.meshes.a, &args.meshes.b],
        triangles,
        poses: count,
        choose: found.choose,
        seconds: start.elapsed().as_secs_f64(),
        simd: instructions.name(),
        asked: &asked,
        findings: &found.findings,
    };
    match args.json {
        true => output::print_json(&report.to_json())?,
        false => output::print(&report.to_text(args.save.as_deref()))?,
    }
    if let Some(mut file) = save {
        let mut saved = Saved::default();
        for (asked, finding) in asked.iter().zip(&found.findings) {
            saved.insert(asked.name, finding.recommended());
        }
        file.line(&saved.to_text()?)?;
        file.finish()?;
    }
    Ok(Outcome::Done)
}

/// A question: its name as it is typed, and the query.
#[derive(Clone, Copy, Debug)]
struct Asked {
    name: crate::question::Question,
    question: Question,
}

impl Asked {
    fn name(&self) -> String {
        setting::name(self.name)
    }
}

fn questions(args: &ExplainArgs) -> Result<Vec<Asked>> {
    use crate::question::Question as Name;
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
            (Name::Relation, _) => {
                bail!("there is nothing to explain of 'relation': it asks for contacts")
            }
            (Name::Depth, _) => {
                bail!("there is nothing to explain of 'depth': it asks for contacts and distances")
            }
            (Name::Within, None) => bail!("'--ask within' needs --within D"),
        };
        Ok(Asked { name, question })
    };
    names.into_iter().map(asked).collect()
}
