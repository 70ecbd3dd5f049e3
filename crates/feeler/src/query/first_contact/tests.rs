//! The first contact through trees against all pairs of triangles one by one, and the ends of the range.

use super::sweeping::{Best, Sweeping};
use super::*;
use crate::query::measure::Meet;
use crate::triangle::meets_ahead;
use crate::{Arity, Build, Instructions, Mesh, Model, Schedule, Volume};

/// A source of random numbers with few bits, so that flat faces, ties and contacts from the start are
/// common.
struct GridDice(u64);

impl GridDice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % sides
    }

    fn grid(&mut self) -> [f64; 3] {
        [(); 3].map(|()| self.roll(7) as f64 * 0.1 - 0.3)
    }

    fn mesh(&mut self) -> Mesh {
        let vertices: Vec<[f64; 3]> = (0..20).map(|_| self.grid()).collect();
        let corner = |dice: &mut Self| dice.roll(20) as u32;
        let triangles = (0..24).map(|_| [corner(self), corner(self), corner(self)]).collect();
        Mesh::new(vertices, triangles).unwrap()
    }

    fn pose(&mut self) -> Pose {
        let turn = match self.roll(3) {
            0 => Pose::rotation([1.0, 2.0, 3.0], self.roll(100) as f64),
            1 => Pose::rotation([0.0, 0.0, 1.0], 0.1 * self.roll(10) as f64),
            _ => Pose::IDENTITY,
        };
        let away = [0.0, 0.5, 3.0, 1e6, 1e14][self.roll(5) as usize];
        turn.then(&Pose::translation(self.grid().map(|x| x * away * 10.0)))
    }
}

/// The first contact, found by sweeping all triangles of A with all triangles of B one by one.
fn all_pairs(pair: &Pair<'_>, direction: [f64; 3]) -> Option<(f64, [u32; 2])> {
    let stops = |contact: &Contact| {
        let a = pair.a().mesh().triangle(contact.a);
        let b = pair.b().mesh().triangle(contact.b).map(|p| pair.pose().apply(p));
        direction == [0.0; 3] || meets_ahead(&a, &b, direction)
    };
    if let Some(contact) = pair.contacts().into_iter().find(stops) {
        return Some((0.0, [contact.a, contact.b]));
    }
    let course = Course::new(pair.a().unit(), pair.b().unit(), &pair.pose(), direction)?;
    let mut first: Option<Best> = None;
    for a in 0..pair.a().mesh().triangles().len() as u32 {
        for b in 0..pair.b().mesh().triangles().len() as u32 {
            let mut sweeping = Sweeping::new(pair, &course, f64::INFINITY)?;
            _ = sweeping.meet([a, b]);
            if let Some(best) = sweeping.best
                && first.is_none_or(|first| best.travel < first.travel)
            {
                first = Some(best);
            }
        }
    }
    first.map(|best| (best.time, best.triangles))
}

/// The first contact, found through trees with each schedule.
fn through_trees(
    volume: Volume,
    arity: Arity,
    [a, b]: [&Mesh; 2],
    pose: Pose,
    direction: [f64; 3],
) -> Vec<Option<(f64, [u32; 2])>> {
    let build = Build { volume, arity, ..Build::default() };
    let [a, b] = [a, b].map(|mesh| Model::build(mesh.clone(), &build));
    let mut scratch = Scratch::with_instructions(Instructions::best());
    let ask = |schedule| {
        let pair = Pair::new(&a, &b).at(pose).scheduled(schedule);
        let found = pair.first_contact_with(direction, f64::INFINITY, &mut scratch);
        found.map(|first| (first.time, first.closest.triangles))
    };
    [Schedule::BestFirst, Schedule::DepthFirst].map(ask).to_vec()
}

