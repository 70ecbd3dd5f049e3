//! Models as bytes.
//!
//! ```text
//! signature   8    0x89, then "feeler" and a line feed
//! version     4    u32, 1
//! arity       4    u32: 2, 4 or 8
//! volume     16    the name of the volume, filled with zeros
//! vertices    8    u64
//! triangles   8    u64
//! slots       8    u64: the slots in use
//! boxes       8    u64: the slots again, if the volume is an oriented box, or 0
//!
//! 24 bytes for each vertex: three f64
//! 12 bytes for each triangle: three u32
//!  4 bytes for each triangle: its number, in the order of the leaves
//! 36 bytes for each box: three axes, each three f32
//!  1 byte for each slot: the shape of the tree
//!
//! checksum    8    u64: XXH3 of all bytes before it
//! ```
//!
//! All numbers are little-endian. The first byte of the signature is not ASCII and its last is a line feed, so it does not survive a transfer as text. There are
//! no volumes: `tree/restore.rs` says why.

use crate::geometry::vector::by_axis;
use crate::load_error::LoadError;
use crate::parallel;
use crate::tree::Tree;
use crate::tree::restore::{AXES_BYTES, TreeBytes};
use crate::{Arity, Mesh, Model, Volume};
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

const SIGNATURE: [u8; 8] = *b"\x89feeler\n";

const HEADER_BYTES: usize = 64;
const CHECKSUM_BYTES: usize = 8;

impl Model {
    /// The version of the bytes of saved models, which is the only one that can be read. Every change of the format has a new one.
    pub const SAVED_VERSION: u32 = 1;

    /// The model as bytes, for a file that is read sooner than a model is built.
    ///
    /// The bytes are the same on every machine. They hold the mesh, the shape of the tree and what
    /// takes long to find of its volumes.
    ///
    /// ```
    /// use feeler::{Mesh, Model};
    /// let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let bytes = Model::new(mesh.clone()).to_bytes(); // std::fs::write("part.model", &bytes)?
    /// assert_eq!(Model::from_bytes(&bytes)?.mesh(), &mesh);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (mesh, tree) = (self.mesh(), self.tree());
        let (vertices, triangles, shape) = (mesh.vertices(), mesh.triangles(), tree.shape());
        let boxes = if self.volume().is_oriented_box() { shape.len() } else { 0 };
        let sections =
            24 * vertices.len() + 16 * triangles.len() + AXES_BYTES * boxes + shape.len();
        let mut bytes = Vec::with_capacity(HEADER_BYTES + sections + CHECKSUM_BYTES);
        let mut name = [0; 16];
        name[..self.volume().name().len()].copy_from_slice(self.volume().name().as_bytes());
        bytes.extend(SIGNATURE);
        bytes.extend(Self::SAVED_VERSION.to_le_bytes());
        bytes.extend((tree.arity().number() as u32).to_le_bytes());
        bytes.extend(name);
        for count in [vertices.len(), triangles.len(), shape.len(), boxes] {
            bytes.extend((count as u64).to_le_bytes());
        }
        bytes.extend(vertices.iter().flatten().flat_map(|x| x.to_le_bytes()));
        bytes.extend(triangles.iter().flatten().flat_map(|index| index.to_le_bytes()));
        bytes.extend(tree.leaf_order().flat_map(|triangle| triangle.to_le_bytes()));
        bytes.extend(tree.axes().flatten().flatten().flat_map(|x| x.to_le_bytes()));
        bytes.extend(shape);
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// The model that [`to_bytes`](Self::to_bytes) wrote: it gives the same answers with the same
    /// [`Effort`](crate::Effort).
    ///
    /// Bytes that were damaged are an error. Bytes that were forged, with the right checksum, are
    /// an error too, or a model that answers right for the mesh that they hold: no volume is
    /// read, each is fitted to that mesh. A forged tree can make queries slow, as a forged mesh can.
    /// The memory that is used is at most 200 times the length of the bytes and 16 KB, while they
    /// are read.
    ///
    /// Models with oriented boxes are read in a third of the time of building, or in a fortieth if
    /// they have the axes of convex hulls; models with other volumes in the time of a
    /// [`refit`](Self::refit).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LoadError> {
        let Sections { vertices, triangles, tree } = Sections::of(bytes)?;
        let (mesh, read) = rayon::join(|| mesh(vertices, triangles), || Tree::decode(&tree));
        Self::restore(mesh?, tree.volume, read?, tree.axes)
    }
}

