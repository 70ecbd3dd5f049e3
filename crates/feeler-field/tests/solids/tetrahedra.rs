//! Tests of relations of tetrahedra with corners on a coarse grid, by separating planes.

use feeler::{Mesh, Model, Pair, Pose};
use feeler_field::{Boundary, Relation};
use feeler_scenes::Random;

type Point = [i64; 3];
type Tetrahedron = [Point; 4];

const FACES: [[usize; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Point, b: Point) -> i64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A tetrahedron with volume, its faces outwards.
fn random_tetrahedron(random: &mut Random) -> Tetrahedron {
    loop {
        let side = 3 + random.bits() % 3;
        let mut t = [(); 4].map(|()| [(); 3].map(|()| (random.bits() % side) as i64));
        let volume = dot(sub(t[1], t[0]), cross(sub(t[2], t[0]), sub(t[3], t[0])));
        if volume < 0 {
            t.swap(0, 1);
        }
        if volume != 0 {
            return t;
        }
    }
}

fn normals(t: &Tetrahedron) -> [Point; 4] {
    FACES.map(|[i, j, k]| cross(sub(t[j], t[i]), sub(t[k], t[i])))
}

fn edges(t: &Tetrahedron) -> Vec<Point> {
    (0..4).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| sub(t[i], t[j])).collect()
}

/// Whether all corners of one are in the other.
fn contains(outer: &Tetrahedron, inner: &Tetrahedron) -> bool {
    normals(outer).iter().zip(FACES).all(|(&normal, face)| {
        inner.iter().all(|&corner| dot(normal, sub(corner, outer[face[0]])) <= 0)
    })
}

/// The largest gap along the directions that can separate two tetrahedra: negative if they overlap,
/// 0 if they touch.
fn gap(a: &Tetrahedron, b: &Tetrahedron) -> i64 {
    let mut axes: Vec<Point> = [normals(a), normals(b)].concat();
    for u in edges(a) {
        axes.extend(edges(b).iter().map(|&v| cross(u, v)));
    }
    let gap = |axis: Point| {
        let range = |t: &Tetrahedron| {
            let heights = t.map(|corner| dot(axis, corner));
            (heights.into_iter().min().unwrap(), heights.into_iter().max().unwrap())
        };
        let ((from, to), (low, high)) = (range(a), range(b));
        (low - to).max(from - high)
    };
    axes.into_iter().filter(|axis| *axis != [0; 3]).map(gap).max().unwrap()
}

fn expected(a: &Tetrahedron, b: &Tetrahedron) -> Relation {
    match (gap(a, b), contains(a, b), contains(b, a)) {
        (1.., ..) => Relation::Apart,
        (0, ..) => Relation::Touching,
        (_, true, true) => Relation::Same,
        (_, true, false) => Relation::BInsideA,
        (_, false, true) => Relation::AInsideB,
        (_, false, false) => Relation::Crossing,
    }
}

fn model(t: &Tetrahedron) -> Model {
    let vertices = t.map(|corner| corner.map(|x| x as f64)).to_vec();
    Model::new(Mesh::new(vertices, FACES.map(|face| face.map(|i| i as u32)).to_vec()).unwrap())
}

#[test]
fn random_tetrahedra() {
    let mut random = Random::new(31);
    let mut seen = std::collections::HashMap::new();
    for round in 0..crate::rounds(5000) {
        let a = random_tetrahedron(&mut random);
        let mut b = random_tetrahedron(&mut random);
        match round % 4 {
            // Common corners, a copy, and a copy with one corner moved along an edge.
            0 => b[..2].copy_from_slice(&a[..2]),
            1 => b = [a[1], a[2], a[0], a[3]],
            2 => {
                b = a.map(|corner| corner.map(|x| 2 * x));
                b[3] = [0, 1, 2].map(|i| b[0][i] + (b[3][i] - b[0][i]) / 2);
            }
            _ => {}
        }
        let a = if round % 4 == 2 { a.map(|corner| corner.map(|x| 2 * x)) } else { a };
        let volume = dot(sub(b[1], b[0]), cross(sub(b[2], b[0]), sub(b[3], b[0])));
        match volume {
            0 => continue,
            ..0 => b.swap(0, 1),
            _ => {}
        }
        let (a, b) = if round % 3 == 0 { (b, a) } else { (a, b) };
        let (of_a, of_b) = (model(&a), model(&b));
        let related = Relation::of(&Pair::new(&of_a, &of_b));
        let bounds = [&of_a, &of_b].map(Boundary::of);
        let alone = Relation::alone(&bounds[0], &bounds[1], Pose::IDENTITY);
        assert_eq!(alone, (related.relation, related.confidence));
        assert_eq!(related.relation, expected(&a, &b), "round {round}: {a:?} {b:?}");
        *seen.entry(related.relation).or_insert(0) += 1;
    }
    assert!(seen.len() == 6 && seen.values().all(|&count| count > 20), "{seen:?}");
}
