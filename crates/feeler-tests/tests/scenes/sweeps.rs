//! Tests of first contacts of moving meshes: against exact times, against dense samples of the
//! exact test, and against each other.

use crate::configuration::Configuration;
use crate::long;
use crate::oracle::distance::{Rational, rational};
use crate::oracle::nasty::{self, Family};
use crate::oracle::soup::nasty_meshes;
use feeler::triangle::Triangle;
use feeler::{FirstContact, Instructions, Mesh, Model, Pair, Pose, Schedule, Scratch};
use feeler_scenes::{Random, Shape, normalised};
use num_traits::{Signed, ToPrimitive, Zero};
use rayon::prelude::*;

type Vector = [Rational; 3];

fn vector(p: [f64; 3]) -> Vector {
    p.map(rational)
}

fn sub(a: &Vector, b: &Vector) -> Vector {
    [0, 1, 2].map(|i| &a[i] - &b[i])
}

fn dot(a: &Vector, b: &Vector) -> Rational {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| &a[i] * &b[j] - &a[j] * &b[i])
}

/// A rational number rounded to about 60 bits.
fn nearly(x: &Rational) -> f64 {
    let shift = 60 + x.denom().bits() as i64 - x.numer().bits() as i64;
    let scaled = match shift {
        0.. => (x.numer() << shift) / x.denom(),
        _ => x.numer() / (x.denom() << -shift),
    };
    let [half, other] = [shift / 2, shift - shift / 2].map(|shift| 2f64.powi(-shift as i32));
    scaled.to_f64().unwrap() * half * other
}

/// The moment when a corner of B passes through a face of A, a corner of A through a face of B, or
/// an edge of B through an edge of A, with the speed along the normal there.
#[derive(Clone)]
struct Event {
    time: Rational,
    closing: f64,
}

/// The first event, for triangles with area that do not move in the plane of either triangle.
fn first_event(a: &Triangle, b: &Triangle, direction: [f64; 3]) -> Option<Event> {
    let (a, b, d) = (a.map(vector), b.map(vector), vector(direction));
    let back = [0, 1, 2].map(|i| -&d[i]);
    let corners = |face: &[Vector; 3], points: &[Vector; 3], way: &Vector| -> Vec<Event> {
        points.iter().filter_map(|p| through_face(face, p, way)).collect()
    };
    let mut events = corners(&a, &b, &d);
    events.extend(corners(&b, &a, &back));
    for i in 0..3 {
        for j in 0..3 {
            let (p, q) = (&a[i], &b[j]);
            let (e, f) = (sub(&a[(i + 1) % 3], p), sub(&b[(j + 1) % 3], q));
            events.extend(through_edge([p, q], [&e, &f], &d));
        }
    }
    events.into_iter().filter(|e| !e.time.is_negative()).min_by(|p, q| p.time.cmp(&q.time))
}

fn closing(normal: &Vector, way: &Vector) -> f64 {
    (nearly(&dot(normal, way)) / nearly(&dot(normal, normal)).sqrt()).abs()
}

fn through_face(face: &[Vector; 3], p: &Vector, way: &Vector) -> Option<Event> {
    let normal = cross(&sub(&face[1], &face[0]), &sub(&face[2], &face[0]));
    let speed = dot(&normal, way);
    if speed.is_zero() {
        return None;
    }
    let time = dot(&normal, &sub(&face[0], p)) / speed;
    let at = [0, 1, 2].map(|i| &p[i] + &time * &way[i]);
    let inside = (0..3).all(|i| {
        let edge = sub(&face[(i + 1) % 3], &face[i]);
        !dot(&cross(&edge, &sub(&at, &face[i])), &normal).is_negative()
    });
    inside.then(|| Event { time, closing: closing(&normal, way) })
}

/// Solves `p + s e = q + r f + time d` by Cramer's rule.
fn through_edge([p, q]: [&Vector; 2], [e, f]: [&Vector; 2], d: &Vector) -> Option<Event> {
    let normal = cross(e, f);
    let determinant = dot(&normal, d);
    if determinant.is_zero() {
        return None;
    }
    let offset = sub(p, q);
    let time = dot(&normal, &offset) / &determinant;
    let between = sub(&[0, 1, 2].map(|i| &offset[i] - &time * &d[i]), &vector([0.0; 3]));
    // s e - r f = -between, in the plane of e and f
    let squared = dot(&normal, &normal);
    let s = -dot(&cross(&between, f), &normal) / &squared;
    let r = -dot(&cross(&between, e), &normal) / &squared;
    let one = Rational::from_integer(1.into());
    let on_edge = |x: &Rational| !x.is_negative() && *x <= one;
    (on_edge(&s) && on_edge(&r)).then(|| Event { time, closing: closing(&normal, d) })
}

