//! Poses at prescribed distances and penetrations by offset surfaces (Diktas and Sahiner).

use super::deeper::DeeperSearch;
use super::way::{Way, bisect};
use super::{Placed, Placement, PlacingError, Refusal, Refused, Sampling, need_triangles};
use feeler::{Mesh, Model, Pair, Pose, Scratch};
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
/// let placement = options.place(&knot, &knot, &[-20.0, 30.0], &unwatched)?;
/// let exact = |p: &feeler_scenes::Placed| (p.achieved - p.prescribed).abs() < 1e-6;
/// assert!(placement.poses.iter().all(exact) && placement.refused.is_empty());
/// # Ok::<(), feeler_scenes::PlacingError>(())
/// ```
///
/// B approaches straight from each direction until it first touches the offset surface of A at the
/// prescribed distance. That surface consists of triangles, so each pose is corrected: B moves
/// forwards or backwards until the *exact* distance of the meshes is the prescribed one. For a
/// penetration, B moves until the point of B that touched the surface is as deep in A as
/// prescribed. This depth, along the normal at the nearest point of A, is called penetration by
/// Diktas and Sahiner (section 3.2). Zero is the first contact itself.
///
/// If A is open, B can come in through a hole, where it penetrates nothing, and the signed distance
/// jumps across the hole. Such poses are refused, see [`Refused`]: whatever the meshes, a pose that
/// is returned is where it is said to be.
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
    /// Places B at each of the percentages. It is an error if there is no pose at all.
    pub fn place(
        &self,
        a: &Model,
        b: &Model,
        percents: &[f64],
        progress: Progress<'_>,
    ) -> Result<Placement, PlacingError> {
        need_triangles(a, b)?;
        let solid = Solid::new(a.mesh().clone())?;
        // The total work of this step is not known in advance, and it is short compared with the
        // rest.
        let deepest = solid.deepest_with_progress(&|_| progress(0.0))?.depth;
        let impossible = |percent: &&f64| !(percent.is_finite() && **percent > -100.0);
        if let Some(&prescribed) = percents.iter().find(impossible) {
            return Err(PlacingError::Impossible { prescribed, possible: [-100.0, f64::INFINITY] });
        }
        let mut placement = Placement::default();
        for (done, &percent) in percents.iter().enumerate() {
            let share = |part: f64| (done as f64 + part) / percents.len() as f64;
            let level = PrescribedLevel { solid: &solid, percent, deepest };
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
                    Some(Model::new(offsets.at(&solid, level.length(), &watch)?.surface))
                }
            };
            let with = surface.as_ref().unwrap_or(a);
            let watch = |part: f64| progress(share(0.5 + 0.5 * part));
            self.place_level(&level, [a, b], with, &watch, &mut placement)?;
        }
        match placement.poses.is_empty() && !placement.refused.is_empty() {
            true => Err(PlacingError::Refused { reasons: placement.sentences() }),
            false => Ok(placement),
        }
    }

    /// Places B at one of the percentages, on all paths.
    fn place_level(
        &self,
        level: &PrescribedLevel<'_>,
        [a, b]: [&Model; 2],
        surface: &Model,
        progress: Progress<'_>,
        placement: &mut Placement,
    ) -> Result<(), PlacingError> {
        let rotations = self.sampling.rotations(self.orientations);
        let ways: Vec<(usize, Way)> = self
            .sampling
            .directions(self.directions)
            .iter()
            .flat_map(|&direction| rotations.iter().map(move |&turn| (direction, turn)))
            .map(|(direction, turn)| Way::new(a, b, direction, turn))
            .enumerate()
            .collect();
        let parts = Parts::new(ways.len(), progress);
        let placed = ways.par_iter().map(|(_, way)| parts.part(|| level.place(way, surface)));
        let placed: Option<Vec<Result<Placed, Refusal>>> = placed.collect();
        for (placed, (number, way)) in placed.ok_or(PlacingError::Stopped)?.iter().zip(&ways) {
            match *placed {
                Ok(placed) => placement.poses.push(placed),
                Err(reason) => placement.refused.push(Refused {
                    prescribed: level.percent,
                    direction: way.direction,
                    orientation: number % rotations.len(),
                    reason,
                }),
            }
        }
        Ok(())
    }
}

