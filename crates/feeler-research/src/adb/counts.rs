//! The numbers of possible collision cells of all slots, or of some of them.

use super::clip::Grid;
use super::gather::Gathered;
use super::{Cells, Count};
use feeler::Model;
use feeler::inside::Child;
use feeler::inside::vector::{cross, dot, sub};
use rayon::prelude::*;

/// The slots that are counted.
pub(super) type Wanted<'a> = &'a (dyn Fn(u32) -> bool + Sync);

/// Counts the cells of all regions of the slots that are wanted; the other counts stay.
pub(super) fn count_cells(model: &Model, cells: Cells, counts: &mut [f32], wanted: Wanted<'_>) {
    match cells.count {
        Count::Exact => clip(model, cells, counts, wanted),
        Count::Approximate => gather(model, cells, counts, wanted),
    }
}

/// Clips the triangles below a slot.
pub(super) fn fill_grid(model: &Model, grid: &mut Grid, slot: u32) {
    let corners = model.tree().triangles(slot).map(|triangle| model.unit_triangle(triangle));
    grid.fill(&model.tree().cuboid(slot), corners);
}

/// Counts by clipping.
fn clip(model: &Model, cells: Cells, counts: &mut [f32], wanted: Wanted<'_>) {
    let (tree, regions) = (model.tree(), cells.regions.count());
    counts.par_chunks_exact_mut(regions).enumerate().for_each_init(
        || Grid::new(cells),
        |grid, (slot, counts)| {
            if tree.child(slot as u32) != Child::NONE && wanted(slot as u32) {
                counts.fill(0.0);
                fill_grid(model, grid, slot as u32);
                for cell in grid.possible() {
                    cells.regions.share(cells.middle(cell), |part, share| counts[part] += share);
                }
            }
        },
    );
}

/// Counts by the tree.
fn gather(model: &Model, cells: Cells, counts: &mut [f32], wanted: Wanted<'_>) {
    let tree = model.tree();
    let area = |triangle: u32| {
        let [p, q, r] = model.unit_triangle(triangle);
        let normal = cross(sub(q, p), sub(r, p));
        0.5 * dot(normal, normal).sqrt()
    };
    let gathered = Gathered::new(tree, cells, |leaf| tree.triangles(leaf).map(area).sum());
    let regions = cells.regions.count();
    let most = (cells.number() / regions) as f32;
    counts.par_chunks_exact_mut(regions).enumerate().for_each(|(slot, counts)| {
        if tree.child(slot as u32) != Child::NONE && wanted(slot as u32) {
            counts.fill(0.0);
            gathered.count(slot as u32, |middle, found| {
                cells.regions.share(middle, |part, share| counts[part] += share * found);
            });
            // Nodes overlap, so more nodes can be found than there are cells.
            counts.iter_mut().for_each(|count| *count = count.min(most));
        }
    });
}
