//! The curves along which two surfaces cross.
//!
//! - [`chain`]: segments in the order in which they follow each other.
//!
//! Which triangles share a segment, and which segments share an end, is told in
//! [`crossing`](crate::crossing).

mod chain;

use crate::crossing::node::Segments;
use chain::Chain;
use feeler::{Contact, Pair, Scratch};

/// A curve along which two surfaces cross: a polyline.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Curve {
    /// The points in A's frame, at least two. The first one is not repeated at the end of a closed curve.
    pub points: Vec<[f64; 3]>,
    /// Whether the last point is joined to the first one.
    pub is_closed: bool,
    /// The triangles that share each segment, which goes from the point with the same number to the next.
    pub contacts: Vec<Contact>,
}

impl Curve {
    /// The curves along which the surfaces of a pair cross.
    ///
    /// ```
    /// use feeler::{Model, Pair, Pose};
    /// use feeler_field::Curve;
    /// let rod = Model::new(feeler_scenes::shape::cylinder(2000)); // about z, from -1 to 1
    /// let pose = Pose::rotation([1.0, 0.0, 0.0], 1.5).then(&Pose::translation([0.3, 0.2, 0.1]));
    /// let curves = Curve::all(&Pair::new(&rod, &rod).at(pose));
    /// assert_eq!(curves.len(), 3); // around both, and around two corners
    /// assert!(curves.iter().all(|curve| curve.is_closed));
    /// ```
    ///
    /// Segments are joined where they share an end by name: an edge of one mesh that goes through a
    /// triangle of the other. So curves of closed meshes are closed, and other curves end at a hole only.
    /// A point is off the edge by no more than rounding, and along it by no more than 2^-40 of its length.
    ///
    /// Surfaces that touch without crossing, such as a face on a face, have no curve of their own: B
    /// is taken to be moved by less than any number, first along x, then y, then z. After that they
    /// are apart, or cross along a curve around the place where they touch, with the points of
    /// that place.
    #[must_use]
    pub fn all(pair: &Pair<'_>) -> Vec<Self> {
        Self::all_with(pair, &mut Scratch::new())
    }

    /// [`Curve::all`] with a scratch, which saves some allocation.
    pub fn all_with(pair: &Pair<'_>, scratch: &mut Scratch) -> Vec<Self> {
        let segments = Segments::of(pair, pair.contacts_with(scratch));
        let chains = chain::chains(&segments);
        chains.iter().filter_map(|chain| Self::new(chain, &segments)).collect()
    }

    /// The length of the curve.
    pub fn length(&self) -> f64 {
        let next = self.points.iter().skip(1).chain(self.is_closed.then(|| &self.points[0]));
        let step = |(p, q): (&[f64; 3], &[f64; 3])| {
            let d = [0, 1, 2].map(|i| q[i] - p[i]);
            (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt()
        };
        self.points.iter().zip(next).map(step).fold(0.0, |sum, x| sum + x)
    }

    /// The curve of a chain without segments whose ends are the same point; `None` if nothing is left.
    fn new(chain: &Chain, segments: &Segments) -> Option<Self> {
        let mut curve =
            Self { points: Vec::new(), is_closed: chain.is_closed, contacts: Vec::new() };
        let mut last = [f64::NAN; 3];
        for &end in &chain.segments {
            let (segment, side) = (end as usize / 2, end as usize % 2);
            let nodes = segments.nodes[segment];
            let [from, to] =
                [nodes[side], nodes[1 - side]].map(|node| segments.points[node as usize]);
            last = to;
            if from != to {
                curve.points.push(from);
                curve.contacts.push(segments.contacts[segment]);
            }
        }
        if curve.points.is_empty() {
            return None;
        }
        if !curve.is_closed {
            curve.points.push(last);
        }
        Some(curve)
    }
}
