//! The experiments of Kim, Choi and Kim: spheres in parallel close proximity.

use crate::desk::{Desk, axis, lines, upright};
use feeler::{Arity, Build, Mesh, Model, Pair, Pose, Rule, Scratch, Volume};
use feeler_bench::plot::{Course, Plot, Scale, Unit};
use feeler_bench::statistics::slope;
use feeler_scenes::Concentric;
use std::error::Error;
use std::time::Instant;

type Done = Result<(), Box<dyn Error>>;

const TRIANGLES: usize = 20_000;

fn tree(mesh: &Mesh, volume: Volume, rule: Rule) -> Model {
    let build = Build { volume, arity: Arity::Two, rule, leaf_size: 1 };
    Model::build(mesh.clone(), &build)
}

/// What all contacts cost: volume tests, contacts, and microseconds.
fn cost(models: &[Model; 2], pose: &Pose, scratch: &mut Scratch) -> [f64; 3] {
    let (mut micros, mut contacts) = (f64::INFINITY, 0);
    for _ in 0..3 {
        let start = Instant::now();
        contacts = Pair::new(&models[0], &models[1]).at(*pose).count_contacts_with(scratch);
        micros = micros.min(1e6 * start.elapsed().as_secs_f64());
    }
    [scratch.effort().volume_tests as f64, contacts as f64, micros]
}

/// The trees of the paper's text, divided at the mean, and those of feeler's own rule.
const TREES: [(&str, Volume, Rule); 4] = [
    ("OBB, mean", Volume::OBB, Rule::Mean),
    ("rounded, mean", Volume::RSS, Rule::Mean),
    ("OBB, sah", Volume::OBB, Rule::Sah),
    ("rounded, sah", Volume::RSS, Rule::Sah),
];

/// Volume tests over the gap of two concentric spheres.
pub(crate) fn concentric(desk: &Desk) -> Done {
    let gaps: Vec<f64> = (0..=8).map(|i| 4.0 * 10f64.powf(-0.5 * f64::from(i))).collect();
    let mut scratch = Scratch::new();
    let mut rows = TREES.map(|(name, ..)| (name.to_owned(), Vec::new()));
    let mut micros = [0.0; 4];
    for &gap in &gaps {
        let scene = Concentric::new(TRIANGLES, gap);
        let poses = scene.turned(10, 1);
        for (i, (_, volume, rule)) in TREES.into_iter().enumerate() {
            let models = [tree(&scene.outer, volume, rule), tree(&scene.inner, volume, rule)];
            let all: Vec<[f64; 3]> =
                poses.iter().map(|pose| cost(&models, pose, &mut scratch)).collect();
            let mean = |k: usize| all.iter().map(|c| c[k]).sum::<f64>() / all.len() as f64;
            rows[i].1.push((gap, mean(0)));
            // Where the surfaces are near, and the leaves are not all reached.
            if (0.003..0.2).contains(&gap) {
                micros[i] += mean(2);
            }
        }
    }
    for (i, (name, row)) in rows.iter().enumerate() {
        let straight: Vec<(f64, f64)> =
            row.iter().copied().filter(|(gap, _)| (0.001..0.2).contains(gap)).collect();
        let law = slope(&straight).expect("five gaps");
        desk.found(format!(
            "{name}: slope {:.2}, {:.0} tests at a gap of 0.0126, time {:.2} of OBB, mean",
            law.slope,
            row[5].1,
            micros[i] / micros[0]
        ));
    }
    let series = lines(rows, Course::Line);
    let plot = Plot {
        x: axis("gap", Scale::log(gaps), Unit::Plain),
        y: upright("volume tests", Unit::Plain, &series),
        series,
    };
    desk.draw("concentric", "Concentric spheres", &plot)
}

/// Volume tests and contacts along the way of the inner sphere.
pub(crate) fn travelling(desk: &Desk) -> Done {
    let scene = Concentric::new(TRIANGLES, 0.01);
    let (low, high, steps) = (-0.3, 1.0, 53);
    let poses = scene.travelling([low, high], steps, 2);
    let height = |i: usize| low + (high - low) * i as f64 / (steps - 1) as f64;
    let mut scratch = Scratch::new();
    let (mut tests, mut contacts) = (Vec::new(), Vec::new());
    let mut sums = Vec::new();
    for (name, volume, rule) in TREES {
        let models = [tree(&scene.outer, volume, rule), tree(&scene.inner, volume, rule)];
        let all: Vec<[f64; 3]> =
            poses.iter().map(|pose| cost(&models, pose, &mut scratch)).collect();
        let row = |k: usize| all.iter().enumerate().map(|(i, c)| (height(i), c[k])).collect();
        tests.push((name.to_owned(), row(0)));
        if contacts.is_empty() {
            let row: Vec<(f64, f64)> = row(1);
            let free = row.iter().filter(|point| point.1 == 0.0).count();
            desk.found(format!(
                "contacts at {} of {steps} heights, at most {:.0}",
                steps - free,
                row.iter().map(|point| point.1).fold(0.0, f64::max)
            ));
            contacts.push(("contacts".to_owned(), row));
        }
        let sum: f64 = all.iter().map(|c| c[0]).sum();
        sums.push(sum);
        let below = all.iter().zip(&tests[0].1).filter(|(c, first)| c[0] < first.1).count();
        desk.found(format!(
            "{name}: {sum:.0} tests along the way, {:.3} of OBB, mean; fewer at {below} of {steps} heights",
            sum / sums[0]
        ));
    }
    for (file, title, what, rows) in [
        ("travelling-tests", "The travelling sphere: tests", "volume tests", tests),
        ("travelling-contacts", "The travelling sphere: contacts", "contacts", contacts),
    ] {
        let series = lines(rows, Course::Line);
        let plot = Plot {
            x: axis("height of the centre", Scale::between([low, high]), Unit::Plain),
            y: upright(what, Unit::Plain, &series),
            series,
        };
        desk.draw(file, title, &plot)?;
    }
    Ok(())
}
