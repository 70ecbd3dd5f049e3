//! Worlds after random histories, compared with all pairs asked one by one.
//!
//! Objects are added, moved a little and far, deformed, exchanged and removed; some are a millionth of
//! the others' size and some a million times as large. Nothing that a world does must be missed.

use feeler::{Mesh, Model, Pair, Pose, Scratch};
use feeler_scenes::{Random, Shape};
use feeler_world::{Near, ObjectId, World};
use std::sync::Arc;

/// What a world should know: its objects in the order in which they were added.
#[derive(Default)]
struct Mirror(Vec<(ObjectId, Arc<Model>, Pose, f64)>);

impl Mirror {
    fn pairs(&self) -> impl Iterator<Item = ([ObjectId; 2], Pair<'_>, f64)> {
        let both = |a: usize, b: usize| {
            let ((a, a_model, a_pose, a_margin), (b, b_model, b_pose, b_margin)) =
                (&self.0[a], &self.0[b]);
            let pair = Pair::new(a_model, b_model).at(Pose::relative(a_pose, b_pose));
            ([*a, *b], pair, a_margin + b_margin)
        };
        let count = self.0.len();
        (0..count).flat_map(move |a| (a + 1..count).map(move |b| both(a, b)))
    }

    /// All pairs that touch. Most pairs are so far apart that the pair says so at once.
    fn touching(&self, scratch: &mut Scratch) -> Vec<[ObjectId; 2]> {
        let touches = |(_, pair, margin): &([ObjectId; 2], Pair<'_>, f64)| match margin {
            0.0 => pair.intersects_with(scratch),
            _ => pair.within_with(*margin, scratch),
        };
        self.pairs().filter(touches).map(|(ids, ..)| ids).collect()
    }

    fn near(&self, clearance: f64) -> Vec<Near> {
        let near = self.pairs().filter_map(|(objects, pair, _)| {
            let closest = pair.distance()?;
            (closest.distance <= clearance).then_some(Near { objects, closest })
        });
        near.collect()
    }
}

/// Six models, of which the last two are tiny and huge.
fn models() -> Vec<Arc<Model>> {
    let mut meshes: Vec<Mesh> =
        [Shape::Ring, Shape::Knot, Shape::Blob, Shape::Box].map(|shape| shape.mesh(60)).into();
    for factor in [1e-6, 30.0] {
        let vertices = meshes[2].vertices().iter().map(|v| v.map(|x| factor * (x + 0.3)));
        meshes.push(Mesh::new(vertices.collect(), meshes[2].triangles().to_vec()).expect("finite"));
    }
    meshes.into_iter().map(|mesh| Arc::new(Model::new(mesh))).collect()
}

fn somewhere(random: &mut Random, edge: f64) -> Pose {
    let at = [(); 3].map(|()| edge * (random.unit() - 0.5));
    random.rotation().then(&Pose::translation(at))
}

/// One operation on a world and its mirror.
fn operate(
    world: &mut World,
    mirror: &mut Mirror,
    models: &[Arc<Model>],
    random: &mut Random,
    edge: f64,
) {
    let count = mirror.0.len();
    let pick = (random.unit() * count as f64) as usize;
    match (random.unit() * 100.0) as u32 {
        0..8 if count < 160 => {
            let model = models[(random.unit().powi(3) * models.len() as f64) as usize].clone();
            let pose = somewhere(random, edge);
            let name = format!("object {}", (random.unit() * 1e15) as u64);
            let id = world.add(name, model.clone(), pose).expect("a new name");
            mirror.0.push((id, model, pose, 0.0));
        }
        _ if count == 0 => {}
        0..14 => {
            let (id, ..) = mirror.0.remove(pick);
            world.remove(id).expect("it is there");
        }
        14..18 => {
            let entry = &mut mirror.0[pick];
            let deformed: Vec<[f64; 3]> = entry
                .1
                .mesh()
                .vertices()
                .iter()
                .map(|v| [v[0], v[1] * 1.1, v[2] + 0.1 * v[0]])
                .collect();
            Arc::make_mut(&mut entry.1).refit(deformed.clone()).expect("as many vertices");
            world.refit(entry.0, deformed).expect("as many vertices");
        }
        18..20 => {
            let entry = &mut mirror.0[pick];
            entry.1 = models[pick % models.len()].clone();
            world.exchange(entry.0, entry.1.clone()).expect("it is there");
        }
        20..22 => {
            let entry = &mut mirror.0[pick];
            entry.3 = if random.unit() < 0.5 { 0.0 } else { 0.2 * random.unit() };
            world.set_margin(entry.0, entry.3).expect("a margin");
        }
        22..26 => {
            // A teleport, sometimes out of everything that was seen so far.
            let far = if random.unit() < 0.2 { 1e7 * edge } else { edge };
            let entry = &mut mirror.0[pick];
            entry.2 = somewhere(random, far);
            world.place(entry.0, entry.2).expect("it is there");
        }
        _ => {
            let entry = &mut mirror.0[pick];
            let step = Pose::translation(random.direction().map(|x| 0.05 * x));
            entry.2 = Pose::rotation(random.direction(), 0.05).then(&entry.2).then(&step);
            world.place(entry.0, entry.2).expect("it is there");
        }
    }
}

