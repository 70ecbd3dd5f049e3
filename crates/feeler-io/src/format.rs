//! The formats that can be read, and how a file's format is recognised.

use std::path::Path;

use crate::{Error, ErrorKind, off, stl, text};

/// A mesh format, recognised by the file's extension or its content.
///
/// ```
/// use feeler_io::Format;
/// assert_eq!(Format::from_extension("GLB"), Some(Format::Gltf));
/// assert_eq!(Format::from_content(b"ply\nformat ascii 1.0\n"), Some(Format::Ply));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Wavefront OBJ.
    Obj,
    /// STL, ASCII or binary.
    Stl,
    /// PLY, ASCII or binary.
    Ply,
    /// Geomview OFF and its variants (COFF, NOFF, …), ASCII or binary.
    Off,
    /// glTF 2.0, JSON or binary (GLB).
    Gltf,
    /// 3MF.
    ThreeMf,
    /// COLLADA 1.4 and 1.5 (.dae).
    Collada,
}

impl Format {
    /// All formats; formats with a signature come first, so that the most reliable test decides.
    const ALL: [Self; 7] =
        [Self::Ply, Self::ThreeMf, Self::Gltf, Self::Collada, Self::Off, Self::Stl, Self::Obj];

    /// The format that usually has this extension, in upper or lower case.
    pub fn from_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "obj" => Some(Self::Obj),
            "stl" => Some(Self::Stl),
            "ply" => Some(Self::Ply),
            "off" | "coff" | "noff" | "cnoff" | "stoff" => Some(Self::Off),
            "gltf" | "glb" => Some(Self::Gltf),
            "3mf" => Some(Self::ThreeMf),
            "dae" => Some(Self::Collada),
            _ => None,
        }
    }

    /// The format that the content looks like.
    pub fn from_content(bytes: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.fits(bytes))
    }

    /// The format of the extension if the content fits it, or else the format of the content,
    /// because files are often misnamed.
    pub(crate) fn of_file(path: &Path, bytes: &[u8]) -> Result<Self, Error> {
        let extension = path.extension().map(|extension| extension.to_string_lossy());
        let named = extension.as_deref().and_then(Self::from_extension);
        named
            .filter(|format| format.fits(bytes))
            .or(Self::from_content(bytes))
            .or(named)
            .ok_or_else(|| {
                let reason = "unknown format: neither name nor content is that of an \
                              OBJ, STL, PLY, OFF, glTF/GLB, 3MF or COLLADA file";
                Error::new(ErrorKind::UnknownFormat, reason)
            })
    }

    fn fits(self, bytes: &[u8]) -> bool {
        let text = text::without_bom(bytes).trim_ascii_start();
        match self {
            Self::Ply => text.strip_prefix(b"ply").is_some_and(starts_with_space),
            Self::ThreeMf => bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06"),
            Self::Gltf => text.starts_with(b"glTF") || text.starts_with(b"{"),
            Self::Collada => has_collada_root(text),
            Self::Off => off::fits(text),
            Self::Stl => stl::is_binary(bytes) || stl::is_ascii(text),
            Self::Obj => has_obj_line(text),
        }
    }
}

fn starts_with_space(bytes: &[u8]) -> bool {
    bytes.first().is_some_and(u8::is_ascii_whitespace)
}

/// Whether the text is XML that names COLLADA soon: a declaration and comments may come before the root.
fn has_collada_root(text: &[u8]) -> bool {
    const LOOK_AT: usize = 1 << 12;
    let head = &text[..text.len().min(LOOK_AT)];
    text.starts_with(b"<") && head.windows(7).any(|word| word == b"COLLADA")
}

/// Whether the text has a line that only OBJ has, and no byte that text cannot have. OBJ has no
/// signature. Without the second condition, one binary file in a hundred passes.
fn has_obj_line(text: &[u8]) -> bool {
    const LOOK_AT: usize = 1 << 16;
    const KEYWORDS: [&[u8]; 9] = [b"v", b"vn", b"vt", b"f", b"o", b"g", b"s", b"mtllib", b"usemtl"];
    let head = &text[..text.len().min(LOOK_AT)];
    let is_text = |byte: &u8| *byte >= b' ' || byte.is_ascii_whitespace() || *byte == 0x0b;
    head.iter().all(is_text)
        && text::Lines::new(head).any(|(_, line)| {
            let line = line.trim_ascii_start();
            KEYWORDS
                .iter()
                .any(|keyword| line.strip_prefix(*keyword).is_some_and(starts_with_space))
        })
}
