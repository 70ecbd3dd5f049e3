//! Tests of guided queries: proofs are right, and an interrupted query ends with the same proof as
//! any other.

use feeler::{
    Arity, Budget, Build, Calibration, Contact, Crowd, Instructions, Model, Pair, Pose, Scratch,
    Verdict, Volume, guided_all,
};
use feeler_scenes::{Random, Shape};
use std::time::{Duration, Instant};

#[test]
fn obbs() {
    check(Volume::OBB, Arity::Eight);
    check(Volume::OBB, Arity::Four);
    check(Volume::OBB, Arity::Two);
}

#[test]
fn other_volumes() {
    check(Volume::AABB, Arity::Eight);
    check(Volume::AABB, Arity::Two);
    check(Volume::SPHERE, Arity::Four);
    check(Volume::DOP18, Arity::Eight);
    check(Volume::HULL, Arity::Two);
    check(Volume::RBOX, Arity::Eight);
}

/// Poses of which about half touch.
fn poses(count: usize, seed: u64) -> Vec<Pose> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| {
            let far = random.between(0.4, 2.4);
            random.rotation().then(&Pose::translation(random.direction().map(|x| far * x)))
        })
        .collect()
}

fn check(volume: Volume, arity: Arity) {
    let build = Build { volume, arity, ..Build::default() };
    let models =
        [Shape::Knot, Shape::Screw, Shape::Plate].map(|s| Model::build(s.mesh(900), &build));
    let scratches: Vec<Scratch> =
        Instructions::all().into_iter().map(Scratch::with_instructions).collect();
    let (mut touching, mut interrupted) = (0, 0);
    let count = if std::env::var_os("FEELER_LONG").is_some() { 5_000 } else { 300 };
    for (number, pose) in poses(count, 3).into_iter().enumerate() {
        let [a, b] = [number % 3, number / 3 % 3];
        let pair = Pair::new(&models[a], &models[b]).at(pose);
        let contacts = pair.contacts();
        let expected = |found: Option<Contact>| match found {
            Some(contact) => contacts.contains(&contact),
            None => contacts.is_empty(),
        };
        let mut likely = Vec::new();
        for mut scratch in scratches.clone() {
            let whole = pair.guided_with(Budget::UNLIMITED, 0.0, &mut scratch);
            assert!(expected(proof(whole)), "{number}: {whole:?}");
            // The query is interrupted after every step, and after longer and longer parts.
            for grow in [0, 1] {
                let mut steps = 0;
                let mut verdict = pair.guided_with(Budget::steps(0), 0.0, &mut scratch);
                while let Verdict::Likely { p } = verdict {
                    assert!((0.0..=1.0).contains(&p), "{number}: {p}");
                    likely.push(p);
                    steps = 1 + 2 * steps * grow;
                    verdict = pair.resume_with(Budget::steps(steps), 0.0, &mut scratch);
                    interrupted += 1;
                }
                assert_eq!(verdict, whole, "{number}, {grow}");
            }
            // A verdict that is sure enough ends the query; if it is resumed, it becomes the proof.
            let quick = pair.guided_with(Budget::UNLIMITED, 0.2, &mut scratch);
            if let Verdict::Likely { p } = quick {
                assert!(p <= 0.2 || p >= 0.8, "{number}: {p}");
            }
            // If the budget ends the query, nothing is said as if it were sure.
            let none = pair.guided_with(Budget::steps(0), 0.2, &mut scratch);
            assert!(none.is_proof() || (0.2..0.8).contains(&none.p()), "{number}: {none:?}");
            assert!(!quick.is_proof() || quick == whole, "{number}");
            assert_eq!(pair.resume_with(Budget::UNLIMITED, 0.0, &mut scratch), whole, "{number}");
        }
        // Every instruction set has seen the same probabilities.
        let share = likely.len() / scratches.len();
        assert!(likely.chunks(share.max(1)).all(|seen| seen == &likely[..share]), "{number}");
        touching += usize::from(!contacts.is_empty());
    }
    assert!(touching > count / 4 && touching < 3 * count / 4, "{touching}");
    assert!(interrupted > 10 * count);
}

fn proof(verdict: Verdict) -> Option<Contact> {
    match verdict {
        Verdict::Hit(contact) => Some(contact),
        Verdict::Free => None,
        Verdict::Likely { p } => panic!("no proof, but {p}"),
    }
}

