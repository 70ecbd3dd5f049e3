//! Tests with real and broken mesh files, on machines that have them.

use crate::manifold::Census;
use feeler_field::{FieldError, Fineness, Offsets, Solid, unwatched};
use std::path::{Path, PathBuf};

fn shared(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/meshes").join(folder);
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// For every mesh, the offset surfaces have no cracks, are closed if the mesh is closed, and have
/// an error below one cell.
#[test]
fn broken_meshes_have_whole_offsets() {
    for path in [shared("bad"), shared("cad")].concat() {
        let Ok(mesh) = feeler_io::read(&path) else { continue };
        let name = path.display();
        let solid = match Solid::new(mesh) {
            Ok(solid) => solid,
            Err(error @ (FieldError::Empty | FieldError::Flat)) => {
                println!("{name}: {error}");
                continue;
            }
            Err(error) => panic!("{name}: {error}"),
        };
        let [low, high] = solid.bounds();
        let size = (0..3).map(|i| high[i] - low[i]).fold(0.0, f64::max);
        let options =
            Offsets { fineness: Fineness::Resolution(24), samples: 500, ..Offsets::default() };
        let offset = options.at(&solid, 0.1 * size, &unwatched);
        let offset = offset.unwrap_or_else(|error| panic!("{name}: {error}"));
        let census = match solid.is_closed() {
            true => Census::of(&offset.surface),
            false => Census::of_pinched(&offset.surface),
        };
        let census = census.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!solid.is_closed() || census.open_edges == 0, "{name}");
        let off = offset.deviation.max() / offset.spacing;
        assert!(off < 1.0, "{name}: {off} cells");
    }
}
