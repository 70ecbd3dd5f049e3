//! One part in volumes of several kinds.

use crate::plane::{Point, Rectangle, area, circle, direction, hull, moved, principal_axis, span};
use crate::svg::{Anchor, BLUE, Drawing, GREEN, GREY, ORANGE, Pen, RED, TEAL, VIOLET};
use std::f64::consts::{PI, TAU};

const WIDTH: f64 = 236.0;
const HEIGHT: f64 = 206.0;
const SCALE: f64 = 72.0;

/// Six panels, each with the part and one volume, and how much larger the volume is than the hull.
pub(crate) fn picture() -> String {
    let label = "One part, enclosed in a sphere, an AABB, an OBB, a k-DOP, a rounded box and its convex hull";
    let mut drawing = Drawing::new([3.0 * WIDTH, 2.0 * HEIGHT + 32.0], label);
    let part = part();
    let kinds: [(&str, &str, &'static str, Vec<Point>); 6] = [
        ("sphere", "the same after any rotation", BLUE, round(&part)),
        ("aabb", "along the axes of the mesh", ORANGE, upright(&part).corners().to_vec()),
        ("obb", "turns with the part", GREEN, oriented(&part).corners().to_vec()),
        ("dop", "slabs in fixed directions", VIOLET, dop(&part)),
        ("rbox", "a box grown by a sphere", TEAL, rounded(&part)),
        ("hull", "the tightest, the slowest to test", RED, hull(&part)),
    ];
    let least = area(&hull(&part));
    for (k, (name, what, colour, outline)) in kinds.iter().enumerate() {
        let corner = [(k % 3) as f64 * WIDTH, (k / 3) as f64 * HEIGHT];
        let place = |points: &[Point]| -> Vec<Point> {
            let middle = [corner[0] + 0.5 * WIDTH, corner[1] + 92.0];
            points.iter().map(|p| [middle[0] + SCALE * p[0], middle[1] - SCALE * p[1]]).collect()
        };
        drawing.polygon(&place(outline), Pen::filled(colour, 0.16).width(1.8));
        drawing.polygon(&place(&part), Pen::filled(GREY, 0.6).width(0.8));
        let ratio = area(outline) / least;
        let name = format!("{name}  {ratio:.2}");
        drawing.bold(
            [corner[0] + 0.5 * WIDTH, corner[1] + HEIGHT - 22.0],
            13.0,
            Anchor::Middle,
            &name,
        );
        drawing.text(
            [corner[0] + 0.5 * WIDTH, corner[1] + HEIGHT - 7.0],
            11.0,
            Anchor::Middle,
            what,
        );
    }
    let note = "The number: the area of the volume over that of the hull. Computed in the plane from the corners of the part.";
    drawing.text([1.5 * WIDTH, 2.0 * HEIGHT + 22.0], 11.0, Anchor::Middle, note);
    drawing.svg()
}

/// A spanner, leaning.
fn part() -> Vec<Point> {
    let mut outline = Vec::new();
    // The open end: most of a circle, and the jaw.
    for i in 0..=20 {
        let angle = 0.22 * TAU / 2.0 + (TAU - 0.22 * TAU) * i as f64 / 20.0;
        if (angle - PI).abs() > 0.34 {
            outline.push(moved([0.72, 0.0], direction(angle), 0.36));
        } else if outline.last() != Some(&[0.38, 0.1]) && angle < PI {
            // The handle, there and back.
            outline.extend([[0.38, 0.1], [-0.9, 0.13], [-1.02, 0.09], [-1.06, 0.0]]);
            outline.extend([[-1.02, -0.09], [-0.9, -0.13], [0.38, -0.1]]);
        }
    }
    outline.extend([[0.72, -0.16], [0.62, 0.0], [0.72, 0.16]]);
    let [c, s] = direction(0.55);
    outline.iter().map(|p| [c * p[0] - s * p[1], s * p[0] + c * p[1]]).collect()
}

fn round(part: &[Point]) -> Vec<Point> {
    let (center, radius) = circle(part);
    (0..72).map(|i| moved(center, direction(TAU * i as f64 / 72.0), radius)).collect()
}

fn upright(part: &[Point]) -> Rectangle {
    Rectangle::along(part, [1.0, 0.0])
}

/// Along the principal axis of the surface, or upright if that is smaller.
fn oriented(part: &[Point]) -> Rectangle {
    let size = |r: &Rectangle| r.half[0] * r.half[1];
    let (turned, upright) = (Rectangle::along(part, principal_axis(part)), upright(part));
    if size(&turned) < size(&upright) { turned } else { upright }
}

/// What four slabs in fixed directions have in common: a plane is cut off by each of their eight sides.
fn dop(part: &[Point]) -> Vec<Point> {
    let mut outline = upright(part).corners().to_vec();
    for k in [1, 3, 5, 7] {
        let axis = direction(k as f64 * PI / 4.0);
        let [_, high] = span(part, axis);
        let height = |p: &Point| span(&[*p], axis)[0] - high;
        let ends = outline.iter().cycle().skip(1);
        let mut cut = Vec::new();
        for (p, q) in outline.iter().zip(ends) {
            if height(p) <= 0.0 {
                cut.push(*p);
            }
            if height(p) * height(q) < 0.0 {
                let t = height(p) / (height(p) - height(q));
                cut.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
            }
        }
        outline = cut;
    }
    outline
}

/// The smallest of rectangles that are grown by a radius, all along the axes of the oriented box. Each is shrunk by its radius first, and then grown until
/// no corner of the part is outside.
fn rounded(part: &[Point]) -> Vec<Point> {
    let around = oriented(part);
    let grown = |radius: f64| {
        let mut core = Rectangle { half: around.half.map(|h| (h - radius).max(0.0)), ..around };
        while part.iter().any(|&p| core.distance(p) > radius) {
            core.half = core.half.map(|h| h + 0.002);
        }
        core.grown(radius)
    };
    let most = around.half[0].min(around.half[1]);
    let all = (1..=40).map(|i| grown(most * i as f64 / 40.0));
    all.min_by(|p, q| area(p).total_cmp(&area(q))).expect("forty radii")
}
