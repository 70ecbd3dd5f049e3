//! Guided queries: proofs are proofs, and an interrupted query ends like any other.

use feeler::{
    Aabb, BoundingVolume, Budget, Contact, ConvexHull, Crowd, Dop18, Instructions, Model, Obb,
    Pair, Pose, RoundedBox, Scratch, Sphere, Verdict, guided_all,
};
use feeler_scenes::{Random, Shape};

#[test]
fn obbs() {
    check::<Obb, 8>();
    check::<Obb, 4>();
    check::<Obb, 2>();
}

#[test]
fn other_volumes() {
    check::<Aabb, 8>();
    check::<Aabb, 2>();
    check::<Sphere, 4>();
    check::<Dop18, 8>();
    check::<ConvexHull, 2>();
    check::<RoundedBox, 8>();
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

fn check<V: BoundingVolume, const N: usize>() {
    let models = [Shape::Knot, Shape::Screw, Shape::Plate].map(|s| Model::<V, N>::new(s.mesh(900)));
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
            // Left after every step, and after longer and longer ways.
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
            // Sure enough is an answer; asked to go on, it becomes the proof.
            let quick = pair.guided_with(Budget::UNLIMITED, 0.2, &mut scratch);
            if let Verdict::Likely { p } = quick {
                assert!(p <= 0.2 || p >= 0.8, "{number}: {p}");
            }
            assert!(!quick.is_proof() || quick == whole, "{number}");
            assert_eq!(pair.resume_with(Budget::UNLIMITED, 0.0, &mut scratch), whole, "{number}");
        }
        // Every instruction set has seen the same.
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
    let [knot, ring] = [Shape::Knot, Shape::Ring].map(|shape| Model::<Obb>::new(shape.mesh(900)));
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
        // A proof is given again by asking again.
        assert_eq!(pair.resume_with(Budget::UNLIMITED, 0.0, &mut scratch), whole);
        different += usize::from(pair.guided(Budget::steps(1), 0.0) != whole);
    }
    assert!(left > 20 && different > 20);
}

#[test]
fn empty_meshes_are_free() {
    let none = Model::<Obb>::new(feeler::Mesh::new(vec![], vec![]).unwrap());
    let ring = Model::<Obb>::new(Shape::Ring.mesh(300));
    for (a, b) in [(&none, &ring), (&ring, &none), (&none, &none)] {
        assert_eq!(Pair::new(a, b).guided(Budget::steps(0), 0.3), Verdict::Free);
    }
}

#[test]
fn one_budget_is_spent_where_it_helps() {
    let knot = Model::<Obb>::new(Shape::Knot.mesh(5_000));
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
    // With all that it takes every verdict is a proof, the same as alone.
    let verdicts = guided_all(&pairs, Budget::UNLIMITED, 0.0, &mut crowd);
    for (pair, verdict) in pairs.iter().zip(verdicts) {
        assert_eq!(*verdict, pair.guided(Budget::UNLIMITED, 0.0));
    }
    let some = guided_all(&pairs, Budget::steps(0), 0.0, &mut crowd);
    assert!(some.iter().all(|verdict| !verdict.is_proof() || *verdict == Verdict::Free));
    assert_eq!(guided_all::<Obb, 8>(&[], Budget::UNLIMITED, 0.0, &mut crowd), []);
}
