//! Pairs of models that are built already.

use crate::{Models, Setting};
use feeler::Mesh;

/// The latest pairs that were put back, as many as memory should hold.
pub(super) struct Shelf {
    a: Mesh,
    b: Mesh,
    room: usize,
    pairs: Vec<(Setting, Models)>,
}

/// Some 200 bytes a triangle make this many a gigabyte or two.
const TRIANGLES: usize = 8_000_000;

impl Shelf {
    pub(super) fn new(a: Mesh, b: Mesh) -> Self {
        let triangles = a.triangles().len() + b.triangles().len();
        Self { a, b, room: (TRIANGLES / triangles.max(1)).clamp(6, 64), pairs: Vec::new() }
    }

    /// The pair for a setting, built if it is not there.
    pub(super) fn take(&mut self, setting: Setting) -> Models {
        let there = self.pairs.iter().position(|(other, _)| tree(*other) == tree(setting));
        let mut pair = match there {
            Some(place) => self.pairs.remove(place).1,
            None => Models::build(self.a.clone(), self.b.clone(), setting),
        };
        pair.schedule = setting.schedule;
        pair
    }

    /// Puts a pair back.
    pub(super) fn put(&mut self, setting: Setting, pair: Models) {
        if self.pairs.len() == self.room {
            self.pairs.remove(0);
        }
        self.pairs.push((setting, pair));
    }
}

/// What of a setting is in the tree.
fn tree(setting: Setting) -> Setting {
    Setting { schedule: None, ..setting }
}
