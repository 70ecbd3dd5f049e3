//! The output of answers: standard output, or a file.

use crate::sources::Sources;
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// An output of lines to standard output, or of lines or bytes to a file.
///
/// A file gets its name only when it is complete. Before that, and if the work ends early, it is
/// called `FILE.partial`.
pub(crate) struct Output {
    writer: Box<dyn Write>,
    partial: Option<Partial>,
    flushed: Instant,
}

/// The longest time between two flushes, so that a crash loses no more work than this.
const FLUSH_INTERVAL: Duration = Duration::from_secs(1);

impl Output {
    pub(crate) fn stdout() -> Self {
        // On a terminal, lines appear at once.
        let writer: Box<dyn Write> = match io::stdout().is_terminal() {
            true => Box::new(io::stdout()),
            false => Box::new(BufWriter::new(io::stdout())),
        };
        Self { writer, partial: None, flushed: Instant::now() }
    }

    /// Opens the output. It fails now, and not after hours of work, if the file cannot be written
    /// or is one of the files that are read.
    pub(crate) fn create(path: &Path, sources: &Sources) -> Result<Self> {
        sources.spare(path)?;
        let whole = behind_links(path)?;
        match fs::metadata(&whole) {
            Ok(known) if known.is_dir() => bail!("{}: it is a folder", path.display()),
            Ok(_) => {
                let existing = OpenOptions::new().write(true).open(&whole);
                let file = existing.with_context(|| path.display().to_string())?;
                // A pipe or a device can be written, but not replaced.
                if !file.metadata().is_ok_and(|known| known.is_file()) {
                    return Ok(Self::of_file(file, None));
                }
            }
            Err(_) => {}
        }
        let (partial, file) = Partial::create(whole)?;
        Ok(Self::of_file(file, Some(partial)))
    }

    fn of_file(file: File, partial: Option<Partial>) -> Self {
        Self { writer: Box::new(BufWriter::new(file)), partial, flushed: Instant::now() }
    }

    pub(crate) fn line(&mut self, line: &str) -> Result<()> {
        if let Some(partial) = &mut self.partial {
            partial.worth = Worth::Keep;
        }
        writeln!(self.writer, "{line}").with_context(|| self.name())?;
        if self.flushed.elapsed() > FLUSH_INTERVAL {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes all bytes of a binary file at once.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.writer.write_all(bytes).with_context(|| self.name())
    }

    fn flush(&mut self) -> Result<()> {
        self.flushed = Instant::now();
        self.writer.flush().with_context(|| self.name())
    }

    /// Completes the output: the file gets its name.
    pub(crate) fn finish(mut self) -> Result<()> {
        self.flush()?;
        match &mut self.partial {
            Some(partial) => partial.complete(),
            None => Ok(()),
        }
    }

    /// Ends the output early. The written lines stay in the partial file, whose name is returned.
    pub(crate) fn interrupt(mut self) -> Result<String> {
        self.flush()?;
        Ok(self.name())
    }

    fn name(&self) -> String {
        match &self.partial {
            Some(partial) => partial.path.display().to_string(),
            None => "the output".to_owned(),
        }
    }
}

/// The target of a path, which need not exist. A link stays a link.
fn behind_links(path: &Path) -> Result<PathBuf> {
    if let Ok(existing) = fs::canonicalize(path) {
        return Ok(existing);
    }
    // The number of links that Linux follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    bail!("{}: links that lead nowhere", path.display())
}

/// A file that is not complete yet.
struct Partial {
    path: PathBuf,
    whole: PathBuf,
    worth: Worth,
}

/// What happens to a partial file in the end.
enum Worth {
    Keep,
    /// The file is empty, or it has become complete.
    Remove,
}

impl Partial {
    fn create(whole: PathBuf) -> Result<(Self, File)> {
        let mut name = OsString::from(&whole);
        name.push(".partial");
        let path = PathBuf::from(name);
        match File::create_new(&path) {
            Ok(file) => Ok((Self { path, whole, worth: Worth::Remove }, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => bail!(
                "{} is in the way: an earlier run was interrupted, or another is at work; \
                 move or remove it",
                path.display()
            ),
            Err(error) => Err(error).with_context(|| format!("cannot write {}", whole.display())),
        }
    }

    fn complete(&mut self) -> Result<()> {
        let Self { path, whole, .. } = self;
        fs::rename(&path, &whole)
            .with_context(|| format!("cannot rename {} to {}", path.display(), whole.display()))
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if let Worth::Remove = self.worth {
            let _ = fs::remove_file(&self.path); // an empty file that stays is not worth an error
        }
    }
}

/// Writes one JSON value to standard output, on one line like those of a batch.
pub(crate) fn print_json(value: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string(value)?;
    print(&format!("{text}\n"))
}

/// Writes text to standard output. Unlike `print!` it does not panic if the output is closed: the
/// exit code still gives the answer.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

/// Whether the reader of the output has closed it, as `head` does.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().map(io::Error::kind)
    };
    error.chain().any(|cause| kind(cause) == Some(ErrorKind::BrokenPipe))
}
