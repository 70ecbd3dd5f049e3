//! The error of an offset surface: its deviation from the wanted distance.

use crate::{FieldError, Parts, Probe, Progress, Solid};
use feeler::Mesh;
use feeler::inside::vector::{add_scaled, cross, length, sub};
use rayon::prelude::*;

/// The true errors of an offset surface: exact distances from the mesh, minus the wanted distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// The errors at all vertices of the surface.
    pub vertices: Spread,
    /// The errors at random points of its triangles, distributed evenly by area; the caller chooses
    /// their number.
    pub triangles: Spread,
}

/// Statistics of the absolute values of many errors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// The number of errors.
    pub count: usize,
    /// The largest error.
    pub max: f64,
    /// The mean error.
    pub mean: f64,
    /// The median: half of the errors are smaller.
    pub median: f64,
    /// The 99th percentile: 99 of 100 errors are smaller.
    pub p99: f64,
}

/// The number of points that one thread measures one after the other.
const POINTS_PER_CHUNK: usize = 256;

impl Deviation {
    /// Measures a surface that should be at a distance from a mesh, at all vertices and at
    /// `samples` other points. The same seed gives the same points. Fails only if `progress` stops
    /// the work.
    pub fn measure(
        solid: &Solid,
        surface: &Mesh,
        level: f64,
        samples: usize,
        seed: u64,
        progress: Progress<'_>,
    ) -> Result<Self, FieldError> {
        let errors = |points: &mut dyn Iterator<Item = [f64; 3]>| -> Vec<f64> {
            let mut probe = Probe::default();
            points.map(|point| (solid.distance(point, &mut probe) - level.abs()).abs()).collect()
        };
        let chunks = surface.vertices().par_chunks(POINTS_PER_CHUNK);
        let areas = areas(surface);
        let samples = if surface.triangles().is_empty() { 0 } else { samples };
        let parts = Parts::new(chunks.len() + samples.div_ceil(POINTS_PER_CHUNK), progress);
        let at_vertices: Option<Vec<_>> =
            chunks.map(|chunk| parts.part(|| errors(&mut chunk.iter().copied()))).collect();
        let sample =
            |number| point_on(surface, &areas, &mut SampleRandom::new(seed, number as u64));
        let at_samples: Option<Vec<_>> = (0..samples.div_ceil(POINTS_PER_CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let numbers = chunk * POINTS_PER_CHUNK..samples.min((chunk + 1) * POINTS_PER_CHUNK);
                parts.part(|| errors(&mut numbers.map(sample)))
            })
            .collect();
        let spread = |errors: Option<Vec<Vec<f64>>>| {
            errors.map(|all| Spread::of(all.concat())).ok_or(FieldError::Stopped)
        };
        Ok(Self { vertices: spread(at_vertices)?, triangles: spread(at_samples)? })
    }

    /// The largest error at vertices and other points.
    pub fn max(&self) -> f64 {
        self.vertices.max.max(self.triangles.max)
    }
}

impl Spread {
    fn of(mut errors: Vec<f64>) -> Self {
        let Some(last) = errors.len().checked_sub(1) else { return Self::default() };
        errors.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| errors[(share * last as f64).round() as usize];
        Self {
            count: errors.len(),
            max: errors[last],
            mean: errors.iter().sum::<f64>() / errors.len() as f64,
            median: at(0.5),
            p99: at(0.99),
        }
    }
}

/// For each triangle, the total area of the triangles up to and including it.
fn areas(mesh: &Mesh) -> Vec<f64> {
    let mut sum = 0.0;
    let area = |t: u32| {
        let [p, q, r] = mesh.triangle(t);
        sum += length(cross(sub(q, p), sub(r, p)));
        sum
    };
    (0..mesh.triangles().len() as u32).map(area).collect()
}

fn point_on(mesh: &Mesh, areas: &[f64], random: &mut SampleRandom) -> [f64; 3] {
    let total = areas.last().expect("there are triangles");
    let at = random.unit() * total;
    let triangle = areas.partition_point(|&sum| sum <= at).min(areas.len() - 1);
    let [p, q, r] = mesh.triangle(triangle as u32);
    let (u, v) = (random.unit(), random.unit());
    // A point in the other half of the parallelogram is mirrored into the triangle.
    let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
    add_scaled(add_scaled(p, u, sub(q, p)), v, sub(r, p))
}

/// A generator whose numbers depend only on a seed and a count, so that any thread can compute any
/// of them: splitmix64 (Steele, Lea and Flood 2014).
struct SampleRandom(u64);

impl SampleRandom {
    fn new(seed: u64, number: u64) -> Self {
        Self(Self(seed.wrapping_add(number.wrapping_mul(0xd1b5_4a32_d192_ed03))).bits())
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