#[test]
fn trees_find_the_first_of_all_pairs_of_triangles() {
    let (mut dice, mut met, mut missed) = (GridDice(5), 0, 0);
    for round in 0..400 {
        let (a, b, pose) = (dice.mesh(), dice.mesh(), dice.pose());
        let towards = pose.origin().map(|x| -x);
        let direction = match round % 4 {
            0 => [0.0, 0.0, if towards[2] < 0.0 { -1.0 } else { 0.25 }],
            1 => [towards[0], towards[1], 0.0],
            2 => towards,
            _ => dice.grid().map(|x| x * 1e-3),
        };
        let models = [&a, &b].map(|mesh| Model::new(mesh.clone()));
        let expected = all_pairs(&Pair::new(&models[0], &models[1]).at(pose), direction);
        let meshes = [&a, &b];
        let found = [
            through_trees(Volume::OBB, Arity::Eight, meshes, pose, direction),
            through_trees(Volume::AABB, Arity::Two, meshes, pose, direction),
            through_trees(Volume::SPHERE, Arity::Four, meshes, pose, direction),
        ];
        for found in found.concat() {
            assert_eq!(found, expected, "round {round}");
        }
        if expected.is_some() { met += 1 } else { missed += 1 }
    }
    println!("{met} meet, {missed} pass by");
    assert!(met > 100 && missed > 30, "{met} meet, {missed} pass by");
}

#[test]
fn flat_faces_meet_without_a_look_at_all_of_them() {
    // Two sheets of 2 x 40 x 40 triangles, one above the other.
    let vertices: Vec<[f64; 3]> =
        (0..41 * 41).map(|k| [(k % 41) as f64, (k / 41) as f64, 0.0]).collect();
    let triangles = (0..40 * 40)
        .map(|k| k % 40 + k / 40 * 41)
        .flat_map(|k| [[k, k + 1, k + 41], [k + 1, k + 42, k + 41]])
        .collect();
    let model = Model::new(Mesh::new(vertices, triangles).unwrap());
    let mut scratch = Scratch::new();
    for away in [0.1, 3.0, 1000.0, 1e14] {
        let pair = Pair::new(&model, &model).at(Pose::translation([0.3, 0.2, away]));
        let first = pair.first_contact_with([0.0, 0.0, -1.0], f64::INFINITY, &mut scratch).unwrap();
        assert!(first.time < away && first.time > away - 1e-13 * (40.0 + away), "{first:?}");
        assert_eq!(first.closest.triangles, [0, 0]);
        let tests = scratch.effort().triangle_tests;
        assert!(tests < 5_000, "{tests} tests of triangles at {away}");
    }
}

#[test]
fn directions_at_the_ends_of_the_range() {
    let triangle = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let model = Model::new(Mesh::new(triangle, vec![[0, 1, 2]]).unwrap());
    let above = Pair::new(&model, &model).at(Pose::translation([0.1, 0.1, 10.0]));
    for length in [1e-300, 1e-9, 1e9, 1e200, 1e300, f64::MAX] {
        let first = above.first_contact([0.0, 0.0, -length]).expect("it falls upon the other");
        let expected = 10.0 / length;
        assert!(first.time >= 0.0 && first.time <= expected, "{} at {length}", first.time);
        assert!(first.time >= expected * (1.0 - 1e-12), "{} at {length}", first.time);
    }
    // A direction so small that no factor is large enough.
    assert_eq!(above.first_contact([0.0, 0.0, -f64::MIN_POSITIVE]), None);
    // A direction so long that its square overflows.
    let slanted = above.first_contact([-1e307, 0.0, -1.7e308]).expect("it falls upon the other");
    assert!(slanted.time >= 0.0 && slanted.time <= 10.0 / 1.7e308);
}

#[test]
fn nothing_happens_before_the_start() {
    let triangle = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let model = Model::new(Mesh::new(triangle, vec![[0, 1, 2]]).unwrap());
    let touching = Pair::new(&model, &model);
    let mut scratch = Scratch::new();
    for direction in [[0.0; 3], [0.0, 1.0, 0.0]] {
        assert_eq!(touching.first_contact_with(direction, -1.0, &mut scratch), None);
        let now = touching.first_contact_with(direction, 0.0, &mut scratch).expect("they touch");
        assert_eq!(now.time, 0.0);
    }
    let lifted = touching.first_contact_with([0.0, 0.0, 1.0], f64::INFINITY, &mut scratch);
    assert_eq!(lifted, None, "a sheet leaves another");
}
