//! The limits of the work and time of a query.

use std::time::{Duration, Instant};

/// The work or time that a query may take. The query ends when either is used up.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Budget {
    /// The largest number of steps. A step examines a volume against a node, or a pair of leaves.
    pub steps: u64,
    /// The largest duration, from the start of the query.
    pub time: Option<Duration>,
}

impl Budget {
    /// A budget without limits.
    pub const UNLIMITED: Self = Self { steps: u64::MAX, time: None };

    /// A budget of time, in microseconds.
    pub fn micros(micros: u64) -> Self {
        Self { time: Some(Duration::from_micros(micros)), ..Self::UNLIMITED }
    }

    /// A budget of steps.
    pub fn steps(steps: u64) -> Self {
        Self { steps, ..Self::UNLIMITED }
    }

    /// Starts a clock that runs out together with the budget.
    pub fn start(self) -> Clock {
        // A duration that ends beyond the range of `Instant` has no deadline.
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        Clock { left: self.steps, deadline }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

/// The remaining part of a budget.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    left: u64,
    deadline: Option<Instant>,
}

impl Clock {
    /// A clock with another number of steps, and with the same deadline.
    pub(crate) fn with_steps(self, steps: u64) -> Self {
        Self { left: steps, ..self }
    }

    /// Whether the time is over. Unlike [`Clock::tick`], this always reads the time.
    pub(crate) fn is_over(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether there is a deadline.
    pub(crate) fn is_limited(&self) -> bool {
        self.deadline.is_some()
    }

    /// Takes one step; returns `false` if no step or no time is left.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        if self.left == 0 || (self.deadline.is_some() && self.is_late()) {
            return false;
        }
        self.left -= 1;
        true
    }

    /// Whether the time is over, checked at every fourth step: a step takes from 50 ns to some
    /// microseconds, and reading the time about 25 ns.
    #[inline(never)]
    fn is_late(&self) -> bool {
        self.left.is_multiple_of(4) && self.is_over()
    }
}
