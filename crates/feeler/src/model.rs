//! Models: a mesh with its tree.
//!
//! - [`whole`]: what guided queries know of a mesh before they look into its tree.

mod whole;

pub(crate) use whole::Whole;

use crate::geometry::vector::by_axis;
use crate::parallel;
use crate::rounding::power_of_two;
use crate::tree::Tree;
use crate::tree::nodes::Nodes;
use crate::unit::Unit;
use crate::volume::{Cloud, Outline};
use crate::{Build, LoadError, Mesh, MeshError, Point, Volume};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// A mesh prepared for queries. It owns the mesh and a tree of volumes.
///
/// ```
/// use feeler::{Mesh, Model};
/// let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let model = Model::new(mesh);
/// assert_eq!(model.mesh().triangles().len(), 1);
/// # Ok::<(), feeler::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Model {
    mesh: Mesh,
    unit: Unit,
    tree: Tree,
    volume: Volume,
    whole: Whole,
    /// The identity of this mesh and tree. Data remembered about one model are never used for
    /// another. A clone has the same identity.
    id: Id,
}

/// A number that no earlier model had. Its debug output does not show the number, so that equal
/// trees look the same.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Id(u64);

impl Id {
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl std::fmt::Debug for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Id")
    }
}

impl Model {
    /// A model with the default build settings.
    #[must_use]
    pub fn new(mesh: Mesh) -> Self {
        Self::build(mesh, &Build::default())
    }

    /// A model with given build settings. The tree is the same for any number of threads.
    #[must_use]
    pub fn build(mesh: Mesh, build: &Build) -> Self {
        let unit = Unit::of(&mesh);
        let points = unit_points(&mesh, &unit);
        let mut tree = Tree::build(&Cloud { points: &points, triangles: mesh.triangles() }, build);
        tree.digest(&mesh);
        let whole = Whole::of(&tree);
        Self { mesh, unit, tree, volume: build.volume, whole, id: Id::new() }
    }

    /// A model whose tree is not built but read; its volumes are not fitted yet.
    pub(crate) fn restore(
        mesh: Mesh,
        volume: Volume,
        mut tree: Tree,
        axes: &[u8],
    ) -> Result<Self, LoadError> {
        let unit = Unit::of(&mesh);
        if axes.is_empty() {
            let points = unit_points(&mesh, &unit);
            tree.fit(&Cloud { points: &points, triangles: mesh.triangles() });
            tree.digest(&mesh);
        } else {
            tree.fit_along(axes, &mesh, &unit)?;
        }
        let whole = Whole::of(&tree);
        Ok(Self { mesh, unit, tree, volume, whole, id: Id::new() })
    }

