//! `feeler check --curves`: along which curves do the surfaces cross?

use super::{AskedJson, CheckedMesh, Outcome, cost};
use crate::format;
use crate::output::{self, Output};
use crate::session::{Ask, Measured, Session, Settings};
use crate::sources::Sources;
use anyhow::Result;
use feeler::Pose;
use feeler_field::{Curve, FlatPatch};
use feeler_io::{Polyline, WriteFormat};
use serde::Serialize;
use std::path::Path;

/// Asks, writes the curves to a file, and the answer; `json` has the settings if the output is JSON.
pub(super) fn run(
    path: &Path,
    mut session: Session,
    sides: &[CheckedMesh; 2],
    pose: Pose,
    json: Option<Settings>,
) -> Result<Outcome> {
    let format = WriteFormat::of_path(path)?;
    format.encode_polylines(&[])?; // some formats have no lines
    let sources = Sources::of_meshes(sides.iter().map(|side| &side.source));
    let mut file = Output::create(path, &sources)?;
    session.curves(pose); // to warm up
    let answer = session.curves(pose);
    let patches = FlatPatch::all(&session.models().at(pose));
    let mut lines = lines(&answer.value);
    lines.extend(borders(&patches));
    file.bytes(&format.encode_polylines(&lines)?)?;
    file.finish()?;
    let summary = Summary::of(&answer.value);
    let flat = Flat::of(&patches);
    let touching = summary.count > 0 || session.ask(Ask::Intersects, pose).value.touching();
    match json {
        Some(settings) => output::print_json(&CurvesJson {
            touching,
            curves: summary,
            patches: flat,
            file: path,
            asked: AskedJson::new(sides, pose, &answer.effort, answer.time, settings),
        })?,
        None => {
            sides.iter().for_each(CheckedMesh::note_degenerate);
            output::print(&to_text(&answer, &summary, &flat, touching, sides))?;
        }
    }
    Ok(if touching { Outcome::Touching } else { Outcome::Apart })
}

fn lines(curves: &[Curve]) -> Vec<Polyline> {
    let line = |(index, curve): (usize, &Curve)| Polyline {
        name: format!("curve_{}", index + 1),
        points: curve.points.clone(),
        is_closed: curve.is_closed,
    };
    curves.iter().enumerate().map(line).collect()
}

fn to_text(
    answer: &Measured<Vec<Curve>>,
    summary: &Summary,
    flat: &Flat,
    touching: bool,
    [a, b]: &[CheckedMesh; 2],
) -> String {
    let meshes = format!("({}, {})", a.described(), b.described());
    let cost = cost(&answer.effort, answer.time);
    if !touching {
        return format!("apart   {meshes}   {cost}\n");
    }
    let Summary { count, closed, segments, length, .. } = *summary;
    let mut parts = Vec::new();
    if count > 0 {
        let curves = format::counted(count as u64, "curve");
        let kind = match closed {
            _ if closed == count => "closed".to_owned(),
            _ => format!("{} closed", format::count(closed as u64)),
        };
        let segments = format::counted(segments as u64, "segment");
        parts.push(format!("{curves}, {kind}, {segments}, length {}", format::coordinate(length)));
    }
    if flat.count > 0 {
        let patches = match flat.count {
            1 => "1 flat patch".to_owned(),
            n => format!("{} flat patches", format::count(n as u64)),
        };
        parts.push(format!("{patches}, area {}", format::coordinate(flat.area)));
    }
    if parts.is_empty() {
        parts.push("no curve: they touch without crossing".to_owned());
    }
    format!("touching   {}   {meshes}   {cost}\n", parts.join("   "))
}

/// The borders of patches.
fn borders(patches: &[FlatPatch]) -> Vec<Polyline> {
    let of_patch = |(index, patch): (usize, &FlatPatch)| -> Vec<Polyline> {
        let line = |points: &Vec<[f64; 3]>| Polyline {
            name: format!("patch_{}", index + 1),
            points: points.clone(),
            is_closed: true,
        };
        patch.outline.iter().map(line).collect()
    };
    patches.iter().enumerate().flat_map(of_patch).collect()
}

/// What all patches are together.
#[derive(Serialize)]
struct Flat {
    count: usize,
    area: f64,
}

impl Flat {
    fn of(patches: &[FlatPatch]) -> Self {
        let area = patches.iter().fold(0.0, |sum, patch| sum + patch.area);
        Self { count: patches.len(), area }
    }
}

/// What all curves are together.
#[derive(Serialize)]
struct Summary {
    count: usize,
    closed: usize,
    open: usize,
    segments: usize,
    length: f64,
}

impl Summary {
    fn of(curves: &[Curve]) -> Self {
        let closed = curves.iter().filter(|curve| curve.is_closed).count();
        Self {
            count: curves.len(),
            closed,
            open: curves.len() - closed,
            segments: curves.iter().map(|curve| curve.contacts.len()).sum(),
            length: curves.iter().fold(0.0, |sum, curve| sum + curve.length()),
        }
    }
}

#[derive(Serialize)]
struct CurvesJson<'a> {
    touching: bool,
    curves: Summary,
    patches: Flat,
    file: &'a Path,
    #[serde(flatten)]
    asked: AskedJson<'a>,
}
