//! Unit coordinates, and how a volume gets from one mesh's to the other's.

use crate::plane::{Point, Rectangle, direction, principal_axis};
use crate::svg::{Anchor, BLUE, Drawing, GREY, INK, ORANGE, Pen, RED};

const SIZE: [f64; 2] = [720.0, 400.0];
/// Half of a unit square, in pixels.
const HALF: f64 = 112.0;
const A: Point = [150.0, 178.0];
const B: Point = [556.0, 178.0];
/// The motion from B's unit to A's.
const SCALE: f64 = 0.5;
const TURN: f64 = 0.6;
const SHIFT: Point = [0.78, 0.42];
/// Much larger than it is, to be seen.
const SLACK: f64 = 0.07;

pub(crate) fn picture() -> String {
    let label =
        "Two meshes in unit coordinates; a box of B is placed in those of A and grown by the slack";
    let mut drawing = Drawing::new(SIZE, label);
    let (a, b) = (wedge(), hook());
    let volume = Rectangle::along(&b, principal_axis(&b));
    square(&mut drawing, A, "A's unit coordinates");
    square(&mut drawing, B, "B's unit coordinates");
    drawing.polygon(&a.map(|p| at(A, p)), Pen::filled(ORANGE, 0.35));
    drawing.polygon(&b.map(|p| at(B, p)), Pen::filled(BLUE, 0.35));
    drawing.polygon(&volume.corners().map(|p| at(B, p)), Pen::line(BLUE).width(1.8));

    let unit = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    drawing.polygon(&unit.map(|p| at(A, placed(p))), Pen::line(GREY).dashed().width(0.9));
    drawing.polygon(&b.map(|p| at(A, placed(p))), Pen::filled(BLUE, 0.35));
    drawing.polygon(&volume.corners().map(|p| at(A, placed(p))), Pen::line(BLUE).width(1.8));
    let grown = Rectangle {
        center: placed(volume.center),
        half: volume.half.map(|h| SCALE * h + SLACK),
        axes: volume.axes.map(turned),
    };
    drawing.polygon(&grown.corners().map(|p| at(A, p)), Pen::line(RED).dashed().width(1.8));

    drawing.arrow(&[[B[0] - HALF - 12.0, 140.0], [A[0] + HALF + 62.0, 140.0]], Pen::line(INK));
    drawing.code([388.0, 118.0], 12.0, Anchor::Middle, "into_a");
    drawing.code([388.0, 132.0], 10.5, Anchor::Middle, "scale·R·x + t");
    drawing.arrow(&[[A[0] + HALF + 62.0, 226.0], [B[0] - HALF - 12.0, 226.0]], Pen::line(INK));
    drawing.code([388.0, 218.0], 12.0, Anchor::Middle, "into_b");
    drawing.text([388.0, 242.0], 11.0, Anchor::Middle, "the inverse");

    let lines = [
        (
            ORANGE,
            "A. A point p of it has the coordinates x with p = centre + 2^exponent · x. All of A is within -1 and 1.",
        ),
        (
            BLUE,
            "B, and one of its boxes. Every mesh has a unit of its own, whatever its size and its place.",
        ),
        (
            GREY,
            "B's unit square, as the transfer places it in A's coordinates: turned, shifted, scaled by a power of two, here 1/2.",
        ),
        (
            RED,
            "The box, grown by the slack: it contains all triangles in the box, as posed in f64. It is drawn some thousand times",
        ),
    ];
    for (i, (colour, line)) in lines.into_iter().enumerate() {
        let y = 328.0 + 17.0 * i as f64;
        drawing.rectangle([10.0, y - 9.0], [10.0, 10.0], Pen::filled(colour, 0.5));
        drawing.text([27.0, y], 11.0, Anchor::Start, line);
    }
    let last = "too large: for meshes of one size that are near each other the slack is some 4e-6.";
    drawing.text([27.0, 396.0], 11.0, Anchor::Start, last);
    drawing.svg()
}

fn square(drawing: &mut Drawing, middle: Point, name: &str) {
    let corner = [middle[0] - HALF, middle[1] - HALF];
    drawing.rectangle(corner, [2.0 * HALF; 2], Pen::line(GREY));
    for (x, text) in [(-1.0, "-1"), (0.0, "0"), (1.0, "1")] {
        drawing.text(
            [at(middle, [x, 0.0])[0], corner[1] + 2.0 * HALF + 14.0],
            10.5,
            Anchor::Middle,
            text,
        );
        drawing.text([corner[0] - 6.0, at(middle, [0.0, x])[1] + 4.0], 10.5, Anchor::End, text);
    }
    drawing.bold([middle[0], corner[1] - 34.0], 13.0, Anchor::Middle, name);
}

fn at(middle: Point, p: Point) -> Point {
    [middle[0] + HALF * p[0], middle[1] - HALF * p[1]]
}

fn turned(p: Point) -> Point {
    let [c, s] = direction(TURN);
    [c * p[0] - s * p[1], s * p[0] + c * p[1]]
}

fn placed(p: Point) -> Point {
    let p = turned(p);
    [SCALE * p[0] + SHIFT[0], SCALE * p[1] + SHIFT[1]]
}

fn wedge() -> [Point; 7] {
    [
        [-0.95, -0.8],
        [0.6, -0.8],
        [0.95, -0.35],
        [0.4, 0.1],
        [-0.2, 0.15],
        [-0.45, 0.8],
        [-0.95, 0.8],
    ]
}

fn hook() -> [Point; 8] {
    [
        [-0.8, -0.42],
        [0.42, -0.25],
        [0.8, 0.08],
        [0.75, 0.5],
        [0.52, 0.5],
        [0.52, 0.18],
        [0.25, 0.02],
        [-0.75, -0.08],
    ]
}
