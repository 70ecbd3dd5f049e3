//! A scratch that remembers gives the answers of one that does not, along paths made to catch it believing for too long.

use crate::configuration::Configuration;
use crate::long;
use feeler::{
    BoundingVolume, Build, Contact, Mesh, Model, Pair, Pose, Schedule, Scratch, Search, Task,
};
use feeler_scenes::{Random, Shape};
use rayon::prelude::*;

/// Paths hover around the contact: where B is apart it goes towards A by about as much as it is away, so that a gap that is believed for a
/// little too long is a contact missed. Gaps that count 1.5 times, or ways that count two thirds, fail.
#[test]
fn what_is_remembered_changes_no_answer() {
    let numbers = if long() { 0..40 } else { 0..4 };
    let all: Vec<_> = numbers.flat_map(|n| Configuration::some(n).map(move |c| (n, c))).collect();
    let [found, asked] = all
        .par_iter()
        .map(|&(number, configuration)| {
            let walk = Walk { configuration, number };
            configuration.kind.dispatch(configuration.arity, walk)
        })
        .reduce(|| [0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
    println!("{asked} poses, {found} touching");
    assert!(found > asked / 10 && found < asked / 10 * 9, "{found} of {asked} touch");
}

struct Walk {
    configuration: Configuration,
    number: u64,
}

impl Task for Walk {
    type Output = [usize; 2];

    fn run<V: BoundingVolume, const N: usize>(self, fit: V::Fit) -> [usize; 2] {
        let Self { configuration, number } = self;
        let Configuration { rule, leaf_size, .. } = configuration;
        let build = Build::<V> { rule, leaf_size, fit };
        let model = |mesh: Mesh| Model::<V, N>::build(mesh, &build);
        // One much smaller than the others, and one far from its origin.
        let mut models = [
            model(Shape::Knot.mesh(300)),
            model(Shape::Blob.mesh(200)),
            model(moved(&Shape::Gear.mesh(200), 0.01, 0.0)),
            model(moved(&Shape::Terrain.mesh(200), 1.0, 1e5)),
        ];
        let mut random = Random::new(1000 + number);
        let mut scratch = Scratch::new().remembering();
        let mut plain = Scratch::new();
        let mut touching = 0;
        let mut pose = Pose::IDENTITY;
        let (mut a, mut b) = (0, 1);
        let steps = 120;
        for step in 0..steps {
            if random.unit() < 0.02 {
                (a, b) = ((random.unit() * 4.0) as usize, (random.unit() * 4.0) as usize);
                pose = onto(&models[a], &models[b], random.rotation());
            }
            if random.unit() < 0.02 {
                let vertices = models[b].mesh().vertices();
                let wave = |p: [f64; 3]| [p[0], p[1], p[2] + 0.01 * (p[0] - vertices[0][0])];
                let vertices = vertices.iter().map(|&p| wave(p)).collect();
                models[b].refit(vertices).expect("as many vertices");
            }
            let schedule = if step % 7 < 4 { Schedule::DepthFirst } else { Schedule::BestFirst };
            let pair = Pair::new(&models[a], &models[b]).at(pose).scheduled(schedule);
            let place = || format!("{configuration}, path {number}, step {step}, {schedule:?}");
            touching += usize::from(compare(&pair, &mut scratch, &mut plain, &place));
            pose = next(&pair, &mut plain, &mut random);
        }
        [touching, steps]
    }
}

/// Asks all that remembers, and says whether they touch.
fn compare<V: BoundingVolume, const N: usize>(
    pair: &Pair<V, N>,
    scratch: &mut Scratch,
    plain: &mut Scratch,
    place: &dyn Fn() -> String,
) -> bool {
    let contacts = pair.contacts_with(plain).to_vec();
    match pair.any_contact_with(scratch) {
        None => assert!(contacts.is_empty(), "{}: misses {:?}", place(), contacts[0]),
        Some(Contact { a, b }) => {
            assert!(contacts.contains(&Contact { a, b }), "{}: {a} and {b} do not meet", place());
        }
    }
    let search = Search::default();
    let expected = pair.distance_with(&search, plain);
    assert_eq!(pair.distance_with(&search, scratch), expected, "{}", place());
    let distance = expected.upper();
    assert!(pair.within_with(distance, scratch), "{}", place());
    assert!(!pair.within_with(distance.next_down(), scratch), "{}", place());
    // All triangles would be within a share of a large distance, and take long.
    let reach = distance + 0.02 * size_of(pair.a()).min(size_of(pair.b()));
    let near = pair.all_within_with(reach, plain);
    assert_eq!(pair.all_within_with(reach, scratch), near, "{}", place());
    !contacts.is_empty()
}

/// Towards A, by about the distance; away from it where they touch; sometimes nowhere, sometimes far.
fn next<V: BoundingVolume, const N: usize>(
    pair: &Pair<V, N>,
    plain: &mut Scratch,
    random: &mut Random,
) -> Pose {
    let closest = pair.distance_with(&Search::default(), plain).closest.expect("triangles");
    let size = size_of(pair.b()).min(size_of(pair.a()));
    let way = [0, 1, 2].map(|i| closest.on_a[i] - closest.on_b[i]);
    let small = size * 10f64.powf(random.between(-6.0, -1.5));
    let shift = match random.unit() {
        x if x < 0.05 => [0.0; 3],
        x if x < 0.1 => random.direction().map(|x| x * 0.3 * size),
        x if x < 0.5 && closest.distance > 0.0 && closest.distance < 0.1 * size => {
            let times = random.between(0.2, 1.1);
            way.map(|x| times * x)
        }
        _ if closest.distance > small => way.map(|x| x / closest.distance * small),
        _ => random.direction().map(|x| x * small),
    };
    let turn = match random.unit() {
        x if x < 0.5 => Pose::IDENTITY,
        _ => Pose::rotation(random.direction(), small / size),
    };
    // About B's own centre, which may be far from the origin.
    let at = pair.pose().apply(middle(pair.b().mesh()));
    let back = Pose::translation(at.map(|x| -x));
    let there = Pose::translation([0, 1, 2].map(|i| at[i] + shift[i]));
    pair.pose().then(&back).then(&turn).then(&there)
}

fn middle(mesh: &Mesh) -> [f64; 3] {
    let [low, high] = mesh.bounds().expect("vertices");
    [0, 1, 2].map(|i| 0.5 * (low[i] + high[i]))
}

fn size_of<V: BoundingVolume, const N: usize>(model: &Model<V, N>) -> f64 {
    let [low, high] = model.mesh().bounds().expect("vertices");
    (0..3).fold(0.0, |m: f64, i| m.max(high[i] - low[i]))
}

/// B's centre beside A's, near enough to touch now and then.
fn onto<V: BoundingVolume, const N: usize>(a: &Model<V, N>, b: &Model<V, N>, turn: Pose) -> Pose {
    let (from, to) = (middle(b.mesh()), middle(a.mesh()));
    let beside = [to[0] + 0.5 * size_of(a), to[1], to[2]];
    Pose::translation(from.map(|x| -x)).then(&turn).then(&Pose::translation(beside))
}

fn moved(mesh: &Mesh, scale: f64, by: f64) -> Mesh {
    let vertices = mesh.vertices().iter().map(|p| p.map(|x| x * scale + by)).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).expect("finite")
}
