//! Average-distribution trees as published, against exact trees: `cargo run --release -p feeler-research --example adb`.
//!
//! For a knot, a blob and a gear wheel, or for the given meshes (files, or `shape:NAME:TRIANGLES`),
//! the example runs the published method over a grid of settings on the papers' distance sweep. It
//! prints times and wrong answers beside those of a 24-DOP tree of arity 2 with SSE2 and of
//! feeler's default. All methods run in turns. For every ten queries only the fastest turn counts,
//! so that other programs may use the machine meanwhile.
//!
//! `--more` takes more settings and turns, `--random` random rotations and directions,
//! `--approximate` the faster count of cells, `--leaf N` leaves of up to N triangles, `--rule NAME`
//! another builder than the papers', `--obb` oriented boxes, `--wide` an arity of 4.

use feeler::{Arity, Build, Instructions, Mesh, Model, Pair, Pose, Rule, Scratch, Volume};
use feeler_research::adb::{Adb, Cells, Count, Memory, Overlap, Pretest, Query, Sizes};
use feeler_scenes::{Placed, Shape, normalised, random_sweep, sweep};
use std::error::Error;
use std::time::Instant;

struct Options {
    meshes: Vec<String>,
    more: bool,
    random: bool,
    tree: Tree,
    count: Count,
    rule: Rule,
    leaf_size: usize,
}

/// The tree whose cells are counted. The papers use the first kind.
#[derive(Clone, Copy)]
enum Tree {
    Boxes,
    WideBoxes,
    OrientedBoxes,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options(std::env::args().skip(1))?;
    let settings = settings(options.more);
    let mut outcomes = Vec::new();
    for name in &options.meshes {
        let mesh = match name.strip_prefix("shape:") {
            Some(shape) => Shape::by_name(shape)?,
            None => feeler_io::read(name)?,
        };
        println!("\n{name}: {} triangles", mesh.triangles().len());
        let mesh = normalised(&mesh);
        outcomes.push(match options.tree {
            Tree::Boxes => compare(Volume::AABB, Arity::Two, &mesh, &settings, &options),
            Tree::WideBoxes => compare(Volume::AABB, Arity::Four, &mesh, &settings, &options),
            Tree::OrientedBoxes => compare(Volume::OBB, Arity::Two, &mesh, &settings, &options),
        });
    }
    summary(&settings, &outcomes);
    Ok(())
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        meshes: Vec::new(),
        more: false,
        random: false,
        tree: Tree::Boxes,
        count: Count::Exact,
        rule: Rule::Boxtree,
        leaf_size: 1,
    };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--more" => options.more = true,
            "--random" => options.random = true,
            "--obb" => options.tree = Tree::OrientedBoxes,
            "--wide" => options.tree = Tree::WideBoxes,
            "--approximate" => options.count = Count::Approximate,
            "--leaf" => {
                let number = arguments.next().and_then(|n| n.parse().ok());
                options.leaf_size = number.ok_or("--leaf needs a number")?;
            }
            "--rule" => {
                let name = arguments.next().unwrap_or_default();
                let rule = Rule::ALL.into_iter().find(|rule| rule.name() == name);
                options.rule = rule.ok_or("--rule needs the name of a builder")?;
            }
            option if option.starts_with('-') => return Err(format!("what is {option}?")),
            mesh => options.meshes.push(mesh.to_owned()),
        }
    }
    if options.meshes.is_empty() {
        let shapes = ["shape:knot:20000", "shape:blob:30000", "shape:gear:7400"];
        options.meshes = shapes.map(String::from).to_vec();
    }
    Ok(options)
}

/// One way to run the published method.
struct Setting {
    name: String,
    tau: f32,
    query: Query<'static>,
}

fn settings(more: bool) -> Vec<Setting> {
    let mut settings = Vec::new();
    let mut add = |name: &str, tau: f32, query: Query<'static>| {
        let (p, k) = (query.p_min, query.k_min);
        let name = format!("{name:<21}  tau {tau:<4}  p_min {p:<4}  k_min {k:<2}");
        settings.push(Setting { name, tau, query });
    };
    let printed = Query::default();
    add("as printed", 1.0, printed);
    add("as printed", 0.05, printed);
    let (taus, ps, ks): (&[f32], &[f32], &[usize]) = if more {
        (&[0.1, 0.05, 0.02], &[0.5, 0.6, 0.7, 0.8, 0.9], &[1, 3, 5, 7, 10])
    } else {
        (&[0.1, 0.05, 0.02], &[0.5, 0.7, 0.9, 0.99], &[1, 5, 10])
    };
    for &tau in taus {
        for &p_min in ps {
            for &k_min in ks {
                let query = Query { p_min, k_min, pretest: Pretest::Volumes, ..printed };
                let (sizes, overlap) = (Sizes::Flat, Overlap::SlabProduct);
                if more {
                    add("pre-test", tau, query);
                    add("pre-test, slabs", tau, Query { overlap, ..query });
                    add("pre-test, flat, slabs", tau, Query { sizes, overlap, ..query });
                }
                add("pre-test, flat", tau, Query { sizes, ..query });
            }
        }
    }
    settings
}

