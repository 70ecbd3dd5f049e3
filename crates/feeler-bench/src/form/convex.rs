//! Convex solids, by brute force: of all directions in which they may part, that of the least depth.

use super::Solved;
use crate::Error;
use feeler::inside::vector::{cross, dot, length, sub};
use feeler::{Mesh, Model, Pose};
use feeler_field::{Boundary, Relation};

/// The most triangles: pairs of edges grow with their square.
const MOST_TRIANGLES: usize = 1000;

/// The share of the size below which a gap or a depth is nothing but rounding.
const ROUNDING: f64 = 1e-12;

/// A convex solid.
pub(crate) struct Hull {
    corners: Vec<[f64; 3]>,
    /// The normals of its faces, outwards and of length one.
    normals: Vec<[f64; 3]>,
    /// The directions of its edges of length one, each once.
    edges: Vec<[f64; 3]>,
}

impl Hull {
    /// The solid of a mesh; an error if it is not convex.
    pub(super) fn of(mesh: &Mesh) -> Result<Self, Error> {
        let count = mesh.triangles().len();
        if count > MOST_TRIANGLES {
            return Err(Error::new(format!("{count} triangles, at most {MOST_TRIANGLES} here")));
        }
        let model = Model::new(mesh.clone());
        let boundary = Boundary::of(&model);
        let triangles: Vec<_> = (0..count as u32).map(|t| mesh.triangle(t)).collect();
        let corners: Vec<[f64; 3]> = triangles.iter().flatten().copied().collect();
        let count = corners.len() as f64;
        let middle = [0, 1, 2].map(|i| corners.iter().map(|p| p[i] / count).sum::<f64>());
        let reach = corners.iter().map(|&p| length(sub(p, middle))).fold(0.0, f64::max);
        let (mut normals, mut edges) = (Vec::new(), Vec::new());
        for [a, b, c] in &triangles {
            let normal = cross(sub(*b, *a), sub(*c, *a));
            let long = length(normal);
            if long <= ROUNDING * reach * reach {
                continue;
            }
            let turned = if dot(normal, sub(*a, middle)) < 0.0 { -long } else { long };
            let normal = normal.map(|x| x / turned);
            let height = dot(normal, *a);
            if corners.iter().any(|p| dot(normal, *p) > height + 1e-9 * reach) {
                return Err(Error::new("the mesh is not convex"));
            }
            add_direction(&mut normals, normal, |_, _| false);
            for (from, to) in [(a, b), (b, c), (c, a)] {
                let edge = sub(*to, *from);
                let edge = edge.map(|x| x / length(edge));
                let opposite = |p: [f64; 3], q: [f64; 3]| length(sub(p, q.map(|x| -x))) < 1e-12;
                add_direction(&mut edges, edge, opposite);
            }
        }
        match boundary.is_closed() && boundary.components() == 1 {
            true => Ok(Self { corners, normals, edges }),
            false => Err(Error::new("the mesh is not closed and in one piece")),
        }
    }

    /// The largest height of a corner in a direction.
    fn height(&self, n: [f64; 3]) -> f64 {
        self.corners.iter().map(|&p| dot(n, p)).fold(f64::NEG_INFINITY, f64::max)
    }

    fn posed(&self, pose: &Pose) -> Self {
        let turn = |v: &[f64; 3]| sub(pose.apply(*v), pose.origin());
        Self {
            corners: self.corners.iter().map(|&p| pose.apply(p)).collect(),
            normals: self.normals.iter().map(turn).collect(),
            edges: self.edges.iter().map(turn).collect(),
        }
    }

    /// Whether all corners of another solid are behind all faces, or on them.
    fn holds(&self, other: &Self, slack: f64) -> bool {
        self.normals.iter().all(|&n| other.height(n) <= self.height(n) + slack)
    }
}

/// Adds a direction that is neither there already nor `alike` to one that is.
fn add_direction(
    known: &mut Vec<[f64; 3]>,
    direction: [f64; 3],
    alike: impl Fn([f64; 3], [f64; 3]) -> bool,
) {
    let is_same =
        |&other: &[f64; 3]| length(sub(other, direction)) < 1e-12 || alike(other, direction);
    if !known.iter().any(is_same) {
        known.push(direction);
    }
}

/// The solution for two convex solids, B at a pose.
pub(super) fn solved(a: &Hull, b: &Hull, pose: &Pose) -> Solved {
    let b = b.posed(pose);
    let size = a.corners.iter().chain(&b.corners).flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
    let of_edges = a.edges.iter().flat_map(|&p| b.edges.iter().map(move |&q| cross(p, q)));
    let of_faces = a.normals.iter().chain(&b.normals).copied();
    let mut depth = f64::INFINITY;
    for n in of_faces.chain(of_edges) {
        let long = length(n);
        // Parallel edges span nothing.
        if long > 1e-9 {
            let n = n.map(|x| x / long);
            for n in [n, n.map(|x| -x)] {
                depth = depth.min(a.height(n) + b.height(n.map(|x| -x)));
            }
        }
    }
    let slack = ROUNDING * size;
    let relation = match [a.holds(&b, slack), b.holds(a, slack)] {
        _ if depth < -slack => Relation::Apart,
        _ if depth <= slack => Relation::Touching,
        [true, true] => Relation::Same,
        [true, false] => Relation::BInsideA,
        [false, true] => Relation::AInsideB,
        [false, false] => Relation::Crossing,
    };
    Solved { relation, depth: if depth > slack { depth } else { 0.0 } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feeler_scenes::Shape;

    #[test]
    fn turned_cubes() {
        let cube = Hull::of(&Shape::Box.mesh(48)).unwrap();
        assert_eq!((cube.normals.len(), cube.edges.len()), (6, 6));
        let turned = Pose::rotation([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_4);
        let at = |x: f64| solved(&cube, &cube, &turned.then(&Pose::translation([x, 0.0, 0.0])));
        let Solved { relation, depth } = at(2.0);
        assert_eq!(relation, Relation::Crossing);
        assert!((depth - (2_f64.sqrt() - 1.0)).abs() < 1e-14, "{depth}");
        assert_eq!(at(1.0 + 2_f64.sqrt()).relation, Relation::Touching);
        assert_eq!(at(2.5).relation, Relation::Apart);
        assert_eq!(solved(&cube, &cube, &Pose::IDENTITY).relation, Relation::Same);
    }

    #[test]
    fn what_is_not_convex_is_refused() {
        let refused = |mesh: &Mesh| Hull::of(mesh).map(drop).unwrap_err().to_string();
        assert_eq!(refused(&Shape::Ring.mesh(400)), "the mesh is not convex");
        assert!(refused(&Shape::Sphere.mesh(5000)).contains("at most 1000"));
        let cube = Shape::Box.mesh(12);
        let open = Mesh::new(cube.vertices().to_vec(), cube.triangles()[1..].to_vec()).unwrap();
        assert!(refused(&open).contains("not closed"));
    }
}
