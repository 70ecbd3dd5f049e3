//! The header of a PLY file: the format, the elements and their properties.

use crate::Error;
use crate::bytes::Endian;
use crate::text::quoted;

pub(super) struct Header {
    pub(super) encoding: Encoding,
    pub(super) elements: Vec<Element>,
    /// The length in bytes, including the line end after `end_header`.
    pub(super) length: usize,
    pub(super) lines: usize,
}

#[derive(Clone, Copy)]
pub(super) enum Encoding {
    Ascii,
    Binary(Endian),
}

pub(super) struct Element {
    pub(super) name: String,
    pub(super) count: usize,
    pub(super) properties: Vec<Property>,
    line: usize,
}

impl Element {
    /// An error about a declaration of the header, with the line of the declaration.
    pub(super) fn error(&self, reason: impl Into<String>) -> Error {
        Error::malformed(reason).at_line(self.line)
    }
}

pub(super) struct Property {
    pub(super) name: String,
    pub(super) shape: Shape,
}

#[derive(Clone, Copy)]
pub(super) enum Shape {
    Single(Scalar),
    List { length: Scalar, item: Scalar },
}

#[derive(Clone, Copy)]
pub(super) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Header {
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let mut lines = HeaderLines::new(bytes);
        let mut encoding = None;
        let mut elements: Vec<Element> = Vec::new();
        if lines.next() != Some(b"ply") {
            return Err(lines.error("a PLY file begins with 'ply'"));
        }
        loop {
            let Some(line) = lines.next() else {
                return Err(lines.error("the file ends before 'end_header'"));
            };
            let words: Vec<&[u8]> = line
                .split(u8::is_ascii_whitespace)
                .filter(|word| !word.is_empty())
                .take(6)
                .collect();
            match words[..] {
                [] | [b"comment" | b"obj_info", ..] => {}
                [b"end_header"] => break,
                [b"format", name, _] => {
                    let known = Encoding::from_name(name);
                    encoding = Some(known.ok_or_else(|| {
                        lines.error(&format!("{} is not a PLY encoding", quoted(name)))
                    })?);
                }
                [b"element", name, count] => {
                    let count = std::str::from_utf8(count).ok().and_then(|c| c.parse().ok());
                    let count = count.ok_or_else(|| {
                        lines.error(&format!("{} is not a count", quoted(words[2])))
                    })?;
                    let (name, properties, line) = (owned(name), Vec::new(), lines.number);
                    elements.push(Element { name, count, properties, line });
                }
                [b"property", ref declaration @ ..] => {
                    let property = Property::parse(declaration);
                    match (property, elements.last_mut()) {
                        (Ok(property), Some(element)) => element.properties.push(property),
                        (Ok(_), None) => {
                            return Err(lines.error("a property comes before any element"));
                        }
                        (Err(reason), _) => return Err(lines.error(&reason)),
                    }
                }
                [first, ..] => {
                    let reason = format!("header line {} is not understood", quoted(first));
                    return Err(lines.error(&reason));
                }
            }
        }
        let encoding = encoding.ok_or_else(|| lines.error("the header has no 'format' line"))?;
        Ok(Self { encoding, elements, length: lines.at, lines: lines.number })
    }
}

impl Encoding {
    fn from_name(name: &[u8]) -> Option<Self> {
        match name {
            b"ascii" => Some(Self::Ascii),
            b"binary_little_endian" => Some(Self::Binary(Endian::Little)),
            b"binary_big_endian" => Some(Self::Binary(Endian::Big)),
            _ => None,
        }
    }
}

impl Property {
    fn parse(words: &[&[u8]]) -> Result<Self, String> {
        let scalar = |name: &[u8]| {
            Scalar::from_name(name).ok_or_else(|| format!("{} is not a PLY type", quoted(name)))
        };
        match *words {
            [b"list", length, item, name] => {
                let length = match scalar(length)? {
                    Scalar::F32 | Scalar::F64 => {
                        return Err("the length of a list must be a whole number".to_owned());
                    }
                    length => length,
                };
                Ok(Self { name: owned(name), shape: Shape::List { length, item: scalar(item)? } })
            }
            [kind, name] => Ok(Self { name: owned(name), shape: Shape::Single(scalar(kind)?) }),
            _ => Err("a property needs a type and a name".to_owned()),
        }
    }
}

impl Scalar {
    fn from_name(name: &[u8]) -> Option<Self> {
        match name {
            b"char" | b"int8" => Some(Self::I8),
            b"uchar" | b"uint8" => Some(Self::U8),
            b"short" | b"int16" => Some(Self::I16),
            b"ushort" | b"uint16" => Some(Self::U16),
            b"int" | b"int32" => Some(Self::I32),
            b"uint" | b"uint32" => Some(Self::U32),
            b"float" | b"float32" => Some(Self::F32),
            b"double" | b"float64" => Some(Self::F64),
            _ => None,
        }
    }

    pub(super) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }
}

fn owned(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

/// The lines of a header, which all end like the first.
///
/// The line end must be known exactly, because the body may begin with any byte, also with one that
/// looks like half a line end.
struct HeaderLines<'a> {
    bytes: &'a [u8],
    at: usize,
    number: usize,
    end: &'static [u8],
}

impl<'a> HeaderLines<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let first = bytes.iter().position(|&byte| matches!(byte, b'\n' | b'\r'));
        let end: &[u8] = match first.map(|at| &bytes[at..]) {
            Some([b'\r', b'\n', ..]) => b"\r\n",
            Some([b'\r', ..]) => b"\r",
            _ => b"\n",
        };
        Self { bytes, at: 0, number: 0, end }
    }

    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = &self.bytes[self.at..];
        let length = rest.windows(self.end.len()).position(|window| window == self.end)?;
        self.at += length + self.end.len();
        self.number += 1;
        Some(rest[..length].trim_ascii_end())
    }

    fn error(&self, reason: &str) -> Error {
        Error::malformed(reason).at_line(self.number.max(1))
    }
}
