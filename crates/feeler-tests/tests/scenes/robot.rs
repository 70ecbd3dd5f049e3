//! A test of a robot among boxes and cylinders: the published scenes of a Panda arm.
//!
//! The scenes are not part of the repository. If they are missing, this test says so and passes.

use crate::files::shared;
use feeler::{Mesh, Model, Pair, Pose, Scratch, Search};
use feeler_world::{Rules, World};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::path::Path;
use std::sync::Arc;

/// The counts of the results for configurations of the arm.
#[derive(Default)]
struct SceneTally {
    published_free: usize,
    judged: usize,
    hits: usize,
    /// Configurations for which FCL gives another verdict. FCL is only a label, not the exact
    /// answer.
    differences: Vec<String>,
    /// The largest difference of the distances, if both verdicts are free.
    off: f64,
}

#[test]
fn panda_scenes_have_the_published_verdicts() {
    let Some(shared) = shared() else { return };
    let text =
        std::fs::read_to_string(shared.join("vectors/panda_scenes/panda_scenes.json")).unwrap();
    let scenes: Value = serde_json::from_str(&text).unwrap();
    let links = links(&shared);
    let tallies: Vec<SceneTally> =
        scenes.as_array().unwrap().par_iter().map(|scene| judge(scene, &links)).collect();
    let total = tallies.into_iter().fold(SceneTally::default(), |mut all, one| {
        all.published_free += one.published_free;
        all.judged += one.judged;
        all.hits += one.hits;
        all.differences.extend(one.differences);
        all.off = all.off.max(one.off);
        all
    });
    println!(
        "{} configurations published as free are; of {} others {} hit; FCL differs in {}; distances differ by {:e} at most",
        total.published_free,
        total.judged,
        total.hits,
        total.differences.len(),
        total.off
    );
    assert_eq!(total.differences, Vec::<String>::new());
    assert!(total.hits > 100 && total.published_free == 280);
    assert!(total.off < 1e-6);
}

/// A world with all links and obstacles, moved from configuration to configuration.
#[test]
fn a_world_names_exactly_the_labelled_pairs() {
    let Some(shared) = shared() else { return };
    let text =
        std::fs::read_to_string(shared.join("vectors/panda_scenes/panda_scenes.json")).unwrap();
    let scenes: Value = serde_json::from_str(&text).unwrap();
    let links: BTreeMap<String, Arc<Model>> =
        links(&shared).into_iter().map(|(name, model)| (name, Arc::new(model))).collect();
    let rules = "rule = [{ ignore = [\"@arm\", \"@arm\"] }, { ignore = [\"@scene\", \"@scene\"] }]";
    let rules: Rules = rules.parse().unwrap();
    let (mut labels, mut configurations) = (0, 0);
    for scene in scenes.as_array().unwrap() {
        let mut world = World::new();
        world.set_rules(rules.clone());
        for thing in scene["world"].as_array().unwrap() {
            let (model, pose) = obstacle(thing);
            let id = world.add(thing["id"].as_str().unwrap(), model, pose).unwrap();
            world.set_group(id, Some("scene")).unwrap();
        }
        for config in scene["configs"].as_array().unwrap() {
            for link in config["links"].as_array().unwrap() {
                let name = link["link"].as_str().unwrap();
                let at = numbers::<12>(&link["matrix_rowmajor_3x4"]);
                let rows = [0, 4, 8].map(|i| [at[i], at[i + 1], at[i + 2]]);
                let pose = Pose::new(rows, [at[3], at[7], at[11]]).unwrap();
                let id = match world.find(name) {
                    Ok(id) => id,
                    Err(_) => {
                        let model = links[link["mesh"].as_str().unwrap()].clone();
                        let id = world.add(name, model, pose).unwrap();
                        world.set_group(id, Some("arm")).unwrap();
                        id
                    }
                };
                world.place(id, pose).unwrap();
            }
            let touching = world.touching();
            let name = |id| world.object(id).unwrap().name().to_owned();
            // Obstacles were added first, and labels name the link first.
            let mut named: Vec<[String; 2]> =
                touching.into_iter().map(|[thing, link]| [name(link), name(thing)]).collect();
            let text = |value: &Value, at: usize| value[at].as_str().unwrap().to_owned();
            let list = config["fcl_colliding_pairs"].as_array().unwrap().iter();
            let mut expected: Vec<[String; 2]> =
                list.map(|pair| [text(pair, 0), text(pair, 1)]).collect();
            named.sort_unstable();
            expected.sort_unstable();
            assert_eq!(named, expected, "{} {}", scene["problem"], config["name"]);
            labels += expected.len();
            configurations += 1;
        }
    }
    println!("{labels} touching pairs in {configurations} configurations");
    assert_eq!((labels, configurations), (475, 700));
}

