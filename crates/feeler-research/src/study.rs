//! The training of a calibration, and its test.

use crate::{Training, Trial};
use feeler::{Calibration, Mesh, Model, Pair, Pose};
use feeler_field::{Parts, Progress};
use feeler_scenes::{PlacingError, mixture};
use rayon::prelude::*;

/// Searches for contacts of each mesh of a [`corpus`](crate::corpus) with itself and with the next
/// mesh, at a [mixture](mixture()) of poses. The calibration that ships with feeler was trained
/// this way.
///
/// The same arguments give the same training, with any number of threads.
pub fn study(
    meshes: &[Mesh],
    poses: usize,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Training, PlacingError> {
    let learned = of_each(meshes, poses, seed, progress, Training::default, Training::add)?;
    Ok(all_learned(learned))
}

/// Tests a calibration on meshes, at the kind of poses that [`study`] uses for training.
pub fn examine(
    meshes: &[Mesh],
    poses: usize,
    seed: u64,
    calibration: Calibration,
    progress: Progress<'_>,
) -> Result<Trial, PlacingError> {
    let start = || Trial::new(calibration);
    let tried = of_each(meshes, poses, seed, progress, start, Trial::add)?;
    Ok(all_tried(start(), &tried))
}

/// Trains with two meshes at some poses.
///
/// ```
/// use feeler::{Model, Pose};
/// use feeler_research::{examine_pair, study_pair};
/// use feeler_scenes::{Shape, mixture, unwatched};
/// let gear = Model::new(Shape::Gear.mesh(1_000));
/// let poses = mixture(&gear, &gear, 200, 1, &unwatched)?;
/// let poses: Vec<Pose> = poses.iter().map(|placed| placed.pose).collect();
/// let (learn, test) = poses.split_at(150);
/// let mine = study_pair(&gear, &gear, learn, &unwatched)?.calibration();
/// let trial = examine_pair(&gear, &gear, test, mine, &unwatched)?;
/// assert_eq!(trial.queries(), 50);
/// # Ok::<(), feeler_scenes::PlacingError>(())
/// ```
pub fn study_pair(
    a: &Model,
    b: &Model,
    poses: &[Pose],
    progress: Progress<'_>,
) -> Result<Training, PlacingError> {
    let learned = at_each((a, b), poses, progress, Training::default, Training::add)?;
    Ok(all_learned(learned))
}

/// Tests a calibration on two meshes at some poses. These should not be the poses that it was
/// trained with.
pub fn examine_pair(
    a: &Model,
    b: &Model,
    poses: &[Pose],
    calibration: Calibration,
    progress: Progress<'_>,
) -> Result<Trial, PlacingError> {
    let start = || Trial::new(calibration);
    let tried = at_each((a, b), poses, progress, start, Trial::add)?;
    Ok(all_tried(start(), &tried))
}

fn all_learned(learned: Vec<Training>) -> Training {
    let mut all = Training::default();
    learned.into_iter().for_each(|training| all.join(training));
    all
}

fn all_tried(mut all: Trial, tried: &[Trial]) -> Trial {
    tried.iter().for_each(|trial| all.join(trial));
    all
}

/// Adds all poses of all pairs of meshes to one collector for each mesh. The order is fixed, so the
/// number of threads changes nothing.
fn of_each<T: Send>(
    meshes: &[Mesh],
    poses: usize,
    seed: u64,
    progress: Progress<'_>,
    start: impl Fn() -> T + Sync,
    add: impl Fn(&mut T, &Pair<'_>) + Sync,
) -> Result<Vec<T>, PlacingError> {
    let parts = Parts::new(meshes.len(), progress);
    // A mesh takes seconds. Reporting zero progress is no news, but the reply may be a request to
    // stop.
    let alive = |_: f64| progress(0.0);
    let models: Option<Vec<Model>> = meshes
        .iter()
        .map(|mesh| alive(0.0).is_continue().then(|| Model::new(mesh.clone())))
        .collect();
    let models = models.ok_or(PlacingError::Stopped)?;
    let all: Option<Vec<Result<T, PlacingError>>> = (0..models.len())
        .into_par_iter()
        .map(|i| {
            parts.part(|| {
                let mut sum = start();
                for (k, j) in [i, (i + 1) % models.len()].into_iter().enumerate() {
                    let (a, b) = (&models[i], &models[j]);
                    let seed = seed.wrapping_add((2 * i + k) as u64);
                    for placed in mixture(a, b, poses / 2, seed, &alive)? {
                        if alive(0.0).is_break() {
                            return Err(PlacingError::Stopped);
                        }
                        add(&mut sum, &Pair::new(a, b).at(placed.pose));
                    }
                }
                Ok(sum)
            })
        })
        .collect();
    all.ok_or(PlacingError::Stopped)?.into_iter().collect()
}

/// Adds some poses of two meshes to one collector for each chunk. The order is fixed.
fn at_each<T: Send>(
    (a, b): (&Model, &Model),
    poses: &[Pose],
    progress: Progress<'_>,
    start: impl Fn() -> T + Sync,
    add: impl Fn(&mut T, &Pair<'_>) + Sync,
) -> Result<Vec<T>, PlacingError> {
    const CHUNK: usize = 16;
    let chunks = poses.par_chunks(CHUNK);
    let parts = Parts::new(chunks.len(), progress);
    let all: Option<Vec<T>> = chunks
        .map(|chunk| {
            parts.part(|| {
                let mut sum = start();
                for &pose in chunk {
                    add(&mut sum, &Pair::new(a, b).at(pose));
                }
                sum
            })
        })
        .collect();
    all.ok_or(PlacingError::Stopped)
}
