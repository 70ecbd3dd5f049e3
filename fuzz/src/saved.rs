//! Saved models: whatever the bytes are, they give an error or a model with right answers.

use crate::configuration::Configuration;
use crate::oracle::soup::nasty_meshes;
use feeler::{Mesh, Model, Pair, Pose};
use xxhash_rust::xxh3::xxh3_64;

/// The largest mesh whose answers are compared with those of a new model, in triangles.
const MOST_COMPARED: usize = 60;

/// The bytes as they are, and with the right checksum, as somebody who means harm would write them.
pub fn check(bytes: &[u8]) {
    read(bytes);
    let mut forged = bytes.to_vec();
    if let Some(end) = forged.len().checked_sub(8) {
        let checksum = xxh3_64(&forged[..end]).to_le_bytes();
        forged[end..].copy_from_slice(&checksum);
        read(&forged);
    }
}

fn read(bytes: &[u8]) {
    let model = match Model::from_bytes(bytes) {
        Ok(model) => model,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    model.validate().unwrap_or_else(|fault| panic!("{fault}"));
    if model.mesh().triangles().len() <= MOST_COMPARED {
        let new = Model::new(model.mesh().clone());
        let offset = model.mesh().bounds().map_or([0.0; 3], |[low, high]| {
            // Half a size aside, but not beyond what a pose may be.
            [0, 1, 2].map(|i| ((high[i] - low[i]) / 2.0).clamp(-Mesh::LIMIT, Mesh::LIMIT))
        });
        for pose in [Pose::IDENTITY, Pose::translation(offset)] {
            let [found, right] = [&model, &new].map(|model| {
                let pair = Pair::new(model, model).at(pose);
                (pair.contacts(), pair.distance())
            });
            assert_eq!(found, right, "{pose:?} {:?}", model.mesh());
        }
    }
}

/// Small models of every kind.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let models = (0..6).flat_map(|number| {
        let mesh = nasty_meshes(number).0;
        Configuration::some(number).map(move |tree| Model::build(mesh.clone(), &tree.build()))
    });
    models.map(|model| model.to_bytes()).collect()
}