/// Ten worlds, each with ten thousand operations, or a tenth of that without `FEELER_LONG`.
#[test]
fn no_history_misses_a_pair() {
    let operations = if std::env::var_os("FEELER_LONG").is_some() { 10_000 } else { 1_000 };
    let (models, mut scratch) = (models(), Scratch::new());
    let (mut touching, mut near, mut questions) = (0, 0, 0);
    for seed in 0..10 {
        let mut random = Random::new(seed);
        // From a heap to a loose cloud; one world is far smaller, one is far larger.
        let edge = [2.0, 4.0, 6.0, 8.0, 10.0][seed as usize % 5];
        let (mut world, mut mirror) = (World::new(), Mirror::default());
        for operation in 0..operations {
            operate(&mut world, &mut mirror, &models, &mut random, edge);
            if operation % (operations / 44) != 0 {
                continue;
            }
            questions += 1;
            let expected = mirror.touching(&mut scratch);
            assert_eq!(world.touching(), expected, "seed {seed}, operation {operation}");
            assert_eq!(world.first_touching(), expected.first().copied());
            touching += expected.len();
            if questions % 7 == 0 {
                let clearance = 0.3 * random.unit();
                let expected = mirror.near(clearance);
                assert_eq!(world.within(clearance).expect("a clearance"), expected);
                near += expected.len();
                ask_about_one(&mut world, &mirror, &mut random, edge);
            }
        }
        assert_eq!(world.len(), mirror.0.len());
        let ids: Vec<ObjectId> = world.objects().map(|(id, _)| id).collect();
        assert_eq!(ids, mirror.0.iter().map(|entry| entry.0).collect::<Vec<_>>());
    }
    println!("{questions} questions, {touching} touching pairs, {near} near pairs");
    assert!(touching > questions && near > 100, "{touching} of {questions}, {near}");
}

/// The nearest pair, and the questions about one object and about a model from outside.
fn ask_about_one(world: &mut World, mirror: &Mirror, random: &mut Random, edge: f64) {
    let key = |near: &Near| (near.closest.distance, near.objects);
    let least = |x: Near, y: Near| if key(&y) < key(&x) { y } else { x };
    let all = mirror.near(f64::INFINITY);
    assert_eq!(world.nearest(), all.iter().copied().reduce(least));
    let Some((id, ..)) = mirror.0.get((random.unit() * mirror.0.len() as f64) as usize) else {
        return;
    };
    let of_one = || all.iter().copied().filter(|near| near.objects.contains(id));
    assert_eq!(world.nearest_of(*id).expect("it is there"), of_one().reduce(least));
    let within: Vec<Near> = of_one().filter(|near| near.closest.distance <= 0.25).collect();
    assert_eq!(world.within_of(*id, 0.25).expect("it is there"), within);
    let touching: Vec<ObjectId> =
        world.touching().iter().filter_map(|pair| other(pair, *id)).collect();
    assert_eq!(world.touching_of(*id).expect("it is there"), sorted(touching));

    let (probe, pose) = (Arc::new(Model::new(Shape::Ring.mesh(60))), somewhere(random, edge));
    let hit = |entry: &&(ObjectId, Arc<Model>, Pose, f64)| {
        let pair = Pair::new(&entry.1, &probe).at(Pose::relative(&entry.2, &pose));
        if entry.3 > 0.0 { pair.within(entry.3) } else { pair.intersects() }
    };
    let expected: Vec<ObjectId> = mirror.0.iter().filter(hit).map(|entry| entry.0).collect();
    assert_eq!(world.touching_model(&probe, pose), expected);
    let mut visitor = World::new();
    let guest = visitor.add("probe", probe.clone(), pose).expect("the only name");
    let expected: Vec<_> = expected.into_iter().map(|own| [own, guest]).collect();
    assert_eq!(world.touching_world(&mut visitor), expected);
}

fn other([a, b]: &[ObjectId; 2], id: ObjectId) -> Option<ObjectId> {
    (*a == id).then_some(*b).or_else(|| (*b == id).then_some(*a))
}

fn sorted(mut ids: Vec<ObjectId>) -> Vec<ObjectId> {
    ids.sort_unstable();
    ids
}

/// A crowd that is large enough for several threads, far from the origin, and tiny or huge.
#[test]
fn threads_and_scale_change_no_answer() {
    for (scale, offset) in [(1.0, 0.0), (1e-9, 1e-3), (1e40, 1e44)] {
        let mut random = Random::new(5);
        let mesh = Shape::Ring.mesh(100);
        let vertices = mesh.vertices().iter().map(|v| v.map(|x| scale * x)).collect();
        let model =
            Model::new(Mesh::new(vertices, mesh.triangles().to_vec()).expect("finite numbers"));
        let model = Arc::new(model);
        let mut world = World::new();
        for k in 0..2500 {
            let place = [(); 3].map(|()| offset + scale * 45.0 * random.unit());
            let pose = random.rotation().then(&Pose::translation(place));
            world.add(format!("ring {k}"), model.clone(), pose).expect("a new name");
        }
        let on = |threads: usize, world: &mut World| {
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| (world.touching(), world.within(0.1 * scale).expect("a clearance")))
        };
        let one = on(1, &mut world.clone());
        assert!(one.0.len() > 100 && one.1.len() > one.0.len(), "{} pairs", one.0.len());
        for threads in [2, 5] {
            assert!(on(threads, &mut world.clone()) == one, "{threads} threads");
        }
    }
}
