//! The list of targets.

use crate::damage::Random;
use crate::{meshes, readers, samples, saved, triangles};
use feeler_io::Format;

/// A body with its name, and the bytes to begin with.
pub struct Target {
    /// The name, which is that of the program for cargo-fuzz too.
    pub name: &'static str,
    /// The body, which panics if something is wrong.
    pub run: fn(&[u8]),
    /// Inputs that reach far into the code; the plain loop damages them.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All targets.
pub const ALL: &[Target] = &[
    Target { name: "stl", run: readers::stl, seeds: || files(Format::Stl) },
    Target { name: "obj", run: readers::obj, seeds: || files(Format::Obj) },
    Target { name: "ply", run: readers::ply, seeds: || files(Format::Ply) },
    Target { name: "off", run: readers::off, seeds: || files(Format::Off) },
    Target { name: "gltf", run: readers::gltf, seeds: || files(Format::Gltf) },
    Target { name: "threemf", run: readers::threemf, seeds: models },
    Target { name: "collada", run: readers::collada, seeds: || files(Format::Collada) },
    Target { name: "saved", run: saved::check, seeds: saved::seeds },
    Target { name: "triangles", run: triangles::check, seeds: || noise(19) },
    Target { name: "meshes", run: meshes::check, seeds: || noise(120) },
];

fn files(format: Format) -> Vec<Vec<u8>> {
    samples::all().into_iter().filter(|sample| sample.1 == format).map(|sample| sample.2).collect()
}

/// A 3MF archive, and the model in it.
fn models() -> Vec<Vec<u8>> {
    let mut seeds = files(Format::ThreeMf);
    seeds.push(samples::MODEL.into());
    seeds
}

/// Random bytes: as coordinates, all of them mean something.
fn noise(length: usize) -> Vec<Vec<u8>> {
    let mut random = Random(7);
    (0..64).map(|_| (0..8 * length).map(|_| random.bits() as u8).collect()).collect()
}
