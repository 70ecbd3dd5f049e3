//! Memory that queries share.

use super::memory::{Guided, Memory};
use crate::calibration::Evidence;
use crate::query::far::Foremost;
use crate::query::near::Pending;
use crate::traverse::Queue;
use crate::traverse::trace::Trace;
use crate::{Calibration, Closest, Contact, Effort, Instructions};

/// The working memory of queries. If it is kept from query to query, nothing is allocated any more.
///
/// ```
/// use feeler::{Mesh, Model, Pair, Pose, Scratch};
/// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let model = Model::new(mesh);
/// let mut scratch = Scratch::new();
/// for step in 0..100 {
///     let pair = Pair::new(&model, &model).at(Pose::translation([0.0, 0.0, 0.01 * step as f64]));
///     assert_eq!(pair.intersects_with(&mut scratch), step == 0);
///     assert_eq!(scratch.effort().triangle_tests, u64::from(step == 0));
/// }
/// # Ok::<(), feeler::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scratch {
    pub(crate) instructions: Instructions,
    pub(crate) queue: Queue,
    pub(crate) contacts: Vec<Contact>,
    pub(crate) closest: Vec<Closest>,
    pub(crate) pending: Vec<Pending>,
    pub(crate) foremost: Foremost,
    pub(crate) guided: Guided,
    pub(crate) calibration: Calibration,
    pub(crate) effort: Effort,
    /// What the last query left for the next; `None` if every query starts anew.
    pub(crate) memory: Option<Box<Memory>>,
    /// A record of the traversals of a query, if one is wanted. Traced queries are slow.
    pub(crate) trace: Option<Trace>,
}

impl Scratch {
    /// An empty scratch for the best instructions of this processor.
    pub fn new() -> Self {
        Self::with_instructions(Instructions::best())
    }

    /// An empty scratch for given instructions.
    pub fn with_instructions(instructions: Instructions) -> Self {
        Self {
            instructions,
            queue: Queue::default(),
            contacts: Vec::new(),
            closest: Vec::new(),
            pending: Vec::new(),
            foremost: Foremost::default(),
            guided: Guided::default(),
            calibration: Calibration::default(),
            effort: Effort::default(),
            memory: None,
            trace: None,
        }
    }

    /// The same scratch, but with a memory of where the last query ended: the next query begins there.
    /// It is meant for objects that move in small steps.
    ///
    /// ```
    /// use feeler::{Model, Pair, Pose, Scratch};
    /// # fn ring() -> feeler::Mesh {
    /// #     let point = |k: u32| [0.06 * k as f64, (0.2 * k as f64).sin(), 0.3 * (k % 2) as f64];
    /// #     feeler::Mesh::new((0..500).map(point).collect(), (0..498).map(|k| [k, k + 1, k + 2]).collect()).unwrap()
    /// # }
    /// let model = Model::new(ring());
    /// let (mut remembering, mut plain) = (Scratch::new().remembering(), Scratch::new());
    /// let (mut less, mut more) = (0, 0);
    /// for step in 0..100 {
    ///     let pair = Pair::new(&model, &model).at(Pose::translation([0.0, 0.5 - 0.001 * step as f64, 0.0]));
    ///     assert_eq!(pair.intersects_with(&mut remembering), pair.intersects_with(&mut plain));
    ///     less += remembering.effort().volume_tests;
    ///     more += plain.effort().volume_tests;
    /// }
    /// assert!(2 * less < more);
    /// ```
    ///
    /// The memory helps [`Pair::intersects_with`](crate::Pair::intersects_with),
    /// [`distance_with`](crate::Pair::distance_with) and [`within_with`](crate::Pair::within_with). It
    /// never changes an exact answer. But *which* triangles
    /// [`any_contact_with`](crate::Pair::any_contact_with) finds, and the effort, depend on the queries
    /// before. A query with other models, or with a model that was refitted, starts anew, so keep a
    /// scratch for each pair. For poses in no order, a query is a little slower than with a plain
    /// scratch.
    #[must_use]
    pub fn remembering(self) -> Self {
        Self { memory: Some(Box::default()), ..self }
    }

    /// The same scratch with another calibration, which gives the probabilities of
    /// [`Pair::guided_with`](crate::Pair::guided_with).
    #[must_use]
    pub fn calibrated(self, calibration: Calibration) -> Self {
        Self { calibration, ..self }
    }

    /// Runs a query slowly and records its traversals. `room` is the largest number of steps that are
    /// kept of each traversal.
    pub fn traced(&mut self, room: usize, ask: impl FnOnce(&mut Self)) -> Trace {
        self.trace = Some(Trace::new(room));
        ask(self);
        self.trace.take().unwrap_or_else(|| Trace::new(room))
    }

    /// What the last guided query has seen, if it ended without a proof.
    pub fn evidence(&self) -> Evidence {
        self.guided.evidence()
    }

    /// The instructions that queries use.
    pub fn instructions(&self) -> Instructions {
        self.instructions
    }

    /// The work done by the last query.
    pub fn effort(&self) -> Effort {
        self.effort
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Self::new()
    }
}
