//! Plain parts: boxes, slabs, sheets and cylinders that are stacked, coincident or far apart.
//!
//! `cargo run --release -p feeler-scenes --example plain -- [WORDS]` prints microseconds per query,
//! for the cases whose names contain all of these words: a distance, an intersection test, and a
//! first contact on the path from one centre to the other. `-- growth` compares effort and time of
//! shapes of 3,000, 12,000 and 48,000 triangles. `-- budgets` shows by how much distances exceed a
//! budget of time. Scans are read from `../shared/meshes`, if they exist.

use feeler::{Budget, Mesh, Model, Pair, Pose, Scratch, Search};
use feeler_scenes::{Shape, normalised};
use std::hint::black_box;
use std::time::Instant;

/// Two meshes at a pose.
struct PlainCase {
    name: String,
    a: Mesh,
    b: Mesh,
    pose: Pose,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.first().map(String::as_str) {
        Some("growth") => growth(),
        Some("budgets") => budgets(),
        _ => times(&words),
    }
}

fn times(words: &[String]) {
    println!("| | distance µs | yes/no µs | first contact µs | answer |\n|---|---|---|---|---|");
    for case in cases().into_iter().filter(|case| words.iter().all(|w| case.name.contains(w))) {
        let (a, b) = (Model::new(case.a), Model::new(case.b));
        let pair = Pair::new(&a, &b).at(case.pose);
        let [distance, yes, first] = times_of(&pair);
        let found = pair.distance().expect("all shapes have triangles");
        let (answer, [i, j]) = (found.distance, found.triangles);
        println!(
            "| {} | {distance:.2} | {yes:.3} | {first:.2} | {answer} at {i}, {j} |",
            case.name
        );
    }
}

/// The microseconds of a distance, an intersection test, and a first contact.
fn times_of(pair: &Pair<'_>) -> [f64; 3] {
    let mut scratch = Scratch::new();
    let direction = pair.pose().origin().map(|x| -x);
    [
        micros(|| _ = black_box(pair.distance_with(&Search::default(), &mut scratch))),
        micros(|| _ = black_box(pair.intersects_with(&mut scratch))),
        micros(|| {
            let first = pair.first_contact_with(direction, f64::INFINITY, &mut scratch);
            _ = black_box(first);
        }),
    ]
}

/// The time of one query in microseconds, the best of three passes of a twentieth of a second.
fn micros(mut ask: impl FnMut()) -> f64 {
    let start = Instant::now();
    ask();
    let once = start.elapsed().as_secs_f64();
    let times = (0.05 / once.max(1e-8)).clamp(1.0, 100_000.0) as usize;
    let pass = |_| {
        let start = Instant::now();
        (0..times).for_each(|_| ask());
        1e6 * start.elapsed().as_secs_f64() / times as f64
    };
    (0..3).map(pass).fold(f64::INFINITY, f64::min)
}

fn cases() -> Vec<PlainCase> {
    let mut cases = stacked();
    cases.extend(far());
    cases.extend(coincident());
    cases.extend(scans());
    cases
}

fn case(name: String, a: &Mesh, b: &Mesh, pose: Pose) -> PlainCase {
    PlainCase { name, a: a.clone(), b: b.clone(), pose }
}

/// A rotation after which no face is perpendicular to an axis.
fn tilt() -> Pose {
    Pose::rotation([0.3, 1.0, 0.2], 0.7)
}

fn at(turn: Pose, origin: [f64; 3]) -> Pose {
    Pose::new(turn.matrix(), origin).expect("a turn and a finite place")
}

fn mapped(mesh: &Mesh, map: impl Fn([f64; 3]) -> [f64; 3]) -> Mesh {
    let vertices = mesh.vertices().iter().map(|&p| map(p)).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).expect("finite coordinates")
}

