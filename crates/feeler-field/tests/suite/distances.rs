//! Tests of signed distances.

use feeler::{Mesh, triangle};
use feeler_field::{Field, FieldError, Probe, Sampling, Solid};
use feeler_scenes::{Random, Shape, shape};

/// The distance of a point from a mesh, computed with all triangles one by one.
fn brute_force(mesh: &Mesh, point: [f64; 3]) -> f64 {
    (0..mesh.triangles().len() as u32)
        .map(|t| triangle::distance(&mesh.triangle(t), &[point; 3]).distance)
        .fold(f64::INFINITY, f64::min)
}

fn mapped(mesh: &Mesh, place: impl Fn([f64; 3]) -> [f64; 3]) -> Mesh {
    let vertices = mesh.vertices().iter().map(|&v| place(v)).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
}

fn reversed(mesh: &Mesh) -> Mesh {
    let turned = mesh.triangles().iter().map(|&[p, q, r]| [p, r, q]).collect();
    Mesh::new(mesh.vertices().to_vec(), turned).unwrap()
}

fn together(meshes: &[Mesh]) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for mesh in meshes {
        let first = vertices.len() as u32;
        vertices.extend_from_slice(mesh.vertices());
        triangles.extend(mesh.triangles().iter().map(|t| t.map(|v| v + first)));
    }
    Mesh::new(vertices, triangles).unwrap()
}

/// The mesh without the triangles whose centroid satisfies `gone`.
fn without(mesh: &Mesh, gone: impl Fn([f64; 3]) -> bool) -> Mesh {
    let stays = |t: &&[u32; 3]| {
        let corners = t.map(|v| mesh.vertices()[v as usize]);
        !gone([0, 1, 2].map(|i| (corners[0][i] + corners[1][i] + corners[2][i]) / 3.0))
    };
    Mesh::new(mesh.vertices().to_vec(), mesh.triangles().iter().filter(stays).copied().collect())
        .unwrap()
}

fn length(p: [f64; 3]) -> f64 {
    p.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[test]
fn every_triangle_was_considered() {
    let mut random = Random::new(5);
    for shape in [Shape::Knot, Shape::Gear, Shape::Terrain, Shape::Pipes] {
        let mesh = shape.mesh(1500);
        let solid = Solid::new(mesh.clone()).unwrap();
        let mut probe = Probe::default();
        for _ in 0..crate::rounds(60) {
            let point = [(); 3].map(|()| random.between(-1.5, 1.5));
            let nearest = solid.nearest(point, &mut probe);
            assert_eq!(nearest.signed_distance.abs(), brute_force(&mesh, point), "{shape:?}");
            let corners = mesh.triangle(nearest.triangle);
            assert!(triangle::distance(&corners, &[nearest.point; 3]).distance < 1e-15);
        }
    }
}

/// The values of a field are the distances to the bit, and no value in a band is left out.
#[test]
fn fields_are_exact_and_bands_complete() {
    for mesh in [shape::torus_knot(2, 3, 1200), without(&shape::sphere(800), |p| p[2] > 0.3)] {
        let solid = Solid::new(mesh).unwrap();
        let sampling = Sampling { resolution: 37, padding: 0.2, ..Sampling::default() };
        let full = Field::new(&solid, &sampling).unwrap();
        let bands = vec![-0.06..=-0.04, 0.15..=0.2];
        let band = Field::new(&solid, &Sampling { bands: bands.clone(), ..sampling }).unwrap();
        assert_eq!(full.grid(), band.grid());
        assert!(band.known() < full.known());
        let counts = full.grid().counts;
        for index in (0..full.grid().len().unwrap()).step_by(7) {
            let at =
                [index % counts[0], index / counts[0] % counts[1], index / counts[0] / counts[1]];
            let exact = solid.signed_distance(full.grid().point(at));
            assert_eq!(full.value(at).to_bits(), exact.to_bits());
            assert!(band.value(at) == exact || band.value(at) == f64::INFINITY);
            if bands.iter().any(|band| band.contains(&exact)) {
                assert_eq!(band.value(at), exact);
            }
        }
        for level in [-0.05, 0.15, 0.2] {
            let area = |field: &Field| field.surface(level).triangles().len();
            assert_eq!(area(&full), area(&band), "{level}");
            assert!(area(&full) > 100);
        }
    }
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let solid = Solid::new(shape::torus_knot(2, 3, 1000)).unwrap();
    let sampling = Sampling::at_level(0.05, 40);
    let surface = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| Field::new(&solid, &sampling).unwrap().surface(0.05))
    };
    assert_eq!(surface(1), surface(3));
}

