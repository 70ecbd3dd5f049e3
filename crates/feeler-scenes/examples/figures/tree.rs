//! A node, its slots and its packet.

use crate::svg::{Anchor, Drawing, GREY, INK, LANES, Pen};

const SIZE: [f64; 2] = [720.0, 470.0];
const CELL: f64 = 34.0;
const ROW: f64 = 10.0;

/// Above: eight children of a node, and the packet that holds their volumes. Below: nodes of arity 4, two of which share a packet.
pub(crate) fn picture() -> String {
    let label = "A node of eight children as the lanes of a packet, and nodes of arity 4 that share packets";
    let mut drawing = Drawing::new(SIZE, label);
    wide_node(&mut drawing);
    narrow_nodes(&mut drawing, 296.0);
    drawing.svg()
}

fn wide_node(drawing: &mut Drawing) {
    drawing.bold(
        [8.0, 20.0],
        14.0,
        Anchor::Start,
        "Arity 8: the children of a node are the lanes of a packet",
    );
    let node = [160.0, 62.0];
    let slots = |lane: usize| [16.0 + CELL * lane as f64, 118.0];
    for (lane, colour) in LANES.into_iter().enumerate() {
        let [x, y] = slots(lane);
        drawing.line(&[[node[0], node[1] + 13.0], [x + CELL / 2.0, y]], Pen::line(colour));
        drawing.rectangle([x, y], [CELL, 26.0], Pen::filled(colour, 0.25));
        let slot = format!("{}", 8 + lane);
        drawing.text([x + CELL / 2.0, y + 17.0], 12.0, Anchor::Middle, &slot);
    }
    drawing.rectangle([node[0] - 36.0, node[1] - 13.0], [72.0, 26.0], Pen::filled(GREY, 0.25));
    drawing.text([node[0], node[1] + 4.5], 12.0, Anchor::Middle, "node 1");
    let lines = [
        "Node n has the slots from 8 n on. A slot has a",
        "link (what stands there, and how large it is)",
        "and a volume: lane slot mod 8 of packet slot / 8.",
        "The volume of a node itself stands at its slot",
        "in its parent, that of the whole mesh at slot 0.",
    ];
    for (i, line) in lines.into_iter().enumerate() {
        drawing.text([16.0, 172.0 + 16.0 * i as f64], 11.5, Anchor::Start, line);
    }

    let packet = [424.0, 70.0];
    drawing.text(
        [packet[0] + 4.0 * CELL, 44.0],
        12.0,
        Anchor::Middle,
        "packet 1, oriented boxes: 15 rows, 480 bytes",
    );
    drawing.arrow(&[[300.0, 131.0], [368.0, 131.0]], Pen::line(INK));
    for (lane, colour) in LANES.into_iter().enumerate() {
        let x = packet[0] + CELL * lane as f64;
        drawing.text([x + CELL / 2.0, packet[1] - 7.0], 11.0, Anchor::Middle, &lane.to_string());
        for row in 0..15 {
            let at = [x, packet[1] + ROW * row as f64];
            drawing.rectangle(at, [CELL, ROW], Pen::filled(colour, 0.25).width(0.6));
        }
    }
    for (first, rows, name) in [(0, 9, "axes"), (9, 3, "centre"), (12, 3, "half sides")] {
        let top = packet[1] + ROW * first as f64;
        let bottom = top + ROW * rows as f64;
        let x = packet[0] - 6.0;
        drawing.line(
            &[[x, top + 2.0], [x - 4.0, top + 2.0], [x - 4.0, bottom - 2.0], [x, bottom - 2.0]],
            Pen::line(INK).width(0.8),
        );
        drawing.text([x - 8.0, 0.5 * (top + bottom) + 4.0], 11.0, Anchor::End, name);
    }
    drawing.text([packet[0] - 6.0, packet[1] - 7.0], 11.0, Anchor::End, "lane");
    let end = packet[1] + 15.0 * ROW;
    drawing.text(
        [packet[0] + 4.0 * CELL, end + 18.0],
        11.5,
        Anchor::Middle,
        "A row is one vector of eight f32 numbers:",
    );
    drawing.text(
        [packet[0] + 4.0 * CELL, end + 34.0],
        11.5,
        Anchor::Middle,
        "one volume is tested against all eight at once.",
    );
}

fn narrow_nodes(drawing: &mut Drawing, top: f64) {
    drawing.bold([8.0, top], 14.0, Anchor::Start, "Arity 4: two nodes share a packet");
    let left = 92.0;
    let slot = |slot: usize| left + CELL * slot as f64;
    let filled = [1, 4, 3, 2];
    for (name, y) in [("node", 30.0), ("slot", 56.0), ("volume", 86.0)] {
        drawing.text([left - 10.0, top + y + 4.0], 11.5, Anchor::End, name);
    }
    for (node, children) in filled.into_iter().enumerate() {
        let x = slot(4 * node);
        drawing.text([x + 2.0 * CELL, top + 34.0], 11.5, Anchor::Middle, &node.to_string());
        drawing.rectangle(
            [x + 1.0, top + 42.0],
            [4.0 * CELL - 2.0, 54.0],
            Pen::line(GREY).dashed(),
        );
        for i in 0..4 {
            let (number, x) = (4 * node + i, slot(4 * node + i));
            let text = if i < children { number.to_string() } else { "–".to_owned() };
            drawing.text([x + CELL / 2.0, top + 60.0], 11.5, Anchor::Middle, &text);
            let pen = match i < children {
                true => Pen::filled(LANES[number % 8], 0.25),
                false => Pen::line(GREY).width(0.6),
            };
            drawing.rectangle([x + 3.0, top + 74.0], [CELL - 6.0, 18.0], pen);
        }
    }
    for packet in 0..2 {
        let (x, y) = (slot(8 * packet), top + 104.0);
        let ends = [x + 3.0, x + 8.0 * CELL - 3.0];
        drawing.line(
            &[[ends[0], y], [ends[0], y + 5.0], [ends[1], y + 5.0], [ends[1], y]],
            Pen::line(INK).width(0.8),
        );
        let text = format!("packet {packet}");
        drawing.text([x + 4.0 * CELL, y + 20.0], 11.5, Anchor::Middle, &text);
    }
    let lines = [
        "A step that opens node 2 tests all eight lanes of packet 1 and takes lanes 0 to 2; one that opens node 3 takes lanes 4 and 5.",
        "What is said of the children of a node does not depend on the other node in the packet.",
    ];
    for (i, line) in lines.into_iter().enumerate() {
        drawing.text([8.0, top + 148.0 + 16.0 * i as f64], 11.0, Anchor::Start, line);
    }
}
