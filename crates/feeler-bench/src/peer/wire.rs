//! A wire: a process and its three pipes, read line by line with a time limit.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The number of last lines on standard error that are kept.
const LAST_WORDS: usize = 20;

/// The largest number of bytes in a line. No correct line is longer, and endless output of a rival
/// must not fill the memory.
const LONGEST_LINE: u64 = 1 << 16;

/// The time for a process that closed its output to end by itself, and for its last lines to
/// arrive.
const GRACE_PERIOD: Duration = Duration::from_secs(2);

/// A running process. Dropping it kills and reaps it.
pub(super) struct Wire {
    child: Child,
    /// The pipe to the process, or `None` after it was closed.
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Receiver<String>,
}

/// The result of waiting for a line.
pub(super) enum Heard {
    Line(String),
    /// No line within the limit.
    Silence,
    /// The standard output is closed.
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

    /// Writes a line. If the rival has ended, the line is lost, and the next result of
    /// [`hear`](Self::hear) is the end.
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

    /// Ends the process at once.
    pub(super) fn kill(&mut self) {
        // Both calls fail only if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The exit status of a process that closed its output, and its last lines. The process gets
    /// some time to end by itself.
    pub(super) fn post_mortem(&mut self) -> io::Result<(ExitStatus, Vec<String>)> {
        self.stdin = None;
        let deadline = Instant::now() + GRACE_PERIOD;
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

/// Reads lines as they come. Each pipe has its own thread, because a full pipe would block the
/// rival, and a read has no time limit.
fn drain(from: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        text_lines(BufReader::new(from)).try_for_each(|line| sender.send(line))
    });
    lines
}

/// The lines up to the end or an error, with any bytes in them.
fn text_lines(mut from: impl BufRead) -> impl Iterator<Item = String> {
    std::iter::from_fn(move || {
        let mut bytes = Vec::new();
        let read = from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes).unwrap_or(0);
        (read > 0).then(|| String::from_utf8_lossy(&bytes).trim_end().to_owned())
    })
}
