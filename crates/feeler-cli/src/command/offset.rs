//! `feeler offset`: surfaces at a distance from a mesh.

use super::Outcome;
use crate::args::OffsetArgs;
use crate::format;
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::output::{self, Output};
use crate::sources::Sources;
use crate::table::Table;
use crate::voice;
use crate::watched::Watched;
use anyhow::{Context, Result, bail};
use feeler_field::{Deepest, Deviation, FieldError, Fineness, Offset, Offsets, Solid, Spread};
use feeler_io::WriteFormat;
use serde::Serialize;
use std::ffi::OsStr;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(crate) fn run(args: &OffsetArgs) -> Result<Outcome> {
    match make_all(args) {
        Err(error) if error.downcast_ref() == Some(&FieldError::Stopped) => {
            voice::note("interrupted; nothing is written of what was not done");
            Ok(Outcome::Interrupted)
        }
        Err(error) => Err(error),
        Ok(report) => {
            match args.json {
                true => output::print_json(&report)?,
                false => output::print(&report.to_string())?,
            }
            Ok(Outcome::Done)
        }
    }
}

fn make_all(args: &OffsetArgs) -> Result<Report> {
    let format = WriteFormat::of_path(&args.output)?;
    let paths = paths(&args.output, args.by.len());
    let sources = Sources::of_meshes([&args.mesh]);
    let outputs = paths.iter().map(|path| Output::create(path, &sources));
    let mut outputs = outputs.collect::<Result<Vec<_>>>()?.into_iter();
    let interrupt = Interrupt::listen()?;
    let inputs = Input::all([&args.mesh], args.stream.format)?;
    let [input] = &inputs[..] else { unreachable!("one mesh is typed") };
    let mesh = input.mesh_or(&interrupt)?;
    let solid = Solid::new(mesh).with_context(|| args.mesh.clone())?;

    let watched = Watched::new(&interrupt);
    let deepest = match solid.deepest_with_progress(&|_| watched.go_on()) {
        Err(FieldError::NoInside) => None,
        other => Some(other?),
    };
    let levels = levels(args, deepest).with_context(|| args.mesh.clone())?;
    let options = Offsets {
        fineness: match args.error {
            Some(error) => Fineness::Error(error),
            None => Fineness::Resolution(args.resolution.unwrap_or(128) as usize),
        },
        polish: args.polish,
        samples: args.samples as usize,
        ..Offsets::default()
    };
    let mut made = Vec::new();
    for (level, path) in levels.into_iter().zip(paths) {
        let start = Instant::now();
        watched.start(&format!("surface at {}", format::coordinate(level)));
        let offset = options
            .at(&solid, level, &|done| watched.tell(done))
            .with_context(|| args.mesh.clone());
        watched.end();
        let offset = offset?;
        if interrupt.noted() {
            return Err(FieldError::Stopped.into());
        }
        let time = start.elapsed();
        let content = format.encode(&offset.surface)?;
        let mut output = outputs.next().expect("one for each level");
        output.bytes(&content)?;
        output.finish()?;
        made.push(Made::new(&offset, path, time));
    }
    Ok(Report {
        source: args.mesh.clone(),
        name: input.name(),
        triangles: solid.mesh().triangles().len(),
        closed: solid.is_closed(),
        turned: solid.turned(),
        largest_penetration: deepest.map(Into::into),
        polished: args.polish,
        offsets: made,
    })
}

/// The levels in the unit of the mesh. Every level must have a surface.
fn levels(args: &OffsetArgs, deepest: Option<Deepest>) -> Result<Vec<f64>> {
    let Some(deepest) = deepest else {
        if args.percent || args.by.iter().any(|&by| by < 0.0) {
            return Err(FieldError::NoInside.into());
        }
        return Ok(args.by.clone());
    };
    let unit = if args.percent { deepest.depth / 100.0 } else { 1.0 };
    for &by in &args.by {
        if by * unit <= -deepest.depth {
            let in_percent = if args.percent { " percent" } else { "" };
            let lowest = format::coordinate(-deepest.depth / unit);
            bail!(
                "there is no surface at {by}{in_percent}: levels go from above {lowest}{in_percent}, \
                 the largest possible penetration, to any distance outwards"
            );
        }
    }
    Ok(args.by.iter().map(|by| by * unit).collect())
}

