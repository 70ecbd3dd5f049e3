//! A plot as SVG: for a page, whose colours it takes, or as a file of its own.
//!
//! Its colours are variables, so that one drawing serves for light and dark. A report takes the
//! drawing and its legend apart; a [picture](Plot::picture) has both in one file.
//!
//! ```
//! use feeler_bench::plot::{Axis, Course, Look, Plot, Point, Scale, Series, Unit};
//! let axis = |title: &str| Axis { title: title.to_owned(), scale: Scale::between([0.0, 4.0]), unit: Unit::Plain };
//! let line = Series {
//!     name: "squares".to_owned(),
//!     look: Look(0),
//!     points: [0.0, 1.0, 2.0].map(|x| Point { x, y: x * x }).into(),
//!     band: vec![],
//!     course: Course::Line,
//! };
//! let plot = Plot { x: axis("x"), y: axis("x squared"), series: vec![line] };
//! assert!(plot.picture("Squares").starts_with("<svg "));
//! ```

pub(crate) mod number;
mod picture;
pub(crate) mod scale;

pub use number::Unit;
pub use picture::framed;
pub use scale::Scale;

use number::Text;
use std::fmt::Write;

/// The sizes are for a phone of 360 pixels: letters of 12 units are never smaller than 11 pixels
/// there, and only grow on wider screens.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 294.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 348.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 250.0;

/// Two axes and the lines between them.
pub struct Plot {
    /// The axis across.
    pub x: Axis,
    /// The upright axis.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
}

/// An axis.
pub struct Axis {
    /// What is measured.
    pub title: String,
    /// From numbers to places.
    pub scale: Scale,
    /// How numbers are written.
    pub unit: Unit,
}

/// One line with its markers.
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// Colour, marker and dashes.
    pub look: Look,
    /// The points, in the order in which they are joined.
    pub points: Vec<Point>,
    /// The shaded band: x, and its lower and upper end. It may be empty.
    pub band: Vec<[f64; 3]>,
    /// How points are joined.
    pub course: Course,
}

/// The way in which points are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Course {
    /// Each point is joined with the next one, and each has a marker.
    Line,
    /// Each point has a marker, and none is joined with another one.
    Markers,
    /// The points are joined by steps, as a rising share needs it, and only a few have a marker.
    Steps,
}

/// A point of a line.
pub struct Point {
    /// The place across.
    pub x: f64,
    /// The height.
    pub y: f64,
}

/// The look of a series: colour, marker and dashes. Marker and dashes alone distinguish 32 series,
/// so that colour is not needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look(pub usize);

const MARKERS: [&str; 8] = [
    "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
    "m-2.7 -2.7h5.4v5.4h-5.4z",
    "m0 -3.6l3.4 6h-6.8z",
    "m0 -3.8l3.4 3.8l-3.4 3.8l-3.4 -3.8z",
    "m-3.6 -1.1h2.5v-2.5h2.2v2.5h2.5v2.2h-2.5v2.5h-2.2v-2.5h-2.5z",
    "m0 3.6l3.4 -6h-6.8z",
    "m-3.2 -1.8l1.4 -1.4l1.8 1.8l1.8 -1.8l1.4 1.4l-1.8 1.8l1.8 1.8l-1.4 1.4l-1.8 -1.8l-1.8 1.8l-1.4 -1.4l1.8 -1.8z",
    "m-1.3 -3.8h2.6v7.6h-2.6z",
];

const DASHES: [&str; 4] = ["", "7 3", "2 2.5", "9 3 2 3"];

impl Look {
    fn colour(self) -> usize {
        (self.0 + self.0 / 8 * 3) % 8
    }

    fn marker(self) -> &'static str {
        MARKERS[self.0 % 8]
    }

    fn dashes(self) -> &'static str {
        DASHES[(self.0 + self.0 / 8) % 4]
    }

    /// A short piece of the line with its marker, for legends and tables.
    pub(crate) fn sample(self) -> String {
        format!(
            "<svg class=\"k c{}\" viewBox=\"0 0 34 10\" aria-hidden=\"true\"><path class=\"l\" stroke-dasharray=\"{}\" d=\"M0 5H34\"/>\
             <path class=\"m\" d=\"M17 5{}\"/></svg>",
            self.colour(),
            self.dashes(),
            self.marker()
        )
    }
}

impl Plot {
    /// The drawing. The label is for screen readers.
    pub(crate) fn svg(&self, label: &str) -> String {
        let mut out = format!(
            "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">",
            Text(label)
        );
        self.draw_all(&mut out);
        out.push_str("</svg>");
        out
    }

