//! The experiments of Kim, Choi and Kim: spheres in close proximity, for every kind of volume.
//!
//! `cargo run --release -p feeler-scenes --example parallel -- [TRIANGLES] [ORIENTATIONS]` prints
//! tables for `docs/close-proximity.md` and draws plots into `docs/figures`. The paper uses 20 000
//! triangles and 100 orientations.

use feeler::{Arity, Build, Model, Pair, Pose, Scratch, Search, Volume};
use feeler_scenes::Concentric;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

/// Binary trees with one triangle in each leaf, as in the paper.
const ARITY: Arity = Arity::Two;
const LEAF_SIZE: usize = 1;

/// The query at every pose.
#[derive(Clone, Copy, PartialEq)]
enum QueryKind {
    Contacts,
    Distance,
}

/// The means over all orientations at one gap, or the results at one height.
#[derive(Clone, Copy, Default)]
struct QueryCost {
    volume_tests: f64,
    triangle_tests: f64,
    micros: f64,
    contacts: f64,
    distance: f64,
}

/// The results of one volume for all gaps or heights.
struct Series {
    volume: Volume,
    points: Vec<(f64, QueryCost)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| arguments.next().map_or(Ok(default), |text| text.parse());
    let (triangles, orientations): (usize, usize) = (number(20_000)?, number(20)?);
    let figures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/figures");

    for (question, name) in [(QueryKind::Contacts, "contacts"), (QueryKind::Distance, "distance")] {
        let rows = concentric(triangles, orientations, question);
        println!("\n## Concentric spheres, {name}: volume tests a query\n");
        print_gaps(&rows, question);
        let title = format!("Concentric spheres: volume tests for {name}");
        let path = figures.join(format!("concentric-{name}.svg"));
        plot(&path, &title, "gap", &drawn(&rows), AxisScale::LogLog, |m| m.volume_tests)?;

        let rows = travelling(triangles, question);
        println!("\n## Travelling sphere, {name}\n");
        print_heights(&rows);
        let title = format!("Travelling sphere: volume tests for {name}");
        let path = figures.join(format!("travelling-{name}.svg"));
        plot(&path, &title, "height of the centre", &drawn(&rows), AxisScale::Log, |m| {
            m.volume_tests
        })?;
        if question == QueryKind::Contacts {
            let path = figures.join("travelling-pairs.svg");
            let one = &rows[..1];
            plot(
                &path,
                "Travelling sphere: contacts",
                "height of the centre",
                &[&one[0]],
                AxisScale::Log,
                |m| m.contacts.max(1.0),
            )?;
        }
    }
    Ok(())
}

/// All volumes except the DOPs from all vertices: they test the same volumes as the DOPs from the
/// hull's corners, only more slowly.
fn volumes() -> impl Iterator<Item = Volume> {
    Volume::ALL.into_iter().filter(|volume| !volume.name().ends_with(":all"))
}

/// The gaps of the paper: from 4 down to 1e-5, two in each decade.
fn gaps() -> impl Iterator<Item = f64> {
    (0..=11).map(|i| 4.0 * 10f64.powf(-0.5 * f64::from(i))).chain([1e-5])
}

fn concentric(triangles: usize, orientations: usize, question: QueryKind) -> Vec<Series> {
    let scenes: Vec<(f64, Concentric)> =
        gaps().map(|gap| (gap, Concentric::new(triangles, gap))).collect();
    volumes()
        .map(|volume| {
            eprintln!("{volume}");
            let points = scenes.iter().map(|(gap, scene)| {
                let poses = scene.turned(orientations, 1);
                let all = QueryRun { scene, poses: &poses, question, seconds: 2.0 }.run(volume);
                (*gap, mean(&all))
            });
            Series { volume, points: points.collect() }
        })
        .collect()
}

fn travelling(triangles: usize, question: QueryKind) -> Vec<Series> {
    let scene = Concentric::new(triangles, 0.01);
    let steps = 53;
    let (low, high) = (-0.3, 1.0);
    let poses = scene.travelling([low, high], steps, 2);
    volumes()
        .map(|volume| {
            eprintln!("{volume}");
            let all = QueryRun { scene: &scene, poses: &poses, question, seconds: f64::INFINITY }
                .run(volume);
            let height = |i: usize| low + (high - low) * i as f64 / (steps - 1) as f64;
            Series {
                volume,
                points: all.into_iter().enumerate().map(|(i, m)| (height(i), m)).collect(),
            }
        })
        .collect()
}

