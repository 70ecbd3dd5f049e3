//! From a mesh to packets: a model that was really built.

use crate::plane::Point;
use crate::svg::{Anchor, Drawing, GREY, INK, LANES, Pen};
use feeler::inside::{Child, Tree};
use feeler::{Mesh, Model};
use std::f64::consts::TAU;

const CELL: f64 = 62.0;

pub(crate) fn picture() -> String {
    let model = Model::new(bracket());
    let nodes = model.tree().slots().len() / 8;
    let leaves = leaves(&model);
    let tall = 300.0 + 48.0 * nodes as f64 + 40.0 + 24.0 * leaves.len() as f64 + 66.0;
    let label = "A small mesh, the same in unit coordinates, its tree of slots, links and volumes, and the packets of its leaves";
    let mut drawing = Drawing::new([760.0, tall], label);
    meshes(&mut drawing, &model, &leaves);
    let bottom = slots(&mut drawing, &model, &leaves, 296.0);
    packets(&mut drawing, &leaves, bottom + 36.0);
    drawing.svg()
}

/// A flat bracket: an arc of small triangles. It stands far from the origin, and is 15 millimetres large in units of a metre.
fn bracket() -> Mesh {
    let steps = 30;
    let mut vertices = Vec::new();
    for i in 0..=steps {
        let angle = 0.7 + (TAU - 1.4) * i as f64 / steps as f64;
        for radius in [0.0042, 0.0074] {
            vertices.push([2.006 + radius * angle.cos(), 0.998 + radius * angle.sin(), 0.0]);
        }
    }
    let quads = (0..2 * steps).step_by(2).flat_map(|v: u32| [[v, v + 1, v + 3], [v, v + 3, v + 2]]);
    Mesh::new(vertices, quads.collect()).expect("finite numbers")
}

/// A leaf: its slot, and its triangles in the order of the leaves.
struct Leaf {
    slot: u32,
    triangles: Vec<u32>,
}

/// In the order of their packets: depth first.
fn leaves(model: &Model) -> Vec<Leaf> {
    let tree = model.tree();
    let (mut leaves, mut open): (Vec<Leaf>, _) = (Vec::new(), vec![Tree::ROOT]);
    while let Some(slot) = open.pop() {
        match tree.child(slot) {
            child if child.is_leaf() => {
                leaves.push(Leaf { slot, triangles: tree.triangles(slot).collect() });
            }
            child => open.extend(tree.children(child).rev()),
        }
    }
    assert!(tree.triangles(Tree::ROOT).eq(leaves.iter().flat_map(|leaf| leaf.triangles.clone())));
    leaves
}

fn meshes(drawing: &mut Drawing, model: &Model, leaves: &[Leaf]) {
    let (left, right) = ([150.0, 158.0], [560.0, 158.0]);
    let half = 104.0;
    let on = |middle: Point, x: f64, y: f64| [middle[0] + half * x, middle[1] - half * y];
    drawing.bold([left[0], 20.0], 14.0, Anchor::Middle, "1. Mesh");
    drawing.bold([right[0], 20.0], 14.0, Anchor::Middle, "2. Unit coordinates");
    drawing.rectangle([right[0] - half, right[1] - half], [2.0 * half; 2], Pen::line(GREY));
    for (number, leaf) in leaves.iter().enumerate() {
        let colour = LANES[number % 8];
        for &triangle in &leaf.triangles {
            let corners = model.unit_triangle(triangle);
            for (middle, numbered) in [(left, true), (right, false)] {
                let points = corners.map(|[x, y, _]| on(middle, x, y));
                drawing.polygon(&points, Pen::filled(colour, 0.3).width(0.8));
                if numbered {
                    let at = [0, 1].map(|i| points.iter().map(|p| p[i]).sum::<f64>() / 3.0);
                    drawing.text([at[0], at[1] + 3.0], 8.0, Anchor::Middle, &triangle.to_string());
                }
            }
        }
        drawing.polygon(
            &outline(model, leaf.slot).map(|p| on(right, p[0], p[1])),
            Pen::line(colour).width(1.8),
        );
    }
    let [low, high] = model.mesh().bounds().expect("it has vertices");
    let center = [0, 1].map(|i| 0.5 * low[i] + 0.5 * high[i]);
    let size = (high[0] - low[0]).max(high[1] - low[1]);
    let unit = unit_length(model);
    drawing.text([left[0], 284.0], 11.5, Anchor::Middle, "vertices in f64, triangles by number");
    drawing.text(
        [left[0], 40.0],
        11.0,
        Anchor::Middle,
        &format!("{:.4} across, about ({:.4}, {:.4}, 0)", size, center[0], center[1]),
    );
    drawing.text(
        [right[0], 40.0],
        11.0,
        Anchor::Middle,
        &format!("x = (p − centre) / 2^{}", unit.log2()),
    );
    drawing.text(
        [right[0], 284.0],
        11.5,
        Anchor::Middle,
        "from −1 to 1; all volumes are here, in f32",
    );
    drawing.arrow(&[[300.0, 158.0], [410.0, 158.0]], Pen::line(INK));
    drawing.code([355.0, 148.0], 11.0, Anchor::Middle, "unit.rs");
}

