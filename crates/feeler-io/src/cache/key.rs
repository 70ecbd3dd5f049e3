//! The names of cached models.

use feeler::{Build, Mesh, Model};
use xxhash_rust::xxh3::Xxh3;

/// The number of digits of a key.
const DIGITS: usize = 32;

/// The number of vertices or triangles that are hashed at a time.
const BLOCK: usize = 4096;

/// The name of a model: 128 bits of all that decides about its bytes, in 32 digits.
///
/// Two models have one name by chance in one of 2^128 cases. Whoever makes two such meshes on
/// purpose gains nothing: the mesh that is read is compared.
pub(super) fn of(mesh: &Mesh, build: &Build) -> String {
    let Build { volume, arity, rule, leaf_size } = *build;
    let (vertices, triangles) = (mesh.vertices(), mesh.triangles());
    let mut hash = Xxh3::new();
    let settings = format!(
        "version {}, {volume}, arity {arity}, {}, leaves of {leaf_size}, {} vertices;",
        Model::SAVED_VERSION,
        rule.name(),
        vertices.len()
    );
    hash.update(settings.as_bytes());
    let mut bytes = Vec::with_capacity(24 * BLOCK);
    for block in vertices.chunks(BLOCK) {
        bytes.clear();
        bytes.extend(block.iter().flatten().flat_map(|x| x.to_le_bytes()));
        hash.update(&bytes);
    }
    for block in triangles.chunks(BLOCK) {
        bytes.clear();
        bytes.extend(block.iter().flatten().flat_map(|vertex| vertex.to_le_bytes()));
        hash.update(&bytes);
    }
    format!("{:0DIGITS$x}", hash.digest128())
}

/// Whether a text is the name of a model.
pub(super) fn is_key(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|digit| digit.is_ascii_hexdigit())
}
