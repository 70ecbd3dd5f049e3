//! A queue that is nearly sorted.

use super::frontier::Ranked;

/// Ranked pairs, nearest first but for an eighth of the gap; among equals the last that came comes first.
///
/// A binary heap took a sixth of the time of a distance query. The order need not be strict: what is popped is compared with the limit.
#[derive(Clone, Debug)]
pub(super) struct Buckets {
    /// Lists that are linked, one for each bucket, and one of free places.
    entries: Vec<Entry>,
    free: u32,
    /// Where the list of a bucket begins; for those that are marked only.
    heads: Vec<u32>,
    /// A bit for each bucket that is not empty, and a bit for each word of these that is not zero.
    marks: [u64; 64],
    words: u64,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    ranked: Ranked,
    next: u32,
}

/// The bits of a rank that a bucket does not tell: there are 4096 buckets, eight for each power of two and either sign.
const BITS: u32 = 20;
const NONE: u32 = u32::MAX;

impl Default for Buckets {
    fn default() -> Self {
        let heads = vec![NONE; 1 << (32 - BITS)];
        Self { entries: Vec::new(), free: NONE, heads, marks: [0; 64], words: 0, len: 0 }
    }
}

impl Buckets {
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.free = NONE;
        self.marks = [0; 64];
        self.words = 0;
        self.len = 0;
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(super) fn push(&mut self, ranked: Ranked) {
        let bucket = (ranked.rank >> BITS) as usize;
        let (word, bit) = (bucket / 64, 1 << (bucket % 64));
        let next = if self.marks[word] & bit == 0 { NONE } else { self.heads[bucket] };
        self.marks[word] |= bit;
        self.words |= 1 << word;
        self.len += 1;
        let entry = Entry { ranked, next };
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

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Ranked> {
        let bucket = self.nearest()?;
        let place = self.heads[bucket];
        let Entry { ranked, next } = self.entries[place as usize];
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
        Some(ranked)
    }

    /// A rank that none in the queue is above; none where it is empty.
    pub(super) fn highest(&self) -> Option<u32> {
        self.nearest().map(|bucket| (bucket as u32) << BITS | ((1 << BITS) - 1))
    }

    /// The highest rank in the queue.
    pub(super) fn first(&self) -> Option<u32> {
        let mut place = self.heads[self.nearest()?];
        let mut first = 0;
        while place != NONE {
            let Entry { ranked, next } = self.entries[place as usize];
            first = first.max(ranked.rank);
            place = next;
        }
        Some(first)
    }

    #[inline(always)]
    fn nearest(&self) -> Option<usize> {
        let word = 63_u32.checked_sub(self.words.leading_zeros())? as usize;
        Some(word * 64 + 63 - self.marks[word].leading_zeros() as usize)
    }
}
