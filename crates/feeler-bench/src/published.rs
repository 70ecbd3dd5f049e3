//! The published method as a contender: average-distribution trees.

use crate::Question;
use crate::peer::Answer;
use crate::subject::{Built, Subject};
use feeler::{Mesh, Model, Pose, Scratch, TreeStats};
use feeler_research::adb::{Adb, Memory, Query};
use feeler_research::{Published, Setting};
use std::time::Instant;

/// Builds A, then B, and counts their cells. The time includes the counting.
pub(crate) fn build(published: Published, a: &Mesh, b: &Mesh, setting: &Setting) -> Built {
    let timed = |mesh: &Mesh| {
        let mesh = mesh.clone();
        let start = Instant::now();
        let tree = Adb::owning(Model::build(mesh, &setting.build()), published.cells());
        (tree, start.elapsed().as_nanos() as u64)
    };
    let ((a, first), (b, second)) = (timed(a), timed(b));
    let subject = Box::new(AdbTrees { a, b, query: published.query(), memory: None });
    Built { subject, ns: [first, second] }
}

/// Two average-distribution trees, and their query.
struct AdbTrees {
    a: Adb<'static>,
    b: Adb<'static>,
    query: Query<'static>,
    /// The memory of queries, or `None` until the instructions are known.
    memory: Option<Memory>,
}

impl Subject for AdbTrees {
    fn ask(&mut self, question: Question, pose: Pose, scratch: &mut Scratch) -> Answer {
        assert_eq!(question, Question::Intersects, "checked when the scene was read");
        let instructions = scratch.instructions();
        let memory = self.memory.get_or_insert_with(|| Memory::with_instructions(instructions));
        Answer::Intersects(self.query.run(&self.a, &self.b, &pose, memory).collides)
    }

    fn stats(&self) -> [TreeStats; 2] {
        [&self.a, &self.b].map(|tree| {
            let stats = tree.model().stats();
            // Each of the two volumes of a node has a number of cells and a size in addition.
            TreeStats {
                node_bytes: stats.node_bytes + 2 * stats.nodes * tree.bytes().cells,
                ..stats
            }
        })
    }
}
