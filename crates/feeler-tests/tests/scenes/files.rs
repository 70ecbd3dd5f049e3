//! Tests on real meshes: published and recomputed lists of contacts, and agreement of all
//! configurations.
//!
//! The meshes are not part of the repository. If they are missing, these tests say so and pass.

use crate::answers::Wanted;
use crate::configuration::Configuration;
use crate::long;
use feeler::triangle::Section;
use feeler::{Arity, Contact, Mesh, Model, Pair, Pose, Rule};
use feeler_scenes::Random;
use rayon::prelude::*;
use serde_json::Value;
use std::path::{Path, PathBuf};

pub fn shared() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    if !path.is_dir() {
        println!("skipped: there are no meshes at {}", path.display());
        return None;
    }
    Some(path)
}

fn read(shared: &Path, name: &Value) -> Mesh {
    let name = name.as_str().unwrap();
    feeler_io::read(shared.join("meshes").join(name)).unwrap_or_else(|error| panic!("{error}"))
}

fn published(shared: &Path) -> Value {
    let text = std::fs::read_to_string(shared.join("vectors/exact_pairs.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn list(case: &Value) -> Option<Vec<Contact>> {
    let number = |value: &Value| value.as_u64().unwrap() as u32;
    let mut list: Vec<Contact> = case["pair_list"]
        .as_array()?
        .iter()
        .map(|p| Contact { a: number(&p[0]), b: number(&p[1]) })
        .collect();
    list.sort();
    Some(list)
}

#[test]
fn published_contacts_of_two_meshes() {
    let Some(shared) = shared() else { return };
    for case in published(&shared)["two_meshes"].as_array().unwrap() {
        let name = format!("{} and {}", case["a"], case["b"]);
        let (a, b) = (read(&shared, &case["a"]), read(&shared, &case["b"]));
        let t = [0, 1, 2].map(|i| case["t"][i].as_f64().unwrap());
        let poses = [Pose::translation(t)];
        let other = (a != b).then_some(&b);
        let first =
            Pair::new(&Model::new(a.clone()), &Model::new(b.clone())).at(poses[0]).contacts();
        assert_eq!(first.len() as u64, case["pairs"].as_u64().unwrap(), "{name}");
        if let Some(list) = list(case) {
            assert_eq!(first, list, "{name}");
        } else if first.is_empty() {
            println!("{name}: apart");
        }
        let configurations = if long() || a.triangles().len() < LARGE_MESH {
            Configuration::all()
        } else {
            every_builder()
        };
        configurations.par_iter().for_each(|configuration| {
            let answers = configuration.answers(&a, other, &poses, Wanted::VerdictsAndContacts);
            assert_eq!(answers.intersects[0], !first.is_empty(), "{name}, {configuration}");
            assert!(answers.contacts[0] == first, "{name}, {configuration}: other contacts");
        });
        println!(
            "{name}: {} contacts, the same in {} configurations",
            first.len(),
            configurations.len()
        );
    }
}

/// The number of triangles from which on it takes minutes to try every arity with every builder.
const LARGE_MESH: usize = 20_000;

/// Every volume with every builder, and every volume with every arity.
fn every_builder() -> Vec<Configuration> {
    // There are seven builders for each arity, so with this stride each builder gets one of the
    // arities in turn.
    let turns = |c: &Configuration| Rule::ALL.iter().position(|rule| *rule == c.rule).unwrap() % 3;
    let chosen = |c: &Configuration| c.rule == Rule::Sah || Arity::ALL[turns(c)] == c.arity;
    Configuration::all().into_iter().filter(chosen).collect()
}

/// Pairs of triangles of one mesh that meet beyond the vertices or the edge that they share.
#[test]
fn published_self_intersections() {
    let Some(shared) = shared() else { return };
    for case in published(&shared)["self"].as_array().unwrap() {
        let mesh = read(&shared, &case["mesh"]);
        if mesh.triangles().len() > LARGE_MESH && !long() {
            continue;
        }
        let model = Model::new(mesh);
        let pair = Pair::new(&model, &model);
        let contacts = pair.contacts();
        let crossing: Vec<Contact> =
            contacts.into_par_iter().filter(|c| c.a < c.b && crosses(&pair, *c)).collect();
        assert_eq!(crossing.len() as u64, case["pairs"].as_u64().unwrap(), "{}", case["mesh"]);
        if let Some(list) = list(case) {
            assert_eq!(crossing, list, "{}", case["mesh"]);
        }
    }
}

fn crosses(pair: &Pair, contact: Contact) -> bool {
    let (a, b) = (pair.a().mesh().triangle(contact.a), pair.b().mesh().triangle(contact.b));
    let shared = a.iter().filter(|p| b.contains(p)).count();
    let section = pair.section(contact).expect("a contact has a section");
    match shared {
        0 => true,
        1 => !matches!(section, Section::Point(_)),
        _ => matches!(section, Section::Polygon(_)),
    }
}

#[test]
fn bunny_against_itself_is_the_same_for_all() {
    let Some(shared) = shared() else { return };
    let bunny = read(&shared, &Value::from("scans/bunny.ply"));
    let [low, high] = bunny.bounds().unwrap();
    let size = (0..3).fold(0.0, |m: f64, i| m.max(high[i] - low[i]));
    let mut random = Random::new(1);
    let poses: Vec<Pose> = (0..1000)
        .map(|_| {
            let center = Pose::translation([0, 1, 2].map(|i| -0.5 * (low[i] + high[i])));
            let away = random.direction().map(|x| x * size);
            let distance = random.between(0.5, 1.1);
            let back = [0, 1, 2].map(|i| 0.5 * (low[i] + high[i]) + distance * away[i]);
            center.then(&random.rotation()).then(&Pose::translation(back))
        })
        .collect();
    let model = Model::new(bunny.clone());
    let expected: Vec<bool> =
        poses.iter().map(|&pose| Pair::new(&model, &model).at(pose).intersects()).collect();
    let touching = expected.iter().filter(|&&touches| touches).count();
    println!("{touching} of {} poses touch", poses.len());
    assert!((250..750).contains(&touching));
    every_builder().into_par_iter().for_each(|configuration| {
        let answers = configuration.answers(&bunny, None, &poses, Wanted::Verdicts);
        assert!(answers.intersects == expected, "{configuration}");
    });
}
