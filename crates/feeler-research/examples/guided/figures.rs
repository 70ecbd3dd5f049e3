//! The experiment `figures`: the pictures of the documentation.

use crate::{PoseSet, times};
use feeler::{Budget, Mesh, Model, Pair, Pose, Scratch};
use feeler_research::Sides;
use plotters::prelude::*;
use std::error::Error;
use std::hint::black_box;

pub(crate) fn run(meshes: &[(String, Mesh)]) -> Result<(), Box<dyn Error>> {
    let models: Vec<(&str, Model)> =
        meshes.iter().map(|(name, mesh)| (name.as_str(), Model::new(mesh.clone()))).collect();
    recorded()?;
    speed(&models)
}

/// A line of a picture.
struct Line {
    name: String,
    points: Vec<(f64, f64)>,
}

/// The pictures of what the experiment [`sides`](super::sides) has recorded: before each side had weights of its own, and
/// since then.
pub(crate) fn recorded() -> Result<(), Box<dyn Error>> {
    let [before, now] =
        ["sides-before", "sides"].map(|name| format!("docs/figures/guided-{name}.csv"));
    let records =
        [("before", std::fs::read_to_string(before)?), ("now", std::fs::read_to_string(now)?)];
    let should = Line { name: "as it should be".into(), points: vec![(0.0, 0.0), (1.0, 1.0)] };
    let mut lines = vec![should];
    for steps in [8, 16] {
        for (when, record) in &records {
            let points = bins(record, steps)?;
            lines.push(Line { name: format!("after {steps} steps, {when}"), points });
        }
    }
    let axes = ["probability that was told", "share that touches"];
    draw("docs/figures/guided-reliability.svg", axes, [0.0..1.0, 0.0..1.0], &lines)?;

    let promise = Line { name: "what eps promises".into(), points: vec![(0.0, 0.0), (25.0, 25.0)] };
    let mut lines = vec![promise];
    for (side, column) in [("probably free", 4), ("probably touching", 6)] {
        for (when, record) in &records {
            let points = wrong(record, column)?;
            lines.push(Line { name: format!("{side}, {when}"), points });
        }
    }
    let axes = ["eps, %", "wrong of these answers, %"];
    draw("docs/figures/guided-sides.svg", axes, [0.0..26.0, 0.0..30.0], &lines)
}

/// The bins of the probabilities that were told after a number of steps, if they are not nearly empty.
fn bins(record: &str, steps: u64) -> Result<Vec<(f64, f64)>, Box<dyn Error>> {
    let rows = record.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let mut points = Vec::new();
    for row in rows.filter(|row| row[0] == "bin" && row[1] == steps.to_string()) {
        if row[4].parse::<usize>()? >= 20 {
            points.push((row[2].parse()?, row[3].parse()?));
        }
    }
    Ok(points)
}

/// The share of wrong answers by `eps`, of all meshes and sets of poses together. The column is that of the number of
/// answers; the next one has the wrong ones.
fn wrong(record: &str, column: usize) -> Result<Vec<(f64, f64)>, Box<dyn Error>> {
    let mut points = Vec::new();
    for eps in Sides::EPS {
        let [mut said, mut wrong] = [0.0, 0.0];
        for line in record.lines() {
            let row: Vec<&str> = line.split(',').collect();
            if row[0] == "sides" && row[3] == eps.to_string() {
                said += row[column].parse::<f64>()?;
                wrong += row[column + 1].parse::<f64>()?;
            }
        }
        points.push((100.0 * eps, 100.0 * wrong / said));
    }
    Ok(points)
}

fn speed(models: &[(&str, Model)]) -> Result<(), Box<dyn Error>> {
    let eps = [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3];
    let mut lines = Vec::new();
    for (name, model) in models {
        let set = PoseSet::sweep(model, 1080);
        let (mut scratch, mut exact) = (Scratch::new(), Scratch::new());
        let pair = |pose: Pose| Pair::new(model, model).at(pose);
        let mut ask_exactly = |pose: Pose| {
            black_box(pair(pose).intersects_with(&mut exact));
        };
        let mut points = Vec::new();
        for eps in eps {
            let wrong = set.wrong(|pose| {
                pair(pose).guided_with(Budget::UNLIMITED, eps, &mut scratch).touches()
            });
            let mut guided = |pose: Pose| {
                black_box(pair(pose).guided_with(Budget::UNLIMITED, eps, &mut scratch));
            };
            let times = times(&set.poses, 7, &mut [&mut ask_exactly, &mut guided]);
            points.push((times[0] / times[1], 100.0 * wrong));
        }
        lines.push(Line { name: (*name).to_owned(), points });
    }
    let axes = ["times as fast as the exact query", "wrong answers, %"];
    draw("docs/figures/guided-speed.svg", axes, [0.0..8.0, 0.0..6.0], &lines)
}

fn draw(
    path: &str,
    [across, upright]: [&str; 2],
    [x, y]: [std::ops::Range<f64>; 2],
    lines: &[Line],
) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new(path, (720, 480)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(x, y)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc(across).y_desc(upright).light_line_style(WHITE).bold_line_style(BLACK.mix(0.12));
    mesh.draw()?;
    for (i, line) in lines.iter().enumerate() {
        let style = HSLColor(i as f64 / lines.len() as f64, 0.8, 0.42).stroke_width(2);
        chart
            .draw_series(LineSeries::new(line.points.iter().copied(), style))?
            .label(&line.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], style));
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .position(SeriesLabelPosition::UpperLeft)
        .draw()?;
    println!("wrote {path}");
    Ok(())
}
