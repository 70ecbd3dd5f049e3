//! Changes to the bytes of a saved model, with the checksum that they need to be taken for genuine.

use feeler_scenes::Random;

/// The bytes with the checksum of what is before it.
pub fn forged(mut bytes: Vec<u8>) -> Vec<u8> {
    if let Some(end) = bytes.len().checked_sub(8) {
        let checksum = xxhash_rust::xxh3::xxh3_64(&bytes[..end]).to_le_bytes();
        bytes[end..].copy_from_slice(&checksum);
    }
    bytes
}

/// The bytes of a model without axes, with another shape of its tree.
pub fn with_shape(bytes: &[u8], shape: &[u8]) -> Vec<u8> {
    let slots = count(bytes, 48);
    let mut changed = bytes[..bytes.len() - 8 - slots].to_vec();
    changed[48..56].copy_from_slice(&(shape.len() as u64).to_le_bytes());
    changed.extend(shape);
    changed.extend([0; 8]);
    forged(changed)
}

/// A count in the header.
fn count(bytes: &[u8], at: usize) -> usize {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("a header")) as usize
}

/// A source of random damage.
pub struct Forger(Random);

impl Forger {
    pub fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.0.bits() >> 16) as usize % bound.max(1)
    }

    /// Bytes with one to three changes of any kind, at any place.
    pub fn damaged(&mut self, whole: &[u8]) -> Vec<u8> {
        let mut bytes = whole.to_vec();
        for _ in 0..1 + self.below(3) {
            self.damage(&mut bytes);
        }
        bytes
    }

    fn damage(&mut self, bytes: &mut Vec<u8>) {
        let length = bytes.len();
        // Half of all changes are behind the vertices, where the tree is.
        let tree = (64 + 24 * count_or_nothing(bytes)).min(length);
        let at = match self.below(2) {
            0 => self.below(length),
            _ => tree + self.below(length - tree),
        };
        let at = at.min(length.saturating_sub(1));
        let value = [0, 1, 0x7f, 0x80, 0xff, self.below(256) as u8, self.below(48) as u8];
        let value = value[self.below(value.len())];
        match self.below(8) {
            0 if length > 0 => bytes[at] ^= 1 << self.below(8),
            1 | 2 if length > 0 => bytes[at] = value,
            3 => {
                let end = (at + [4, 8][self.below(2)]).min(length);
                bytes[at..end].fill(value);
            }
            4 => {
                // A piece of the file at another place.
                let piece = self.below(64).min(length - at);
                let from = self.below(length - piece + 1);
                bytes.copy_within(from..from + piece, at);
            }
            5 => self.swap_words(bytes, tree),
            6 => bytes.truncate(length - self.below(16).min(length)),
            _ => {
                let inserted: Vec<u8> = (0..1 + self.below(8)).map(|_| value).collect();
                bytes.splice(at..at, inserted);
            }
        }
    }

    /// Exchanges two words of the same section, such as two triangles of the order.
    fn swap_words(&mut self, bytes: &mut [u8], tree: usize) {
        let words = (bytes.len() - tree) / 4;
        let [from, to] = [(); 2].map(|()| tree + 4 * self.below(words));
        for i in 0..4 {
            if from.max(to) + i < bytes.len() {
                bytes.swap(from + i, to + i);
            }
        }
    }

    /// A tree of the same shape whose leaves have other triangles, and whose boxes have the axes of
    /// other boxes: as bad as a tree can be, but not wrong. Each leaf must have few triangles.
    pub fn misgrouped(&mut self, whole: &[u8]) -> Vec<u8> {
        let mut bytes = whole.to_vec();
        let [vertices, triangles, slots] = [32, 40, 48].map(|at| count(whole, at));
        let order = 64 + 24 * vertices + 12 * triangles;
        let (axes, shape) = (order + 4 * triangles, order + 4 * triangles + 36 * slots);
        for i in (1..slots).rev() {
            let other = self.below(i + 1);
            for k in 0..36 {
                bytes.swap(axes + 36 * i + k, axes + 36 * other + k);
            }
        }
        let mut numbers: Vec<u32> = (0..triangles as u32).collect();
        for i in (1..triangles).rev() {
            numbers.swap(i, self.below(i + 1));
        }
        let mut place = 0;
        for &count in whole[shape..shape + slots].iter().filter(|&&byte| byte < 32) {
            numbers[place..place + count as usize].sort_unstable();
            place += count as usize;
        }
        for (i, number) in numbers.into_iter().enumerate() {
            bytes[order + 4 * i..][..4].copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }
}

/// The number of vertices that a header names, if it is there.
fn count_or_nothing(bytes: &[u8]) -> usize {
    if bytes.len() < 64 { 0 } else { count(bytes, 32).min(bytes.len()) }
}
