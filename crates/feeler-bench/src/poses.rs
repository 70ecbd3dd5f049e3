//! The poses of a scene: the only place where the name of a generator becomes poses.

use crate::{Error, Files};
use feeler::{Mesh, Model, Pose};
use feeler_scenes::{
    Axis, Concentric, OffsetPoses, Placed, PlacingError, Progress, Random, Sampling, StackedPoses,
    apart, around_contact, at_distances, enclosed, in_cube, random_sweep, spread, sweep,
};
use serde::{Deserialize, Deserializer, Serialize};

/// The generator of a scene's poses, as it is written in its file.
///
/// All random choices have a seed. If the scene does not give one, the seed of the run is used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "generator", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Generator {
    /// [`feeler_scenes::sweep`]: a sweep of the distance of the centres, with B turned about z at
    /// each distance.
    Sweep {
        /// The first distance.
        from: f64,
        /// The last distance.
        to: f64,
        /// The number of distances.
        steps: usize,
        /// The number of poses at each distance.
        turns: usize,
    },
    /// [`feeler_scenes::random_sweep`]: a sweep of the distance of the centres, with random
    /// rotations and directions.
    RandomSweep {
        /// The first distance.
        from: f64,
        /// The last distance.
        to: f64,
        /// The number of distances.
        steps: usize,
        /// The number of poses at each distance.
        turns: usize,
        /// The seed of the random numbers.
        seed: Option<u64>,
    },
    /// [`Concentric::turned`]: A grows by the gap, so that B is inside A, and B is turned at
    /// random.
    Concentric {
        /// The gap, in radii.
        gap: f64,
        /// The number of poses.
        poses: usize,
        /// The seed of the random numbers.
        seed: Option<u64>,
    },
    /// [`Concentric::travelling`]: the same meshes, and B travels along y from one height of its
    /// centre to another.
    Travelling {
        /// The gap, in radii.
        gap: f64,
        /// The first height.
        from: f64,
        /// The last height.
        to: f64,
        /// The number of poses.
        poses: usize,
        /// The seed of the random numbers.
        seed: Option<u64>,
    },
    /// [`OffsetPoses`]: distances and penetrations in percent of the largest possible penetration.
    Offset {
        /// The first percentage; negative values are inside.
        from: f64,
        /// The last percentage.
        to: f64,
        /// The number of percentages.
        steps: usize,
        /// The number of directions.
        directions: usize,
        /// The number of orientations.
        orientations: usize,
        /// The number of cells of the distance field along the longest side of A.
        resolution: usize,
        /// The seed of the random numbers. Without it, directions and orientations are distributed
        /// evenly.
        seed: Option<u64>,
    },
    /// [`at_distances`]: given distances, found by bisection.
    Distances {
        /// The distances.
        distances: Vec<f64>,
        /// The number of poses at each distance.
        poses: usize,
        /// The seed of the random numbers.
        seed: Option<u64>,
    },
    /// [`enclosed`]: B in tunnels and cavities of A.
    Enclosed {
        /// The distances.
        distances: Vec<f64>,
        /// The number of poses at each distance.
        poses: usize,
        /// The factor by which B is scaled first, so that it fits.
        scale: f64,
        /// The seed of the random numbers.
        seed: Option<u64>,
    },
    /// [`in_cube`]: B at random places in a cube, such that a given share of the poses touches.
    Cube {
        /// The share of poses that touch.
        share: f64,
        /// The number of poses.
        poses: usize,
        /// The seed of the random numbers.
        seed: Option<u64>,
    },
    /// [`around_contact`]: given shares of the distance of the centres at the first contact.
    AroundContact {
        /// The first share.
        from: f64,
        /// The last share.
        to: f64,
        /// The number of shares.
        steps: usize,
        /// The number of poses at each share.
        poses: usize,
        /// The seed of the random numbers.
        seed: Option<u64>,
    },
    /// [`StackedPoses`]: B on top of A.
    Stacked {
        /// The gaps between the boxes of A and B; in a negative gap, B is pressed into A.
        gaps: Vec<f64>,
        /// The number of poses for each gap. The first pose is in the middle and not turned.
        poses: usize,
        /// The axis that points up; z by default.
        #[serde(default, with = "AxisName")]
        axis: Axis,
        /// The largest sideways shift of B, in sizes of A; a tenth by default.
        #[serde(default = "default_shift")]
        shift: f64,
        /// The seed of the random numbers.
        seed: Option<u64>,
    },
    /// [`apart`]: B many sizes away.
    Apart {
        /// The gaps, in sizes of A.
        sizes: Vec<f64>,
        /// The direction from A to B; its length does not matter.
        direction: [f64; 3],
        /// The number of poses for each gap. The first pose is not turned.
        poses: usize,
        /// The seed of the random numbers.
        seed: Option<u64>,
    },
    /// B at random offsets from A, never turned. With a step, faces, edges and corners of plain parts often
    /// lie on each other.
    Shifted {
        /// The largest offset along each axis.
        reach: f64,
        /// The number of which all offsets are multiples; 0 for any offsets.
        #[serde(default)]
        step: f64,
        /// The number of poses.
        poses: usize,
        /// The seed of the random numbers.
        seed: Option<u64>,
    },
    /// A table of poses, as for `feeler batch`.
    File {
        /// The path of the file, beside the scene.
        path: String,
    },
}

