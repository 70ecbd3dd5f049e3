//! Tests of the memory that a saved model takes when it is read.

#[path = "../../feeler-io/tests/files/allocation.rs"]
mod allocation;

use allocation::peak;
use feeler::{Arity, Build, Mesh, Model, Rule, Volume};

/// The most bytes held while a model is read, on one thread.
fn most(bytes: &[u8]) -> usize {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| peak(|| Model::from_bytes(bytes).map(drop)).1)
}

/// A fan of triangles around one vertex: few vertices, so that the bytes are few.
fn fan(triangles: u32) -> Mesh {
    let vertices =
        (0..40).map(|i: i32| [i.pow(2) as f64, (i * 7 % 40) as f64, (i * 11 % 40) as f64]);
    let corners = (0..triangles).map(|i| [i % 40, (i / 40 + i) % 40, (i * 13 + 1) % 40]);
    Mesh::new(vertices.collect(), corners.collect()).expect("a mesh")
}

/// The bytes of a model with another shape of the tree, if its volumes have no axes.
fn with_shape(model: &Model, shape: &[u8]) -> Vec<u8> {
    let bytes = model.to_bytes();
    let slots = u64::from_le_bytes(bytes[48..56].try_into().expect("a header")) as usize;
    let mut changed = bytes[..bytes.len() - 8 - slots].to_vec();
    changed[48..56].copy_from_slice(&(shape.len() as u64).to_le_bytes());
    changed.extend(shape);
    changed.extend(xxhash_rust::xxh3::xxh3_64(&changed).to_le_bytes());
    changed
}

/// The bound that the documentation of [`Model::from_bytes`] states.
#[test]
fn memory_is_bounded_by_the_length() {
    let mut worst = 0.0_f64;
    for volume in Volume::ALL {
        let build = Build { volume, leaf_size: 1, rule: Rule::Median, ..Build::default() };
        for triangles in [0, 1, 50, 480] {
            let model = Model::build(fan(triangles), &build);
            let binary = Build { arity: Arity::Two, ..build };
            // The nodes of a binary tree, each with eight slots of which two are used.
            let wide = Model::build(fan(triangles), &binary).to_bytes();
            let mut wide = wide[..wide.len() - 8].to_vec();
            wide[12] = 8;
            wide.extend(xxhash_rust::xxh3::xxh3_64(&wide).to_le_bytes());
            // A tree as deep as a tree can be.
            let deep = [34, 1].repeat((triangles as usize).saturating_sub(1));
            let deep: Vec<u8> = deep.into_iter().chain((triangles > 0).then_some(1)).collect();
            let mut files = vec![model.to_bytes(), wide];
            if !volume.name().starts_with("obb") {
                files.push(with_shape(&model, &deep));
            }
            for file in files {
                Model::from_bytes(&file).unwrap_or_else(|error| panic!("{volume}: {error}"));
                let used = most(&file);
                worst = worst.max(used as f64 / file.len() as f64);
                assert!(
                    used <= 200 * file.len() + (16 << 10),
                    "{volume}, {triangles}: {used} bytes for a file of {}",
                    file.len()
                );
            }
        }
    }
    println!("at most {worst:.0} times the length of a file");
}

/// Counts that no file has are refused before memory is taken.
#[test]
fn no_memory_for_counts_that_are_not_there() {
    let bytes = Model::new(fan(100)).to_bytes();
    for at in [32, 40, 48, 56] {
        for count in [1_u64 << 20, 1 << 40, u64::MAX / 24, u64::MAX] {
            let mut changed = bytes.clone();
            changed[at..at + 8].copy_from_slice(&count.to_le_bytes());
            assert!(Model::from_bytes(&changed).is_err());
            assert_eq!(most(&changed), 0, "{count} at {at}");
        }
    }
}
