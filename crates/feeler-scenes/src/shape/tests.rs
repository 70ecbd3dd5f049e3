//! Tests of the built-in shapes.

use super::{Shape, ShapeError, globe, normalised, torus_knot};
use feeler::{Mesh, Model, Pair};
use std::collections::HashMap;

fn volume_times_6(mesh: &Mesh) -> f64 {
    (0..mesh.triangles().len() as u32)
        .map(|t| {
            let [p, q, r] = mesh.triangle(t);
            p[0] * (q[1] * r[2] - q[2] * r[1])
                + p[1] * (q[2] * r[0] - q[0] * r[2])
                + p[2] * (q[0] * r[1] - q[1] * r[0])
        })
        .sum()
}

fn double_area(mesh: &Mesh, triangle: u32) -> f64 {
    let [p, q, r] = mesh.triangle(triangle);
    let [u, v] = [q, r].map(|x| [x[0] - p[0], x[1] - p[1], x[2] - p[2]]);
    let n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    n.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The number of edges without a partner in the opposite direction. Fails if an edge is used twice
/// in the same direction.
fn open_edges(mesh: &Mesh) -> usize {
    let mut edges = HashMap::new();
    for t in mesh.triangles() {
        for i in 0..3 {
            let previous = edges.insert((t[i], t[(i + 1) % 3]), ());
            assert!(previous.is_none(), "two triangles on one side of an edge: {t:?}");
        }
    }
    edges.keys().filter(|&&(a, b)| !edges.contains_key(&(b, a))).count()
}

fn check(mesh: &Mesh, name: &str) {
    let used: std::collections::BTreeSet<_> = mesh.triangles().iter().flatten().collect();
    assert_eq!(used.len(), mesh.vertices().len(), "{name}: vertices without triangles");
    for t in 0..mesh.triangles().len() as u32 {
        assert!(double_area(mesh, t) > 1e-12, "{name}: triangle {t} is degenerate");
    }
    let [low, high] = mesh.bounds().unwrap();
    let limit = 1.0 + 1e-12;
    assert!(
        low.iter().all(|&x| x >= -limit) && high.iter().all(|&x| x <= limit),
        "{name}: {low:?} {high:?}"
    );
    assert!((0..3).any(|i| high[i] - low[i] > 1.0), "{name} is small: {low:?} {high:?}");
}

#[test]
fn shapes_are_closed_and_oriented() {
    for shape in Shape::ALL {
        for triangles in [0, 100, 3_000, 20_000] {
            let mesh = shape.mesh(triangles);
            check(&mesh, shape.name());
            match shape {
                Shape::Terrain | Shape::Sheet => {
                    assert_eq!(open_edges(&mesh), 4 * (mesh.triangles().len() / 2).isqrt());
                }
                Shape::Heap => assert_eq!(open_edges(&mesh), 3 * mesh.triangles().len()),
                _ => {
                    assert_eq!(open_edges(&mesh), 0, "{shape:?} of {triangles} is open");
                    assert!(volume_times_6(&mesh) > 0.1, "{shape:?} is inside out");
                }
            }
        }
    }
    for (p, q) in [(1, 1), (1, 5), (3, 2), (3, 7), (5, 4)] {
        let knot = torus_knot(p, q, 10_000);
        check(&knot, "knot");
        assert_eq!(open_edges(&knot), 0);
        assert!(volume_times_6(&knot) > 0.1);
    }
}

/// The number of pairs of triangles that touch without a common vertex.
fn self_intersections(mesh: &Mesh) -> usize {
    let model = Model::new(mesh.clone());
    let contacts = Pair::new(&model, &model).contacts();
    let corners = |t: u32| mesh.triangles()[t as usize];
    contacts.iter().filter(|c| !corners(c.a).iter().any(|v| corners(c.b).contains(v))).count()
}

#[test]
fn shapes_do_not_intersect_themselves() {
    // All triangles of a heap lie on each other, as documented.
    for shape in Shape::ALL.into_iter().filter(|&shape| shape != Shape::Heap) {
        for triangles in [0, 100, 3_000, 20_000] {
            assert_eq!(self_intersections(&shape.mesh(triangles)), 0, "{shape:?} of {triangles}");
        }
    }
    for (p, q) in [(1, 1), (1, 5), (3, 2), (3, 7), (5, 4)] {
        assert_eq!(self_intersections(&torus_knot(p, q, 10_000)), 0, "knot {p} {q}");
    }
}

#[test]
fn counts_are_close_to_the_request() {
    for shape in Shape::ALL {
        for request in [20_000usize, 100_000] {
            let count = shape.mesh(request).triangles().len();
            assert!(count.abs_diff(request) <= request / 10, "{shape:?}: {count} for {request}");
        }
    }
}

#[test]
fn the_smallest_counts_are_those_documented() {
    let smallest = Shape::ALL.map(|shape| shape.mesh(0).triangles().len());
    assert_eq!(smallest, [20, 8, 234, 54, 20, 768, 864, 12, 64, 468, 2, 12, 2, 12, 1]);
}

#[test]
fn volumes_of_plain_shapes_are_right() {
    let volume = |shape: Shape| volume_times_6(&shape.mesh(20_000)) / 6.0;
    assert!((volume(Shape::Box) - 8.0).abs() < 1e-9);
    assert!((volume(Shape::Slab) - 0.8).abs() < 1e-9);
    assert!((volume(Shape::Cylinder) - 2.0 * std::f64::consts::PI).abs() < 0.005);
}

#[test]
fn sphere_volumes_are_right() {
    for mesh in [Shape::Sphere.mesh(20_000), globe(20_000)] {
        let volume = volume_times_6(&mesh) / 6.0;
        assert!((volume - 4.0 / 3.0 * std::f64::consts::PI).abs() < 0.005, "{volume}");
    }
}

/// Benchmark records depend on the shapes, so every change of a shape must be noticed. The
/// coordinates are rounded, because sines differ in the last bit between platforms.
#[test]
fn shapes_stay_the_same() {
    let hash = |mesh: &Mesh| {
        let coordinates = mesh.vertices().iter().flatten().map(|x| (x * 1e6).round() as i64 as u64);
        let indices = mesh.triangles().iter().flatten().map(|&i| u64::from(i));
        coordinates
            .chain(indices)
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, x| (hash ^ x).wrapping_mul(0x100_0000_01b3))
    };
    let found = Shape::ALL.map(|shape| (shape.name(), hash(&shape.mesh(1_000))));
    assert_eq!(found, HASHES);
}

