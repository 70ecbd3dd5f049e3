//! The buffers of a glTF file, loaded as bytes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;

use serde::Deserialize;

use crate::{Error, ErrorKind};

use super::document::{Chunk, Document, Json};

/// Every buffer of a file: the file's own binary chunk, text within the JSON, or a separate file.
pub(super) struct Buffers<'a> {
    contents: Vec<BufferContent<'a>>,
    /// The index of each buffer's content; `None` if the file gives no content.
    buffers: Vec<Option<usize>>,
    pub(super) bytes_outside: usize,
}

pub(super) struct BufferContent<'a> {
    pub(super) bytes: Cow<'a, [u8]>,
    /// The position of the bytes in the glTF file, if they are part of it.
    pub(super) start: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BufferEntry<'a> {
    #[serde(borrow)]
    uri: Option<Cow<'a, str>>,
    byte_length: usize,
}

impl<'a> Buffers<'a> {
    pub(super) fn load(
        json: &Json<'a>,
        document: &Document<'a>,
        chunk: Option<Chunk<'a>>,
        open: &mut dyn FnMut(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Self, Error> {
        let mut loaded = Self { contents: Vec::new(), buffers: Vec::new(), bytes_outside: 0 };
        let mut known: HashMap<BufferLocation, usize> = HashMap::new();
        for (index, &raw) in document.buffers.iter().enumerate() {
            let entry: BufferEntry = json.entry("buffer", &document.buffers, index)?;
            let content = match (entry.uri, chunk) {
                (None, Some(Chunk { bytes, start })) if index == 0 => {
                    Some(loaded.keep(BufferContent { bytes: bytes.into(), start: Some(start) }))
                }
                (None, _) => None,
                (Some(uri), _) => {
                    let fail = |(kind, reason)| {
                        json.error(raw, format!("buffer {index}: {reason}")).of_kind(kind)
                    };
                    let location = BufferLocation::of(uri).map_err(fail)?;
                    Some(match known.get(&location) {
                        Some(&content) => content,
                        None => {
                            let content = loaded.read(&location, open).map_err(fail)?;
                            known.insert(location, content);
                            content
                        }
                    })
                }
            };
            let size = content.map(|content| loaded.contents[content].bytes.len());
            if let Some(size) = size.filter(|size| *size < entry.byte_length) {
                let reason =
                    format!("buffer {index} has {size} bytes, {} are announced", entry.byte_length);
                return Err(json.error(raw, reason));
            }
            loaded.buffers.push(content);
        }
        Ok(loaded)
    }

    pub(super) fn count(&self) -> usize {
        self.buffers.len()
    }

    pub(super) fn content(&self, buffer: usize) -> Option<&BufferContent<'a>> {
        self.buffers.get(buffer).copied().flatten().map(|content| &self.contents[content])
    }

    fn keep(&mut self, content: BufferContent<'a>) -> usize {
        self.contents.push(content);
        self.contents.len() - 1
    }

    fn read(
        &mut self,
        location: &BufferLocation,
        open: &mut dyn FnMut(&str) -> io::Result<Vec<u8>>,
    ) -> Result<usize, Refusal> {
        let bytes = match location {
            BufferLocation::InUri(uri) => data(uri).map_err(malformed)?,
            BufferLocation::InFile(path) => {
                let bytes = open(path).map_err(|error| unreadable(path, &error))?;
                self.bytes_outside = self.bytes_outside.saturating_add(bytes.len());
                bytes
            }
        };
        Ok(self.keep(BufferContent { bytes: bytes.into(), start: None }))
    }
}

/// The location of a buffer's bytes, equal for every spelling of its URI.
#[derive(PartialEq, Eq, Hash)]
enum BufferLocation<'a> {
    /// The bytes are in the URI itself.
    InUri(Cow<'a, str>),
    /// The bytes are in a file; this is its path relative to the folder of the document.
    InFile(String),
}

type Refusal = (ErrorKind, String);

impl<'a> BufferLocation<'a> {
    fn of(uri: Cow<'a, str>) -> Result<Self, Refusal> {
        if uri.starts_with("data:") {
            return Ok(Self::InUri(uri));
        }
        let name = percent_decoded(&uri).ok_or_else(|| malformed("its URI is damaged"))?;
        let refused = |kind, reason| unreadable(&name, &io::Error::new(kind, reason));
        if name.contains("://") {
            let reason = "files on other computers are not read: save it beside this file";
            return Err(refused(io::ErrorKind::Unsupported, reason));
        }
        path_down(&name).map(Self::InFile).ok_or_else(|| {
            let reason = "it is not in the file's folder or below";
            refused(io::ErrorKind::PermissionDenied, reason)
        })
    }
}

fn malformed(reason: &str) -> Refusal {
    (ErrorKind::Malformed, reason.to_owned())
}

fn unreadable(name: &str, error: &io::Error) -> Refusal {
    (ErrorKind::Unreadable(error.kind()), format!("cannot read '{name}': {error}"))
}

/// The path without `.`, `..` and doubled slashes, so that each file has one path; `None` if the
/// path leaves the folder.
fn path_down(name: &str) -> Option<String> {
    if name.starts_with('/') {
        return None;
    }
    let mut steps: Vec<&str> = Vec::new();
    for step in name.split('/') {
        match step {
            "" | "." => {}
            ".." => drop(steps.pop()?),
            step => steps.push(step),
        }
    }
    Some(steps.join("/"))
}

/// Decodes the bytes in a `data:` URI.
fn data(uri: &str) -> Result<Vec<u8>, &'static str> {
    let (kind, data) = uri.split_once(',').ok_or("its data: URI has no comma")?;
    if !kind.ends_with(";base64") {
        return Err("its data: URI is not base64");
    }
    base64(data).ok_or("its base64 data is damaged")
}

fn base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    for group in text.chunks(4) {
        let mut bits: u32 = 0;
        for &letter in group {
            let six = match letter {
                b'A'..=b'Z' => letter - b'A',
                b'a'..=b'z' => letter - b'a' + 26,
                b'0'..=b'9' => letter - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => return None,
            };
            bits = bits << 6 | u32::from(six);
        }
        if group.len() == 1 {
            return None;
        }
        let whole: [u8; 4] = (bits << (6 * (4 - group.len()))).to_be_bytes();
        bytes.extend_from_slice(&whole[1..group.len()]);
    }
    Some(bytes)
}

fn percent_decoded(uri: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let (code, tail) = rest.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok()?);
        rest = tail;
    }
    String::from_utf8(bytes).ok()
}
