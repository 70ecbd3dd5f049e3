//! The number of children of a node.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The largest number of children of a node.
///
/// ```
/// use feeler::Arity;
/// assert_eq!("4".parse(), Ok(Arity::Four));
/// assert_eq!(Arity::default().to_string(), "8");
/// assert_eq!(Arity::try_from(3).unwrap_err().to_string(), "the arity is 2, 4 or 8, not 3");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Arity {
    /// A binary tree.
    Two = 1,
    /// Up to four children.
    Four = 2,
    /// Up to eight children, which is the number of volumes in one packet test.
    #[default]
    Eight = 3,
}

impl Arity {
    /// All arities.
    pub const ALL: [Self; 3] = [Self::Two, Self::Four, Self::Eight];

    /// The arity as a number.
    #[inline(always)]
    pub fn number(self) -> usize {
        1 << self.shift()
    }

    /// The exponent of the arity: the arity is two to the power of this number.
    #[inline(always)]
    pub(crate) fn shift(self) -> u32 {
        self as u32
    }

    /// All slots of a node, including those without a child.
    #[inline(always)]
    pub(crate) fn slots(self, node: usize) -> Range<usize> {
        node << self.shift()..(node + 1) << self.shift()
    }
}

impl fmt::Display for Arity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl TryFrom<usize> for Arity {
    type Error = UnknownArity;

    fn try_from(number: usize) -> Result<Self, UnknownArity> {
        number.to_string().parse()
    }
}

impl FromStr for Arity {
    type Err = UnknownArity;

    fn from_str(text: &str) -> Result<Self, UnknownArity> {
        let known = Self::ALL.into_iter().find(|arity| arity.to_string() == text);
        known.ok_or(UnknownArity(text.into()))
    }
}

/// The error of parsing an arity that no tree has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownArity(String);

impl fmt::Display for UnknownArity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the arity is 2, 4 or 8, not {}", self.0)
    }
}

impl std::error::Error for UnknownArity {}