const HASHES: [(&str, u64); 15] = [
    ("sphere", 0xffe3_eaa3_c00e_e625),
    ("globe", 0xb041_3648_4a59_d53d),
    ("knot", 0x8eb1_4bbd_c4fa_8af0),
    ("ring", 0x9c2a_8f35_3252_c4bf),
    ("blob", 0x788e_5242_127d_f909),
    ("gear", 0x7e90_4fa4_f3fe_0515),
    ("pipes", 0x0a98_98dd_ff55_6525),
    ("box", 0x9afa_8495_9eea_5567),
    ("plate", 0x2ef5_9599_0d6a_0223),
    ("screw", 0x3459_532a_2c38_8a35),
    ("terrain", 0xfc08_ef48_d276_d215),
    ("slab", 0x846c_3b58_69c4_c809),
    ("sheet", 0x7f8d_4360_5168_4eef),
    ("cylinder", 0x4a0a_b146_c951_4619),
    ("heap", 0x91d7_12e3_30d6_060d),
];

#[test]
fn names() {
    assert_eq!(Shape::by_name("ring:600").unwrap().triangles().len(), 600);
    assert_eq!(Shape::by_name("box").unwrap(), Shape::Box.mesh(Shape::TRIANGLES));
    assert_eq!(Shape::by_name("ring:many"), Err(ShapeError::Count { text: "many".into() }));
    assert!(Shape::by_name("ring:99999999999").is_err());
    let unknown = Shape::by_name("cow:5").unwrap_err().to_string();
    assert!(Shape::ALL.iter().all(|shape| unknown.contains(shape.name())), "{unknown}");
}

#[test]
fn normalised_meshes_have_side_two_at_the_origin() {
    for shape in Shape::ALL {
        let [low, high] = normalised(&shape.mesh(500)).bounds().unwrap();
        for i in 0..3 {
            assert!((low[i] + high[i]).abs() < 1e-15);
        }
        let longest = (0..3).map(|i| high[i] - low[i]).fold(0.0, f64::max);
        assert!((longest - 2.0).abs() < 1e-15);
    }
    assert_eq!(normalised(&Mesh::default()), Mesh::default());
    let point = Mesh::new(vec![[3.0; 3], [1e300; 3]], vec![[0, 0, 0]]).unwrap();
    assert_eq!(normalised(&point).triangle(0), [[0.0; 3]; 3]);
}
