//! Pairs of meshes that are made to break volumes and filters, for the tests of both.

use crate::{Mesh, Pose};

/// The number of situations for each kind of volume. Each situation tests eight volumes against
/// one, in both directions.
pub(crate) fn situations() -> u64 {
    if std::env::var_os("FEELER_LONG").is_some() { 1_000_000 } else { 80_000 }
}

/// Two meshes at a pose. Eight parts of A all have a vertex in common with B as posed.
pub(crate) struct Situation {
    pub(crate) a: Mesh,
    pub(crate) b: Mesh,
    pub(crate) pose: Pose,
}

/// The number of parts of A that touch B.
pub(crate) const PARTS: usize = 8;

/// Seeded random numbers, and random objects made from them.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    /// A number from -1 to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub(crate) fn point(&mut self) -> [f64; 3] {
        [self.unit(), self.unit(), self.unit()]
    }

    pub(crate) fn rotation(&mut self) -> Pose {
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let axis = axes[self.below(3) as usize];
        match self.below(5) {
            0 => Pose::IDENTITY,
            // Parallel except for rounding, where products of edges are noise.
            1 => Pose::rotation(axis, std::f64::consts::FRAC_PI_2 * self.below(4) as f64),
            2 => Pose::rotation(self.point(), 1e-7 * self.unit()),
            // Written with seven digits: as far from rigid as is allowed.
            3 => {
                let rounded = Pose::rotation(self.point(), 3.0 * self.unit())
                    .to_numbers()
                    .map(|x| (x * 1e7).round() / 1e7);
                Pose::from_numbers(rounded).unwrap()
            }
            _ => Pose::rotation(self.point(), 3.0 * self.unit()),
        }
    }

    /// Triangles around a point, which is one of their corners. They are flat, thin, axis-aligned
    /// or none of these.
    pub(crate) fn part(&mut self, center: [f64; 3], size: f64) -> Vec<[f64; 3]> {
        let stretch = [0; 3]
            .map(|_| if self.below(2) == 0 { 1.0 } else { 10f64.powi(-(self.below(9) as i32)) });
        let turn = self.rotation();
        let corners = 3 * (1 + self.below(4)) as usize;
        let mut points: Vec<[f64; 3]> = (0..corners)
            .map(|_| {
                let p = self.point();
                let p = turn.apply([0, 1, 2].map(|i| p[i] * stretch[i] * size));
                [0, 1, 2].map(|i| center[i] + p[i])
            })
            .collect();
        points[0] = center;
        points
    }

    pub(crate) fn situation(&mut self) -> Situation {
        let away = if self.below(4) == 0 { self.point().map(|x| 1e6 * x) } else { [0.0; 3] };
        let near = self.point();
        let touch = [0, 1, 2].map(|i| away[i] + near[i]);
        // Eight parts touch the point. A far part makes them small against their mesh.
        let size = 10f64.powi(-(self.below(5) as i32));
        let mut a: Vec<Vec<[f64; 3]>> = (0..PARTS).map(|_| self.part(touch, size)).collect();
        let far = self.point();
        a.push(vec![[0, 1, 2].map(|i| away[i] + far[i]); 3]);

        let scale = 2f64.powi(self.below(60) as i32 - 30);
        let center = self.point().map(|x| x * scale);
        let b = vec![self.part(center, size * scale), vec![self.point().map(|x| x * scale); 3]];
        let turn = self.rotation();
        let [x, y, z] = turn.apply(center);
        let offset = [touch[0] - x, touch[1] - y, touch[2] - z];
        Situation { a: mesh(&a), b: mesh(&b), pose: Pose::new(turn.matrix(), offset).unwrap() }
    }
}

/// A mesh of the triangles of all parts, in order.
fn mesh(parts: &[Vec<[f64; 3]>]) -> Mesh {
    let vertices: Vec<[f64; 3]> = parts.iter().flatten().copied().collect();
    let triangles = (0..vertices.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(vertices, triangles).unwrap()
}