    /// The legend, which stands below the plot so that it never covers a line.
    pub(crate) fn legend(&self) -> String {
        let entries = self.series.iter();
        let entries = entries.map(|s| format!("<li>{}{}</li>", s.look.sample(), Text(&s.name)));
        format!("<ul class=\"legend\">{}</ul>", entries.collect::<String>())
    }

    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let (x, y) = (self.x.scale.place(x), self.y.scale.place(y));
        (LEFT + x * (RIGHT - LEFT), BOTTOM - y * (BOTTOM - TOP))
    }

    fn draw_all(&self, out: &mut String) {
        self.draw_axes(out);
        for series in &self.series {
            self.draw_band(out, series);
        }
        for series in &self.series {
            self.draw_line(out, series);
        }
    }

    fn draw_axes(&self, out: &mut String) {
        let mut free = 0.0;
        for (place, text) in self.x.scale.ticks(6, self.x.unit) {
            let x = LEFT + place * (RIGHT - LEFT);
            put(out, format_args!("<path class=\"g\" d=\"M{x:.1} {TOP}V{BOTTOM}\"/>"));
            // A letter is at most seven and a half units wide. The last label must not leave the
            // drawing, and no label may touch the previous one.
            let width = 7.5 * text.chars().count() as f64;
            let middle = x.min(WIDTH - width / 2.0);
            if middle - width / 2.0 >= free {
                free = middle + width / 2.0;
                let y = BOTTOM + 18.0;
                put(
                    out,
                    format_args!(
                        "<text x=\"{middle:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{text}</text>"
                    ),
                );
            }
        }
        for (place, text) in self.y.scale.ticks(6, self.y.unit) {
            let y = BOTTOM - place * (BOTTOM - TOP);
            put(
                out,
                format_args!(
                    "<path class=\"g\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                    LEFT - 5.0,
                    y + 4.0
                ),
            );
        }
        put(
            out,
            format_args!(
                "<path class=\"a\" d=\"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}\"/><text class=\"t\" x=\"2\" y=\"13\">{}</text>\
                 <text class=\"t\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                Text(&self.y.title),
                (LEFT + RIGHT) / 2.0,
                HEIGHT - 8.0,
                Text(&self.x.title)
            ),
        );
    }

    fn draw_band(&self, out: &mut String, series: &Series) {
        if series.band.len() < 2 {
            return;
        }
        let upper = series.band.iter().map(|[x, _, high]| self.at(*x, *high));
        let lower = series.band.iter().rev().map(|[x, low, _]| self.at(*x, *low));
        let corners: Vec<String> =
            upper.chain(lower).map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let colour = series.look.colour();
        put(out, format_args!("<path class=\"b c{colour}\" d=\"M{}z\"/>", corners.join("L")));
    }

    fn draw_line(&self, out: &mut String, series: &Series) {
        let mut way = String::new();
        for (i, point) in series.points.iter().enumerate() {
            let (x, y) = self.at(point.x, point.y);
            match (i, series.course) {
                (0, _) => put(&mut way, format_args!("M{x:.1} {y:.1}")),
                (_, Course::Line | Course::Markers) => {
                    put(&mut way, format_args!("L{x:.1} {y:.1}"))
                }
                (_, Course::Steps) => put(&mut way, format_args!("H{x:.1}V{y:.1}")),
            }
        }
        put(out, format_args!("<g class=\"c{}\">", series.look.colour()));
        if series.points.len() > 1 && series.course != Course::Markers {
            let dashes = series.look.dashes();
            put(out, format_args!("<path class=\"l\" stroke-dasharray=\"{dashes}\" d=\"{way}\"/>"));
        }
        // Steps have many points, so their markers keep a distance. Each series begins its markers
        // elsewhere, because equal lines would hide each other.
        let (first, every) = match series.course {
            Course::Line | Course::Markers => (0, 1),
            Course::Steps => {
                let every = series.points.len().div_ceil(4).max(1);
                (series.look.0 * 5 % every, every)
            }
        };
        for point in series.points.iter().skip(first).step_by(every) {
            let (x, y) = self.at(point.x, point.y);
            let marker = series.look.marker();
            let (tip_x, tip_y) = (self.x.unit.show(point.x), self.y.unit.show(point.y));
            put(
                out,
                format_args!(
                    "<path class=\"m\" d=\"M{x:.1} {y:.1}{marker}\"><title>{}: {tip_y} at {tip_x}</title></path>",
                    Text(&series.name)
                ),
            );
        }
        out.push_str("</g>");
    }
}

fn put(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    out.write_fmt(arguments).expect("a string takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn looks_differ_without_colour() {
        let looks: HashSet<_> = (0..32).map(|i| (Look(i).marker(), Look(i).dashes())).collect();
        assert_eq!(looks.len(), 32);
    }

    #[test]
    fn a_plot_has_its_lines_bands_and_tips() {
        let series = Series {
            name: "o<b".to_owned(),
            look: Look(1),
            points: vec![Point { x: 0.0, y: 1000.0 }, Point { x: 1.0, y: 0.0 }],
            band: vec![[0.0, 500.0, 2000.0], [1.0, 0.0, 1500.0]],
            course: Course::Line,
        };
        let plot = Plot {
            x: Axis {
                title: "gap".to_owned(),
                scale: Scale::linear([0.0, 1.0]),
                unit: Unit::Plain,
            },
            y: Axis {
                title: "time".to_owned(),
                scale: Scale::log([1000.0, 2000.0, 500.0]),
                unit: Unit::Time,
            },
            series: vec![series],
        };
        let svg = plot.svg("time against gap");
        assert!(svg.contains("<title>o&lt;b: 1\u{a0}µs at 0</title>"), "{svg}");
        assert_eq!(svg.matches("class=\"m\"").count(), 2);
        assert_eq!(svg.matches("class=\"b c1\"").count(), 1);
        assert!(plot.legend().contains("o&lt;b"));
    }
}
