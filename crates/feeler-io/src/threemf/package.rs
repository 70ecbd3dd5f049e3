//! The zip archive around a 3MF model.

use std::io::{Cursor, Read};

use quick_xml::events::Event;
use quick_xml::{Reader, XmlVersion};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::{Error, ErrorKind};

/// An archive, whose entries inflate to a bounded size in all.
pub(super) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    left: usize,
}

const RELATIONSHIPS: &str = "_rels/.rels";
const USUAL_ROOT: &str = "3D/3dmodel.model";

impl<'a> Package<'a> {
    /// Text deflates to a tenth, at best to a hundredth; a bomb to a thousandth.
    const FLOOR: usize = 16 << 20;
    const RATIO: usize = 128;

    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, Error> {
        let archive = ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| Error::malformed(format!("damaged zip archive: {error}")))?;
        let left = Self::FLOOR.saturating_add(bytes.len().saturating_mul(Self::RATIO));
        Ok(Self { archive, left })
    }

    /// The entry that the package's relationships name as its model.
    pub(super) fn root_model(&mut self) -> Result<String, Error> {
        if self.archive.index_for_name(RELATIONSHIPS).is_none() {
            return Ok(USUAL_ROOT.to_owned());
        }
        let text = self.read(RELATIONSHIPS)?;
        let mut reader = Reader::from_str(&text);
        loop {
            let (Event::Start(element) | Event::Empty(element)) = (match reader.read_event() {
                Ok(Event::Eof) | Err(_) => return Ok(USUAL_ROOT.to_owned()),
                Ok(event) => event,
            }) else {
                continue;
            };
            let value = |name: &str| {
                let attribute = element.try_get_attribute(name).ok().flatten();
                let value = attribute?.normalized_value(XmlVersion::Implicit1_0).ok()?;
                Some(value.into_owned())
            };
            let leads_to_model = value("Type").is_some_and(|kind| kind.ends_with("/3dmodel"));
            if let Some(target) = value("Target").filter(|_| leads_to_model) {
                return Ok(entry_name(&target));
            }
        }
    }

    /// An entry's text.
    pub(super) fn read(&mut self, name: &str) -> Result<String, Error> {
        let fail = |error: ZipError| Error::malformed(error.to_string()).in_entry(name);
        let Some(index) = self.index(name) else {
            return Err(Error::malformed(format!("the archive has no entry '{name}'")));
        };
        let file = self.archive.by_index(index).map_err(fail)?;
        let mut bytes = Vec::new();
        let read = file.take(self.left as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|error| {
            Error::malformed(format!("damaged zip archive: {error}")).in_entry(name)
        })?;
        let Some(left) = self.left.checked_sub(bytes.len()) else {
            let reason = "the archive inflates to more than 16 MiB + 128 times its size";
            return Err(Error::new(ErrorKind::TooLarge, reason).in_entry(name));
        };
        self.left = left;
        String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            Error::malformed("the text is not UTF-8").at_byte(at).in_entry(name)
        })
    }

    /// Names in packages are the same in upper and lower case.
    fn index(&self, name: &str) -> Option<usize> {
        let same = |other: &[u8]| other.eq_ignore_ascii_case(name.as_bytes());
        self.archive.index_for_name(name).or_else(|| self.archive.file_names_raw().position(same))
    }
}

/// Paths in packages begin at the root, with or without a slash.
pub(super) fn entry_name(path: &str) -> String {
    path.trim_start_matches('/').to_owned()
}
