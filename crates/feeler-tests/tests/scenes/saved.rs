//! Saved models: what is read is what was saved, and damaged or forged bytes are never a wrong
//! answer.

mod forge;

use crate::configuration::{Configuration, Expected};
use crate::long;
use crate::oracle::soup::nasty_meshes;
use feeler::{
    Arity, Build, LoadError, Mesh, MeshError, Model, Pair, Pose, Rule, Scratch, Search, Volume,
};
use feeler_scenes::Shape;
use forge::{Forger, forged};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// Checks that a model is the same in every bit of its tree after it was saved and read, and that
/// its answers and their effort are the same.
fn check(model: &Model, name: &str) {
    let bytes = model.to_bytes();
    let read = Model::from_bytes(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(format!("{model:?}") == format!("{read:?}"), "{name}: another tree");
    assert!(bytes == read.to_bytes(), "{name}: other bytes");
    assert_eq!((model.stats(), model.volume()), (read.stats(), read.volume()), "{name}");
    read.validate().unwrap_or_else(|error| panic!("{name}: {error}"));
    for pose in [Pose::translation([0.1, 0.2, 0.3]), Pose::translation([0.0, 0.0, 3.0])] {
        assert_eq!(answers(model, &pose), answers(&read, &pose), "{name}");
    }
}

/// Answers and their effort, as text.
fn answers(model: &Model, pose: &Pose) -> String {
    let (pair, mut scratch) = (Pair::new(model, model).at(*pose), Scratch::new());
    let contacts = pair.contacts_with(&mut scratch).to_vec();
    let effort = scratch.effort();
    let distance = pair.distance_with(&Search::default(), &mut scratch);
    format!("{contacts:?} {effort:?} {distance:?} {:?}", scratch.effort())
}

#[test]
fn every_configuration_is_read_as_it_was_saved() {
    let gear = Shape::Gear.mesh(200);
    Configuration::all().into_par_iter().for_each(|configuration| {
        check(&Model::build(gear.clone(), &configuration.build()), &configuration.to_string());
    });
    for volume in Volume::ALL {
        let build = Build { volume, ..Build::default() };
        check(&Model::build(Mesh::default(), &build), "nothing");
        check(&Model::build(triangle([0, 1, 2]), &build), "a triangle");
        check(&Model::build(triangle([1, 1, 1]), &build), "a point");
    }
}

fn triangle(indices: [u32; 3]) -> Mesh {
    Mesh::new(vec![[0.0; 3], [1.0, 0.0, -0.0], [0.0, 1e-300, 3.0]], vec![indices]).unwrap()
}

#[test]
fn a_refitted_model_is_read_as_it_was_saved() {
    for volume in Volume::ALL {
        let mesh = Shape::Ring.mesh(500);
        let bent: Vec<_> =
            mesh.vertices().iter().map(|&[x, y, z]| [x * 1.5, y, z + 0.7 * x * x]).collect();
        let mut model = Model::build(mesh, &Build { volume, ..Build::default() });
        model.refit(bent).unwrap();
        check(&model, volume.name());
    }
}

#[test]
fn nasty_meshes_are_read_as_they_were_saved() {
    let pairs = if long() { 1_000 } else { 50 };
    (0..pairs).into_par_iter().for_each(|number| {
        let (a, b, _) = nasty_meshes(number);
        for configuration in Configuration::some(number) {
            for mesh in [&a, &b] {
                let model = Model::build(mesh.clone(), &configuration.build());
                check(&model, &format!("pair {number}, {configuration}"));
            }
        }
    });
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_threads() {
    let mesh = Shape::Blob.mesh(30_000);
    for volume in [Volume::OBB, Volume::DOP18] {
        let bytes = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let build = Build { volume, ..Build::default() };
            pool.install(|| {
                let bytes = Model::build(mesh.clone(), &build).to_bytes();
                assert!(Model::from_bytes(&bytes).unwrap().to_bytes() == bytes);
                bytes
            })
        };
        let one = bytes(1);
        assert!(one == bytes(2) && one == bytes(7), "{volume}");
    }
}

/// The bytes of a shape whose coordinates are whole numbers, so that they are the same everywhere.
/// Whoever changes the format changes its version, and then these numbers.
#[test]
fn the_format_has_not_changed() {
    let golden =
        |build: Build| xxhash_rust::xxh3::xxh3_64(&Model::build(stairs(), &build).to_bytes());
    let binary = Build { arity: Arity::Two, rule: Rule::Median, leaf_size: 3, ..Build::default() };
    let dops = Build { volume: Volume::DOP18, arity: Arity::Four, ..Build::default() };
    let found = [Build::default(), binary, dops].map(golden);
    assert_eq!(found, [6807275100319768957, 2101399048984397977, 17423873668563862067]);
}

/// A winding flight of steps.
fn stairs() -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for step in 0..60i32 {
        let (x, y) = (step * 7 % 31, step * step % 43);
        for corner in [[x, y], [x + 9, y + 2], [x + 11, y + 13], [x + 1, y + 10]] {
            vertices.push([corner[0] as f64, corner[1] as f64, 3.0 * step as f64]);
        }
        let first = 4 * step as u32;
        triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }
    Mesh::new(vertices, triangles).unwrap()
}

