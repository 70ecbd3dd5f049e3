//! One question at many poses, on all cores.

use crate::{Answer, Pair, Pose, Question, Scratch};
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The number of poses that one thread takes at once: enough to use the order of a path, few enough
/// to keep all cores busy.
const POSES_PER_RUN: usize = 32;

impl Pair<'_> {
    /// Asks a question at many poses, on all cores. The answers are in the order of the poses, and the
    /// same as those of single queries.
    ///
    /// ```
    /// use feeler::{Answer, Mesh, Model, Pair, Pose, Question};
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let model = Model::new(mesh);
    /// let poses: Vec<Pose> = (0..1000).map(|i| Pose::translation([0.0, 0.0, 0.1 * i as f64])).collect();
    /// let answers = Pair::new(&model, &model).batch(&poses, Question::Within(0.35));
    /// assert_eq!(answers.iter().filter(|&answer| *answer == Answer::Within(true)).count(), 4);
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    ///
    /// It is faster if successive poses are near each other: see [`Scratch::remembering`]. The pose of
    /// the pair itself is not used. The number of threads is that of `rayon`.
    #[must_use]
    pub fn batch(&self, poses: &[Pose], question: Question) -> Vec<Answer> {
        let answers = self.batch_watched(poses, question, &|_| ControlFlow::Continue(()));
        answers.into_iter().flatten().collect()
    }

    /// [`Pair::batch`] with progress: after every answer `progress` is called with the share of the work
    /// that is done, from 0 to 1. If it breaks, the batch ends, and the other answers are `None`.
    /// Several threads call it, so the shares may come out of order.
    ///
    /// ```
    /// use feeler::{Mesh, Model, Pair, Pose, Question};
    /// use std::ops::ControlFlow;
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let model = Model::new(mesh);
    /// let half = |share: f64| if share < 0.5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    /// let answers = Pair::new(&model, &model).batch_watched(&[Pose::IDENTITY; 1000], Question::Intersects, &half);
    /// let asked = answers.iter().flatten().count();
    /// assert!(answers.len() == 1000 && (500..1000).contains(&asked));
    /// # Ok::<(), feeler::MeshError>(())
    /// ```
    pub fn batch_watched(
        &self,
        poses: &[Pose],
        question: Question,
        progress: &(dyn Fn(f64) -> ControlFlow<()> + Sync),
    ) -> Vec<Option<Answer>> {
        let (done, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let ask = |scratch: &mut Scratch, pose: Pose| {
            if stopped.load(Ordering::Relaxed) {
                return None;
            }
            let answer = question.answer(&self.at(pose), scratch);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if progress(done as f64 / poses.len() as f64).is_break() {
                stopped.store(true, Ordering::Relaxed);
            }
            Some(answer)
        };
        let runs = poses.par_chunks(POSES_PER_RUN);
        let scratch = || Scratch::new().remembering();
        runs.map_init(scratch, |scratch, run| {
            run.iter().map(|&pose| ask(scratch, pose)).collect::<Vec<_>>()
        })
        .flatten_iter()
        .collect()
    }
}
