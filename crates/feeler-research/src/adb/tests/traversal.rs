//! Tests of what a verdict means, and of what it does not mean.

use super::super::{
    Adb, Cells, Chance, Count, Few, Memory, Overlap, Pretest, Query, Regions, Sizes,
};
use super::{binary, shape};
use feeler::{Arity, Budget, Build, Instructions, Mesh, Model, Pair, Pose, Rule, Scratch, Volume};
use feeler_scenes::Random;

/// The poses of a distance sweep, with random rotations and directions.
fn poses(count: usize) -> Vec<Pose> {
    let mut random = Random::new(31);
    let pose = |k: usize| {
        let distance = 0.4 + 1.7 * k as f64 / count as f64;
        let way = random.direction().map(|x| distance * x);
        Pose::new(random.rotation().matrix(), way).unwrap()
    };
    (0..count).map(pose).collect()
}

/// The number of wrong answers at poses without and with a collision, then the number of all such
/// poses.
fn wrong(adb: &Adb<'_>, query: &Query<'_>) -> [[usize; 2]; 2] {
    let mut memory = Memory::default();
    let mut tally = [[0; 2]; 2];
    for pose in poses(300) {
        let truth = Pair::new(adb.model(), adb.model()).at(pose).intersects();
        let verdict = query.run(adb, adb, &pose, &mut memory);
        tally[0][truth as usize] += (verdict.collides != truth) as usize;
        tally[1][truth as usize] += 1;
    }
    tally
}

fn published(rule: Rule) -> Model {
    let build = Build { volume: Volume::AABB, arity: Arity::Two, rule, leaf_size: 1 };
    Model::build(shape("knot:3000"), &build)
}

#[test]
fn as_printed_it_hardly_fires() {
    let model = published(Rule::Boxtree);
    let adb = Adb::new(&model, Cells::default());
    for k_min in [1, 10] {
        let [wrong, all] = wrong(&adb, &Query { k_min, ..Query::default() });
        assert_eq!(wrong[0], 0, "a wrong collision");
        assert!(all[1] > 150 && wrong[1] * 10 > all[1] * 9, "{wrong:?} of {all:?}");
    }
}

fn check_usable(volume: Volume, arity: Arity, rule: Rule, cells: Cells, query: &Query<'_>) {
    let build = Build { volume, arity, rule, leaf_size: 2 };
    let model = Model::build(shape("knot:3000"), &build);
    let adb = Adb::new(&model, Cells { tau: 0.05, ..cells });
    let [wrong, all] = wrong(&adb, query);
    // There are less than half as many wrong answers as from a constant answer.
    assert!(
        2 * (wrong[0] + wrong[1]) < all[0].min(all[1]),
        "{rule:?} {arity} {cells:?} {query:?}: {wrong:?} of {all:?}"
    );
}

#[test]
fn with_a_lower_threshold_it_is_mostly_right_on_any_tree() {
    let query = Query { p_min: 0.8, k_min: 3, pretest: Pretest::Volumes, ..Query::default() };
    let (exact, flat) = (Cells::default(), Query { sizes: Sizes::Flat, ..query });
    let rough = Cells { count: Count::Approximate, ..exact };
    check_usable(Volume::AABB, Arity::Two, Rule::Boxtree, exact, &query);
    check_usable(Volume::AABB, Arity::Two, Rule::Octree, rough, &query);
    check_usable(Volume::AABB, Arity::Eight, Rule::Octree, exact, &flat);
    check_usable(Volume::DOP24, Arity::Two, Rule::Sah, exact, &query);
    check_usable(Volume::OBB, Arity::Two, Rule::Sah, exact, &query);
    check_usable(Volume::OBB, Arity::Four, Rule::Sah, rough, &flat);
    for regions in [Regions::Grid(2), Regions::Sectors] {
        check_usable(Volume::AABB, Arity::Two, Rule::Boxtree, Cells { regions, ..exact }, &flat);
    }
    for overlap in [Overlap::SlabProduct, Overlap::ThreeSlabs, Overlap::Spheres, Overlap::Exact] {
        check_usable(Volume::AABB, Arity::Two, Rule::Boxtree, exact, &Query { overlap, ..flat });
    }
    for chance in [Chance::Direct, Chance::Closed] {
        check_usable(Volume::AABB, Arity::Two, Rule::Boxtree, exact, &Query { chance, ..flat });
    }
}

