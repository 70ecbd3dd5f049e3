//! A cursor that reads numbers from binary files.

use crate::Error;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Endian {
    Little,
    Big,
}

/// A read position in a binary file.
#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    endian: Endian,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8], endian: Endian) -> Self {
        Self { bytes, at: 0, endian }
    }

    pub(crate) fn starting_at(mut self, position: usize) -> Self {
        self.at = position.min(self.bytes.len());
        self
    }

    pub(crate) fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Reads the next `count` bytes; the error for a short file contains `what`, the name of the
    /// item.
    pub(crate) fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], Error> {
        if count > self.remaining() {
            return Err(self.error(format!(
                "the file ends before {what}: {count} bytes are needed, {} are left",
                self.remaining()
            )));
        }
        let taken = &self.bytes[self.at..self.at + count];
        self.at += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], Error> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, what)?);
        if self.endian == Endian::Big {
            array.reverse();
        }
        Ok(array)
    }

    pub(crate) fn u8(&mut self, what: &str) -> Result<u8, Error> {
        self.array(what).map(u8::from_le_bytes)
    }

    pub(crate) fn u16(&mut self, what: &str) -> Result<u16, Error> {
        self.array(what).map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self, what: &str) -> Result<u32, Error> {
        self.array(what).map(u32::from_le_bytes)
    }

    pub(crate) fn f32(&mut self, what: &str) -> Result<f32, Error> {
        self.array(what).map(f32::from_le_bytes)
    }

    pub(crate) fn f64(&mut self, what: &str) -> Result<f64, Error> {
        self.array(what).map(f64::from_le_bytes)
    }

    pub(crate) fn error(&self, reason: impl Into<String>) -> Error {
        Error::malformed(reason).at_byte(self.at)
    }
}
