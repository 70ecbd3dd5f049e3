//! The command line and the files of a case.

use std::fs;

/// A pose of B in A: the rows of `[R | t]`.
pub type Rows = [[f64; 4]; 3];

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    Intersects,
    Distance,
    Contacts,
    Relation,
    Depth,
    Build,
}

pub struct Mesh {
    pub vertices: Vec<[f64; 3]>,
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// The first triangles and their corners alone.
    pub fn first(&self, triangles: usize) -> Self {
        let corners = self.triangles.iter().take(triangles).flatten();
        let vertices: Vec<_> = corners.map(|&corner| self.vertices[corner as usize]).collect();
        let triangles = (0..vertices.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]);
        Self { triangles: triangles.collect(), vertices }
    }
}

pub struct Job {
    pub ask: Ask,
    pub setting: Option<String>,
    pub a: Mesh,
    pub b: Mesh,
    pub poses: Vec<Rows>,
}

impl Job {
    /// Panics where an argument or a file is wrong: the driver shows the message.
    pub fn from_arguments() -> Self {
        let file = |name: &str| {
            let path = value(name).unwrap_or_else(|| panic!("{name} is missing"));
            fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
        };
        let ask = match value("--ask").as_deref() {
            Some("intersects") => Ask::Intersects,
            Some("distance") => Ask::Distance,
            Some("contacts") => Ask::Contacts,
            Some("relation") => Ask::Relation,
            Some("depth") => Ask::Depth,
            Some("build") => Ask::Build,
            other => panic!("--ask {other:?} is unknown"),
        };
        let poses = numbers(&file("--poses")).collect::<Vec<f64>>();
        let poses = poses.chunks_exact(12);
        let poses =
            poses.map(|p| [0, 4, 8].map(|i| [p[i], p[i + 1], p[i + 2], p[i + 3]])).collect();
        let (a, b) = (mesh(&file("--a")), mesh(&file("--b")));
        Self { ask, setting: value("--setting"), a, b, poses }
    }
}

/// The value of an argument of the command line.
pub fn value(name: &str) -> Option<String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    arguments.chunks(2).find(|pair| pair[0] == name).map(|pair| pair[1].clone())
}

pub fn mesh(bytes: &[u8]) -> Mesh {
    let (counts, rest) = bytes.split_at(16);
    let count = u64::from_le_bytes(counts[..8].try_into().unwrap()) as usize;
    let (vertices, triangles) = rest.split_at(24 * count);
    let vertices: Vec<f64> = numbers(vertices).collect();
    let triangles: Vec<u32> =
        triangles.as_chunks().0.iter().map(|x| u32::from_le_bytes(*x)).collect();
    Mesh { vertices: vertices.as_chunks().0.to_vec(), triangles: triangles.as_chunks().0.to_vec() }
}

pub fn numbers(bytes: &[u8]) -> impl Iterator<Item = f64> {
    bytes.as_chunks().0.iter().map(|x| f64::from_le_bytes(*x))
}
