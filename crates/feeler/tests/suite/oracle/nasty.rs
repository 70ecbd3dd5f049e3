//! Random pairs of triangles that break inexact code.

use feeler::triangle::Triangle;

type Point = [f64; 3];

/// The families of pairs, by the property that makes them nasty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Corners from few grid points: touching, coplanar, identical and empty triangles are all
    /// common.
    Grid,
    /// Corners on a grid, and at least one triangle without area.
    NoArea,
    /// Corners in one lattice plane in space.
    Coplanar,
    /// Corners of random numbers with all 53 bits.
    Free,
    /// Two corners a few units in the last place apart, or one corner nearly on the opposite edge.
    Sliver,
    /// The triangles have a common corner or edge.
    Shared,
    /// A corner of one triangle is computed to lie on the other, then moved by at most one unit in
    /// the last place.
    Touching,
    /// An edge of one triangle is computed to pass through an edge of the other, and moved in the
    /// same way.
    Crossing,
    /// The triangles are small and a million away from the origin.
    Far,
    /// One triangle is a million times larger than the other.
    HugeAndTiny,
    /// A pair of a simple family, scaled by a power of two, up to 1e±150.
    Scaled,
    /// A pair of a simple family, scaled by powers of two that differ between axes, corners or
    /// triangles.
    Mixed,
    /// A pair of a simple family, close to the smallest numbers that exist, or to the largest that
    /// are allowed.
    Limits,
}

impl Family {
    /// All families in turn. The common families occur several times, because the last three cost
    /// the oracle ten times as much.
    const WHEEL: [Self; 40] = {
        use Family::*;
        let mut wheel = [Grid; 40];
        let rest = [
            NoArea,
            NoArea,
            NoArea,
            NoArea,
            NoArea,
            Coplanar,
            Coplanar,
            Coplanar,
            Coplanar,
            Free,
            Free,
            Sliver,
            Sliver,
            Sliver,
            Shared,
            Shared,
            Touching,
            Touching,
            Touching,
            Crossing,
            Crossing,
            Far,
            Far,
            HugeAndTiny,
            HugeAndTiny,
            Scaled,
            Scaled,
            Mixed,
            Limits,
        ];
        let mut i = 0;
        while i < rest.len() {
            wheel[i] = rest[i];
            i += 1;
        }
        wheel
    };
}

/// The pair with a number. It is the same on every machine and in every run.
pub fn pair(number: u64) -> (Family, Triangle, Triangle) {
    let mut random = Random::new(number);
    let family = Family::WHEEL[(number % Family::WHEEL.len() as u64) as usize];
    let (a, b) = random.pair(family);
    (family, a, b)
}

