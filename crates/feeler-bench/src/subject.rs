//! feeler itself, with any volume in any arity.

use crate::peer::Answer;
use crate::{Question, Setting};
use feeler::{BoundingVolume, Mesh, Pair, Pose, Scratch, Search, Ties, TreeStats};

/// Two models that are built and can be asked. A virtual call is nothing beside a query.
pub trait Subject: Send {
    /// Asks about one pose.
    fn ask(&self, question: Question, pose: Pose, scratch: &mut Scratch) -> Answer;
    /// The trees of A and B.
    fn stats(&self) -> [TreeStats; 2];
}

/// Who builds two models for a setting that is known only at run time.
///
/// [`Kind::dispatch`](feeler::Kind::dispatch) compiles every query for every volume, which takes minutes. So it is done once,
/// by whoever has the type for it already, and not here.
pub trait Forge: Sync {
    /// Builds A, then B, even if they are equal. A subject answers in the [`Mode`](crate::Mode) of the setting; it is never [`Adb`](crate::Mode::Adb).
    fn build(&self, a: &Mesh, b: &Mesh, setting: Setting) -> Built;
}

/// What comes out of a forge.
pub struct Built {
    /// The two models.
    pub subject: Box<dyn Subject>,
    /// Nanoseconds to build A and B.
    pub ns: [u64; 2],
}

/// The answer of a pair to a question.
///
/// Any of equally near triangles will do, because no rival promises the first.
///
/// # Panics
/// Where the question is about building.
pub fn answer<V: BoundingVolume>(
    pair: &Pair<'_, V>,
    question: Question,
    scratch: &mut Scratch,
) -> Answer {
    match question {
        Question::Intersects => Answer::Intersects(pair.intersects_with(scratch)),
        Question::Contacts => Answer::Contacts(pair.contacts_with(scratch).len() as u64),
        Question::Distance => {
            let any = Search { ties: Ties::Any, ..Search::default() };
            Answer::Distance(pair.distance_with(&any, scratch).upper())
        }
        Question::Within(distance) => Answer::Intersects(pair.within_with(distance, scratch)),
        Question::Build => panic!("building is no question about a pose"),
    }
}
