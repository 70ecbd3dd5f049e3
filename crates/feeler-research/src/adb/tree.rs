//! The average-distribution tree: a table beside the nodes of a model.

use super::clip::Grid;
use super::flatness::flatness;
use super::gather::Gathered;
use super::{Cells, Count};
use feeler::Model;
use feeler::inside::Child;
use feeler::inside::vector::{cross, dot, sub};
use rayon::prelude::*;
use std::borrow::Cow;

/// A model with the number of possible collision cells of each node: an average-distribution tree.
///
/// The numbers lie beside the tree, so exact queries of the model pay nothing for them.
///
/// ```
/// use feeler_research::adb::{Adb, Cells};
/// use feeler::{Arity, Build, Mesh, Model, Volume};
/// let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let model = Model::build(mesh, &Build { volume: Volume::AABB, arity: Arity::Two, ..Build::default() });
/// let adb = Adb::new(&model, Cells { tau: 0.1, ..Cells::default() });
/// assert!(adb.count(Adb::ROOT) > 20.0);
/// assert_eq!(adb.bytes().total(), 36); // as in the paper
/// # Ok::<(), feeler::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Adb<'a> {
    model: Cow<'a, Model>,
    cells: Cells,
    entries: Vec<Entry>,
    /// The counts of all regions of each slot; empty if a node has only one region.
    parts: Vec<f32>,
    /// How flat the polygons below each slot are.
    flatness: Vec<f32>,
    deepest: u32,
}

/// The numbers that the papers store with each node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Entry {
    /// The number of possible collision cells.
    pub(super) count: f32,
    /// The side of a cube with the volume of the box, in the unit of the mesh: volumes are its
    /// third power, and equation 5 needs its second.
    pub(super) side: f32,
}

/// The bytes of each node, for comparison with Table 1 of Klein and Zachmann, VRST 2003.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeBytes {
    /// The bytes of the bounding volume.
    pub volume: usize,
    /// The bytes of the reference to its children or triangles.
    pub child: usize,
    /// The bytes of the number of cells and the size of the box.
    pub cells: usize,
    /// The bytes of the counts of its regions.
    pub regions: usize,
}

impl NodeBytes {
    /// The sum of all bytes.
    pub fn total(&self) -> usize {
        self.volume + self.child + self.cells + self.regions
    }
}

impl<'a> Adb<'a> {
    /// The node of the whole mesh.
    pub const ROOT: u32 = 0;

    /// Counts the cells of all nodes. The result is the same for any number of threads.
    pub fn new(model: &'a Model, cells: Cells) -> Self {
        Self::counted(Cow::Borrowed(model), cells)
    }

    /// Counts the cells of all nodes and owns the model, for callers that keep both together.
    ///
    /// ```
    /// use feeler_research::adb::{Adb, Cells};
    /// use feeler::{Mesh, Model};
    /// fn kept(mesh: Mesh) -> Adb<'static> {
    ///     Adb::owning(Model::new(mesh), Cells::default())
    /// }
    /// ```
    pub fn owning(model: Model, cells: Cells) -> Self {
        Self::counted(Cow::Owned(model), cells)
    }

    fn counted(model: Cow<'a, Model>, cells: Cells) -> Self {
        let tree = model.tree();
        let counts = match cells.count {
            Count::Exact => clipped(&model, cells),
            Count::Approximate => gathered(&model, cells),
        };
        let regions = cells.regions.count();
        let entry = |(slot, counts): (usize, &[f32])| Entry {
            count: counts.iter().sum::<f32>().min(cells.number() as f32),
            side: tree.cuboid(slot as u32).volume().cbrt(),
        };
        let entries = counts.chunks_exact(regions).enumerate().map(entry).collect();
        let parts = if regions > 1 { counts } else { Vec::new() };
        let deepest = model.stats().depth as u32;
        let flatness = flatness(&model);
        Self { model, cells, entries, parts, flatness, deepest }
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The options that the cells were counted with.
    pub fn cells(&self) -> Cells {
        self.cells
    }

    /// The number of possible collision cells of a node. With the approximate algorithm it is not
    /// always a whole number.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    pub fn count(&self, node: u32) -> f32 {
        self.entries[node as usize].count
    }

