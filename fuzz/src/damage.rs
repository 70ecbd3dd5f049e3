//! Damage: random changes of bytes, for the plain loop. cargo-fuzz has its own, which follow the branches of the program.

/// The generator splitmix64 (Steele, Lea and Flood 2014).
pub struct Random(pub u64);

impl Random {
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below a bound that is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }
}

/// Bytes that mean something in one of the formats.
const MARKS: &[u8] = b"0123456789-+.eE \n#/<>\"=&;:,[]{}";

/// Changes bytes in one to eight places.
pub fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..1 + random.below(8) {
        if bytes.is_empty() {
            bytes.push(random.bits() as u8);
        }
        let at = random.below(bytes.len());
        match random.below(9) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = MARKS[random.below(MARKS.len())],
            2 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)],
            3 => bytes[at] = random.bits() as u8,
            4 => bytes[at] = bytes[at].wrapping_add_signed(random.below(5) as i8 - 2),
            5 => bytes.truncate(at),
            6 => bytes.insert(at, random.bits() as u8),
            7 => drop(bytes.drain(at..(at + random.below(40)).min(bytes.len()))),
            _ => {
                let piece = bytes[at..(at + 1 + random.below(40)).min(bytes.len())].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, piece);
            }
        }
    }
}
