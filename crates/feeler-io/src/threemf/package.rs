//! The zip archive around a 3MF model.

use std::collections::HashMap;
use std::io::{Cursor, Read};

use quick_xml::events::Event;
use quick_xml::{Reader, XmlVersion};
use zip::ZipArchive;

use crate::quota::{INFLATED_FLOOR, INFLATED_PER_BYTE, Quota};
use crate::{Error, ErrorKind};

/// An archive whose entries inflate to a bounded total size.
pub(super) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// The number of each entry by its name in lower case.
    entries: HashMap<Vec<u8>, usize>,
    left: usize,
}

const RELATIONSHIPS: &str = "_rels/.rels";
const USUAL_ROOT: &str = "3D/3dmodel.model";

impl<'a> Package<'a> {
    pub(super) fn open(bytes: &'a [u8], quota: &mut Quota) -> Result<Self, Error> {
        /// The bytes that the zip library and our table hold for an entry, without names.
        const ENTRY_BYTES: usize = 512;
        let archive = ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| Error::malformed(format!("damaged zip archive: {error}")))?;
        quota.take(ENTRY_BYTES.saturating_mul(archive.len()))?;
        let mut entries = HashMap::new();
        for (index, name) in archive.file_names_raw().enumerate() {
            entries.entry(name.to_ascii_lowercase()).or_insert(index);
        }
        let left = bytes.len().saturating_mul(INFLATED_PER_BYTE).saturating_add(INFLATED_FLOOR);
        Ok(Self { archive, entries, left })
    }

    /// The name of the entry that is the root model according to the package's relationships.
    pub(super) fn root_model(&mut self, quota: &mut Quota) -> Result<String, Error> {
        let Some(index) = self.index(RELATIONSHIPS) else {
            return Ok(USUAL_ROOT.to_owned());
        };
        let text = self.read(index, quota).map_err(|error| error.in_entry(RELATIONSHIPS))?;
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

    /// The number of an entry; an error if there is none with this name.
    pub(super) fn find(&self, name: &str) -> Result<usize, Error> {
        self.index(name)
            .ok_or_else(|| Error::malformed(format!("the archive has no entry '{name}'")))
    }

    /// Reads an entry's text, whose memory is taken from the quota before it is inflated.
    pub(super) fn read(&mut self, index: usize, quota: &mut Quota) -> Result<String, Error> {
        const FIRST_PIECE: usize = 1 << 16;
        let damaged = |reason: String| Error::malformed(format!("damaged zip archive: {reason}"));
        let file =
            self.archive.by_index(index).map_err(|error| Error::malformed(error.to_string()))?;
        let announced = usize::try_from(file.size()).unwrap_or(usize::MAX);
        let Some(left) = self.left.checked_sub(announced) else {
            let reason = format!(
                "the archive inflates to more than {} MiB + {INFLATED_PER_BYTE} times its size",
                INFLATED_FLOOR >> 20
            );
            return Err(Error::new(ErrorKind::TooLarge, reason));
        };
        self.left = left;
        quota.take(announced + FIRST_PIECE)?;
        let mut file = file.take(announced as u64 + 1);
        let mut bytes = Vec::with_capacity(announced.min(FIRST_PIECE));
        let mut read = file.by_ref().take(FIRST_PIECE as u64).read_to_end(&mut bytes);
        if bytes.len() == FIRST_PIECE {
            // Reserved only now: most entries that announce too many bytes do not even fill a first
            // piece.
            bytes.reserve_exact(announced.saturating_sub(FIRST_PIECE));
            read = read.and_then(|_| file.read_to_end(&mut bytes));
        }
        read.map_err(|error| damaged(error.to_string()))?;
        if bytes.len() != announced {
            return Err(damaged(format!(
                "an entry does not have the {announced} bytes it announces"
            )));
        }
        String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            Error::malformed("the text is not UTF-8").at_byte(at)
        })
    }

    /// The number of an entry. Names in packages ignore upper and lower case.
    fn index(&self, name: &str) -> Option<usize> {
        let name = name.as_bytes();
        let folded = || self.entries.get(&name.to_ascii_lowercase()).copied();
        self.archive.index_for_name_raw(name).or_else(folded)
    }
}

/// The name of the entry with this path. Paths in packages begin at the root, with or without a
/// slash.
pub(super) fn entry_name(path: &str) -> String {
    path.trim_start_matches('/').to_owned()
}
