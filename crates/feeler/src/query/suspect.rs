//! Where two meshes probably touch: what an unfinished guided query would look at next.

use crate::geometry::vector::by_axis;
use crate::model::Model;
use crate::rounding::power_of_two;
use crate::volume::Cuboid;
use crate::{Pair, Scratch};

/// The two volumes in which two meshes meet most probably, if they meet at all.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Suspect {
    /// The slots of the volumes in the trees of A and B: see [`inside::Tree`](crate::inside::Tree).
    pub nodes: [u32; 2],
    /// The numbers of triangles in the volumes.
    pub triangles: [usize; 2],
    /// About the middle of what the volumes have in common, in A's frame. It is an estimate: neither
    /// mesh need have a point there.
    pub point: [f64; 3],
}

impl Pair<'_> {
    /// Where the meshes probably touch, after a guided query of this pair at this pose that has left
    /// its scratch without a proof; `None` after a proof or after another query.
    ///
    /// It is the pair of volumes with the largest share in common of all that the query has not looked
    /// into, which is what it looks at next if it is [resumed](Self::resume_with). Asking changes
    /// nothing and takes less than a microsecond, plus the time to count the triangles.
    ///
    /// ```
    /// use feeler::{Budget, Model, Pair, Pose, Scratch};
    /// # fn ring() -> feeler::Mesh {
    /// #     let point = |k: u32| [0.06 * k as f64, (0.2 * k as f64).sin(), 0.3 * (k % 2) as f64];
    /// #     feeler::Mesh::new((0..500).map(point).collect(), (0..498).map(|k| [k, k + 1, k + 2]).collect()).unwrap()
    /// # }
    /// let model = Model::new(ring());
    /// let pair = Pair::new(&model, &model).at(Pose::translation([0.0, 0.4, 0.1]));
    /// let mut scratch = Scratch::new();
    /// let verdict = pair.guided_with(Budget::steps(4), 0.0, &mut scratch);
    /// match pair.suspect(&scratch) {
    ///     Some(suspect) => println!("{verdict}, probably near {:?}", suspect.point),
    ///     None => println!("{verdict}"),
    /// }
    /// assert_eq!(pair.suspect(&scratch).is_none(), verdict.is_proof());
    /// ```
    #[must_use]
    pub fn suspect(&self, scratch: &Scratch) -> Option<Suspect> {
        if scratch.guided.of != Some(([self.a().id(), self.b().id()], self.pose())) {
            return None;
        }
        let nodes = scratch.guided.prospect.next_pair()?;
        let motion = self.touching()?;
        let cuboid = |model: &Model, other: &Model, slot: u32| {
            model.nodes_beside(other).volumes.cuboid(slot)
        };
        let a = cuboid(self.a(), self.b(), nodes[0]);
        let b = cuboid(self.b(), self.a(), nodes[1]).moved(&motion.into_a);
        let [p, q] = [common_middle(&a, &b), common_middle(&b, &a)];
        let middle = by_axis(|i| 0.5 * f64::from(p[i] + q[i]));
        let unit = self.a().unit();
        let scale = power_of_two(unit.exponent);
        let count = |model: &Model, slot: u32| model.tree().triangles(slot).count();
        Some(Suspect {
            nodes,
            triangles: [count(self.a(), nodes[0]), count(self.b(), nodes[1])],
            point: by_axis(|i| unit.center[i] + scale * middle[i]),
        })
    }
}

/// The middle of what a box has in common with the shadows of another one on its axes.
fn common_middle(own: &Cuboid, other: &Cuboid) -> [f32; 3] {
    let dot = |p: [f32; 3], q: [f32; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let offset = by_axis(|i| other.center[i] - own.center[i]);
    let mut middle = own.center;
    for (axis, half) in own.axes.into_iter().zip(own.half) {
        let center = dot(axis, offset);
        let reach: f32 = (0..3).map(|k| other.half[k] * dot(axis, other.axes[k]).abs()).sum();
        let low = (center - reach).max(-half);
        let high = (center + reach).min(half);
        let along = 0.5 * (low + high);
        middle = by_axis(|i| middle[i] + along * axis[i]);
    }
    middle
}
