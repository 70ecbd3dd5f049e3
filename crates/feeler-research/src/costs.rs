//! The cost model of a query: where its time goes.

use feeler::inside::{Probe, Queue, Step, Trace, Traversal};
use feeler::{Instructions, Pair, Pose, Question, Scratch};
use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The cost model `T = Nv*Cv + Np*Cp + Nu*Cu + Cb` of Kavan and Havran, with every letter measured:
/// counts and times are means per query, times in nanoseconds.
///
/// The times of volume tests and updates come from a repetition of what the queries did, with each
/// kind of work alone; the time in the leaves is taken while the queries run. The rest of the whole
/// time is the base: the preparation of the query, taking pairs from the queue, and all that the
/// processor gains or loses when work is mixed. So the base may be negative, by noise or if work
/// overlaps.
///
/// In the model of Kavan and Havran, `Cb` is the time to build the trees. Here the trees are built
/// already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Costs {
    /// `T`: the time of a query.
    pub time: f64,
    /// `Nv`: the number of tests of one volume against one other volume.
    pub volume_tests: f64,
    /// `Cv`: the time of one volume test, with the time to put the pair into the queue if that is
    /// needed; zero without volume tests.
    pub volume_test: f64,
    /// `Np`: the number of tests of one triangle against one other triangle.
    pub triangle_tests: f64,
    /// `Cp`: the time of one triangle test; zero without triangle tests.
    pub triangle_test: f64,
    /// `Nu`: the number of volumes that are placed in the other tree's coordinates.
    pub updates: f64,
    /// `Cu`: the time of one update; zero without updates.
    pub update: f64,
    /// `Cb`: the rest of the time.
    pub base: f64,
}

impl Costs {
    /// The share of the time that tests and updates take: `(T - Cb) / T`.
    pub fn explained(&self) -> f64 {
        if self.time > 0.0 { (self.time - self.base) / self.time } else { 0.0 }
    }
}

/// The number of rounds. Every time is the shortest of all rounds. Between two rounds of a query
/// all other poses are queried, so caches are no warmer than in a series of different queries.
const TIMED_ROUNDS: usize = 3;

/// The largest number of steps of one traversal that are repeated.
const SAMPLED_STEPS: usize = 4096;

/// The number of steps that are repeated together. It is small, so that volumes stay in the nearest
/// cache between being placed and being tested.
const CHUNK_STEPS: usize = 64;

/// A traversal with fewer steps than this is repeated several times, because it takes no longer
/// than reading the clock.
const FEWEST_STEPS: usize = 32;

impl Costs {
    /// Measures the costs of a question at some poses; all costs are zero if there are no poses.
    ///
    /// ```
    /// use feeler::{Mesh, Model, Pair, Pose, Question, Scratch};
    /// use feeler_research::Costs;
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let model = Model::new(mesh);
    /// let poses = [0.1, 0.2].map(|z| Pose::translation([0.0, 0.0, z]));
    /// let pair = Pair::new(&model, &model);
    /// let costs = Costs::of(&pair, Question::Distance, &poses, &mut Scratch::new());
    /// assert_eq!((costs.volume_tests, costs.triangle_tests), (0.0, 1.0)); // a tree of one leaf
    /// assert!(costs.triangle_test > 0.0);
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    pub fn of(pair: &Pair<'_>, question: Question, poses: &[Pose], scratch: &mut Scratch) -> Self {
        let mut costs = Self::default();
        if poses.is_empty() {
            return costs;
        }
        let pairs: Vec<Pair<'_>> = poses.iter().map(|&pose| pair.at(pose)).collect();
        let queries = poses.len() as f64;
        let whole = costs.time_queries(question, &pairs, scratch);
        let (traces, leaves) = trace_queries(question, &pairs, scratch);
        let [place, test] = time_again(&pairs, &traces, scratch.instructions());
        let per = |time: f64, count: f64| if count > 0.0 { time / count } else { 0.0 };
        costs.time = whole / queries;
        costs.volume_test = test;
        costs.update = place;
        costs.triangle_test = per(leaves, costs.triangle_tests);
        for mean in [&mut costs.volume_tests, &mut costs.triangle_tests, &mut costs.updates] {
            *mean /= queries;
        }
        costs.base = costs.time
            - costs.volume_tests * costs.volume_test
            - costs.triangle_tests * costs.triangle_test
            - costs.updates * costs.update;
        costs
    }

