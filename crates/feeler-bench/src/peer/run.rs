//! A run: one rival at work on one case.

use super::wire::{Heard, Wire};
use super::{Answer, Answered, Ask, Case, PeerError, Ready};
use std::process::Command;
use std::time::{Duration, Instant};

/// The time limits of a rival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The limit until the rival is ready: for reading the files and building both models.
    pub load: Duration,
    /// The limit of silence for one pose, and for the thousand calls of [`Run::overhead`].
    pub pose: Duration,
    /// The limit for all poses of a pass together, silent or not.
    pub pass: Duration,
}

impl Default for Limits {
    /// Five minutes to load, 20 seconds for a pose, an hour for a pass.
    fn default() -> Self {
        Self {
            load: Duration::from_secs(300),
            pose: Duration::from_secs(20),
            pass: Duration::from_secs(3600),
        }
    }
}

/// The largest age of a batch of answers. Later passes print in such batches, so a shorter silence
/// means nothing.
const BATCH_AGE: Duration = Duration::from_millis(500);

/// A rival's process that has loaded its meshes. The process ends with this value.
pub struct Run {
    wire: Wire,
    ready: Ready,
    ask: Ask,
    poses: usize,
    limits: Limits,
}

impl Run {
    pub(super) fn start(
        command: &mut Command,
        case: &Case,
        ask: Ask,
        limits: Limits,
    ) -> Result<Self, PeerError> {
        command.args(["--ask", ask.word()]);
        for (name, path) in [("--a", case.a()), ("--b", case.b()), ("--poses", case.poses())] {
            command.arg(name).arg(path);
        }
        prepare(command);
        let mut wire = Wire::open(command)?;
        let line = hear(&mut wire, limits.load, None)?;
        if let Some(reason) = line.strip_prefix("unsupported") {
            return Err(PeerError::Unsupported { ask, reason: reason.trim().to_owned() });
        }
        let ready = line.strip_prefix("ready ").and_then(|json| serde_json::from_str(json).ok());
        let Some(ready) = ready else { return Err(PeerError::Nonsense { line }) };
        Ok(Self { wire, ready, ask, poses: case.count(), limits })
    }

    /// The facts that the rival states about itself.
    pub fn ready(&self) -> &Ready {
        &self.ready
    }

    /// Asks the question once at every pose, in order.
    ///
    /// In the first pass of a run the rival prints each answer at once, so that a crash or a hang
    /// can be assigned to a pose; its times are those of a cold start. Later passes print in
    /// batches, which disturbs the rival less: take the times from these.
    pub fn pass(&mut self) -> Result<Vec<Answered>, PeerError> {
        self.wire.say("pass");
        let mut answers = Vec::with_capacity(self.poses);
        let (start, Limits { pose, pass, .. }) = (Instant::now(), self.limits);
        loop {
            let left = pass.saturating_sub(start.elapsed());
            let line =
                match hear(&mut self.wire, pose.max(BATCH_AGE).min(left), Some(answers.len())) {
                    Err(PeerError::Hung { .. }) if start.elapsed() >= pass => {
                        return Err(PeerError::Slow { done: answers.len(), limit: pass });
                    }
                    heard => heard?,
                };
            if line == "done" && answers.len() == self.poses {
                return Ok(answers);
            }
            match parse(self.ask, &line) {
                Some(answered) if answers.len() < self.poses => answers.push(answered),
                _ => return Err(self.nonsense(line)),
            }
        }
    }

    /// Builds both models anew, and returns the times of A and B in nanoseconds. Only for a run of
    /// [`Ask::Build`].
    pub fn build(&mut self) -> Result<[u64; 2], PeerError> {
        self.wire.say("pass");
        let line = hear(&mut self.wire, self.limits.load, None)?;
        let mut numbers = line.split(' ').map(str::parse);
        let (Some(Ok(a)), Some(Ok(b)), None) = (numbers.next(), numbers.next(), numbers.next())
        else {
            return Err(self.nonsense(line));
        };
        match hear(&mut self.wire, self.limits.load, None)? {
            line if line == "done" => Ok([a, b]),
            line => Err(self.nonsense(line)),
        }
    }

    /// The time in nanoseconds of a query about meshes that are a thousand sizes apart: the cost of
    /// a call itself. It is the median of 1000 calls.
    pub fn overhead(&mut self) -> Result<u64, PeerError> {
        self.wire.say("overhead");
        let line = hear(&mut self.wire, self.limits.pose, None)?;
        let ns = line.strip_prefix("overhead ").and_then(|ns| ns.parse().ok());
        ns.ok_or_else(|| self.nonsense(line))
    }

    /// Ends the process and returns an error, because no further line could be understood.
    fn nonsense(&mut self, line: String) -> PeerError {
        self.wire.kill();
        PeerError::Nonsense { line }
    }
}

/// Sets what every rival's process needs.
pub(super) fn prepare(command: &mut Command) {
    // Some libraries make thread pools before the adapter can configure them; these variables
    // keep the pools small.
    for pool in ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"] {
        command.env(pool, "1");
    }
    // Ctrl-C is for the driver, which then ends the pass. A rival that dies of Ctrl-C would
    // look like a crash.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
}

pub(super) fn hear(
    wire: &mut Wire,
    limit: Duration,
    pose: Option<usize>,
) -> Result<String, PeerError> {
    match wire.hear(limit) {
        Heard::Line(line) => Ok(line),
        Heard::Silence => {
            wire.kill();
            Err(PeerError::Hung { pose, limit })
        }
        Heard::End => {
            let (status, last_words) = wire.post_mortem()?;
            Err(PeerError::Crashed { pose, status, last_words })
        }
    }
}

fn parse(ask: Ask, line: &str) -> Option<Answered> {
    let (answer, ns) = line.rsplit_once(' ')?;
    Some(Answered { answer: Answer::parse(ask, answer)?, ns: ns.parse().ok()? })
}
