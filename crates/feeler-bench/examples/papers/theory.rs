//! What the papers compute before any mesh is looked at: probabilities and their tables.

use crate::desk::{Desk, axis, lines, upright};
use feeler::Model;
use feeler::inside::Child;
use feeler_bench::plot::{Course, Plot, Scale, Unit};
use feeler_research::adb::{Adb, Bins, Cells, Chance, Count, FullTable, Parameters};
use feeler_scenes::{Shape, normalised};
use std::error::Error;

type Done = Result<(), Box<dyn Error>>;

/// The probability by the numbers of cells, for 300 cells in common.
pub(crate) fn surface(desk: &Desk) -> Done {
    for (name, lb) in [("surface-half", 0.5), ("surface-tenth", 0.1)] {
        let probability = |s_a: f32, s_b: f32| {
            let parameters = Parameters { s: 300.0, s_a, s_b };
            f64::from(Chance::Direct.probability(parameters, lb))
        };
        let line = |s_b: u16| {
            let across = (0..=300).step_by(10);
            let points =
                across.map(|s_a| (f64::from(s_a), probability(s_a as f32, f32::from(s_b))));
            (format!("s_B = {s_b}"), points.collect())
        };
        let series = lines([1, 3, 10, 30, 100, 300].map(line), Course::Steps);
        let plot = Plot {
            x: axis(
                "s_A, possible collision cells of A",
                Scale::between([0.0, 300.0]),
                Unit::Plain,
            ),
            y: axis("probability of a collision", Scale::between([0.0, 1.0]), Unit::Plain),
            series,
        };
        desk.draw(name, &format!("Equation 3 for s = 300 and LB = {lb}"), &plot)?;
        let high = probability(300.0, 300.0);
        let middle = probability(30.0, 30.0);
        desk.found(format!("LB {lb}: {high:.3} at s_A = s_B = 300, {middle:.3} at 30"));
        // With ten cells at most, the surface ends at 1 - (1 - LB)^10.
        desk.found(format!(
            "LB {lb}: the most that ten cells can give is {:.3}",
            1.0 - (1.0 - f64::from(lb)).powi(10)
        ));
    }
    Ok(())
}

/// The x at which equation 8 is largest, at the pairs of nodes of real trees.
pub(crate) fn best_x(desk: &Desk) -> Done {
    let example = |s: u16, a: u16, b: u16, lb: f64| {
        let bins = Bins { cells: s, a, b };
        let value = move |x: u32| bins.at_least(x) * (1.0 - (1.0 - lb).powi(x as i32));
        let points = (1..=25).map(|x| (f64::from(x), value(x))).collect();
        (format!("{s}, {a}, {b}, LB {lb}"), points)
    };
    let series = lines(
        [
            example(300, 30, 30, 0.5),
            example(300, 60, 60, 0.5),
            example(300, 60, 60, 0.1),
            example(100, 30, 30, 0.3),
            example(500, 90, 90, 0.1),
        ],
        Course::Line,
    );
    let plot = Plot {
        x: axis("x, collision cells", Scale::between([0.0, 25.0]), Unit::Plain),
        y: axis("term of equation 8", Scale::between([0.0, 1.0]), Unit::Plain),
        series,
    };
    desk.draw("best-x-terms", "Terms of equation 8 (s, s_A, s_B)", &plot)?;

    let mut all = Vec::new();
    for shape in [Shape::Knot, Shape::Blob, Shape::Gear, Shape::Pipes] {
        let places = best_places(shape);
        let share = |most: usize| {
            places.iter().filter(|&&x| x <= most).count() as f64 / places.len() as f64
        };
        desk.found(format!(
            "{}: of {} pairs of nodes {:.1} % have their largest term at x <= 10, {:.1} % at x = 1",
            shape.name(),
            places.len(),
            100.0 * share(10),
            100.0 * share(1)
        ));
        let points = (1..=40).map(|x| (x as f64, share(x))).collect();
        all.push((shape.name().to_owned(), points));
    }
    let series = lines(all, Course::Steps);
    let plot = Plot {
        x: axis("x", Scale::between([0.0, 40.0]), Unit::Plain),
        y: axis("pairs whose best x is not larger", Scale::between([0.0, 1.0]), Unit::Share),
        series,
    };
    desk.draw("best-x-share", "Where equation 8 is largest", &plot)
}

