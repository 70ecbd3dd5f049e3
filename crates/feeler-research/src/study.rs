//! The training of a calibration, and its test.

use crate::{PoseSet, Training, Trial};
use feeler::{Calibration, Mesh, Model, Pair, Pose};
use feeler_field::{Parts, Progress};
use feeler_scenes::PlacingError;
use rayon::prelude::*;

/// Searches for contacts of each mesh of a [`corpus`](crate::corpus) with itself and with the next
/// mesh, at equal parts of [all sets](PoseSet::ALL) of poses. The calibration that ships with feeler was trained
/// this way.
///
/// The same arguments give the same training, with any number of threads.
pub fn study(
    meshes: &[Mesh],
    poses: usize,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Training, PlacingError> {
    let situations =
        |i: usize, models: &[Model], alive: Progress<'_>| all_sets(i, models, poses, seed, alive);
    let learned = of_each(meshes, progress, situations, Training::default, Training::add)?;
    Ok(all_learned(learned))
}

/// Tests a calibration on meshes, at equal parts of [all sets](PoseSet::ALL) of poses: a trial for
/// each mesh.
pub fn examine(
    meshes: &[Mesh],
    poses: usize,
    seed: u64,
    calibration: Calibration,
    progress: Progress<'_>,
) -> Result<Vec<Trial>, PlacingError> {
    let situations =
        |i: usize, models: &[Model], alive: Progress<'_>| all_sets(i, models, poses, seed, alive);
    of_each(meshes, progress, situations, || Trial::new(calibration), Trial::add)
}

/// Trains with two meshes at some poses.
///
/// ```
/// use feeler::Model;
/// use feeler_research::{examine_pair, population, study_pair};
/// use feeler_scenes::{Shape, unwatched};
/// let gear = Model::new(Shape::Gear.mesh(1_000));
/// let learn = population(&gear, &gear, 150, 1, &unwatched)?;
/// let test = population(&gear, &gear, 48, 2, &unwatched)?;
/// let mine = study_pair(&gear, &gear, &learn, &unwatched)?.calibration();
/// let trial = examine_pair(&gear, &gear, &test, mine, &unwatched)?;
/// assert_eq!(trial.queries(), 48);
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
    let mut all = start();
    tried.iter().for_each(|trial| all.join(trial));
    Ok(all)
}

fn all_learned(learned: Vec<Training>) -> Training {
    let mut all = Training::default();
    learned.into_iter().for_each(|training| all.join(training));
    all
}

/// The poses of a mesh with itself and with others: the number of the other mesh, and its poses.
type Situations = Vec<(usize, Vec<Pose>)>;

/// Adds all situations of each mesh to one collector for each mesh. The order is fixed, so the
/// number of threads changes nothing.
fn of_each<T: Send>(
    meshes: &[Mesh],
    progress: Progress<'_>,
    situations: impl Fn(usize, &[Model], Progress<'_>) -> Result<Situations, PlacingError> + Sync,
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
                for (j, poses) in situations(i, &models, &alive)? {
                    for pose in poses {
                        if alive(0.0).is_break() {
                            return Err(PlacingError::Stopped);
                        }
                        add(&mut sum, &Pair::new(&models[i], &models[j]).at(pose));
                    }
                }
                Ok(sum)
            })
        })
        .collect();
    all.ok_or(PlacingError::Stopped)?.into_iter().collect()
}

/// Equal parts of all sets of poses, of a mesh with itself and, in the last set, with the next one.
fn all_sets(
    i: usize,
    models: &[Model],
    poses: usize,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Situations, PlacingError> {
    let count = poses / PoseSet::ALL.len();
    let seed = seed.wrapping_add(i as u64);
    PoseSet::ALL
        .iter()
        .map(|&set| {
            let j = if set == PoseSet::Other { (i + 1) % models.len() } else { i };
            Ok((j, set.poses(&models[i], &models[j], count, seed, progress)?))
        })
        .collect()
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