/// The fastest turn for each ten queries, in microseconds.
#[derive(Default)]
struct Times {
    best: Vec<f64>,
    queries: usize,
}

impl Times {
    fn take(&mut self, cases: &[Case], mut ask: impl FnMut(&Case)) {
        const CHUNK: usize = 10;
        self.queries = cases.len();
        self.best.resize(cases.len().div_ceil(CHUNK), f64::INFINITY);
        for (chunk, best) in cases.chunks(CHUNK).zip(&mut self.best) {
            let start = Instant::now();
            chunk.iter().for_each(&mut ask);
            *best = best.min(1e6 * start.elapsed().as_secs_f64());
        }
    }

    fn mean(&self) -> f64 {
        self.best.iter().sum::<f64>() / self.queries.max(1) as f64
    }
}

/// The result of a setting on a mesh.
#[derive(Default)]
struct Outcome {
    times: Times,
    /// The number of answers that should have been "apart", and of those that should have been
    /// "touching".
    wrong: [usize; 2],
    poses: usize,
    /// The mean number of probabilities that a query computes.
    estimates: f64,
    /// The speed relative to the 24-DOP tree and to feeler's default, at the same poses.
    faster: [f64; 2],
}

impl Outcome {
    fn ask(&mut self, setting: &Setting, table: &Adb<'_>, cases: &[Case], memory: &mut Memory) {
        let (mut wrong, mut estimates) = ([0; 2], 0);
        self.times.take(cases, |(pose, truth)| {
            let verdict = setting.query.run(table, table, pose, memory);
            wrong[*truth as usize] += (verdict.collides != *truth) as usize;
            estimates += verdict.estimates;
        });
        (self.wrong, self.poses) = (wrong, cases.len());
        self.estimates = estimates as f64 / cases.len().max(1) as f64;
    }

    fn share_wrong(&self) -> f64 {
        100.0 * (self.wrong[0] + self.wrong[1]) as f64 / self.poses.max(1) as f64
    }
}

/// A pose and whether the meshes touch there.
type Case = (Pose, bool);

fn compare(
    volume: Volume,
    arity: Arity,
    mesh: &Mesh,
    settings: &[Setting],
    options: &Options,
) -> Vec<Outcome> {
    let Options { rule, leaf_size, .. } = *options;
    let build = Build { volume, arity, rule, leaf_size };
    let model = Model::build(mesh.clone(), &build);
    let dops = binary(Volume::DOP24, mesh);
    let best = Model::new(mesh.clone());
    let touches = |pose: Pose| (pose, Pair::new(&best, &best).at(pose).intersects());
    let cases: Vec<Case> = poses(mesh, options.random).into_iter().map(touches).collect();
    let touching = cases.iter().filter(|case| case.1).count();
    println!("  {} poses where the outer boxes meet, {touching} touch", cases.len());

    let tables = tables(&model, settings, options.count);
    let bytes = tables[0].bytes();
    println!(
        "  {} bytes a node: {} volume, {} child, {} cells; 36 in the paper, with axis-aligned boxes",
        bytes.total(),
        bytes.volume,
        bytes.child,
        bytes.cells
    );
    // Settings that would take minutes for all poses run at some of them only.
    let some: Vec<Case> = cases.iter().copied().step_by(31).collect();
    let mut scratch = Scratch::with_instructions(Instructions::baseline());
    let mut memory = Memory::with_instructions(Instructions::baseline());
    let mut fast = Scratch::new();
    let (mut dop_times, mut best_times) = (Times::default(), Times::default());
    let (mut dop_some, mut best_some) = (Times::default(), Times::default());
    let mut outcomes: Vec<Outcome> = settings.iter().map(|_| Outcome::default()).collect();
    for turn in 0..if options.more { 24 } else { 8 } {
        dop_times.take(&cases, |case| ask_exactly(&dops, case, &mut scratch));
        best_times.take(&cases, |case| ask_exactly(&best, case, &mut fast));
        dop_some.take(&some, |case| ask_exactly(&dops, case, &mut scratch));
        best_some.take(&some, |case| ask_exactly(&best, case, &mut fast));
        for (setting, outcome) in settings.iter().zip(&mut outcomes) {
            let same = |table: &&Adb<'_>| table.cells().tau == setting.tau;
            let table = tables.iter().find(same).expect("made above");
            if turn == 1 && outcome.estimates < 500.0 {
                *outcome = Outcome::default();
            }
            let is_slow = turn == 0 || outcome.poses == some.len();
            if turn < 2 || !is_slow && outcome.times.mean() < 40.0 {
                outcome.ask(setting, table, if is_slow { &some } else { &cases }, &mut memory);
            }
        }
    }
    let exact = [[dop_times, best_times], [dop_some, best_some]].map(|t| t.map(|t| t.mean()));

    println!("  {:<54} {:>8.2} µs", "24-DOP tree, arity 2, SSE2, exact", exact[0][0]);
    println!("  {:<54} {:>8.2} µs", "feeler's default, exact", exact[0][1]);
    for (setting, outcome) in settings.iter().zip(&mut outcomes) {
        let exact = if outcome.poses == cases.len() { exact[0] } else { exact[1] };
        let (time, [yes, no]) = (outcome.times.mean(), outcome.wrong);
        outcome.faster = exact.map(|exact| exact / time);
        let [dop, default] = outcome.faster;
        println!(
            "  {:<54} {time:>8.2} µs  {:>5.1} % wrong ({yes} yes, {no} no of {})  {dop:.2} x DOP, {default:.2} x default, {:.0} estimates",
            setting.name,
            outcome.share_wrong(),
            outcome.poses,
            outcome.estimates,
        );
    }
    outcomes
}

