//! Where the time of a query goes.

use feeler::inside::{Probe, Queue, Step, Trace, Traversal};
use feeler::{Instructions, Pair, Pose, Question, Scratch};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The lecture's cost model, `T = Nv*Cv + Np*Cp + Nu*Cu + Cb`, with every letter measured: means a query, and nanoseconds.
///
/// Volume tests and updates are timed by doing again what queries did, each kind of work alone; the time in the leaves is taken while
/// queries run. What remains of the whole time is the base: the preparation of the query, taking pairs from the list of waiting ones, and
/// all that the processor gains or loses when work is mixed. So it may be negative, by noise or where work overlaps.
///
/// In the lecture `Cb` is the building of the trees. Here these are built already.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Costs {
    /// `T`: the time of a query.
    pub time: f64,
    /// `Nv`: tests of one volume against one other.
    pub volume_tests: f64,
    /// `Cv`: one of them, and to let the pair wait if it has to; zero if there is none.
    pub volume_test: f64,
    /// `Np`: tests of one triangle against one other.
    pub triangle_tests: f64,
    /// `Cp`: one of them; zero if there is none.
    pub triangle_test: f64,
    /// `Nu`: volumes placed in the other tree's coordinates.
    pub updates: f64,
    /// `Cu`: one of them; zero if there is none.
    pub update: f64,
    /// `Cb`: what is left.
    pub base: f64,
}

impl Costs {
    /// The share of the time that is in tests and updates: `(T - Cb) / T`.
    pub fn explained(&self) -> f64 {
        if self.time > 0.0 { (self.time - self.base) / self.time } else { 0.0 }
    }
}

/// Every time is the shortest of so many. Queries have all other poses in between, so that caches are no warmer than in a series of them.
const ROUNDS: usize = 3;

/// Steps of one traversal that are done again.
const SAMPLE: usize = 4096;

/// Steps that are done again at once: volumes should not leave the nearest cache between being placed and being tested.
const CHUNK: usize = 64;

/// Fewer steps than this are repeated: they would take no longer than to look at the clock.
const FEWEST: usize = 32;

impl Costs {
    /// Measures what a question costs at some poses; zero throughout if there are none.
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

    /// The time of all queries, as they are; the work goes into the costs.
    fn time_queries(
        &mut self,
        question: Question,
        pairs: &[Pair<'_>],
        scratch: &mut Scratch,
    ) -> f64 {
        let mut shortest = vec![Duration::MAX; pairs.len()];
        for round in 0..ROUNDS {
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

/// What all queries do, and the time that they spend with triangles.
fn trace_queries(
    question: Question,
    pairs: &[Pair<'_>],
    scratch: &mut Scratch,
) -> (Vec<Trace>, f64) {
    let clock = clock();
    let mut leaves = vec![Duration::MAX; pairs.len()];
    let mut traces = Vec::new();
    for _ in 0..ROUNDS {
        traces.clear();
        for (leaves, pair) in leaves.iter_mut().zip(pairs) {
            let trace = scratch.traced(SAMPLE, |scratch| question.ask(pair, scratch));
            *leaves = trace.leaf_time.saturating_sub(clock * trace.leaf_visits).min(*leaves);
            traces.push(trace);
        }
    }
    (traces, leaves.into_iter().map(nanoseconds).sum())
}

/// The mean time to place one volume, and to test one.
fn time_again(pairs: &[Pair<'_>], traces: &[Trace], instructions: Instructions) -> [f64; 2] {
    let clock = clock();
    let (mut places, mut tests) = (0.0, 0.0);
    let mut sum = [0.0; 2];
    for (pair, trace) in pairs.iter().zip(traces) {
        for traversal in &trace.traversals {
            let mut steps = traversal.steps.clone();
            while (1..FEWEST).contains(&steps.len()) {
                steps.extend_from_within(..);
            }
            let models = [pair.a(), pair.b()];
            let shortest = Probe::again(models, traversal, instructions, |probe| {
                shortest_of(probe, traversal, &steps, clock)
            });
            // A step stands for all that were left out beside it, or for a part of one that was repeated.
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
    for _ in 0..ROUNDS {
        let mut time = [Duration::ZERO; 2];
        for steps in steps.chunks(CHUNK) {
            let start = Instant::now();
            steps.iter().for_each(|&step| probe.place(step));
            let middle = Instant::now();
            traversal.repeat(probe, steps, &mut queue);
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

/// How long it takes to take the time.
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
