//! The experiment `figures`: the pictures of the documentation.

use crate::{PoseSet, times};
use feeler::{Budget, Mesh, Model, Pair, Pose, Scratch};
use feeler_research::Reliability;
use plotters::prelude::*;
use std::error::Error;
use std::hint::black_box;

pub(crate) fn run(meshes: &[(String, Mesh)]) -> Result<(), Box<dyn Error>> {
    let models: Vec<(&str, Model)> =
        meshes.iter().map(|(name, mesh)| (name.as_str(), Model::new(mesh.clone()))).collect();
    reliability(&models)?;
    speed(&models)
}

/// A line of a picture.
struct Line {
    name: String,
    points: Vec<(f64, f64)>,
}

fn reliability(models: &[(&str, Model)]) -> Result<(), Box<dyn Error>> {
    let budgets = [8, 16, 32];
    let mut said = budgets.map(|_| Reliability::default());
    let mut scratch = Scratch::new();
    for (_, model) in models {
        for set in [PoseSet::sweep(model, 1080), PoseSet::balanced(model, 1080)] {
            for (&pose, &touches) in set.poses.iter().zip(&set.truth) {
                for (steps, said) in budgets.into_iter().zip(&mut said) {
                    let pair = Pair::new(model, model).at(pose);
                    let verdict = pair.guided_with(Budget::steps(steps), 0.0, &mut scratch);
                    said.add(verdict.p(), touches);
                }
            }
        }
    }
    let mut lines =
        vec![Line { name: "as it should be".into(), points: vec![(0.0, 0.0), (1.0, 1.0)] }];
    lines.extend(budgets.iter().zip(&said).map(|(steps, said)| Line {
        name: format!("after {steps} steps"),
        points: said.bins().filter(|bin| bin.2 >= 20).map(|(p, share, _)| (p, share)).collect(),
    }));
    let axes = ["probability that was told", "share that touches"];
    draw("docs/figures/guided-reliability.svg", axes, [0.0..1.0, 0.0..1.0], &lines)
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