/// The names of [`Axis`] in a scene.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Axis", rename_all = "kebab-case")]
enum AxisName {
    X,
    Y,
    Z,
}

fn default_shift() -> f64 {
    StackedPoses::default().shift
}

/// Two meshes and the poses of B in A's frame.
#[derive(Clone, Debug)]
pub struct Situation {
    /// Mesh A, grown if the generator says so.
    pub a: Mesh,
    /// Mesh B.
    pub b: Mesh,
    /// The poses.
    pub poses: Vec<Placed>,
    /// The meaning of [`Placed::prescribed`].
    pub parameter: &'static str,
    /// The poses that cannot be made, and why, in sentences.
    pub left_out: Vec<String>,
}

impl Situation {
    /// A situation with all poses that were asked for.
    pub(crate) fn whole(a: Mesh, b: Mesh, poses: Vec<Placed>, parameter: &'static str) -> Self {
        Self { a, b, poses, parameter, left_out: Vec::new() }
    }
}

impl Generator {
    /// The largest number of poses. A table of results has a row for each pose, contender and pass.
    pub const MOST: usize = 1_000_000;

    /// Makes the poses. Generators that take long report their progress and can be stopped.
    pub fn place(
        &self,
        a: Mesh,
        b: Mesh,
        seed: u64,
        files: &Files,
        progress: Progress<'_>,
    ) -> Result<Situation, Error> {
        Ok(match *self {
            Self::Sweep { from, to, steps, turns } => {
                let poses = sweep(from..=to, steps, turns);
                Situation::whole(a, b, poses, "distance of centres")
            }
            Self::RandomSweep { from, to, steps, turns, seed: own } => {
                let poses = random_sweep(from..=to, steps, turns, own.unwrap_or(seed));
                Situation::whole(a, b, poses, "distance of centres")
            }
            Self::Concentric { gap, poses, seed: own } => {
                let spheres = Concentric { outer: grown(&a, gap)?, inner: b };
                let poses = spheres.turned(poses, own.unwrap_or(seed)).into_iter();
                let poses = poses.map(|pose| Placed::exactly(gap, pose)).collect();
                Situation::whole(spheres.outer, spheres.inner, poses, "gap")
            }
            Self::Travelling { gap, from, to, poses, seed: own } => {
                let spheres = Concentric { outer: grown(&a, gap)?, inner: b };
                let poses = spheres.travelling([from, to], poses, own.unwrap_or(seed)).into_iter();
                let poses = poses.map(|pose| Placed::exactly(pose.origin()[1], pose)).collect();
                Situation::whole(spheres.outer, spheres.inner, poses, "height")
            }
            Self::Offset { from, to, steps, directions, orientations, resolution, seed } => {
                let sampling = seed.map_or(Sampling::Regular, Sampling::Random);
                let options = OffsetPoses { directions, orientations, sampling, resolution };
                let percents: Vec<f64> = spread(from..=to, steps).collect();
                let (a, b) = (Model::new(a), Model::new(b));
                let placement = options.place(&a, &b, &percents, progress)?;
                Situation {
                    left_out: placement.sentences(),
                    a: a.mesh().clone(),
                    b: b.mesh().clone(),
                    poses: placement.poses,
                    parameter: "percent of the largest penetration",
                }
            }
            Self::Distances { ref distances, poses, seed: own } => {
                let sampling = Sampling::Random(own.unwrap_or(seed));
                by_models(a, b, "distance", |a, b| {
                    at_distances(a, b, distances, poses, sampling, progress)
                })?
            }
            Self::Enclosed { ref distances, poses, scale, seed: own } => {
                let b = scaled(&b, scale)?;
                let seed = own.unwrap_or(seed);
                by_models(a, b, "distance", |a, b| {
                    enclosed(a, b, distances, poses, seed, progress)
                })?
            }
            Self::Cube { share, poses, seed: own } => {
                let seed = own.unwrap_or(seed);
                by_models(a, b, "share that touches", |a, b| {
                    in_cube(a, b, share, poses, seed, progress)
                })?
            }
            Self::AroundContact { from, to, steps, poses, seed: own } => {
                let shares: Vec<f64> = spread(from..=to, steps).collect();
                let sampling = Sampling::Random(own.unwrap_or(seed));
                by_models(a, b, "share of the first contact", |a, b| {
                    around_contact(a, b, &shares, poses, sampling, progress)
                })?
            }
            Self::Stacked { ref gaps, poses, axis, shift, seed: own } => {
                let options = StackedPoses { axis, poses, shift, seed: own.unwrap_or(seed) };
                let poses = options.place(&a, &b, gaps)?;
                Situation::whole(a, b, poses, "gap")
            }
            Self::Apart { ref sizes, direction, poses, seed: own } => {
                let poses = apart(&a, &b, direction, sizes, poses, own.unwrap_or(seed))?;
                Situation::whole(a, b, poses, "gap in sizes")
            }
            Self::Shifted { reach, step, poses, seed: own } => {
                let mut random = Random::new(own.unwrap_or(seed));
                let mut along = || match random.between(-reach, reach) {
                    any if step == 0.0 => any,
                    any => (any / step).round() * step,
                };
                let mut shifted = || {
                    let [x, y, z] = [along(), along(), along()];
                    Placed::exactly(x.hypot(y).hypot(z), Pose::translation([x, y, z]))
                };
                let poses = (0..poses).map(|_| shifted()).collect();
                Situation::whole(a, b, poses, "length of the shift")
            }
            Self::File { ref path } => {
                let poses = table(path, files)?;
                let poses = poses.into_iter().zip(0u32..);
                let poses = poses.map(|(pose, row)| Placed::exactly(row.into(), pose)).collect();
                Situation::whole(a, b, poses, "row of the table")
            }
        })
    }