    /// The time of all queries, run without tracing. Adds the effort of the queries to the costs.
    fn time_queries(
        &mut self,
        question: Question,
        pairs: &[Pair<'_>],
        scratch: &mut Scratch,
    ) -> f64 {
        let mut shortest = vec![Duration::MAX; pairs.len()];
        for round in 0..TIMED_ROUNDS {
            for (shortest, pair) in shortest.iter_mut().zip(pairs) {
                let start = Instant::now();
                question.ask(pair, scratch);
                *shortest = start.elapsed().min(*shortest);
                if round == 0 {
                    let effort = scratch.effort();
                    self.volume_tests += effort.volume_tests as f64;
                    self.triangle_tests += effort.triangle_tests as f64;
                    self.updates += effort.updates as f64;
                }
            }
        }
        let clock = clock();
        shortest.into_iter().map(|time| nanoseconds(time.saturating_sub(clock))).sum()
    }
}

/// The traces of all queries, and the time that the queries spend with triangles.
fn trace_queries(
    question: Question,
    pairs: &[Pair<'_>],
    scratch: &mut Scratch,
) -> (Vec<Trace>, f64) {
    let clock = clock();
    let mut leaves = vec![Duration::MAX; pairs.len()];
    let mut traces = Vec::new();
    for _ in 0..TIMED_ROUNDS {
        traces.clear();
        for (leaves, pair) in leaves.iter_mut().zip(pairs) {
            let trace = scratch.traced(SAMPLED_STEPS, |scratch| question.ask(pair, scratch));
            *leaves = trace.leaf_time.saturating_sub(clock * trace.leaf_visits).min(*leaves);
            traces.push(trace);
        }
    }
    (traces, leaves.into_iter().map(nanoseconds).sum())
}

/// The mean time to place one volume, and the mean time to test one.
fn time_again(pairs: &[Pair<'_>], traces: &[Trace], instructions: Instructions) -> [f64; 2] {
    let clock = clock();
    let (mut places, mut tests) = (0.0, 0.0);
    let mut sum = [0.0; 2];
    for (pair, trace) in pairs.iter().zip(traces) {
        for traversal in &trace.traversals {
            let mut steps = traversal.steps.clone();
            while (1..FEWEST_STEPS).contains(&steps.len()) {
                steps.extend_from_within(..);
            }
            let models = [pair.a(), pair.b()];
            let shortest = Probe::again(models, traversal, instructions, |probe| {
                shortest_of(probe, traversal, &steps, clock)
            });
            // A step stands for all the steps that were left out beside it, or for a part of a step
            // that was repeated.
            let weight = traversal.seen as f64 / steps.len().max(1) as f64;
            places += traversal.seen as f64;
            tests += weight * steps.iter().map(|step| f64::from(step.tests())).sum::<f64>();
            sum[0] += weight * nanoseconds(shortest[0]);
            sum[1] += weight * nanoseconds(shortest[1]);
        }
    }
    if places == 0.0 { [0.0; 2] } else { [sum[0] / places, sum[1] / tests] }
}

/// The shortest times to place the volumes of some steps, and to test them.
fn shortest_of(
    probe: &Probe<'_>,
    traversal: &Traversal,
    steps: &[Step],
    clock: Duration,
) -> [Duration; 2] {
    let mut queue = Queue::default();
    let mut shortest = [Duration::MAX; 2];
    for _ in 0..TIMED_ROUNDS {
        let mut time = [Duration::ZERO; 2];
        for steps in steps.chunks(CHUNK_STEPS) {
            let start = Instant::now();
            steps.iter().for_each(|&step| probe.place(step));
            let middle = Instant::now();
            probe.repeat(traversal, steps, &mut queue);
            let end = Instant::now();
            black_box(&mut queue);
            let place = (middle - start).saturating_sub(clock);
            time[0] += place;
            // A test places its volume once more.
            time[1] += (end - middle).saturating_sub(clock + place);
        }
        shortest = [shortest[0].min(time[0]), shortest[1].min(time[1])];
    }
    shortest
}

fn nanoseconds(time: Duration) -> f64 {
    time.as_nanos() as f64
}

/// The time that it takes to read the clock.
fn clock() -> Duration {
    let look = |_| {
        let start = Instant::now();
        start.elapsed()
    };
    (0..64).map(look).min().expect("there are some")
}

#[cfg(test)]
mod tests {
    use super::*;
    use feeler::{Arity, Build, Mesh, Model, Schedule, Search, Volume};

    /// A wavy sheet of 2 n² triangles.
    fn sheet(n: u32) -> Mesh {
        let height = |i: u32, j: u32| 0.1 * ((i * i + 3 * j) % 7) as f64;
        let vertices =
            (0..=n).flat_map(|i| (0..=n).map(move |j| [i as f64, j as f64, height(i, j)]));
        let at = |i: u32, j: u32| i * (n + 1) + j;
        let cell = |i: u32, j: u32| {
            [[at(i, j), at(i + 1, j), at(i, j + 1)], [at(i + 1, j + 1), at(i, j + 1), at(i + 1, j)]]
        };
        let triangles = (0..n).flat_map(|i| (0..n).flat_map(move |j| cell(i, j)));
        Mesh::new(vertices.collect(), triangles.collect()).unwrap()
    }

    const QUESTIONS: [Question; 4] =
        [Question::Intersects, Question::Contacts, Question::Distance, Question::Within(0.5)];

    fn poses() -> [Pose; 3] {
        let tilted = Pose::rotation([1.0, 2.0, 0.5], 0.3);
        [0.3, 2.0, 9.0].map(|z| tilted.then(&Pose::translation([1.0, 0.5, z])))
    }

    #[test]
    fn the_slow_way_does_the_same_work() {
        fn check(volume: Volume, arity: Arity) {
            let model = Model::build(sheet(30), &Build { volume, arity, ..Build::default() });
            let mut scratch = Scratch::new();
            for schedule in [Schedule::DepthFirst, Schedule::BestFirst] {
                for pose in poses() {
                    let pair = Pair::new(&model, &model).at(pose).scheduled(schedule);
                    for question in QUESTIONS {
                        question.ask(&pair, &mut scratch);
                        let effort = scratch.effort();
                        let trace = scratch.traced(100, |scratch| question.ask(&pair, scratch));
                        assert_eq!(scratch.effort(), effort, "{question:?} {schedule:?} {arity}");
                        assert!(trace.traversals.iter().all(|one| one.steps.len() <= 100));
                        let distance = pair.distance_with(&Search::default(), &mut scratch);
                        scratch.traced(100, |scratch| {
                            assert_eq!(pair.distance_with(&Search::default(), scratch), distance);
                        });
                    }
                }
            }
        }
        check(Volume::OBB, Arity::Eight);
        check(Volume::OBB, Arity::Two);
        check(Volume::SPHERE, Arity::Four);
    }

    #[test]
    fn costs_add_up_to_the_time() {
        let model = Model::new(sheet(40));
        let pair = Pair::new(&model, &model);
        let mut scratch = Scratch::new();
        for question in QUESTIONS {
            let costs = Costs::of(&pair, question, &poses(), &mut scratch);
            let sum = costs.volume_tests * costs.volume_test
                + costs.triangle_tests * costs.triangle_test
                + costs.updates * costs.update
                + costs.base;
            assert!((sum - costs.time).abs() < 1e-6 * costs.time, "{question:?} {costs:?}");
            for cost in [costs.volume_test, costs.triangle_test, costs.update] {
                assert!(cost > 0.0, "{question:?} {costs:?}");
            }
        }
        assert_eq!(Costs::of(&pair, Question::Distance, &[], &mut scratch), Costs::default());
    }
}
