//! Volume, area and centroid.

use super::Boundary;
use crate::exact::Triangle;
use feeler::inside::vector::{cross, dot, length, sub};

impl Boundary<'_> {
    /// The area of all triangles.
    pub fn area(&self) -> f64 {
        let area = |[a, b, c]: &Triangle| 0.5 * length(cross(sub(*b, *a), sub(*c, *a)));
        self.triangles.iter().map(area).fold(0.0, |sum, x| sum + x)
    }

    /// The volume inside of a closed mesh; `None` if it has holes.
    ///
    /// If the mesh meets itself ([`self_contact`](Self::self_contact)), what it winds around twice
    /// counts twice.
    pub fn volume(&self) -> Option<f64> {
        self.weighted().map(|moments| moments.volume)
    }

    /// The centre of gravity of the inside of a closed mesh, by the same rules as the [`volume`](Self::volume); `None`
    /// without volume.
    pub fn centroid(&self) -> Option<[f64; 3]> {
        let Moments { volume, moment } = self.weighted().filter(|moments| moments.volume > 0.0)?;
        let center = self.center();
        Some([0, 1, 2].map(|i| center[i] + moment[i] / volume))
    }

    /// The volume under the triangles as they are oriented: it is negative if most of them face inwards.
    pub(crate) fn signed_volume(&self) -> f64 {
        let center = self.center();
        self.triangles.iter().map(|triangle| Moments::under(triangle, center).volume).sum()
    }

    fn weighted(&self) -> Option<Moments> {
        if !self.is_closed() {
            return None;
        }
        let (center, mut sum) = (self.center(), Moments::default());
        let knotted = self.self_contact().is_some();
        for (index, triangle) in self.triangles.iter().enumerate() {
            let weight = if knotted { 1.0 } else { self.weight(index as u32) };
            sum.add(weight, &Moments::under(triangle, center));
        }
        if sum.volume < 0.0 {
            sum = Moments { volume: -sum.volume, moment: sum.moment.map(|x| -x) };
        }
        Some(sum)
    }

    /// 1 if a triangle has the inside behind it, -1 if in front, and 0 if the same is on both sides.
    pub(super) fn weight(&self, triangle: u32) -> f64 {
        let sides = self.patch_sides(self.patch(triangle));
        f64::from(sides.back as i8 - sides.front as i8)
    }

    /// A point in the middle, from where products lose the fewest digits.
    fn center(&self) -> [f64; 3] {
        let [low, high] = self.model.mesh().bounds().unwrap_or_default();
        [0, 1, 2].map(|i| 0.5 * low[i] + 0.5 * high[i])
    }
}

/// The volume between a point and a surface, and the integral of the position over it.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    volume: f64,
    moment: [f64; 3],
}

impl Moments {
    fn under(triangle: &Triangle, center: [f64; 3]) -> Self {
        let [a, b, c] = triangle.map(|p| sub(p, center));
        let volume = dot(a, cross(b, c)) / 6.0;
        Self { volume, moment: [0, 1, 2].map(|i| volume * (a[i] + b[i] + c[i]) / 4.0) }
    }

    fn add(&mut self, weight: f64, other: &Self) {
        self.volume += weight * other.volume;
        for i in 0..3 {
            self.moment[i] += weight * other.moment[i];
        }
    }
}