#[test]
fn another_query_in_between_is_no_harm() {
    let [knot, ring] = [Shape::Knot, Shape::Ring].map(|shape| Model::new(shape.mesh(900)));
    let mut scratch = Scratch::new();
    let (mut left, mut different) = (0, 0);
    for pose in poses(100, 8) {
        let pair = Pair::new(&knot, &ring).at(pose);
        let whole = pair.guided_with(Budget::UNLIMITED, 0.0, &mut scratch);
        left += usize::from(!pair.guided_with(Budget::steps(3), 0.0, &mut scratch).is_proof());
        let other = Pair::new(&ring, &knot).at(pose);
        other.guided_with(Budget::steps(2), 0.0, &mut scratch);
        other.distance_with(&Default::default(), &mut scratch);
        assert_eq!(pair.resume_with(Budget::UNLIMITED, 0.0, &mut scratch), whole);
        // Asking again gives the proof again.
        assert_eq!(pair.resume_with(Budget::UNLIMITED, 0.0, &mut scratch), whole);
        different += usize::from(pair.guided(Budget::steps(1), 0.0) != whole);
    }
    assert!(left > 20 && different > 20);
}

#[test]
fn empty_meshes_are_free() {
    let none = Model::new(feeler::Mesh::new(vec![], vec![]).unwrap());
    let ring = Model::new(Shape::Ring.mesh(300));
    for (a, b) in [(&none, &ring), (&ring, &none), (&none, &none)] {
        assert_eq!(Pair::new(a, b).guided(Budget::steps(0), 0.3), Verdict::Free);
    }
}

#[test]
fn one_budget_is_spent_where_it_helps() {
    let knot = Model::new(Shape::Knot.mesh(5_000));
    let poses = poses(200, 5);
    let pairs: Vec<_> = poses.iter().map(|&pose| Pair::new(&knot, &knot).at(pose)).collect();
    let truth: Vec<bool> = pairs.iter().map(|pair| pair.intersects()).collect();
    let wrong = |verdicts: &[Verdict]| {
        verdicts.iter().zip(&truth).filter(|(verdict, truth)| verdict.touches() != **truth).count()
    };
    let mut crowd = Crowd::default();
    let shared = wrong(guided_all(&pairs, Budget::steps(8 * 200), 0.0, &mut crowd));
    let apart: Vec<_> = pairs.iter().map(|pair| pair.guided(Budget::steps(8), 0.0)).collect();
    let apart = wrong(&apart);
    println!("{shared} wrong of 200 with one budget, {apart} with equal parts of it");
    assert!(shared < apart, "{shared} wrong with one budget, {apart} with equal parts");
    // With an unlimited budget, every verdict is a proof, the same as for a single query.
    let verdicts = guided_all(&pairs, Budget::UNLIMITED, 0.0, &mut crowd);
    for (pair, verdict) in pairs.iter().zip(verdicts) {
        assert_eq!(*verdict, pair.guided(Budget::UNLIMITED, 0.0));
    }
    let some = guided_all(&pairs, Budget::steps(0), 0.0, &mut crowd);
    assert!(some.iter().all(|verdict| !verdict.is_proof() || *verdict == Verdict::Free));
    assert_eq!(guided_all(&[], Budget::UNLIMITED, 0.0, &mut crowd), []);
}

#[test]
fn a_crowd_of_few_steps_has_the_verdicts_of_single_queries() {
    let knot = Model::new(Shape::Knot.mesh(5_000));
    let poses = poses(40, 6);
    let pairs: Vec<_> = poses.iter().map(|&pose| Pair::new(&knot, &knot).at(pose)).collect();
    let mut crowd = Crowd::default();
    // The crowd does not tell how many steps a pair got, but the verdict must be one of those after
    // some number of steps.
    let mut after = |steps: u64| -> Vec<Verdict> {
        pairs.iter().map(|pair| pair.guided(Budget::steps(steps), 0.0)).collect()
    };
    let places: Vec<Vec<Verdict>> = (0..200).map(&mut after).collect();
    for steps in [0, 1, 39, 40, 41, 100, 500, 2_000] {
        let verdicts = guided_all(&pairs, Budget::steps(steps), 0.0, &mut crowd).to_vec();
        for (pair, verdict) in verdicts.iter().enumerate() {
            assert!(places.iter().any(|place| place[pair] == *verdict), "{steps}, {pair}");
        }
        // Another crowd, which has not been used before, gives the same verdicts.
        assert_eq!(guided_all(&pairs, Budget::steps(steps), 0.0, &mut Crowd::default()), verdicts);
    }
}

