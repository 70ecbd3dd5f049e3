//! Tests of suspects: where an unfinished guided query says that meshes probably touch.

use feeler::triangle::Section;
use feeler::{Budget, Build, Model, Pair, Pose, Scratch, Verdict, Volume};
use feeler_scenes::{Random, Shape};

/// A point of each contact.
fn contact_points(pair: &Pair<'_>) -> Vec<[f64; 3]> {
    let point = |contact| match pair.section(contact).unwrap() {
        Section::Point(point) => point,
        Section::Segment([p, q]) => [0, 1, 2].map(|i| 0.5 * (p[i] + q[i])),
        Section::Polygon(polygon) => polygon.corners()[0],
    };
    pair.contacts().into_iter().map(point).collect()
}

fn distance(p: [f64; 3], q: [f64; 3]) -> f64 {
    (0..3).map(|i| (p[i] - q[i]).powi(2)).sum::<f64>().sqrt()
}

fn poses(count: usize, seed: u64) -> Vec<Pose> {
    let mut random = Random::new(seed);
    let pose = |_| {
        let far = random.between(0.8, 2.0);
        random.rotation().then(&Pose::translation(random.direction().map(|x| far * x)))
    };
    (0..count).map(pose).collect()
}

/// How often the suspect, and a random leaf of A, is within a tenth of the size from a contact.
fn near(volume: Volume, eps: f64) -> [usize; 3] {
    let build = Build { volume, ..Build::default() };
    let models =
        [Shape::Knot, Shape::Screw, Shape::Blob].map(|s| Model::build(s.mesh(3_000), &build));
    let mut random = Random::new(11);
    let mut scratch = Scratch::new();
    let [mut asked, mut suspected, mut by_chance] = [0; 3];
    for (number, pose) in poses(1_500, 5).into_iter().enumerate() {
        let [a, b] = [&models[number % 3], &models[number / 3 % 3]];
        let pair = Pair::new(a, b).at(pose);
        let verdict = pair.guided_with(Budget::UNLIMITED, eps, &mut scratch);
        let suspect = pair.suspect(&scratch);
        assert_eq!(suspect.is_some(), !verdict.is_proof());
        let points = contact_points(&pair);
        let Some(suspect) = suspect.filter(|_| !points.is_empty()) else { continue };
        let is_near = |p: [f64; 3]| points.iter().any(|&q| distance(p, q) < 0.1);
        let triangles = a.mesh().triangles().len();
        let leaf = a.mesh().triangle((random.unit() * triangles as f64) as u32);
        asked += 1;
        suspected += usize::from(is_near(suspect.point));
        by_chance += usize::from(is_near(leaf[0]));
        assert!(suspect.triangles.iter().all(|&count| (1..=3_100).contains(&count)));
    }
    [asked, suspected, by_chance]
}

#[test]
fn contacts_are_where_they_are_suspected() {
    for (volume, eps) in [(Volume::OBB, 0.01), (Volume::OBB, 0.05), (Volume::AABB, 0.05)] {
        let [asked, suspected, by_chance] = near(volume, eps);
        println!(
            "{volume}, {eps}: near in {suspected} of {asked} cases, a random leaf in {by_chance}"
        );
        assert!(asked > 50, "{volume}: {asked}");
        assert!(
            suspected > 3 * by_chance && 3 * suspected > asked,
            "{volume}: {suspected} of {asked}, {by_chance}"
        );
    }
}

#[test]
fn a_suspect_belongs_to_one_query() {
    let [knot, ring] = [Shape::Knot, Shape::Ring].map(|shape| Model::new(shape.mesh(900)));
    let pair = Pair::new(&knot, &ring).at(Pose::translation([0.0, 0.7, 0.1]));
    let mut scratch = Scratch::new();
    assert_eq!(pair.suspect(&scratch), None);
    let first = pair.guided_with(Budget::steps(3), 0.0, &mut scratch);
    let suspect = pair.suspect(&scratch);
    assert!(!first.is_proof() && suspect.is_some());
    assert_eq!(pair.suspect(&scratch), suspect);
    assert_eq!(pair.at(Pose::IDENTITY).suspect(&scratch), None);
    assert_eq!(Pair::new(&ring, &knot).at(pair.pose()).suspect(&scratch), None);
    // Asking has changed nothing: the query ends as one that was not asked.
    let whole = pair.guided(Budget::UNLIMITED, 0.0);
    assert_eq!(pair.resume_with(Budget::UNLIMITED, 0.0, &mut scratch), whole);
    assert!(!matches!(whole, Verdict::Likely { .. }));
    assert_eq!(pair.suspect(&scratch), None);
}

/// Moving both meshes together moves the suspect with them, also far from the origin and for tiny
/// meshes.
#[test]
fn a_suspect_is_in_the_frame_of_a() {
    let size = 1e-6;
    let small = |shape: Shape, at: [f64; 3]| {
        let mesh = shape.mesh(900);
        let place = |v: &[f64; 3]| [0, 1, 2].map(|i| size * v[i] + at[i]);
        let vertices = mesh.vertices().iter().map(place).collect();
        Model::new(feeler::Mesh::new(vertices, mesh.triangles().to_vec()).unwrap())
    };
    let at = [0.01, -0.02, 0.03];
    let a = small(Shape::Knot, at);
    let b = small(Shape::Ring, [0.0; 3]);
    let pair = Pair::new(&a, &b).at(Pose::translation([at[0], at[1] + 0.7 * size, at[2]]));
    let mut scratch = Scratch::new();
    assert!(!pair.guided_with(Budget::steps(5), 0.0, &mut scratch).is_proof());
    let suspect = pair.suspect(&scratch).unwrap();
    assert!(distance(suspect.point, at) < 2.0 * size, "{suspect:?}");
}
