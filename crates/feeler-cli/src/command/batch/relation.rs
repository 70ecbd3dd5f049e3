//! The lines of a batch about solids.

use crate::args::Format;
use crate::relation::Components;
use crate::session::Measured;
use anyhow::Result;
use feeler_field::Related;
use serde::Serialize;

pub(super) const HEADER: &str = "pose,answer,confidence,ns";

/// One line of the output about the relation of two solids.
#[derive(Serialize)]
pub(super) struct RelationLine {
    pose: usize,
    answer: &'static str,
    confidence: f64,
    components: Components,
    ns: u64,
}

impl RelationLine {
    pub(super) fn new(pose: usize, answer: &Measured<Related>) -> Self {
        let Related { relation, confidence, components, .. } = answer.value;
        Self {
            pose,
            answer: relation.name(),
            confidence,
            components: components.into(),
            ns: answer.time.as_nanos() as u64,
        }
    }

    pub(super) fn to_line(&self, format: Format) -> Result<String> {
        let Self { pose, answer, confidence, ns, .. } = self;
        Ok(match format {
            Format::Csv => format!("{pose},{answer},{confidence},{ns}"),
            Format::Jsonl => serde_json::to_string(self)?,
        })
    }
}