#[test]
fn stricter_parameters_find_no_collision_that_laxer_do_not() {
    // The order of the traversal depends on neither parameter, so a laxer query is the beginning of
    // a stricter one.
    let model = published(Rule::Boxtree);
    let adb = Adb::new(&model, Cells { tau: 0.05, ..Cells::default() });
    let base = Query { pretest: Pretest::Volumes, sizes: Sizes::Flat, ..Query::default() };
    let mut memory = Memory::default();
    let mut collisions = [0; 2];
    for pose in poses(60) {
        let mut ask = |p_min: f32, k_min: usize| {
            let query = Query { p_min, k_min, budget: Budget::steps(3000), ..base };
            let verdict = query.run(&adb, &adb, &pose, &mut memory);
            assert!(verdict.pairs.iter().all(|pair| pair.p >= p_min && pair.p <= verdict.p));
            assert_eq!(verdict.collides, verdict.pairs.len() == k_min);
            (verdict.collides, verdict.effort.volume_tests)
        };
        for (lax, strict) in [((0.5, 1), (0.8, 1)), ((0.8, 1), (0.8, 5)), ((0.5, 3), (0.9, 10))] {
            let (lax, strict) = (ask(lax.0, lax.1), ask(strict.0, strict.1));
            assert!(lax.0 >= strict.0 && lax.1 <= strict.1);
            collisions[0] += lax.0 as usize;
            collisions[1] += strict.0 as usize;
        }
    }
    assert!(collisions[0] > collisions[1] && collisions[1] > 20, "{collisions:?}");
}

/// Checks that every contact lies in a pair of leaves that an exhaustive query has found.
fn check_complete(volume: Volume, arity: Arity) {
    let model = Model::build(shape("knot:800"), &Build { volume, arity, ..Build::default() });
    let adb = Adb::new(&model, Cells { tau: 0.0, count: Count::Approximate, ..Cells::default() });
    let query = Query {
        p_min: 0.0,
        k_min: usize::MAX,
        few: Few::Keep,
        sizes: Sizes::Equal,
        pretest: Pretest::Volumes,
        ..Query::default()
    };
    let mut memory = Memory::default();
    let mut contacts = 0;
    for pose in poses(12) {
        let verdict = query.run(&adb, &adb, &pose, &mut memory);
        assert!(!verdict.collides && verdict.waiting.is_none());
        let leaves: Vec<[Vec<u32>; 2]> = verdict
            .pairs
            .iter()
            .filter(|pair| {
                model.tree().child(pair.a).is_leaf() && model.tree().child(pair.b).is_leaf()
            })
            .map(|pair| [pair.a, pair.b].map(|node| adb.triangles(node).collect()))
            .collect();
        for contact in Pair::new(&model, &model).at(pose).contacts() {
            let around = |[a, b]: &[Vec<u32>; 2]| a.contains(&contact.a) && b.contains(&contact.b);
            assert!(leaves.iter().any(around), "{contact:?} is in no pair");
            contacts += 1;
        }
    }
    assert!(contacts > 100, "{contacts}");
}

#[test]
fn nothing_is_left_out_where_that_is_promised() {
    check_complete(Volume::AABB, Arity::Two);
    check_complete(Volume::DOP24, Arity::Four);
    check_complete(Volume::OBB, Arity::Eight);
    check_complete(Volume::HULL, Arity::Two);
}

#[test]
fn what_volumes_prove_apart_is_never_a_collision() {
    let model = published(Rule::Sah);
    let adb = Adb::new(&model, Cells { tau: 0.0, count: Count::Approximate, ..Cells::default() });
    let lax = Query { p_min: 0.0, k_min: 1, pretest: Pretest::Volumes, ..Query::default() };
    let mut scratch = Scratch::new();
    let mut memory = Memory::default();
    let (mut apart, mut collisions) = (0, 0);
    for pose in poses(200) {
        Pair::new(&model, &model).at(pose).intersects_with(&mut scratch);
        // Few tests: not even the children of the roots overlap.
        let proven = scratch.effort().volume_tests <= 1;
        let collides = lax.run(&adb, &adb, &pose, &mut memory).collides;
        assert!(!(proven && collides));
        (apart, collisions) = (apart + proven as usize, collisions + collides as usize);
    }
    let far = lax.run(&adb, &adb, &Pose::translation([5.0, 0.0, 0.0]), &mut memory);
    assert!(!far.collides && far.estimates == 0 && collisions > 100, "{apart} {collisions}");
}

