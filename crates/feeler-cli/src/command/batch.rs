//! `feeler batch`: two meshes at many poses.
//!
//! This module writes the lines about contacts. Its children are:
//!
//! - [`depth`]: the lines about depths;
//! - [`guided`]: the lines about probable contacts;
//! - [`near`]: the lines about distances;
//! - [`relation`]: the lines about solids;
//! - [`runs`]: the loop over the poses.

mod depth;
mod guided;
mod near;
mod relation;
mod runs;

use super::Outcome;
use crate::args::{BatchArgs, Format};
use crate::guide::Guide;
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::output::{self, Output};
use crate::poses;
use crate::progress::Progress;
use crate::question::Question;
use crate::session::{Ask, Contacts, Measured, Session};
use crate::sources::Sources;
use crate::{format, voice};
use anyhow::{Context, Result, bail};
use feeler::{Effort, Instructions, Pose};
use feeler_field::{Body, Boundary};
use runs::Runs;
use serde::Serialize;
use std::io::{IsTerminal, stdout};

/// Runs the command on some threads.
pub(crate) fn run(args: &BatchArgs, instructions: Instructions, threads: usize) -> Result<Outcome> {
    let mut outcome = Outcome::Apart;
    match answer_all(args, instructions, threads, &mut outcome) {
        Err(error) if !output::is_broken_pipe(&error) => Err(error),
        Err(_) if outcome != Outcome::Touching => Ok(Outcome::Unread),
        _ => Ok(outcome),
    }
}

fn answer_all(
    args: &BatchArgs,
    instructions: Instructions,
    threads: usize,
    outcome: &mut Outcome,
) -> Result<()> {
    let questions = Questions::new(args)?;
    let setting = args.query.setting(args.ask)?;
    let cache = args.query.cache()?;
    let calibration = args.guided.calibration()?;
    let interrupt = Interrupt::listen()?;
    let mut output = match &args.output {
        Some(path) if path.as_os_str() != "-" => Output::create(path, &sources(args))?,
        _ => Output::stdout(),
    };
    let poses = poses::read(&args.poses, args.notation.notation(), &interrupt)?;
    let (a, b) = (Input::new(&args.meshes.a), Input::new(&args.meshes.b));
    let meshes = [a.mesh_or(&interrupt)?, b.mesh_or(&interrupt)?];
    a.note_empty(&meshes[0]);
    b.note_empty(&meshes[1]);
    let [a, b] = meshes;
    let session = Session::new(a, b, setting, instructions, cache.as_ref()).calibrated(calibration);

    let mut progress = match &args.output {
        None if stdout().is_terminal() => Progress::hidden(),
        _ => Progress::new(poses.len()),
    };
    if let Format::Csv = args.format {
        output.line(questions.header())?;
    }
    let mut written = 0;
    let models = session.models();
    let solids = (args.ask == Question::Relation).then(|| crate::relation::boundaries(&models));
    let bodies = (args.ask == Question::Depth).then(|| crate::relation::bodies(&models));
    let (solids, bodies) = (solids.as_ref(), bodies.as_ref());
    let runs = Runs { args, poses: &poses, interrupt: &interrupt, solids, bodies };
    runs.answer(threads, session, |answered| {
        *outcome = match (*outcome, answered.outcome) {
            // One contact is enough for "touching", and one open question is enough not to say that
            // all poses are apart.
            (Outcome::Touching, _) | (_, Outcome::Touching) => Outcome::Touching,
            (Outcome::Unknown, _) => Outcome::Unknown,
            (_, outcome) => outcome,
        };
        output.line(&answered.line)?;
        progress.step();
        written += 1;
        Ok(())
    })?;
    if written == poses.len() {
        return output.finish();
    }
    drop(progress);
    let place = output.interrupt()?;
    let [written, all] = [written, poses.len()].map(|n| format::count(n as u64));
    voice::note(&format!("interrupted; {written} of {all} answers are in {place}"));
    *outcome = Outcome::Interrupted;
    Ok(())
}

/// All files that the command reads.
fn sources(args: &BatchArgs) -> Sources {
    Sources::of_meshes([&args.meshes.a, &args.meshes.b])
        .and([&args.poses])
        .and(args.query.file())
        .and(args.guided.file())
}

