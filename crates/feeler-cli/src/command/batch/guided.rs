//! The lines of a batch about probable contacts.

use crate::args::Format;
use crate::guide;
use crate::session::Measured;
use anyhow::Result;
use feeler::{Contact, Effort, Verdict};
use serde::Serialize;

pub(super) const HEADER: &str = "pose,answer,p,kind,volume_tests,triangle_tests,ns";

/// One line of the output about a probable contact.
#[derive(Serialize)]
pub(super) struct GuidedLine {
    pose: usize,
    answer: u8,
    p: f64,
    kind: &'static str,
    contact: Option<[u32; 2]>,
    volume_tests: u64,
    triangle_tests: u64,
    ns: u64,
}

impl GuidedLine {
    pub(super) fn new(pose: usize, answer: &Measured<Verdict>) -> Self {
        let Effort { volume_tests, triangle_tests, .. } = answer.effort;
        Self {
            pose,
            answer: answer.value.touches().into(),
            p: answer.value.p(),
            kind: guide::kind(answer.value),
            contact: match answer.value {
                Verdict::Hit(Contact { a, b }) => Some([a, b]),
                _ => None,
            },
            volume_tests,
            triangle_tests,
            ns: answer.time.as_nanos() as u64,
        }
    }

    pub(super) fn to_line(&self, format: Format) -> Result<String> {
        let Self { pose, answer, p, kind, volume_tests, triangle_tests, ns, .. } = self;
        Ok(match format {
            Format::Csv => {
                format!("{pose},{answer},{p},{kind},{volume_tests},{triangle_tests},{ns}")
            }
            Format::Jsonl => serde_json::to_string(self)?,
        })
    }
}
