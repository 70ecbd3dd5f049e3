//! Average-distribution trees as published, against exact trees: `cargo run --release -p feeler-scenes --example adb`.
//!
//! For a knot, a blob and a gear wheel, or for the meshes that are given (files, or `shape:NAME:TRIANGLES`), it runs the published method over a
//! grid of settings on the papers' distance sweep, and prints time and wrong answers beside a 24-DOP tree of arity 2 with SSE2 and beside feeler's
//! default. All run in turns, and the best turn of each counts.
//!
//! `--more` takes more settings and turns, `--random` random rotations and directions, `--approximate` the faster count of cells, `--leaf N` leaves
//! of up to N triangles.

use feeler::adb::{Adb, Cells, Count, Overlap, Pretest, Query, Sizes};
use feeler::{
    Aabb, BoundingVolume, Build, Dop24, Instructions, Mesh, Model, Obb, Pair, Pose, Rule, Scratch,
};
use feeler_scenes::{Placed, Shape, normalised, random_sweep, sweep};
use std::error::Error;
use std::time::Instant;

struct Options {
    meshes: Vec<String>,
    more: bool,
    random: bool,
    count: Count,
    leaf_size: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options(std::env::args().skip(1))?;
    let settings = settings(options.more);
    let mut outcomes: Vec<Vec<Outcome>> = Vec::new();
    for name in &options.meshes {
        let mesh = match name.strip_prefix("shape:") {
            Some(shape) => Shape::by_name(shape)?,
            None => feeler_io::read(name)?,
        };
        outcomes.push(compare(name, &normalised(&mesh), &settings, &options));
    }
    summary(&settings, &outcomes);
    Ok(())
}

fn options(arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        meshes: Vec::new(),
        more: false,
        random: false,
        count: Count::Exact,
        leaf_size: 1,
    };
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--more" => options.more = true,
            "--random" => options.random = true,
            "--approximate" => options.count = Count::Approximate,
            "--leaf" => {
                let number = arguments.next().and_then(|n| n.parse().ok());
                options.leaf_size = number.ok_or("--leaf needs a number")?;
            }
            option if option.starts_with('-') => return Err(format!("what is {option}?")),
            mesh => options.meshes.push(mesh.to_owned()),
        }
    }
    if options.meshes.is_empty() {
        options.meshes =
            ["shape:knot:20000", "shape:blob:50000", "shape:gear:7400"].map(String::from).to_vec();
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
        let name = format!("{name:<22} tau {tau:<4}  p_min {p:<4}  k_min {k:<2}");
        settings.push(Setting { name, tau, query });
    };
    let printed = Query::default();
    add("as printed", 1.0, printed);
    add("as printed", 0.05, printed);
    let (taus, ps, ks): (&[f32], &[f32], &[usize]) = if more {
        (&[0.3, 0.1, 0.05, 0.02], &[0.5, 0.8, 0.9, 0.95, 0.99], &[1, 2, 3, 5, 10])
    } else {
        (&[0.1, 0.05, 0.02], &[0.5, 0.9, 0.99], &[1, 3, 5])
    };
    for &tau in taus {
        for &p_min in ps {
            for &k_min in ks {
                let pretest = Pretest::Volumes;
                let query = Query { p_min, k_min, pretest, ..printed };
                if more {
                    add("pre-test", tau, query);
                    let overlap = Overlap::SlabProduct;
                    add(
                        "pre-test, flat, slabs",
                        tau,
                        Query { sizes: Sizes::Flat, overlap, ..query },
                    );
                }
                add("pre-test, flat", tau, Query { sizes: Sizes::Flat, ..query });
            }
        }
    }
    settings
}

/// What came of a setting on a mesh.
#[derive(Clone, Copy)]
struct Outcome {
    /// Microseconds a query.
    time: f64,
    /// Answers that should have been "apart", and "touching".
    wrong: [usize; 2],
    /// Times as fast as the 24-DOP tree, and as feeler's default.
    faster: [f64; 2],
    poses: usize,
}

impl Outcome {
    fn share_wrong(&self) -> f64 {
        100.0 * (self.wrong[0] + self.wrong[1]) as f64 / self.poses.max(1) as f64
    }
}

