//! Memory that queries share.

use crate::query::far::Foremost;
use crate::traverse::Frontier;
use crate::traverse::trace::Trace;
use crate::{Closest, Contact, Effort, Instructions, adb};

/// What a query needs while it runs. Kept from query to query, nothing is allocated any more.
///
/// ```
/// use feeler::{Mesh, Model, Obb, Pair, Pose, Scratch};
/// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let model = Model::<Obb>::new(mesh);
/// let mut scratch = Scratch::new();
/// for step in 0..100 {
///     let pair = Pair::new(&model, &model).at(Pose::translation([0.0, 0.0, 0.01 * step as f64]));
///     assert_eq!(pair.intersects_with(&mut scratch), step == 0);
/// }
/// assert_eq!(scratch.effort().triangle_tests, 0);
/// # Ok::<(), feeler::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scratch {
    pub(crate) instructions: Instructions,
    pub(crate) frontier: Frontier,
    pub(crate) contacts: Vec<Contact>,
    pub(crate) closest: Vec<Closest>,
    pub(crate) foremost: [Foremost; 2],
    pub(crate) adb: adb::Memory,
    pub(crate) effort: Effort,
    /// Where a query is to write down what it does; slow.
    pub(crate) trace: Option<Trace>,
}

impl Scratch {
    /// An empty one, for the best instructions of this processor.
    pub fn new() -> Self {
        Self::with_instructions(Instructions::best())
    }

    /// An empty one, for some instructions.
    pub fn with_instructions(instructions: Instructions) -> Self {
        Self {
            instructions,
            frontier: Frontier::default(),
            contacts: Vec::new(),
            closest: Vec::new(),
            foremost: [Vec::new(), Vec::new()],
            adb: adb::Memory::default(),
            effort: Effort::default(),
            trace: None,
        }
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
