//! The sweep of Klein and Zachmann: times and errors over the distance of two copies.

use crate::desk::{Desk, axis, lines, upright};
use crate::race::{
    Answer, Contender, by_place, dop_model, mean_ns, papers_tree, race, tree, where_boxes_meet,
    window, wrong,
};
use feeler::{Arity, Build, Model, Rule, Volume};
use feeler_bench::plot::{Course, Plot, Scale, Unit};
use feeler_research::Published;
use feeler_research::adb::{Adb, Cells};
use feeler_scenes::{Shape, normalised, sweep};
use std::error::Error;

type Done = Result<(), Box<dyn Error>>;

/// A line of a figure: its name and its points.
type Row = (String, Vec<(f64, f64)>);

fn cells() -> Cells {
    Published::new(0.02, 0.99, 10).cells()
}

/// Draws times or errors over the distance of the centres.
fn over_distance(
    desk: &Desk,
    file: &str,
    title: &str,
    [from, to]: [f64; 2],
    unit: Unit,
    rows: Vec<Row>,
) -> Done {
    let shown = |(name, points): Row| {
        let inside = |&(x, _): &(f64, f64)| (from - 1e-9..=to + 1e-9).contains(&x);
        (name, points.into_iter().filter(inside).collect())
    };
    let series = lines(rows.into_iter().map(shown), Course::Line);
    let what = if unit == Unit::Time { "mean time" } else { "wrong answers" };
    let plot = Plot {
        x: axis("distance of the centres", Scale::between([from, to]), Unit::Plain),
        y: upright(what, unit, &series),
        series,
    };
    desk.draw(file, title, &plot)
}

/// Times and errors for several numbers of triangles, with p_min 0.99 and k_min 10.
pub(crate) fn complexity(desk: &Desk) -> Done {
    for shape in [Shape::Knot, Shape::Blob, Shape::Gear, Shape::Pipes] {
        let (mut times, mut errors) = (Vec::new(), Vec::new());
        for triangles in [5_000, 20_000, 50_000, 200_000] {
            let mesh = normalised(&shape.mesh(triangles));
            let name = crate::desk::thousands(mesh.triangles().len());
            let model = papers_tree(&mesh);
            let adb = Adb::new(&model, cells());
            let usual = Model::new(mesh.clone());
            let dop = dop_model(&mesh);
            let query = Published::new(0.02, 0.99, 10).query();
            let mut contenders = [
                Contender::exact("exact", &usual, &usual),
                Contender::dop_tree(&dop),
                Contender::adb("ADB", &adb, query),
            ];
            let poses = where_boxes_meet(&model, sweep(0.4..=2.1, 18, 12));
            let answers = race(&mut contenders, &poses, 3);
            let [exact, dop, adb] = [0, 1, 2].map(|who| mean_ns(&answers[who]) * 1e-3);
            desk.found(format!(
                "{} {name}: {adb:.1} µs, {:.2} % wrong from 0.4 to 2.1, {:.2} % from 1 to 2; DOP tree {dop:.1} µs, exact default {exact:.1} µs",
                shape.name(),
                100.0 * wrong(&answers[2]),
                100.0 * wrong(window(&answers[2], 1.0, 2.0)),
            ));
            times.push((name.clone(), by_place(&answers[2], |a| mean_ns(a))));
            errors.push((name.clone(), by_place(&answers[2], |a| wrong(a))));
            // The papers show the DOP tree at the size at which it is fastest.
            if triangles == 5_000 {
                times.push((format!("24-DOP tree, {name}"), by_place(&answers[1], |a| mean_ns(a))));
            }
        }
        let name = shape.name();
        let title = format!("Time by complexity, {name}");
        over_distance(
            desk,
            &format!("complexity-{name}-time"),
            &title,
            [0.4, 2.1],
            Unit::Time,
            times,
        )?;
        let title = format!("Errors by complexity, {name}");
        let file = format!("complexity-{name}-wrong");
        over_distance(desk, &file, &title, [0.4, 2.1], Unit::Share, errors)?;
    }
    Ok(())
}

/// Times and errors for several p_min and k_min.
pub(crate) fn quality(desk: &Desk) -> Done {
    for (name, mesh) in
        desk.with_files(&[(Shape::Knot, 20_000), (Shape::Blob, 20_000), (Shape::Gear, 20_000)])?
    {
        let model = papers_tree(&mesh);
        let adb = Adb::new(&model, cells());
        let usual = Model::new(mesh.clone());
        let dop = dop_model(&mesh);
        let settings = [(0.5, 10), (0.7, 10), (0.9, 10), (0.99, 10), (0.99, 5), (0.99, 1)];
        let mut contenders =
            vec![Contender::exact("exact", &usual, &usual), Contender::dop_tree(&dop)];
        contenders.extend(settings.iter().map(|&(p, k)| {
            let query = Published::new(0.02, p, k).query();
            Contender::adb(format!("p_min {p}, k_min {k}"), &adb, query)
        }));
        let poses = where_boxes_meet(&model, sweep(1.2..=2.0, 17, 24));
        let answers = race(&mut contenders, &poses, 3);
        for (contender, answers) in contenders.iter().zip(&answers) {
            desk.found(format!(
                "{name}, {}: {:.1} µs, {:.2} % wrong",
                contender.name,
                mean_ns(answers) * 1e-3,
                100.0 * wrong(answers)
            ));
        }
        let rows = |chosen: &[usize], value: fn(&[Answer]) -> f64| -> Vec<Row> {
            let row = |&i: &usize| (contenders[i].name.clone(), by_place(&answers[i], value));
            chosen.iter().map(row).collect()
        };
        let word = name.split(' ').next().unwrap_or(&name);
        let at = [1.2, 2.0];
        for (kind, title, chosen, unit) in [
            ("p-time", "Time by p_min", &[2, 3, 4, 5, 1][..], Unit::Time),
            ("p-wrong", "Errors by p_min", &[2, 3, 4, 5], Unit::Share),
            ("k-time", "Time by k_min", &[5, 6, 7, 1], Unit::Time),
            ("k-wrong", "Errors by k_min", &[5, 6, 7], Unit::Share),
        ] {
            let value: fn(&[Answer]) -> f64 =
                if unit == Unit::Time { |a| mean_ns(a) } else { |a| wrong(a) };
            let title = format!("{title}, {name}");
            over_distance(
                desk,
                &format!("quality-{word}-{kind}"),
                &title,
                at,
                unit,
                rows(chosen, value),
            )?;
        }
    }
    Ok(())
}

