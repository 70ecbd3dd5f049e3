//! What a query may cost.

use std::time::{Duration, Instant};

/// Work or time that a query may take; it ends when the first of both is used up.
///
/// ```
/// use feeler::Budget;
/// use std::time::Duration;
/// let haptic = Budget::micros(100);
/// let repeatable = Budget::steps(200);
/// let both = Budget { steps: 200, ..Budget::micros(100) };
/// assert_eq!(both, Budget { steps: 200, time: Some(Duration::from_micros(100)) });
/// assert_eq!(Budget::default(), Budget::UNLIMITED);
/// # let _ = (haptic, repeatable);
/// ```
///
/// A number of steps gives the same answer on every machine; a time does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// How many pairs of a volume and a node, or of two leaves, may be looked at.
    pub steps: u64,
    /// How long it may take, from the start of the query.
    pub time: Option<Duration>,
}

impl Budget {
    /// As much as it takes.
    pub const UNLIMITED: Self = Self { steps: u64::MAX, time: None };

    /// A time.
    pub fn micros(micros: u64) -> Self {
        Self { time: Some(Duration::from_micros(micros)), ..Self::UNLIMITED }
    }

    /// A number of steps.
    pub fn steps(steps: u64) -> Self {
        Self { steps, ..Self::UNLIMITED }
    }

    /// Starts a clock that runs out with the budget.
    pub fn start(self) -> Clock {
        // A time so long that it has no end in time is none.
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        Clock { left: self.steps, deadline }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

/// What is left of a budget.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    left: u64,
    deadline: Option<Instant>,
}

impl Clock {
    /// Another number of steps until the same point in time.
    pub(crate) fn with_steps(self, steps: u64) -> Self {
        Self { left: steps, ..self }
    }

    /// Whether the time is over. It looks at the clock at once, other than [`Clock::tick`].
    pub(crate) fn is_over(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether the time has an end.
    pub(crate) fn is_limited(&self) -> bool {
        self.deadline.is_some()
    }

    /// Takes a step, or says that none is left.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        if self.left == 0 || (self.deadline.is_some() && self.is_late()) {
            return false;
        }
        self.left -= 1;
        true
    }

    /// Steps take from 50 ns to some microseconds, and to look at the clock about 25 ns: every fourth step.
    #[inline(never)]
    fn is_late(&self) -> bool {
        self.left.is_multiple_of(4) && self.is_over()
    }
}