/// Models whose bytes are damaged: several volumes, arities and sizes.
fn samples() -> Vec<Model> {
    let build = |mesh: Mesh, volume, arity, leaf_size| {
        Model::build(mesh, &Build { volume, arity, leaf_size, ..Build::default() })
    };
    vec![
        build(stairs(), Volume::OBB, Arity::Eight, 8),
        build(Shape::Gear.mesh(60), Volume::OBB_HULL, Arity::Two, 1),
        build(Shape::Box.mesh(48), Volume::DOP18, Arity::Four, 16),
        build(Shape::Gear.mesh(60), Volume::HULL, Arity::Eight, 5),
        build(Shape::Knot.mesh(40), Volume::SPHERE, Arity::Two, 2),
        build(triangle([0, 1, 2]), Volume::OBB, Arity::Eight, 8),
        build(Mesh::default(), Volume::OBB, Arity::Eight, 8),
    ]
}

/// Damages bytes at random, most often with the checksum of the damaged bytes. What is read must
/// answer as a new model of the mesh that was read.
#[test]
fn damaged_bytes_are_an_error_or_right() {
    let files: u64 = if long() { 100_000 } else { 4_000 };
    let samples: Vec<Vec<u8>> = samples().iter().map(Model::to_bytes).collect();
    let counts = [const { AtomicU64::new(0) }; 2];
    (0..files).into_par_iter().for_each(|number| {
        let whole = &samples[number as usize % samples.len()];
        let mut forger = Forger::new(number);
        let damaged = forger.damaged(whole);
        if damaged == *whole {
            return;
        }
        if number % 4 == 0 {
            assert!(Model::from_bytes(&damaged).is_err(), "file {number}: no error");
            return;
        }
        let read = Model::from_bytes(&forged(damaged));
        counts[read.is_ok() as usize].fetch_add(1, Ordering::Relaxed);
        let Ok(read) = read else { return };
        read.validate().unwrap_or_else(|error| panic!("file {number}: {error}"));
        let new = Model::new(read.mesh().clone());
        for pose in [Pose::translation([0.3, 0.2, 0.1]), Pose::translation([0.0, 0.0, 40.0])] {
            let ask = |a: &Model, b: &Model| {
                let pair = Pair::new(a, b).at(pose);
                (pair.contacts(), pair.distance())
            };
            assert_eq!(ask(&read, &new), ask(&new, &new), "file {number}");
            assert_eq!(ask(&read, &read), ask(&new, &new), "file {number}");
        }
    });
    let [refused, read] = counts.map(AtomicU64::into_inner);
    println!("{refused} forged files were refused, {read} were read and right");
    assert!(refused > files / 20 && read > files / 20, "{refused} and {read}");
}

#[test]
fn forged_trees_answer_as_brute_force() {
    for number in 0..if long() { 3000 } else { 300 } {
        let (a, b, pose) = nasty_meshes(number);
        let expected = Expected::contacts(&a, &b, &pose);
        let read = [a, b].map(|mesh| {
            let bytes = Model::build(mesh, &Build { leaf_size: 2, ..Build::default() }).to_bytes();
            let mut forger = Forger::new(number);
            Model::from_bytes(&forged(forger.misgrouped(&bytes))).expect("the tree is possible")
        });
        let found = Pair::new(&read[0], &read[1]).at(pose).contacts();
        assert_eq!(found, expected.contacts, "pair {number}");
    }
}

#[test]
fn cut_bytes_are_an_error_at_every_length() {
    for model in samples() {
        let bytes = model.to_bytes();
        assert_eq!(Model::from_bytes(&[]).unwrap_err(), LoadError::Signature);
        for length in 1..bytes.len() {
            let error = Model::from_bytes(&bytes[..length]).unwrap_err();
            assert!(
                matches!(error, LoadError::Length { found, expected } if found == length as u64 && expected > found),
                "{error:?}"
            );
        }
        let longer = [&bytes[..], &[0]].concat();
        let [expected, found] = [bytes.len() as u64, longer.len() as u64];
        let error = Model::from_bytes(&longer).unwrap_err();
        assert_eq!(error, LoadError::Length { expected, found });
    }
}

