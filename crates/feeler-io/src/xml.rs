//! XML text, as the readers of 3MF and COLLADA go through it.

#![cfg_attr(
    not(all(feature = "3mf", feature = "collada")),
    allow(dead_code, reason = "each reader uses some of it")
)]

use std::borrow::Cow;
use std::mem::size_of;

use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesEnd, BytesStart, Event};
use quick_xml::name::QName;
use quick_xml::{Reader, XmlVersion};

use crate::quota::Quota;
use crate::{Error, text};

/// A text, cut into what matters: starts and ends of elements, and the text between. An empty element
/// has a start and an end.
pub(crate) struct Elements<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    open: OpenNames,
}

/// What comes next in a text.
pub(crate) enum Item<'a> {
    Start(BytesStart<'a>),
    End(BytesEnd<'a>),
    Text(Cow<'a, str>),
    /// The text is over.
    Over,
}

impl<'a> Elements<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Self { text, reader, open: OpenNames::default() }
    }

    /// The next item. The memory of open names is taken from the quota.
    pub(crate) fn next(&mut self, quota: &mut Quota) -> Result<Item<'a>, Error> {
        loop {
            let event = self.reader.read_event().map_err(|error| {
                self.at(self.reader.error_position() as usize, error.to_string())
            })?;
            return Ok(match event {
                Event::Start(element) => {
                    quota.take(self.open.add(element.name()))?;
                    Item::Start(element)
                }
                Event::End(element) => {
                    self.open.remove(element.name());
                    Item::End(element)
                }
                Event::Text(text) => Item::Text(text.into_inner()),
                Event::CData(text) => Item::Text(text.into_inner()),
                Event::Eof => Item::Over,
                _ => continue,
            });
        }
    }

    /// The start of the next element within the open one; `None` at its end. Each child must be read to
    /// its own end, or skipped.
    pub(crate) fn child(&mut self, quota: &mut Quota) -> Result<Option<BytesStart<'a>>, Error> {
        loop {
            match self.next(quota)? {
                Item::Start(element) => return Ok(Some(element)),
                Item::End(_) => return Ok(None),
                Item::Text(_) => {}
                Item::Over => return Err(self.early()),
            }
        }
    }

    /// The next piece of text within the open element; `None` at its end. Elements in it are skipped.
    pub(crate) fn text(&mut self, quota: &mut Quota) -> Result<Option<Cow<'a, str>>, Error> {
        loop {
            match self.next(quota)? {
                Item::Start(_) => self.skip(quota)?,
                Item::End(_) => return Ok(None),
                Item::Text(text) => return Ok(Some(text)),
                Item::Over => return Err(self.early()),
            }
        }
    }

    /// Goes on behind the end of the open element.
    pub(crate) fn skip(&mut self, quota: &mut Quota) -> Result<(), Error> {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.next(quota)? {
                Item::Start(_) => depth += 1,
                Item::End(_) => depth -= 1,
                Item::Text(_) => {}
                Item::Over => return Err(self.early()),
            }
        }
        Ok(())
    }

    /// An error at the last item.
    pub(crate) fn error(&self, reason: impl Into<String>) -> Error {
        self.at(self.reader.buffer_position() as usize, reason)
    }

    /// An error at a word of the text.
    pub(crate) fn error_at(&self, word: &str, reason: impl Into<String>) -> Error {
        let start = word.as_ptr().addr().checked_sub(self.text.as_ptr().addr());
        match start.filter(|&start| start < self.text.len()) {
            Some(start) => self.at(start, reason),
            None => self.error(reason), // a copy, because the text has references in it
        }
    }

    fn early(&self) -> Error {
        self.at(self.text.len(), "the file ends within an element")
    }

    fn at(&self, position: usize, reason: impl Into<String>) -> Error {
        Error::malformed(reason).at_line(text::line_at(self.text.as_bytes(), position))
    }
}

/// The total size of the names of the open elements, which the XML reader stores.
#[derive(Default)]
struct OpenNames {
    bytes: usize,
    most: usize,
}

impl OpenNames {
    /// Adds a name and returns by how many bytes the peak grows. The reader's lists double, so this
    /// is three times their content.
    fn add(&mut self, name: QName) -> usize {
        self.bytes += Self::size(name);
        let more = self.bytes.saturating_sub(self.most);
        self.most += more;
        3 * more
    }

    fn remove(&mut self, name: QName) {
        self.bytes = self.bytes.saturating_sub(Self::size(name));
    }

    fn size(name: QName) -> usize {
        size_of::<usize>() + name.as_ref().len()
    }
}

/// The attributes of an element; the error is the reason why the text is none.
pub(crate) fn attributes<'a>(
    element: &'a BytesStart,
) -> impl Iterator<Item = Result<Attribute<'a>, String>> {
    let mut attributes = element.attributes();
    attributes.with_checks(false); // no search for duplicates: it costs a list for every vertex
    attributes.map(|attribute| attribute.map_err(|error| error.to_string()))
}

/// The value of the attribute of a name, with its references replaced; `None` if there is none.
pub(crate) fn attribute(element: &BytesStart, name: &str) -> Result<Option<String>, String> {
    for attribute in attributes(element) {
        let attribute = attribute?;
        if attribute.key.as_ref() == name {
            return unescaped(&attribute).map(Some);
        }
    }
    Ok(None)
}

/// The value of an attribute that is a whole number.
pub(crate) fn integer(attribute: &Attribute) -> Result<i64, String> {
    text::integer(attribute.value.trim().as_bytes())
}

/// The value of an attribute, with its references replaced.
pub(crate) fn unescaped(attribute: &Attribute) -> Result<String, String> {
    let value = attribute.normalized_value(XmlVersion::Implicit1_0);
    value.map(|value| value.into_owned()).map_err(|error| error.to_string())
}