/// A mesh of one triangle.
fn single(triangle: Triangle) -> Model {
    Model::new(Mesh::new(triangle.to_vec(), vec![[0, 1, 2]]).unwrap())
}

#[test]
fn triangles_meet_when_exact_fractions_say_so() {
    let pairs = if long() { 100_000 } else { 10_000 };
    let mut random = nasty::Random::new(17);
    let (mut met, mut missed) = (0, 0);
    for number in 0..pairs {
        let family = [Family::Free, Family::Grid, Family::Far, Family::Sliver][number % 4];
        let (a, b) = random.pair(family);
        let direction = random.point();
        let size = a.iter().chain(&b).flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
        let (a_model, b_model) = (single(a), single(b));
        let pair = Pair::new(&a_model, &b_model);
        let flat = |t: &Triangle| {
            let t = t.map(vector);
            cross(&sub(&t[1], &t[0]), &sub(&t[2], &t[0])).iter().all(Zero::is_zero)
        };
        if pair.intersects() || flat(&a) || flat(&b) {
            continue;
        }
        let context = || format!("pair {number}: {a:?} {b:?} in {direction:?}");
        let found = pair.first_contact(direction);
        match (first_event(&a, &b, direction), found) {
            (Some(event), Some(found)) => {
                let lead = nearly(&(&event.time - rational(found.time)));
                assert!(lead >= 0.0, "late by {lead}: {}", context());
                let allowed = 2f64.powi(-45) * (size + found.time) / event.closing;
                assert!(lead <= allowed, "early by {lead}, {allowed} allowed: {}", context());
                let moved = b.map(|p| found.pose.apply(p));
                is_a_stop(&a, &moved, direction, found.normal).unwrap_or_else(|what| {
                    panic!("{what}: {found:?}: {}", context());
                });
                met += 1;
            }
            (Some(event), None) => panic!("no contact, but at {:?}: {}", event.time, context()),
            (None, Some(found)) => panic!("they pass by, but {found:?}: {}", context()),
            (None, None) => missed += 1,
        }
    }
    println!("{met} of {pairs} meet, {missed} pass by");
    assert!(met > pairs / 10 && missed > pairs / 10);
}

