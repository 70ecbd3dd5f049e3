//! A model, and what was found out about its solid.

use feeler::{Model, Pose};
use feeler_field::{Body, Relation};
use self_cell::self_cell;
use std::sync::{Arc, OnceLock};

self_cell!(
    /// A solid, together with the model that it borrows.
    pub(crate) struct Solid {
        owner: Arc<Model>,
        #[not_covariant]
        dependent: Body,
    }
);

/// A model that several pairs and worlds may share. Its solid is prepared when the first question about solids is asked.
pub(crate) struct Shape {
    pub(crate) model: Arc<Model>,
    solid: OnceLock<Solid>,
}

impl Shape {
    pub(crate) fn new(model: Model) -> Arc<Self> {
        Arc::new(Self { model: Arc::new(model), solid: OnceLock::new() })
    }

    /// The number of triangles.
    pub(crate) fn triangles(&self) -> usize {
        self.model.mesh().triangles().len()
    }

    /// Asks about the solid. The first call prepares it, in some microseconds a triangle.
    pub(crate) fn with_body<T>(&self, ask: impl FnOnce(&Body<'_>) -> T) -> T {
        let make = || Solid::new(Arc::clone(&self.model), |model| Body::of(model));
        self.solid.get_or_init(make).with_dependent(|_, body| ask(body))
    }

    /// Whether one of two solids that share no point of their surfaces is inside of the other, with the second at a pose. A mesh with holes has no inside here.
    pub(crate) fn nests_with(&self, other: &Self, pose: Pose) -> bool {
        let first_inside = |outer: &Self, inner: &Self, pose: Pose| {
            let corner = inner.model.mesh().corners().next().map(|corners| pose.apply(corners[0]));
            let (Some([low, high]), Some(corner)) = (outer.model.bounds(), corner) else {
                return false;
            };
            // The corner may be off by a rounding if the pose is an inverse.
            let slack = |i: usize| 1e-9 * (high[i] - low[i] + low[i].abs() + high[i].abs());
            (0..3).all(|i| low[i] - slack(i) <= corner[i] && corner[i] <= high[i] + slack(i))
        };
        if !first_inside(self, other, pose) && !first_inside(other, self, pose.inverse()) {
            return false;
        }
        self.with_body(|a| {
            other.with_body(|b| {
                let [a, b] = [a, b].map(|body| body.boundary());
                a.is_closed()
                    && b.is_closed()
                    && Relation::between(a, b, pose).relation != Relation::Apart
            })
        })
    }
}
