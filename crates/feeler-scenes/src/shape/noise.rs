//! Smooth noise in space.

use crate::Random;

/// A sum of plane waves in random directions; each octave has half the wavelength and half the
/// amplitude of the one before. Unlike lattice noise it has no preferred axes and needs no table.
pub(super) struct Noise {
    waves: Vec<Wave>,
}

struct Wave {
    /// The wave vector: direction times frequency.
    number: [f64; 3],
    phase: f64,
    height: f64,
}

const WAVES_PER_OCTAVE: usize = 8;

impl Noise {
    /// Noise whose longest waves have the given frequency, in radians per unit. Its values are
    /// between -1 and 1, mostly with a magnitude below 0.5.
    pub(super) fn new(frequency: f64, octaves: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut waves = Vec::with_capacity(octaves * WAVES_PER_OCTAVE);
        for octave in 0..octaves {
            let scale = f64::from(1u32 << octave);
            for _ in 0..WAVES_PER_OCTAVE {
                let frequency = frequency * scale * random.between(0.7, 1.4);
                waves.push(Wave {
                    number: random.direction().map(|x| x * frequency),
                    phase: random.between(0.0, std::f64::consts::TAU),
                    height: 0.5 / (scale * WAVES_PER_OCTAVE as f64),
                });
            }
        }
        Self { waves }
    }

    pub(super) fn at(&self, [x, y, z]: [f64; 3]) -> f64 {
        let wave = |w: &Wave| {
            let [a, b, c] = w.number;
            w.height * (a * x + b * y + c * z + w.phase).sin()
        };
        self.waves.iter().map(wave).sum()
    }
}
