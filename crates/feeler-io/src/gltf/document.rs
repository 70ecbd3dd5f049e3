//! The structures of the JSON text of a glTF file.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::bytes::{Cursor, Endian};
use crate::{Error, Placement};
use crate::{quota, text};

/// The top level of the JSON text. Entries of lists stay text until they are needed: this costs
/// little memory, and errors know their position.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document<'a> {
    #[serde(borrow)]
    asset: Asset<'a>,
    pub(super) scene: Option<usize>,
    #[serde(borrow, default)]
    pub(super) scenes: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) nodes: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) meshes: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) accessors: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) buffer_views: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) buffers: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    extensions_required: Vec<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Asset<'a> {
    #[serde(borrow)]
    version: Cow<'a, str>,
}

impl Document<'_> {
    /// The most bytes that the lists take while they are parsed: a list that grows doubles its
    /// memory.
    pub(super) fn cost(&self) -> usize {
        let Self { scenes, nodes, meshes, accessors, buffer_views, buffers, .. } = self;
        let lists = [scenes, nodes, meshes, accessors, buffer_views, buffers];
        lists.map(|list| 3 * quota::list::<&RawValue>(list.len())).iter().sum()
    }

    /// Refuses other versions of glTF, and required extensions that are not known to be harmless.
    pub(super) fn check_support(&self) -> Result<(), Error> {
        if !self.asset.version.starts_with("2.") {
            let reason = format!("glTF {} is not supported, only 2.0", self.asset.version);
            return Err(Error::unsupported(reason));
        }
        const LOOKS: [&str; 6] = [
            "KHR_materials_",
            "KHR_texture_",
            "EXT_texture_",
            "KHR_lights_",
            "EXT_lights_",
            "KHR_mesh_quantization",
        ];
        let harmless = |name: &str| LOOKS.iter().any(|look| name.starts_with(look));
        match self.extensions_required.iter().find(|name| !harmless(name)) {
            None => Ok(()),
            Some(name) => {
                let way = match &**name {
                    "KHR_draco_mesh_compression"
                    | "EXT_meshopt_compression"
                    | "KHR_meshopt_compression" => {
                        "its meshes are compressed; 'gltf-transform cp IN.glb OUT.glb' (npm package \
                         @gltf-transform/cli) writes them without that"
                    }
                    _ => "save it without that",
                };
                let reason = format!("the file requires {name}, which is not supported: {way}");
                Err(Error::unsupported(reason))
            }
        }
    }
}

#[derive(Deserialize)]
pub(super) struct SceneEntry {
    #[serde(default)]
    pub(super) nodes: Vec<usize>,
}

#[derive(Deserialize)]
pub(super) struct NodeEntry<'a> {
    #[serde(borrow)]
    pub(super) name: Option<Cow<'a, str>>,
    #[serde(default)]
    pub(super) children: Vec<usize>,
    pub(super) mesh: Option<usize>,
    matrix: Option<[f64; 16]>,
    translation: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
    scale: Option<[f64; 3]>,
    #[serde(default)]
    pub(super) extensions: NodeExtensions,
}

#[derive(Default, Deserialize)]
pub(super) struct NodeExtensions {
    #[serde(rename = "EXT_mesh_gpu_instancing")]
    pub(super) instancing: Option<IgnoredAny>,
}

impl NodeEntry<'_> {
    /// The placement of the node in its parent; `None` if the file gives none.
    pub(super) fn placement(&self) -> Result<Option<Box<Placement>>, &'static str> {
        let moves = self.translation.is_some() || self.rotation.is_some() || self.scale.is_some();
        match self.matrix {
            Some(matrix) => of_matrix(matrix).map(|placement| Some(Box::new(placement))),
            None if moves => self.motion().map(|placement| Some(Box::new(placement))),
            None => Ok(None),
        }
    }

    fn motion(&self) -> Result<Placement, &'static str> {
        let [tx, ty, tz] = self.translation.unwrap_or_default();
        let [x, y, z, w] = self.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
        let [sx, sy, sz] = self.scale.unwrap_or([1.0; 3]);
        // Quaternions in files are rounded: dividing by the squared length makes the matrix a
        // rotation again.
        let s = 2.0 / (x * x + y * y + z * z + w * w);
        if !s.is_finite() {
            return Err("the rotation is no quaternion of length one");
        }
        let rotation = [
            [1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
            [s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w)],
            [s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y)],
        ];
        let row = |[a, b, c]: [f64; 3], t| [a * sx, b * sy, c * sz, t];
        Ok(Placement([row(rotation[0], tx), row(rotation[1], ty), row(rotation[2], tz)]))
    }
}

