//! The average-distribution tree: a table beside the nodes of a model.

use super::Cells;
use super::clip::Grid;
use super::counts::{count_cells, fill_grid};
use super::dop_share::shares;
use super::flatness::flatness;
use feeler::inside::Child;
use feeler::{MeshError, Model, Point};
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
    /// The share of each node's cells that belong to its volume; empty if all do.
    shares: Vec<f32>,
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
        let mut counts = vec![0.0; model.tree().slots().len() * cells.regions.count()];
        count_cells(&model, cells, &mut counts, &|_| true);
        let deepest = model.stats().depth as u32;
        let [parts, flatness, shares] = [Vec::new(), Vec::new(), Vec::new()];
        let entries = Vec::new();
        let mut adb = Self { model, cells, entries, parts, flatness, shares, deepest };
        adb.fill(counts);
        adb
    }

    /// Takes the counts of all regions of all slots, and computes all else.
    fn fill(&mut self, counts: Vec<f32>) {
        let (tree, regions) = (self.model.tree(), self.cells.regions.count());
        let most = self.cells.number() as f32;
        let entry = |(slot, counts): (usize, &[f32])| Entry {
            count: counts.iter().sum::<f32>().min(most),
            side: tree.cuboid(slot as u32).volume().cbrt(),
        };
        self.entries = counts.chunks_exact(regions).enumerate().map(entry).collect();
        self.flatness = flatness(&self.model);
        self.shares = shares(&self.model, self.cells);
        self.parts = if regions > 1 { counts } else { Vec::new() };
    }

    /// The counts of all regions of all slots.
    fn counts(&mut self) -> Vec<f32> {
        match self.parts.is_empty() {
            true => self.entries.iter().map(|entry| entry.count).collect(),
            false => std::mem::take(&mut self.parts),
        }
    }

    /// Moves the vertices, fits the volumes again, and counts the cells of the nodes whose triangles
    /// have moved. Returns the number of these nodes.
    ///
    /// The result is that of counting all cells of the refitted model, as far as roundings allow.
    /// Where few triangles move it takes a small part of the time; the volumes of all nodes are
    /// fitted in any case. A model that is borrowed is copied first. Fails like [`Model::refit`],
    /// and then changes nothing.
    ///
    /// ```
    /// use feeler_research::adb::{Adb, Cells};
    /// use feeler::{Arity, Build, Model};
    /// use feeler_scenes::Shape;
    /// let hills = Model::build(Shape::Terrain.mesh(2000), &Build { arity: Arity::Two, ..Build::default() });
    /// let mut adb = Adb::new(&hills, Cells { tau: 0.02, ..Cells::default() });
    /// let mut vertices = hills.mesh().vertices().to_vec();
    /// vertices[700][2] += 0.01;
    /// assert!(adb.refit(&vertices)? < 40);
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    pub fn refit<P: Point>(
        &mut self,
        points: impl IntoIterator<Item = P>,
    ) -> Result<usize, MeshError> {
        let before = self.model.mesh().vertices().to_vec();
        self.model.to_mut().refit(points)?;
        let stale = self.moved_slots(&before);
        let mut counts = self.counts();
        count_cells(&self.model, self.cells, &mut counts, &|slot| stale[slot as usize]);
        self.fill(counts);
        Ok(stale.iter().filter(|&&stale| stale).count())
    }

    /// Moves the vertices and fits the volumes again, but keeps the numbers of cells: they are shares
    /// of a node's box, which change little while a mesh bends.
    ///
    /// Fails like [`Model::refit`], and then changes nothing.
    pub fn refit_keeping_counts<P: Point>(
        &mut self,
        points: impl IntoIterator<Item = P>,
    ) -> Result<(), MeshError> {
        self.model.to_mut().refit(points)?;
        let counts = self.counts();
        self.fill(counts);
        Ok(())
    }

    /// The slots with a triangle below them that has moved.
    fn moved_slots(&self, before: &[[f64; 3]]) -> Vec<bool> {
        let (tree, mesh) = (self.model.tree(), self.model.mesh());
        let has_moved = |triangle: u32| {
            let corners = mesh.triangles()[triangle as usize];
            corners.iter().any(|&v| mesh.vertices()[v as usize] != before[v as usize])
        };
        let mut moved = vec![false; tree.slots().len()];
        // Children come after their parents.
        for slot in tree.slots().rev() {
            moved[slot as usize] = match tree.child(slot) {
                Child::NONE => false,
                leaf if leaf.is_leaf() => tree.triangles(slot).any(has_moved),
                inner => tree.children(inner).any(|child| moved[child as usize]),
            };
        }
        moved
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
            fill_grid(&self.model, &mut grid, slot);
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

    /// The share of a slot's cells that belong to its volume.
    #[inline(always)]
    pub(super) fn share(&self, slot: u32) -> f32 {
        if self.shares.is_empty() { 1.0 } else { self.shares[slot as usize] }
    }

    /// The depth of the deepest nodes. The depth of the root is zero.
    pub(super) fn deepest(&self) -> u32 {
        self.deepest
    }
}
