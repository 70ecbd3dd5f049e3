//! How cells are chosen and counted: their number, their distribution, regions, and both counts.

use crate::desk::{Desk, axis, lines, upright};
use crate::race::{Answer, Contender, mean_ns, papers_tree, race, where_boxes_meet, window, wrong};
use feeler::{Mesh, Model};
use feeler_bench::plot::{Course, Plot, Scale, Unit};
use feeler_research::Published;
use feeler_research::adb::{Adb, Cells, Count, Query, Regions};
use feeler_scenes::{Placed, Shape, sweep};
use std::error::Error;
use std::time::Instant;

type Done = Result<(), Box<dyn Error>>;

/// The cells that count from 2 % of their largest section on, counted by the nodes below.
const CELLS: Cells = Cells {
    per_side: 8,
    tau: 0.02,
    count: Count::Approximate,
    regions: Regions::Whole,
    domain: feeler_research::adb::Domain::Box,
};

fn query() -> Query<'static> {
    Published::new(0.02, 0.9, 10).query()
}

const SHAPES: [(Shape, usize); 4] =
    [(Shape::Knot, 20_000), (Shape::Blob, 20_000), (Shape::Gear, 20_000), (Shape::Pipes, 20_000)];

fn poses(model: &Model, turns: usize) -> Vec<Placed> {
    where_boxes_meet(model, sweep(0.4..=2.1, 18, turns))
}

/// How often each cell is a possible collision cell of a node.
pub(crate) fn histogram(desk: &Desk) -> Done {
    let mut all = Vec::new();
    for (name, mesh) in desk.with_files(&SHAPES)? {
        let model = papers_tree(&mesh);
        for (tau, drawn) in [(0.02, true), (0.1, false)] {
            let adb = Adb::new(&model, Cells { tau, ..CELLS });
            let times = adb.distribution();
            let mean = times.iter().map(|&n| f64::from(n)).sum::<f64>() / times.len() as f64;
            let [least, most] = [times.iter().min(), times.iter().max()]
                .map(|n| f64::from(*n.expect("512 cells")) / mean);
            desk.found(format!(
                "{name}, tau {tau}: a cell is possible {mean:.0} times in the mean, {least:.2} to {most:.2} of that; within 30 % are {:.0} % of the cells",
                100.0 * times.iter().filter(|&&n| (f64::from(n) / mean - 1.0).abs() <= 0.3).count() as f64
                    / times.len() as f64
            ));
            if drawn {
                let places = times.iter().enumerate();
                let points = places.map(|(i, &n)| (i as f64 + 1.0, f64::from(n) / mean)).collect();
                all.push((name.clone(), points));
            }
        }
    }
    let series = lines(all, Course::Steps);
    let plot = Plot {
        x: axis("cell, x fastest", Scale::between([1.0, 512.0]), Unit::Plain),
        y: upright("times possible, in means", Unit::Plain, &series),
        series,
    };
    desk.draw("histogram", "How often a cell is a possible one", &plot)
}

/// 4 to 16 cells along a side.
pub(crate) fn sides(desk: &Desk) -> Done {
    let numbers = [4, 6, 8, 10, 12, 16];
    let (mut errors, mut times) = (Vec::new(), Vec::new());
    for (name, mesh) in desk.with_files(&SHAPES)? {
        let model = papers_tree(&mesh);
        let usual = Model::new(mesh);
        let adbs: Vec<Adb<'_>> =
            numbers.iter().map(|&per_side| Adb::new(&model, Cells { per_side, ..CELLS })).collect();
        let mut contenders = vec![Contender::exact("exact", &usual, &usual)];
        contenders.extend(adbs.iter().map(|adb| Contender::adb("", adb, query())));
        let answers = race(&mut contenders, &poses(&model, 24), 3);
        let row = |value: fn(&[Answer]) -> f64| {
            let points = numbers.iter().zip(&answers[1..]);
            points.map(|(&n, answers)| (n as f64, value(answers))).collect::<Vec<_>>()
        };
        let (share, time) = (row(|answers| wrong(answers)), row(|answers| mean_ns(answers)));
        let said = |row: &[(f64, f64)], unit: f64| -> String {
            let each = row.iter().map(|(n, y)| format!("{n:.0}: {:.1}", y * unit));
            each.collect::<Vec<_>>().join(", ")
        };
        desk.found(format!("{name}: % wrong by cells a side {}", said(&share, 100.0)));
        desk.found(format!("{name}: µs by cells a side {}", said(&time, 1e-3)));
        errors.push((name.clone(), share));
        times.push((name, time));
    }
    for (file, title, what, unit, rows) in [
        ("sides-wrong", "Errors by the number of cells", "wrong answers", Unit::Share, errors),
        ("sides-time", "Time by the number of cells", "mean time", Unit::Time, times),
    ] {
        let series = lines(rows, Course::Line);
        let plot = Plot {
            x: axis("cells along a side", Scale::between([4.0, 16.0]), Unit::Plain),
            y: upright(what, unit, &series),
            series,
        };
        desk.draw(file, title, &plot)?;
    }
    Ok(())
}