fn mean(all: &[QueryCost]) -> QueryCost {
    let mean = |f: fn(&QueryCost) -> f64| all.iter().map(f).sum::<f64>() / all.len() as f64;
    QueryCost {
        volume_tests: mean(|m| m.volume_tests),
        triangle_tests: mean(|m| m.triangle_tests),
        micros: mean(|m| m.micros),
        contacts: mean(|m| m.contacts),
        distance: mean(|m| m.distance),
    }
}

/// The query at every pose of a scene, with a limit of time.
struct QueryRun<'a> {
    scene: &'a Concentric,
    poses: &'a [Pose],
    question: QueryKind,
    seconds: f64,
}

impl QueryRun<'_> {
    fn run(self, volume: Volume) -> Vec<QueryCost> {
        let build = Build { volume, arity: ARITY, leaf_size: LEAF_SIZE, ..Build::default() };
        let outer = Model::build(self.scene.outer.clone(), &build);
        let inner = Model::build(self.scene.inner.clone(), &build);
        let mut scratch = Scratch::new();
        let mut ask = |pose: &Pose| {
            let pair = Pair::new(&outer, &inner).at(*pose);
            let start = Instant::now();
            let mut measured = QueryCost::default();
            match self.question {
                QueryKind::Contacts => {
                    measured.contacts = pair.count_contacts_with(&mut scratch) as f64;
                }
                QueryKind::Distance => {
                    measured.distance =
                        pair.distance_with(&Search::default(), &mut scratch).upper();
                }
            }
            measured.micros = start.elapsed().as_secs_f64() * 1e6;
            let effort = scratch.effort();
            measured.volume_tests = effort.volume_tests as f64;
            measured.triangle_tests = effort.triangle_tests as f64;
            measured
        };
        // A distance with hulls takes seconds: measure as many poses as the time allows, but at
        // least one.
        let start = Instant::now();
        let in_time = |i: &usize| *i == 0 || self.seconds > start.elapsed().as_secs_f64();
        (0..self.poses.len()).take_while(in_time).map(|i| ask(&self.poses[i])).collect()
    }
}

/// The slope of a straight line through the logarithms, by least squares.
///
/// For contacts, it covers the gaps for which the counts follow a power of the gap: for smaller
/// gaps the leaves of the trees are reached, for larger gaps few volumes are tested. For distances,
/// it covers all gaps at which the spheres are apart.
fn slope(row: &Series, question: QueryKind) -> f64 {
    let count = |p: &(f64, QueryCost)| p.1.volume_tests;
    let most = row.points.iter().map(count).fold(0.0, f64::max);
    let least = row.points.iter().map(count).fold(f64::INFINITY, f64::min);
    let straight = |p: &&(f64, QueryCost)| match question {
        QueryKind::Contacts => 2.0 * least < count(p) && count(p) < 0.6 * most,
        QueryKind::Distance => p.0 > 3e-4,
    };
    let logs: Vec<[f64; 2]> =
        row.points.iter().filter(straight).map(|p| [p.0.ln(), count(p).ln()]).collect();
    let mean = |i: usize| logs.iter().map(|p| p[i]).sum::<f64>() / logs.len() as f64;
    let middle = [mean(0), mean(1)];
    let product = |i: usize, j: usize| {
        logs.iter().map(|p| (p[i] - middle[i]) * (p[j] - middle[j])).sum::<f64>()
    };
    product(0, 1) / product(0, 0)
}

fn print_gaps(rows: &[Series], question: QueryKind) {
    print!("| |");
    rows[0].points.iter().for_each(|(gap, _)| print!(" {gap:.2e} |"));
    println!(" slope | µs at {:.2e} |", rows[0].points[5].0);
    println!("|---|{}", "---|".repeat(rows[0].points.len() + 2));
    for row in rows {
        print!("| `{}` |", row.volume);
        row.points.iter().for_each(|(_, m)| print!(" {:.0} |", m.volume_tests));
        println!(" {:.2} | {:.0} |", slope(row, question), row.points[5].1.micros);
    }
    print!("| triangle tests, `{}` |", rows[0].volume);
    rows[0].points.iter().for_each(|(_, m)| print!(" {:.0} |", m.triangle_tests));
    println!(" | |");
    print!("| contacts |");
    rows[0].points.iter().for_each(|(_, m)| print!(" {:.1} |", m.contacts));
    println!(" | |");
    print!("| distance |");
    rows[0].points.iter().for_each(|(_, m)| print!(" {:.2e} |", m.distance));
    println!(" | |");
}

