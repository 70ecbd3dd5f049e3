//! Answers as rows of numpy arrays.
//!
//! A row is written as the bytes that numpy's type of it has, without gaps.

use feeler::{Closest, Contact, FirstContact, Verdict};
use feeler_field::{Depth, Related};
use pyo3::prelude::*;
use pyo3::types::PyList;

/// The type of a row.
pub(crate) enum Layout {
    /// One value, by the name that numpy has for it.
    Plain(&'static str),
    /// Fields: the name, the type, and the length of an axis for each.
    Fields(&'static [(&'static str, &'static str, &'static [usize])]),
}

impl Layout {
    /// The type, as numpy has it; `in_list` adds a field for the number of the pose.
    pub(crate) fn dtype<'py>(
        &self,
        py: Python<'py>,
        in_list: InList,
    ) -> PyResult<Bound<'py, PyAny>> {
        let dtype = py.import("numpy")?.getattr("dtype")?;
        match self {
            Self::Plain(name) => dtype.call1((*name,)),
            Self::Fields(fields) => {
                let list = PyList::empty(py);
                if let InList::OfManyPoses = in_list {
                    list.append(("pose", "i8"))?;
                }
                for (name, kind, shape) in *fields {
                    match shape {
                        [] => list.append((*name, *kind))?,
                        [length] => list.append((*name, *kind, (*length,)))?,
                        _ => list.append((*name, *kind, shape.to_vec()))?,
                    }
                }
                dtype.call1((list,))
            }
        }
    }
}

/// Whether the rows of several poses stand in one list.
#[derive(Clone, Copy)]
pub(crate) enum InList {
    OfOnePose,
    OfManyPoses,
}

/// An answer that is a row.
pub(crate) trait Record {
    const LAYOUT: Layout;

    /// Appends the bytes of the row.
    fn write(&self, bytes: &mut Vec<u8>);
}

/// The number of a triangle where there is none.
const NO_TRIANGLE: u32 = u32::MAX;

impl Record for bool {
    const LAYOUT: Layout = Layout::Plain("?");

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(u8::from(*self));
    }
}

impl Record for Contact {
    const LAYOUT: Layout = Layout::Fields(&[("a", "u4", &[]), ("b", "u4", &[])]);

    fn write(&self, bytes: &mut Vec<u8>) {
        integers(&[self.a, self.b], bytes);
    }
}

impl Record for Closest {
    const LAYOUT: Layout = Layout::Fields(&[
        ("distance", "f8", &[]),
        ("on_a", "f8", &[3]),
        ("on_b", "f8", &[3]),
        ("triangles", "u4", &[2]),
    ]);

    fn write(&self, bytes: &mut Vec<u8>) {
        floats(&[self.distance], bytes);
        floats(&self.on_a, bytes);
        floats(&self.on_b, bytes);
        integers(&self.triangles, bytes);
    }
}

/// No nearest points: the distance is infinite.
impl Record for Option<Closest> {
    const LAYOUT: Layout = Closest::LAYOUT;

    fn write(&self, bytes: &mut Vec<u8>) {
        self.unwrap_or(NOTHING_NEAR).write(bytes);
    }
}

const NOTHING_NEAR: Closest = Closest {
    distance: f64::INFINITY,
    on_a: [f64::NAN; 3],
    on_b: [f64::NAN; 3],
    triangles: [NO_TRIANGLE; 2],
};

/// No contact on the way: the time is infinite.
impl Record for Option<FirstContact> {
    const LAYOUT: Layout = Layout::Fields(&[
        ("time", "f8", &[]),
        ("pose", "f8", &[4, 4]),
        ("normal", "f8", &[3]),
        ("distance", "f8", &[]),
        ("on_a", "f8", &[3]),
        ("on_b", "f8", &[3]),
        ("triangles", "u4", &[2]),
    ]);

    fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Some(FirstContact { time, pose, closest, normal, .. }) => {
                floats(&[*time], bytes);
                floats(&pose.to_row_major(), bytes);
                floats(&normal.unwrap_or([f64::NAN; 3]), bytes);
                closest.write(bytes);
            }
            None => {
                floats(&[f64::INFINITY], bytes);
                floats(&[f64::NAN; 16 + 3], bytes);
                NOTHING_NEAR.write(bytes);
            }
        }
    }
}

impl Record for Verdict {
    const LAYOUT: Layout = Layout::Fields(&[
        ("touches", "?", &[]),
        ("is_proof", "?", &[]),
        ("p", "f8", &[]),
        ("triangles", "u4", &[2]),
    ]);

    fn write(&self, bytes: &mut Vec<u8>) {
        self.touches().write(bytes);
        self.is_proof().write(bytes);
        floats(&[self.p()], bytes);
        let triangles = match self {
            Self::Hit(Contact { a, b }) => [*a, *b],
            Self::Free | Self::Likely { .. } => [NO_TRIANGLE; 2],
        };
        integers(&triangles, bytes);
    }
}

impl Record for Related {
    const LAYOUT: Layout = Layout::Fields(&[("relation", "U10", &[]), ("confidence", "f8", &[])]);

    fn write(&self, bytes: &mut Vec<u8>) {
        text(self.relation.name(), 10, bytes);
        floats(&[self.confidence], bytes);
    }
}

impl Record for Depth {
    const LAYOUT: Layout = Layout::Fields(&[
        ("lower", "f8", &[]),
        ("upper", "f8", &[]),
        ("translation", "f8", &[3]),
        ("pose", "f8", &[4, 4]),
        ("proof", "U6", &[]),
    ]);

    fn write(&self, bytes: &mut Vec<u8>) {
        floats(&[self.lower, self.upper], bytes);
        floats(&self.translation, bytes);
        floats(&self.pose.to_row_major(), bytes);
        text(self.proof.name(), 6, bytes);
    }
}

fn floats(numbers: &[f64], bytes: &mut Vec<u8>) {
    bytes.extend(numbers.iter().flat_map(|x| x.to_ne_bytes()));
}

fn integers(numbers: &[u32], bytes: &mut Vec<u8>) {
    bytes.extend(numbers.iter().flat_map(|x| x.to_ne_bytes()));
}

/// The text, with four bytes for each character, filled up with zeros.
fn text(text: &str, length: usize, bytes: &mut Vec<u8>) {
    debug_assert!(text.len() <= length && text.is_ascii());
    let characters = text.chars().map(u32::from).chain(std::iter::repeat(0)).take(length);
    bytes.extend(characters.flat_map(|x| x.to_ne_bytes()));
}
