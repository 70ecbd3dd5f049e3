//! The vertices of parts that share one list of vertices.

use crate::quota::make_room;

/// Gives each part its own copy of the vertices that it uses, in the order of their first use.
pub(crate) struct Subset {
    vertices: Vec<[f64; 3]>,
    local: Vec<u32>,
}

const UNUSED: u32 = u32::MAX;

impl Subset {
    pub(crate) fn new(vertices: Vec<[f64; 3]>) -> Self {
        let local = vec![UNUSED; vertices.len()];
        Self { vertices, local }
    }

    /// The vertices of these triangles, and the triangles with indices into these vertices.
    pub(crate) fn of(&mut self, triangles: &[[u32; 3]]) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
        let mut used: Vec<[f64; 3]> = Vec::new();
        let renamed = triangles.iter().map(|triangle| {
            triangle.map(|vertex| {
                let local = &mut self.local[vertex as usize];
                if *local == UNUSED {
                    *local = used.len() as u32;
                    make_room(&mut used, 1);
                    used.push(self.vertices[vertex as usize]);
                }
                *local
            })
        });
        let renamed = renamed.collect();
        used.shrink_to_fit();
        // Entries are reset one by one: clearing the whole table would take quadratic time for many
        // small parts.
        for &vertex in triangles.iter().flatten() {
            self.local[vertex as usize] = UNUSED;
        }
        (used, renamed)
    }
}