    /// The mesh.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The smallest axis-aligned box around all triangles, as lower and upper corner; `None` for an
    /// empty mesh. Unlike [`Mesh::bounds`], it looks at no triangle: the tree has this box.
    ///
    /// ```
    /// use feeler::{Mesh, Model};
    /// let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// assert_eq!(Model::new(mesh).bounds(), Some([[0.0; 3], [1.0, 1.0, 0.0]]));
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    pub fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        let all = self.tree.digests.first()?.bounds;
        (all.low[0] <= all.high[0]).then_some([all.low, all.high])
    }

    /// Moves the vertices and fits the volumes again, without changing the structure of the tree.
    ///
    /// This is two to four times as fast as building a new model, and answers are as exact. Queries
    /// become slower if the triangles have moved far from their positions when the tree was built.
    /// Fails, and does not change the model, if the number of vertices differs or a coordinate is
    /// not finite.
    ///
    /// ```
    /// use feeler::{Mesh, Model};
    /// let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let mut model = Model::new(mesh);
    /// model.refit(vec![[0.0; 3], [1.0, 0.0, 0.5], [0.0, 1.0, -0.5]])?;
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    ///
    /// The points may be a slice of any type of [`Point`], or the items of an iterator:
    ///
    /// ```
    /// # use feeler::{Mesh, Model};
    /// # let rest = [[0.0_f32; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// # let mut model = Model::new(Mesh::from_points(&rest, &[[0, 1, 2]])?);
    /// model.refit(&rest)?;
    /// model.refit(rest.iter().map(|[x, y, z]| [*x, *y, z + 0.1 * x * x]))?;
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    pub fn refit<P: Point>(
        &mut self,
        points: impl IntoIterator<Item = P>,
    ) -> Result<(), MeshError> {
        self.refit_to(points.into_iter().map(|point| point.coordinates()).collect())
    }

    fn refit_to(&mut self, vertices: Vec<[f64; 3]>) -> Result<(), MeshError> {
        self.mesh.set_vertices(vertices)?;
        self.unit = Unit::of(&self.mesh);
        let points = unit_points(&self.mesh, &self.unit);
        self.tree.fit(&Cloud { points: &points, triangles: self.mesh.triangles() });
        self.tree.digest(&self.mesh);
        self.whole = Whole::of(&self.tree);
        self.id = Id::new();
        Ok(())
    }

    /// Checks the invariants of the tree: every triangle is in one leaf, and every vertex is inside
    /// of all volumes above it.
    ///
    /// This is for tests; a tree that feeler built is always valid.
    pub fn validate(&self) -> Result<(), String> {
        let points = unit_points(&self.mesh, &self.unit);
        self.tree.validate(&Cloud { points: &points, triangles: self.mesh.triangles() })
    }

    /// The size and shape of the tree.
    pub fn stats(&self) -> TreeStats {
        let Tree { nodes, digests, .. } = &self.tree;
        let count = nodes.count().saturating_sub(1);
        let children: usize = (1..=count).map(|node| nodes.children(node).count()).sum();
        let slots = count * nodes.arity.number();
        TreeStats {
            nodes: count,
            depth: nodes.depth().saturating_sub(1),
            node_bytes: nodes.bytes() + size_of_val(&digests[..]),
            leaf_bytes: self.tree.leaf_bytes(),
            fill: if count == 0 { 0.0 } else { children as f64 / slots as f64 },
        }
    }

    /// The kind of volume that the model was built with.
    pub fn volume(&self) -> Volume {
        self.volume
    }

    /// The corners of a triangle in the unit coordinates of the mesh, in which the tree stores its
    /// volumes.
    ///
    /// # Panics
    ///
    /// If the mesh has no such triangle.
    pub fn unit_triangle(&self, triangle: u32) -> [[f64; 3]; 3] {
        self.mesh.triangle(triangle).map(|p| self.unit.coordinates(p))
    }

    pub(crate) fn whole(&self) -> &Whole {
        &self.whole
    }

    pub(crate) fn unit(&self) -> &Unit {
        &self.unit
    }

    pub(crate) fn id(&self) -> Id {
        self.id
    }

    /// The tree, for research.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The true shape of the volume at a slot, in the coordinates of the mesh.
    pub fn outline(&self, slot: u32) -> Outline {
        let unit = power_of_two(self.unit.exponent);
        let point = |p: [f64; 3]| by_axis(|k| self.unit.center[k] + p[k] * unit);
        self.tree.nodes.volumes.outline(slot).mapped(point, unit)
    }

    /// The nodes to compare with those of another model. If the models have different kinds of
    /// volumes, the first call takes as long as a refit.
    pub(crate) fn nodes_beside(&self, other: &Model) -> &Nodes {
        self.tree.nodes_beside(&other.tree, |tree| {
            let points = unit_points(&self.mesh, &self.unit);
            tree.fit_obbs(&Cloud { points: &points, triangles: self.mesh.triangles() })
        })
    }
}

/// The size and shape of a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TreeStats {
    /// The number of inner nodes.
    pub nodes: usize,
    /// The longest path from the root to a leaf, in nodes.
    pub depth: usize,
    /// The bytes of the nodes with their volumes.
    pub node_bytes: usize,
    /// The bytes of the leaves' contents: triangle numbers, and corners in f32. The mesh itself is
    /// not counted.
    pub leaf_bytes: usize,
    /// The average number of children per slot: 1 if every node is full.
    pub fill: f64,
}

fn unit_points(mesh: &Mesh, unit: &Unit) -> Vec<[f64; 3]> {
    parallel::collect(mesh.vertices().par_iter().with_min_len(4096).map(|&v| unit.coordinates(v)))
}
