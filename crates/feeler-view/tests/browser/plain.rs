//! What comes out of a drawing office, and what hardly comes at all: boxes, plates, one triangle, nothing.

use crate::driver::{drive, is_ready, pose, serve};
use feeler::{Mesh, Model, Pair, Pose};
use feeler_field::Relation;
use feeler_view::{Part, Stage};
use serde_json::json;
use std::sync::Arc;

/// A box between two corners.
fn cuboid(low: [f64; 3], high: [f64; 3]) -> Mesh {
    let corner = |i: usize| [0, 1, 2].map(|k| if i >> k & 1 == 1 { high[k] } else { low[k] });
    let sides =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let halves = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
    Mesh::new((0..8).map(corner).collect(), halves.collect()).unwrap()
}

#[test]
fn plain_input_is_shown_without_a_complaint() {
    if !is_ready() {
        return;
    }
    let cube = || cuboid([-1.0; 3], [1.0; 3]);
    let plate = || cuboid([-5.0, -5.0, -0.05], [5.0, 5.0, 0.05]);
    let one = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]).unwrap();
    let none = Mesh::new(Vec::<[f64; 3]>::new(), Vec::new()).unwrap();
    let at = |x, y, z| Pose::translation([x, y, z]);
    // Name, A, B, pose, relation, and the least share of the picture that both have in the end.
    let cases = [
        ("boxes that cross", cube(), cube(), at(0.5, 0.25, 1.5), "crossing", 0.01),
        ("a part twice", cube(), cube(), Pose::IDENTITY, "same", 0.0),
        ("boxes face on face", cube(), cube(), at(0.0, 0.5, 2.0), "touching", 0.01),
        ("plates", plate(), plate(), at(0.0, 0.0, 0.125), "apart", 0.001),
        ("far apart", cube(), cube(), at(1e6, 0.0, 1e6), "apart", 0.0),
        ("a box and a triangle", cube(), one, at(0.0, 0.0, 3.0), "apart", 0.001),
        ("a box and nothing", cube(), none, Pose::IDENTITY, "apart", 0.0),
    ];
    let (mut addresses, mut pairs) = (Vec::new(), Vec::new());
    for (name, a, b, pose, relation, least) in cases {
        let models = [a, b].map(|mesh| Arc::new(Model::new(mesh)));
        let part = |side: usize, pose| Part {
            name: format!("{name} {side}"),
            group: None,
            model: models[side].clone(),
            pose,
        };
        let parts = vec![part(0, Pose::IDENTITY), part(1, pose)];
        addresses.push(serve(Stage { title: name.into(), parts, ..Stage::default() }));
        pairs.push((name, models, relation, least));
    }
    let seen = drive("plain", &addresses.join(" "));
    assert_eq!(seen.as_array().unwrap().len(), pairs.len());
    for ((name, models, relation, least), seen) in pairs.iter().zip(seen.as_array().unwrap()) {
        assert_eq!((&seen["complaints"], &seen["notice"]), (&json!([]), &json!("")), "{name}");
        for when in ["start", "end"] {
            let pair = Pair::new(&models[0], &models[1]).at(pose(&seen[when]["pose"]));
            assert_eq!(seen[when]["touching"], pair.intersects(), "{name}");
            let distance = pair.distance().map_or(0.0, |closest| closest.distance);
            assert_eq!(seen[when]["distance"], distance, "{name} {when}");
        }
        assert_eq!(seen["relation"], *relation, "{name}");
        let pair = Pair::new(&models[0], &models[1]).at(pose(&seen["start"]["pose"]));
        assert_eq!(seen["relation"], Relation::of(&pair).relation.name(), "{name}");
        for part in ["a", "b"] {
            let share = seen["shown"][part].as_f64().unwrap();
            assert!(share >= *least, "{name}, {part}: {share} of the picture");
        }
    }
}
