//! The triangles of the loops of a cell.

use super::cell::{EDGES, Loops, share_a_face};
use super::inside::joined;

/// A corner of a triangle in a cell: the number of an edge for the point on it, or the number of a
/// point inside, from [`FIRST_INNER`] on.
pub(super) type Corner = u8;

/// The first number of a point inside the cell.
pub(super) const FIRST_INNER: u8 = 12;

/// The triangles of one cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Patch {
    pub(super) triangles: Vec<[Corner; 3]>,
    /// Points inside the cell, each coordinate from 0 to 1.
    pub(super) inner: Vec<[f64; 3]>,
}

impl Patch {
    pub(super) fn clear(&mut self) {
        self.triangles.clear();
        self.inner.clear();
    }

    /// Fills the loops with discs, and joins two loops by a tube if the interpolant has a tunnel.
    ///
    /// The surface of the interpolant has no closed part in a cell, and each part separates two
    /// regions of the cell. A cell has no hole, so there is no second part between the same two
    /// regions: loops between the same regions belong together.
    pub(super) fn fill(&mut self, values: &[f64; 8], points: &[[f64; 3]; 12]) {
        let loops = Loops::new(values);
        if loops.len() < 2 {
            for l in 0..loops.len() {
                self.disc(loops.get(l), points);
            }
            return;
        }
        let sides = sides(values, &loops);
        for l in 0..loops.len() {
            let mut same = (0..loops.len()).filter(|&other| sides[other] == sides[l]);
            match (same.next(), same.next(), same.next()) {
                (Some(first), Some(second), None) if first == l => {
                    self.tube(loops.get(first), loops.get(second), points);
                }
                (Some(_), Some(_), None) => {}
                // Three loops belong together only after rounding errors; discs are always closed.
                _ => self.disc(loops.get(l), points),
            }
        }
    }

    /// Cuts a loop into triangles, without a point inside if possible.
    ///
    /// A chord in a face of the cell could be a chord of the neighbour cell too, and then an edge
    /// of four triangles; so such chords are excluded. Among the other cuts, the one with the
    /// shortest chords is found by dynamic programming over all parts of the loop.
    fn disc(&mut self, edges: &[u8], points: &[[f64; 3]; 12]) {
        let n = edges.len();
        let chord = |i: usize, j: usize| {
            let is_side = j - i == 1 || (i == 0 && j == n - 1);
            if is_side {
                return 0.0;
            }
            if share_a_face(edges[i], edges[j]) {
                return f64::INFINITY;
            }
            let (p, q) = (points[edges[i] as usize], points[edges[j] as usize]);
            (0..3).map(|k| (p[k] - q[k]) * (p[k] - q[k])).sum::<f64>()
        };
        let mut cost = [[0.0_f64; 12]; 12];
        let mut apex = [[0; 12]; 12];
        for width in 2..n {
            for i in 0..n - width {
                let j = i + width;
                let each = (i + 1..j).map(|k| (cost[i][k] + cost[k][j], k));
                let best = each.min_by(|p, q| p.0.total_cmp(&q.0)).expect("a point between");
                (cost[i][j], apex[i][j]) = (best.0 + chord(i, j), best.1);
            }
        }
        if cost[0][n - 1].is_finite() {
            let mut parts = vec![(0, n - 1)];
            while let Some((i, j)) = parts.pop() {
                if j - i >= 2 {
                    let k = apex[i][j];
                    self.triangles.push([edges[i], edges[k], edges[j]]);
                    parts.extend([(i, k), (k, j)]);
                }
            }
            return;
        }
        let middle = self.add(mean(edges.iter().map(|&edge| points[edge as usize])));
        for i in 0..n {
            self.triangles.push([edges[i], edges[(i + 1) % n], middle]);
        }
    }

