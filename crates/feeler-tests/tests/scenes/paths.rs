//! Tests that a scratch that remembers gives the answers of a scratch that does not, along paths
//! that reveal a proof that is used for too long.

use crate::configuration::Configuration;
use crate::long;
use feeler::{Contact, Mesh, Model, Pair, Pose, Schedule, Scratch, Search};
use feeler_scenes::{Random, Shape};
use rayon::prelude::*;

#[test]
fn what_is_remembered_changes_no_contact() {
    test_paths(Compared::Contacts);
}

#[test]
fn what_is_remembered_changes_no_distance() {
    test_paths(Compared::Distances);
}

/// The query that is compared along a path. There is one query per path, because the memory of one
/// query would hide mistakes of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compared {
    Contacts,
    Distances,
}

fn test_paths(compared: Compared) {
    let numbers = if long() { 0..40 } else { 0..4 };
    let all: Vec<_> = numbers.flat_map(|n| Configuration::some(n).map(move |c| (n, c))).collect();
    let [touching, poses] = all
        .par_iter()
        .map(|&(number, configuration)| PathTest { configuration, number, compared }.run())
        .reduce(|| [0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
    println!("{compared:?}: {poses} poses, {touching} touching");
    assert!(touching > poses / 10 && touching < poses / 2, "{touching} of {poses} touch");
}

/// A test along one path.
struct PathTest {
    configuration: Configuration,
    number: u64,
    compared: Compared,
}

impl PathTest {
    /// Follows the path, and returns the number of poses that touch and the number of all poses.
    fn run(self) -> [usize; 2] {
        let Self { configuration, number, compared } = self;
        let build = configuration.build();
        let model = |mesh: Mesh| Model::build(mesh, &build);
        // One mesh is much smaller than the others, and one is far from its origin.
        let mut models = [
            model(Shape::Knot.mesh(600)),
            model(Shape::Blob.mesh(400)),
            model(moved(&Shape::Gear.mesh(400), 0.01, 0.0)),
            model(moved(&Shape::Terrain.mesh(400), 1.0, 1e5)),
        ];
        let mut random = Random::new(1000 + number);
        let mut scratch = Scratch::new().remembering();
        let mut plain = Scratch::new();
        let (mut touching, steps) = (0, 240);
        let mut pose = Pose::IDENTITY;
        let (mut a, mut b) = (0, 1);
        let mut path = PosePath::default();
        for step in 0..steps {
            if random.unit() < 0.02 {
                (a, b) = ((random.unit() * 4.0) as usize, (random.unit() * 4.0) as usize);
            }
            if random.unit() < 0.01 {
                let vertices = models[b].mesh().vertices();
                let wave = |p: [f64; 3]| [p[0], p[1], p[2] + 0.01 * (p[0] - vertices[0][0])];
                let vertices: Vec<_> = vertices.iter().map(|&p| wave(p)).collect();
                models[b].refit(vertices).expect("as many vertices");
            }
            let schedule = if step % 7 < 4 { Schedule::DepthFirst } else { Schedule::BestFirst };
            let pair = Pair::new(&models[a], &models[b]).at(pose).scheduled(schedule);
            let place = || format!("{configuration}, path {number}, step {step}, {schedule:?}");
            let contacts = pair.contacts_with(&mut plain).to_vec();
            touching += usize::from(!contacts.is_empty());
            match compared {
                Compared::Contacts => compare_contacts(&pair, &contacts, &mut scratch, &place),
                Compared::Distances => compare_distances(&pair, &mut scratch, &mut plain, &place),
            }
            pose = path.next(&pair, &mut plain, &mut random);
        }
        [touching, steps]
    }
}

fn compare_contacts(
    pair: &Pair<'_>,
    contacts: &[Contact],
    scratch: &mut Scratch,
    place: &dyn Fn() -> String,
) {
    match pair.any_contact_with(scratch) {
        None => assert!(contacts.is_empty(), "{}: misses {:?}", place(), contacts[0]),
        Some(found) => {
            assert!(contacts.contains(&found), "{}: {found:?} do not meet", place());
        }
    }
}

fn compare_distances(
    pair: &Pair<'_>,
    scratch: &mut Scratch,
    plain: &mut Scratch,
    place: &dyn Fn() -> String,
) {
    let search = Search::default();
    let expected = pair.distance_with(&search, plain);
    assert_eq!(pair.distance_with(&search, scratch), expected, "{}", place());
    let distance = expected.upper();
    assert!(pair.within_with(distance, scratch), "{}", place());
    assert!(!pair.within_with(distance.next_down(), scratch), "{}", place());
    // The reach is small, because within a share of a large distance there would be all triangles,
    // which takes long.
    let reach = distance + 0.02 * size_of(pair.a()).min(size_of(pair.b()));
    let near = pair.all_within_with(reach, plain);
    assert_eq!(pair.all_within_with(reach, scratch), near, "{}", place());
}

/// The poses of B along a path. B is placed beside A at a known gap, makes some steps that are much
/// smaller, and then moves across the gap.
///
/// So a proof that is used for longer than its gap misses a contact. This was tried on 7 kinds:
/// contacts are missed if gaps count 1.5 times or ways count 0.8 times (gaps that count 1.2 times
/// are not noticed); distances are wrong if gaps count 1.1 times or ways 0.8 times.
#[derive(Default)]
struct PosePath {
    phase: usize,
    /// The gap between B and A, and (`way`) the way that leads across it.
    gap: f64,
    way: [f64; 3],
}

impl PosePath {
    fn next(&mut self, pair: &Pair<'_>, plain: &mut Scratch, random: &mut Random) -> Pose {
        let size = size_of(pair.b()).min(size_of(pair.a()));
        let toward_a = |pair: &Pair<'_>, plain: &mut Scratch| {
            let closest = pair.distance_with(&Search::default(), plain).closest;
            let closest = closest.expect("triangles");
            ([0, 1, 2].map(|i| closest.on_a[i] - closest.on_b[i]), closest.distance)
        };
        let phase = self.phase;
        self.phase += 1;
        match phase {
            0 => {
                let far = pair.at(beside(pair, random));
                let (way, distance) = toward_a(&far, plain);
                if distance == 0.0 {
                    self.phase = 0;
                    return far.pose();
                }
                // The step across the gap must be short enough for a front to be used.
                self.gap = size * 10f64.powf(random.between(-4.0, -1.9));
                step(&far, way.map(|x| x * (1.0 - self.gap / distance)), Pose::IDENTITY)
            }
            4 | 9 => {
                let (way, distance) = toward_a(pair, plain);
                if distance == 0.0 || distance > 2.0 * self.gap {
                    self.phase = 0;
                }
                let times = if distance > 2.0 * self.gap { 0.0 } else { random.between(0.8, 1.2) };
                self.way = way.map(|x| x * times);
                step(pair, self.way, Pose::IDENTITY)
            }
            // B moves back to its earlier position, or stays in the same place.
            7 => step(pair, self.way.map(|x| -1.5 * x), Pose::IDENTITY),
            8 if random.unit() < 0.5 => pair.pose(),
            12.. => {
                self.phase = if random.unit() < 0.5 { 0 } else { 6 };
                pair.pose()
            }
            _ => {
                let small = self.gap * 10f64.powf(random.between(-3.0, -1.3));
                let turn = Pose::rotation(random.direction(), small / size);
                step(pair, random.direction().map(|x| x * small), turn)
            }
        }
    }
}

/// Turns B about its centre, which may be far from the origin, and shifts it.
fn step(pair: &Pair<'_>, shift: [f64; 3], turn: Pose) -> Pose {
    let at = pair.pose().apply(middle(pair.b().mesh()));
    let there = Pose::translation([0, 1, 2].map(|i| at[i] + shift[i]));
    let back = Pose::translation(at.map(|x| -x));
    pair.pose().then(&back).then(&turn).then(&there)
}

/// A pose of B with a random rotation, so far from A that they do not touch, except in rare cases.
fn beside(pair: &Pair<'_>, random: &mut Random) -> Pose {
    let (from, to) = (middle(pair.b().mesh()), middle(pair.a().mesh()));
    let (far, way) = (1.2 * (size_of(pair.a()) + size_of(pair.b())), random.direction());
    let there = Pose::translation([0, 1, 2].map(|i| to[i] + far * way[i]));
    Pose::translation(from.map(|x| -x)).then(&random.rotation()).then(&there)
}

fn middle(mesh: &Mesh) -> [f64; 3] {
    let [low, high] = mesh.bounds().expect("vertices");
    [0, 1, 2].map(|i| 0.5 * (low[i] + high[i]))
}

fn size_of(model: &Model) -> f64 {
    let [low, high] = model.mesh().bounds().expect("vertices");
    (0..3).fold(0.0, |m: f64, i| m.max(high[i] - low[i]))
}

fn moved(mesh: &Mesh, scale: f64, by: f64) -> Mesh {
    let vertices = mesh.vertices().iter().map(|p| p.map(|x| x * scale + by)).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).expect("finite")
}
