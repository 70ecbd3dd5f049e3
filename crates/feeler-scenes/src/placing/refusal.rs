//! Poses that were asked for and cannot be made, and why.

use super::Placed;
use std::fmt;

/// The poses at prescribed values, and the paths on which there is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placement {
    /// The poses. Each has the prescribed value.
    pub poses: Vec<Placed>,
    /// The paths on which no pose has the prescribed value.
    pub refused: Vec<Refused>,
}

/// A path on which no pose has the prescribed value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refused {
    /// The prescribed value.
    pub prescribed: f64,
    /// The direction from A to B.
    pub direction: [f64; 3],
    /// The number of the orientation, from zero.
    pub orientation: usize,
    /// The reason.
    pub reason: Refusal,
}

/// The reason why a path has no pose with the prescribed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// B passes the offset surface without touching it.
    Missed,
    /// B comes in through a hole of A, so it penetrates no surface.
    Hole,
    /// B is elsewhere deeper in A than prescribed, because it has come in there through a hole.
    Deeper,
    /// The signed distance jumps over the prescribed value near the point that touches: the point is
    /// at the rim of an open A, or of a ridge between two parts of A.
    Jump,
}

impl Placement {
    /// One sentence for each prescribed value and reason, with the number of the paths.
    pub fn sentences(&self) -> Vec<String> {
        let mut kinds: Vec<(f64, Refusal, usize)> = Vec::new();
        for refused in &self.refused {
            let same = |kind: &&mut (f64, Refusal, usize)| {
                kind.0 == refused.prescribed && kind.1 == refused.reason
            };
            match kinds.iter_mut().find(same) {
                Some((.., count)) => *count += 1,
                None => kinds.push((refused.prescribed, refused.reason, 1)),
            }
        }
        let sentence = |(prescribed, reason, count): (f64, Refusal, usize)| {
            let [poses, are] = if count == 1 { ["pose", "is"] } else { ["poses", "are"] };
            format!("{count} {poses} at {prescribed} {are} left out: {reason}")
        };
        kinds.into_iter().map(sentence).collect()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missed => "B passes the offset surface without touching it",
            Self::Hole => "B comes in through a hole of A",
            Self::Deeper => "B has come in through a hole of A, and is deeper elsewhere",
            Self::Jump => "the signed distance jumps over this value where B touches",
        })
    }
}
