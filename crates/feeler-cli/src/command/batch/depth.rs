//! The lines of a batch about depths.

use crate::args::Format;
use crate::session::Measured;
use anyhow::Result;
use feeler_field::Depth;
use serde::Serialize;

pub(super) const HEADER: &str = "pose,lower,upper,proof,x,y,z,ns";

/// One line of the output about the depth of two solids.
#[derive(Serialize)]
pub(super) struct DepthLine {
    pose: usize,
    lower: f64,
    /// Infinite, and null in JSON, if no free place is found in time.
    upper: f64,
    proof: &'static str,
    translation: [f64; 3],
    triangles: Option<[u32; 2]>,
    ns: u64,
}

impl DepthLine {
    pub(super) fn new(pose: usize, answer: &Measured<Depth>) -> Self {
        let Depth { translation, upper, lower, proof, contact, .. } = answer.value;
        Self {
            pose,
            lower,
            upper,
            proof: proof.name(),
            translation,
            triangles: contact.map(|closest| closest.triangles),
            ns: answer.time.as_nanos() as u64,
        }
    }

    pub(super) fn to_line(&self, format: Format) -> Result<String> {
        let Self { pose, lower, upper, proof, translation: [x, y, z], ns, .. } = self;
        Ok(match format {
            Format::Csv => format!("{pose},{lower},{upper},{proof},{x},{y},{z},{ns}"),
            Format::Jsonl => serde_json::to_string(self)?,
        })
    }
}
