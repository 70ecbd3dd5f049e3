//! The runs of a batch: consecutive poses that one thread answers.

use super::{Answered, Questions};
use crate::args::{BatchArgs, Format};
use crate::interrupt::Interrupt;
use crate::question::Question;
use crate::session::Session;
use anyhow::Result;
use feeler::Pose;
use feeler_field::{Body, Boundary};
use std::sync::Mutex;
use std::sync::mpsc::{self, Sender, SyncSender};

/// The number of poses in a run. Every run starts from nothing, also with one thread, so that no
/// effort depends on the number of threads.
const RUN_POSES: usize = 32;

/// The mean number of runs per thread that may be begun before the first of them is written.
const RUNS_AHEAD: usize = 4;

/// The runs over the poses of a batch.
pub(super) struct Runs<'a> {
    pub(super) args: &'a BatchArgs,
    pub(super) poses: &'a [Pose],
    pub(super) interrupt: &'a Interrupt,
    /// The solids, if the question is about solids.
    pub(super) solids: Option<&'a [Boundary<'a>; 2]>,
    /// The same, if the question is about depths.
    pub(super) bodies: Option<&'a [Body<'a>; 2]>,
}

impl<'a> Runs<'a> {
    /// Answers all poses up to an interrupt, and hands on the answers in order.
    pub(super) fn answer(
        &self,
        threads: usize,
        mut session: Session,
        mut take: impl FnMut(Answered) -> Result<()>,
    ) -> Result<()> {
        let threads = threads.min(self.all().count());
        if threads > 1 {
            return self.answer_on(threads, &session, take);
        }
        self.warm_up(&mut session);
        self.all().try_for_each(|(first, run)| self.ask(first, run, &mut session, &mut take))
    }

    /// Answers all poses on threads of the pool. The threads register the runs that they begin in a
    /// bounded channel, in order. This thread receives the answers of one run after the other. A
    /// thread that is too far ahead waits until the channel has room.
    fn answer_on(
        &self,
        threads: usize,
        session: &Session,
        mut take: impl FnMut(Answered) -> Result<()>,
    ) -> Result<()> {
        let next = Mutex::new(self.all());
        let begin = |begun: &SyncSender<_>| -> Option<(usize, &[Pose], Sender<_>)> {
            let mut next = next.lock().expect("no thread panics with it");
            let (first, run) = next.next()?;
            let (answers, answered) = mpsc::channel();
            begun.send((run.len(), answered)).ok()?;
            Some((first, run, answers))
        };
        let work = |mut session: Session, begun: SyncSender<_>| {
            self.warm_up(&mut session);
            while let Some((first, run, answers)) = begin(&begun) {
                let hand_on = |answer| Ok(answers.send(Ok(answer))?);
                if let Err(error) = self.ask(first, run, &mut session, hand_on) {
                    let _ = answers.send(Err(error)); // fails if the error is a closed channel
                }
            }
        };
        let (work, (begun, runs)) = (&work, mpsc::sync_channel(RUNS_AHEAD * threads));
        rayon::in_place_scope(|scope| {
            for _ in 0..threads {
                let (session, begun) = (session.clone(), begun.clone());
                scope.spawn(move |_| work(session, begun));
            }
            drop(begun);
            for (mut missing, answers) in runs {
                for answer in answers {
                    take(answer?)?;
                    missing -= 1;
                }
                if missing > 0 {
                    break; // after an interrupt: lines after a gap are no use
                }
            }
            Ok(())
        })
    }

    /// All runs, each with the number of its first pose.
    fn all(&self) -> impl Iterator<Item = (usize, &'a [Pose])> + use<'a> {
        let length = match (self.args.ask, self.args.format) {
            (Question::Contacts, Format::Jsonl) => 1, // lines can be very long, so only a few are kept
            _ => RUN_POSES,
        };
        self.poses.chunks(length).enumerate().map(move |(number, run)| (length * number, run))
    }

    /// Answers the question at each pose of a run.
    fn ask(
        &self,
        first: usize,
        run: &[Pose],
        session: &mut Session,
        mut take: impl FnMut(Answered) -> Result<()>,
    ) -> Result<()> {
        let mut questions = self.questions()?;
        for (number, &pose) in (first..).zip(run) {
            if self.interrupt.noted() {
                break;
            }
            take(questions.ask(session, number, pose)?)?;
        }
        Ok(())
    }

    fn questions(&self) -> Result<Questions<'a>> {
        Ok(Questions::new(self.args)?.about(self.solids, self.bodies))
    }

    /// Asks one question before the time counts, so that all memory is allocated.
    fn warm_up(&self, session: &mut Session) {
        let warm = |mut questions: Questions<'_>| questions.ask(session, 0, self.poses[0]);
        let _ = self.questions().and_then(warm); // an error comes again with the answer itself
    }
}