/// Reads a matrix that is stored column by column.
fn of_matrix(m: [f64; 16]) -> Result<Placement, &'static str> {
    if [m[3], m[7], m[11], m[15]] != [0.0, 0.0, 0.0, 1.0] {
        return Err("the last row of the matrix is not 0 0 0 1");
    }
    Ok(Placement([0, 1, 2].map(|row| [m[row], m[row + 4], m[row + 8], m[row + 12]])))
}

#[derive(Deserialize)]
pub(super) struct MeshEntry<'a> {
    #[serde(borrow)]
    pub(super) name: Option<Cow<'a, str>>,
    pub(super) primitives: Vec<PrimitiveEntry>,
}

#[derive(Deserialize)]
pub(super) struct PrimitiveEntry {
    pub(super) attributes: Attributes,
    pub(super) indices: Option<usize>,
    pub(super) mode: Option<u32>,
}

#[derive(Deserialize)]
pub(super) struct Attributes {
    #[serde(rename = "POSITION")]
    pub(super) position: Option<usize>,
}

/// The error for an index beyond the end of a list.
pub(super) fn missing(what: &str, index: usize, count: usize) -> Error {
    Error::malformed(format!("{what} {index} does not exist, there are {count}"))
}

/// The JSON text, which may be a chunk of a binary file.
pub(super) struct Json<'a> {
    bytes: &'a [u8],
    chunk_start: Option<usize>,
}

/// The binary chunk of a GLB file.
#[derive(Clone, Copy)]
pub(super) struct Chunk<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) start: usize,
}

impl<'a> Json<'a> {
    pub(super) fn of_file(bytes: &'a [u8]) -> Result<(Self, Option<Chunk<'a>>), Error> {
        if !bytes.starts_with(b"glTF") {
            return Ok((Self { bytes: text::without_bom(bytes), chunk_start: None }, None));
        }
        let mut cursor = Cursor::new(bytes, Endian::Little).starting_at(4);
        let version = cursor.u32("the version")?;
        if version != 2 {
            let reason = format!("binary glTF {version} is not supported, only 2");
            return Err(Error::unsupported(reason).at_byte(4));
        }
        let length = cursor.u32("the file's length")? as usize;
        if length > bytes.len() {
            let reason =
                format!("the header announces {length} bytes, but the file has {}", bytes.len());
            return Err(Error::malformed(reason).at_byte(8));
        }
        let mut json = None;
        let mut binary = None;
        while cursor.position() + 8 <= length {
            let size = cursor.u32("the size of a chunk")? as usize;
            let kind = cursor.take(4, "the type of a chunk")?;
            let start = cursor.position();
            let bytes = cursor.take(size, "the end of a chunk")?;
            match kind {
                b"JSON" if json.is_none() => json = Some(Self { bytes, chunk_start: Some(start) }),
                b"BIN\0" if binary.is_none() => binary = Some(Chunk { bytes, start }),
                _ => {}
            }
        }
        let json =
            json.ok_or_else(|| Error::malformed("the file has no JSON chunk").at_byte(12))?;
        Ok((json, binary))
    }

    /// The most bytes that parsed entries (accessors, primitives and so on) take.
    /// `{"attributes":{}}` takes the most in proportion to its text.
    pub(super) fn cost(&self) -> usize {
        self.bytes.len().saturating_mul(8)
    }

    pub(super) fn document(&self) -> Result<Document<'a>, Error> {
        serde_json::from_slice(self.bytes).map_err(|error| self.syntax_error(0, self.bytes, &error))
    }

    /// Parses an entry of one of the document's lists.
    pub(super) fn entry<T: Deserialize<'a>>(
        &self,
        what: &str,
        list: &[&'a RawValue],
        index: usize,
    ) -> Result<T, Error> {
        let &raw = list.get(index).ok_or_else(|| missing(what, index, list.len()))?;
        let text = raw.get();
        serde_json::from_str(text)
            .map_err(|error| self.syntax_error(self.position(raw), text.as_bytes(), &error))
    }

    /// An error located at an entry of a list.
    pub(super) fn error(&self, raw: &RawValue, reason: impl Into<String>) -> Error {
        self.at(self.position(raw), Error::malformed(reason))
    }

    fn position(&self, raw: &RawValue) -> usize {
        raw.get().as_ptr().addr() - self.bytes.as_ptr().addr()
    }

    fn syntax_error(&self, start: usize, text: &[u8], error: &serde_json::Error) -> Error {
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or(&reason);
        let lines = text.split(|&byte| byte == b'\n').take(error.line().saturating_sub(1));
        let before: usize = lines.map(|line| line.len() + 1).sum();
        self.at(start + before + error.column().saturating_sub(1), Error::malformed(reason))
    }

    fn at(&self, position: usize, error: Error) -> Error {
        match self.chunk_start {
            Some(start) => error.at_byte(start + position),
            None => error.at_line(text::line_at(self.bytes, position)),
        }
    }
}
