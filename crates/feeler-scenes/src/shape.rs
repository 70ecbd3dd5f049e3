//! Procedural shapes.
//!
//! Each shape is a function of a requested number of triangles; the actual number is close to it
//! and documented. Shapes fit into the cube from -1 to 1. Unless documented otherwise, they are
//! closed, oriented outwards, and free of self-intersections and degenerate triangles.

mod blob;
mod cuboid;
mod cylinder;
mod gear;
mod heap;
mod noise;
mod pipes;
mod plate;
mod ring;
mod screw;
mod sheet;
mod slab;
mod sphere;
mod surface;
mod terrain;
#[cfg(test)]
mod tests;
mod torus_knot;
mod tube;

pub use blob::blob;
pub use cuboid::cuboid;
pub use cylinder::cylinder;
pub use gear::gear;
pub use heap::heap;
pub use pipes::pipes;
pub use plate::plate;
pub use ring::ring;
pub use screw::screw;
pub use sheet::sheet;
pub use slab::slab;
pub use sphere::{globe, sphere};
pub use terrain::terrain;
pub use torus_knot::torus_knot;

use feeler::Mesh;
use std::fmt;

/// The built-in shapes, by name.
///
/// ```
/// use feeler_scenes::Shape;
/// let knot = Shape::by_name("knot:20000")?;
/// assert!(knot.triangles().len().abs_diff(20_000) < 100);
/// assert!(Shape::by_name("teapot").unwrap_err().to_string().contains("sphere"));
/// # Ok::<(), feeler_scenes::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shape {
    /// A sphere of nearly equal triangles: [`sphere`].
    Sphere,
    /// A sphere of meridians and parallels: [`globe`].
    Globe,
    /// The trefoil knot: [`torus_knot`] with 2 and 3.
    Knot,
    /// A torus: [`ring`].
    Ring,
    /// A bumpy potato, like a scan: [`blob`] with seed 1.
    Blob,
    /// A gear wheel: [`gear`].
    Gear,
    /// A bundle of bent pipes: [`pipes`].
    Pipes,
    /// A cube: [`cuboid`].
    Box,
    /// A plate with holes: [`plate`].
    Plate,
    /// A hexagon-head screw: [`screw`].
    Screw,
    /// Hills, an open surface: [`terrain`] with seed 1.
    Terrain,
    /// A flat box: [`slab`].
    Slab,
    /// A flat sheet, an open surface: [`sheet`].
    Sheet,
    /// A cylinder about z: [`cylinder`].
    Cylinder,
    /// The same triangle many times: [`heap`].
    Heap,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Self; 15] = [
        Self::Sphere,
        Self::Globe,
        Self::Knot,
        Self::Ring,
        Self::Blob,
        Self::Gear,
        Self::Pipes,
        Self::Box,
        Self::Plate,
        Self::Screw,
        Self::Terrain,
        Self::Slab,
        Self::Sheet,
        Self::Cylinder,
        Self::Heap,
    ];

    /// The number of triangles for a name without a number.
    pub const TRIANGLES: usize = 20_000;

    /// The mesh for a name like `knot` or `knot:5000`: a shape and, after a colon, the approximate
    /// number of triangles.
    pub fn by_name(text: &str) -> Result<Mesh, ShapeError> {
        let (name, count) = match text.split_once(':') {
            Some((name, count)) => (name, Some(count)),
            None => (text, None),
        };
        let shape = Self::ALL
            .into_iter()
            .find(|shape| shape.name() == name)
            .ok_or_else(|| ShapeError::Unknown { name: name.to_owned() })?;
        let Some(count) = count else { return Ok(shape.mesh(Self::TRIANGLES)) };
        match count.parse() {
            Ok(triangles) if triangles <= Mesh::MAX_TRIANGLES / 2 => Ok(shape.mesh(triangles)),
            _ => Err(ShapeError::Count { text: count.to_owned() }),
        }
    }

    /// The name of the shape in [`Shape::by_name`].
    pub fn name(self) -> &'static str {
        match self {
            Self::Sphere => "sphere",
            Self::Globe => "globe",
            Self::Knot => "knot",
            Self::Ring => "ring",
            Self::Blob => "blob",
            Self::Gear => "gear",
            Self::Pipes => "pipes",
            Self::Box => "box",
            Self::Plate => "plate",
            Self::Screw => "screw",
            Self::Terrain => "terrain",
            Self::Slab => "slab",
            Self::Sheet => "sheet",
            Self::Cylinder => "cylinder",
            Self::Heap => "heap",
        }
    }

    /// The shape with about this number of triangles. Each shape has a smallest number, which it
    /// has for every lower request.
    pub fn mesh(self, triangles: usize) -> Mesh {
        match self {
            Self::Sphere => sphere(triangles),
            Self::Globe => globe(triangles),
            Self::Knot => torus_knot(2, 3, triangles),
            Self::Ring => ring(triangles),
            Self::Blob => blob(triangles, 1),
            Self::Gear => gear(triangles),
            Self::Pipes => pipes(triangles),
            Self::Box => cuboid(triangles),
            Self::Plate => plate(triangles),
            Self::Screw => screw(triangles),
            Self::Terrain => terrain(triangles, 1),
            Self::Slab => slab(triangles),
            Self::Sheet => sheet(triangles),
            Self::Cylinder => cylinder(triangles),
            Self::Heap => heap(triangles),
        }
    }
}

/// The reason why a name is not that of a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// There is no such shape.
    Unknown {
        /// The requested name.
        name: String,
    },
    /// The text after the colon is not a number of triangles.
    Count {
        /// The text after the colon.
        text: String,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name } => {
                let known = Shape::ALL.map(Shape::name).join(", ");
                write!(f, "there is no shape {name:?}; known are {known}")
            }
            Self::Count { text } => {
                let most = Mesh::MAX_TRIANGLES / 2;
                write!(f, "{text:?} is not a number of triangles from 0 to {most}")
            }
        }
    }
}

impl std::error::Error for ShapeError {}

/// A copy with the centre of its bounding box at the origin and its longest side scaled to 2, as in
/// the experiments of the papers.
///
/// A mesh without extent is only moved.
///
/// ```
/// use feeler_scenes::{Shape, normalised};
/// let [low, high] = normalised(&Shape::Pipes.mesh(5_000)).bounds().unwrap();
/// let longest = (0..3).map(|i| high[i] - low[i]).fold(0.0, f64::max);
/// assert!((longest - 2.0).abs() < 1e-15);
/// ```
pub fn normalised(mesh: &Mesh) -> Mesh {
    let Some([low, high]) = mesh.bounds() else { return mesh.clone() };
    let center = [0, 1, 2].map(|i| low[i] / 2.0 + high[i] / 2.0);
    let half = (0..3).map(|i| high[i] / 2.0 - low[i] / 2.0).fold(0.0, f64::max);
    let scale = if half > 0.0 { half } else { 1.0 };
    // Only vertices without a triangle can be far outside, and they do not matter.
    let place = |v: &[f64; 3]| {
        [0, 1, 2].map(|i| ((v[i] - center[i]) / scale).clamp(-Mesh::LIMIT, Mesh::LIMIT))
    };
    Mesh::new(mesh.vertices().iter().map(place).collect(), mesh.triangles().to_vec())
        .expect("the same indices, and coordinates within the limit")
}
