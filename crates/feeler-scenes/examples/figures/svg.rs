//! Lines, shapes and text as SVG.

use crate::plane::Point;
use std::fmt::Write;

/// Colours that are readable on white and on black.
pub(crate) const BLUE: &str = "#3f86c8";
pub(crate) const ORANGE: &str = "#cc8128";
pub(crate) const RED: &str = "#d4446c";
pub(crate) const GREEN: &str = "#3f9d62";
pub(crate) const VIOLET: &str = "#8d68cc";
pub(crate) const TEAL: &str = "#2b9c9c";
pub(crate) const BROWN: &str = "#9a7048";
pub(crate) const PINK: &str = "#c264a8";
pub(crate) const GREY: &str = "#8a8a8a";
/// The colour of the text around the picture, where the picture is a part of the page.
pub(crate) const INK: &str = "currentColor";

/// Eight colours, one for each lane.
pub(crate) const LANES: [&str; 8] = [BLUE, ORANGE, GREEN, VIOLET, TEAL, RED, BROWN, PINK];

/// How a shape is filled and lined.
#[derive(Clone, Copy)]
pub(crate) struct Pen {
    pub(crate) stroke: &'static str,
    pub(crate) width: f64,
    pub(crate) dashed: bool,
    pub(crate) fill: Option<(&'static str, f64)>,
}

impl Pen {
    pub(crate) fn line(stroke: &'static str) -> Self {
        Self { stroke, width: 1.2, dashed: false, fill: None }
    }

    /// Lined, and filled with so much of the same colour.
    pub(crate) fn filled(stroke: &'static str, opacity: f64) -> Self {
        Self { fill: Some((stroke, opacity)), ..Self::line(stroke) }
    }

    pub(crate) fn width(self, width: f64) -> Self {
        Self { width, ..self }
    }

    pub(crate) fn dashed(self) -> Self {
        Self { dashed: true, ..self }
    }

    fn attributes(&self) -> String {
        let Self { stroke, width, dashed, fill } = self;
        let dashes = if *dashed { " stroke-dasharray=\"4 3\"" } else { "" };
        let fill = match fill {
            Some((colour, opacity)) => format!("fill=\"{colour}\" fill-opacity=\"{opacity}\""),
            None => "fill=\"none\"".to_owned(),
        };
        format!("{fill} stroke=\"{stroke}\" stroke-width=\"{width}\"{dashes}")
    }
}

/// Where a text stands beside its point.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture. The y axis points down, as SVG has it.
pub(crate) struct Drawing {
    size: [f64; 2],
    label: String,
    body: String,
}

impl Drawing {
    /// An empty picture; the label says what is seen.
    pub(crate) fn new(size: [f64; 2], label: &str) -> Self {
        Self { size, label: label.to_owned(), body: String::new() }
    }

    pub(crate) fn rectangle(&mut self, at: Point, size: Point, pen: Pen) {
        let _ = writeln!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>",
            short(at[0]),
            short(at[1]),
            short(size[0]),
            short(size[1]),
            pen.attributes()
        );
    }

    pub(crate) fn polygon(&mut self, points: &[Point], pen: Pen) {
        self.path(points, "z", pen);
    }

    pub(crate) fn line(&mut self, points: &[Point], pen: Pen) {
        self.path(points, "", pen);
    }

    fn path(&mut self, points: &[Point], end: &str, pen: Pen) {
        let points: Vec<String> =
            points.iter().map(|p| format!("{} {}", short(p[0]), short(p[1]))).collect();
        let _ = writeln!(
            self.body,
            "<path d=\"M{}{end}\" stroke-linejoin=\"round\" {}/>",
            points.join(" "),
            pen.attributes()
        );
    }

    /// A line with a head at its end.
    pub(crate) fn arrow(&mut self, points: &[Point], pen: Pen) {
        self.line(points, pen);
        let [from, to] = [points[points.len() - 2], points[points.len() - 1]];
        let (x, y) = (to[0] - from[0], to[1] - from[1]);
        let length = x.hypot(y);
        let (x, y) = (7.0 * x / length, 7.0 * y / length);
        let wing = |side: f64| [to[0] - x - side * 0.45 * y, to[1] - y + side * 0.45 * x];
        self.polygon(&[to, wing(1.0), wing(-1.0)], Pen { dashed: false, ..pen.solid() });
    }

    pub(crate) fn text(&mut self, at: Point, size: f64, anchor: Anchor, text: &str) {
        self.words(at, size, anchor, "", text);
    }

    pub(crate) fn bold(&mut self, at: Point, size: f64, anchor: Anchor, text: &str) {
        self.words(at, size, anchor, " font-weight=\"bold\"", text);
    }

    /// As it would stand in a program.
    pub(crate) fn code(&mut self, at: Point, size: f64, anchor: Anchor, text: &str) {
        self.words(at, size, anchor, " font-family=\"DejaVu Sans Mono,Consolas,monospace\"", text);
    }

    fn words(&mut self, at: Point, size: f64, anchor: Anchor, style: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let _ = writeln!(
            self.body,
            "<text x=\"{}\" y=\"{}\" font-size=\"{size}\"{anchor}{style}>{text}</text>",
            short(at[0]),
            short(at[1])
        );
    }

    /// The file. No line of it is empty, so that it can stand in the documentation of Rust as it is; a picture of its own follows the colours that
    /// its reader prefers.
    pub(crate) fn svg(&self) -> String {
        let [width, height] = self.size;
        let Self { label, body, .. } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" style=\"max-width:100%;height:auto\" \
             role=\"img\" aria-label=\"{label}\" font-family=\"DejaVu Sans,Verdana,sans-serif\" fill=\"currentColor\">\n\
             <style>@media (prefers-color-scheme:dark){{svg:root{{color:#e6e6e6}}}}</style>\n{body}</svg>\n"
        )
    }
}

impl Pen {
    fn solid(self) -> Self {
        Self { fill: Some((self.stroke, 1.0)), ..self }
    }
}

fn short(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}
