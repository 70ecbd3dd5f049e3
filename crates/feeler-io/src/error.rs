//! What went wrong, and where.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use feeler::{Mesh, MeshError};

/// Why a file was refused: the file, the line or byte, and the reason in plain words.
///
/// Its text holds no control characters, whatever the file and its name hold: they are shown as `\u{1b}`, so that a terminal takes no
/// commands from them.
///
/// ```
/// let error = feeler_io::parse(b"v 0 0 0\nf 1 2 3\n", feeler_io::Format::Obj).unwrap_err();
/// assert_eq!(error.to_string(), "line 2: face names vertex 2, but there is 1");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    file: Option<PathBuf>,
    entry: Option<String>,
    place: Option<Place>,
    kind: ErrorKind,
    reason: String,
}

/// What sort of thing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file, or one that it refers to, could not be read.
    Unreadable(io::ErrorKind),
    /// The file could not be written.
    Unwritable(io::ErrorKind),
    /// Neither the file's name nor its content tell a known format; or its name tells none that can be written.
    UnknownFormat,
    /// The content breaks the rules of its format.
    Malformed,
    /// The content may be right but uses a feature that is not supported.
    Unsupported,
    /// The content would unfold beyond a limit.
    TooLarge,
    /// The file has no part of that name.
    NoSuchPart,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Line(usize),
    Byte(usize),
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, reason: impl Into<String>) -> Self {
        let reason = shortened(printable(&reason.into()).into_owned());
        Self { file: None, entry: None, place: None, kind, reason }
    }

    pub(crate) fn malformed(reason: impl Into<String>) -> Self {
        Self::new(ErrorKind::Malformed, reason)
    }

    pub(crate) fn unsupported(reason: impl Into<String>) -> Self {
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
        self.place = Some(Place::Line(line));
        self
    }

    pub(crate) fn at_byte(mut self, byte: usize) -> Self {
        self.place = Some(Place::Byte(byte));
        self
    }

    /// Line and byte count within this entry of an archive.
    pub(crate) fn in_entry(mut self, entry: &str) -> Self {
        self.entry.get_or_insert_with(|| shortened(printable(entry).into_owned()));
        self
    }

    pub(crate) fn in_file(mut self, file: &Path) -> Self {
        self.file.get_or_insert_with(|| file.to_owned());
        self
    }

    /// The file, when there is one.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The line, counted from 1, where the file is text.
    pub fn line(&self) -> Option<usize> {
        match self.place {
            Some(Place::Line(line)) => Some(line),
            _ => None,
        }
    }

    /// The byte, counted from 0, where the file is binary.
    pub fn byte(&self) -> Option<usize> {
        match self.place {
            Some(Place::Byte(byte)) => Some(byte),
            _ => None,
        }
    }

    /// What sort of thing went wrong.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The reason alone, without file and place.
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
        match self.place {
            Some(Place::Line(line)) if whole.is_empty() => write!(f, "line {line}: ")?,
            Some(Place::Line(line)) => write!(f, "{whole}:{line}: ")?,
            Some(Place::Byte(byte)) if whole.is_empty() => write!(f, "byte {byte}: ")?,
            Some(Place::Byte(byte)) => write!(f, "{whole}: byte {byte}: ")?,
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

/// Text in which whatever cannot be printed is escaped; quotes and backslashes stay as they are.
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

/// The start of a text that is too long for a message: a file may have a name of a megabyte.
fn shortened(mut text: String) -> String {
    const LONGEST: usize = 1000;
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// A number that can be a coordinate, or why not.
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

/// The words for an index without a vertex, the same for every format.
pub(crate) fn no_such_vertex(
    who: impl fmt::Display,
    index: impl fmt::Display,
    count: usize,
) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    format!("{who} names vertex {index}, but there {verb} {count}")
}
