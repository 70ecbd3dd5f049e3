//! One rival at work on one case.

use super::wire::{Heard, Wire};
use super::{Answer, Answered, Ask, Case, PeerError, Ready};
use std::process::Command;
use std::time::{Duration, Instant};

/// How long a rival may be silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Until it is ready: reading the files and building both models.
    pub load: Duration,
    /// For one pose, and for the thousand calls of [`Run::overhead`].
    pub pose: Duration,
    /// For all poses of a pass together, silent or not.
    pub pass: Duration,
}

impl Default for Limits {
    /// Five minutes to load, 20 seconds a pose, an hour a pass.
    fn default() -> Self {
        Self {
            load: Duration::from_secs(300),
            pose: Duration::from_secs(20),
            pass: Duration::from_secs(3600),
        }
    }
}

/// Later passes are printed in batches that are up to this old, so silence shorter than this means nothing.
const BATCH: Duration = Duration::from_millis(500);

/// A rival's process, loaded and ready to be asked. It ends with this value.
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
        // Pools that nobody asked for are made before the adapter can say no.
        for pool in ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"] {
            command.env(pool, "1");
        }
        // Ctrl-C is for the driver: it ends the pass, and a rival that dies of it would look like a crash.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut wire = Wire::open(command)?;
        let line = hear(&mut wire, limits.load, None)?;
        if let Some(reason) = line.strip_prefix("unsupported") {
            return Err(PeerError::Unsupported { ask, reason: reason.trim().to_owned() });
        }
        let ready = line.strip_prefix("ready ").and_then(|json| serde_json::from_str(json).ok());
        let Some(ready) = ready else { return Err(PeerError::Nonsense { line }) };
        Ok(Self { wire, ready, ask, poses: case.count(), limits })
    }

    /// What the rival said of itself.
    pub fn ready(&self) -> &Ready {
        &self.ready
    }

    /// Asks about every pose once, in order.
    ///
    /// The first pass of a run tells each answer at once, so that a crash or a hang has a pose; its times are those of a cold start.
    /// Later passes print in batches, which disturbs less: take the times from these.
    pub fn pass(&mut self) -> Result<Vec<Answered>, PeerError> {
        self.wire.say("pass");
        let mut answers = Vec::with_capacity(self.poses);
        let (start, Limits { pose, pass, .. }) = (Instant::now(), self.limits);
        loop {
            let left = pass.saturating_sub(start.elapsed());
            let line = match hear(&mut self.wire, pose.max(BATCH).min(left), Some(answers.len())) {
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

    /// Builds both models anew and tells the nanoseconds of A and B. Only for a run of [`Ask::Build`].
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

    /// Nanoseconds of a call about meshes that are a thousand sizes apart: what it costs to ask at all. The median of 1000.
    pub fn overhead(&mut self) -> Result<u64, PeerError> {
        self.wire.say("overhead");
        let line = hear(&mut self.wire, self.limits.pose, None)?;
        let ns = line.strip_prefix("overhead ").and_then(|ns| ns.parse().ok());
        ns.ok_or_else(|| self.nonsense(line))
    }

    /// Nothing that follows could be understood.
    fn nonsense(&mut self, line: String) -> PeerError {
        self.wire.kill();
        PeerError::Nonsense { line }
    }
}

fn hear(wire: &mut Wire, limit: Duration, pose: Option<usize>) -> Result<String, PeerError> {
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
