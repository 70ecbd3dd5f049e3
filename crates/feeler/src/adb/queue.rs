//! The pairs that wait, likeliest first.

/// A priority queue of 256 buckets by the leading bits of the probability, each last in, first out.
///
/// An exact heap costs several times as much (16 to 57 ns for a push and a pop against 6), and probabilities are estimates anyway.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    links: Vec<Link>,
    /// The first of the links that hold nothing.
    free: Option<u32>,
    heads: Vec<u32>,
    /// One bit for each bucket that is not empty.
    filled: [u64; 4],
}

/// Two nodes that wait, and the next link of the bucket.
#[derive(Clone, Copy, Debug)]
struct Link {
    pair: Waiting,
    next: u32,
}

/// Two slots, and the sum of their depths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Waiting {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) depth: u32,
    pub(super) p: f32,
}

const NONE: u32 = u32::MAX;
const BUCKETS: usize = 256;

impl Queue {
    pub(super) fn clear(&mut self) {
        self.links.clear();
        self.free = None;
        self.heads.clear();
        self.heads.resize(BUCKETS, NONE);
        self.filled = [0; 4];
    }

    #[inline]
    pub(super) fn push(&mut self, pair: Waiting) {
        let bucket = bucket(pair.p);
        let link = Link { pair, next: self.heads[bucket] };
        let at = match self.free {
            Some(at) => {
                let next = self.links[at as usize].next;
                self.free = (next != NONE).then_some(next);
                self.links[at as usize] = link;
                at
            }
            None => {
                self.links.push(link);
                self.links.len() as u32 - 1
            }
        };
        self.heads[bucket] = at;
        self.filled[bucket / 64] |= 1 << (bucket % 64);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Waiting> {
        let word = self.filled.iter().rposition(|&word| word != 0)?;
        let bucket = word * 64 + 63 - self.filled[word].leading_zeros() as usize;
        let at = self.heads[bucket];
        let Link { pair, next } = self.links[at as usize];
        self.heads[bucket] = next;
        if next == NONE {
            self.filled[word] &= !(1 << (bucket % 64));
        }
        self.links[at as usize].next = self.free.unwrap_or(NONE);
        self.free = Some(at);
        Some(pair)
    }
}

/// Sixteen buckets for each power of two from 2^-16 to 1: the bits of a positive float are in the order of floats.
#[inline]
fn bucket(p: f32) -> usize {
    const SHIFT: u32 = 23 - 4;
    const LOWEST: u32 = (127 - 16) << 4;
    ((p.to_bits() >> SHIFT).saturating_sub(LOWEST) as usize).min(BUCKETS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_all_back_likeliest_first() {
        let mut queue = Queue::default();
        queue.clear();
        let p = |k: u32| ((k * 7919 % 1009) as f32 + 0.5) / 1009.0;
        for k in 0..1009 {
            queue.push(Waiting { a: k, b: 0, depth: 0, p: p(k) });
        }
        // Taken in part and filled again, so that links are used twice.
        let mut first = Vec::new();
        for _ in 0..500 {
            first.push(queue.pop().unwrap());
        }
        for &pair in &first {
            queue.push(pair);
        }
        let mut all = Vec::new();
        while let Some(pair) = queue.pop() {
            assert!(all.last().is_none_or(|last: &Waiting| pair.p <= 1.07 * last.p));
            all.push(pair);
        }
        assert_eq!(queue.links.len(), 1009);
        all.sort_by_key(|pair| pair.a);
        assert!(all.iter().map(|pair| pair.a).eq(0..1009));
        assert!(all.iter().all(|pair| pair.p == p(pair.a)));
    }

    #[test]
    fn buckets_are_in_order() {
        let ps: Vec<f32> = (0..=20_000).map(|k| k as f32 / 20_000.0).collect();
        assert!(ps.windows(2).all(|pair| bucket(pair[0]) <= bucket(pair[1])));
        assert_eq!((bucket(0.0), bucket(1e-9), bucket(1.0)), (0, 0, BUCKETS - 1));
        assert_eq!(bucket(f32::INFINITY), BUCKETS - 1);
    }
}
