//! The poses of a scene: the one place where the name of a generator becomes poses.

use crate::{Error, Files};
use feeler::{Mesh, Model, Pose};
use feeler_scenes::{
    Axis, Concentric, OffsetPoses, Placed, PlacingError, Progress, Sampling, StackedPoses, apart,
    around_contact, at_distances, enclosed, in_cube, random_sweep, spread, sweep,
};
use serde::{Deserialize, Deserializer, Serialize};

/// How the poses of a scene are made, as it is written in its file.
///
/// What is random has a seed; where a scene does not fix it, it is that of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "generator", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Generator {
    /// [`feeler_scenes::sweep`]: distances of centres, B turned about z at each.
    Sweep {
        /// The first distance.
        from: f64,
        /// The last distance.
        to: f64,
        /// How many distances.
        steps: usize,
        /// How many poses at each.
        turns: usize,
    },
    /// [`feeler_scenes::random_sweep`]: the same with random rotations and directions.
    RandomSweep {
        /// The first distance.
        from: f64,
        /// The last distance.
        to: f64,
        /// How many distances.
        steps: usize,
        /// How many poses at each.
        turns: usize,
        /// Where randomness starts.
        seed: Option<u64>,
    },
    /// [`Concentric::turned`]: A is grown by the gap, so that B is inside of it, and B is turned at random.
    Concentric {
        /// The gap, in radii.
        gap: f64,
        /// How many poses.
        poses: usize,
        /// Where randomness starts.
        seed: Option<u64>,
    },
    /// [`Concentric::travelling`]: the same, and B travels along y from one height of its centre to another.
    Travelling {
        /// The gap, in radii.
        gap: f64,
        /// The first height.
        from: f64,
        /// The last height.
        to: f64,
        /// How many poses.
        poses: usize,
        /// Where randomness starts.
        seed: Option<u64>,
    },
    /// [`OffsetPoses`]: distances and penetrations in percent of the largest possible penetration.
    Offset {
        /// The first percentage; negative inside.
        from: f64,
        /// The last percentage.
        to: f64,
        /// How many percentages.
        steps: usize,
        /// From how many directions.
        directions: usize,
        /// In how many orientations.
        orientations: usize,
        /// Cells of the distance field along the longest side of A.
        resolution: usize,
        /// Where randomness starts; without it directions and orientations are even.
        seed: Option<u64>,
    },
    /// [`at_distances`]: by bisection.
    Distances {
        /// Which.
        distances: Vec<f64>,
        /// How many poses at each.
        poses: usize,
        /// Where randomness starts.
        seed: Option<u64>,
    },
    /// [`enclosed`]: B in tunnels and cavities of A.
    Enclosed {
        /// At which distances.
        distances: Vec<f64>,
        /// How many poses at each.
        poses: usize,
        /// B is scaled by this first, so that it fits.
        scale: f64,
        /// Where randomness starts.
        seed: Option<u64>,
    },
    /// [`in_cube`]: B anywhere in a cube of which a share touches.
    Cube {
        /// Which share.
        share: f64,
        /// How many poses.
        poses: usize,
        /// Where randomness starts.
        seed: Option<u64>,
    },
    /// [`around_contact`]: at shares of how far apart the centres are at the first contact.
    AroundContact {
        /// The first share.
        from: f64,
        /// The last share.
        to: f64,
        /// How many shares.
        steps: usize,
        /// How many poses at each.
        poses: usize,
        /// Where randomness starts.
        seed: Option<u64>,
    },
    /// [`StackedPoses`]: B on top of A.
    Stacked {
        /// The gaps between the boxes of A and B; negative where B is pressed into A.
        gaps: Vec<f64>,
        /// How many poses for each gap; the first is in the middle and unturned.
        poses: usize,
        /// Which way is up; along z without it.
        #[serde(default, with = "AxisName")]
        axis: Axis,
        /// How far B is shifted sideways at most, in sizes of A; a tenth without it.
        #[serde(default = "default_shift")]
        shift: f64,
        /// Where randomness starts.
        seed: Option<u64>,
    },
    /// [`apart`]: B many sizes away.
    Apart {
        /// The gaps, in sizes of A.
        sizes: Vec<f64>,
        /// From A to B; its length does not matter.
        direction: [f64; 3],
        /// How many poses for each gap; the first is unturned.
        poses: usize,
        /// Where randomness starts.
        seed: Option<u64>,
    },
    /// A table of poses, as for `feeler batch`.
    File {
        /// Where it is, beside the scene.
        path: String,
    },
}

