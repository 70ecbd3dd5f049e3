//! A priority queue that is nearly sorted.

/// A queue of items by rank, the highest first. The order within a bucket ignores the last bits of
/// the rank: there, the item that was added last comes first.
///
/// Ranks are the bits of positive floats, which have the order of the floats; a bucket is an eighth
/// of a power of two, unless the buckets are [spread](Buckets::spread) over a range. A binary heap
/// took a sixth of the time of a distance query. The order need not be strict, because an item that
/// is popped is compared with a limit, or is an estimate.
#[derive(Clone, Debug)]
pub struct Buckets<T> {
    /// The entries of all linked lists: one list for each bucket, and one list of free entries.
    entries: Vec<QueueEntry<T>>,
    free: u32,
    /// The first entry of each bucket's list; valid only for marked buckets. This and the marks are
    /// empty before the first push, because most queries do not use them.
    heads: Vec<u32>,
    /// One bit for each bucket, set if the bucket is not empty. `words` has one bit for each word
    /// of these, set if the word is not zero.
    marks: Vec<u64>,
    words: u64,
    len: usize,
    /// The lowest rank that buckets tell apart.
    floor: u32,
    /// The number of low bits of a rank that do not select the bucket.
    shift: u32,
}

/// An item in the linked list of its bucket.
#[derive(Clone, Copy, Debug)]
struct QueueEntry<T> {
    rank: u32,
    next: u32,
    item: T,
}

/// The number of low bits of a rank that do not select the bucket, if the range of ranks is not
/// known: there are 4096 buckets.
const RANK_SHIFT: u32 = 20;
/// The highest bucket.
const LAST_BUCKET: u32 = (1 << (u32::BITS - RANK_SHIFT)) - 1;
/// The end of a list.
const NO_ENTRY: u32 = u32::MAX;

impl<T> Default for Buckets<T> {
    fn default() -> Self {
        let (entries, heads, marks) = (Vec::new(), Vec::new(), Vec::new());
        let (floor, shift) = (0, RANK_SHIFT);
        Self { entries, free: NO_ENTRY, heads, marks, words: 0, len: 0, floor, shift }
    }
}

impl<T: Copy> Buckets<T> {
    /// Removes all items.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.free = NO_ENTRY;
        while self.words != 0 {
            self.marks[self.words.trailing_zeros() as usize] = 0;
            self.words &= self.words - 1;
        }
        self.len = 0;
    }

    /// Spreads the buckets of an empty queue over a range of ranks. Without it, floats whose
    /// differences are small beside them would share one bucket.
    pub fn spread(&mut self, [lowest, highest]: [u32; 2]) {
        debug_assert_eq!(self.len, 0);
        let buckets = highest.saturating_sub(lowest) >> (u32::BITS - RANK_SHIFT);
        let shift = u32::BITS - buckets.leading_zeros();
        (self.floor, self.shift) =
            if shift < RANK_SHIFT { (lowest, shift) } else { (0, RANK_SHIFT) };
    }

    /// The bucket of a rank. Ranks above the range share the last bucket, those below it the first.
    #[inline(always)]
    fn bucket(&self, rank: u32) -> usize {
        (rank.saturating_sub(self.floor) >> self.shift).min(LAST_BUCKET) as usize
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds an item with a rank.
    #[inline(always)]
    pub fn push(&mut self, rank: u32, item: T) {
        if self.heads.is_empty() {
            self.heads.resize(1 << (32 - RANK_SHIFT), NO_ENTRY);
            self.marks.resize(64, 0);
        }
        let bucket = self.bucket(rank);
        let (word, bit) = (bucket / 64, 1 << (bucket % 64));
        let next = if self.marks[word] & bit == 0 { NO_ENTRY } else { self.heads[bucket] };
        self.marks[word] |= bit;
        self.words |= 1 << word;
        self.len += 1;
        let entry = QueueEntry { rank, next, item };
        if self.free == NO_ENTRY {
            self.heads[bucket] = self.entries.len() as u32;
            self.entries.push(entry);
        } else {
            let place = self.free;
            self.heads[bucket] = place;
            self.free = self.entries[place as usize].next;
            self.entries[place as usize] = entry;
        }
    }

    /// Removes an item of the highest bucket, and returns it with its rank.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<(u32, T)> {
        let bucket = self.highest_bucket()?;
        let place = self.heads[bucket];
        let QueueEntry { rank, next, item } = self.entries[place as usize];
        self.entries[place as usize].next = self.free;
        self.free = place;
        self.len -= 1;
        if next == NO_ENTRY {
            self.marks[bucket / 64] &= !(1 << (bucket % 64));
            if self.marks[bucket / 64] == 0 {
                self.words &= !(1 << (bucket / 64));
            }
        } else {
            self.heads[bucket] = next;
        }
        Some((rank, item))
    }

    /// An upper bound of all ranks in the queue, computed quickly; `None` if the queue is empty.
    pub(crate) fn ceiling(&self) -> Option<u32> {
        self.highest_bucket().map(|bucket| match bucket as u32 {
            LAST_BUCKET => u32::MAX,
            bucket => self.floor + (bucket << self.shift | ((1 << self.shift) - 1)),
        })
    }

    /// The highest rank in the queue; `None` if the queue is empty.
    pub(crate) fn highest(&self) -> Option<u32> {
        let mut place = self.heads[self.highest_bucket()?];
        let mut highest = 0;
        while place != NO_ENTRY {
            let QueueEntry { rank, next, .. } = self.entries[place as usize];
            highest = highest.max(rank);
            place = next;
        }
        Some(highest)
    }

    /// The item that [`pop`](Self::pop) would remove next.
    pub(crate) fn peek(&self) -> Option<T> {
        Some(self.entries[self.heads[self.highest_bucket()?] as usize].item)
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
        // Some items are taken and added again, so that entries are used twice.
        let first: Vec<_> = (0..500).map_while(|_| queue.pop()).collect();
        for &(rank, k) in &first {
            queue.push(rank, k);
        }
        let mut all = Vec::new();
        while let Some(highest) = queue.highest() {
            assert!(queue.ceiling().is_some_and(|ceiling| highest <= ceiling));
            let next = queue.peek();
            let (rank, k) = queue.pop().unwrap();
            assert_eq!((next, f32::from_bits(rank)), (Some(k), x(k)));
            assert!(f32::from_bits(highest) <= 1.13 * x(k));
            all.push(k);
        }
        assert_eq!((queue.len(), queue.entries.len()), (0, 1009));
        all.sort_unstable();
        assert!(all.into_iter().eq(0..1009));
    }

    #[test]
    fn tells_ranks_of_a_narrow_range_apart() {
        let mut queue = Buckets::default();
        let rank = |k: u32| (20.0 + 1e-3 * k as f32).to_bits();
        queue.spread([rank(0), rank(1000)]);
        queue.push(1.0_f32.to_bits(), 0);
        for k in (0..1000).map(|k| k * 7919 % 1000).chain([5000]) {
            queue.push(rank(k), k);
        }
        assert_eq!(queue.ceiling(), Some(u32::MAX));
        assert_eq!(queue.pop().map(|(_, k)| k), Some(5000));
        for expected in (0..1000).rev() {
            let ceiling = queue.ceiling().unwrap();
            let (rank, k) = queue.pop().unwrap();
            assert_eq!(k, expected);
            assert!(rank <= ceiling && f32::from_bits(ceiling) < f32::from_bits(rank) + 5e-4);
        }
        assert_eq!(queue.pop(), Some((1.0_f32.to_bits(), 0)));
    }
}
