//! Words and numbers from text files.

use crate::Error;
use crate::error::checked_coordinate;

/// The words of a text file, with the number of the current line.
///
/// Lines end with `\n`, `\r\n` or a lone `\r`.
#[derive(Clone)]
pub(crate) struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    comment: Option<u8>,
}

impl<'a> Words<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1, comment: None }
    }

    /// Skips everything from the mark to the end of its line.
    pub(crate) fn with_comments(mut self, mark: u8) -> Self {
        self.comment = Some(mark);
        self
    }

    /// Makes this number the number of the first line.
    pub(crate) fn counting_from_line(mut self, line: usize) -> Self {
        self.line = line;
        self
    }

    /// The number of the line of the last word.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(crate) fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn next(&mut self) -> Option<&'a [u8]> {
        while let Some(&byte) = self.bytes.get(self.at) {
            if Some(byte) == self.comment {
                self.at += line_length(&self.bytes[self.at..]);
            } else if byte.is_ascii_whitespace() {
                self.pass_space(byte);
            } else {
                break;
            }
        }
        let rest = &self.bytes[self.at..];
        let length = rest
            .iter()
            .position(|&byte| byte.is_ascii_whitespace() || Some(byte) == self.comment)
            .unwrap_or(rest.len());
        self.at += length;
        (length > 0).then(|| &rest[..length])
    }

    fn pass_space(&mut self, space: u8) {
        self.at += 1;
        let lone_return = space == b'\r' && self.bytes.get(self.at) != Some(&b'\n');
        if space == b'\n' || lone_return {
            self.line += 1;
        }
    }

    /// Reads the rest of the line, trimmed and without the comment.
    pub(crate) fn rest_of_line(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let rest = &rest[..line_length(rest)];
        self.at += rest.len();
        let end = rest.iter().position(|&byte| Some(byte) == self.comment).unwrap_or(rest.len());
        rest[..end].trim_ascii()
    }

    /// Reads a word that the format demands; `what` describes it in the error.
    pub(crate) fn expect(&mut self, what: &str) -> Result<&'a [u8], Error> {
        self.next().ok_or_else(|| self.error(format!("the file ends before {what}")))
    }

    pub(crate) fn coordinate(&mut self) -> Result<f64, Error> {
        let word = self.expect("a coordinate")?;
        coordinate(word).map_err(|reason| self.error(reason))
    }

    pub(crate) fn integer(&mut self, what: &str) -> Result<i64, Error> {
        let word = self.expect(what)?;
        integer(word).map_err(|reason| self.error(reason))
    }

    pub(crate) fn error(&self, reason: impl Into<String>) -> Error {
        Error::malformed(reason).at_line(self.line)
    }
}

/// The lines of a text file, each with its number. A line that ends with `\` continues in the next
/// line, unless it is a comment: a comment may end with the path of a folder.
pub(crate) struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, number: 1 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let number = self.number;
        let mut end = line_length(self.rest);
        // Only the start of the line decides. Searching it again for each continued line would take
        // quadratic time.
        let is_comment = self.rest[..end].trim_ascii_start().starts_with(b"#");
        loop {
            let line = &self.rest[..end];
            let continued = line.ends_with(b"\\") && !is_comment;
            end += match &self.rest[end..] {
                [b'\r', b'\n', ..] => 2,
                [] => 0,
                _ => 1,
            };
            self.number += 1;
            if !continued || end == self.rest.len() {
                self.rest = &self.rest[end..];
                return Some((number, line));
            }
            end += line_length(&self.rest[end..]);
        }
    }
}

fn line_length(bytes: &[u8]) -> usize {
    bytes.iter().position(|&byte| matches!(byte, b'\n' | b'\r')).unwrap_or(bytes.len())
}

/// The number of the line that contains this byte.
pub(crate) fn line_at(bytes: &[u8], position: usize) -> usize {
    let before = &bytes[..position.min(bytes.len())];
    1 + before.iter().filter(|&&byte| byte == b'\n').count()
}

/// The bytes without the byte order mark that some editors put before UTF-8.
pub(crate) fn without_bom(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Parses a coordinate, correctly rounded; the error is the reason why the word is none.
pub(crate) fn coordinate(word: &[u8]) -> Result<f64, String> {
    let value = std::str::from_utf8(word).ok().and_then(|word| word.parse::<f64>().ok());
    let value = value.ok_or_else(|| format!("{} is not a number", quoted(word)))?;
    checked_coordinate(value, || quoted(word))
}

pub(crate) fn integer(word: &[u8]) -> Result<i64, String> {
    std::str::from_utf8(word)
        .ok()
        .and_then(|word| word.parse().ok())
        .ok_or_else(|| format!("{} is not a whole number", quoted(word)))
}

/// A word of the file, short and printable enough for a message.
pub(crate) fn quoted(word: &[u8]) -> String {
    const LONGEST_QUOTE: usize = 40;
    let shown = String::from_utf8_lossy(&word[..word.len().min(LONGEST_QUOTE)]);
    let dots = if word.len() > LONGEST_QUOTE { "…" } else { "" };
    format!("'{}{dots}'", shown.escape_debug())
}