/// [`Axis`] as it is written in a scene.
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

/// Two meshes and the poses of B in A.
#[derive(Clone, Debug)]
pub struct Situation {
    /// Mesh A, grown where the generator says so.
    pub a: Mesh,
    /// Mesh B.
    pub b: Mesh,
    /// The poses.
    pub poses: Vec<Placed>,
    /// What [`Placed::prescribed`] is.
    pub parameter: &'static str,
}

impl Generator {
    /// The largest number of poses; a table of results has a row for each, contender and pass.
    pub const MOST: usize = 1_000_000;

    /// Makes the poses. What takes long tells how much is done, and can be stopped.
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
                Situation { a, b, poses, parameter: "distance of centres" }
            }
            Self::RandomSweep { from, to, steps, turns, seed: own } => {
                let poses = random_sweep(from..=to, steps, turns, own.unwrap_or(seed));
                Situation { a, b, poses, parameter: "distance of centres" }
            }
            Self::Concentric { gap, poses, seed: own } => {
                let spheres = Concentric { outer: grown(&a, gap)?, inner: b };
                let poses = spheres.turned(poses, own.unwrap_or(seed)).into_iter();
                let poses = poses.map(|pose| Placed::exactly(gap, pose)).collect();
                Situation { a: spheres.outer, b: spheres.inner, poses, parameter: "gap" }
            }
            Self::Travelling { gap, from, to, poses, seed: own } => {
                let spheres = Concentric { outer: grown(&a, gap)?, inner: b };
                let poses = spheres.travelling([from, to], poses, own.unwrap_or(seed)).into_iter();
                let poses = poses.map(|pose| Placed::exactly(pose.origin()[1], pose)).collect();
                Situation { a: spheres.outer, b: spheres.inner, poses, parameter: "height" }
            }
            Self::Offset { from, to, steps, directions, orientations, resolution, seed } => {
                let sampling = seed.map_or(Sampling::Regular, Sampling::Random);
                let options = OffsetPoses { directions, orientations, sampling, resolution };
                let percents: Vec<f64> = spread(from..=to, steps).collect();
                by_models(a, b, "percent of the largest penetration", |a, b| {
                    options.place(a, b, &percents, progress)
                })?
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
                Situation { a, b, poses, parameter: "gap" }
            }
            Self::Apart { ref sizes, direction, poses, seed: own } => {
                let poses = apart(&a, &b, direction, sizes, poses, own.unwrap_or(seed))?;
                Situation { a, b, poses, parameter: "gap in sizes" }
            }
            Self::File { ref path } => {
                let poses = table(path, files)?;
                let poses = poses.into_iter().zip(0u32..);
                let poses = poses.map(|(pose, row)| Placed::exactly(row.into(), pose)).collect();
                Situation { a, b, poses, parameter: "row of the table" }
            }
        })
    }

    /// Whether a table of poses is there and can be read.
    pub(crate) fn look_for_files(&self, files: &Files) -> Result<(), Error> {
        match self {
            Self::File { path } => table(path, files).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// A generator that makes a sensible number of poses from finite numbers.
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

/// For generators that ask feeler where to place B.
fn by_models(
    a: Mesh,
    b: Mesh,
    parameter: &'static str,
    place: impl FnOnce(&Model, &Model) -> Result<Vec<Placed>, PlacingError>,
) -> Result<Situation, Error> {
    let (a, b) = (Model::new(a), Model::new(b));
    let poses = place(&a, &b)?;
    Ok(Situation { a: a.mesh().clone(), b: b.mesh().clone(), poses, parameter })
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
