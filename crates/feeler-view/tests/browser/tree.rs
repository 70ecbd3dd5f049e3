//! The levels of trees.

use crate::driver::{drive, is_ready, knot_and_ring, serve};
use feeler::inside::Tree;
use feeler::{Build, Model, Pose, Rule};
use serde_json::json;

#[test]
fn the_slider_draws_as_many_volumes_as_the_tree_has_at_each_level() {
    if !is_ready() {
        return;
    }
    let stage = knot_and_ring(600, Pose::translation([0.0, 0.0, 1.0]));
    let models = [0, 1].map(|i| stage.parts[i].model.clone());
    let seen = drive("tree", &serve(stage));
    assert_eq!(seen["complaints"], json!([]));
    for shown in seen["shown"].as_array().unwrap() {
        let text = |name: &str| shown[name].as_str().unwrap();
        let rule = Rule::ALL.into_iter().find(|rule| rule.name() == text("rule")).unwrap();
        let build = Build {
            volume: text("volume").parse().unwrap(),
            arity: text("arity").parse().unwrap(),
            rule,
            ..Build::default()
        };
        let mesh = models[usize::from(text("side") == "b")].mesh().clone();
        assert_eq!(shown["levels"], json!(levels(&Model::build(mesh, &build))), "{shown}");
    }
    assert_eq!(seen["shown"].as_array().unwrap().len(), 9);
    let changed = seen["changed"].as_f64().unwrap();
    assert!(changed > 0.02, "volumes change {changed} of the picture");
}

/// The number of volumes at each level, by the depth of each slot.
fn levels(model: &Model) -> Vec<usize> {
    fn count(tree: &Tree, slot: u32, level: usize, counts: &mut Vec<usize>) {
        counts.resize(counts.len().max(level + 1), 0);
        counts[level] += 1;
        let child = tree.child(slot);
        if !child.is_leaf() {
            tree.children(child).for_each(|slot| count(tree, slot, level + 1, counts));
        }
    }
    let mut counts = Vec::new();
    count(model.tree(), Tree::ROOT, 0, &mut counts);
    counts
}