/// The least number of vertices or triangles that a thread reads at a time.
const MIN_LEN: usize = 4096;

/// The mesh of two sections.
fn mesh(vertices: &[u8], triangles: &[u8]) -> Result<Mesh, LoadError> {
    let vertices = vertices.as_chunks().0.par_iter().map(|vertex: &[u8; 24]| {
        let numbers = vertex.as_chunks().0;
        by_axis(|i| f64::from_le_bytes(numbers[i]))
    });
    let triangles = triangles.as_chunks().0.par_iter().map(|triangle: &[u8; 12]| {
        let numbers = triangle.as_chunks().0;
        by_axis(|i| u32::from_le_bytes(numbers[i]))
    });
    let (vertices, triangles) = (vertices.with_min_len(MIN_LEN), triangles.with_min_len(MIN_LEN));
    Mesh::new(parallel::collect(vertices), parallel::collect(triangles)).map_err(LoadError::Mesh)
}

/// The parts of a saved model, of the right length and with the right checksum.
struct Sections<'a> {
    vertices: &'a [u8],
    triangles: &'a [u8],
    tree: TreeBytes<'a>,
}

impl<'a> Sections<'a> {
    fn of(bytes: &'a [u8]) -> Result<Self, LoadError> {
        let signature = &bytes[..bytes.len().min(SIGNATURE.len())];
        if bytes.is_empty() || !SIGNATURE.starts_with(signature) {
            return Err(LoadError::Signature);
        }
        let found = bytes.len() as u64;
        let Some((header, sections)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
            return Err(LoadError::Length { expected: HEADER_BYTES as u64, found });
        };
        let half = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| header[at + i]));
        let count = |at: usize| half(at) as u64 | (half(at + 4) as u64) << 32;
        match half(8) {
            Model::SAVED_VERSION => {}
            found => return Err(LoadError::Version { found, known: Model::SAVED_VERSION }),
        }
        let [vertices, triangles, slots, boxes] = [32, 40, 48, 56].map(count);
        let lengths =
            [(vertices, 24), (triangles, 12), (triangles, 4), (boxes, AXES_BYTES), (slots, 1)];
        let fixed = (HEADER_BYTES + CHECKSUM_BYTES) as u64;
        // Counts near 2^64 count as 2^64 - 1 bytes, which no file has.
        let expected = lengths.iter().fold(fixed, |sum, &(count, size)| {
            sum.saturating_add(count.saturating_mul(size as u64))
        });
        if expected != found {
            return Err(LoadError::Length { expected, found });
        }
        let (sections, checksum) = sections.split_at(sections.len() - CHECKSUM_BYTES);
        if checksum != xxh3_64(&bytes[..bytes.len() - CHECKSUM_BYTES]).to_le_bytes() {
            return Err(LoadError::Checksum);
        }

        let name = std::str::from_utf8(&header[16..32]).unwrap_or_default().trim_end_matches('\0');
        let volume: Volume = name.parse().map_err(|_| LoadError::Volume)?;
        let arity =
            Arity::try_from(half(12) as usize).map_err(|_| LoadError::Arity { found: half(12) })?;
        if boxes != if volume.is_oriented_box() { slots } else { 0 } {
            return Err(LoadError::Axes { volume: 0 });
        }
        let mut rest = sections;
        let [vertices, triangles, order, axes, shape] = lengths.map(|(count, size)| {
            let (section, behind) = rest.split_at(count as usize * size);
            rest = behind;
            section
        });
        Ok(Self { vertices, triangles, tree: TreeBytes { volume, arity, order, axes, shape } })
    }
}
