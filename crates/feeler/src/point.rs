//! Points in the types that programs have.

use std::fmt;

/// A point in space, in any type with three coordinates.
///
/// Arrays of f64 and of f32 are points, and with the features `glam`, `nalgebra` and `mint` the points and vectors of these crates. For a type of your
/// own it takes a line, and a mesh can be made of its slices:
///
/// ```
/// use feeler::{Mesh, Point};
/// struct Vertex { position: [f32; 3], colour: [u8; 4] }
///
/// impl Point for Vertex {
///     fn coordinates(&self) -> [f64; 3] { self.position.coordinates() }
/// }
///
/// let colour = [255; 4];
/// let vertices = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(|position| Vertex { position, colour });
/// let mesh = Mesh::from_points(&vertices, &[[0_u16, 1, 2]])?;
/// # assert_eq!(vertices[0].colour[0], 255);
/// # assert_eq!(mesh.vertices()[1], [1.0, 0.0, 0.0]);
/// # Ok::<(), feeler::MeshError>(())
/// ```
///
/// A f32 becomes the f64 of the same value, so answers are exact for the given f32 numbers too.
pub trait Point {
    /// The three coordinates.
    fn coordinates(&self) -> [f64; 3];
}

impl<T: Copy + Into<f64>> Point for [T; 3] {
    fn coordinates(&self) -> [f64; 3] {
        self.map(Into::into)
    }
}

impl<P: Point + ?Sized> Point for &P {
    fn coordinates(&self) -> [f64; 3] {
        (**self).coordinates()
    }
}

/// A point as text: `(1, 0, 2.5)`, with the precision of the formatter.
pub(crate) struct Written(pub(crate) [f64; 3]);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([x, y, z]) = self;
        match f.precision() {
            Some(digits) => write!(f, "({x:.digits$}, {y:.digits$}, {z:.digits$})"),
            None => write!(f, "({x}, {y}, {z})"),
        }
    }
}
