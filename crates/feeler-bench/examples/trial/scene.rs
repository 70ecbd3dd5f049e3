//! A scene: two meshes, poses, and feeler's answers about them.

use feeler::{Mesh, Model, Pair, Pose, Scratch, Search, Ties};
use feeler_bench::peer::{Answer, Answered, Ask, Case};
use feeler_field::{Boundary, Relation};
use feeler_scenes::{Shape, random_sweep};
use std::hint::black_box;
use std::time::Instant;

pub(crate) struct TrialScene {
    pub(crate) name: &'static str,
    pub(crate) case: Case,
    exact: Vec<ExactAnswer>,
    /// feeler's median times for intersects, distance, contacts and relation, in nanoseconds.
    times: [u64; 4],
}

struct ExactAnswer {
    distance: f64,
    contacts: usize,
    relation: Relation,
}

impl TrialScene {
    /// Cubes of side 2 with obvious answers: a gap of 1, one corner inside the other cube, far
    /// away.
    pub(crate) fn boxes() -> Self {
        let cube = Shape::Box.mesh(12);
        let offsets = [[3.0, 0.0, 0.0], [1.5, 1.25, 0.5], [0.0, -200.0, 0.0]];
        let scene = Self::new("boxes", &cube, &cube, offsets.map(Pose::translation).to_vec());
        let distances: Vec<f64> = scene.exact.iter().map(|exact| exact.distance).collect();
        assert_eq!(distances, [1.0, 0.0, 198.0], "feeler itself is wrong");
        scene
    }

    /// The same cubes with a face, an edge and a corner in common: they touch, but nothing crosses.
    pub(crate) fn faces() -> Self {
        let cube = Shape::Box.mesh(12);
        let offsets = [[2.0, 0.5, 0.25], [2.0, 2.0, 0.25], [2.0, 2.0, 2.0]];
        let scene = Self::new("faces", &cube, &cube, offsets.map(Pose::translation).to_vec());
        assert!(scene.exact.iter().all(|exact| exact.contacts > 0), "feeler itself is wrong");
        scene
    }

    pub(crate) fn spheres() -> Self {
        let sphere = Shape::Sphere.mesh(1_000);
        let poses = random_sweep(1.8..=2.1, 8, 5, 1).into_iter().map(|placed| placed.pose);
        Self::new("spheres", &sphere, &sphere, poses.collect())
    }

    pub(crate) fn knots() -> Self {
        let (knot, ring) = (Shape::Knot.mesh(10_000), Shape::Ring.mesh(10_000));
        let poses = random_sweep(0.4..=2.1, 8, 5, 2).into_iter().map(|placed| placed.pose);
        Self::new("knots", &knot, &ring, poses.collect())
    }

    fn new(name: &'static str, a: &Mesh, b: &Mesh, poses: Vec<Pose>) -> Self {
        let case = Case::new(a, b, &poses).expect("a folder for temporary files");
        let (a, b) = (Model::new(a.clone()), Model::new(b.clone()));
        let pair = Pair::new(&a, &b);
        let solids = [Boundary::of(&a), Boundary::of(&b)];
        let relation = |pose| Relation::between(&solids[0], &solids[1], pose).relation;
        let mut scratch = Scratch::new();
        let exact = poses.iter().map(|&pose| {
            let pair = pair.at(pose);
            let distance = pair.distance_with(&Search::default(), &mut scratch).upper();
            ExactAnswer { distance, contacts: pair.contacts().len(), relation: relation(pose) }
        });
        let exact = exact.collect();
        // No rival promises the first of equally near triangles, so feeler need not find it here
        // either.
        let any = Search { ties: Ties::Any, ..Search::default() };
        let times = [
            time(&poses, |pose| pair.at(pose).intersects_with(&mut scratch)),
            time(&poses, |pose| pair.at(pose).distance_with(&any, &mut scratch).upper()),
            time(&poses, |pose| pair.at(pose).contacts_with(&mut scratch).len() as f64),
            time(&poses, relation),
        ];
        Self { name, case, exact, times }
    }

    /// feeler's median time for a question, in nanoseconds.
    pub(crate) fn time(&self, ask: Ask) -> u64 {
        match ask {
            Ask::Intersects => self.times[0],
            Ask::Distance => self.times[1],
            Ask::Contacts | Ask::Depth | Ask::Build => self.times[2],
            Ask::Relation => self.times[3],
        }
    }

    /// The poses at which a rival is wrong, with both answers. Distances may be off by `slack` of
    /// their size.
    pub(crate) fn differences(&self, answers: &[Answered], slack: f64) -> Vec<String> {
        let differing =
            answers.iter().zip(&self.exact).enumerate().filter(|(_, (answered, exact))| {
                match answered.answer {
                    Answer::Intersects(touching) => touching != (exact.contacts > 0),
                    Answer::Contacts(count) => count != exact.contacts as u64,
                    Answer::Distance(distance) => {
                        let off = (distance - exact.distance).abs();
                        off.is_nan() || off > slack * (1.0 + exact.distance)
                    }
                    Answer::Relation(relation) => relation != exact.relation,
                    Answer::Depth(_) | Answer::Error(_) => true,
                }
            });
        let told = differing.map(|(pose, (answered, exact))| {
            let truth = match answered.answer {
                Answer::Intersects(_) if exact.contacts == 0 => {
                    format!("apart by {}", exact.distance)
                }
                Answer::Intersects(_) => format!("touching with {} pairs", exact.contacts),
                Answer::Contacts(_) => exact.contacts.to_string(),
                Answer::Relation(_) => exact.relation.name().to_owned(),
                _ => exact.distance.to_string(),
            };
            format!("pose {pose}: said {}, true is {truth}", answered.answer)
        });
        told.collect()
    }
}

/// The median time of the second pass in nanoseconds, measured as for rivals.
fn time<T>(poses: &[Pose], mut ask: impl FnMut(Pose) -> T) -> u64 {
    let mut pass = || {
        let timed = poses.iter().map(|&pose| {
            let start = Instant::now();
            black_box(ask(pose));
            start.elapsed().as_nanos() as u64
        });
        median(timed.collect())
    };
    pass();
    pass()
}

pub(crate) fn median(mut times: Vec<u64>) -> u64 {
    times.sort_unstable();
    times[times.len() / 2]
}