#[test]
fn every_instruction_set_gives_the_same_verdict() {
    let model = published(Rule::Boxtree);
    let adb = Adb::new(&model, Cells { tau: 0.05, ..Cells::default() });
    let query = Query { p_min: 0.8, k_min: 5, pretest: Pretest::Volumes, ..Query::default() };
    let mut best = Memory::default();
    for instructions in Instructions::all() {
        let mut memory = Memory::with_instructions(instructions);
        for pose in poses(50) {
            let one = query.run(&adb, &adb, &pose, &mut best);
            let other = query.run(&adb, &adb, &pose, &mut memory);
            assert_eq!(
                (one.collides, one.p, one.pairs, one.effort, one.estimates),
                (other.collides, other.p, other.pairs, other.effort, other.estimates)
            );
        }
    }
}

#[test]
fn pairs_say_where() {
    let model = published(Rule::Boxtree);
    let adb = Adb::new(&model, Cells { tau: 0.02, ..Cells::default() });
    let query = Query { p_min: 0.9, k_min: 5, pretest: Pretest::Volumes, ..Query::default() };
    let mut memory = Memory::default();
    let (mut pairs, mut real) = (0, 0);
    for pose in poses(60) {
        let contacts = Pair::new(&model, &model).at(pose).contacts();
        for pair in query.run(&adb, &adb, &pose, &mut memory).pairs {
            let a: Vec<u32> = adb.triangles(pair.a).collect();
            let b: Vec<u32> = adb.triangles(pair.b).collect();
            assert!(!a.is_empty() && !b.is_empty());
            pairs += 1;
            real += contacts.iter().any(|c| a.contains(&c.a) && b.contains(&c.b)) as usize;
        }
    }
    assert!(pairs > 100 && 4 * real > pairs, "{real} of {pairs} pairs hold a contact");
}

#[test]
fn small_and_odd_meshes_are_no_trouble() {
    let one = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.1], [0.0, 1.0, 0.2]], vec![[0, 1, 2]]).unwrap();
    let point = Mesh::new(vec![[0.3; 3]], vec![[0, 0, 0]]).unwrap();
    let models = [one, point, Mesh::default()].map(|mesh| binary(Volume::AABB, mesh));
    let query = Query { p_min: 0.1, k_min: 0, ..Query::default() };
    let mut memory = Memory::default();
    for count in [Count::Exact, Count::Approximate] {
        let cells = Cells { tau: 0.05, per_side: 99, count, ..Cells::default() };
        let adbs = models.each_ref().map(|model| Adb::new(model, cells));
        for a in &adbs {
            for b in &adbs {
                for pose in [Pose::IDENTITY, Pose::rotation([1.0, 0.0, 0.0], 1.0)] {
                    let verdict = query.run(a, b, &pose, &mut memory);
                    assert!((0.0..=1.0).contains(&verdict.p));
                }
            }
        }
        // Two roots that are leaves are decided by their own probability.
        let upright = Pose::rotation([0.0, 1.0, 0.0], 0.4);
        assert!(query.run(&adbs[0], &adbs[0], &upright, &mut memory).collides, "{count:?}");
    }
}

#[test]
fn a_budget_ends_it() {
    let model = published(Rule::Boxtree);
    let adb = Adb::new(&model, Cells { tau: 0.05, ..Cells::default() });
    let base = Query { k_min: 1000, pretest: Pretest::Volumes, ..Query::default() };
    let pose = Pose::translation([0.4, 0.0, 0.0]);
    let mut memory = Memory::default();
    let none = Query { budget: Budget::steps(0), ..base };
    assert_eq!(none.run(&adb, &adb, &pose, &mut memory).waiting, Some(1.0));
    let some = Query { budget: Budget::steps(20), ..base };
    let verdict = some.run(&adb, &adb, &pose, &mut memory);
    assert!(!verdict.collides && verdict.waiting.is_some_and(|p| p > 0.0 && p <= 1.0));
    assert!(verdict.effort.volume_tests <= 80);
}
