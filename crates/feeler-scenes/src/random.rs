//! Seeded random numbers.

use feeler::Pose;
use std::f64::consts::TAU;

/// A stream of random numbers that is the same for the same seed, on every machine and in every version.
///
/// The generator is xoshiro256++, started by splitmix64 as its authors advise (Blackman and Vigna
/// 2021; Steele, Lea and Flood 2014). It is good for sampling, not for secrets.
///
/// ```
/// use feeler_scenes::Random;
/// let mut random = Random::new(7);
/// let pose = random.rotation();
/// let [x, y, z] = random.direction();
/// assert!((x * x + y * y + z * z - 1.0).abs() < 1e-15);
/// assert_eq!(Random::new(7).rotation(), pose);
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        let mut counter = seed;
        let state = [(); 4].map(|()| {
            counter = counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (counter ^ counter >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        });
        Self { state }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let bits = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        bits
    }

    /// A number from 0 to 1, 1 excluded: a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number between two bounds.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A unit vector, uniformly distributed: the height on a sphere is as uniformly distributed as
    /// the area (Archimedes).
    pub fn direction(&mut self) -> [f64; 3] {
        let z = self.between(-1.0, 1.0);
        let (sin, cos) = self.between(0.0, TAU).sin_cos();
        let r = (1.0 - z * z).sqrt();
        [r * cos, r * sin, z]
    }

    /// A rotation about the origin, uniformly distributed (Shoemake 1992).
    pub fn rotation(&mut self) -> Pose {
        let split = self.unit();
        let (sin_a, cos_a) = self.between(0.0, TAU).sin_cos();
        let (sin_b, cos_b) = self.between(0.0, TAU).sin_cos();
        let (u, v) = ((1.0 - split).sqrt(), split.sqrt());
        Pose::from_quaternion_xyzw([u * sin_a, u * cos_a, v * sin_b, v * cos_b], [0.0; 3])
            .expect("a unit quaternion is a rotation")
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    /// The published first output for the state 1, 2, 3, 4 is 41943041.
    #[test]
    fn is_xoshiro() {
        let mut random = Random { state: [1, 2, 3, 4] };
        assert_eq!(
            [random.bits(), random.bits(), random.bits()],
            [41943041, 58720359, 3588806011781223]
        );
        assert_eq!(Random::new(0).state[0], 0xe220_a839_7b1d_cdaf, "splitmix64");
    }

    #[test]
    fn directions_and_rotations_have_no_preference() {
        let mut random = Random::new(1);
        let count = 20_000;
        let (mut direction, mut turned, mut diagonal) = ([0.0; 3], [0.0; 3], 0.0);
        for _ in 0..count {
            let d = random.direction();
            let pose = random.rotation();
            let t = pose.apply([0.0, 0.6, 0.8]);
            for i in 0..3 {
                direction[i] += d[i] / f64::from(count);
                turned[i] += t[i] / f64::from(count);
                diagonal += pose.matrix()[i][i] / f64::from(count);
            }
        }
        for mean in direction.into_iter().chain(turned).chain([diagonal]) {
            assert!(mean.abs() < 0.03, "{direction:?} {turned:?} {diagonal}");
        }
    }
}
