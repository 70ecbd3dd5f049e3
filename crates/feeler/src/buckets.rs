//! A queue that is nearly sorted.

/// Items by rank, the highest first but for the last bits of it; among equals the last that came comes first.
///
/// Ranks are the bits of floats: those of positive ones are in the order of floats, and the buckets are an eighth of each power of two. A binary
/// heap took a sixth of the time of a distance query, and the order need not be strict: what is popped is compared with a limit, or an estimate.
#[derive(Clone, Debug)]
pub struct Buckets<T> {
    /// Lists that are linked, one for each bucket, and one of free places.
    entries: Vec<Entry<T>>,
    free: u32,
    /// Where the list of a bucket begins; for those that are marked only. This and the marks are empty before the first push: most queries
    /// have no use for them.
    heads: Vec<u32>,
    /// A bit for each bucket that is not empty, and a bit for each word of these that is not zero.
    marks: Vec<u64>,
    words: u64,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry<T> {
    rank: u32,
    next: u32,
    item: T,
}

/// The bits of a rank that a bucket does not tell: there are 4096 buckets.
const BITS: u32 = 20;
const NONE: u32 = u32::MAX;

impl<T> Default for Buckets<T> {
    fn default() -> Self {
        let (entries, heads, marks) = (Vec::new(), Vec::new(), Vec::new());
        Self { entries, free: NONE, heads, marks, words: 0, len: 0 }
    }
}

impl<T: Copy> Buckets<T> {
    /// Forgets all items.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.free = NONE;
        while self.words != 0 {
            self.marks[self.words.trailing_zeros() as usize] = 0;
            self.words &= self.words - 1;
        }
        self.len = 0;
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds an item with a rank.
    #[inline(always)]
    pub fn push(&mut self, rank: u32, item: T) {
        if self.heads.is_empty() {
            self.heads.resize(1 << (32 - BITS), NONE);
            self.marks.resize(64, 0);
        }
        let bucket = (rank >> BITS) as usize;
        let (word, bit) = (bucket / 64, 1 << (bucket % 64));
        let next = if self.marks[word] & bit == 0 { NONE } else { self.heads[bucket] };
        self.marks[word] |= bit;
        self.words |= 1 << word;
        self.len += 1;
        let entry = Entry { rank, next, item };
        if self.free == NONE {
            self.heads[bucket] = self.entries.len() as u32;
            self.entries.push(entry);
        } else {
            let place = self.free;
            self.heads[bucket] = place;
            self.free = self.entries[place as usize].next;
            self.entries[place as usize] = entry;
        }
    }

    /// An item of the highest bucket, and its rank.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<(u32, T)> {
        let bucket = self.highest_bucket()?;
        let place = self.heads[bucket];
        let Entry { rank, next, item } = self.entries[place as usize];
        self.entries[place as usize].next = self.free;
        self.free = place;
        self.len -= 1;
        if next == NONE {
            self.marks[bucket / 64] &= !(1 << (bucket % 64));
            if self.marks[bucket / 64] == 0 {
                self.words &= !(1 << (bucket / 64));
            }
        } else {
            self.heads[bucket] = next;
        }
        Some((rank, item))
    }

    /// A rank that none in the queue is above, quickly; none where it is empty.
    pub(crate) fn ceiling(&self) -> Option<u32> {
        self.highest_bucket().map(|bucket| (bucket as u32) << BITS | ((1 << BITS) - 1))
    }

    /// The highest rank in the queue.
    pub(crate) fn highest(&self) -> Option<u32> {
        let mut place = self.heads[self.highest_bucket()?];
        let mut highest = 0;
        while place != NONE {
            let Entry { rank, next, .. } = self.entries[place as usize];
            highest = highest.max(rank);
            place = next;
        }
        Some(highest)
    }

    #[inline(always)]
    fn highest_bucket(&self) -> Option<usize> {
        let word = 63_u32.checked_sub(self.words.leading_zeros())? as usize;
        Some(word * 64 + 63 - self.marks[word].leading_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_all_back_nearly_sorted() {
        let mut queue = Buckets::default();
        let x = |k: u32| ((k * 7919 % 1009) as f32 + 0.5) / 1009.0;
        for k in 0..1009 {
            queue.push(x(k).to_bits(), k);
        }
        // Taken in part and filled again, so that places are used twice.
        let first: Vec<_> = (0..500).map_while(|_| queue.pop()).collect();
        for &(rank, k) in &first {
            queue.push(rank, k);
        }
        let mut all = Vec::new();
        while let Some(highest) = queue.highest() {
            assert!(queue.ceiling().is_some_and(|ceiling| highest <= ceiling));
            let (rank, k) = queue.pop().unwrap();
            assert_eq!(f32::from_bits(rank), x(k));
            assert!(f32::from_bits(highest) <= 1.13 * x(k));
            all.push(k);
        }
        assert_eq!((queue.len(), queue.entries.len()), (0, 1009));
        all.sort_unstable();
        assert!(all.into_iter().eq(0..1009));
    }
}