/// The generator splitmix64 (Steele, Lea and Flood 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        let mut random = Self(seed);
        random.next();
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1) as usize) as i32
    }

    /// A number from -1 to 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// A point of the grid of integers up to `size`.
    pub fn grid(&mut self, size: i32) -> Point {
        [0; 3].map(|_| f64::from(self.between(-size, size)))
    }

    pub fn point(&mut self) -> Point {
        [0; 3].map(|_| self.unit())
    }

    fn triangle(&mut self, mut point: impl FnMut(&mut Self) -> Point) -> Triangle {
        [point(self), point(self), point(self)]
    }

    /// A random pair of a family.
    pub fn pair(&mut self, family: Family) -> (Triangle, Triangle) {
        match family {
            Family::Grid => {
                let size = self.between(1, 4);
                (self.triangle(|r| r.grid(size)), self.triangle(|r| r.grid(size)))
            }
            Family::NoArea => {
                let size = self.between(1, 4);
                let a = self.without_area(size);
                let b = match self.below(2) {
                    0 => self.without_area(size),
                    _ => self.triangle(|r| r.grid(size)),
                };
                self.swapped(a, b)
            }
            Family::Coplanar => {
                let [origin, u, v] = self.triangle(|r| r.grid(9));
                let corner = |r: &mut Self| {
                    let (i, j) = (f64::from(r.between(-3, 3)), f64::from(r.between(-3, 3)));
                    [0, 1, 2].map(|k| origin[k] + i * u[k] + j * v[k])
                };
                (self.triangle(corner), self.triangle(corner))
            }
            Family::Free => (self.triangle(Self::point), self.triangle(Self::point)),
            Family::Sliver => {
                let a = self.sliver();
                let b = match self.below(3) {
                    0 => self.sliver(),
                    1 => [a[0], self.near(a[1]), self.near(a[2])],
                    _ => self.triangle(Self::point),
                };
                self.swapped(a, b)
            }
            Family::Shared => {
                let a = self.triangle(Self::point);
                let mut b = self.triangle(Self::point);
                for _ in 0..=self.below(3) {
                    b[self.below(3)] = a[self.below(3)];
                }
                self.swapped(a, b)
            }
            Family::Touching => {
                let a = self.triangle(Self::point);
                let mut b = self.triangle(Self::point);
                for _ in 0..=self.below(3) {
                    let on_a = self.inside(&a);
                    b[self.below(3)] = self.near(on_a);
                }
                self.swapped(a, b)
            }
            Family::Crossing => {
                let (a, mut b) = (self.triangle(Self::point), self.triangle(Self::point));
                // An edge from the first corner of b, straight through a point of an edge of a.
                let crossing = mix(a[0], a[1], self.weight());
                let beyond = mix(b[0], crossing, 1.0 + self.weight());
                b[1] = self.near(beyond);
                self.swapped(a, b)
            }
            Family::Far => {
                let far = self.point().map(|x| (x * 1e6).round());
                let step = f64::from(1 << self.between(0, 20));
                let size = self.between(1, 5);
                let moved = |r: &mut Self| {
                    let p = if step > 1024.0 { r.point() } else { r.grid(size).map(|x| x / step) };
                    [0, 1, 2].map(|i| far[i] + p[i])
                };
                (self.triangle(moved), self.triangle(moved))
            }
            Family::HugeAndTiny => {
                let a = self.triangle(|r| r.point().map(|x| x * 1e6));
                let middle = self.inside(&a);
                let size = 2f64.powi(-self.between(0, 30));
                let tiny = |r: &mut Self| {
                    let p = r.point();
                    [0, 1, 2].map(|i| middle[i] + p[i] * size)
                };
                let b = self.triangle(tiny);
                self.swapped(a, b)
            }
            Family::Scaled => {
                let (a, b) = self.simple_pair();
                let scale = 2f64.powi(self.between(-498, 498));
                let scaled = |t: Triangle| t.map(|p| p.map(|x| x * scale));
                (scaled(a), scaled(b))
            }
            Family::Mixed => {
                let (a, b) = self.simple_pair();
                self.mixed(a, b)
            }
            Family::Limits => {
                let (a, b) = self.simple_pair();
                let exponent = if self.below(2) == 0 { self.between(-1074, -1000) } else { 990 };
                // The power is applied in two steps, because `powi` does not reach the subnormal
                // numbers.
                let (half, rest) = (2f64.powi(exponent / 2), 2f64.powi(exponent - exponent / 2));
                let scaled = |t: Triangle| t.map(|p| p.map(|x| x * half * rest));
                (scaled(a), scaled(b))
            }
        }
    }

    /// A pair with coordinates between -60 and 60, to be scaled.
    fn simple_pair(&mut self) -> (Triangle, Triangle) {
        use Family::*;
        let simple = [Grid, Grid, NoArea, Coplanar, Free, Sliver, Touching, Crossing, Shared];
        let family = simple[self.below(simple.len())];
        self.pair(family)
    }

    /// Multiplies by powers of two that keep contacts (one for an axis of both triangles) or do not
    /// (one for each corner or triangle).
    fn mixed(&mut self, mut a: Triangle, mut b: Triangle) -> (Triangle, Triangle) {
        let scales = [0; 6].map(|_| 2f64.powi(self.between(-498, 498)));
        match self.below(4) {
            0 => {
                let scaled = |t: Triangle| t.map(|p| [0, 1, 2].map(|i| p[i] * scales[i]));
                (a, b) = (scaled(a), scaled(b));
            }
            1 => {
                a = a.map(|p| p.map(|x| x * scales[0]));
                b = b.map(|p| p.map(|x| x * scales[1]));
            }
            2 => {
                for i in 0..3 {
                    a[i] = a[i].map(|x| x * scales[i]);
                    b[i] = b[i].map(|x| x * scales[3 + i]);
                }
            }
            // A coordinate that is zero becomes so small that it does not change a sum.
            _ => {
                for p in &mut b {
                    let i = self.below(3);
                    if p[i] == 0.0 {
                        p[i] = self.unit() * scales[i].min(1.0 / scales[i]);
                    }
                }
            }
        }
        self.swapped(a, b)
    }

    /// A triangle that is a point or a segment, with corners on a grid.
    fn without_area(&mut self, size: i32) -> Triangle {
        let (p, q) = (self.grid(size), self.grid(size));
        match self.below(4) {
            0 => [p; 3],
            1 => [p, q, p],
            // All corners are doubled, so that the middle is on the grid.
            2 => [p.map(|x| x * 2.0), q.map(|x| x * 2.0), [0, 1, 2].map(|i| p[i] + q[i])],
            _ => {
                let step = f64::from(self.between(-2, 2));
                [p, q, [0, 1, 2].map(|i| p[i] + step * (q[i] - p[i]))]
            }
        }
    }

    fn sliver(&mut self) -> Triangle {
        let (p, q) = (self.point(), self.point());
        let third = match self.below(3) {
            0 => p,
            1 => mix(p, q, self.weight()),
            _ => mix(p, q, 3.0 * self.unit()),
        };
        [p, q, self.near(third)]
    }

    /// A point of a triangle, up to rounding: a corner, a point on an edge, or a point inside.
    fn inside(&mut self, [a, b, c]: &Triangle) -> Point {
        let on_edge = mix(*a, *b, self.weight());
        mix(on_edge, *c, self.weight())
    }

    /// A number from 0 to 1; both ends are included and common.
    fn weight(&mut self) -> f64 {
        match self.below(6) {
            0 => 0.0,
            1 => 1.0,
            2 => 0.5,
            _ => self.unit().abs(),
        }
    }

    /// A point near another: each coordinate is moved by at most one unit in the last place.
    fn near(&mut self, p: Point) -> Point {
        p.map(|x| match self.below(4) {
            0 => x.next_up(),
            1 => x.next_down(),
            _ => x,
        })
    }

    /// The triangles in random order, each starting at a random corner.
    fn swapped(&mut self, mut a: Triangle, mut b: Triangle) -> (Triangle, Triangle) {
        a.rotate_left(self.below(3));
        b.rotate_left(self.below(3));
        if self.below(2) == 0 { (a, b) } else { (b, a) }
    }
}

/// The point at a weight on the way from p to q, rounded.
fn mix(p: Point, q: Point, weight: f64) -> Point {
    [0, 1, 2].map(|i| p[i] + (q[i] - p[i]) * weight)
}
