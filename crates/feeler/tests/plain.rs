//! Tests on plain parts: flat faces that are parallel, stacked, coincident or far away, between
//! which many triangles are equally near.
//!
//! Answers are compared with the nearest of all pairs of triangles, and the effort must not grow
//! with the number of ties.

use feeler::triangle::distance;
use feeler::{
    Arity, Budget, Build, Closest, Mesh, Model, Pair, Pose, Scratch, Search, Ties, Volume,
};

/// Adds a grid of squares, two triangles each. The function maps the square from -1 to 1 into
/// space.
fn grid(n: usize, at: impl Fn(f64, f64) -> [f64; 3], mesh: &mut (Vec<[f64; 3]>, Vec<[u32; 3]>)) {
    let (vertices, triangles) = mesh;
    let base = vertices.len() as u32;
    let place = |k: usize| 2.0 * k as f64 / n as f64 - 1.0;
    vertices.extend(
        (0..=n).flat_map(|j| (0..=n).map(move |i| (i, j))).map(|(i, j)| at(place(i), place(j))),
    );
    let id = |i: usize, j: usize| base + (j * (n + 1) + i) as u32;
    for (i, j) in (0..n).flat_map(|j| (0..n).map(move |i| (i, j))) {
        triangles.push([id(i, j), id(i + 1, j), id(i + 1, j + 1)]);
        triangles.push([id(i, j), id(i + 1, j + 1), id(i, j + 1)]);
    }
}

/// A box whose faces are grids.
fn brick([x, y, z]: [f64; 3], n: usize) -> Mesh {
    let mut mesh = (Vec::new(), Vec::new());
    for side in [-1.0, 1.0] {
        grid(n, |a, b| [a * x, b * y, side * z], &mut mesh);
        grid(n, |a, b| [a * x, side * y, b * z], &mut mesh);
        grid(n, |a, b| [side * x, a * y, b * z], &mut mesh);
    }
    Mesh::new(mesh.0, mesh.1).unwrap()
}

/// One grid in a plane.
fn sheet(n: usize) -> Mesh {
    let mut mesh = (Vec::new(), Vec::new());
    grid(n, |a, b| [a, b, 0.0], &mut mesh);
    Mesh::new(mesh.0, mesh.1).unwrap()
}

/// A tray: a floor with four walls, so that no plane separates the tray from a part that lies in
/// it.
fn tray(n: usize) -> Mesh {
    let mut mesh = (Vec::new(), Vec::new());
    grid(n, |a, b| [2.0 * a, 2.0 * b, -1.0], &mut mesh);
    for side in [-2.0, 2.0] {
        grid(n, |a, b| [2.0 * a, side, b], &mut mesh);
        grid(n, |a, b| [side, 2.0 * a, b], &mut mesh);
    }
    Mesh::new(mesh.0, mesh.1).unwrap()
}

/// Copies of one triangle.
fn heap(n: usize) -> Mesh {
    let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    Mesh::new(corners, vec![[0, 1, 2]; n]).unwrap()
}

fn moved(mesh: &Mesh, pose: &Pose, scale: f64) -> Mesh {
    let place = |&p: &[f64; 3]| pose.apply(p).map(|x| x * scale);
    Mesh::new(mesh.vertices().iter().map(place).collect(), mesh.triangles().to_vec()).unwrap()
}

fn tilt() -> Pose {
    Pose::rotation([0.3, 1.0, 0.2], 0.7)
}

fn at(turn: Pose, origin: [f64; 3]) -> Pose {
    Pose::new(turn.matrix(), origin).unwrap()
}

/// The distance of the nearest pairs of triangles, the first of these pairs, and the number of
/// pairs at that distance.
#[derive(Clone, Copy)]
struct NearestPairs {
    key: (f64, [u32; 2]),
    ties: usize,
}

/// The nearest pairs, by brute force over all pairs of triangles.
fn by_all_pairs(a: &Mesh, b: &Mesh, pose: &Pose) -> NearestPairs {
    let mut best = NearestPairs { key: (f64::INFINITY, [0, 0]), ties: 0 };
    for i in 0..a.triangles().len() as u32 {
        for j in 0..b.triangles().len() as u32 {
            let posed = b.triangle(j).map(|p| pose.apply(p));
            let found = distance(&a.triangle(i), &posed).distance;
            if found < best.key.0 {
                best = NearestPairs { key: (found, [i, j]), ties: 0 };
            }
            best.ties += usize::from(found == best.key.0);
        }
    }
    best
}

