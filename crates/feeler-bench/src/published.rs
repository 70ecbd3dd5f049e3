//! The published method as a contender: average-distribution trees.

use crate::Question;
use crate::peer::Answer;
use crate::subject::{Built, Subject};
use feeler::{Mesh, Model, Pose, Scratch, TreeStats};
use feeler_research::adb::{Adb, Memory, NodeBytes, Query};
use feeler_research::{Published, Setting};

/// Builds the models of the published method. The time includes the counting of cells.
pub(crate) fn build(published: Published, meshes: [&Mesh; 2], setting: &Setting) -> Built {
    let build = setting.build();
    let count = |mesh| Adb::owning(Model::build(mesh, &build), published.cells());
    // A full table is made once for all meshes, so its time is not that of building.
    let query = published.query();
    Built::timed(meshes, count, |a, b| AdbTrees { a, b, query, memory: None })
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
            let mut stats = tree.model().stats();
            let NodeBytes { cells, regions, .. } = tree.bytes();
            // Each volume of a node has numbers of cells and a size in addition. The root's volume
            // stands in a node of its own, which does not count.
            let arity = tree.model().tree().slots().len() / (stats.nodes + 1);
            stats.node_bytes += arity * stats.nodes * (cells + regions);
            stats
        })
    }
}