/// Compares the signs of random points with `inside`, which returns `None` for points that are too
/// close to call.
fn check_signs(mesh: Mesh, inside: impl Fn([f64; 3]) -> Option<bool>) -> Solid {
    let solid = Solid::new(mesh).unwrap();
    let mut random = Random::new(6);
    let mut probe = Probe::default();
    let (mut checked, mut within) = (0, 0);
    for _ in 0..crate::rounds(1500) {
        let point = [(); 3].map(|()| random.between(-1.4, 1.4));
        if let Some(expected) = inside(point) {
            let signed = solid.nearest(point, &mut probe).signed_distance;
            assert_eq!(
                signed < 0.0,
                expected,
                "{point:?}: {signed}, w = {}",
                solid.winding_number(point)
            );
            checked += 1;
            within += usize::from(expected);
        }
    }
    assert!(checked > 1000 && within > 20, "{checked} {within}");
    solid
}

/// Whether a point is within the ball; `None` if the answer depends on how the sphere is cut into
/// triangles.
fn in_ball(center: [f64; 3], radius: f64, p: [f64; 3]) -> Option<bool> {
    let r = length([0, 1, 2].map(|i| p[i] - center[i]));
    ((r - radius).abs() > 0.01).then_some(r < radius)
}

#[test]
fn closed_shapes() {
    assert!(check_signs(shape::sphere(3000), |p| in_ball([0.0; 3], 1.0, p)).is_closed());
    let in_box = |p: [f64; 3]| Some(p.iter().all(|x| x.abs() < 1.0));
    assert!(check_signs(shape::cuboid(1200), in_box).is_closed());
    let turned = check_signs(reversed(&shape::cuboid(1200)), in_box);
    assert!(turned.is_closed() && turned.turned() == 0);
}

/// A knot of twenty thousand triangles: the inside is the tube around its curve.
#[test]
fn a_knot() {
    let mesh = shape::torus_knot(2, 3, 6000);
    let solid = Solid::new(mesh).unwrap();
    // From a point inside, a ray in any direction crosses the surface an odd number of times.
    let mut random = Random::new(7);
    let mut inside = 0;
    for _ in 0..crate::rounds(150) {
        let p = [random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-0.4, 0.4)];
        let end = [0, 1, 2].map(|i| p[i] + 10.0 * [0.31, 0.87, 0.38][i]);
        let passes = |t: &u32| triangle::intersects(&solid.mesh().triangle(*t), &[p, end, end]);
        let odd = (0..solid.mesh().triangles().len() as u32).filter(passes).count() % 2 == 1;
        assert_eq!(solid.signed_distance(p) < 0.0, odd, "{p:?}");
        inside += usize::from(odd);
    }
    assert!(inside > 10);
}

#[test]
fn open_shapes() {
    let open = |p: [f64; 3]| in_ball([0.0; 3], 1.0, p);
    // With a small hole, the sign is that of the complete mesh except near the hole.
    let hole = |p: [f64; 3]| if p[2] > 0.85 { None } else { open(p) };
    let pierced = without(&shape::sphere(5000), |p| p[2] > 0.95);
    assert!(!check_signs(pierced.clone(), hole).is_closed());
    check_signs(reversed(&pierced), hole);
    // Half of the sphere is missing: the surface w = 1/2 is the flat disc that closes it.
    let half = without(&shape::sphere(5000), |p| p[2] > 0.0);
    let bowl = |p: [f64; 3]| {
        if p[2].abs() < 0.05 { None } else { open(p).map(|inside| inside && p[2] < 0.0) }
    };
    check_signs(half, bowl);
}

