//! Tests that many queries at once, and one large query on many threads, give the answers of one
//! thread.

use feeler::{Answer, Arity, Build, Closest, Mesh, Model, Pair, Pose, Question, Scratch, Volume};
use feeler_scenes::{Random, Shape};
use rayon::ThreadPoolBuilder;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

const QUESTIONS: [Question; 4] =
    [Question::Intersects, Question::Contacts, Question::Distance, Question::Within(0.05)];

/// Poses in no order, and a path of small steps through the contact.
fn poses() -> Vec<Pose> {
    let mut random = Random::new(11);
    let turned = random.rotation();
    let path = (0..100).map(|i| turned.then(&Pose::translation([1.5 - 0.01 * i as f64, 0.1, 0.0])));
    let mut poses: Vec<Pose> = path.collect();
    for _ in 0..50 {
        let way = random.direction().map(|x| 1.2 * x);
        poses.push(random.rotation().then(&Pose::translation(way)));
    }
    poses
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("some threads").install(work)
}

fn check(volume: Volume, arity: Arity) {
    let build = Build { volume, arity, ..Build::default() };
    let (a, b) = (Shape::Blob.mesh(2000), Shape::Knot.mesh(1000));
    let (a, b) = (Model::build(a, &build), Model::build(b, &build));
    let pair = Pair::new(&a, &b);
    let poses = poses();
    for question in QUESTIONS {
        let one = |&pose: &Pose| question.answer(&pair.at(pose), &mut Scratch::new());
        let expected: Vec<Answer> = poses.iter().map(one).collect();
        assert!(expected.iter().any(|answer| *answer != expected[0]), "{question:?}");
        for threads in [1, 2, 5] {
            let found = on_threads(threads, || pair.batch(&poses, question));
            assert!(found == expected, "{question:?} on {threads} threads");
        }
    }
    for &pose in poses.iter().step_by(3) {
        let pair = pair.at(pose);
        let (contacts, distance) = (pair.contacts(), pair.distance());
        for threads in [1, 2, 5] {
            on_threads(threads, || {
                assert!(pair.contacts_parallel() == contacts, "{threads} threads, {pose:?}");
                assert_eq!(pair.count_contacts_parallel(), contacts.len() as u64);
                assert_eq!(pair.distance_parallel(), distance, "{threads} threads, {pose:?}");
            });
        }
    }
}

#[test]
fn threads_change_no_answer() {
    check(Volume::OBB, Arity::Eight);
    check(Volume::SPHERE, Arity::Two);
}

/// All triangles of two parallel grids are equally near, and triangles of two equal grids meet in
/// many pairs.
#[test]
fn the_first_of_equally_near_triangles_does_not_depend_on_threads() {
    let at = |i: u32, j: u32| i * 41 + j;
    let vertices = (0..41).flat_map(|i| (0..41).map(move |j| [i as f64, j as f64, 0.0])).collect();
    let cells = (0..40).flat_map(|i| (0..40).map(move |j| (i, j)));
    let triangles = cells.flat_map(|(i, j)| {
        [[at(i, j), at(i + 1, j), at(i, j + 1)], [at(i + 1, j + 1), at(i, j + 1), at(i + 1, j)]]
    });
    let mesh = Mesh::new(vertices, triangles.collect()).expect("a grid");
    let model = Model::new(mesh);
    for height in [0.0, 0.5] {
        let pair = Pair::new(&model, &model).at(Pose::translation([7.0, 3.0, height]));
        let expected = pair.distance();
        for _ in 0..20 {
            let found = on_threads(4, || pair.distance_parallel());
            assert_eq!(found.map(|c: Closest| c.triangles), expected.map(|c| c.triangles));
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn meshes_without_triangles_have_no_contacts() {
    let empty = Model::new(Mesh::new(Vec::new(), Vec::new()).expect("an empty mesh"));
    let full = Model::new(Shape::Box.mesh(12));
    for pair in [Pair::new(&empty, &full), Pair::new(&full, &empty), Pair::new(&empty, &empty)] {
        assert_eq!(pair.batch(&[Pose::IDENTITY], Question::Distance), [Answer::Distance(None)]);
        assert!(pair.contacts_parallel().is_empty() && pair.distance_parallel().is_none());
        let mut scratch = Scratch::new().remembering();
        assert!((0..4).all(|_| !pair.intersects_with(&mut scratch)));
    }
    assert!(Pair::new(&full, &full).batch(&[], Question::Intersects).is_empty());
}

#[test]
fn a_batch_that_is_stopped_has_the_answers_so_far() {
    let model = Model::new(Shape::Knot.mesh(1000));
    let pair = Pair::new(&model, &model);
    let poses = poses();
    let expected = pair.batch(&poses, Question::Intersects);
    let calls = AtomicUsize::new(0);
    let until_forty = |share: f64| {
        calls.fetch_add(1, Ordering::Relaxed);
        assert!(share > 0.0 && share <= 1.0);
        if share * poses.len() as f64 > 39.5 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let found = pair.batch_watched(&poses, Question::Intersects, &until_forty);
    assert_eq!(found.len(), poses.len());
    let asked = found.iter().flatten().count();
    assert!(asked >= 40 && asked < poses.len() && asked == calls.into_inner(), "{asked}");
    for (found, expected) in found.iter().zip(&expected) {
        assert!(found.as_ref().is_none_or(|found| found == expected));
    }
}
