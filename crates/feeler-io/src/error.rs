//! The error of this crate: the reason and the location.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use feeler::{Mesh, MeshError};

/// The reason why a file was refused, with the file and the line or byte.
///
/// The text holds no control characters, even if the file or its name does: they are shown as
/// `\u{1b}`, so that a file cannot send commands to a terminal.
///
/// ```
/// let error = feeler_io::parse(b"v 0 0 0\nf 1 2 3\n", feeler_io::Format::Obj).unwrap_err();
/// assert_eq!(error.to_string(), "line 2: face names vertex 2, but there is 1");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    file: Option<PathBuf>,
    entry: Option<String>,
    location: Option<Location>,
    kind: ErrorKind,
    reason: String,
}

/// The category of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file, or one that it refers to, could not be read.
    Unreadable(io::ErrorKind),
    /// The file could not be written.
    Unwritable(io::ErrorKind),
    /// Neither the name nor the content of the file matches a known format; or a name for writing
    /// matches no writable format.
    UnknownFormat,
    /// The content breaks the rules of its format.
    Malformed,
    /// The content may be right but uses a feature that is not supported.
    Unsupported,
    /// The content would unfold beyond a limit.
    TooLarge,
    /// The file has no part with the requested name.
    NoSuchPart,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Location {
    Line(usize),
    Byte(usize),
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, reason: impl Into<String>) -> Self {
        let reason = shortened(printable(&reason.into()).into_owned());
        Self { file: None, entry: None, location: None, kind, reason }
    }

    pub(crate) fn malformed(reason: impl Into<String>) -> Self {
        Self::new(ErrorKind::Malformed, reason)
    }

    pub(crate) fn unsupported(reason: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unsupported, reason)
    }

    /// A format that this build of the crate does not have.
    #[cfg(not(all(feature = "gltf", feature = "3mf", feature = "collada")))]
    pub(crate) fn left_out(format: &str, feature: &str) -> Self {
        let reason = format!(
            "{format} is left out of this program: switch on the feature `{feature}` of feeler-io"
        );
        Self::new(ErrorKind::Unsupported, reason)
    }

    pub(crate) fn unreadable(error: &io::Error) -> Self {
        Self::new(ErrorKind::Unreadable(error.kind()), error.to_string())
    }

    pub(crate) fn unwritable(error: &io::Error) -> Self {
        Self::new(ErrorKind::Unwritable(error.kind()), error.to_string())
    }

    pub(crate) fn of_kind(mut self, kind: ErrorKind) -> Self {
        self.kind = kind;
        self
    }

    pub(crate) fn at_line(mut self, line: usize) -> Self {
        self.location = Some(Location::Line(line));
        self
    }

    pub(crate) fn at_byte(mut self, byte: usize) -> Self {
        self.location = Some(Location::Byte(byte));
        self
    }

    /// States that line and byte are counted within this entry of an archive.
    pub(crate) fn in_entry(mut self, entry: &str) -> Self {
        self.entry.get_or_insert_with(|| shortened(printable(entry).into_owned()));
        self
    }

    pub(crate) fn in_file(mut self, file: &Path) -> Self {
        self.file.get_or_insert_with(|| file.to_owned());
        self
    }

    /// The file, if there is one.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The line, counted from 1, if the file is text.
    pub fn line(&self) -> Option<usize> {
        match self.location {
            Some(Location::Line(line)) => Some(line),
            _ => None,
        }
    }

    /// The byte, counted from 0, if the file is binary.
    pub fn byte(&self) -> Option<usize> {
        match self.location {
            Some(Location::Byte(byte)) => Some(byte),
            _ => None,
        }
    }

    /// The category of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The reason alone, without file and location.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.as_ref().map(|file| file.display().to_string());
        let file = file.as_deref().map(printable);
        let whole: Vec<&str> = file.as_deref().into_iter().chain(self.entry.as_deref()).collect();
        let whole = whole.join("/");
        match self.location {
            Some(Location::Line(line)) if whole.is_empty() => write!(f, "line {line}: ")?,
            Some(Location::Line(line)) => write!(f, "{whole}:{line}: ")?,
            Some(Location::Byte(byte)) if whole.is_empty() => write!(f, "byte {byte}: ")?,
            Some(Location::Byte(byte)) => write!(f, "{whole}: byte {byte}: ")?,
            None if whole.is_empty() => {}
            None => write!(f, "{whole}: ")?,
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Error {}

impl From<MeshError> for Error {
    fn from(error: MeshError) -> Self {
        let kind = match error {
            MeshError::TooLarge { .. } => ErrorKind::TooLarge,
            _ => ErrorKind::Malformed,
        };
        Self::new(kind, error.to_string())
    }
}

/// The text with unprintable characters escaped; quotes and backslashes are not escaped.
fn printable(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.into();
    }
    let stays = ['\'', '"', '\\'];
    let pieces = text.split_inclusive(stays).map(|piece| {
        let plain = piece.trim_end_matches(stays);
        format!("{}{}", plain.escape_debug(), &piece[plain.len()..])
    });
    pieces.collect::<String>().into()
}

/// The start of a text that is too long for a message: a name in a file may be a megabyte long.
fn shortened(mut text: String) -> String {
    const LONGEST_TEXT: usize = 1000;
    if let Some((end, _)) = text.char_indices().nth(LONGEST_TEXT) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Returns the number if it can be a coordinate, or else the reason why it cannot.
pub(crate) fn checked_coordinate(
    value: f64,
    shown: impl FnOnce() -> String,
) -> Result<f64, String> {
    if value.abs() <= Mesh::LIMIT {
        Ok(value)
    } else if value.is_finite() {
        Err(format!("coordinate {} is larger than {:e}", shown(), Mesh::LIMIT))
    } else {
        Err(format!("coordinate {} is not finite", shown()))
    }
}

/// The message for an index without a vertex, the same for every format.
pub(crate) fn no_such_vertex(
    who: impl fmt::Display,
    index: impl fmt::Display,
    count: usize,
) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    format!("{who} names vertex {index}, but there {verb} {count}")
}