/// Checks that a normal is that of a plane between two triangles, which b does not move away from.
fn is_a_stop(
    a: &Triangle,
    b: &Triangle,
    direction: [f64; 3],
    normal: Option<[f64; 3]>,
) -> Result<(), String> {
    let dot = |p: [f64; 3], q: [f64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let normal = normal.ok_or("there is no normal")?;
    let along = |t: &Triangle| t.map(|p| dot(normal, p));
    let size = a.iter().chain(b).flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
    let gap = along(b).into_iter().fold(f64::INFINITY, f64::min)
        - along(a).into_iter().fold(f64::NEG_INFINITY, f64::max);
    let closing = -dot(normal, direction) / dot(direction, direction).sqrt();
    if (dot(normal, normal) - 1.0).abs() > 1e-14 {
        Err(format!("the normal is {} long", dot(normal, normal).sqrt()))
    } else if gap < -2f64.powi(-45) * size {
        Err(format!("the plane is crossed by {gap}"))
    } else if closing < -1e-14 {
        Err(format!("B leaves the plane by {closing}"))
    } else {
        Ok(())
    }
}

fn moved(pose: &Pose, time: f64, direction: [f64; 3]) -> Pose {
    let origin = pose.origin();
    Pose::new(pose.matrix(), [0, 1, 2].map(|i| origin[i] + time * direction[i])).unwrap()
}

#[test]
fn nothing_touches_before_the_first_contact() {
    let meshes =
        [Shape::Knot, Shape::Gear, Shape::Pipes, Shape::Terrain].map(|s| normalised(&s.mesh(2000)));
    let mut random = Random::new(23);
    let (mut contacts, mut misses) = (0, 0);
    let mut scratch = Scratch::new();
    for (i, a) in meshes.iter().enumerate() {
        let (a, b) = (Model::new(a.clone()), Model::new(meshes[i * 3 % 4].clone()));
        for _ in 0..if long() { 500 } else { 50 } {
            let (direction, aside) = (random.direction(), random.direction());
            let start = [0, 1, 2].map(|k| -4.0 * direction[k] + 1.6 * aside[k]);
            let pose = random.rotation().then(&Pose::translation(start));
            let pair = Pair::new(&a, &b).at(pose);
            let found = pair.first_contact_with(direction, f64::INFINITY, &mut scratch);
            let end = found.map_or(8.0, |first| first.time);
            let mut touching =
                |time: f64| pair.at(moved(&pose, time, direction)).intersects_with(&mut scratch);
            for step in 0..300 {
                let time = end * f64::from(step) / 300.0;
                assert!(!touching(time), "touching at {time}, before {end}");
            }
            let Some(first) = found else {
                misses += 1;
                continue;
            };
            for power in 3..=15 {
                let time = end * (1.0 - 10f64.powi(-power));
                assert!(!touching(time), "touching at {time}, before {end}");
            }
            assert!(!pair.at(first.pose).intersects(), "touching at {end} already");
            let gap = pair.at(first.pose).distance().unwrap();
            assert!(gap.distance < 1e-13 && first.closest.distance < 1e-13, "{gap:?} {first:?}");
            contacts += touching(end + 1e-10) as usize;
        }
    }
    println!("{contacts} contacts, {misses} misses");
    assert!(contacts > 120 && misses > 10);
}

/// The largest number in the sums that a pose computes for the vertices.
fn largest_posed(mesh: &Mesh, pose: &Pose) -> f64 {
    let sum = |p: &[f64; 3], i: usize| {
        let row = pose.matrix()[i];
        (0..3).map(|k| (row[k] * p[k]).abs()).sum::<f64>() + pose.origin()[i].abs()
    };
    let sums = mesh.vertices().iter().flat_map(|p| [0, 1, 2].map(|i| sum(p, i)));
    sums.fold(0.0, f64::max)
}

/// Checks that no triangles touch after the start and before the contact, except those that, alone, pass
/// each other by less than the rounding of a pose; and that two are near each other at the contact.
fn is_the_first_contact(
    a: &Mesh,
    b: &Mesh,
    pose: &Pose,
    direction: [f64; 3],
    found: &FirstContact,
    near: f64,
) -> Result<(), &'static str> {
    let (a, b) = (Model::new(a.clone()), Model::new(b.clone()));
    let pair = Pair::new(&a, &b);
    if found.time == 0.0 {
        let distance = pair.at(*pose).distance().map_or(f64::INFINITY, |closest| closest.distance);
        return if distance <= near { Ok(()) } else { Err("nothing touches") };
    }
    if pair.at(found.pose).intersects() {
        return Err("they touch already");
    }
    for share in [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.9999] {
        for contact in pair.at(moved(pose, share * found.time, direction)).contacts() {
            let of_a = single(a.mesh().triangle(contact.a));
            let of_b = single(b.mesh().triangle(contact.b).map(|p| pose.apply(p)));
            let alone = Pair::new(&of_a, &of_b).first_contact(direction);
            if alone.is_some_and(|alone| alone.time < found.time * (1.0 - 1e-9)) {
                return Err("they touched before");
            }
        }
    }
    if found.closest.distance <= near { Ok(()) } else { Err("they are not near") }
}

/// The first contact of all pairs of triangles, each pair in a query of its own.
fn brute_force(a: &Mesh, b: &Mesh, pose: &Pose, direction: [f64; 3]) -> Option<f64> {
    let single = |mesh: &Mesh, i: u32, pose: &Pose| single(mesh.triangle(i).map(|p| pose.apply(p)));
    let count = |mesh: &Mesh| mesh.triangles().len() as u32;
    let all_b: Vec<Model> = (0..count(b)).map(|j| single(b, j, pose)).collect();
    let mut first: Option<f64> = None;
    for i in 0..count(a) {
        let of_a = single(a, i, &Pose::IDENTITY);
        for of_b in &all_b {
            if let Some(found) = Pair::new(&of_a, of_b).first_contact(direction) {
                first = Some(first.map_or(found.time, |time| time.min(found.time)));
            }
        }
    }
    first
}