fn key(closest: Option<Closest>) -> (f64, [u32; 2]) {
    closest.map(|c| (c.distance, c.triangles)).expect("both have triangles")
}

fn model(volume: Volume, mesh: &Mesh, arity: Arity) -> Model {
    Model::build(mesh.clone(), &Build { volume, arity, ..Build::default() })
}

/// Asks for the distance in every way, and checks that all answers agree.
fn ask(
    volume: Volume,
    arity: Arity,
    a: &Mesh,
    b: &Mesh,
    pose: &Pose,
    NearestPairs { key: expected, ties }: NearestPairs,
    name: &str,
) {
    let [a, b] = [a, b].map(|mesh| model(volume, mesh, arity));
    let pair = Pair::new(&a, &b).at(*pose);
    assert_eq!(key(pair.distance()), expected, "{name}");
    assert_eq!(key(pair.distance_parallel()), expected, "{name}: parallel");
    let any = Search { ties: Ties::Any, ..Search::default() };
    let mut scratch = Scratch::new().remembering();
    assert_eq!(pair.distance_with(&any, &mut scratch).upper(), expected.0, "{name}: any");
    for _ in 0..3 {
        let again = pair.distance_with(&Search::default(), &mut scratch);
        assert_eq!(key(again.closest), expected, "{name}: remembered");
        assert!(again.is_exact(), "{name}: remembered");
    }
    assert!(pair.within(expected.0) && !pair.within(expected.0.next_down()), "{name}: within");
    assert_eq!(pair.all_within(expected.0).len(), ties, "{name}: all within");
    for budget in [Budget::steps(3), Budget::micros(5)] {
        let hasty = Search { budget, ..Search::default() };
        let interval = pair.distance_with(&hasty, &mut Scratch::new());
        assert!(
            interval.lower <= expected.0 && expected.0 <= interval.upper(),
            "{name}: {interval:?}"
        );
    }
}

/// Checks distances and first contacts of two meshes with several trees.
fn check(a: &Mesh, b: &Mesh, pose: Pose, name: &str) {
    let expected = by_all_pairs(a, b, &pose);
    ask(Volume::OBB, Arity::Eight, a, b, &pose, expected, name);
    ask(Volume::AABB, Arity::Two, a, b, &pose, expected, name);
    ask(Volume::DOP18, Arity::Four, a, b, &pose, expected, name);
    let mut times = Vec::new();
    let o = pose.origin();
    for direction in [[0.0, 0.0, -1.0], [0.1, -0.2, -1.0], [-o[0], -o[1], -o[2]]] {
        times.push([
            first(Volume::OBB, Arity::Eight, a, b, &pose, direction),
            first(Volume::AABB, Arity::Two, a, b, &pose, direction),
            first(Volume::DOP18, Arity::Four, a, b, &pose, direction),
        ]);
    }
    for all in times {
        assert!(all.iter().all(|one| *one == all[0]), "{name}: {all:?}");
    }
}

/// The time and the triangles of a first contact, after a check that it is not too late.
fn first(
    volume: Volume,
    arity: Arity,
    a: &Mesh,
    b: &Mesh,
    pose: &Pose,
    direction: [f64; 3],
) -> Option<(u64, [u32; 2])> {
    let [a, b] = [a, b].map(|mesh| model(volume, mesh, arity));
    let first = Pair::new(&a, &b).at(*pose).first_contact(direction)?;
    let there = Pair::new(&a, &b).at(first.pose);
    assert!(first.time == 0.0 || !there.intersects(), "late: {first:?}");
    Some((first.time.to_bits(), first.closest.triangles))
}

