//! The bytes that a glTF file refers to.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;

use serde::Deserialize;

use crate::{Error, ErrorKind};

use super::document::{Chunk, Document, Json};

/// Every buffer of a file: its own chunk, text within the JSON, or a file beside it.
pub(super) struct Buffers<'a> {
    contents: Vec<Content<'a>>,
    /// Which content each buffer has; none where the file gives none.
    buffers: Vec<Option<usize>>,
    pub(super) bytes_outside: usize,
}

pub(super) struct Content<'a> {
    pub(super) bytes: Cow<'a, [u8]>,
    /// Where it begins in the file itself.
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
        let mut known: HashMap<Cow<str>, usize> = HashMap::new();
        for (index, &raw) in document.buffers.iter().enumerate() {
            let entry: BufferEntry = json.entry("buffer", &document.buffers, index)?;
            let content = match (entry.uri, chunk) {
                (None, Some(Chunk { bytes, start })) if index == 0 => {
                    Some(loaded.keep(Content { bytes: bytes.into(), start: Some(start) }))
                }
                (None, _) => None,
                (Some(uri), _) => Some(match known.get(&uri) {
                    Some(&content) => content,
                    None => {
                        let content = loaded.read(&uri, open).map_err(|(kind, reason)| {
                            let reason = format!("buffer {index}: {reason}");
                            json.error(raw, reason).of_kind(kind)
                        })?;
                        known.insert(uri, content);
                        content
                    }
                }),
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

    pub(super) fn content(&self, buffer: usize) -> Option<&Content<'a>> {
        self.buffers.get(buffer).copied().flatten().map(|content| &self.contents[content])
    }

    fn keep(&mut self, content: Content<'a>) -> usize {
        self.contents.push(content);
        self.contents.len() - 1
    }

    fn read(
        &mut self,
        uri: &str,
        open: &mut dyn FnMut(&str) -> io::Result<Vec<u8>>,
    ) -> Result<usize, (ErrorKind, String)> {
        let malformed = |reason: &str| (ErrorKind::Malformed, reason.to_owned());
        let bytes = if let Some(data) = uri.strip_prefix("data:") {
            let (kind, data) =
                data.split_once(',').ok_or(malformed("its data: URI has no comma"))?;
            if !kind.ends_with(";base64") {
                return Err(malformed("its data: URI is not base64"));
            }
            base64(data).ok_or(malformed("its base64 data is damaged"))?
        } else {
            let name = percent_decoded(uri).ok_or(malformed("its URI is damaged"))?;
            let bytes = open(&name).map_err(|error| {
                (ErrorKind::Unreadable(error.kind()), format!("cannot read '{name}': {error}"))
            })?;
            self.bytes_outside += bytes.len();
            bytes
        };
        Ok(self.keep(Content { bytes: bytes.into(), start: None }))
    }
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
