//! Surfaces at a distance from a part.

use crate::protocol::{MOST_CELLS, OffsetFound};
use crate::stage::center;
use crate::wire::{Answer, Packed};
use feeler::Model;
use feeler_field::{Fineness, Offsets, Solid, unwatched};
use std::time::Instant;

/// The surface at a distance, outwards or inwards, with its true error.
pub(crate) fn surface(model: &Model, by: f64, resolution: usize) -> Result<Answer, String> {
    let start = Instant::now();
    let fineness = Fineness::Resolution(resolution.clamp(4, MOST_CELLS));
    let options = Offsets { fineness, samples: 2000, ..Offsets::default() };
    let solid = Solid::new(model.mesh().clone()).map_err(|error| error.to_string())?;
    let offset = options.at(&solid, by, &unwatched).map_err(|error| error.to_string())?;
    let center = center(model);
    let mesh = &offset.surface;
    let mut packed = Packed::new();
    packed.floats(mesh.vertices().iter().flat_map(|p| [0, 1, 2].map(|k| p[k] - center[k])));
    packed.indices(mesh.triangles().iter().flatten().copied());
    let head = OffsetFound {
        triangles: mesh.triangles().len(),
        mean_error: offset.deviation.triangles.mean,
        error: offset.deviation.max(),
        ns: start.elapsed().as_nanos() as u64,
    };
    Ok(Answer::numbers(&head, packed))
}