#[test]
fn every_tree_finds_the_same_first_triangles() {
    let pairs: u64 = if long() { 3_000 } else { 300 };
    let touching: u64 = (0..pairs)
        .into_par_iter()
        .map(|number| {
            let (a, b, pose) = nasty_meshes(7 * number + 1);
            let mut random = Random::new(number);
            let direction = match number % 3 {
                0 => [0.0, 0.0, -1.0],
                1 => [1.0, -1.0, 0.0],
                _ => random.direction(),
            };
            let size = a.vertices().iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
            let direction = direction.map(|x| x * size.max(f64::MIN_POSITIVE));
            let pose = match number % 2 {
                0 => pose,
                _ => moved(&pose, -random.between(0.0, 4.0), direction),
            };
            let expected = brute_force(&a, &b, &pose, direction);
            let mut first: Option<Option<FirstContact>> = None;
            for configuration in Configuration::some(number) {
                for found in ask(configuration, [&a, &b], pose, direction) {
                    assert_eq!(
                        *first.get_or_insert(found),
                        found,
                        "pair {number}, {configuration}"
                    );
                }
            }
            let found = first.flatten();
            if let Some(found) = found {
                let reach = largest_posed(&a, &Pose::IDENTITY) + largest_posed(&b, &pose);
                // Long and thin triangles that slide along each other stop earlier than others.
                is_the_first_contact(&a, &b, &pose, direction, &found, 2f64.powi(-28) * reach)
                    .unwrap_or_else(|what| panic!("pair {number}: {what}: {found:?}"));
                let [i, j] = found.closest.triangles;
                let (of_a, of_b) = (a.triangle(i), b.triangle(j));
                let there = of_b.map(|p| found.pose.apply(p));
                match found.normal {
                    Some(_) => is_a_stop(&of_a, &there, direction, found.normal)
                        .unwrap_or_else(|what| panic!("pair {number}: {what}: {found:?}")),
                    None => assert!(are_crossing(&of_a, &there), "pair {number}: {found:?}"),
                }
            }
            assert_eq!(found.is_some(), expected.is_some(), "pair {number}: alone at {expected:?}");
            expected.is_some() as u64
        })
        .sum();
    println!("{touching} of {pairs} touch");
    assert!(touching > pairs / 4 && touching < pairs);
}

/// Whether two triangles touch whichever way one of them goes.
fn are_crossing(a: &Triangle, b: &Triangle) -> bool {
    let (a, b) = (single(*a), single(*b));
    let mut random = Random::new(1);
    (0..100).all(|_| {
        let found = Pair::new(&a, &b).first_contact(random.direction());
        found.is_some_and(|first| first.time == 0.0)
    })
}

/// The first contacts in both schedules and with all instruction sets.
fn ask(
    configuration: Configuration,
    [a, b]: [&Mesh; 2],
    pose: Pose,
    direction: [f64; 3],
) -> Vec<Option<FirstContact>> {
    let model = |mesh: &Mesh| Model::build(mesh.clone(), &configuration.build());
    let (a, b) = (model(a), model(b));
    let mut found = Vec::new();
    for schedule in [Schedule::DepthFirst, Schedule::BestFirst] {
        for instructions in Instructions::all() {
            let mut scratch = Scratch::with_instructions(instructions);
            let pair = Pair::new(&a, &b).at(pose).scheduled(schedule);
            found.push(pair.first_contact_with(direction, f64::INFINITY, &mut scratch));
        }
    }
    found
}

#[test]
fn a_way_that_is_too_short_or_leads_nowhere() {
    let ball = Model::new(normalised(&Shape::Sphere.mesh(500)));
    let pair = Pair::new(&ball, &ball).at(Pose::translation([5.0, 0.0, 0.0]));
    let mut scratch = Scratch::new();
    let first = pair.first_contact([-2.0, 0.0, 0.0]).expect("they meet");
    let mut until = |time| pair.first_contact_with([-2.0, 0.0, 0.0], time, &mut scratch);
    assert_eq!(until(first.time * (1.0 + 1e-12)), Some(first));
    assert_eq!(until(first.time * (1.0 - 1e-12)), None);
    assert_eq!(until(f64::NAN), Some(first));
    for nowhere in [[0.0; 3], [f64::NAN, 0.0, 1.0], [f64::INFINITY, 0.0, 0.0]] {
        assert_eq!(pair.first_contact(nowhere), None);
        let touching = pair.at(Pose::IDENTITY).first_contact(nowhere).expect("they touch");
        assert_eq!((touching.time, touching.closest.distance), (0.0, 0.0));
    }
    let empty = Model::new(Mesh::new(Vec::new(), Vec::new()).unwrap());
    assert_eq!(Pair::new(&ball, &empty).first_contact([1.0, 0.0, 0.0]), None);
    assert_eq!(Pair::new(&empty, &ball).first_contact([0.0; 3]), None);
}

#[test]
fn from_far_away() {
    let ball = Model::new(normalised(&Shape::Sphere.mesh(500)));
    let near = Pair::new(&ball, &ball).at(Pose::translation([5.0, 0.1, 0.0]));
    let time = near.first_contact([-1.0, 0.0, 0.0]).unwrap().time;
    for away in [1e2, 1e5, 1e9] {
        let far = near.at(Pose::translation([5.0 + away, 0.1, 0.0]));
        let later = far.first_contact([-1.0, 0.0, 0.0]).unwrap().time;
        assert!((later - away - time).abs() < away * 1e-13, "{later} from {away}, not {time}");
    }
}