/// A calibration whose logits are always the same.
fn always(logit: f32) -> Calibration {
    let weights = std::array::from_fn(|i| if i == 0 { logit } else { 0.0 });
    Calibration::from_weights(weights, weights, 0.5)
}

#[test]
fn nearly_sure_enough_comes_to_an_end() {
    let knot = Model::new(Shape::Knot.mesh(900));
    let pairs = [Pair::new(&knot, &knot)];
    let start = Instant::now();
    for k in 1..100 {
        // This is the logit of `eps` itself: by rounding, it is sure enough or not.
        let eps = 0.005 * f64::from(k);
        let mut crowd = Crowd::default().calibrated(always((1.0 / eps - 1.0).ln() as f32));
        let budget = Budget { time: Some(Duration::from_secs(10)), ..Budget::UNLIMITED };
        let verdict = guided_all(&pairs, budget, eps, &mut crowd)[0];
        assert!(start.elapsed() < Duration::from_secs(9), "{eps}: {verdict:?}");
    }
}

#[test]
fn only_a_proof_is_a_proof_in_a_crowd() {
    // The probability rounds to one, and it is wrong.
    let mut crowd = Crowd::default().calibrated(always(100.0));
    let knot = Model::new(Shape::Knot.mesh(900));
    let poses = poses(50, 9);
    let pairs: Vec<_> = poses.iter().map(|&pose| Pair::new(&knot, &knot).at(pose)).collect();
    for eps in [0.0, -1.0, f64::NAN] {
        let verdicts = guided_all(&pairs, Budget::UNLIMITED, eps, &mut crowd);
        for (pair, verdict) in pairs.iter().zip(verdicts) {
            assert_eq!(proof(*verdict).is_some(), pair.intersects(), "{eps}");
        }
    }
    let verdicts = guided_all(&pairs, Budget::UNLIMITED, 1e-9, &mut crowd);
    assert!(verdicts.contains(&Verdict::Likely { p: 1.0 }));
}

#[test]
fn empty_meshes_are_free_in_a_crowd() {
    let none = Model::new(feeler::Mesh::new(vec![], vec![]).unwrap());
    let ring = Model::new(Shape::Ring.mesh(300));
    let pairs = [(&none, &ring), (&ring, &none), (&none, &none)].map(|(a, b)| Pair::new(a, b));
    let mut crowd = Crowd::default();
    assert_eq!(guided_all(&pairs, Budget::steps(0), 0.3, &mut crowd), [Verdict::Free; 3]);
}

#[test]
fn a_crowd_without_time_begins_where_it_ended() {
    let ring = Model::new(Shape::Ring.mesh(300));
    let far = Pair::new(&ring, &ring).at(Pose::translation([99.0, 0.0, 0.0]));
    let near = Pair::new(&ring, &ring);
    let mut crowd = Crowd::default();
    // Without any time, no pair is examined, and the probability is that of a query that has done
    // nothing.
    let unseen = near.guided(Budget::steps(0), 0.0);
    assert!(!unseen.is_proof());
    let pairs = vec![far; 100_000];
    let none = guided_all(&pairs, Budget::micros(0), 0.0, &mut crowd);
    assert!(none.len() == pairs.len() && none.iter().all(|verdict| *verdict == unseen));
    // The next frames examine the pairs that one frame leaves out: each frame examines a part, and
    // all parts together are all pairs.
    let mut seen = vec![false; pairs.len()];
    let patience = Instant::now() + Duration::from_secs(60);
    let (mut frames, mut longest) = (0, 0);
    while seen.contains(&false) && Instant::now() < patience {
        // Writing all verdicts takes some of the time. The time grows if it was too short to
        // examine a pair, but it is never enough for all pairs.
        let budget = Budget::micros((200 + 100 * frames).min(1_000));
        let verdicts = guided_all(&pairs, budget, 0.0, &mut crowd);
        let mut looks = 0;
        for (seen, verdict) in seen.iter_mut().zip(verdicts) {
            *seen |= *verdict == Verdict::Free;
            looks += usize::from(*verdict == Verdict::Free);
        }
        (frames, longest) = (frames + 1, longest.max(looks));
    }
    assert!(!seen.contains(&false), "{frames} frames");
    assert!(longest < pairs.len() && frames > 1, "{frames} frames, {longest} looks in one");
}
