//! Numbers in the buffers of a glTF file.

use std::borrow::Cow;
use std::cell::OnceCell;

use serde::Deserialize;

use crate::Error;
use crate::error::checked_coordinate;

use super::buffer::Buffers;
use super::document::{Document, Json};

/// The accessors of a file. An accessor is parsed only once, at its first use: thousands of
/// primitives may share one.
pub(super) struct Accessors<'a> {
    json: &'a Json<'a>,
    document: &'a Document<'a>,
    buffers: Buffers<'a>,
    entries: Vec<Lazy<AccessorEntry<'a>>>,
    views: Vec<Lazy<ViewEntry>>,
}

/// An entry that is parsed at its first use. It is boxed, because most entries of a hostile list
/// are never used.
type Lazy<T> = OnceCell<Box<T>>;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AccessorEntry<'a> {
    buffer_view: Option<usize>,
    #[serde(default)]
    byte_offset: usize,
    component_type: u32,
    count: usize,
    #[serde(rename = "type", borrow)]
    shape: Cow<'a, str>,
    #[serde(default)]
    normalized: bool,
    sparse: Option<SparseEntry>,
}

#[derive(Deserialize)]
struct SparseEntry {
    count: usize,
    indices: SparseIndices,
    values: SparseValues,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SparseIndices {
    buffer_view: usize,
    #[serde(default)]
    byte_offset: usize,
    component_type: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SparseValues {
    buffer_view: usize,
    #[serde(default)]
    byte_offset: usize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ViewEntry {
    buffer: usize,
    #[serde(default)]
    byte_offset: usize,
    byte_length: usize,
    byte_stride: Option<usize>,
}

/// Elements of equal size at a constant stride.
struct Region<'b> {
    bytes: &'b [u8],
    stride: usize,
    size: usize,
    start: Option<usize>,
}

impl<'b> Region<'b> {
    fn element(&self, index: usize) -> &'b [u8] {
        &self.bytes[index * self.stride..][..self.size]
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn from_code(code: u32) -> Option<Self> {
        match code {
            5120 => Some(Self::I8),
            5121 => Some(Self::U8),
            5122 => Some(Self::I16),
            5123 => Some(Self::U16),
            5125 => Some(Self::U32),
            5126 => Some(Self::F32),
            _ => None,
        }
    }

    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The largest integer of the type, which `normalized` maps to 1.
    fn one(self) -> f64 {
        match self {
            Self::I8 => f64::from(i8::MAX),
            Self::U8 => f64::from(u8::MAX),
            Self::I16 => f64::from(i16::MAX),
            Self::U16 => f64::from(u16::MAX),
            Self::U32 => f64::from(u32::MAX),
            Self::F32 => 1.0,
        }
    }

    fn value(self, bytes: &[u8]) -> f64 {
        match (self, bytes) {
            (Self::I8, &[a]) => f64::from(a.cast_signed()),
            (Self::U8, &[a]) => f64::from(a),
            (Self::I16, &[a, b]) => f64::from(i16::from_le_bytes([a, b])),
            (Self::U16, &[a, b]) => f64::from(u16::from_le_bytes([a, b])),
            (Self::U32, &[a, b, c, d]) => f64::from(u32::from_le_bytes([a, b, c, d])),
            (Self::F32, &[a, b, c, d]) => f64::from(f32::from_le_bytes([a, b, c, d])),
            _ => unreachable!("components are cut to their size"),
        }
    }
}

impl<'a> Accessors<'a> {
    pub(super) fn new(
        json: &'a Json<'a>,
        document: &'a Document<'a>,
        buffers: Buffers<'a>,
    ) -> Self {
        let entries = document.accessors.iter().map(|_| OnceCell::new()).collect();
        let views = document.buffer_views.iter().map(|_| OnceCell::new()).collect();
        Self { json, document, buffers, entries, views }
    }

    /// The number of elements that an accessor announces; the elements are not read.
    pub(super) fn count(&self, index: usize) -> Result<usize, Error> {
        Ok(self.entry(index)?.count)
    }

    pub(super) fn positions(&self, index: usize) -> Result<Vec<[f64; 3]>, Error> {
        let entry = self.entry(index)?;
        let component = self.component(index, entry.component_type)?;
        if entry.shape != "VEC3" || component == Component::U32 {
            return Err(self.error(index, "positions must be VEC3 of floats or small integers"));
        }
        let size = 3 * component.size();
        let read = |place: usize, region: &Region, at: usize| {
            let mut position = [0.0; 3];
            let element = region.element(at);
            for (x, bytes) in position.iter_mut().zip(element.chunks_exact(component.size())) {
                let value = component.value(bytes);
                let value =
                    if entry.normalized { (value / component.one()).max(-1.0) } else { value };
                *x = checked_coordinate(value, || value.to_string()).map_err(|reason| {
                    let error = self.error(index, format!("element {place}: {reason}"));
                    match region.start {
                        Some(start) => error.at_byte(start + at * region.stride),
                        None => error,
                    }
                })?;
            }
            Ok(position)
        };
        let mut positions = match entry.buffer_view {
            None => vec![[0.0; 3]; entry.count],
            Some(view) => {
                let region = self.region(index, view, entry.byte_offset, size, entry.count)?;
                (0..entry.count).map(|at| read(at, &region, at)).collect::<Result<_, Error>>()?
            }
        };
        if let Some(sparse) = &entry.sparse {
            let (places, values) = self.sparse(index, sparse, entry.count, size)?;
            for (at, &place) in places.iter().enumerate() {
                *self.replaced(index, &mut positions, place)? = read(place as usize, &values, at)?;
            }
        }
        Ok(positions)
    }

    pub(super) fn indices(&self, index: usize) -> Result<Vec<u32>, Error> {
        let entry = self.entry(index)?;
        let component = self.index_component(index, entry.component_type)?;
        if entry.shape != "SCALAR" {
            return Err(self.error(index, "indices must be SCALAR"));
        }
        let mut indices = match entry.buffer_view {
            None => vec![0; entry.count],
            Some(view) => {
                let offset = entry.byte_offset;
                let region = self.region(index, view, offset, component.size(), entry.count)?;
                (0..entry.count).map(|at| component.value(region.element(at)) as u32).collect()
            }
        };
        if let Some(sparse) = &entry.sparse {
            let (places, values) = self.sparse(index, sparse, entry.count, component.size())?;
            for (at, &place) in places.iter().enumerate() {
                *self.replaced(index, &mut indices, place)? =
                    component.value(values.element(at)) as u32;
            }
        }
        Ok(indices)
    }

    /// The indices of the replaced elements, and the elements that replace them.
    fn sparse(
        &self,
        index: usize,
        sparse: &SparseEntry,
        elements: usize,
        size: usize,
    ) -> Result<(Vec<u32>, Region<'_>), Error> {
        let SparseEntry { count, indices, values } = sparse;
        let component = self.index_component(index, indices.component_type)?;
        if *count > elements {
            let reason = format!("{count} elements are replaced, but there are {elements}");
            return Err(self.error(index, reason));
        }
        let (view, offset) = (indices.buffer_view, indices.byte_offset);
        let places = self.region(index, view, offset, component.size(), *count)?;
        let values = self.region(index, values.buffer_view, values.byte_offset, size, *count)?;
        let places = (0..*count).map(|at| component.value(places.element(at)) as u32).collect();
        Ok((places, values))
    }

    fn replaced<'e, T>(
        &self,
        index: usize,
        elements: &'e mut [T],
        place: u32,
    ) -> Result<&'e mut T, Error> {
        let count = elements.len();
        elements.get_mut(place as usize).ok_or_else(|| {
            self.error(index, format!("element {place} is replaced, but there are {count}"))
        })
    }

