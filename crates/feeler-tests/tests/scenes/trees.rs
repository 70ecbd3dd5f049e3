//! Tests of trees beside the answers: the same tree for any number of threads, valid trees, build
//! times, refits, and trees of different settings together.

use crate::configuration::Configuration;
use feeler::{Arity, Build, Mesh, Model, Pair, Pose, Rule, Scratch, Search, Volume};
use feeler_scenes::{Random, Shape};

#[test]
fn the_tree_does_not_depend_on_the_number_of_threads() {
    let mesh = Shape::Blob.mesh(30_000);
    for rule in Rule::ALL {
        let build = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let options = Build { rule, ..Build::default() };
            pool.install(|| format!("{:?}", Model::build(mesh.clone(), &options)))
        };
        let one = build(1);
        assert!(one == build(2) && one == build(7), "{}", rule.name());
    }
}

#[test]
fn all_trees_of_a_gear_are_valid() {
    let gear = Shape::Gear.mesh(2000);
    for configuration in Configuration::all() {
        let model = Model::build(gear.clone(), &configuration.build());
        model.validate().unwrap_or_else(|error| panic!("{configuration}: {error}"));
        let (stats, least) = (model.stats(), 1.0 / configuration.arity.number() as f64);
        assert!(
            stats.depth < 40 && stats.nodes > 0 && stats.fill > least,
            "{configuration}: {stats:?}"
        );
    }
}

/// Triangles that shrink towards a corner make rules that cut space split off one triangle at a
/// time.
#[test]
fn no_builder_is_slow_on_shrinking_triangles() {
    let mut triangles = Vec::new();
    for i in 0..60_000 {
        let size = 0.5f64.powi(i % 900);
        let corner = [size, 1.3 * size, 0.7 * size];
        triangles.push([
            corner,
            [1.01 * size, 1.3 * size, 0.7 * size],
            [size, 1.31 * size, 0.7 * size],
        ]);
    }
    let indices = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let mesh = Mesh::new(triangles.into_iter().flatten().collect(), indices).unwrap();
    for rule in Rule::ALL {
        let start = std::time::Instant::now();
        let build = Build { volume: Volume::AABB, rule, ..Build::default() };
        let model = Model::build(mesh.clone(), &build);
        let seconds = start.elapsed().as_secs_f64();
        assert!(seconds < 3.0, "{} took {seconds} s", rule.name());
        assert!(model.stats().depth < 60, "{}: {:?}", rule.name(), model.stats());
    }
}

#[test]
fn refitted_models_answer_as_new_ones() {
    fn check(volume: Volume) {
        let build = Build { volume, ..Build::default() };
        let mesh = Shape::Ring.mesh(1500);
        let mut random = Random::new(3);
        let mut model = Model::build(mesh.clone(), &build);
        for step in 0..5 {
            let bend = 0.2 * step as f64;
            let vertices: Vec<[f64; 3]> = mesh
                .vertices()
                .iter()
                .map(|&[x, y, z]| [x * (1.0 + bend), y, z + bend * x * x])
                .collect();
            model.refit(vertices.clone()).unwrap();
            model.validate().unwrap();
            let moved = Mesh::new(vertices, mesh.triangles().to_vec()).unwrap();
            let new = Model::build(moved, &build);
            for _ in 0..10 {
                let pose = random.rotation().then(&Pose::translation(random.direction()));
                let (refitted, built) =
                    (Pair::new(&model, &model).at(pose), Pair::new(&new, &new).at(pose));
                assert_eq!(refitted.contacts(), built.contacts());
            }
        }
        let before = format!("{model:?}");
        assert!(model.refit(vec![[0.0; 3]]).is_err());
        assert!(model.refit(vec![[f64::NAN; 3]; mesh.vertices().len()]).is_err());
        assert_eq!(before, format!("{model:?}"), "a refused refit leaves the model as it was");
    }
    check(Volume::OBB);
    check(Volume::AABB);
    check(Volume::SPHERE);
    check(Volume::DOP18);
    check(Volume::HULL);
}