/// The published method over several trees.
pub(crate) fn octree(desk: &Desk) -> Done {
    for (name, mesh) in
        desk.with_files(&[(Shape::Knot, 20_000), (Shape::Blob, 20_000), (Shape::Gear, 20_000)])?
    {
        let usual = Model::new(mesh.clone());
        let trees = [
            ("AABBs, median", Rule::Median, Arity::Two),
            ("AABBs, boxtree", Rule::Boxtree, Arity::Two),
            ("octree, 8 children, tight", Rule::Octree, Arity::Eight),
        ];
        let models = trees.map(|(_, rule, arity)| {
            let build = Build { volume: Volume::AABB, arity, rule, leaf_size: 1 };
            Model::build(mesh.clone(), &build)
        });
        let adbs = models.each_ref().map(|model| Adb::new(model, cells()));
        let query = Published::new(0.02, 0.9, 10).query();
        let mut contenders = vec![Contender::exact("exact", &usual, &usual)];
        contenders.extend(
            trees.iter().zip(&adbs).map(|((name, ..), adb)| Contender::adb(*name, adb, query)),
        );
        let poses = where_boxes_meet(&models[0], sweep(0.4..=2.1, 18, 12));
        let answers = race(&mut contenders, &poses, 3);
        let first = mean_ns(&answers[1]);
        let mut rows = Vec::new();
        for (contender, answers) in contenders.iter().zip(&answers).skip(1) {
            desk.found(format!(
                "{name}, {}: {:.1} µs, {:.2} of the first, {:.2} % wrong",
                contender.name,
                mean_ns(answers) * 1e-3,
                mean_ns(answers) / first,
                100.0 * wrong(answers)
            ));
            rows.push((contender.name.clone(), by_place(answers, |a| mean_ns(a))));
        }
        let word = name.split(' ').next().unwrap_or(&name);
        let title = format!("The published method over trees, {name}");
        over_distance(desk, &format!("octree-{word}"), &title, [0.4, 2.1], Unit::Time, rows)?;
    }
    Ok(())
}

/// How many times as fast as the DOP tree the published method is, and how often it is wrong.
pub(crate) fn dop_tree(desk: &Desk) -> Done {
    let mut rows = Vec::new();
    for (name, mesh) in desk.with_files(&[
        (Shape::Knot, 20_000),
        (Shape::Blob, 30_000),
        (Shape::Gear, 7_400),
        (Shape::Pipes, 20_000),
    ])? {
        let leaves = [1, 8];
        let models = leaves.map(|leaf_size| tree(&mesh, Rule::Median, leaf_size));
        let mut adbs = Vec::new();
        for (leaf_size, model) in leaves.iter().zip(&models) {
            for tau in [0.1, 0.05, 0.02] {
                adbs.push((leaf_size, tau, Adb::new(model, Cells { tau: tau as f32, ..cells() })));
            }
        }
        let usual = Model::new(mesh.clone());
        let dop = dop_model(&mesh);
        let mut contenders =
            vec![Contender::exact("exact", &usual, &usual), Contender::dop_tree(&dop)];
        for (leaf_size, tau, adb) in &adbs {
            for p in [0.7, 0.9, 0.99] {
                for k in [1, 5, 10] {
                    let query = Published::new(*tau, p, k).query();
                    contenders.push(Contender::adb(
                        format!("{leaf_size}/{tau}/{p}/{k}"),
                        adb,
                        query,
                    ));
                }
            }
        }
        let poses = where_boxes_meet(&models[0], sweep(0.4..=2.1, 18, 12));
        let answers = race(&mut contenders, &poses, 3);
        let dop = mean_ns(&answers[1]);
        let points: Vec<(f64, f64)> =
            answers[2..].iter().map(|answers| (dop / mean_ns(answers), wrong(answers))).collect();
        let allowed = contenders[2..].iter().zip(&points).filter(|(_, point)| point.1 <= 0.04);
        match allowed.max_by(|a, b| a.1.0.total_cmp(&b.1.0)) {
            Some((contender, (times, share))) => desk.found(format!(
                "{name}: at most 4 % wrong, leaf/tau/p_min/k_min {} is {times:.1} times as fast as the DOP tree, with {:.1} % wrong; the exact default is {:.1} times as fast",
                contender.name,
                100.0 * share,
                dop / mean_ns(&answers[0])
            )),
            None => desk.found(format!("{name}: no setting has at most 4 % wrong")),
        }
        rows.push((name, points));
    }
    let series = lines(rows, Course::Markers);
    let plot = Plot {
        x: axis(
            "times as fast as the DOP tree",
            Scale::from_zero(series.iter().flat_map(|s| s.points.iter().map(|p| p.x))),
            Unit::Plain,
        ),
        y: upright("wrong answers, one marker a setting", Unit::Share, &series),
        series,
    };
    desk.draw("dop-tree", "Speed against errors, 54 settings a mesh", &plot)
}