fn print_heights(rows: &[Series]) {
    let shown: Vec<usize> = (0..rows[0].points.len()).step_by(4).collect();
    print!("| height |");
    shown.iter().for_each(|&i| print!(" {:.2} |", rows[0].points[i].0));
    println!(" sum | µs, sum |\n|---|{}", "---|".repeat(shown.len() + 2));
    for row in rows {
        print!("| `{}` |", row.volume);
        shown.iter().for_each(|&i| print!(" {:.0} |", row.points[i].1.volume_tests));
        let sum = |f: fn(&QueryCost) -> f64| row.points.iter().map(|(_, m)| f(m)).sum::<f64>();
        println!(" {:.0} | {:.0} |", sum(|m| m.volume_tests), sum(|m| m.micros));
    }
    print!("| contacts |");
    shown.iter().for_each(|&i| print!(" {:.0} |", rows[0].points[i].1.contacts));
    println!(" | |");
}

/// The volumes of the plot: one fit of each kind, so that the lines can be distinguished.
fn drawn(rows: &[Series]) -> Vec<&Series> {
    rows.iter().filter(|row| !row.volume.to_string().contains(':')).collect()
}

#[derive(Clone, Copy, PartialEq)]
enum AxisScale {
    /// Both axes are logarithmic.
    LogLog,
    /// Only the vertical axis is logarithmic.
    Log,
}

fn plot(
    path: &Path,
    title: &str,
    across: &str,
    rows: &[&Series],
    scale: AxisScale,
    value: fn(&QueryCost) -> f64,
) -> Result<(), Box<dyn Error>> {
    let points = |row: &Series| -> Vec<(f64, f64)> {
        row.points.iter().map(|(x, m)| (*x, value(m).max(1.0))).collect()
    };
    let all: Vec<(f64, f64)> = rows.iter().flat_map(|row| points(row)).collect();
    let end = |f: fn(f64, f64) -> f64, i: usize| {
        all.iter().map(|p| [p.0, p.1][i]).reduce(f).expect("a row has points")
    };
    let (left, right) = (end(f64::min, 0), end(f64::max, 0));
    let upright = (0.7 * end(f64::min, 1)..1.5 * end(f64::max, 1)).log_scale();
    // The legend goes where there are no lines: counts fall to the right, or rise.
    let mut line = points(rows[0]);
    line.sort_by(|p, q| p.0.total_cmp(&q.0));
    let rises = line[line.len() - 1].1 > line[0].1;
    let legend =
        if rises { SeriesLabelPosition::UpperLeft } else { SeriesLabelPosition::UpperRight };
    let area = SVGBackend::new(path, (800, 480)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut builder = ChartBuilder::on(&area);
    builder.caption(title, ("sans-serif", 18)).margin(12);
    builder.x_label_area_size(40).y_label_area_size(70);
    match scale {
        AxisScale::LogLog => {
            let chart = builder.build_cartesian_2d((left..right).log_scale(), upright)?;
            draw(chart, across, rows, points, legend)
        }
        AxisScale::Log => {
            draw(builder.build_cartesian_2d(left..right, upright)?, across, rows, points, legend)
        }
    }
}

fn draw<'a, X>(
    mut chart: ChartContext<'a, SVGBackend<'a>, Cartesian2d<X, LogCoord<f64>>>,
    across: &str,
    rows: &[&Series],
    points: impl Fn(&Series) -> Vec<(f64, f64)>,
    legend: SeriesLabelPosition,
) -> Result<(), Box<dyn Error>>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let mut mesh = chart.configure_mesh();
    mesh.x_desc(across).y_desc("number").light_line_style(WHITE).bold_line_style(BLACK.mix(0.12));
    mesh.y_label_formatter(&|y| format!("{y:.0}")).x_label_formatter(&short).draw()?;
    for (i, row) in rows.iter().enumerate() {
        let style = HSLColor(i as f64 / rows.len() as f64, 0.8, 0.42).stroke_width(2);
        chart
            .draw_series(LineSeries::new(points(row), style))?
            .label(row.volume.to_string())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], style));
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .position(legend)
        .draw()?;
    Ok(())
}

/// A number with few characters.
fn short(x: &f64) -> String {
    if x.abs() >= 0.01 || *x == 0.0 { format!("{x:.2}") } else { format!("{x:.0e}") }
}