#[test]
fn octree_of_arity_eight_has_octants_as_children() {
    // Eight clusters of nine triangles each, one in each octant, make a root with eight children.
    let mut vertices = Vec::new();
    for octant in 0..8 {
        let center = [0, 1, 2].map(|i| if octant >> i & 1 == 0 { -1.0 } else { 1.0 });
        for k in 0..27 {
            vertices.push([0, 1, 2].map(|i| center[i] + 0.01 * ((k * (i + 2)) % 7) as f64));
        }
    }
    let triangles: Vec<[u32; 3]> = (0..72).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let mesh = Mesh::new(vertices, triangles).unwrap();
    let options = Build { rule: Rule::Octree, leaf_size: 16, ..Build::default() };
    let stats = Model::build(mesh, &options).stats();
    assert_eq!((stats.nodes, stats.depth, stats.fill), (1, 1, 1.0));
}

#[test]
fn trees_of_different_arity_go_together() {
    let built = |shape: Shape| {
        Arity::ALL.map(|arity| Model::build(shape.mesh(800), &Build { arity, ..Build::default() }))
    };
    let (knots, gears) = (built(Shape::Knot), built(Shape::Gear));
    let mut scratches = [Scratch::new(), Scratch::new().remembering()];
    for k in 0..40 {
        let turn = Pose::rotation([1.0, 2.0, 3.0], 0.3 * k as f64);
        let pose = turn.then(&Pose::translation([0.05 * k as f64, 0.1, 0.2]));
        let equal = Pair::new(&knots[2], &gears[2]).at(pose);
        let expected = (equal.contacts(), equal.distance());
        for (knot, gear) in knots.iter().flat_map(|a| gears.iter().map(move |b| (a, b))) {
            let pair = Pair::new(knot, gear).at(pose);
            for scratch in &mut scratches {
                assert_eq!(pair.intersects_with(scratch), !expected.0.is_empty());
                assert_eq!(pair.contacts_with(scratch), expected.0);
                let distance = pair.distance_with(&Search::default(), scratch);
                assert_eq!(distance.closest, expected.1);
            }
        }
    }
}

#[test]
fn trees_of_different_volumes_go_together() {
    let built = |shape: Shape| {
        Volume::ALL.map(|volume| {
            let arity = Arity::ALL[volume.name().len() % 3];
            Model::build(shape.mesh(300), &Build { volume, arity, ..Build::default() })
        })
    };
    let (knots, mut gears) = (built(Shape::Knot), built(Shape::Gear));
    let mut scratches = [Scratch::new(), Scratch::new().remembering()];
    for k in 0..6 {
        let turn = Pose::rotation([1.0, 2.0, 3.0], 0.9 * k as f64);
        let pose = turn.then(&Pose::translation([0.4 * k as f64, 0.1, 0.2]));
        let equal = Pair::new(&knots[0], &gears[0]).at(pose);
        let (contacts, closest) = (equal.contacts(), equal.distance());
        let first = equal.first_contact([1.0, 0.5, 0.0]);
        for (knot, gear) in knots.iter().flat_map(|a| gears.iter().map(move |b| (a, b))) {
            let pair = Pair::new(knot, gear).at(pose);
            let name = format!("{} {} at {k}", knot.volume(), gear.volume());
            for scratch in &mut scratches {
                assert_eq!(pair.intersects_with(scratch), !contacts.is_empty(), "{name}");
                assert_eq!(pair.contacts_with(scratch), contacts, "{name}");
                let distance = pair.distance_with(&Search::default(), scratch);
                assert_eq!(distance.closest, closest, "{name}");
            }
            assert_eq!(pair.first_contact([1.0, 0.5, 0.0]), first, "{name}");
        }
        // The boxes that were fitted for other volumes must not outlive a refit.
        for gear in &mut gears {
            let wave = |p: &[f64; 3]| [p[0], p[1] + 0.1 * p[0], p[2]];
            let vertices: Vec<_> = gear.mesh().vertices().iter().map(wave).collect();
            gear.refit(vertices).unwrap();
        }
    }
}