#[test]
fn stacked_parts() {
    let noise = tilt().inverse().then(&tilt());
    let turn = Pose::rotation([0.0, 0.0, 1.0], 0.3);
    for gap in [1.0, 0.1, 1e-3, 1e-9, 1e-15, 0.0] {
        let (cube, flat) = (brick([1.0; 3], 3), sheet(5));
        for (place, turn) in [("", Pose::IDENTITY), (" turned", turn), (" noisy", noise)] {
            for aside in [[0.0, 0.0], [0.1, 0.05], [1.9, 2.5]] {
                let name = format!("gap {gap}{place} {aside:?}");
                let origin = |z: f64| at(turn, [aside[0], aside[1], z]);
                check(&cube, &cube, origin(2.0 + gap), &format!("cubes {name}"));
                check(&flat, &flat, origin(gap), &format!("sheets {name}"));
                check(&cube, &flat, origin(1.0 + gap), &format!("sheet on cube {name}"));
            }
        }
        let tilted = moved(&cube, &tilt(), 1.0);
        let above = tilt().apply([0.1, 0.05, 2.0 + gap]);
        check(&tilted, &tilted, at(Pose::IDENTITY, above), &format!("tilted {gap}"));
        let inside = at(Pose::IDENTITY, [0.1, 0.0, gap - 0.1]);
        check(&tray(4), &brick([0.9; 3], 3), inside, &format!("in a tray {gap}"));
    }
}

#[test]
fn coincident_parts() {
    for mesh in [brick([1.0; 3], 3), sheet(5), heap(40), brick([1.0, 1.0, 0.1], 1)] {
        check(&mesh, &mesh, Pose::IDENTITY, "copies");
        check(&mesh, &mesh, Pose::translation([0.0, 0.0, 1.0]), "copies above");
        check(&mesh, &mesh, Pose::translation([0.25, 0.25, 0.0]), "copies aside");
    }
}

#[test]
fn far_parts() {
    let tilted = moved(&brick([1.0; 3], 2), &tilt(), 1.0);
    for far in [10.0, 300.0, 1e3, 1e6, 1e9, 1e12, 1e13, 1e14, 1e15, 1e16, 1e20, 1e60] {
        for mesh in [brick([1.0; 3], 2), sheet(4), tilted.clone()] {
            for direction in [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.5, -0.3, 0.8], [0.7, 0.7, 0.0]] {
                let pose = at(Pose::IDENTITY, direction.map(|x| x * far));
                check(&mesh, &mesh, pose, &format!("{far} along {direction:?}"));
                let turned = at(tilt(), direction.map(|x| x * far));
                check(&mesh, &mesh, turned, &format!("{far} turned along {direction:?}"));
            }
        }
    }
    let tiny = moved(&sheet(4), &Pose::IDENTITY, 1e-12);
    check(&tiny, &tiny, Pose::translation([100.0, 0.0, 0.0]), "tiny");
}

#[test]
fn parts_that_stand_on_each_other_can_be_lifted_but_not_pushed() {
    let (large, small) = (brick([1.0; 3], 4), brick([0.6, 0.5, 1.0], 3));
    let up = |z: f64| Pose::translation([0.0, 0.0, z]);
    let all = |a: &Mesh, b: &Mesh, pose: Pose, direction: [f64; 3]| {
        let found = [
            (Volume::OBB, Arity::Eight),
            (Volume::AABB, Arity::Two),
            (Volume::DOP18, Arity::Four),
            (Volume::SPHERE, Arity::Eight),
        ]
        .map(|(volume, arity)| {
            let [a, b] = [a, b].map(|mesh| model(volume, mesh, arity));
            Pair::new(&a, &b).at(pose).first_contact(direction)
        });
        assert!(found.iter().all(|one| *one == found[0]), "{direction:?}: {found:?}");
        found[0]
    };
    for (a, b) in [(&large, &large), (&large, &small), (&small, &large)] {
        for away in [[0.0, 0.0, 1.0], [0.3, -0.2, 1e-9], [1.0, 0.0, 1e-300]] {
            assert_eq!(all(a, b, up(2.0), away), None, "{away:?}");
        }
        for against in [[0.0, 0.0, -1.0], [0.3, -0.2, -1e-9], [1.0, 0.0, 0.0]] {
            let first = all(a, b, up(2.0), against).expect("it is stopped");
            assert_eq!((first.time, first.closest.distance), (0.0, 0.0), "{against:?}");
        }
        // From above the faces stop it, and the next time nothing but them does.
        let landed = all(a, b, up(3.0), [0.0, 0.0, -1.0]).expect("it lands");
        assert!(landed.time < 1.0 && landed.time > 1.0 - 1e-13);
        assert_eq!(landed.normal, Some([0.0, 0.0, 1.0]));
        assert_eq!(all(a, b, landed.pose, [0.0, 0.0, 1.0]), None);
        assert_eq!(all(a, b, landed.pose, [0.0, 1.0, 0.0]), None, "it glides along the face");
        let again = all(a, b, landed.pose, [0.0, 0.0, -1.0]).expect("it is stopped");
        assert_eq!(again.time, 0.0);
    }
    // What stands below does not hide what hangs above.
    let (floor, between) = (sheet(4), brick([0.5; 3], 2));
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for z in [0.0, 3.0] {
        let base = vertices.len() as u32;
        vertices.extend(floor.vertices().iter().map(|&[x, y, _]| [x, y, z]));
        triangles.extend(floor.triangles().iter().map(|t| t.map(|i| i + base)));
    }
    let shelf = Mesh::new(vertices, triangles).unwrap();
    let first = all(&shelf, &between, up(0.5), [0.0, 0.0, 1.0]).expect("it meets the shelf above");
    assert!(first.time < 2.0 && first.time > 2.0 - 1e-13, "{first:?}");
    assert_eq!(first.normal, Some([0.0, 0.0, -1.0]));
}