fn links(shared: &Path) -> BTreeMap<String, Model> {
    let folder = shared.join("meshes/robot/panda/collision");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| {
            let mesh = feeler_io::read(entry.path()).unwrap();
            (entry.file_name().into_string().unwrap(), Model::new(mesh))
        })
        .collect()
}

fn judge(scene: &Value, links: &BTreeMap<String, Model>) -> SceneTally {
    let world: Vec<(Model, Pose)> =
        scene["world"].as_array().unwrap().iter().map(obstacle).collect();
    let mut tally = SceneTally::default();
    let mut scratch = Scratch::new();
    for config in scene["configs"].as_array().unwrap() {
        let name = format!("{} {} {}", scene["problem"], scene["number"], config["name"]);
        let mut nearest = f64::INFINITY;
        let mut hits = 0;
        for link in config["links"].as_array().unwrap() {
            let at = numbers::<12>(&link["matrix_rowmajor_3x4"]);
            let rows = [0, 4, 8].map(|i| [at[i], at[i + 1], at[i + 2]]);
            let link_in_world = Pose::new(rows, [at[3], at[7], at[11]]).unwrap();
            let model = &links[link["mesh"].as_str().unwrap()];
            for (obstacle, in_world) in &world {
                let pair = Pair::new(model, obstacle).at(Pose::relative(&link_in_world, in_world));
                let found = pair.distance_with(&Search::default(), &mut scratch);
                assert_eq!(found.upper() == 0.0, pair.intersects_with(&mut scratch), "{name}");
                assert_eq!(pair.within_with(0.02, &mut scratch), found.upper() <= 0.02, "{name}");
                nearest = nearest.min(found.upper());
                hits += (found.upper() == 0.0) as usize;
            }
        }
        let fcl_hits = config["fcl_colliding_pairs"].as_array().unwrap().len();
        if matches!(config["name"].as_str(), Some("start" | "goal")) {
            assert_eq!(hits, 0, "{name} is published as free");
            tally.published_free += 1;
        } else {
            tally.judged += 1;
            tally.hits += (hits > 0) as usize;
        }
        if hits != fcl_hits {
            tally.differences.push(format!("{name}: {hits} pairs touch, FCL says {fcl_hits}"));
        }
        if let Some(distance) = config["fcl_min_distance"].as_f64()
            && hits == 0
            && fcl_hits == 0
        {
            tally.off = tally.off.max((distance - nearest).abs());
        }
    }
    tally
}

fn obstacle(value: &Value) -> (Model, Pose) {
    let mesh = match value["type"].as_str().unwrap() {
        "box" => cuboid(numbers(&value["dimensions"])),
        "cylinder" => cylinder(numbers(&value["dimensions"])),
        other => panic!("unknown obstacle {other}"),
    };
    let pose =
        Pose::from_quaternion_xyzw(numbers(&value["quaternion_xyzw"]), numbers(&value["position"]))
            .unwrap();
    (Model::new(mesh), pose)
}

fn numbers<const N: usize>(value: &Value) -> [f64; N] {
    std::array::from_fn(|i| value[i].as_f64().unwrap())
}

/// A box of twelve triangles around the origin.
fn cuboid(sides: [f64; 3]) -> Mesh {
    let corner =
        |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { -0.5 } else { 0.5 } * sides[axis]);
    let quads =
        [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[p, q, r, s]| [[p, q, r], [p, r, s]]).collect();
    Mesh::new((0..8).map(corner).collect(), triangles).unwrap()
}

/// A prism with 32 sides around the z axis, inscribed in the cylinder.
fn cylinder([height, radius]: [f64; 2]) -> Mesh {
    const SIDES: u32 = 32;
    let mut vertices = vec![[0.0, 0.0, -0.5 * height], [0.0, 0.0, 0.5 * height]];
    let mut triangles = Vec::new();
    for i in 0..SIDES {
        let (sin, cos) = (TAU * f64::from(i) / f64::from(SIDES)).sin_cos();
        vertices.push([radius * cos, radius * sin, -0.5 * height]);
        vertices.push([radius * cos, radius * sin, 0.5 * height]);
        let (here, next) = (2 + 2 * i, 2 + 2 * ((i + 1) % SIDES));
        triangles.extend([[0, next, here], [1, here + 1, next + 1]]);
        triangles.extend([[here, next, next + 1], [here, next + 1, here + 1]]);
    }
    Mesh::new(vertices, triangles).unwrap()
}
