//! The lecture's quadratic algorithm, and how time depends on the number of contacts.

use crate::desk::{Desk, axis, lines, upright};
use feeler::triangle::intersects;
use feeler::{Model, Pair, Pose, Scratch};
use feeler_bench::plot::{Course, Plot, Scale, Unit};
use feeler_bench::statistics::slope;
use feeler_scenes::Shape;
use std::error::Error;
use std::time::Instant;

type Done = Result<(), Box<dyn Error>>;

/// All pairs of triangles, one by one.
fn all_pairs(a: &Model, b: &Model, pose: &Pose) -> u64 {
    let placed: Vec<_> = (0..b.mesh().triangles().len() as u32)
        .map(|t| b.mesh().triangle(t).map(|p| pose.apply(p)))
        .collect();
    let mut contacts = 0;
    for t in 0..a.mesh().triangles().len() as u32 {
        let first = a.mesh().triangle(t);
        contacts += placed.iter().filter(|second| intersects(&first, second)).count() as u64;
    }
    contacts
}

/// The shortest of some times, in nanoseconds, and the answer.
fn timed(turns: usize, mut ask: impl FnMut() -> u64) -> (f64, u64) {
    let mut best = f64::INFINITY;
    let mut answer = 0;
    for _ in 0..turns {
        let start = Instant::now();
        answer = ask();
        best = best.min(start.elapsed().as_nanos() as f64);
    }
    (best, answer)
}

/// Times over the number of triangles, and over the number of contacts.
pub(crate) fn quadratic(desk: &Desk) -> Done {
    let mut scratch = Scratch::new();
    let rows = ["all pairs", "trees, all contacts", "trees, yes or no"];
    let mut rows: Vec<(String, Vec<(f64, f64)>)> =
        rows.map(|name| (name.to_owned(), Vec::new())).into();
    let pose = Pose::translation([0.3, 0.1, 0.05]);
    for triangles in [100, 300, 1_000, 3_000, 10_000, 100_000] {
        let [a, b] = [Shape::Knot, Shape::Ring].map(|shape| Model::new(shape.mesh(triangles)));
        let pair = Pair::new(&a, &b).at(pose);
        let (listed, contacts) = timed(9, || pair.count_contacts_with(&mut scratch));
        let (first, _) = timed(9, || u64::from(pair.intersects_with(&mut scratch)));
        let at = a.mesh().triangles().len() as f64;
        rows[1].1.push((at, listed));
        rows[2].1.push((at, first));
        if triangles <= 3_000 {
            let (time, same) = timed(1, || all_pairs(&a, &b, &pose));
            assert_eq!(same, contacts, "the trees and all pairs");
            rows[0].1.push((at, time));
            desk.found(format!(
                "{at:.0} triangles each, {contacts} contacts: {:.0} µs for all pairs, {:.1} µs by trees, {:.2} µs for yes or no",
                time * 1e-3,
                listed * 1e-3,
                first * 1e-3
            ));
        }
    }
    for (name, row) in &rows {
        desk.found(format!(
            "{name}: time grows as n to the {:.2}",
            slope(row).expect("points").slope
        ));
    }
    let sizes: Vec<f64> = rows[1].1.iter().map(|point| point.0).collect();
    let series = lines(rows, Course::Line);
    let plot = Plot {
        x: axis("triangles of each mesh", Scale::log(sizes), Unit::Plain),
        y: upright("time", Unit::Time, &series),
        series,
    };
    desk.draw("quadratic", "All pairs beside trees", &plot)?;

    // The same meshes, from apart to deep in each other.
    let mut all = Vec::new();
    for shape in [Shape::Knot, Shape::Blob, Shape::Gear] {
        let model = Model::new(shape.mesh(20_000));
        let mut row = Vec::new();
        for i in 0..40 {
            let turn = Pose::rotation([0.3, 0.5, 0.8], 0.7);
            let pose = turn.then(&Pose::translation([0.05 * f64::from(i), 0.02, 0.01]));
            let pair = Pair::new(&model, &model).at(pose);
            let (time, contacts) = timed(5, || pair.count_contacts_with(&mut scratch));
            row.push((contacts as f64, time));
        }
        let touching: Vec<(f64, f64)> = row.iter().copied().filter(|p| p.0 > 0.0).collect();
        let each: Vec<f64> = touching.iter().map(|p| p.1 / p.0).collect();
        let (least, most) =
            each.iter().fold((f64::INFINITY, 0.0), |(a, b), &x| (x.min(a), x.max(b)));
        desk.found(format!(
            "{}: 0 to {:.0} contacts; {least:.0} to {most:.0} ns for each contact, time grows as contacts to the {:.2}; apart {:.1} µs at most",
            shape.name(),
            touching.iter().map(|p| p.0).fold(0.0, f64::max),
            slope(&touching).map_or(0.0, |law| law.slope),
            row.iter().filter(|p| p.0 == 0.0).map(|p| p.1 * 1e-3).fold(0.0, f64::max)
        ));
        all.push((shape.name().to_owned(), touching));
    }
    let series = lines(all, Course::Markers);
    let contacts: Vec<f64> = series.iter().flat_map(|s| s.points.iter().map(|p| p.x)).collect();
    let plot = Plot {
        x: axis("contacts", Scale::log(contacts), Unit::Plain),
        y: upright("time of all contacts", Unit::Time, &series),
        series,
    };
    desk.draw("quadratic-contacts", "Time against contacts", &plot)
}
