//! The poses of a scene: the one place where the name of a generator becomes poses.

use crate::{Error, Files};
use feeler::{Mesh, Model, Obb, Pose};
use feeler_scenes::{
    Concentric, OffsetPoses, Placed, PlacingError, Progress, Sampling, around_contact,
    at_distances, enclosed, in_cube, random_sweep, spread, sweep,
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
    /// A table of poses, as for `feeler batch`.
    File {
        /// Where it is, beside the scene.
        path: String,
    },
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
                (steps.saturating_mul(turns), [from, to, 0.0])
            }
            Self::Concentric { gap, poses, .. } => (poses, [gap, 0.0, 0.0]),
            Self::Offset { from, to, steps, directions, orientations, resolution, .. } => {
                let ways = directions.saturating_mul(orientations);
                (steps.saturating_mul(ways), [from, to, resolution as f64])
            }
            Self::Distances { ref distances, poses, .. } => {
                (distances.len().saturating_mul(poses), [0.0; 3])
            }
            Self::Enclosed { ref distances, poses, scale, .. } => {
                (distances.len().saturating_mul(poses), [scale, 0.0, 0.0])
            }
            Self::Cube { share, poses, .. } => (poses, [share, 0.0, 0.0]),
            Self::AroundContact { from, to, steps, poses, .. } => {
                (steps.saturating_mul(poses), [from, to, 0.0])
            }
            Self::Travelling { gap, from, to, poses, .. } => (poses, [gap, from, to]),
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
    place: impl FnOnce(&Model<Obb>, &Model<Obb>) -> Result<Vec<Placed>, PlacingError>,
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
mod tests {
    use super::*;
    use feeler_scenes::{Shape, unwatched};

    fn place(generator: &Generator, seed: u64) -> Situation {
        let ball = Shape::Sphere.mesh(500);
        generator.place(ball.clone(), ball, seed, &Files::default(), &unwatched).unwrap()
    }

    #[test]
    fn concentric_spheres_are_those_of_the_paper() {
        let spheres = Concentric::new(500, 0.01);
        let generator = Generator::Concentric { gap: 0.01, poses: 7, seed: Some(3) };
        let situation = place(&generator, 1);
        assert_eq!((situation.a, situation.b), (spheres.outer.clone(), spheres.inner.clone()));
        let poses: Vec<Pose> = situation.poses.iter().map(|placed| placed.pose).collect();
        assert_eq!(poses, spheres.turned(7, 3));
        assert!(situation.poses.iter().all(|placed| placed.prescribed == 0.01));
    }

    #[test]
    fn the_seed_of_the_run_counts_where_the_scene_has_none() {
        let turned = |seed, run| {
            let generator = Generator::RandomSweep { from: 1.0, to: 2.0, steps: 2, turns: 3, seed };
            place(&generator, run).poses
        };
        assert_eq!(turned(None, 5), turned(Some(5), 1));
        assert_ne!(turned(None, 5), turned(None, 6));
    }

    #[test]
    fn numbers_are_checked() {
        let check = |from, to, steps| Generator::Sweep { from, to, steps, turns: 2 }.check();
        assert_eq!(check(0.0, 1.0, 3), Ok(()));
        assert!(check(0.0, 1.0, 0).unwrap_err().contains("possible are 1 to"));
        assert!(check(0.0, 1.0, usize::MAX).unwrap_err().contains("possible are 1 to"));
        assert!(check(f64::NAN, 1.0, 3).unwrap_err().contains("-1e9 to 1e9"));
        assert!(check(0.0, f64::INFINITY, 3).unwrap_err().contains("-1e9 to 1e9"));
    }
}
