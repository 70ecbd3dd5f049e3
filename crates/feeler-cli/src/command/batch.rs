//! `feeler batch`: two meshes at many poses.

use super::Outcome;
use crate::args::{Ask, BatchArgs, Format};
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::output::{self, Output};
use crate::poses;
use crate::progress::Progress;
use crate::session::{Answer, Session};
use anyhow::Result;
use feeler::{Effort, Instructions, Pose};
use serde::Serialize;
use std::io::{IsTerminal, stdout};

pub(crate) fn run(args: &BatchArgs, instructions: Instructions) -> Result<Outcome> {
    let mut outcome = Outcome::Apart;
    match answer_all(args, instructions, &mut outcome) {
        Err(error) if !output::is_broken_pipe(&error) => Err(error),
        Err(_) if outcome == Outcome::Apart => Ok(Outcome::Unread),
        _ => Ok(outcome),
    }
}

fn answer_all(args: &BatchArgs, instructions: Instructions, outcome: &mut Outcome) -> Result<()> {
    let poses = poses::read(&args.poses)?;
    let interrupt = Interrupt::listen()?;
    let mut output = match &args.output {
        Some(path) if path.as_os_str() != "-" => Output::create(path)?,
        _ => Output::stdout(),
    };
    let (a, b) = (Input(&args.meshes.a), Input(&args.meshes.b));
    let meshes = [a.mesh()?, b.mesh()?];
    a.note_empty(&meshes[0]);
    b.note_empty(&meshes[1]);
    let [a, b] = meshes;
    let mut session = Session::new(a, b, &args.query, instructions);
    let mut ask = |pose: Pose| match (args.ask, args.format) {
        // The table has their number only, and millions of them need not be kept for it.
        (Ask::Contacts, Format::Csv) => session.count(pose),
        (question, _) => session.ask(question, pose),
    };
    ask(poses[0]); // to warm up

    let mut progress = match &args.output {
        None if stdout().is_terminal() => Progress::hidden(),
        _ => Progress::new(poses.len()),
    };
    if let Format::Csv = args.format {
        output.line("pose,answer,volume_tests,triangle_tests,ns")?;
    }
    for (number, &pose) in poses.iter().enumerate() {
        if interrupt.noted() {
            drop(progress);
            let place = output.interrupt()?;
            output::note(&format!(
                "interrupted; {number} of {} answers are in {place}",
                poses.len()
            ));
            *outcome = Outcome::Interrupted;
            return Ok(());
        }
        let answer = Answer::quickest(args.repeat, || ask(pose));
        if answer.touching() {
            *outcome = Outcome::Touching;
        }
        output.line(&Row::new(number, args.ask, &answer).to_line(args.format)?)?;
        progress.step();
    }
    output.finish()
}

/// One line of the output.
#[derive(Serialize)]
struct Row {
    pose: usize,
    answer: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    contacts: Option<Vec<[u32; 2]>>,
    volume_tests: u64,
    triangle_tests: u64,
    ns: u64,
}

impl Row {
    fn new(pose: usize, ask: Ask, answer: &Answer) -> Self {
        let Effort { volume_tests, triangle_tests, .. } = answer.effort;
        let contacts = || answer.contacts.iter().map(|contact| [contact.a, contact.b]).collect();
        Self {
            pose,
            answer: answer.count,
            contacts: (ask == Ask::Contacts).then(contacts),
            volume_tests,
            triangle_tests,
            ns: answer.time.as_nanos() as u64,
        }
    }

    fn to_line(&self, format: Format) -> Result<String> {
        let Self { pose, answer, volume_tests, triangle_tests, ns, .. } = self;
        Ok(match format {
            Format::Csv => format!("{pose},{answer},{volume_tests},{triangle_tests},{ns}"),
            Format::Jsonl => serde_json::to_string(self)?,
        })
    }
}
