//! Spheres.

use super::surface::SurfaceBuilder;
use feeler::Mesh;
use std::collections::HashMap;
use std::f64::consts::PI;

/// A unit sphere of nearly equal triangles: an icosahedron with each edge cut into `f` parts.
///
/// It has `20 f²` triangles for the nearest `f`: 20, 80, 180, 320, …, and 20 480 for 20 000. The corners are on the sphere.
///
/// ```
/// assert_eq!(feeler_scenes::shape::sphere(300).triangles().len(), 320);
/// ```
pub fn sphere(triangles: usize) -> Mesh {
    let frequency = ((triangles as f64 / 20.0).sqrt().round() as u32).max(1);
    let mut surface = SurfaceBuilder::default();
    let mut known = HashMap::new();
    for face in icosahedron_faces() {
        // Rows of points from the first corner to the opposite edge. The weights are the key of a
        // point: points with equal weights on a shared edge are one vertex.
        let mut point = |row: u32, column: u32| {
            let weights = [frequency - row, row - column, column];
            let mut key = [0, 1, 2].map(|i| (face[i], weights[i]));
            key.sort_unstable_by_key(|&(corner, weight)| (weight == 0, corner));
            let name =
                key.map(|(corner, weight)| if weight == 0 { (0, 0) } else { (corner, weight) });
            *known.entry(name).or_insert_with(|| surface.vertex(on_sphere(name)))
        };
        let rows: Vec<Vec<u32>> = (0..=frequency)
            .map(|row| (0..=row).map(|column| point(row, column)).collect())
            .collect();
        for (row, next) in rows.iter().zip(&rows[1..]) {
            for i in 0..row.len() {
                surface.triangle([row[i], next[i], next[i + 1]]);
                if i > 0 {
                    surface.triangle([row[i], row[i - 1], next[i]]);
                }
            }
        }
    }
    surface.into_mesh()
}

/// A unit sphere of meridians and parallels, with triangles that become thin towards the poles on
/// the z axis.
///
/// It has `k` bands of `2 k` sides, `4 k (k - 1)` triangles for the nearest `k`: 8, 24, 48, 80, …, and 19 880 for 20 000.
///
/// ```
/// assert_eq!(feeler_scenes::shape::globe(80).triangles().len(), 80);
/// ```
pub fn globe(triangles: usize) -> Mesh {
    let bands = ((0.5 + (triangles as f64 / 4.0).sqrt()).round() as usize).max(2);
    let mut surface = SurfaceBuilder::default();
    let south = surface.vertex([0.0, 0.0, -1.0]);
    let parallels: Vec<_> = (1..bands)
        .map(|i| {
            let (r, z) = (PI * i as f64 / bands as f64).sin_cos();
            surface.around(2 * bands, |angle| [r * angle.cos(), r * angle.sin(), -z])
        })
        .collect();
    let north = surface.vertex([0.0, 0.0, 1.0]);
    surface.root(south, &parallels[0]);
    for pair in parallels.windows(2) {
        surface.band(&pair[0], &pair[1]);
    }
    surface.tip(&parallels[parallels.len() - 1], north);
    surface.into_mesh()
}

/// A corner of an icosahedron: its corners are those of three golden rectangles.
fn icosahedron_corner(index: usize) -> [f64; 3] {
    let golden = (1.0 + 5f64.sqrt()) / 2.0;
    let (axis, signs) = (index / 4, index % 4);
    let one = if signs & 1 == 0 { 1.0 } else { -1.0 };
    let long = if signs & 2 == 0 { golden } else { -golden };
    let mut corner = [0.0; 3];
    corner[(axis + 1) % 3] = one;
    corner[(axis + 2) % 3] = long;
    corner
}

/// The faces of the icosahedron: all triples of corners at the edge length 2, oriented outwards.
fn icosahedron_faces() -> Vec<[usize; 3]> {
    let corners: [_; 12] = std::array::from_fn(icosahedron_corner);
    let adjacent = |a: usize, b: usize| {
        let squared: f64 = (0..3).map(|k| (corners[a][k] - corners[b][k]).powi(2)).sum();
        (squared - 4.0).abs() < 1e-9
    };
    let mut faces = Vec::with_capacity(20);
    for a in 0..12 {
        for b in a + 1..12 {
            for c in b + 1..12 {
                if adjacent(a, b) && adjacent(b, c) && adjacent(c, a) {
                    let [p, q, r] = [corners[a], corners[b], corners[c]];
                    let volume = p[0] * (q[1] * r[2] - q[2] * r[1])
                        + p[1] * (q[2] * r[0] - q[0] * r[2])
                        + p[2] * (q[0] * r[1] - q[1] * r[0]);
                    faces.push(if volume > 0.0 { [a, b, c] } else { [a, c, b] });
                }
            }
        }
    }
    faces
}

/// The weighted mean of three corners of the icosahedron, projected onto the sphere.
fn on_sphere(weighted: [(usize, u32); 3]) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for (corner, weight) in weighted {
        let position = icosahedron_corner(corner);
        for k in 0..3 {
            sum[k] += f64::from(weight) * position[k];
        }
    }
    let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
    sum.map(|x| x / length)
}
