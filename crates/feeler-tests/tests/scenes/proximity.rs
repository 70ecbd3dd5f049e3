//! Tests of the distance of meshes: against exact squares, interrupted, with allowed errors, and
//! far away.

use crate::configuration::Expected;
use crate::long;
use crate::oracle::distance::{Rational, distance_squared, is_root, rational};
use crate::oracle::soup::nasty_meshes;
use feeler::triangle::Triangle;
use feeler::{Budget, Build, Mesh, Model, Pair, Pose, Schedule, Scratch, Search, Ties, Volume};
use feeler_scenes::{Random, Shape};
use num_traits::Zero;
use rayon::prelude::*;
use std::time::{Duration, Instant};

#[test]
fn distances_of_meshes_are_within_eight_units_of_exact_ones() {
    let pairs: u64 = if long() { 20_000 } else { 2_000 };
    let apart: u64 = (0..pairs)
        .into_par_iter()
        .map(|number| {
            let (a, b, pose) = nasty_meshes(5 * number);
            let (model_a, model_b) = (Model::new(a.clone()), Model::new(b.clone()));
            let pair = Pair::new(&model_a, &model_b).at(pose);
            let closest = pair.distance().expect("triangles in both");
            assert_eq!(closest.distance == 0.0, pair.intersects(), "pair {number}");
            let (square, largest) = exact(&a, &b, &pose, closest.distance);
            let promise = (rational(largest.next_up()) - rational(largest)) * rational(8.0);
            assert!(
                is_root(closest.distance, &square, &promise),
                "pair {number}: {closest:?}\nA = {a:?}\nB = {b:?}\npose = {pose:?}"
            );
            assert_eq!(closest.distance == 0.0, square.is_zero(), "pair {number}");
            (closest.distance > 0.0) as u64
        })
        .sum();
    println!("{pairs} mesh pairs, {apart} apart");
    assert!(apart > pairs / 4);
}

/// The exact square of the distance, over all pairs of triangles that may be as near as `distance`,
/// and the largest coordinate.
fn exact(a: &Mesh, b: &Mesh, pose: &Pose, distance: f64) -> (Rational, f64) {
    let all = |mesh: &Mesh, pose: &Pose| -> Vec<Triangle> {
        (0..mesh.triangles().len() as u32)
            .map(|i| mesh.triangle(i).map(|p| pose.apply(p)))
            .collect()
    };
    let (of_a, of_b) = (all(a, &Pose::IDENTITY), all(b, pose));
    let largest =
        of_a.iter().chain(&of_b).flatten().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
    let near_enough = distance + 1e-9 * distance + 1e-9 * largest;
    let mut squares = Vec::new();
    for a in &of_a {
        for b in &of_b {
            if (0..3).all(|i| gap(a, b, i) <= near_enough) {
                squares.push(distance_squared(a, b));
            }
        }
    }
    (squares.into_iter().min().expect("the nearest pair is near enough"), largest)
}

/// The gap of two triangles along an axis; negative if they overlap.
fn gap(a: &Triangle, b: &Triangle, axis: usize) -> f64 {
    let low = |t: &Triangle| t[0][axis].min(t[1][axis]).min(t[2][axis]);
    let high = |t: &Triangle| t[0][axis].max(t[1][axis]).max(t[2][axis]);
    (low(b) - high(a)).max(low(a) - high(b))
}

/// A shape, and poses of a copy with their distances.
struct ShapeAtPoses {
    model: Model,
    poses: Vec<(Pose, f64)>,
}

impl ShapeAtPoses {
    fn all(volume: Volume) -> Vec<Self> {
        let mut random = Random::new(3);
        [Shape::Knot, Shape::Gear, Shape::Terrain]
            .into_iter()
            .map(|shape| {
                let build = Build { volume, ..Build::default() };
                let model = Model::build(shape.mesh(1000), &build);
                let poses = (0..12).map(|i| {
                    let away = random.direction().map(|x| x * 0.4 * f64::from(i));
                    let pose = random.rotation().then(&Pose::translation(away));
                    let closest = Pair::new(&model, &model).at(pose).distance().unwrap();
                    (pose, closest.distance)
                });
                let poses = poses.collect();
                Self { model, poses }
            })
            .collect()
    }
}

#[test]
fn interrupted_searches_give_intervals_that_contain_the_distance() {
    interrupted(Volume::OBB, 1);
    interrupted(Volume::SPHERE, 2);
    interrupted(Volume::DOP18, 3);
}