    fn entry(&self, index: usize) -> Result<&AccessorEntry<'a>, Error> {
        if let Some(entry) = self.entries.get(index).and_then(OnceCell::get) {
            return Ok(entry);
        }
        let entry: AccessorEntry = self.json.entry("accessor", &self.document.accessors, index)?;
        if entry.buffer_view.is_none() && entry.sparse.is_none() {
            // By the standard, such an accessor is all zeros; in practice, an extension holds its
            // data in compressed form.
            return Err(self.error(index, "it has no data"));
        }
        Ok(self.entries[index].get_or_init(|| Box::new(entry)))
    }

    fn view(&self, index: usize) -> Result<&ViewEntry, Error> {
        if let Some(view) = self.views.get(index).and_then(OnceCell::get) {
            return Ok(view);
        }
        let view: ViewEntry = self.json.entry("bufferView", &self.document.buffer_views, index)?;
        Ok(self.views[index].get_or_init(|| Box::new(view)))
    }

    fn component(&self, index: usize, code: u32) -> Result<Component, Error> {
        Component::from_code(code)
            .ok_or_else(|| self.error(index, format!("component type {code} does not exist")))
    }

    fn index_component(&self, index: usize, code: u32) -> Result<Component, Error> {
        match self.component(index, code)? {
            component @ (Component::U8 | Component::U16 | Component::U32) => Ok(component),
            _ => Err(self.error(index, "indices must be unsigned integers")),
        }
    }

    /// The region of `count` elements; an error if the buffer is too short for them.
    fn region(
        &self,
        index: usize,
        view: usize,
        offset: usize,
        size: usize,
        count: usize,
    ) -> Result<Region<'_>, Error> {
        let view = self.view(view)?;
        let Some(content) = self.buffers.content(view.buffer) else {
            let reason =
                format!("buffer {} of {} has no content", view.buffer, self.buffers.count());
            return Err(self.error(index, reason));
        };
        let stride = view.byte_stride.unwrap_or(size);
        let start = view.byte_offset.saturating_add(offset);
        let end = view.byte_offset.saturating_add(view.byte_length).min(content.bytes.len());
        let bytes = content.bytes.get(start..end).unwrap_or_default();
        let needed = count.saturating_sub(1).saturating_mul(stride).saturating_add(size);
        if stride == 0 || (count > 0 && needed > bytes.len()) {
            return Err(self.error(
                index,
                format!("{count} elements need {needed} bytes, but there are {}", bytes.len()),
            ));
        }
        Ok(Region { bytes, stride, size, start: content.start.map(|first| first + start) })
    }

    fn error(&self, index: usize, reason: impl std::fmt::Display) -> Error {
        let reason = format!("accessor {index}: {reason}");
        match self.document.accessors.get(index) {
            Some(raw) => self.json.error(raw, reason),
            None => Error::malformed(reason),
        }
    }
}
