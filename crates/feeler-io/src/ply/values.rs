//! The numbers after a PLY header, ASCII or binary.

use crate::Error;
use crate::bytes::{Cursor, Endian};
use crate::text::Words;

use super::header::Scalar;

pub(super) trait Values {
    fn number(&mut self, scalar: Scalar) -> Result<f64, Error>;
    fn integer(&mut self, scalar: Scalar) -> Result<i64, Error>;
    fn skip(&mut self, scalar: Scalar, count: usize) -> Result<(), Error>;
    /// The least number of bytes that a value takes.
    fn least_size(&self, scalar: Scalar) -> usize;
    fn remaining(&self) -> usize;
    fn error(&self, reason: String) -> Error;

    /// Reads the length of a list; an error if the rest of the file is too short for the list.
    fn length(&mut self, length: Scalar, item: Scalar) -> Result<usize, Error> {
        let length = self.integer(length)?;
        let room = self.remaining() / self.least_size(item);
        match usize::try_from(length) {
            Ok(length) if length <= room => Ok(length),
            _ => Err(self.error(format!("a list of {length} items, but there is room for {room}"))),
        }
    }
}

#[derive(Clone)]
pub(super) struct Ascii<'a>(Words<'a>);

impl<'a> Ascii<'a> {
    pub(super) fn new(body: &'a [u8], first_line: usize) -> Self {
        Self(Words::new(body).counting_from_line(first_line))
    }
}

impl Values for Ascii<'_> {
    fn number(&mut self, _: Scalar) -> Result<f64, Error> {
        self.0.coordinate()
    }

    fn integer(&mut self, _: Scalar) -> Result<i64, Error> {
        self.0.integer("a whole number")
    }

    fn skip(&mut self, _: Scalar, count: usize) -> Result<(), Error> {
        for _ in 0..count {
            self.0.expect("a value")?;
        }
        Ok(())
    }

    /// The size of one digit: the separator may be missing at the end of the file.
    fn least_size(&self, _: Scalar) -> usize {
        1
    }

    fn remaining(&self) -> usize {
        self.0.remaining()
    }

    fn error(&self, reason: String) -> Error {
        self.0.error(reason)
    }
}

#[derive(Clone)]
pub(super) struct Binary<'a> {
    cursor: Cursor<'a>,
    /// The position of the last number, for errors about it.
    last: usize,
}

impl<'a> Binary<'a> {
    pub(super) fn new(bytes: &'a [u8], header: usize, endian: Endian) -> Self {
        Self { cursor: Cursor::new(bytes, endian).starting_at(header), last: header }
    }
}

impl Values for Binary<'_> {
    fn number(&mut self, scalar: Scalar) -> Result<f64, Error> {
        const WHAT: &str = "a number";
        self.last = self.cursor.position();
        match scalar {
            Scalar::F32 => self.cursor.f32(WHAT).map(f64::from),
            Scalar::F64 => self.cursor.f64(WHAT),
            _ => self.integer(scalar).map(|integer| integer as f64),
        }
    }

    fn integer(&mut self, scalar: Scalar) -> Result<i64, Error> {
        const WHAT: &str = "a whole number";
        self.last = self.cursor.position();
        match scalar {
            Scalar::I8 => self.cursor.u8(WHAT).map(|x| i64::from(x.cast_signed())),
            Scalar::U8 => self.cursor.u8(WHAT).map(i64::from),
            Scalar::I16 => self.cursor.u16(WHAT).map(|x| i64::from(x.cast_signed())),
            Scalar::U16 => self.cursor.u16(WHAT).map(i64::from),
            Scalar::I32 => self.cursor.u32(WHAT).map(|x| i64::from(x.cast_signed())),
            Scalar::U32 => self.cursor.u32(WHAT).map(i64::from),
            Scalar::F32 | Scalar::F64 => {
                Err(self.error("an index must be a whole number".to_owned()))
            }
        }
    }

    fn skip(&mut self, scalar: Scalar, count: usize) -> Result<(), Error> {
        self.cursor.take(scalar.size().saturating_mul(count), "a value").map(drop)
    }

    fn least_size(&self, scalar: Scalar) -> usize {
        scalar.size()
    }

    fn remaining(&self) -> usize {
        self.cursor.remaining()
    }

    fn error(&self, reason: String) -> Error {
        Error::malformed(reason).at_byte(self.last)
    }
}