fn compare(name: &str, mesh: &Mesh, settings: &[Setting], options: &Options) -> Vec<Outcome> {
    let build = Build { rule: Rule::Boxtree, leaf_size: options.leaf_size, fit: () };
    let boxes = Model::<Aabb, 2>::build(mesh.clone(), &build);
    let dops = Model::<Dop24, 2>::new(mesh.clone());
    let best = Model::<Obb>::new(mesh.clone());
    let poses = poses(&boxes, options.random);
    let truth: Vec<bool> =
        poses.iter().map(|&pose| Pair::new(&best, &best).at(pose).intersects()).collect();
    let touching = truth.iter().filter(|&&touches| touches).count();
    println!(
        "\n{name}: {} triangles, {} poses, {touching} touch",
        mesh.triangles().len(),
        poses.len()
    );

    let mut tables: Vec<Adb<'_, Aabb, 2>> = Vec::new();
    for setting in settings {
        if tables.iter().all(|table| table.cells().tau != setting.tau) {
            let start = Instant::now();
            let cells = Cells { tau: setting.tau, count: options.count, ..Cells::default() };
            let table = Adb::new(&boxes, cells);
            let nodes = table.nodes().count();
            let mean =
                table.nodes().map(|node| table.count(node) as f64).sum::<f64>() / nodes as f64;
            let seconds = start.elapsed().as_secs_f64();
            println!("  tau {}: {mean:.1} cells a node, counted in {seconds:.2} s", setting.tau);
            tables.push(table);
        }
    }
    let bytes = tables[0].bytes();
    println!(
        "  {} bytes a node: {} volume, {} child, {} cells (the paper: 36)",
        bytes.total(),
        bytes.volume,
        bytes.child,
        bytes.cells
    );

    let mut scratch = Scratch::with_instructions(Instructions::baseline());
    let mut fast = Scratch::new();
    let mut times = vec![f64::INFINITY; settings.len()];
    let mut exact = [f64::INFINITY; 2];
    let mut wrong = vec![[0; 2]; settings.len()];
    for _turn in 0..if options.more { 12 } else { 4 } {
        exact[0] = exact[0].min(ask_exactly(&dops, &poses, &truth, &mut scratch));
        exact[1] = exact[1].min(ask_exactly(&best, &poses, &truth, &mut fast));
        for (i, setting) in settings.iter().enumerate() {
            let table =
                tables.iter().find(|table| table.cells().tau == setting.tau).expect("made above");
            wrong[i] = [0; 2];
            let start = Instant::now();
            for (pose, &truth) in poses.iter().zip(&truth) {
                let collides = setting.query.run(table, table, pose, &mut scratch).collides;
                wrong[i][truth as usize] += (collides != truth) as usize;
            }
            times[i] = times[i].min(micros(start, poses.len()));
        }
    }

    println!("  {:<56} {:>8.2} µs", "24-DOP tree, arity 2, SSE2, exact", exact[0]);
    println!("  {:<56} {:>8.2} µs", "feeler's default, exact", exact[1]);
    let outcome = |i: usize| Outcome {
        time: times[i],
        wrong: wrong[i],
        faster: exact.map(|time| time / times[i]),
        poses: poses.len(),
    };
    let outcomes: Vec<Outcome> = (0..settings.len()).map(outcome).collect();
    for (setting, outcome) in settings.iter().zip(&outcomes) {
        let Outcome { time, wrong: [yes, no], faster: [dop, default], .. } = outcome;
        println!(
            "  {:<56} {time:>8.2} µs  {:>5.1} % wrong ({yes} yes, {no} no)  {dop:.2} x the DOP tree, {default:.2} x the default",
            setting.name,
            outcome.share_wrong()
        );
    }
    outcomes
}

/// Poses of the sweep where the outer boxes meet: as in the papers, no others count.
fn poses(model: &Model<Aabb, 2>, random: bool) -> Vec<Pose> {
    let placed: Vec<Placed> =
        if random { random_sweep(0.4..=2.1, 18, 36, 1) } else { sweep(0.4..=2.1, 18, 36) };
    let mut scratch = Scratch::new();
    let outer_meet = |pose: &Pose| {
        Pair::new(model, model).at(*pose).intersects_with(&mut scratch);
        scratch.effort().volume_tests > 1
    };
    placed.iter().map(|placed| placed.pose).filter(outer_meet).collect()
}

fn ask_exactly<V: BoundingVolume, const N: usize>(
    model: &Model<V, N>,
    poses: &[Pose],
    truth: &[bool],
    scratch: &mut Scratch,
) -> f64 {
    let start = Instant::now();
    for (&pose, &truth) in poses.iter().zip(truth) {
        assert_eq!(Pair::new(model, model).at(pose).intersects_with(scratch), truth);
    }
    micros(start, poses.len())
}

fn micros(start: Instant, queries: usize) -> f64 {
    1e6 * start.elapsed().as_secs_f64() / queries.max(1) as f64
}

/// The settings that keep the papers' promise on all meshes.
fn summary(settings: &[Setting], outcomes: &[Vec<Outcome>]) {
    println!(
        "\nAt most 4 % wrong on every mesh, and times as fast as the 24-DOP tree there (least first):"
    );
    let mut kept: Vec<(f64, String)> = Vec::new();
    for (i, setting) in settings.iter().enumerate() {
        if outcomes.iter().all(|mesh| mesh[i].share_wrong() <= 4.0) {
            let faster: Vec<f64> = outcomes.iter().map(|mesh| mesh[i].faster[0]).collect();
            let least = faster.iter().copied().fold(f64::INFINITY, f64::min);
            let wrong: Vec<String> =
                outcomes.iter().map(|mesh| format!("{:.1} %", mesh[i].share_wrong())).collect();
            let faster: Vec<String> = faster.iter().map(|x| format!("{x:.2}")).collect();
            kept.push((
                least,
                format!("{}  {} x, {} wrong", setting.name, faster.join(", "), wrong.join(", ")),
            ));
        }
    }
    kept.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (_, line) in kept.iter().take(12) {
        println!("  {line}");
    }
    let promised = kept.iter().filter(|(least, _)| *least >= 3.0).count();
    println!(
        "{promised} of {} settings are at least 3 times as fast, with at most 4 % wrong, on all meshes.",
        settings.len()
    );
}