/// The largest difference between an achieved and a prescribed value that counts as none, in parts
/// of the largest penetration.
const EXACT: f64 = 1e-6;

/// The depth by which other points of B may be deeper than the one that touches, in parts of the
/// largest penetration. The offset surface consists of triangles, so it is that inexact itself.
const DEEPER: f64 = 0.1;

/// The radius of the smallest parts of B's triangles in which deeper points are searched, in parts
/// of the largest penetration. A quarter takes some tenths of a second a pose.
const FINEST: f64 = 0.25;

/// One of the distances or penetrations.
struct PrescribedLevel<'a> {
    solid: &'a Solid,
    percent: f64,
    deepest: f64,
}

impl PrescribedLevel<'_> {
    /// The prescribed distance; negative inside.
    fn length(&self) -> f64 {
        self.percent / 100.0 * self.deepest
    }

    /// The pose on one path.
    fn place(&self, way: &Way<'_>, surface: &Model) -> Result<Placed, Refusal> {
        let scratch = &mut Scratch::new();
        let (about, point) = way.first_contact(surface, scratch).ok_or(Refusal::Missed)?;
        let (apart, achieved) = match self.percent {
            0.0 => (about, way.distance(about, scratch)),
            0.0.. => self.exactly(about, |apart| way.distance(apart, scratch))?,
            _ => {
                let mut probe = Probe::default();
                let moved =
                    |apart: f64| [0, 1, 2].map(|i| point[i] + (apart - about) * way.direction[i]);
                let depth =
                    |apart: f64| self.solid.nearest(moved(apart), &mut probe).signed_distance;
                let (apart, achieved) = self.exactly(about, depth)?;
                if !self.solid.is_closed() {
                    self.check_entrance(way, apart, moved(apart))?;
                }
                (apart, achieved)
            }
        };
        let achieved = 100.0 * achieved / self.deepest;
        Ok(Placed { prescribed: self.percent, achieved, pose: way.pose(apart) })
    }

    /// The distance of the centres near an approximate one at which a value is the prescribed one,
    /// and the value there.
    ///
    /// The search goes outwards and inwards alike, with growing steps, and goes on where the value
    /// jumps over the prescribed one.
    fn exactly(
        &self,
        about: f64,
        mut value: impl FnMut(f64) -> f64,
    ) -> Result<(f64, f64), Refusal> {
        let length = self.length();
        let step = 1e-3 * self.deepest;
        let mut ends = [(about, value(about) >= length); 2];
        for round in 0..24 {
            for (end, side) in ends.iter_mut().zip([1.0, -1.0]) {
                let (here, above) = *end;
                let there = about + side * step * f64::from((2_u32 << round) - 1);
                *end = (there, value(there) >= length);
                if end.1 == above {
                    continue;
                }
                let between = if above { [there, here] } else { [here, there] };
                let apart = bisect(between, |apart| value(apart) >= length);
                let achieved = value(apart);
                if (achieved - length).abs() <= EXACT * self.deepest {
                    return Ok((apart, achieved));
                }
            }
        }
        Err(Refusal::Jump)
    }

    /// Checks that B has come into an open A through its triangles.
    fn check_entrance(&self, way: &Way<'_>, apart: f64, touching: [f64; 3]) -> Result<(), Refusal> {
        let point = Mesh::new(vec![[0.0; 3]], vec![[0; 3]]).expect("a point is a mesh");
        let point = Model::new(point);
        let came = Pair::new(way.a, &point).at(Pose::translation(touching));
        if came.first_contact(way.direction).is_none() {
            return Err(Refusal::Hole);
        }
        let pose = way.pose(apart);
        let search = DeeperSearch {
            solid: self.solid,
            lowest: self.length() - DEEPER * self.deepest,
            finest: FINEST * self.deepest,
        };
        let mut probe = Probe::default();
        let mesh = way.b.mesh();
        let is_deeper = |triangle: &[u32; 3]| {
            let corners = triangle.map(|vertex| pose.apply(mesh.vertices()[vertex as usize]));
            search.finds(corners, &mut probe)
        };
        match mesh.triangles().iter().any(is_deeper) {
            true => Err(Refusal::Deeper),
            false => Ok(()),
        }
    }
}
