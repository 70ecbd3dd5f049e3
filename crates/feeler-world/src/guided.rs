//! The question which objects touch, within the time of a frame.

use crate::object::ObjectId;
use crate::world::{World, between};
use feeler::{Budget, Calibration, Crowd, Pair, Verdict, guided_all};
use std::time::Instant;

impl World {
    /// What can be said within a budget about each pair of objects whose boxes meet: a proof, or a
    /// probability. Pairs that are not named do not touch, and that is proved. Margins do not count.
    ///
    /// The budget is for all pairs together, and includes the time to find them. It is spent where it brings
    /// the most certainty; see [`guided_all`] for `eps`.
    ///
    /// ```
    /// # use feeler::{Mesh, Model, Pose};
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// # let plate = std::sync::Arc::new(Model::new(mesh));
    /// use feeler::Budget;
    /// # let mut world = feeler_world::World::new();
    /// # world.add("low", plate.clone(), Pose::IDENTITY)?;
    /// # world.add("high", plate.clone(), Pose::translation([0.2, 0.2, 0.0]))?;
    /// for (objects, verdict) in world.guided(Budget::micros(1000), 0.05) {
    ///     println!("{objects:?} touch with a probability of {}", verdict.p());
    /// }
    /// # assert_eq!(world.guided(Budget::UNLIMITED, 0.0).len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A budget of steps gives the same verdicts on every machine, if this is the world's first question of
    /// this kind. If the time was too short to look at all pairs, the next call begins with the others.
    pub fn guided(&mut self, budget: Budget, eps: f64) -> Vec<([ObjectId; 2], Verdict)> {
        let start = Instant::now();
        let mut candidates = self.candidates(0.0);
        candidates.sort_unstable_by_key(|&slots| slots.map(|slot| self.id(slot)));
        let mut crowd = std::mem::take(&mut self.crowd);
        let pairs: Vec<Pair<'_>> =
            candidates.iter().map(|slots| between(self.at(slots[0]), self.at(slots[1]))).collect();
        let time = budget.time.map(|time| time.saturating_sub(start.elapsed()));
        let verdicts = guided_all(&pairs, Budget { time, ..budget }, eps, &mut crowd);
        let named = candidates.iter().zip(verdicts);
        let named =
            named.map(|(slots, verdict)| (slots.map(|slot| self.id(slot)), *verdict)).collect();
        self.crowd = crowd;
        named
    }

    /// Sets the calibration that gives the probabilities of [`World::guided`].
    pub fn calibrate(&mut self, calibration: Calibration) {
        self.crowd = Crowd::default().calibrated(calibration);
    }
}
