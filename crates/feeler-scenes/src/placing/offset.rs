//! Poses at prescribed distances and penetrations by offset surfaces (Diktas and Sahiner).

use super::way::{Way, bisect};
use super::{Placed, PlacingError, Sampling, need_triangles};
use feeler::{Model, Scratch};
use feeler_field::{Fineness, Offsets, Parts, Probe, Progress, Solid};
use rayon::prelude::*;

/// Poses at distances and penetrations in percent of the largest possible penetration, for a number
/// of directions, each with a number of orientations.
///
/// ```
/// use feeler::Model;
/// use feeler_scenes::{OffsetPoses, Shape, unwatched};
/// let knot = Model::new(Shape::Knot.mesh(500));
/// let options = OffsetPoses { directions: 3, orientations: 2, resolution: 40, ..OffsetPoses::default() };
/// let poses = options.place(&knot, &knot, &[-20.0, 30.0], &unwatched)?;
/// assert!(poses.iter().all(|p| (p.achieved - p.prescribed).abs() < 1e-6 * p.prescribed.abs()));
/// # Ok::<(), feeler_scenes::PlacingError>(())
/// ```
///
/// B approaches straight from each direction until it first touches the offset surface of A at the
/// prescribed distance. That surface consists of triangles, so each pose is corrected: B moves
/// forwards or backwards until the *exact* distance of the meshes is the prescribed one. For a
/// penetration, B moves until the point of B that touched the surface is as deep in A as
/// prescribed. This depth, along the normal at the nearest point of A, is called penetration by
/// Diktas and Sahiner (section 3.2). Zero is the first contact itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OffsetPoses {
    /// The number of directions from which B approaches.
    pub directions: usize,
    /// The number of orientations for each direction.
    pub orientations: usize,
    /// The choice of directions and orientations.
    pub sampling: Sampling,
    /// The number of cells of the distance field along the longest side of A.
    pub resolution: usize,
}

impl Default for OffsetPoses {
    /// 12 regular directions, 8 orientations, 128 cells.
    fn default() -> Self {
        Self { directions: 12, orientations: 8, sampling: Sampling::Regular, resolution: 128 }
    }
}

impl OffsetPoses {
    /// Places B at each of the percentages. There are fewer poses if B misses a surface in some
    /// directions.
    pub fn place(
        &self,
        a: &Model,
        b: &Model,
        percents: &[f64],
        progress: Progress<'_>,
    ) -> Result<Vec<Placed>, PlacingError> {
        need_triangles(a, b)?;
        let solid = Solid::new(a.mesh().clone())?;
        // The total work of this step is not known in advance, and it is short compared with the
        // rest.
        let deepest = solid.deepest_with_progress(&|_| progress(0.0))?.depth;
        let impossible = |percent: &&f64| !(percent.is_finite() && **percent > -100.0);
        if let Some(&prescribed) = percents.iter().find(impossible) {
            return Err(PlacingError::Impossible { prescribed, possible: [-100.0, f64::INFINITY] });
        }
        let mut poses = Vec::new();
        for (done, &percent) in percents.iter().enumerate() {
            let share = |part: f64| (done as f64 + part) / percents.len() as f64;
            let level = PrescribedLevel { solid: &solid, percent, deepest };
            let length = percent / 100.0 * deepest;
            let surface = match percent {
                0.0 => None,
                _ => {
                    let offsets = Offsets {
                        fineness: Fineness::Resolution(self.resolution),
                        polish: true,
                        samples: 0,
                        ..Offsets::default()
                    };
                    let watch = |part: f64| progress(share(0.5 * part));
                    Some(Model::new(offsets.at(&solid, length, &watch)?.surface))
                }
            };
            let with = surface.as_ref().unwrap_or(a);
            let rotations = self.sampling.rotations(self.orientations);
            let ways: Vec<Way> = self
                .sampling
                .directions(self.directions)
                .iter()
                .flat_map(|&direction| rotations.iter().map(move |&turn| (direction, turn)))
                .map(|(direction, turn)| Way::new(a, b, direction, turn))
                .collect();
            let watch = |part: f64| progress(share(0.5 + 0.5 * part));
            let parts = Parts::new(ways.len(), &watch);
            let placed = ways.par_iter().map(|way| parts.part(|| level.place(way, with)));
            let placed: Option<Vec<Option<Placed>>> = placed.collect();
            poses.extend(placed.ok_or(PlacingError::Stopped)?.into_iter().flatten());
        }
        Ok(poses)
    }
}

/// One of the distances or penetrations.
struct PrescribedLevel<'a> {
    solid: &'a Solid,
    percent: f64,
    deepest: f64,
}

impl PrescribedLevel<'_> {
    /// The pose on one path; `None` if B does not touch the surface on it.
    fn place(&self, way: &Way<'_>, surface: &Model) -> Option<Placed> {
        let scratch = &mut Scratch::new();
        let (apart, point) = way.first_contact(surface, scratch)?;
        let length = self.percent / 100.0 * self.deepest;
        let (apart, achieved) = match self.percent {
            0.0 => (apart, way.distance(apart, scratch)),
            0.0.. => {
                let apart = polished(apart, 1e-3 * self.deepest, |apart| {
                    way.distance(apart, scratch) >= length
                });
                (apart, way.distance(apart, scratch))
            }
            _ => {
                let mut probe = Probe::default();
                let mut depth_at = |other: f64| {
                    let moved = [0, 1, 2].map(|i| point[i] + (other - apart) * way.direction[i]);
                    self.solid.nearest(moved, &mut probe).signed_distance
                };
                let apart = polished(apart, 1e-3 * self.deepest, |apart| depth_at(apart) >= length);
                (apart, depth_at(apart))
            }
        };
        let achieved = 100.0 * achieved / self.deepest;
        Some(Placed { prescribed: self.percent, achieved, pose: way.pose(apart) })
    }
}

/// The distance of the centres from which on a test holds, searched around an approximate value.
fn polished(about: f64, step: f64, mut holds: impl FnMut(f64) -> bool) -> f64 {
    let outwards = if holds(about) { -1.0 } else { 1.0 };
    let mut step = step * outwards;
    let mut here = about;
    for _ in 0..24 {
        let there = here + step;
        if holds(there) != (outwards < 0.0) {
            let ends = if outwards < 0.0 { [there, here] } else { [here, there] };
            return bisect(ends, holds);
        }
        here = there;
        step *= 2.0;
    }
    about
}