fn interrupted(volume: Volume, seed: u64) {
    let situations = ShapeAtPoses::all(volume);
    let mut random = Random::new(seed);
    let mut scratch = Scratch::new();
    let mut unfinished = 0;
    let rounds = if long() { 35_000 } else { 3_500 };
    for round in 0..rounds {
        let situation = &situations[random.bits() as usize % situations.len()];
        let (pose, distance) = situation.poses[random.bits() as usize % situation.poses.len()];
        let schedule = [Schedule::DepthFirst, Schedule::BestFirst][round % 2];
        let pair = Pair::new(&situation.model, &situation.model).at(pose).scheduled(schedule);
        let steps = random.between(0.0, 9.0).exp() as u64 - 1;
        let mut ask = |budget| {
            let found = pair.distance_with(&Search { budget, ..Search::default() }, &mut scratch);
            assert!(
                found.lower <= distance && distance <= found.upper(),
                "{found:?} does not contain {distance} after {budget:?}"
            );
            found
        };
        let (first, later) = (ask(Budget::steps(steps)), ask(Budget::steps(steps + steps / 2 + 1)));
        assert!(first.lower <= later.lower && later.upper() <= first.upper(), "it widens");
        ask(Budget { steps, time: Some(Duration::from_micros(steps % 50)) });
        unfinished += !first.is_exact() as usize;
        if let Some(closest) = first.closest {
            let [a, b] = closest.triangles;
            let mesh = situation.model.mesh();
            let witness = feeler::triangle::distance(
                &mesh.triangle(a),
                &mesh.triangle(b).map(|p| pose.apply(p)),
            );
            assert_eq!((witness.distance, witness.on_b), (closest.distance, closest.on_b));
        }
        assert!(first.closest.is_some(), "no witness");
    }
    println!("{unfinished} of {rounds} unfinished");
    assert!(unfinished > rounds / 5 && unfinished < rounds);
}

#[test]
fn errors_that_are_allowed_are_not_exceeded_and_save_work() {
    let mut scratch = Scratch::new();
    let (mut exact_tests, mut rough_tests) = (0, 0);
    for situation in ShapeAtPoses::all(Volume::OBB) {
        for &(pose, distance) in &situation.poses {
            for schedule in [Schedule::DepthFirst, Schedule::BestFirst] {
                let pair =
                    Pair::new(&situation.model, &situation.model).at(pose).scheduled(schedule);
                pair.distance_with(&Search::default(), &mut scratch);
                exact_tests += scratch.effort().volume_tests;
                for (absolute_error, relative_error) in
                    [(0.1, 0.0), (0.0, 0.2), (0.05, 0.1), (9.0, 0.0), (0.0, 2.0), (f64::NAN, -1.0)]
                {
                    let search = Search { absolute_error, relative_error, ..Search::default() };
                    let found = pair.distance_with(&search, &mut scratch);
                    let upper = found.upper();
                    let error = absolute_error.max(relative_error * upper).max(0.0);
                    assert!(found.lower <= distance && distance <= upper, "{found:?}: {distance}");
                    assert!(upper - found.lower <= error + 1e-15, "{found:?}: {error}");
                    rough_tests += scratch.effort().volume_tests;
                }
            }
        }
    }
    let ratio = exact_tests as f64 / (rough_tests as f64 / 6.0);
    println!("{ratio:.2} times fewer volume tests");
    assert!(ratio > 1.5);
}

#[test]
fn nothing_matters_beyond_a_distance() {
    let mut scratch = Scratch::new();
    for situation in ShapeAtPoses::all(Volume::OBB) {
        for &(pose, distance) in &situation.poses {
            let pair = Pair::new(&situation.model, &situation.model).at(pose);
            let mut ask =
                |beyond| pair.distance_with(&Search { beyond, ..Search::default() }, &mut scratch);
            let exact = ask(f64::INFINITY);
            assert_eq!(exact.upper(), distance);
            assert_eq!(ask(f64::NAN), exact);
            assert_eq!(ask(distance), exact);
            assert_eq!(ask(2.0 * distance), exact);
            let less = distance.next_down();
            let found = ask(less);
            assert_eq!((found.closest, found.lower), (None, less.max(0.0)));
        }
    }
}