    /// Joins two loops by a ring of points inside, because a chord from one loop to the other could
    /// lie in a face.
    fn tube(&mut self, first: &[u8], second: &[u8], points: &[[f64; 3]; 12]) {
        let all = first.iter().chain(second).map(|&edge| points[edge as usize]);
        let center = mean(all);
        // Both loops are oriented as seen from the surface, so they run in opposite directions.
        let second: Vec<u8> = second.iter().rev().copied().collect();
        let steps = strip(first, &second, points);
        let ring: Vec<Corner> = steps
            .iter()
            .map(|&[i, j]| {
                let (p, q) = (points[first[i] as usize], points[second[j] as usize]);
                self.add([0, 1, 2].map(|k| 0.5 * center[k] + 0.25 * (p[k] + q[k])))
            })
            .collect();
        for (number, &[i, j]) in steps.iter().enumerate() {
            let after = (number + 1) % steps.len();
            let [next_i, next_j] = steps[after];
            if next_i != i {
                self.triangles.push([first[i], first[next_i], ring[number]]);
                self.triangles.push([first[next_i], ring[after], ring[number]]);
            } else {
                self.triangles.push([first[i], ring[after], ring[number]]);
            }
            if next_j != j {
                self.triangles.push([second[next_j], second[j], ring[number]]);
                self.triangles.push([second[next_j], ring[number], ring[after]]);
            } else {
                self.triangles.push([second[j], ring[number], ring[after]]);
            }
        }
    }

    fn add(&mut self, point: [f64; 3]) -> Corner {
        self.inner.push(point);
        FIRST_INNER + (self.inner.len() - 1) as u8
    }
}

/// For each loop, the two regions of the cell that it separates, below and above the level.
fn sides(values: &[f64; 8], loops: &Loops) -> Vec<[u8; 2]> {
    let groups = joined(values);
    let of_loop = |l: usize| {
        let [p, q] = EDGES[loops.get(l)[0] as usize].map(|corner| corner as usize);
        let (low, high) = if values[p] < 0.0 { (p, q) } else { (q, p) };
        [groups.of(low), groups.of(high)]
    };
    (0..loops.len()).map(of_loop).collect()
}

/// Pairs of points along two loops, once around both. Each pair is one step further than its
/// predecessor on one of the loops; the step with the shorter pair is taken.
fn strip(first: &[u8], second: &[u8], points: &[[f64; 3]; 12]) -> Vec<[usize; 2]> {
    let apart = |i: usize, j: usize| {
        let (p, q) = (points[first[i] as usize], points[second[j] as usize]);
        (0..3).map(|k| (p[k] - q[k]) * (p[k] - q[k])).sum::<f64>()
    };
    let start = (0..second.len())
        .min_by(|&p, &q| apart(0, p).total_cmp(&apart(0, q)))
        .expect("a loop has points");
    let at = |i: usize, j: usize| [i % first.len(), (start + j) % second.len()];
    let (mut i, mut j) = (0, 0);
    let mut steps = vec![at(0, 0)];
    while i + 1 < first.len() || j + 1 < second.len() {
        let cost = |i: usize, j: usize| {
            let [p, q] = at(i, j);
            apart(p, q)
        };
        let along_first =
            j + 1 >= second.len() || (i + 1 < first.len() && cost(i + 1, j) <= cost(i, j + 1));
        if along_first {
            i += 1
        } else {
            j += 1
        }
        steps.push(at(i, j));
    }
    steps
}

fn mean(points: impl Iterator<Item = [f64; 3]>) -> [f64; 3] {
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for p in points {
        sum = [0, 1, 2].map(|i| sum[i] + p[i]);
        count += 1.0;
    }
    sum.map(|x| x / count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use feeler_scenes::Random;

    /// At most two loops belong together, so discs and tubes are enough; and tubes do occur.
    #[test]
    fn at_most_two_loops_belong_together() {
        let mut random = Random::new(8);
        let mut tubes = 0;
        for round in 0..200_000 {
            let values: [f64; 8] = std::array::from_fn(|i| {
                let size = random.between(-1.0, 1.0);
                match (round % 2, i.count_ones() % 2) {
                    (0, _) => size,
                    (_, 0) => size.abs(),
                    _ => -size.abs(),
                }
            });
            let loops = Loops::new(&values);
            let sides = sides(&values, &loops);
            for l in 0..loops.len() {
                let together = sides.iter().filter(|&other| *other == sides[l]).count();
                assert!(together <= 2, "{values:?}");
                tubes += together - 1;
            }
        }
        assert!(tubes > 1000, "{tubes}");
    }
}
