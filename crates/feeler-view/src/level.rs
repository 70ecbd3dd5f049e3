//! The levels of a tree, and the volumes that are drawn.

use crate::protocol::{MOST_SLOTS, MOST_VOLUMES, TreeFound, VolumesFound};
use crate::stage::center;
use crate::surface::Ball;
use crate::wire::{Answer, Packed};
use feeler::Model;
use feeler::inside::Tree;
use std::time::Duration;

/// The slots of each level; the whole mesh is level 0.
pub(crate) fn levels(model: &Model) -> Vec<Vec<u32>> {
    let tree = model.tree();
    if tree.slots().is_empty() {
        return Vec::new();
    }
    let mut levels = vec![vec![Tree::ROOT]];
    loop {
        let below = |&slot: &u32| {
            let child = tree.child(slot);
            if child.is_leaf() { 0..0 } else { tree.children(child) }
        };
        let next: Vec<u32> = levels[levels.len() - 1].iter().flat_map(below).collect();
        if next.is_empty() {
            return levels;
        }
        levels.push(next);
    }
}

/// The numbers of a tree, and how long it took to build it, if that is known.
pub(crate) fn tree(model: &Model, time: Option<Duration>) -> TreeFound {
    let levels = levels(model);
    let stats = model.stats();
    let leaves =
        levels.iter().flatten().filter(|&&slot| model.tree().child(slot).is_leaf()).count();
    TreeFound {
        levels: levels.iter().map(Vec::len).collect(),
        leaves,
        nodes: stats.nodes,
        node_bytes: stats.node_bytes,
        leaf_bytes: stats.leaf_bytes,
        fill: stats.fill,
        build_ns: time.map(|time| time.as_nanos() as u64),
    }
}

/// The volumes of one level.
pub(crate) fn volumes(model: &Model, level: usize) -> Result<Answer, String> {
    let levels = levels(model);
    let slots = levels.get(level).ok_or_else(|| format!("the tree has {} levels", levels.len()))?;
    Ok(drawn(model, &slots[..slots.len().min(MOST_VOLUMES)], slots.len()))
}

/// The volumes at some slots.
pub(crate) fn at_slots(model: &Model, slots: &[u32]) -> Result<Answer, String> {
    if slots.len() > MOST_SLOTS {
        return Err(format!("no more than {MOST_SLOTS} volumes can be asked for by their slots"));
    }
    let tree = model.tree();
    let is_there = |slot: &u32| {
        tree.slots().contains(slot) && tree.child(*slot) != feeler::inside::Child::NONE
    };
    match slots.iter().find(|slot| !is_there(slot)) {
        Some(slot) => Err(format!("there is no volume at slot {slot}")),
        None => Ok(drawn(model, slots, slots.len())),
    }
}

/// The surfaces of volumes: points, measured from the [`center`], triangles, the number of triangles of each volume, and its kind.
fn drawn(model: &Model, slots: &[u32], all: usize) -> Answer {
    // The more volumes there are, the smaller each is on the screen.
    let ball = Ball::divided(match slots.len() {
        0..=100 => 3,
        101..=1000 => 2,
        1001..=5000 => 1,
        _ => 0,
    });
    let center = center(model);
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    let (mut counts, mut kinds) = (Vec::new(), Vec::new());
    let mut names: Vec<&'static str> = Vec::new();
    for &slot in slots {
        let outline = model.outline(slot);
        let first = points.len() as u32;
        let (corners, faces) = ball.surface(&outline);
        points.extend(corners);
        counts.push(faces.len() as u32);
        triangles.extend(faces.into_iter().map(|face| face.map(|i| first + i)));
        let kind = names.iter().position(|name| *name == outline.kind).unwrap_or_else(|| {
            names.push(outline.kind);
            names.len() - 1
        });
        kinds.push(kind as u32);
    }
    let mut packed = Packed::new();
    packed.floats(points.iter().flat_map(|p: &[f64; 3]| [0, 1, 2].map(|k| p[k] - center[k])));
    packed.indices(triangles.into_iter().flatten());
    packed.indices(counts);
    packed.indices(kinds);
    Answer::numbers(&VolumesFound { volumes: slots.len(), all, kinds: names }, packed)
}