    /// All nodes of the tree, by the numbers that [`NodePair`](super::NodePair) uses.
    pub fn nodes(&self) -> impl Iterator<Item = u32> + '_ {
        let tree = self.model.tree();
        tree.slots().filter(|&slot| tree.child(slot) != Child::NONE)
    }

    /// The triangles below a node.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    pub fn triangles(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.model.tree().triangles(node)
    }

    /// The histogram of Klein and Zachmann, VMV 2003, Fig. 8: how often each cell is a possible
    /// collision cell of a node. Cells are numbered with x fastest.
    ///
    /// The papers assume that all cells are equally likely. Here cells are counted by clipping,
    /// however the table was made.
    ///
    /// ```
    /// use feeler_research::adb::{Adb, Cells};
    /// use feeler::{Arity, Build, Mesh, Model, Volume};
    /// let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let model = Model::build(mesh, &Build { volume: Volume::AABB, arity: Arity::Two, ..Build::default() });
    /// let times = Adb::new(&model, Cells { tau: 0.1, ..Cells::default() }).distribution();
    /// assert_eq!((times.len(), times.iter().max()), (512, Some(&1)));
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    pub fn distribution(&self) -> Vec<u32> {
        let number = self.cells.number();
        let none = || (Grid::new(self.cells), vec![0_u32; number]);
        let slots: Vec<u32> = self.nodes().collect();
        let tally = |(mut grid, mut times): (Grid, Vec<u32>), &slot: &u32| {
            fill(&self.model, &mut grid, slot);
            for cell in grid.possible() {
                times[cell] += 1;
            }
            (grid, times)
        };
        let sum =
            |all: Vec<u32>, more: Vec<u32>| all.iter().zip(&more).map(|(a, b)| a + b).collect();
        slots.par_iter().fold(none, tally).map(|(_, times)| times).reduce(|| vec![0; number], sum)
    }

    /// How flat the polygons below a node are: 1 if all their normals are parallel, 0 if they point
    /// everywhere alike.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    pub fn flatness(&self, node: u32) -> f32 {
        self.flatness[node as usize]
    }

    /// The memory of one node, as published. Four things are not counted: the flatness, which is not
    /// published, the padding of feeler's nodes to cache lines, the data that tell which node is
    /// larger, and the triangles of the leaves, which an exact query needs and this query does not.
    pub fn bytes(&self) -> NodeBytes {
        let regions = self.cells.regions.count();
        NodeBytes {
            volume: self.model.tree().volume_bytes(),
            child: size_of::<Child>(),
            cells: size_of::<Entry>(),
            regions: if regions > 1 { regions * size_of::<f32>() } else { 0 },
        }
    }

    #[inline(always)]
    pub(super) fn entry(&self, slot: u32) -> Entry {
        self.entries[slot as usize]
    }

    /// The counts of a slot's regions; empty if there is only one region.
    #[inline(always)]
    pub(super) fn parts(&self, slot: u32) -> &[f32] {
        if self.parts.is_empty() {
            return &[];
        }
        let regions = self.cells.regions.count();
        &self.parts[slot as usize * regions..][..regions]
    }

    /// The depth of the deepest nodes. The depth of the root is zero.
    pub(super) fn deepest(&self) -> u32 {
        self.deepest
    }
}

/// Clips the triangles below a slot.
fn fill(model: &Model, grid: &mut Grid, slot: u32) {
    let corners = model.tree().triangles(slot).map(|triangle| model.unit_triangle(triangle));
    grid.fill(&model.tree().cuboid(slot), corners);
}

/// The counts of all regions of all slots, by clipping.
fn clipped(model: &Model, cells: Cells) -> Vec<f32> {
    let (tree, regions) = (model.tree(), cells.regions.count());
    let mut counts = vec![0.0; tree.slots().len() * regions];
    counts.par_chunks_exact_mut(regions).enumerate().for_each_init(
        || Grid::new(cells),
        |grid, (slot, counts)| {
            if tree.child(slot as u32) != Child::NONE {
                fill(model, grid, slot as u32);
                for cell in grid.possible() {
                    cells.regions.share(cells.middle(cell), |part, share| counts[part] += share);
                }
            }
        },
    );
    counts
}

/// The counts of all regions of all slots, from the tree.
fn gathered(model: &Model, cells: Cells) -> Vec<f32> {
    let tree = model.tree();
    let area = |triangle: u32| {
        let [p, q, r] = model.unit_triangle(triangle);
        let normal = cross(sub(q, p), sub(r, p));
        0.5 * dot(normal, normal).sqrt()
    };
    let gathered = Gathered::new(tree, cells, |leaf| tree.triangles(leaf).map(area).sum());
    let regions = cells.regions.count();
    let most = (cells.number() / regions) as f32;
    let mut counts = vec![0.0; tree.slots().len() * regions];
    counts.par_chunks_exact_mut(regions).enumerate().for_each(|(slot, counts)| {
        if tree.child(slot as u32) != Child::NONE {
            gathered.count(slot as u32, |middle, found| {
                cells.regions.share(middle, |part, share| counts[part] += share * found);
            });
            // Nodes overlap, so more nodes can be found than there are cells.
            counts.iter_mut().for_each(|count| *count = count.min(most));
        }
    });
    counts
}