#[test]
fn broken_shapes() {
    let ball = shape::sphere(1500);
    let moved =
        |x: f64, scale: f64| mapped(&ball, |p| [scale * p[0] + x, scale * p[1], scale * p[2]]);
    let either =
        |p: [f64; 3]| Some(in_ball([-0.3, 0.0, 0.0], 0.6, p)? || in_ball([0.3, 0.0, 0.0], 0.6, p)?);
    let overlapping = [moved(-0.3, 0.6), moved(0.3, 0.6)];
    check_signs(together(&overlapping), either);
    // All triangles occur twice.
    check_signs(together(&[overlapping.clone(), overlapping].concat()), either);
    // One of the two balls is oriented inwards.
    let apart =
        |p: [f64; 3]| Some(in_ball([-0.7, 0.0, 0.0], 0.4, p)? || in_ball([0.7, 0.0, 0.0], 0.4, p)?);
    check_signs(together(&[moved(-0.7, 0.4), reversed(&moved(0.7, 0.4))]), apart);
    // An intended cavity.
    let hollow = |p: [f64; 3]| Some(in_ball([0.0; 3], 1.0, p)? && !in_ball([0.0; 3], 0.5, p)?);
    check_signs(together(&[moved(0.0, 1.0), reversed(&moved(0.0, 0.5))]), hollow);
    // A third of the triangles has the wrong orientation.
    let mixed: Vec<[u32; 3]> = ball
        .triangles()
        .iter()
        .enumerate()
        .map(|(i, &[p, q, r])| if i % 3 == 0 { [p, r, q] } else { [p, q, r] })
        .collect();
    let mixed = Mesh::new(ball.vertices().to_vec(), mixed).unwrap();
    let solid = check_signs(mixed.clone(), |p| in_ball([0.0; 3], 1.0, p));
    assert_eq!(solid.turned(), mixed.triangles().len().div_ceil(3));
}

#[test]
fn far_from_the_origin_and_of_any_size() {
    for (scale, shift) in [(1e-9, 0.0), (1e-3, 1e3), (1e200, 0.0)] {
        let mesh = mapped(&shape::sphere(500), |p| p.map(|x| x * scale + shift));
        let solid = Solid::new(mesh).unwrap();
        let at = |x: f64| solid.signed_distance([x * scale + shift, shift, shift]);
        assert!(at(0.0) < -0.9 * scale && at(0.9) < 0.0 && at(1.1) > 0.0, "{scale}");
    }
}

#[test]
fn empty_and_flat_meshes_are_refused() {
    let refusal = |vertices: Vec<[f64; 3]>, triangles| {
        Solid::new(Mesh::new(vertices, triangles).unwrap()).err()
    };
    assert_eq!(refusal(vec![[1.0; 3]; 4], vec![]), Some(FieldError::Empty));
    assert_eq!(refusal(vec![[1.0; 3]; 4], vec![[0, 1, 2]]), Some(FieldError::Flat));
    let square = |skew: f64| -> Vec<[f64; 3]> {
        [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.3, 0.9]]
            .iter()
            .map(|&[x, y]| [x + 1.0, y - 0.3, 0.1 + skew * x + 0.7 * skew * y])
            .collect()
    };
    let triangles = vec![[0, 1, 2], [0, 2, 3], [1, 4, 3]];
    assert_eq!(refusal(square(0.0), triangles.clone()), Some(FieldError::Flat));
    assert_eq!(refusal(square(0.77), triangles.clone()), Some(FieldError::Flat));
    let mut bent = square(0.77);
    bent[4][2] += 1e-6;
    assert_eq!(refusal(bent, triangles), None);
}
