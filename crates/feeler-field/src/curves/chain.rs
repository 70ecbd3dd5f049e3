//! Segments in the order in which they follow each other.

use crate::crossing::node::Segments;

/// Segments that follow each other; each as twice its number, plus one if it is passed from its end to its
/// start.
pub(super) struct Chain {
    pub(super) segments: Vec<u32>,
    pub(super) is_closed: bool,
}

const NONE: u32 = u32::MAX;

/// All segments in chains: those with two ends first, each in the order of its first segment.
pub(super) fn chains(segments: &Segments) -> Vec<Chain> {
    let partners = partners(segments);
    let mut is_used = vec![false; segments.nodes.len()];
    let mut chains = Vec::new();
    let loose = (0..partners.len() as u32).filter(|&end| partners[end as usize] == NONE);
    for end in loose.chain((0..segments.nodes.len() as u32).map(|segment| 2 * segment)) {
        if !is_used[end as usize / 2] {
            chains.push(follow(end, &partners, &mut is_used));
        }
    }
    chains
}

/// The chain that begins with the segment of an end, at that end.
fn follow(first: u32, partners: &[u32], is_used: &mut [bool]) -> Chain {
    let mut chain = Chain { segments: Vec::new(), is_closed: true };
    let mut at = first;
    loop {
        is_used[at as usize / 2] = true;
        chain.segments.push(at);
        at = partners[(at ^ 1) as usize];
        if at == NONE {
            chain.is_closed = false;
            return chain;
        }
        if at == first {
            return chain;
        }
    }
}

/// The end of another segment at which each end of a segment goes on. Where more than two meet, an end of a segment goes on
/// with a start, so that all chains keep their direction.
fn partners(segments: &Segments) -> Vec<u32> {
    let mut partners = vec![NONE; 2 * segments.nodes.len()];
    // The ends that wait at each node for another one, starts and others: the first, and each with the next.
    let mut waiting = vec![[NONE; 2]; segments.points.len()];
    let mut next = vec![NONE; partners.len()];
    for (end, &node) in segments.nodes.as_flattened().iter().enumerate() {
        let waiting = &mut waiting[node as usize];
        let (own, other) = (end % 2, 1 - end % 2);
        let partner = waiting[other];
        if partner == NONE {
            next[end] = std::mem::replace(&mut waiting[own], end as u32);
        } else {
            waiting[other] = next[partner as usize];
            partners[end] = partner;
            partners[partner as usize] = end as u32;
        }
    }
    // Those that are left at a node are all starts, or all ends.
    for mut first in waiting.into_flattened() {
        while first != NONE {
            let second = next[first as usize];
            if second == NONE {
                break;
            }
            partners[first as usize] = second;
            partners[second as usize] = first;
            first = next[second as usize];
        }
    }
    partners
}