#[test]
fn of_touching_meshes_any_witness_will_do() {
    let model = Model::new(Shape::Knot.mesh(20_000));
    let pair = Pair::new(&model, &model).at(Pose::rotation([1.0, 2.0, 3.0], 1.0));
    let mut scratch = Scratch::new();
    let first = pair.distance_with(&Search::default(), &mut scratch);
    let effort = scratch.effort();
    let any = pair.distance_with(&Search { ties: Ties::Any, ..Search::default() }, &mut scratch);
    assert_eq!((first.upper(), any.upper()), (0.0, 0.0));
    let contacts = pair.contacts();
    assert_eq!(first.closest.unwrap().triangles, [contacts[0].a, contacts[0].b]);
    let [a, b] = any.closest.unwrap().triangles;
    assert!(contacts.contains(&feeler::Contact { a, b }));
    assert!(scratch.effort().volume_tests * 10 < effort.volume_tests);
}

#[test]
fn far_apart_means_no_other_answer() {
    let mut random = Random::new(11);
    for shape in [Shape::Knot, Shape::Box, Shape::Plate, Shape::Blob] {
        let mesh = shape.mesh(150);
        let model = Model::new(mesh.clone());
        for exponent in 0..40 {
            let away = random.direction().map(|x| x * 3f64.powi(exponent));
            // Some meshes face each other exactly, so many pairs are equally near.
            let turn = if exponent % 2 == 0 { random.rotation() } else { Pose::IDENTITY };
            let away = if exponent % 4 == 1 { [0.0, 0.0, 3f64.powi(exponent)] } else { away };
            let pose = turn.then(&Pose::translation(away));
            let near = Expected::all(&mesh, &mesh, &pose).near.unwrap();
            let pair = Pair::new(&model, &model).at(pose);
            assert_eq!(pair.distance(), near.closest, "{shape:?} at {away:?}");
            assert_eq!(pair.all_within(near.tolerance), near.within, "{shape:?} at {away:?}");
            let distance = near.closest.unwrap().distance;
            assert!(pair.within(distance) && !pair.within(distance.next_down()));
            let mut scratch = Scratch::new();
            for steps in [0, 1, 5, 100] {
                let search = Search { budget: Budget::steps(steps), ..Search::default() };
                let found = pair.distance_with(&search, &mut scratch);
                assert!(found.lower <= distance && distance <= found.upper(), "{found:?}");
            }
        }
    }
}

#[test]
fn a_part_that_is_parked_far_away_takes_no_time() {
    let model = Model::new(Shape::Blob.mesh(20_000));
    let mut scratch = Scratch::new();
    for exponent in 0..10 {
        let pose = Pose::translation([0.6, 0.48, 0.64].map(|x| x * 10f64.powi(exponent)));
        let start = Instant::now();
        let pair = Pair::new(&model, &model).at(pose);
        let found = pair.distance_with(&Search::default(), &mut scratch);
        let seconds = start.elapsed().as_secs_f64();
        println!("1e{exponent}: {} in {:.0} µs", found.upper(), 1e6 * seconds);
        assert!(seconds < 1.0, "1e{exponent}: {seconds} s");
        assert!(!pair.within_with(0.5 * found.upper(), &mut scratch) || found.upper() == 0.0);
    }
}

#[test]
fn a_distance_that_the_outer_boxes_prove_is_exact() {
    // The poles of two spheres: the boxes around both meshes are as far apart as the poles, so the
    // search ends while other pairs still wait to be measured.
    for triangles in [80, 320, 1280] {
        let model = Model::new(Shape::Sphere.mesh(triangles));
        for z in [2.0, 2.5, 3.0, 7.0] {
            let pair = Pair::new(&model, &model).at(Pose::translation([0.0, 0.0, z]));
            let found = pair.distance_with(&Search::default(), &mut Scratch::new());
            assert!(found.is_exact(), "{triangles} {z}: {} < {}", found.lower, found.upper());
        }
    }
}

#[test]
fn the_worked_query_of_architecture() {
    let ball = Model::new(Shape::Sphere.mesh(320));
    let pair = Pair::new(&ball, &ball).at(Pose::translation([0.5, 0.3, 2.2]));
    let mut scratch = Scratch::new();
    let found = pair.distance_with(&Search::default(), &mut scratch);
    let closest = found.closest.expect("both have triangles");
    assert_eq!(
        (format!("{:.5}", closest.distance), closest.triangles),
        ("0.28885".to_owned(), [1, 148])
    );
    let effort = scratch.effort();
    assert_eq!((effort.updates, effort.volume_tests, effort.triangle_tests), (35, 239, 920));
}