fn stacked() -> Vec<PlainCase> {
    let [cube, slab, sheet, cylinder, gear] =
        [Shape::Box, Shape::Slab, Shape::Sheet, Shape::Cylinder, Shape::Gear]
            .map(|shape| shape.mesh(12_500));
    let height = |mesh: &Mesh| mesh.bounds().map_or(0.0, |[low, high]| high[2] - low[2]);
    let up = |z: f64| Pose::translation([0.0, 0.0, z]);
    let turn = Pose::rotation([0.0, 0.0, 1.0], 0.3);
    // The rounding errors of two equal poses in the world: nearly the identity.
    let noise = tilt().inverse().then(&tilt());
    let tilted = mapped(&cube, |p| tilt().apply(p));
    let single = mapped(&tilted, |p| p.map(|x| x as f32 as f64));
    let mut cases = Vec::new();
    for gap in [1.0, 0.1, 0.001, 0.0] {
        for (name, mesh) in [
            ("box", &cube),
            ("slab", &slab),
            ("sheet", &sheet),
            ("cylinder", &cylinder),
            ("gear", &gear),
        ] {
            let name = format!("{name} over {name}, gap {gap}");
            cases.push(case(name, mesh, mesh, up(height(mesh) + gap)));
        }
        let name = format!("cylinder on a box, gap {gap}");
        cases.push(case(name, &cube, &cylinder, up(2.0 + gap)));
        let name = format!("box over box, turned, gap {gap}");
        cases.push(case(name, &cube, &cube, at(turn, [0.1, 0.05, 2.0 + gap])));
    }
    let place = [0.1, 0.05, 2.1];
    cases.push(case("box over box, noisy pose".into(), &cube, &cube, at(noise, place)));
    let place = at(Pose::IDENTITY, tilt().apply(place));
    cases.push(case("tilted box over box, f64".into(), &tilted, &tilted, place));
    cases.push(case("tilted box over box, f32".into(), &single, &single, place));
    cases
}

fn far() -> Vec<PlainCase> {
    let mut cases = Vec::new();
    for sizes in [10.0, 1e3, 1e6, 1e14] {
        for shape in [Shape::Box, Shape::Sheet, Shape::Knot] {
            let mesh = shape.mesh(12_500);
            let name = |way: &str| format!("{} far {sizes:e} {way}", shape.name());
            let place = |to: [f64; 3]| Pose::translation(to.map(|x| x * 2.0 * sizes));
            cases.push(case(name("above"), &mesh, &mesh, place([0.0, 0.0, 1.0])));
            cases.push(case(name("aside"), &mesh, &mesh, place([0.6, 0.45, 0.66])));
        }
    }
    let tiny = mapped(&Shape::Plate.mesh(12_500), |p| p.map(|x| 1e-12 * x));
    cases.push(case("plate tiny".into(), &tiny, &tiny, Pose::translation([100.0, 0.0, 0.0])));
    cases
}

fn coincident() -> Vec<PlainCase> {
    let mut cases = Vec::new();
    for shape in [Shape::Box, Shape::Slab, Shape::Sheet, Shape::Cylinder, Shape::Gear] {
        let mesh = shape.mesh(12_500);
        cases.push(case(format!("{} coincident", shape.name()), &mesh, &mesh, Pose::IDENTITY));
    }
    let (few, cube) = (Shape::Box.mesh(12), Shape::Box.mesh(12_500));
    let place = |x: f64| Pose::translation([x, 0.4, 0.3]);
    cases.push(case("boxes of 12 overlap".into(), &few, &few, place(0.7)));
    cases.push(case("boxes of 12 apart".into(), &few, &few, place(2.7)));
    cases.push(case("boxes apart".into(), &cube, &cube, place(2.5)));
    cases.push(case("boxes plainly apart".into(), &cube, &cube, place(4.5)));
    for count in [5_000, 1_000_000] {
        let heap = Shape::Heap.mesh(count);
        let above = Pose::translation([0.0, 0.0, 1.0]);
        cases.push(case(format!("heap {count} above"), &heap, &heap, above));
        cases.push(case(format!("heap {count} coincident"), &heap, &heap, Pose::IDENTITY));
    }
    cases
}

fn scan(name: &str) -> Option<Mesh> {
    feeler_io::read(format!("../shared/meshes/scans/{name}")).ok().map(|mesh| normalised(&mesh))
}

