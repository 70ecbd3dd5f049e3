//! The options of a run, and the files that it writes.

use feeler::Mesh;
use feeler_bench::plot::{Axis, Course, Look, Plot, Point, Scale, Series, Unit};
use feeler_scenes::{Shape, normalised};
use std::cell::RefCell;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Where files are written, and where meshes are.
pub(crate) struct Desk {
    pub(crate) output: PathBuf,
    pub(crate) meshes: Option<PathBuf>,
    /// What the experiment at hand has found.
    findings: RefCell<Vec<String>>,
}

impl Default for Desk {
    fn default() -> Self {
        let output = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/papers");
        Self { output, meshes: None, findings: RefCell::default() }
    }
}

/// The files of `--meshes`, and their names in figures.
const FILES: [(&str, &str); 3] = [
    ("bunny", "scans/bunny.ply"),
    ("dragon", "scans/dragon_res2.ply"),
    ("turbine", "cad/turbine.off"),
];

impl Desk {
    /// The built-in shapes, and the meshes of the folder if there is one; all of the size of the
    /// papers.
    pub(crate) fn with_files(
        &self,
        shapes: &[(Shape, usize)],
    ) -> Result<Vec<(String, Mesh)>, Box<dyn Error>> {
        let made = |&(shape, triangles): &(Shape, usize)| {
            let mesh = shape.mesh(triangles);
            (format!("{} {}", shape.name(), thousands(mesh.triangles().len())), normalised(&mesh))
        };
        let mut all: Vec<(String, Mesh)> = shapes.iter().map(made).collect();
        if let Some(folder) = &self.meshes {
            for (name, file) in FILES {
                let path = folder.join(file);
                if !path.exists() {
                    eprintln!("        {} is not there, and left out", path.display());
                    continue;
                }
                let mesh = normalised(&feeler_io::read(&path)?);
                all.push((format!("{name} {}", thousands(mesh.triangles().len())), mesh));
            }
        }
        Ok(all)
    }

    /// Says and records what was found.
    pub(crate) fn found(&self, finding: String) {
        eprintln!("        {finding}");
        self.findings.borrow_mut().push(finding);
    }

    /// Writes a figure, and the numbers that it shows.
    pub(crate) fn draw(&self, name: &str, title: &str, plot: &Plot) -> Result<(), Box<dyn Error>> {
        let mut data = format!("line,{},{}\n", quoted(&plot.x.title), quoted(&plot.y.title));
        for series in &plot.series {
            for Point { x, y } in &series.points {
                writeln!(data, "{},{},{}", quoted(&series.name), short(*x), short(*y))?;
            }
        }
        self.write(name, &plot.picture(title), &data)
    }

    /// Writes a picture and its data.
    pub(crate) fn write(
        &self,
        name: &str,
        picture: &str,
        data: &str,
    ) -> Result<(), Box<dyn Error>> {
        fs::create_dir_all(&self.output)?;
        fs::write(self.output.join(format!("{name}.svg")), picture)?;
        fs::write(self.output.join(format!("{name}.csv")), data)?;
        Ok(())
    }

    /// Puts the findings of an experiment in the place of those of its last run.
    pub(crate) fn finish(&self, experiment: &str) -> Result<(), Box<dyn Error>> {
        let path = self.output.join("findings.csv");
        let old = fs::read_to_string(&path).unwrap_or_default();
        let others =
            old.lines().skip(1).filter(|line| !line.starts_with(&format!("{experiment},")));
        let mut lines: Vec<String> = others.map(str::to_owned).collect();
        let found = self.findings.take();
        lines.extend(found.iter().map(|finding| format!("{experiment},{}", quoted(finding))));
        // Experiments stay together, and their findings in order.
        lines.sort_by(|a, b| a.split(',').next().cmp(&b.split(',').next()));
        fs::create_dir_all(&self.output)?;
        fs::write(&path, format!("experiment,finding\n{}\n", lines.join("\n")))?;
        Ok(())
    }
}

fn quoted(text: &str) -> String {
    match text.contains([',', '"']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// Six digits of a number.
fn short(x: f64) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    let digits = (5 - x.abs().log10().floor() as i32).clamp(0, 12) as usize;
    let text = format!("{x:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// A number of triangles, as a legend has it.
pub(crate) fn thousands(triangles: usize) -> String {
    match triangles {
        0..=9_999 => format!("{:.1}k", triangles as f64 / 1e3),
        _ => format!("{:.0}k", triangles as f64 / 1e3),
    }
}

/// The lines of a figure, one for each name.
pub(crate) fn lines(
    all: impl IntoIterator<Item = (String, Vec<(f64, f64)>)>,
    course: Course,
) -> Vec<Series> {
    let line = |(i, (name, points)): (usize, (String, Vec<(f64, f64)>))| Series {
        name,
        look: Look(i),
        points: points.into_iter().map(|(x, y)| Point { x, y }).collect(),
        band: vec![],
        course,
    };
    all.into_iter().enumerate().map(line).collect()
}

/// An axis with the scale that suits its numbers.
pub(crate) fn axis(title: &str, scale: Scale, unit: Unit) -> Axis {
    Axis { title: title.to_owned(), scale, unit }
}

/// The upright axis of some lines: from zero, or logarithmic.
pub(crate) fn upright(title: &str, unit: Unit, series: &[Series]) -> Axis {
    let values: Vec<f64> = series.iter().flat_map(|s| s.points.iter().map(|p| p.y)).collect();
    let scale = match unit {
        Unit::Share => Scale::from_zero(values),
        _ => Scale::suited_from_zero(&values),
    };
    axis(title, scale, unit)
}
