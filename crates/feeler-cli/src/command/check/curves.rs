//! `feeler check --curves`: along which curves do the surfaces cross?

use super::{AskedJson, CheckedMesh, Outcome, cost};
use crate::format;
use crate::output::{self, Output};
use crate::session::{Ask, Measured, Session, Settings};
use crate::sources::Sources;
use anyhow::Result;
use feeler::Pose;
use feeler_field::Curve;
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
    file.bytes(&format.encode_polylines(&lines(&answer.value))?)?;
    file.finish()?;
    let summary = Summary::of(&answer.value);
    let touching = summary.count > 0 || session.ask(Ask::Intersects, pose).value.touching();
    match json {
        Some(settings) => output::print_json(&CurvesJson {
            touching,
            curves: summary,
            file: path,
            asked: AskedJson::new(sides, pose, &answer.effort, answer.time, settings),
        })?,
        None => {
            sides.iter().for_each(CheckedMesh::note_degenerate);
            output::print(&to_text(&answer, &summary, touching, sides))?;
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
    touching: bool,
    [a, b]: &[CheckedMesh; 2],
) -> String {
    let meshes = format!("({}, {})", a.described(), b.described());
    let cost = cost(&answer.effort, answer.time);
    if !touching {
        return format!("apart   {meshes}   {cost}\n");
    }
    let Summary { count, closed, segments, length, .. } = *summary;
    if count == 0 {
        return format!("touching   no curve: they touch without crossing   {meshes}   {cost}\n");
    }
    let curves = format::counted(count as u64, "curve");
    let kind = match closed {
        _ if closed == count => "closed".to_owned(),
        _ => format!("{} closed", format::count(closed as u64)),
    };
    let segments = format::counted(segments as u64, "segment");
    let length = format::coordinate(length);
    format!("touching   {curves}, {kind}, {segments}, length {length}   {meshes}   {cost}\n")
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
    file: &'a Path,
    #[serde(flatten)]
    asked: AskedJson<'a>,
}
