//! The topology of a trilinear interpolant, computed slowly: the function is evaluated on a much
//! finer grid, whose cells are cut into tetrahedra, in which nothing is ambiguous.

use feeler::Mesh;
use feeler_field::Field;
use std::collections::HashMap;

/// The zero surface of a field by marching tetrahedra, with each cell cut into `times`³.
pub(crate) fn surface(field: &Field, times: usize) -> Mesh {
    let grid = field.grid();
    let counts = grid.counts.map(|count| (count - 1) * times + 1);
    let number = |[x, y, z]: [usize; 3]| (x + counts[0] * (y + counts[1] * z)) as u32;
    let mut values = vec![0.0; counts.iter().product()];
    for z in 0..counts[2] {
        for y in 0..counts[1] {
            for x in 0..counts[0] {
                values[number([x, y, z]) as usize] = value(field, [x, y, z], times);
            }
        }
    }
    let mut builder = Builder { values: &values, known: HashMap::new(), triangles: Vec::new() };
    for z in 0..counts[2] - 1 {
        for y in 0..counts[1] - 1 {
            for x in 0..counts[0] - 1 {
                // Kuhn's six tetrahedra: from the lowest corner to the highest, one axis after the
                // other. They agree on every face.
                for order in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [1, 0, 2], [0, 2, 1], [2, 1, 0]] {
                    let mut at = [x, y, z];
                    let mut corners = [number(at); 4];
                    for (i, axis) in order.into_iter().enumerate() {
                        at[axis] += 1;
                        corners[i + 1] = number(at);
                    }
                    builder.tetrahedron(corners);
                }
            }
        }
    }
    let vertices = vec![[0.0; 3]; builder.known.len()];
    Mesh::new(vertices, builder.triangles).unwrap()
}

/// The interpolant at a point of the fine grid.
fn value(field: &Field, at: [usize; 3], times: usize) -> f64 {
    let cell = [0, 1, 2].map(|i| (at[i] / times).min(field.grid().counts[i] - 2));
    let t = [0, 1, 2].map(|i| (at[i] - cell[i] * times) as f64 / times as f64);
    (0..8)
        .map(|corner: usize| {
            let bit = |i: usize| corner >> i & 1;
            let weight = |i: usize| if bit(i) == 1 { t[i] } else { 1.0 - t[i] };
            let value = field.value([0, 1, 2].map(|i| cell[i] + bit(i)));
            weight(0) * weight(1) * weight(2) * value
        })
        .sum()
}

struct Builder<'a> {
    values: &'a [f64],
    known: HashMap<[u32; 2], u32>,
    triangles: Vec<[u32; 3]>,
}

impl Builder<'_> {
    /// Adds the triangles of a tetrahedron. Their orientation is arbitrary, because it does not
    /// matter for the number of parts and their characteristics.
    fn tetrahedron(&mut self, corners: [u32; 4]) {
        let below = |corner: &u32| self.values[*corner as usize] < 0.0;
        let (low, high): (Vec<u32>, Vec<u32>) = corners.into_iter().partition(below);
        let mut on = |p: u32, q: u32| {
            let next = self.known.len() as u32;
            *self.known.entry([p.min(q), p.max(q)]).or_insert(next)
        };
        match (&low[..], &high[..]) {
            ([one], [p, q, r]) | ([p, q, r], [one]) => {
                let triangle = [on(*one, *p), on(*one, *q), on(*one, *r)];
                self.triangles.push(triangle);
            }
            ([a, b], [c, d]) => {
                let [p, q, r, s] = [on(*a, *c), on(*a, *d), on(*b, *d), on(*b, *c)];
                self.triangles.extend([[p, q, r], [p, r, s]]);
            }
            _ => {}
        }
    }
}

/// The Euler characteristic of each part, sorted; the orientation of the triangles does not matter.
pub(crate) fn parts(mesh: &Mesh) -> Vec<i64> {
    let count = mesh.vertices().len();
    let mut part: Vec<u32> = (0..count as u32).collect();
    fn find(part: &mut [u32], v: u32) -> u32 {
        let mut root = v;
        while part[root as usize] != root {
            root = part[root as usize];
        }
        let mut at = v;
        while part[at as usize] != root {
            at = std::mem::replace(&mut part[at as usize], root);
        }
        root
    }
    let mut edges: Vec<[u32; 2]> = Vec::new();
    for &[p, q, r] in mesh.triangles() {
        for [a, b] in [[p, q], [q, r], [r, p]] {
            edges.push([a.min(b), a.max(b)]);
            let (a, b) = (find(&mut part, a), find(&mut part, b));
            part[a.max(b) as usize] = a.min(b);
        }
    }
    edges.sort_unstable();
    edges.dedup();
    let mut characters: HashMap<u32, i64> = HashMap::new();
    for v in 0..count as u32 {
        *characters.entry(find(&mut part, v)).or_default() += 1;
    }
    for [p, _] in edges {
        *characters.entry(find(&mut part, p)).or_default() -= 1;
    }
    for t in mesh.triangles() {
        *characters.entry(find(&mut part, t[0])).or_default() += 1;
    }
    let mut parts: Vec<i64> = characters.into_values().collect();
    parts.sort_unstable();
    parts
}