fn scans() -> Vec<PlainCase> {
    let mut cases = Vec::new();
    let turn = Pose::rotation([1.0, 0.3, 0.5], 0.5);
    if let Some(dragon) = scan("dragon_res2.ply") {
        let (cube, floor) = (Shape::Box.mesh(12), Shape::Sheet.mesh(2));
        for k in 0..4 {
            let turn = Pose::rotation([1.0, 0.3 * k as f64, 0.5], 0.5 + k as f64);
            let pose = at(turn, [0.6 - 0.2 * k as f64, 0.3, 0.1]);
            cases.push(case(format!("dragon and box of 12, pose {k}"), &dragon, &cube, pose));
        }
        for z in [-0.2, -1.2] {
            let pose = Pose::translation([0.0, 0.0, z]);
            cases.push(case(format!("dragon and floor at {z}"), &dragon, &floor, pose));
        }
    }
    if let Some(bunny) = scan("bunny.ply") {
        for (name, place) in [
            ("bunny 10 sizes apart", [20.0, 1.0, 3.0]),
            ("bunny 2 sizes apart", [4.0, 1.0, 3.0]),
            ("bunny touching", [0.6, 0.1, 0.3]),
        ] {
            cases.push(case(name.into(), &bunny, &bunny, at(turn, place)));
        }
        cases.push(case("bunny coincident".into(), &bunny, &bunny, Pose::IDENTITY));
    }
    cases
}

/// Compares effort and time of shapes, each with four times the triangles of the last.
fn growth() {
    println!("| | triangles | distance µs | volume tests | triangle tests | first contact µs |");
    println!("|---|---|---|---|---|---|");
    for shape in [Shape::Box, Shape::Slab, Shape::Sheet, Shape::Cylinder, Shape::Gear, Shape::Heap]
    {
        for (name, gap) in [("stacked", 0.1), ("standing", 0.0), ("far", 2e3)] {
            for count in [3_000, 12_000, 48_000] {
                let mesh = shape.mesh(count);
                let height = mesh.bounds().map_or(0.0, |[low, high]| high[2] - low[2]);
                let model = Model::new(mesh);
                let place = Pose::translation([0.0, 0.0, height + gap]);
                let pair = Pair::new(&model, &model).at(place);
                let [distance, _, first] = times_of(&pair);
                let mut scratch = Scratch::new();
                pair.distance_with(&Search::default(), &mut scratch);
                let (volumes, triangles) =
                    (scratch.effort().volume_tests, scratch.effort().triangle_tests);
                let name = format!("{} {name}", shape.name());
                println!(
                    "| {name} | {count} | {distance:.1} | {volumes} | {triangles} | {first:.1} |"
                );
            }
        }
    }
}

/// Prints how long a distance with a budget takes: the median, the 99th percentile and the maximum
/// of a thousand.
fn budgets() {
    println!("| | budget µs | median | 99 % | longest | interval |\n|---|---|---|---|---|---|");
    let up = |z: f64| Pose::translation([0.0, 0.0, z]);
    let tilted = mapped(&Shape::Box.mesh(12_500), |p| tilt().apply(p));
    let above = Pose::translation(tilt().apply([0.1, 0.05, 2.1]));
    let mut cases = vec![
        case("box".into(), &Shape::Box.mesh(12_500), &Shape::Box.mesh(12_500), up(3.0)),
        case("plate".into(), &Shape::Plate.mesh(12_500), &Shape::Plate.mesh(12_500), up(0.2)),
        case("tilted box".into(), &tilted, &tilted, above),
    ];
    if let Ok(plate) = feeler_io::read("../shared/meshes/cad/plate_holes.STL") {
        let plate = normalised(&plate);
        cases.push(case("plate_holes.STL".into(), &plate, &plate, up(0.5)));
    }
    if let Some(bunny) = scan("bunny.ply") {
        let turn = Pose::rotation([1.0, 0.3, 0.5], 0.5);
        cases.push(case("bunny".into(), &bunny, &bunny, at(turn, [1.6, 0.1, 0.3])));
        cases.push(case("bunny far".into(), &bunny, &bunny, at(turn, [4.0, 1.0, 3.0])));
    }
    for PlainCase { name, a, b, pose } in cases {
        let (a, b) = (Model::new(a), Model::new(b));
        let pair = Pair::new(&a, &b).at(pose);
        for budget in [20, 100, 1000] {
            let search = Search { budget: Budget::micros(budget), ..Search::default() };
            let mut scratch = Scratch::new();
            let mut last = pair.distance_with(&search, &mut scratch);
            let mut times: Vec<f64> = (0..1000)
                .map(|_| {
                    let start = Instant::now();
                    last = pair.distance_with(&search, &mut scratch);
                    1e6 * start.elapsed().as_secs_f64()
                })
                .collect();
            times.sort_by(f64::total_cmp);
            let [median, most, longest] = [times[500], times[990], times[999]];
            let interval = format!("{:.6} to {:.6}", last.lower, last.upper());
            println!("| {name} | {budget} | {median:.1} | {most:.1} | {longest:.1} | {interval} |");
        }
    }
}