/// The output paths: one path, or one for each surface.
fn paths(path: &Path, count: usize) -> Vec<PathBuf> {
    if count == 1 {
        return vec![path.to_owned()];
    }
    let text = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, extension) = (text(path.file_stem()), text(path.extension()));
    (1..=count).map(|number| path.with_file_name(format!("{stem}-{number}.{extension}"))).collect()
}

/// The report about all surfaces.
#[derive(Serialize)]
struct Report {
    source: String,
    #[serde(skip)]
    name: String,
    triangles: usize,
    closed: bool,
    turned: usize,
    largest_penetration: Option<Penetration>,
    polished: bool,
    offsets: Vec<Made>,
}

#[derive(Serialize)]
struct Penetration {
    depth: f64,
    point: [f64; 3],
    bound: f64,
}

impl From<Deepest> for Penetration {
    fn from(Deepest { depth, point, bound }: Deepest) -> Self {
        Self { depth, point, bound }
    }
}

/// The report about one surface.
#[derive(Serialize)]
struct Made {
    level: f64,
    file: PathBuf,
    triangles: usize,
    vertices: usize,
    resolution: usize,
    spacing: f64,
    error: SurfaceErrors,
    seconds: f64,
}

#[derive(Serialize)]
struct SurfaceErrors {
    max: f64,
    vertices: ErrorSizes,
    triangles: ErrorSizes,
}

#[derive(Serialize)]
struct ErrorSizes {
    count: usize,
    max: f64,
    mean: f64,
    median: f64,
    p99: f64,
}

impl From<Deviation> for SurfaceErrors {
    fn from(deviation: Deviation) -> Self {
        let sizes =
            |Spread { count, max, mean, median, p99 }| ErrorSizes { count, max, mean, median, p99 };
        Self {
            max: deviation.max(),
            vertices: sizes(deviation.vertices),
            triangles: sizes(deviation.triangles),
        }
    }
}

impl Made {
    fn new(offset: &Offset, file: PathBuf, time: Duration) -> Self {
        Self {
            level: offset.level,
            file,
            triangles: offset.surface.triangles().len(),
            vertices: offset.surface.vertices().len(),
            resolution: offset.resolution,
            spacing: offset.spacing,
            error: offset.deviation.into(),
            seconds: time.as_secs_f64(),
        }
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.closed { "closed" } else { "open" };
        let triangles = format::counted(self.triangles as u64, "triangle");
        write!(f, "{}: {triangles}, {kind}", format::printable(&self.name))?;
        if self.turned > 0 {
            write!(
                f,
                ", {} turned to agree with their neighbours",
                format::count(self.turned as u64)
            )?;
        }
        writeln!(f)?;
        match &self.largest_penetration {
            Some(Penetration { depth, point, bound }) => writeln!(
                f,
                "largest possible penetration {} at {}, proven not above {}",
                format::coordinate(*depth),
                format::point(*point),
                format::coordinate(*bound)
            )?,
            None => writeln!(f, "nothing is inside")?,
        }
        let mut table = Table::new([
            "file",
            "level",
            "triangles",
            "max error",
            "99 %",
            "mean",
            "cells",
            "time",
        ]);
        for made in &self.offsets {
            table.row([
                format::printable(&made.file.display().to_string()),
                format::coordinate(made.level),
                format::count(made.triangles as u64),
                format!("{:.2e}", made.error.max),
                format!("{:.2e}", made.error.triangles.p99),
                format!("{:.2e}", made.error.triangles.mean),
                format::count(made.resolution as u64),
                format::time(Duration::from_secs_f64(made.seconds)),
            ]);
        }
        write!(f, "\n{table}")
    }
}