/// The question of a batch, which is asked at each pose.
enum Questions<'a> {
    Contacts(Ask, &'a BatchArgs),
    Near(near::Questions<'a>),
    Guided(Guide, &'a BatchArgs),
    /// The solids are those of the session; they are not needed to write the header.
    Relation(Option<&'a [Boundary<'a>; 2]>, &'a BatchArgs),
    Depth(Option<&'a [Body<'a>; 2]>, &'a BatchArgs),
}

/// One line of the output, and the outcome for its pose.
struct Answered {
    line: String,
    outcome: Outcome,
}

impl Answered {
    fn proved(line: String, touching: bool) -> Self {
        Self { line, outcome: if touching { Outcome::Touching } else { Outcome::Apart } }
    }
}

impl<'a> Questions<'a> {
    fn new(args: &'a BatchArgs) -> Result<Self> {
        if let (true, Some(_)) = (args.ask != Question::Within, args.within) {
            bail!("--within belongs to '--ask within'");
        }
        if let (true, Some(_)) = (args.ask != Question::Distance, args.ties) {
            bail!("--ties belongs to '--ask distance'");
        }
        if let (true, Some(option)) = (args.ask != Question::Depth, args.depths.typed()) {
            bail!("{option} belongs to '--ask depth'");
        }
        args.guided.check(args.ask)?;
        Ok(match args.ask {
            Question::Intersects => Self::Contacts(Ask::Intersects, args),
            Question::Contacts => Self::Contacts(Ask::Contacts, args),
            Question::Distance => Self::Near(near::Questions::distance(args)),
            Question::Within => {
                let distance = args.within.context("'--ask within' needs --within D")?;
                Self::Near(near::Questions::within(distance, args))
            }
            Question::Relation => Self::Relation(None, args),
            Question::Depth => Self::Depth(None, args),
            Question::Guided => {
                Self::Guided(args.guided.guide().context("'--ask guided' needs --budget")?, args)
            }
        })
    }

    /// The same question about these solids.
    fn about(
        self,
        solids: Option<&'a [Boundary<'a>; 2]>,
        bodies: Option<&'a [Body<'a>; 2]>,
    ) -> Self {
        match self {
            Self::Relation(_, args) => Self::Relation(solids, args),
            Self::Depth(_, args) => Self::Depth(bodies, args),
            other => other,
        }
    }

    fn header(&self) -> &'static str {
        match self {
            Self::Contacts(..) => "pose,answer,volume_tests,triangle_tests,ns",
            Self::Near(near) => near.header(),
            Self::Guided(..) => guided::HEADER,
            Self::Relation(..) => relation::HEADER,
            Self::Depth(..) => depth::HEADER,
        }
    }

    fn ask(&mut self, session: &mut Session, number: usize, pose: Pose) -> Result<Answered> {
        match self {
            Self::Contacts(ask, args) => {
                let answer = Measured::shortest_of(args.repeat, || match (*ask, args.format) {
                    // The table has only the number of contacts, so millions of contacts need not
                    // be stored.
                    (Ask::Contacts, Format::Csv) => session.count(pose),
                    (ask, _) => session.ask(ask, pose),
                });
                let line = ContactLine::new(number, *ask, &answer).to_line(args.format)?;
                Ok(Answered::proved(line, answer.value.touching()))
            }
            Self::Near(near) => near.ask(session, number, pose),
            Self::Relation(solids, args) => {
                let solids = solids.context("a question about solids")?;
                let answer = Measured::shortest_of(args.repeat, || session.relation(solids, pose));
                let line = relation::RelationLine::new(number, &answer).to_line(args.format)?;
                Ok(Answered { line, outcome: answer.value.into() })
            }
            Self::Depth(bodies, args) => {
                let bodies = bodies.context("a question about solids")?;
                let ask = || Session::depth(bodies, pose, &args.depths);
                let answer = Measured::shortest_of(args.repeat, ask);
                let line = depth::DepthLine::new(number, &answer).to_line(args.format)?;
                Ok(Answered { line, outcome: answer.value.into() })
            }
            Self::Guided(guide, args) => {
                let answer = Measured::shortest_of(args.repeat, || session.guided(*guide, pose));
                let line = guided::GuidedLine::new(number, &answer).to_line(args.format)?;
                Ok(Answered { line, outcome: answer.value.into() })
            }
        }
    }
}

/// One line of the output about contacts.
#[derive(Serialize)]
struct ContactLine {
    pose: usize,
    answer: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    contacts: Option<Vec<[u32; 2]>>,
    volume_tests: u64,
    triangle_tests: u64,
    ns: u64,
}

impl ContactLine {
    fn new(pose: usize, ask: Ask, answer: &Measured<Contacts>) -> Self {
        let Effort { volume_tests, triangle_tests, .. } = answer.effort;
        let contacts = || answer.value.list.iter().map(|contact| [contact.a, contact.b]).collect();
        Self {
            pose,
            answer: answer.value.count,
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
