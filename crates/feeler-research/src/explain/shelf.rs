//! A store for pairs of models that are built already.

use crate::{Models, Setting};
use feeler::Mesh;

/// The pairs of models that were put back last, as many as should fit into memory.
pub(super) struct Shelf {
    a: Mesh,
    b: Mesh,
    room: usize,
    pairs: Vec<(Setting, Models)>,
}

/// The number of triangles on the shelf. At some 200 bytes a triangle they take a gigabyte or two.
const SHELF_TRIANGLES: usize = 8_000_000;

impl Shelf {
    pub(super) fn new(a: Mesh, b: Mesh) -> Self {
        let triangles = a.triangles().len() + b.triangles().len();
        Self { a, b, room: (SHELF_TRIANGLES / triangles.max(1)).clamp(6, 64), pairs: Vec::new() }
    }

    /// Takes the pair for a setting from the shelf, or builds it if it is not there.
    pub(super) fn take(&mut self, setting: Setting) -> Models {
        let there = self.pairs.iter().position(|(other, _)| tree(*other) == tree(setting));
        let mut pair = match there {
            Some(place) => self.pairs.remove(place).1,
            None => Models::build(self.a.clone(), self.b.clone(), setting),
        };
        pair.schedule = setting.schedule;
        pair
    }

    /// Puts a pair onto the shelf.
    pub(super) fn put(&mut self, setting: Setting, pair: Models) {
        if self.pairs.len() == self.room {
            self.pairs.remove(0);
        }
        self.pairs.push((setting, pair));
    }
}

/// The part of a setting that determines the tree.
fn tree(setting: Setting) -> Setting {
    Setting { schedule: None, ..setting }
}