/// The best x of the pairs of nodes that a search meets: two copies of a shape, side by side.
fn best_places(shape: Shape) -> Vec<usize> {
    let model = crate::race::papers_tree(&normalised(&shape.mesh(5_000)));
    let cells = Cells { tau: 0.02, count: Count::Approximate, ..Cells::default() };
    let adb = Adb::new(&model, cells);
    let mut places = Vec::new();
    for shift in [0.4_f32, 0.9, 1.4] {
        let mut waiting = vec![(Adb::ROOT, Adb::ROOT, 0_u32)];
        while let Some((a, b, depth)) = waiting.pop() {
            let Some([s, s_a, s_b]) = in_common(&adb, a, b, shift) else { continue };
            let lb = f64::from(depth) / (2.0 * model.stats().depth as f64);
            if s_a.min(s_b) >= 1 && lb > 0.0 {
                places.push(best(Bins { cells: s, a: s_a, b: s_b }, lb.min(1.0)));
            }
            // A pair in a few hundred is enough of the many small ones.
            if depth < 16 || (a ^ b).is_multiple_of(8) {
                waiting.extend(children(&model, a, b).map(|(a, b)| (a, b, depth + 2)));
            }
        }
    }
    places
}

fn children(model: &Model, a: u32, b: u32) -> impl Iterator<Item = (u32, u32)> {
    let below = |slot: u32| match model.tree().child(slot) {
        leaf if leaf.is_leaf() => Vec::new(),
        inner => model.tree().children(inner).collect(),
    };
    let (left, right) = (below(a), below(b));
    left.into_iter().flat_map(move |a| right.clone().into_iter().map(move |b| (a, b)))
}

/// The numbers of cells of two nodes of axis-aligned boxes, B shifted along x; `None` if they do not
/// meet.
fn in_common(adb: &Adb<'_>, a: u32, b: u32, shift: f32) -> Option<[u16; 3]> {
    let tree = adb.model().tree();
    if tree.child(a) == Child::NONE || tree.child(b) == Child::NONE {
        return None;
    }
    let (p, q) = (tree.cuboid(a), tree.cuboid(b));
    let mut share = [1.0_f32; 2];
    for i in 0..3 {
        let offset = q.center[i] + if i == 0 { shift } else { 0.0 } - p.center[i];
        let common = (p.half[i] + q.half[i] - offset.abs()).min(2.0 * p.half[i].min(q.half[i]));
        if common <= 0.0 {
            return None;
        }
        share[0] *= common / (2.0 * p.half[i]);
        share[1] *= common / (2.0 * q.half[i]);
    }
    // As many cells as the smaller cells give, and the others as of a flat piece (equation 5).
    let number = adb.cells().number() as f32;
    let s = number * share[0].max(share[1]);
    let count = |node: u32, share: f32| {
        let ratio = s / (number * share);
        adb.count(node) * share * ratio / ratio.cbrt()
    };
    let whole = |x: f32| (x.min(s) + 0.5) as u16;
    Some([whole(s), whole(count(a, share[0])), whole(count(b, share[1]))])
}

/// The x at which equation 8 is largest, without a limit.
fn best(bins: Bins, lb: f64) -> usize {
    let value = |x: u32| bins.at_least(x) * (1.0 - (1.0 - lb).powi(x as i32));
    let most = u32::from(bins.a.min(bins.b));
    let largest = (1..=most).max_by(|&x, &y| value(x).total_cmp(&value(y)).then(y.cmp(&x)));
    largest.unwrap_or(1) as usize
}

/// The memory of the ten tables.
pub(crate) fn tables(desk: &Desk) -> Done {
    let table = FullTable::shared();
    let megabytes = |numbers: usize, bytes: usize| (numbers * bytes) as f64 / 1e6;
    let each = table.stored_each();
    let ours = each.iter().enumerate().map(|(i, &n)| (i as f64 + 1.0, megabytes(n, 2))).collect();
    let plain: usize = (1..=512).map(|cells| cells * (cells + 1) / 2).sum();
    let whole = (1..=10).map(|x| (f64::from(x), megabytes(plain, 2))).collect();
    let series = lines(
        [("what is stored".to_owned(), ours), ("every number, two bytes".to_owned(), whole)],
        Course::Line,
    );
    let plot = Plot {
        x: axis("x, collision cells", Scale::between([1.0, 10.0]), Unit::Plain),
        y: upright("megabytes", Unit::Plain, &series),
        series,
    };
    desk.found(format!(
        "{:.1} to {:.1} MB a table, {:.0} MB for all ten with two bytes a number; without leaving any out {:.0} MB a table",
        megabytes(each[0], 2),
        megabytes(each[9], 2),
        megabytes(each.iter().sum(), 2),
        megabytes(plain, 2)
    ));
    let saved = plain as f64 * 10.0 / each.iter().sum::<usize>() as f64;
    desk.found(format!(
        "a factor of {saved:.1} is saved over all tables; {:.1} at x = 1 and {:.1} at x = 10",
        plain as f64 / each[0] as f64,
        plain as f64 / each[9] as f64
    ));
    desk.draw("tables", "The ten tables of probabilities", &plot)
}