/// The length of a unit, as the model has chosen it.
fn unit_length(model: &Model) -> f64 {
    let ([p, q, _], [x, y, _]) = (model.mesh().triangle(0), model.unit_triangle(0));
    let unit = (q[0] - p[0]) / (y[0] - x[0]);
    let power = unit.log2().round().exp2();
    assert!((unit / power - 1.0).abs() < 1e-9, "a power of two");
    power
}

/// The four corners of a flat volume in the plane.
fn outline(model: &Model, slot: u32) -> [Point; 4] {
    let cuboid = model.tree().cuboid(slot);
    let mut flat: Vec<usize> = (0..3).collect();
    flat.sort_by(|&i, &j| cuboid.axes[i][2].abs().total_cmp(&cuboid.axes[j][2].abs()));
    [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]].map(|signs| {
        [0, 1].map(|k| {
            let along = |n: usize| signs[n] * cuboid.half[flat[n]] * cuboid.axes[flat[n]][k];
            (cuboid.center[k] + along(0) + along(1)) as f64
        })
    })
}

/// Links above volumes, a node in each row.
fn slots(drawing: &mut Drawing, model: &Model, leaves: &[Leaf], top: f64) -> f64 {
    let tree = model.tree();
    drawing.bold(
        [8.0, top + 20.0],
        14.0,
        Anchor::Start,
        "3. Tree of arity 8: at each slot a link and a volume",
    );
    let left = 160.0;
    let mut y = top + 36.0;
    for first in tree.slots().step_by(8) {
        let node = first / 8;
        drawing.text([8.0, y + 15.0], 11.5, Anchor::Start, &format!("node {node}, links"));
        drawing.text([8.0, y + 33.0], 11.5, Anchor::Start, &format!("packet {node}, volumes"));
        for slot in first..first + 8 {
            let x = left + CELL * (slot - first) as f64;
            let (text, colour) = what(tree, leaves, slot);
            let pen = match colour {
                Some(colour) => Pen::filled(colour, 0.28),
                None => Pen::line(GREY).width(0.6),
            };
            drawing.rectangle([x, y], [CELL - 3.0, 20.0], pen);
            drawing.text([x + CELL / 2.0 - 1.5, y + 14.0], 10.5, Anchor::Middle, &text);
            drawing.rectangle([x, y + 22.0], [CELL - 3.0, 14.0], pen);
            drawing.text([x + 4.0, y + 33.0], 9.5, Anchor::Start, &slot.to_string());
        }
        y += 48.0;
    }
    drawing.text([8.0, y + 8.0], 11.0, Anchor::Start, "A number in a volume is its slot. Slot 0 is the whole mesh; an inner child names the node that has its children, a leaf its triangles.");
    y
}

fn what(tree: &Tree, leaves: &[Leaf], slot: u32) -> (String, Option<&'static str>) {
    match tree.child(slot) {
        Child::NONE => ("–".to_owned(), None),
        child if child.is_leaf() => {
            let number = leaves.iter().position(|leaf| leaf.slot == slot).expect("all leaves");
            (format!("leaf {number}"), Some(LANES[number % 8]))
        }
        child => (format!("node {}", tree.children(child).start / 8), Some(GREY)),
    }
}

/// The triangles of the leaves, eight in a row.
fn packets(drawing: &mut Drawing, leaves: &[Leaf], top: f64) {
    drawing.bold(
        [8.0, top],
        14.0,
        Anchor::Start,
        "4. Leaf packets: eight triangles each, corners in f32",
    );
    let left = 160.0;
    for (number, leaf) in leaves.iter().enumerate() {
        let y = top + 12.0 + 24.0 * number as f64;
        let colour = LANES[number % 8];
        let text = format!("leaf {number}, packet {number}");
        drawing.text([8.0, y + 14.0], 11.5, Anchor::Start, &text);
        assert!(leaf.triangles.len() <= 8, "one packet a leaf");
        for lane in 0..8 {
            let x = left + CELL * lane as f64;
            let triangle = leaf.triangles.get(lane);
            let pen = match triangle {
                Some(_) => Pen::filled(colour, 0.28),
                None => Pen::line(GREY).width(0.6),
            };
            drawing.rectangle([x, y], [CELL - 3.0, 20.0], pen);
            let text = triangle.map_or("–".to_owned(), |triangle| triangle.to_string());
            drawing.text([x + CELL / 2.0 - 1.5, y + 14.0], 10.5, Anchor::Middle, &text);
        }
    }
    let y = top + 12.0 + 24.0 * leaves.len() as f64 + 16.0;
    drawing.text([8.0, y], 11.0, Anchor::Start, "A leaf begins a new packet; what is left of it is padding. A packet also has the box around its triangles: 320 bytes in all.");
}