fn binary(volume: Volume, mesh: &Mesh) -> Model {
    Model::build(mesh.clone(), &Build { volume, arity: Arity::Two, ..Build::default() })
}

/// One tree with counted cells for each threshold.
fn tables<'a>(model: &'a Model, settings: &[Setting], count: Count) -> Vec<Adb<'a>> {
    let mut tables: Vec<Adb<'a>> = Vec::new();
    for setting in settings {
        if tables.iter().all(|table| table.cells().tau != setting.tau) {
            let start = Instant::now();
            let table = Adb::new(model, Cells { tau: setting.tau, count, ..Cells::default() });
            let seconds = start.elapsed().as_secs_f64();
            let nodes = table.nodes().count();
            let cells: f64 = table.nodes().map(|node| table.count(node) as f64).sum();
            println!(
                "  tau {}: {:.1} cells a node, counted in {seconds:.2} s",
                setting.tau,
                cells / nodes as f64
            );
            tables.push(table);
        }
    }
    tables
}

/// The poses of the sweep at which the outer boxes meet. As in the papers, no other poses count.
fn poses(mesh: &Mesh, random: bool) -> Vec<Pose> {
    let model = binary(Volume::AABB, mesh);
    let placed: Vec<Placed> =
        if random { random_sweep(0.4..=2.1, 18, 36, 1) } else { sweep(0.4..=2.1, 18, 36) };
    let mut scratch = Scratch::new();
    let outer_meet = |pose: &Pose| {
        Pair::new(&model, &model).at(*pose).intersects_with(&mut scratch);
        scratch.effort().volume_tests > 1
    };
    placed.iter().map(|placed| placed.pose).filter(outer_meet).collect()
}

fn ask_exactly(model: &Model, &(pose, truth): &Case, scratch: &mut Scratch) {
    assert_eq!(Pair::new(model, model).at(pose).intersects_with(scratch), truth);
}

/// Prints the settings that keep the papers' promise on all meshes.
fn summary(settings: &[Setting], outcomes: &[Vec<Outcome>]) {
    println!("\nAt most 4 % wrong on every mesh, and how many times as fast as the 24-DOP tree:");
    let mut kept: Vec<(f64, String)> = Vec::new();
    for (i, setting) in settings.iter().enumerate() {
        let all: Vec<&Outcome> = outcomes.iter().map(|mesh| &mesh[i]).collect();
        if all.iter().all(|outcome| outcome.share_wrong() <= 4.0) {
            let least = all.iter().fold(f64::INFINITY, |least, o| least.min(o.faster[0]));
            let each: Vec<String> = all
                .iter()
                .map(|o| format!("{:.2} x at {:.1} %", o.faster[0], o.share_wrong()))
                .collect();
            kept.push((least, format!("{}  {}", setting.name, each.join(", "))));
        }
    }
    kept.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (_, line) in kept.iter().take(12) {
        println!("  {line}");
    }
    let promised = kept.iter().filter(|(least, _)| *least >= 3.0).count();
    println!("{promised} of {} settings are 3 times as fast or more, everywhere.", settings.len());
}
