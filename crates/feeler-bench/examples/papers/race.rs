//! Several contenders that are asked about the same poses, in turns.

use feeler::{Arity, Build, Instructions, Mesh, Model, Pair, Pose, Rule, Scratch, Volume};
use feeler_research::adb::{Adb, Memory, Query};
use feeler_scenes::Placed;
use std::time::Instant;

/// Who answers whether two meshes touch.
pub(crate) struct Contender<'a> {
    pub(crate) name: String,
    ask: Box<dyn FnMut(&Pose) -> bool + 'a>,
}

impl<'a> Contender<'a> {
    pub(crate) fn new(name: impl Into<String>, ask: impl FnMut(&Pose) -> bool + 'a) -> Self {
        Self { name: name.into(), ask: Box::new(ask) }
    }

    /// An exact query.
    pub(crate) fn exact(name: impl Into<String>, a: &'a Model, b: &'a Model) -> Self {
        let mut scratch = Scratch::new();
        Self::new(name, move |pose| Pair::new(a, b).at(*pose).intersects_with(&mut scratch))
    }

    /// The rival of the papers: a 24-DOP tree, with the instructions that their processors had.
    pub(crate) fn dop_tree(model: &'a Model) -> Self {
        let all = Instructions::all();
        let sse2 = *all.iter().find(|it| it.name() == "sse2").unwrap_or(&all[0]);
        let mut scratch = Scratch::with_instructions(sse2);
        Self::new("24-DOP tree", move |pose| {
            Pair::new(model, model).at(*pose).intersects_with(&mut scratch)
        })
    }

    /// The published method.
    pub(crate) fn adb(name: impl Into<String>, adb: &'a Adb<'a>, query: Query<'a>) -> Self {
        let mut memory = Memory::default();
        Self::new(name, move |pose| query.run(adb, adb, pose, &mut memory).collides)
    }
}

/// The tree of the papers: AABBs, two children, a triangle in each leaf.
pub(crate) fn papers_tree(mesh: &Mesh) -> Model {
    tree(mesh, Rule::Median, 1)
}

/// A tree of AABBs with two children.
pub(crate) fn tree(mesh: &Mesh, rule: Rule, leaf_size: usize) -> Model {
    let build = Build { volume: Volume::AABB, arity: Arity::Two, rule, leaf_size };
    Model::build(mesh.clone(), &build)
}

/// A tree of 24-DOPs with two children.
pub(crate) fn dop_model(mesh: &Mesh) -> Model {
    let build = Build { volume: Volume::DOP24, arity: Arity::Two, ..Build::default() };
    Model::build(mesh.clone(), &build)
}

/// An answer of a contender about one pose: its shortest time, and whether it was right.
#[derive(Clone, Copy)]
pub(crate) struct Answer {
    /// What the pose has of the axis of the figure: a distance, for example.
    pub(crate) at: f64,
    pub(crate) ns: f64,
    pub(crate) right: bool,
}

/// Asks all contenders about all poses, in turns. The first contender is exact.
pub(crate) fn race(
    contenders: &mut [Contender<'_>],
    poses: &[Placed],
    turns: usize,
) -> Vec<Vec<Answer>> {
    let mut truth = vec![false; poses.len()];
    let start = |placed: &Placed| Answer { at: placed.prescribed, ns: f64::INFINITY, right: true };
    let mut answers: Vec<Vec<Answer>> =
        contenders.iter().map(|_| poses.iter().map(start).collect()).collect();
    for _ in 0..turns {
        for (who, contender) in contenders.iter_mut().enumerate() {
            for (i, placed) in poses.iter().enumerate() {
                let begun = Instant::now();
                let touches = (contender.ask)(&placed.pose);
                let ns = begun.elapsed().as_nanos() as f64;
                if who == 0 {
                    truth[i] = touches;
                }
                let answer = &mut answers[who][i];
                answer.ns = answer.ns.min(ns);
                answer.right = touches == truth[i];
            }
        }
    }
    answers
}

/// The poses at which the outer boxes meet: no others count in the papers.
pub(crate) fn where_boxes_meet(model: &Model, poses: Vec<Placed>) -> Vec<Placed> {
    let mut scratch = Scratch::new();
    let meet = |placed: &Placed| {
        Pair::new(model, model).at(placed.pose).intersects_with(&mut scratch);
        scratch.effort().volume_tests > 1
    };
    poses.into_iter().filter(meet).collect()
}

/// The mean time in nanoseconds.
pub(crate) fn mean_ns<'a>(answers: impl IntoIterator<Item = &'a Answer>) -> f64 {
    mean(answers.into_iter().map(|answer| answer.ns))
}

/// The share of wrong answers.
pub(crate) fn wrong<'a>(answers: impl IntoIterator<Item = &'a Answer>) -> f64 {
    mean(answers.into_iter().map(|answer| f64::from(u8::from(!answer.right))))
}

/// A value of the answers at each place.
pub(crate) fn by_place(answers: &[Answer], value: fn(&[Answer]) -> f64) -> Vec<(f64, f64)> {
    answers.chunk_by(|a, b| a.at == b.at).map(|group| (group[0].at, value(group))).collect()
}

/// The answers at places in a window.
pub(crate) fn window(answers: &[Answer], from: f64, to: f64) -> impl Iterator<Item = &Answer> {
    let inside = move |answer: &&Answer| (from - 1e-9..=to + 1e-9).contains(&answer.at);
    answers.iter().filter(inside)
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count.max(1))
}