    /// Checks that a table of poses exists and can be read.
    pub(crate) fn look_for_files(&self, files: &Files) -> Result<(), Error> {
        match self {
            Self::File { path } => table(path, files).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Parses a generator. It must make a sensible number of poses from finite numbers.
    pub(crate) fn checked<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Self>, D::Error> {
        let generator = Self::deserialize(from)?;
        generator.check().map_err(serde::de::Error::custom)?;
        Ok(Some(generator))
    }

    fn check(&self) -> Result<(), String> {
        let (count, numbers) = match *self {
            Self::Sweep { from, to, steps, turns }
            | Self::RandomSweep { from, to, steps, turns, .. } => {
                (steps.saturating_mul(turns), vec![from, to])
            }
            Self::Concentric { gap, poses, .. } => (poses, vec![gap]),
            Self::Offset { from, to, steps, directions, orientations, resolution, .. } => {
                let ways = directions.saturating_mul(orientations);
                (steps.saturating_mul(ways), vec![from, to, resolution as f64])
            }
            Self::Distances { ref distances, poses, .. } => {
                (distances.len().saturating_mul(poses), Vec::new())
            }
            Self::Enclosed { ref distances, poses, scale, .. } => {
                (distances.len().saturating_mul(poses), vec![scale])
            }
            Self::Cube { share, poses, .. } => (poses, vec![share]),
            Self::AroundContact { from, to, steps, poses, .. } => {
                (steps.saturating_mul(poses), vec![from, to])
            }
            Self::Travelling { gap, from, to, poses, .. } => (poses, vec![gap, from, to]),
            Self::Stacked { ref gaps, poses, shift, .. } => {
                let numbers = gaps.iter().copied().chain([shift]).collect();
                (gaps.len().saturating_mul(poses), numbers)
            }
            Self::Apart { ref sizes, direction, poses, .. } => {
                let numbers = sizes.iter().copied().chain(direction).collect();
                (sizes.len().saturating_mul(poses), numbers)
            }
            Self::Shifted { reach, step, poses, .. } => {
                if reach < 0.0 || step < 0.0 {
                    return Err("reach and step are from 0 up".to_owned());
                }
                (poses, vec![reach, step])
            }
            Self::File { .. } => return Ok(()),
        };
        if !(1..=Self::MOST).contains(&count) {
            return Err(format!("{count} poses; possible are 1 to {}", Self::MOST));
        }
        match numbers.iter().find(|x| x.abs().is_nan() || x.abs() > 1e9) {
            Some(x) => Err(format!("{x} is too far; possible are -1e9 to 1e9")),
            None => Ok(()),
        }
    }
}

fn table(path: &str, files: &Files) -> Result<Vec<Pose>, Error> {
    feeler_io::read_poses(files.find(path)?).map_err(|error| Error::new(error.to_string()))
}

/// The situation of a generator that uses feeler to place B.
fn by_models(
    a: Mesh,
    b: Mesh,
    parameter: &'static str,
    place: impl FnOnce(&Model, &Model) -> Result<Vec<Placed>, PlacingError>,
) -> Result<Situation, Error> {
    let (a, b) = (Model::new(a), Model::new(b));
    let poses = place(&a, &b)?;
    Ok(Situation::whole(a.mesh().clone(), b.mesh().clone(), poses, parameter))
}

fn grown(mesh: &Mesh, gap: f64) -> Result<Mesh, Error> {
    scaled(mesh, 1.0 + gap)
}

fn scaled(mesh: &Mesh, by: f64) -> Result<Mesh, Error> {
    let vertices = mesh.vertices().iter().map(|v| v.map(|x| x * by)).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).map_err(|error| Error::new(error.to_string()))
}

#[cfg(test)]
mod tests;
