//! A model, and what was found out about its solid.

use feeler::Model;
use feeler_field::Body;
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
}
