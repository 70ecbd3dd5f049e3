//! Scenes as rigid bodies: shared meshes at poses.

use std::collections::HashMap;

use feeler::{Mesh, Pose};

use crate::{Placement, Scene};

/// The instances of a scene as meshes at poses. Instances that differ only by a rigid motion share a mesh.
#[derive(Clone, Debug)]
pub struct Rigid {
    /// The meshes, in the order in which the instances first need them.
    pub meshes: Vec<Mesh>,
    /// For each instance of the scene, its mesh and its pose.
    pub instances: Vec<(usize, Pose)>,
}

/// The largest entry of `RᵀR - 1` for which a placement counts as rigid. Compositions of poses keep
/// such a matrix as it is.
const TOLERANCE: f64 = 1e-12;

impl Scene {
    /// The instances as meshes at poses.
    ///
    /// A placement that only moves and turns becomes the pose. Any other one scales, mirrors or shears:
    /// what is not a translation is then done to a copy of the mesh, which equal instances share.
    ///
    /// ```
    /// let file = b"v 0 0 0\nv 1 0 0\nv 0 1 0\no lid\nf 1 2 3\no box\nf 3 2 1\n";
    /// let scene = feeler_io::parse(file, feeler_io::Format::Obj)?;
    /// let rigid = scene.rigid();
    /// assert_eq!(rigid.instances[1], (1, feeler::Pose::IDENTITY));
    /// # Ok::<(), feeler_io::Error>(())
    /// ```
    pub fn rigid(&self) -> Rigid {
        let mut known: HashMap<(usize, [[u64; 3]; 3]), usize> = HashMap::new();
        let mut meshes = Vec::new();
        let mut placed = |instance: &crate::Instance| {
            let rows = instance.placement().0;
            let linear = rows.map(|[a, b, c, _]| [a, b, c]);
            let pose = pose(linear, rows.map(|row| row[3]));
            let left = if is_rotation(&linear) { IDENTITY } else { linear };
            let key = (instance.part(), left.map(|row| row.map(f64::to_bits)));
            let mesh = *known.entry(key).or_insert_with(|| {
                meshes.push(shaped(&self.parts()[instance.part()].mesh, left));
                meshes.len() - 1
            });
            (mesh, pose)
        };
        let instances = self.instances().iter().map(&mut placed).collect();
        Rigid { meshes, instances }
    }
}

const IDENTITY: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The rigid part of a placement: all of it, or the translation alone.
fn pose(linear: [[f64; 3]; 3], translation: [f64; 3]) -> Pose {
    let rotation = if is_rotation(&linear) { linear } else { IDENTITY };
    Pose::new(rotation, translation).expect("the scene has checked the numbers")
}

/// Whether a matrix only turns.
fn is_rotation(rows: &[[f64; 3]; 3]) -> bool {
    let column = |i: usize| [rows[0][i], rows[1][i], rows[2][i]];
    let dot = |x: [f64; 3], y: [f64; 3]| x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    let off = |i: usize, j: usize| dot(column(i), column(j)) - f64::from(u8::from(i == j));
    let is_close = (0..3).all(|i| (i..3).all(|j| off(i, j).abs() <= TOLERANCE));
    is_close && Pose::new(*rows, [0.0; 3]).is_ok()
}

/// A mesh after a linear map.
fn shaped(mesh: &Mesh, linear: [[f64; 3]; 3]) -> Mesh {
    let map = Placement(linear.map(|[a, b, c]| [a, b, c, 0.0]));
    let vertices = mesh.vertices().iter().map(|&vertex| map.apply(vertex)).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).expect("the scene has checked the numbers")
}
