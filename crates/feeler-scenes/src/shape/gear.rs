//! A gear wheel.

use super::surface::SurfaceBuilder;
use feeler::Mesh;
use std::f64::consts::TAU;

/// A spur gear with a bore about the z axis, tessellated as by CAD programs: every triangle reaches
/// from one edge of the part to the next, so triangles are long and thin, and become thinner with
/// their number.
///
/// It has 24 teeth and a multiple of 768 triangles.
///
/// ```
/// assert_eq!(feeler_scenes::shape::gear(2_000).triangles().len(), 2_304);
/// ```
pub fn gear(triangles: usize) -> Mesh {
    const TEETH: usize = 24;
    const THICKNESS: f64 = 0.4;
    // A tooth has four stretches, and each point of the outline is the start of eight triangles.
    let parts = ((triangles as f64 / (8 * 4 * TEETH) as f64).round() as usize).max(1);
    let points = 4 * parts * TEETH;
    let at = |radius: f64, height: f64| {
        move |angle: f64| [radius * angle.cos(), radius * angle.sin(), height]
    };
    let outline = |height: f64| {
        move |angle: f64| at(outline_radius(angle / TAU * TEETH as f64), height)(angle)
    };
    let mut surface = SurfaceBuilder::default();
    let loops = [
        surface.around(points, outline(-THICKNESS / 2.0)),
        surface.around(points, outline(THICKNESS / 2.0)),
        surface.around(points, at(0.35, THICKNESS / 2.0)),
        surface.around(points, at(0.35, -THICKNESS / 2.0)),
    ];
    for i in 0..4 {
        surface.band(&loops[i], &loops[(i + 1) % 4]);
    }
    surface.into_mesh()
}

/// The radius of the outline: root, rising flank, tip, falling flank, a quarter of the tooth each.
fn outline_radius(teeth: f64) -> f64 {
    const ROOT: f64 = 0.84;
    const TIP: f64 = 1.0;
    // Rounding may move a corner of the outline to the neighbouring stretch; this does no harm,
    // because the radius is continuous.
    let phase = 4.0 * teeth.fract();
    // A flank bulges outwards like an involute.
    let flank = |t: f64| ROOT + (TIP - ROOT) * (t * std::f64::consts::FRAC_PI_2).sin();
    match phase {
        p if p < 1.0 => ROOT,
        p if p < 2.0 => flank(p - 1.0),
        p if p < 3.0 => TIP,
        p => flank(4.0 - p),
    }
}
