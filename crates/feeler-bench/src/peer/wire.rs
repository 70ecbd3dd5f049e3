//! A process and its three pipes, read line by line with a time limit.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How many of the last lines on standard error are worth keeping.
const LAST_WORDS: usize = 20;

/// No honest line is longer; a rival that prints rubbish without an end shall not fill the memory.
const LONGEST_LINE: u64 = 1 << 16;

/// How long a process that closed its output has to end by itself, and its last words to arrive.
const GRACE: Duration = Duration::from_secs(2);

/// A running process. Dropping it kills and reaps it.
pub(super) struct Wire {
    child: Child,
    /// None once it was closed.
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Receiver<String>,
}

/// What came of waiting for a line.
pub(super) enum Heard {
    Line(String),
    /// Nothing within the limit.
    Silence,
    /// Standard output is closed.
    End,
}

impl Wire {
    pub(super) fn open(command: &mut Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().expect("it is piped");
        let stderr = child.stderr.take().expect("it is piped");
        let (lines, complaints) = (drain(stdout), drain(stderr));
        Ok(Self { child, stdin, lines, complaints })
    }

    /// Says a line. A rival that is gone does not hear it: then the next thing heard is the end.
    pub(super) fn say(&mut self, line: &str) {
        if let Some(stdin) = &mut self.stdin
            && writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err()
        {
            self.stdin = None;
        }
    }

    pub(super) fn hear(&self, limit: Duration) -> Heard {
        match self.lines.recv_timeout(limit) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// Ends the process, whatever it is doing.
    pub(super) fn kill(&mut self) {
        // Either fails only for a process that is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The end of a process that closed its output: its own status, if it ends by itself, and its last words.
    pub(super) fn post_mortem(&mut self) -> io::Result<(ExitStatus, Vec<String>)> {
        self.stdin = None;
        let deadline = Instant::now() + GRACE;
        while self.child.try_wait()?.is_none() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.kill();
        let status = self.child.wait()?;
        let mut last = VecDeque::new();
        while let Ok(line) =
            self.complaints.recv_timeout(deadline.saturating_duration_since(Instant::now()))
        {
            if last.len() == LAST_WORDS {
                last.pop_front();
            }
            last.push_back(line);
        }
        Ok((status, last.into()))
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Reads lines as they come: a blocked pipe would stop the rival, and a read has no time limit, so each pipe has its thread.
fn drain(from: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        text_lines(BufReader::new(from)).try_for_each(|line| sender.send(line))
    });
    lines
}

/// Lines up to the end or an error, whatever bytes they are made of.
fn text_lines(mut from: impl BufRead) -> impl Iterator<Item = String> {
    std::iter::from_fn(move || {
        let mut bytes = Vec::new();
        let read = from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes).unwrap_or(0);
        (read > 0).then(|| String::from_utf8_lossy(&bytes).trim_end().to_owned())
    })
}