/// Errors and times of several ways to count, for one mesh each.
fn variants(
    desk: &Desk,
    file: &str,
    title: &str,
    variants: &[(&str, Cells)],
    turns: usize,
) -> Result<(), Box<dyn Error>> {
    let mut rows: Vec<(String, Vec<(f64, f64)>)> =
        variants.iter().map(|(name, _)| ((*name).to_owned(), Vec::new())).collect();
    let mut means = vec![0.0; variants.len()];
    let meshes: Vec<(String, Mesh)> = desk.with_files(&SHAPES)?;
    for (name, mesh) in &meshes {
        let model = papers_tree(mesh);
        let usual = Model::new(mesh.clone());
        let counted = |cells: Cells| {
            let start = Instant::now();
            let adb = Adb::new(&model, cells);
            (adb, start.elapsed().as_secs_f64())
        };
        let adbs: Vec<(Adb<'_>, f64)> = variants.iter().map(|(_, cells)| counted(*cells)).collect();
        let mut contenders = vec![Contender::exact("exact", &usual, &usual)];
        contenders.extend(adbs.iter().map(|(adb, _)| Contender::adb("", adb, query())));
        let answers = race(&mut contenders, &poses(&model, turns), 3);
        for (i, (_, seconds)) in adbs.iter().enumerate() {
            let all = wrong(&answers[i + 1]);
            means[i] += all;
            desk.found(format!(
                "{name}, {}: {:.1} % wrong ({:.1} from 1 to 2), {:.2} µs, counted in {:.0} ms, {} bytes a node",
                variants[i].0,
                100.0 * all,
                100.0 * wrong(window(&answers[i + 1], 1.0, 2.0)),
                mean_ns(&answers[i + 1]) * 1e-3,
                1e3 * seconds,
                adbs[i].0.bytes().total()
            ));
            rows[i].1.push((mean_ns(&answers[i + 1]), all));
        }
    }
    for (i, (name, _)) in variants.iter().enumerate() {
        desk.found(format!(
            "mean of all, {name}: {:.2} % wrong",
            100.0 * means[i] / meshes.len() as f64
        ));
    }
    let series = lines(rows, Course::Markers);
    let times: Vec<f64> = series.iter().flat_map(|s| s.points.iter().map(|p| p.x)).collect();
    let plot = Plot {
        x: axis("mean time", Scale::suited_from_zero(&times), Unit::Time),
        y: upright("wrong answers, one marker a mesh", Unit::Share, &series),
        series,
    };
    desk.draw(file, title, &plot)
}

/// One count for each node, or one for each of its regions.
pub(crate) fn regions(desk: &Desk) -> Done {
    let of = |regions| Cells { regions, ..CELLS };
    let all = [
        ("one count", of(Regions::Whole)),
        ("grid of 2", of(Regions::Grid(2))),
        ("grid of 3", of(Regions::Grid(3))),
        ("pyramids", of(Regions::Sectors)),
    ];
    variants(desk, "regions", "Regions: time and errors", &all, 24)
}

/// Cells counted by clipping and by the nodes below.
pub(crate) fn counting(desk: &Desk) -> Done {
    let all = [("exact", Cells { count: Count::Exact, ..CELLS }), ("approximate", CELLS)];
    variants(desk, "counting", "Both counts: time and errors", &all, 36)?;
    let model = papers_tree(&Shape::Blob.mesh(200_000));
    for (name, cells) in all {
        let start = Instant::now();
        let adb = Adb::new(&model, cells);
        let nodes = adb.nodes().count();
        desk.found(format!(
            "blob 200k, {name}: {:.0} ms for {nodes} nodes on all cores",
            1e3 * start.elapsed().as_secs_f64()
        ));
    }
    Ok(())
}