/// The effort of a distance query, for a shape at two resolutions.
fn efforts(mesh: impl Fn(usize) -> Mesh, pose: Pose) -> [u64; 2] {
    [16, 32].map(|n| {
        let model = Model::new(mesh(n));
        let mut scratch = Scratch::new();
        let pair = Pair::new(&model, &model).at(pose);
        pair.distance_with(&Search::default(), &mut scratch);
        scratch.effort().triangle_tests + scratch.effort().volume_tests
    })
}

#[test]
fn ties_are_not_all_measured() {
    // The finer shape has four times the triangles: n log n would be five times the effort, all
    // pairs sixteen times.
    let mut table = Vec::new();
    for gap in [1.0, 1e-3, 0.0] {
        table.push((
            "cubes",
            gap,
            efforts(|n| brick([1.0; 3], n), Pose::translation([0.0, 0.0, 2.0 + gap])),
        ));
        table.push((
            "slabs",
            gap,
            efforts(|n| brick([1.0, 1.0, 0.1], n), Pose::translation([0.0, 0.0, 0.2 + gap])),
        ));
        table.push(("sheets", gap, efforts(sheet, Pose::translation([0.0, 0.0, gap]))));
        table.push(("far sheets", gap, efforts(sheet, Pose::translation([0.0, 0.0, 1e7 + gap]))));
        table.push(("heaps", gap, efforts(|n| heap(n * n), Pose::translation([0.0, 0.0, gap]))));
    }
    for (name, gap, [few, many]) in table {
        println!("{name} {gap}: {few:?} {many:?}");
        assert!(many < 5 * few + 1000 && many < 20_000, "{name}, gap {gap}: {few} to {many}");
    }
}

#[test]
fn large_triangles_in_a_detailed_mesh() {
    // If a leaf held eight triangles of a cube, its volume would be the whole cube, and all that is
    // in the cube would be tested.
    let detailed = Model::new(moved(&brick([0.7; 3], 40), &tilt(), 1.0));
    for turn in [Pose::IDENTITY, Pose::rotation([1.0, 0.0, 0.0], 0.5), tilt()] {
        let cube = Model::new(moved(&brick([1.0; 3], 1), &turn, 1.0));
        let mut scratch = Scratch::new();
        for x in [0.0, 0.5, 1.0] {
            let pair = Pair::new(&detailed, &cube).at(Pose::translation([x, 0.1, 0.0]));
            pair.intersects_with(&mut scratch);
            let touching = scratch.effort().triangle_tests;
            pair.distance_with(&Search::default(), &mut scratch);
            let distance = scratch.effort().triangle_tests;
            assert!(touching < 1000 && distance < 10_000, "{turn:?} {x}: {touching}, {distance}");
        }
    }
}

#[test]
fn nothing_is_measured_when_the_time_is_up() {
    let model = Model::new(sheet(32));
    let search = Search { budget: Budget::micros(0), ..Search::default() };
    for pose in [[0.0, 0.0, 0.5], [0.0, 0.0, 0.0], [0.3, 0.1, 9.0], [0.0, 0.0, 1e7]] {
        let pair = Pair::new(&model, &model).at(Pose::translation(pose));
        let mut scratch = Scratch::new();
        let found = pair.distance_with(&search, &mut scratch);
        assert!(found.lower <= pose[2] && pose[2] <= found.upper(), "{found:?}");
        let effort = scratch.effort();
        assert!(effort.triangle_tests <= 256 && effort.volume_tests <= 64, "{pose:?}: {effort:?}");
    }
}
