//! The shapes that the nodes of a hybrid tree have (Kim, Choi and Kim, section 3.1), level by level.

use feeler::inside::{Child, Cuboid, Tree};
use feeler::{Build, Model, Volume};
use serde::Serialize;

/// The number of nodes of each shape at one depth of a hybrid tree.
///
/// ```
/// use feeler::{Build, Model, Volume};
/// use feeler_research::LevelShapes;
/// use feeler_scenes::Shape;
/// let build = Build { volume: Volume::HYBRID, ..Build::default() };
/// let ball = Model::build(Shape::Sphere.mesh(1000), &build);
/// let levels = LevelShapes::of(&ball, &build);
/// assert_eq!((levels[0].spheres, levels[0].boxes), (1, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LevelShapes {
    /// The depth; that of the root is zero.
    pub depth: usize,
    /// The number of spheres.
    pub spheres: usize,
    /// The number of rounded lines.
    pub lines: usize,
    /// The number of rounded rectangles.
    pub rectangles: usize,
    /// The number of oriented boxes.
    pub boxes: usize,
    /// The number of rounded boxes.
    pub rounded_boxes: usize,
}

/// The volumes that a hybrid tree chooses from, in the order of [`LevelShapes`].
const CHOICE: [Volume; 5] = [Volume::SPHERE, Volume::LSS, Volume::RSS, Volume::OBB, Volume::RBOX];

impl LevelShapes {
    /// The shapes of all levels, the root first; empty if the volume is not a hybrid or the mesh is
    /// empty. `build` is how the model was built.
    ///
    /// A tree has the same nodes for every volume, and a hybrid volume is one of five others, but for
    /// the last bits. So the five other trees are built, and the shape of a node is that of the tree
    /// with the same volume.
    pub fn of(model: &Model, build: &Build) -> Vec<Self> {
        let is_hybrid = [Volume::HYBRID, Volume::HYBRID_DISTANCE].contains(&build.volume);
        let tree = model.tree();
        if !is_hybrid || tree.slots().is_empty() {
            return Vec::new();
        }
        let others =
            CHOICE.map(|volume| Model::build(model.mesh().clone(), &Build { volume, ..*build }));
        let mut levels: Vec<Self> = Vec::new();
        let mut pending = vec![(Tree::ROOT, 0)];
        while let Some((slot, depth)) = pending.pop() {
            if levels.len() <= depth {
                levels.resize_with(depth + 1, Self::default);
                levels[depth].depth = depth;
            }
            let volume = tree.cuboid(slot);
            let off = |other: &Model| difference(&volume, &other.tree().cuboid(slot));
            let nearest = (0..CHOICE.len())
                .min_by(|&i, &j| off(&others[i]).total_cmp(&off(&others[j])))
                .expect("five volumes");
            *levels[depth].count(nearest) += 1;
            let child = tree.child(slot);
            if child != Child::NONE && !child.is_leaf() {
                pending.extend(tree.children(child).map(|slot| (slot, depth + 1)));
            }
        }
        levels
    }

    /// The numbers of nodes of the five shapes: spheres, lines, rectangles, boxes, rounded boxes.
    pub fn counts(&self) -> [usize; 5] {
        let Self { spheres, lines, rectangles, boxes, rounded_boxes, .. } = *self;
        [spheres, lines, rectangles, boxes, rounded_boxes]
    }

    fn count(&mut self, shape: usize) -> &mut usize {
        match shape {
            0 => &mut self.spheres,
            1 => &mut self.lines,
            2 => &mut self.rectangles,
            3 => &mut self.boxes,
            _ => &mut self.rounded_boxes,
        }
    }
}

/// How far two boxes differ in place and size; zero if they are the same.
fn difference(a: &Cuboid, b: &Cuboid) -> f32 {
    (0..3).map(|i| (a.center[i] - b.center[i]).abs() + (a.half[i] - b.half[i]).abs()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use feeler::{Arity, Mesh};
    use feeler_scenes::Shape;

    /// Tubes, balls and plates side by side in one mesh, some of each.
    fn tubes_balls_and_plates(each: usize) -> Mesh {
        let mut vertices = Vec::new();
        let mut triangles = Vec::new();
        for number in 0..each {
            for (row, shape, stretch) in [
                (0.0, Shape::Cylinder, [0.1, 0.1, 2.0]),
                (1.0, Shape::Sphere, [1.0; 3]),
                (2.0, Shape::Plate, [1.0, 1.0, 0.2]),
            ] {
                let mesh = shape.mesh(500);
                let (first, at) = (vertices.len() as u32, [5.0 * number as f64, 5.0 * row, 0.0]);
                let moved = |p: &[f64; 3]| [0, 1, 2].map(|i| stretch[i] * p[i] + at[i]);
                vertices.extend(mesh.vertices().iter().map(moved));
                triangles.extend(mesh.triangles().iter().map(|t| t.map(|v| v + first)));
            }
        }
        Mesh::new(vertices, triangles).unwrap()
    }

    /// The numbers of nodes that have a child in a tree.
    fn slots(model: &Model) -> impl Iterator<Item = u32> {
        let tree = model.tree();
        tree.slots().filter(|&slot| tree.child(slot) != Child::NONE)
    }

    #[test]
    fn a_tree_of_tubes_balls_and_plates_mixes_shapes() {
        for volume in [Volume::HYBRID, Volume::HYBRID_DISTANCE] {
            for arity in [Arity::Two, Arity::Four, Arity::Eight] {
                let build = Build { volume, arity, ..Build::default() };
                let model = Model::build(tubes_balls_and_plates(3), &build);
                let levels = LevelShapes::of(&model, &build);
                let sum = |shape: usize| levels.iter().map(|it| it.counts()[shape]).sum::<usize>();
                let all = [0, 1, 2, 3, 4].map(sum);
                // The balls are spheres; the tubes and the plates are boxes, or rounded.
                assert!(all[0] >= 3 && all[1..].iter().sum::<usize>() >= 6, "{levels:?}");
                assert_eq!(all.iter().sum::<usize>(), slots(&model).count());
                let deep = levels.iter().map(|level| level.depth).max();
                assert_eq!(deep, Some(model.stats().depth), "{volume} {arity}");
            }
        }
    }

    #[test]
    fn every_hybrid_volume_is_one_of_the_five() {
        let build = Build { volume: Volume::HYBRID, ..Build::default() };
        let hybrid = Model::build(tubes_balls_and_plates(2), &build);
        let others = CHOICE
            .map(|volume| Model::build(tubes_balls_and_plates(2), &Build { volume, ..build }));
        for slot in slots(&hybrid) {
            let volume = hybrid.tree().cuboid(slot);
            let off = others.each_ref().map(|it| difference(&volume, &it.tree().cuboid(slot)));
            assert!(off.iter().any(|&off| off < 1e-6), "slot {slot}: {off:?}");
        }
    }

    #[test]
    fn other_trees_and_empty_meshes_have_no_levels() {
        let plain = Build::default();
        assert!(LevelShapes::of(&Model::new(tubes_balls_and_plates(1)), &plain).is_empty());
        let build = Build { volume: Volume::HYBRID, ..plain };
        let empty = Model::build(Mesh::new(Vec::new(), Vec::new()).unwrap(), &build);
        assert!(LevelShapes::of(&empty, &build).is_empty());
    }
}
