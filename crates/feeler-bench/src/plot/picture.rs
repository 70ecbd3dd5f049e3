//! A plot as a file of its own: title, drawing, legend and colours in one SVG.

use super::number::Text;
use super::{Course, HEIGHT, Plot, Series, WIDTH, put};

/// The colours of a picture: those of the report, by the preference of the reader.
const STYLE: &str = "\
svg{--ground:#fff;--ink:#1a1a1a;--faint:#595959;--line:#d9d9d9;--shade:.13;background:var(--ground);\
--c0:#0072b2;--c1:#d55e00;--c2:#009e73;--c3:#a8539b;--c4:#c98a00;--c5:#3a9bd9;--c6:#000;--c7:#a89a00}\
@media(prefers-color-scheme:dark){svg{--ground:#14161a;--ink:#e8e8e8;--faint:#a8a8a8;--line:#3a3d44;--shade:.2;\
--c0:#3d9ad6;--c1:#ee7420;--c2:#14b88a;--c3:#d98bb8;--c4:#e69f00;--c5:#7cc8f2;--c6:#fff;--c7:#f0e442}}\
text{fill:var(--faint);font:12px system-ui,sans-serif}.t{fill:var(--ink)}.h{fill:var(--ink);font-weight:600}\
.g{stroke:var(--line);stroke-width:.6}.a{fill:none;stroke:var(--faint);stroke-width:1}\
.l{fill:none;stroke:currentColor;stroke-width:1.6;stroke-linejoin:round}.m{fill:currentColor;stroke:var(--ground);stroke-width:.5}\
.b{fill:currentColor;opacity:var(--shade)}\
.c0{color:var(--c0)}.c1{color:var(--c1)}.c2{color:var(--c2)}.c3{color:var(--c3)}\
.c4{color:var(--c4)}.c5{color:var(--c5)}.c6{color:var(--c6)}.c7{color:var(--c7)}";

/// The height of the title.
const TITLE: f64 = 22.0;
/// The height of a line of the legend.
const LINE: f64 = 17.0;
/// The width of a letter, at most in the mean of a word.
const LETTER: f64 = 7.1;
/// The width of a sample of a line, with the room behind it.
const SAMPLE: f64 = 40.0;

impl Plot {
    /// The file: title, drawing and legend, in light or dark colours as the reader prefers.
    pub fn picture(&self, title: &str) -> String {
        let rows = self.legend_rows();
        let height = TITLE + HEIGHT + LINE * rows.len() as f64 + 6.0;
        let mut out = format!("<g transform=\"translate(0 {TITLE})\">");
        self.draw_all(&mut out);
        out.push_str("</g>\n");
        for (row, entries) in rows.iter().enumerate() {
            let y = TITLE + HEIGHT + LINE * (row as f64 + 0.5);
            for &(x, series) in entries {
                draw_entry(&mut out, x, y, series);
            }
        }
        framed(title, [WIDTH, height], &out)
    }

    /// The entries of the legend, in rows that are not wider than the picture.
    fn legend_rows(&self) -> Vec<Vec<(f64, &Series)>> {
        let mut rows: Vec<Vec<(f64, &Series)>> = Vec::new();
        let mut free = f64::INFINITY;
        for series in &self.series {
            let width = SAMPLE + LETTER * series.name.chars().count() as f64 + 8.0;
            if free + width > WIDTH {
                rows.push(Vec::new());
                free = 4.0;
            }
            rows.last_mut().expect("a row was begun").push((free, series));
            free += width;
        }
        rows
    }
}

/// A drawing as a picture with a title. In it, the classes `c0` to `c7` give a colour, and of the
/// elements in them `l` is a line, `m` a filled shape and `b` a shaded one. The uppermost 22 units
/// are those of the title.
///
/// ```
/// let circle = "<g class=\"c1\"><circle class=\"l\" cx=\"50\" cy=\"70\" r=\"40\"/></g>";
/// assert!(feeler_bench::plot::framed("A circle", [100.0, 120.0], circle).ends_with("</svg>\n"));
/// ```
pub fn framed(title: &str, [width, height]: [f64; 2], body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         style=\"max-width:100%;height:auto\" role=\"img\" aria-label=\"{label}\">\n<style>{STYLE}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"var(--ground)\"/>\n\
         <text class=\"h\" x=\"2\" y=\"15\">{label}</text>\n{body}</svg>\n",
        label = Text(title)
    )
}

fn draw_entry(out: &mut String, x: f64, y: f64, series: &Series) {
    let line = match series.course {
        Course::Markers => String::new(),
        _ => format!(
            "<path class=\"l\" stroke-dasharray=\"{}\" d=\"M{x:.1} {y:.1}h34\"/>",
            series.look.dashes()
        ),
    };
    put(
        out,
        format_args!(
            "<g class=\"c{}\">{line}<path class=\"m\" d=\"M{:.1} {y:.1}{}\"/></g><text x=\"{:.1}\" y=\"{:.1}\">{}</text>\n",
            series.look.colour(),
            x + 17.0,
            series.look.marker(),
            x + SAMPLE,
            y + 4.0,
            Text(&series.name)
        ),
    );
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, Look, Point, Scale, Unit};
    use super::*;

    fn line(name: &str, look: usize) -> Series {
        let points = vec![Point { x: 0.0, y: 0.0 }, Point { x: 1.0, y: 1.0 }];
        Series {
            name: name.to_owned(),
            look: Look(look),
            points,
            band: vec![],
            course: Course::Line,
        }
    }

    #[test]
    fn a_picture_is_xml_whose_legend_is_never_wider_than_it() {
        let axis = |title: &str| Axis {
            title: title.to_owned(),
            scale: Scale::between([0.0, 1.0]),
            unit: Unit::Plain,
        };
        let names = ["a < b", "a long name of a line", "another long name of a line", "short"];
        let series = names.iter().enumerate().map(|(i, name)| line(name, i)).collect();
        let plot = Plot { x: axis("x"), y: axis("y"), series };
        let picture = plot.picture("A & B");
        assert!(picture.contains("A &amp; B") && picture.contains("a &lt; b"), "{picture}");
        let mut reader = quick_xml::Reader::from_str(&picture);
        while !matches!(reader.read_event().unwrap(), quick_xml::events::Event::Eof) {}
        let rows = plot.legend_rows();
        assert!(rows.len() > 1 && rows.iter().map(Vec::len).sum::<usize>() == names.len());
        for (x, series) in rows.concat() {
            assert!(x + SAMPLE + LETTER * series.name.len() as f64 <= WIDTH, "{}", series.name);
        }
    }
}
