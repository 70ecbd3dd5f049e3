//! `feeler check --volume`: which volume do both solids share?

use super::{CheckedMesh, CheckedSolid, Outcome};
use crate::relation::{self, SolidJson};
use crate::session::{Session, Settings};
use crate::{format, output};
use anyhow::{Context, Result};
use feeler::Pose;
use feeler_field::{Overlap, OverlapError};
use serde::Serialize;
use std::time::Instant;

/// Asks and writes the answer; `json` has the settings if the output is JSON.
pub(super) fn run(
    session: Session,
    sides: &[CheckedMesh; 2],
    pose: Pose,
    json: Option<Settings>,
) -> Result<Outcome> {
    let models = session.models();
    let boundaries = relation::boundaries(&models);
    let [of_a, of_b] = &boundaries;
    let start = Instant::now();
    let answer = Overlap::between(of_a, of_b, pose);
    let time = start.elapsed();
    let [a, b] = sides;
    let Overlap { volume, error, .. } = match answer {
        Ok(overlap) => overlap,
        Err(reason) => {
            let side = match reason {
                OverlapError::Open(which) | OverlapError::Knotted(which) => &sides[which],
                _ => a,
            };
            return Err(reason).with_context(|| side.source.clone());
        }
    };
    // Solids may share less than rounding tells.
    let shares = volume > error;
    match json {
        Some(settings) => output::print_json(&VolumeJson {
            volume,
            error,
            shares,
            a: CheckedSolid { mesh: a, solid: SolidJson::new(of_a) },
            b: CheckedSolid { mesh: b, solid: SolidJson::new(of_b) },
            pose: pose.to_numbers(),
            ns: time.as_nanos() as u64,
            settings,
        })?,
        None => {
            sides.iter().for_each(CheckedMesh::note_degenerate);
            let meshes = format!("({}, {})", a.described(), b.described());
            let time = format::time(time);
            output::print(&match shares {
                true => {
                    let [volume, error] = [volume, error].map(format::coordinate);
                    format!("volume {volume}   within {error}   {meshes}   {time}\n")
                }
                false => format!("no volume   {meshes}   {time}\n"),
            })?;
        }
    }
    Ok(if shares { Outcome::Touching } else { Outcome::Apart })
}

#[derive(Serialize)]
struct VolumeJson<'a> {
    volume: f64,
    /// A bound of the error of the volume by rounding.
    error: f64,
    /// Whether the volume is above its error.
    shares: bool,
    a: CheckedSolid<'a>,
    b: CheckedSolid<'a>,
    pose: [f64; 12],
    ns: u64,
    settings: Settings,
}