#[test]
fn every_flipped_bit_is_an_error() {
    let bytes = samples()[0].to_bytes();
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let error = Model::from_bytes(&damaged).unwrap_err();
        let expected = match bit / 8 {
            0..8 => matches!(error, LoadError::Signature),
            8..12 => matches!(error, LoadError::Version { known: 1, .. }),
            32..64 => matches!(error, LoadError::Length { .. }),
            _ => error == LoadError::Checksum,
        };
        assert!(expected, "bit {bit}: {error:?}");
    }
}

/// The sections of the first sample: 240 vertices, 120 triangles.
#[test]
fn every_forgery_is_named() {
    let bytes = samples()[0].to_bytes();
    let [triangles, order] = [64 + 240 * 24, 64 + 240 * 24 + 120 * 12];
    let axes = order + 120 * 4;
    let slots = u64::from_le_bytes(bytes[48..56].try_into().unwrap()) as usize;
    let shape = axes + slots * 36;
    assert_eq!(bytes.len(), shape + slots + 8, "the sections are where this test expects them");
    let error = |at: usize, change: &[u8]| {
        let mut damaged = bytes.clone();
        damaged[at..at + change.len()].copy_from_slice(change);
        Model::from_bytes(&forged(damaged)).unwrap_err()
    };
    let text = |error: LoadError| error.to_string();

    assert_eq!(error(12, &[3]), LoadError::Arity { found: 3 });
    assert_eq!(error(16, b"oak"), LoadError::Volume);
    assert_eq!(error(16, b"\xff"), LoadError::Volume);
    assert_eq!(error(16, b"dop18"), LoadError::Axes { volume: 0 });
    let nan = error(64 + 24, &f64::NAN.to_le_bytes());
    assert!(matches!(nan, LoadError::Mesh(MeshError::Coordinate { vertex: 1, .. })), "{nan:?}");
    let index = error(triangles + 12, &240u32.to_le_bytes());
    assert!(matches!(index, LoadError::Mesh(MeshError::Index { triangle: 1, .. })), "{index:?}");
    assert!(text(index).starts_with("the mesh of the saved model is not valid: triangle 1"));
    assert_eq!(error(order, &[0xff; 4]), LoadError::Order { place: 0 });
    // The first triangle of the second leaf is that of the first: twice in the order.
    let first = bytes[order..order + 4].to_vec();
    let twice = error(order + 40, &first);
    assert!(matches!(twice, LoadError::Order { .. }), "{twice:?}");
    assert_eq!(error(axes + 36, &2f32.to_le_bytes()), LoadError::Axes { volume: 1 });
    assert_eq!(error(axes, &f32::NAN.to_le_bytes()), LoadError::Axes { volume: 0 });
    for byte in [0, 1, 17, 31, 32, 33, 41, 255] {
        let error = error(shape, &[byte]);
        assert!(matches!(error, LoadError::Shape { .. }), "{byte}: {error:?}");
    }
    assert_eq!(error(shape, &vec![34; slots]), LoadError::Shape { slot: 0 }, "too many nodes");
    let huge = error(32, &[0xff; 32]);
    assert!(matches!(huge, LoadError::Length { expected: u64::MAX, .. }), "{huge:?}");
    let newer = error(8, &9u32.to_le_bytes());
    assert_eq!(newer, LoadError::Version { found: 9, known: 1 });
    assert!(text(newer).contains("save it again"));
}

/// A tree in which each node has a leaf of one triangle and the rest: fitting volumes to it takes
/// time in proportion to the square of the triangles, so there is a limit.
#[test]
fn a_tree_that_is_too_deep_is_refused() {
    let depth = |triangles: usize| {
        let mesh = Shape::Heap.mesh(triangles);
        let count = mesh.triangles().len();
        let shape: Vec<u8> = [34, 1].repeat(count - 1).into_iter().chain([1]).collect();
        let model = Model::build(mesh, &Build { volume: Volume::AABB, ..Build::default() });
        Model::from_bytes(&forge::with_shape(&model.to_bytes(), &shape))
            .map(|model| model.stats().depth)
    };
    assert_eq!(depth(500), Ok(499));
    assert!(matches!(depth(530), Err(LoadError::Shape { slot }) if slot > 900));
}
