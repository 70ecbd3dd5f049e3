//! Which pairs touch, without a world: what the answers of all contenders are compared with.

use crate::{Frame, Recording};
use feeler::{Mesh, Model, Pair, Pose, Scratch};

/// The touching pairs of a frame that somebody missed, and those that were too many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Misses {
    /// Pairs that touch, and were not named.
    pub missed: usize,
    /// Pairs that do not touch, or must not be compared, and were named.
    pub extra: usize,
}

impl Misses {
    /// Compares named pairs, in any order, with the touching pairs in ascending order.
    pub fn of(named: &[[u32; 2]], touching: &[[u32; 2]]) -> Self {
        let mut named: Vec<[u32; 2]> = named.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
        named.sort_unstable();
        let all = named.len();
        named.dedup();
        let is_right = |pair: &&[u32; 2]| touching.binary_search(pair).is_ok();
        let right = named.iter().filter(is_right).count();
        // A pair that is named twice is one too many.
        Self { missed: touching.len() - right, extra: all - right }
    }
}

/// The pairs of objects that touch, in ascending order.
///
/// Boxes around the moved vertices rule out pairs, along one axis after the other; all others are asked as a
/// [`Pair`]. Nothing of a [`World`](feeler_world::World) takes part.
///
/// ```
/// use feeler::Model;
/// use feeler_bench::worlds::touching;
/// use feeler_bench::{Drift, Recording};
/// let drift = Drift { shapes: vec!["ring:100".into()], count: 20, edge: 4.0, frames: 1 };
/// let recording = Recording::drifting(&drift, 1)?;
/// let models = [Model::new(recording.meshes[0].clone())];
/// assert!(touching(&recording, &recording.frames[0], &models).len() > 9);
/// # Ok::<(), feeler_bench::Error>(())
/// ```
pub fn touching(recording: &Recording, frame: &Frame, models: &[Model]) -> Vec<[u32; 2]> {
    let objects = &frame.objects;
    let boxes: Vec<Moved> = objects
        .iter()
        .map(|placed| Moved::of(&recording.meshes[placed.mesh], &placed.pose))
        .collect();
    let mut order: Vec<u32> = (0..objects.len() as u32).collect();
    order.sort_by(|&a, &b| boxes[a as usize].low[0].total_cmp(&boxes[b as usize].low[0]));
    let mut scratch = Scratch::new();
    let mut touching = Vec::new();
    for (at, &first) in order.iter().enumerate() {
        let end = boxes[first as usize].high[0];
        let later = order[at + 1..].iter();
        for &second in later.take_while(|&&second| boxes[second as usize].low[0] <= end) {
            let [a, b] = [first.min(second), first.max(second)];
            let [p, q] = [a, b].map(|number| &objects[number as usize]);
            let is_asked = p.group == 0 || p.group != q.group;
            if is_asked && boxes[a as usize].meets(&boxes[b as usize]) {
                let pair = Pair::new(&models[p.mesh], &models[q.mesh]);
                if pair.at(Pose::relative(&p.pose, &q.pose)).intersects_with(&mut scratch) {
                    touching.push([a, b]);
                }
            }
        }
    }
    touching.sort_unstable();
    touching
}

/// The box around a moved mesh, and a billionth more, which is far more than roundings.
struct Moved {
    low: [f64; 3],
    high: [f64; 3],
}

impl Moved {
    fn of(mesh: &Mesh, pose: &Pose) -> Self {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        let mut reach = 0.0_f64;
        for &vertex in mesh.vertices() {
            let moved = pose.apply(vertex);
            for k in 0..3 {
                (low[k], high[k]) = (low[k].min(moved[k]), high[k].max(moved[k]));
                reach = reach.max(vertex[k].abs()).max(moved[k].abs());
            }
        }
        Self { low: low.map(|x| x - 1e-9 * reach), high: high.map(|x| x + 1e-9 * reach) }
    }

    fn meets(&self, other: &Self) -> bool {
        (0..3).all(|k| self.low[k] <= other.high[k] && other.low[k] <= self.high[k])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Drift;

    #[test]
    fn brute_force_says_the_same() {
        let shapes = vec!["ring:60".to_owned(), "knot:60".to_owned()];
        let drift = Drift { shapes, count: 40, edge: 6.0, frames: 2 };
        let mut recording = Recording::drifting(&drift, 5).unwrap();
        for (number, placed) in recording.frames[1].objects.iter_mut().enumerate() {
            placed.group = number as u32 % 3;
        }
        let models: Vec<Model> = recording.meshes.iter().cloned().map(Model::new).collect();
        for frame in &recording.frames {
            let mut all = Vec::new();
            for a in 0..40_u32 {
                for b in a + 1..40 {
                    let [p, q] = [a, b].map(|number| &frame.objects[number as usize]);
                    let pair = Pair::new(&models[p.mesh], &models[q.mesh]);
                    let pair = pair.at(Pose::relative(&p.pose, &q.pose));
                    if (p.group == 0 || p.group != q.group) && pair.intersects() {
                        all.push([a, b]);
                    }
                }
            }
            assert!(all.len() > 20, "{}", all.len());
            assert_eq!(touching(&recording, frame, &models), all);
        }
    }

    #[test]
    fn what_is_missed_and_what_is_too_much_is_counted() {
        let touching = [[0, 1], [0, 2], [3, 4]];
        let of = |named: &[[u32; 2]]| Misses::of(named, &touching);
        assert_eq!(of(&[[4, 3], [0, 1], [2, 0]]), Misses::default());
        assert_eq!(of(&[[0, 1], [1, 2]]), Misses { missed: 2, extra: 1 });
        assert_eq!(of(&[[0, 1], [1, 0], [0, 2], [3, 4]]), Misses { missed: 0, extra: 1 });
    }
}
