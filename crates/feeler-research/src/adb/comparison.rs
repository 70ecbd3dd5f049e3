//! The published method beside exact queries: times and wrong answers at some poses.

use super::{Adb, Cells, Chance, FullTable, Memory, Query};
use feeler::{Arity, Build, Instructions, Mesh, Model, Pair, Pose, Scratch, Volume};
use serde::Serialize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The published method at some poses, beside exact queries. Times are means in microseconds.
///
/// ```
/// use feeler::{Arity, Build, Volume};
/// use feeler_research::Published;
/// use feeler_research::adb::{Comparison, Contest};
/// use feeler_scenes::{Shape, sweep};
/// use std::ops::ControlFlow;
/// let published = Published::new(0.02, 0.9, 3);
/// let knot = Shape::Knot.mesh(500);
/// let contest = Contest {
///     meshes: [&knot, &knot],
///     build: Build { volume: Volume::AABB, arity: Arity::Two, ..Build::default() },
///     cells: published.cells(),
///     query: published.query(),
/// };
/// let poses: Vec<_> = sweep(0.4..=2.1, 4, 3).into_iter().map(|placed| placed.pose).collect();
/// let comparison = contest.run(&poses, &|_| ControlFlow::Continue(())).unwrap();
/// assert_eq!(comparison.poses, 12);
/// assert!(comparison.wrong_share() < 0.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Comparison {
    /// The number of poses.
    pub poses: usize,
    /// The number of poses at which the meshes touch.
    pub touching: usize,
    /// The number of wrong answers "collision".
    pub false_collisions: usize,
    /// The number of wrong answers "no collision".
    pub missed_collisions: usize,
    /// The number of queries that ended because the budget was used up.
    pub unfinished: usize,
    /// The time of the published method.
    pub adb_micros: f64,
    /// The time of feeler's default exact query.
    pub exact_micros: f64,
    /// The time of an exact query with trees of 24-DOPs of arity 2 and SSE2, the rival of the papers.
    pub dop24_micros: f64,
    /// The mean number of pairs of nodes for which a probability was computed.
    pub estimates: f64,
    /// The mean number of pairs of nodes that were looked at.
    pub volume_tests: f64,
    /// The mean number of possible collision cells of a node of A.
    pub cells_a_node: f64,
    /// The time to count the cells of both trees in seconds.
    pub counting_seconds: f64,
    /// The bytes of a node.
    pub bytes_a_node: usize,
}

/// Two meshes and the way to ask the published method about them.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'a> {
    /// Meshes A and B.
    pub meshes: [&'a Mesh; 2],
    /// How the trees are built.
    pub build: Build,
    /// The options for counting cells.
    pub cells: Cells,
    /// The query.
    pub query: Query<'a>,
}

/// The number of turns of each contender. The fastest turn of a pose counts.
const TURNS: usize = 3;

impl Comparison {
    /// The share of all answers that are wrong.
    pub fn wrong_share(&self) -> f64 {
        (self.false_collisions + self.missed_collisions) as f64 / self.poses.max(1) as f64
    }
}

impl<'a> Contest<'a> {
    /// The same contest with a full table that the caller has.
    pub fn with_table(self, table: &'a FullTable) -> Self {
        Self { query: Query { chance: Chance::Full(table), ..self.query }, ..self }
    }

    /// Asks all contenders at all poses, in turns; `None` if `progress` stopped it.
    pub fn run(
        &self,
        poses: &[Pose],
        progress: &dyn Fn(f64) -> ControlFlow<()>,
    ) -> Option<Comparison> {
        let Self { meshes, build, cells, query } = self;
        let models = meshes.map(|mesh| Model::build(mesh.clone(), build));
        let start = Instant::now();
        let [a, b] = models.each_ref().map(|model| Adb::new(model, *cells));
        let counting_seconds = start.elapsed().as_secs_f64();
        let usual = meshes.map(|mesh| Model::new(mesh.clone()));
        let dop = Build { volume: Volume::DOP24, arity: Arity::Two, ..Build::default() };
        let dops = meshes.map(|mesh| Model::build(mesh.clone(), &dop));
        let nodes = a.nodes().count();
        let mut comparison = Comparison {
            poses: poses.len(),
            cells_a_node: a.nodes().map(|node| f64::from(a.count(node))).sum::<f64>()
                / nodes.max(1) as f64,
            counting_seconds,
            bytes_a_node: a.bytes().total(),
            ..Comparison::default()
        };
        let mut memory = Memory::default();
        let mut scratch = Scratch::new();
        let mut narrow = Scratch::with_instructions(sse2());
        let mut best = vec![[Duration::MAX; 3]; poses.len()];
        for turn in 0..TURNS {
            for (at, (&pose, best)) in poses.iter().zip(&mut best).enumerate() {
                let share = (turn * poses.len() + at) as f64 / (TURNS * poses.len()) as f64;
                if progress(share).is_break() {
                    return None;
                }
                let (verdict, took) = timed(|| query.run(&a, &b, &pose, &mut memory));
                best[0] = best[0].min(took);
                let exact = Pair::new(&usual[0], &usual[1]).at(pose);
                let (truth, took) = timed(|| exact.intersects_with(&mut scratch));
                best[1] = best[1].min(took);
                let dop = Pair::new(&dops[0], &dops[1]).at(pose);
                let (_, took) = timed(|| dop.intersects_with(&mut narrow));
                best[2] = best[2].min(took);
                if turn == 0 {
                    comparison.touching += usize::from(truth);
                    comparison.false_collisions += usize::from(verdict.collides && !truth);
                    comparison.missed_collisions += usize::from(!verdict.collides && truth);
                    comparison.unfinished += usize::from(verdict.waiting.is_some());
                    comparison.estimates += verdict.estimates as f64;
                    comparison.volume_tests += verdict.effort.volume_tests as f64;
                }
            }
        }
        let count = poses.len().max(1) as f64;
        let mean = |which: usize| {
            best.iter().map(|times| times[which].as_secs_f64()).sum::<f64>() * 1e6 / count
        };
        comparison.adb_micros = mean(0);
        comparison.exact_micros = mean(1);
        comparison.dop24_micros = mean(2);
        comparison.estimates /= count;
        comparison.volume_tests /= count;
        Some(comparison)
    }
}

fn timed<T>(job: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = job();
    (result, start.elapsed())
}

/// The instructions that the papers' processors had, as far as they can be chosen here.
fn sse2() -> Instructions {
    let all = Instructions::all();
    *all.iter().find(|it| it.name() == "sse2").unwrap_or(&all[0])
}
