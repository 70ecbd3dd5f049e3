//! Many interrupted searches in one memory.

use super::Prospect;
use super::queue::SlotPair;

/// The waiting pairs of interrupted searches.
///
/// A [`Prospect`] has a queue of 16 kB, which is too much for each of some thousand searches: to create it takes longer than their first steps.
/// Here each search is a linked list, all lists are in one vector, and a search that ends leaves its places to the others.
#[derive(Clone, Debug)]
pub(crate) struct Parked {
    entries: Vec<Entry>,
    /// The first place of the list of unused places.
    free: u32,
}

/// One interrupted search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Left {
    /// The first entry of its list.
    first: u32,
    steps: u32,
    sum: f64,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    rank: u32,
    pair: SlotPair,
    next: u32,
}

const NONE: u32 = u32::MAX;

impl Default for Parked {
    fn default() -> Self {
        Self { entries: Vec::new(), free: NONE }
    }
}

impl Left {
    /// A search that has not begun. It takes no memory.
    pub(crate) const UNBEGUN: Self = Self { first: NONE, steps: 0, sum: 1.0 };

    /// The number of steps of the search so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps.into()
    }
}

impl Parked {
    /// Forgets all searches.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.free = NONE;
    }

    /// Stores the waiting pairs of a search. The search is empty then, and can be used for another one.
    pub(crate) fn park(&mut self, prospect: &mut Prospect) -> Left {
        let (steps, sum) = (prospect.steps, prospect.sum);
        let mut first = NONE;
        while let Some((rank, pair)) = prospect.queue.pop() {
            let entry = Entry { rank, pair, next: first };
            if self.free == NONE {
                first = self.entries.len() as u32;
                self.entries.push(entry);
            } else {
                first = self.free;
                self.free = std::mem::replace(&mut self.entries[first as usize], entry).next;
            }
        }
        Left { first, steps, sum }
    }

    /// Restores an interrupted search. The pair that was taken out of the queue last goes in first, so pairs of equal rank are in the same order again.
    pub(crate) fn resume(&mut self, left: Left, prospect: &mut Prospect) {
        if left.first == NONE {
            return prospect.start();
        }
        prospect.queue.clear();
        (prospect.sum, prospect.steps) = (left.sum, left.steps);
        let mut place = left.first;
        while place != NONE {
            let Entry { rank, pair, next } = self.entries[place as usize];
            prospect.queue.push(rank, pair);
            self.entries[place as usize].next = self.free;
            self.free = place;
            place = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search with some pairs of few different ranks.
    fn search(seed: u32) -> Prospect {
        let mut prospect = Prospect::default();
        for k in 0..20 + seed {
            let share = [0.5_f32, 0.25, 0.26, 0.9][(k * (seed + 3) % 7 % 4) as usize];
            prospect.queue.push(share.to_bits(), SlotPair([seed, k]));
        }
        (prospect.sum, prospect.steps) = (0.1 * f64::from(seed), seed);
        prospect
    }

    fn emptied(mut prospect: Prospect) -> Vec<(u32, SlotPair)> {
        std::iter::from_fn(|| prospect.queue.pop()).collect()
    }

    #[test]
    fn searches_come_back_as_they_were() {
        let (mut parked, mut prospect) = (Parked::default(), Prospect::default());
        let mut left: Vec<Left> = (0..9).map(|k| parked.park(&mut search(k))).collect();
        let places = parked.entries.len();
        // In another order, and some of them twice, so that places are used again.
        for k in [4, 1, 8, 1, 4, 0] {
            parked.resume(left[k], &mut prospect);
            left[k] = parked.park(&mut prospect);
        }
        assert_eq!(parked.entries.len(), places);
        for (k, left) in left.into_iter().enumerate() {
            let expected = search(k as u32);
            parked.resume(left, &mut prospect);
            assert_eq!(prospect.evidence(), expected.evidence());
            assert_eq!(emptied(prospect.clone()), emptied(expected));
        }
    }

    #[test]
    fn what_has_not_begun_begins() {
        let (mut parked, mut prospect, mut new) =
            (Parked::default(), search(3), Prospect::default());
        new.start();
        parked.resume(Left::UNBEGUN, &mut prospect);
        assert_eq!(prospect.evidence(), new.evidence());
        assert_eq!(emptied(prospect), emptied(new));
    }
}
