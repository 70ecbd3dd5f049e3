//! The search for the nearest points of two triangles.

use super::super::double::{Double, Scalar};
use super::features::{NearestPoints, TriangleFace, Vector};
use super::min;
use crate::geometry::vector::{dot, squared_distance, sub};

/// `2^-42`: more than the error of a distance in f64, which is some `2^-50` for coordinates up to
/// 2.
const DOUBT: f64 = f64::from_bits((1023 - 42) << 52);

/// The square of `2^-80`, which is far below the rounding of a point to f64.
const NEGLIGIBLE: f64 = f64::from_bits((1023 - 160) << 52);

/// The nearest points of two triangles that are apart, in coordinates up to 2; `None` if they are
/// further apart than a bound.
///
/// The triangles are known not to be nearer than `least`. The search stops at the first pair of
/// features at that distance: between parallel faces nearly all features are equally near, and the
/// first pair is as good as all others.
pub(super) fn nearest(
    a: &[Vector<Double>; 3],
    b: &[Vector<Double>; 3],
    [least, bound]: [f64; 2],
) -> Option<NearestPoints<Double>> {
    let (low_a, low_b) = (rounded(a), rounded(b));
    if let Some([i, j]) = nearest_corners(&low_a, &low_b) {
        return Some(NearestPoints::new(a[i], b[j]));
    }
    let (order_a, order_b) = (longest_edge_first(&low_a), longest_edge_first(&low_b));
    let (face_a, face_b) =
        (TriangleFace::new(pick(&low_a, order_a)), TriangleFace::new(pick(&low_b, order_b)));
    // All measured in f64, as squares: the edges, the corners of b over a, and the corners of a
    // over b.
    let mut of_edges = [[0.0; 3]; 3];
    let (mut over_a, mut over_b) = ([f64::INFINITY; 3], [f64::INFINITY; 3]);
    let mut best = f64::INFINITY;
    for i in 0..3 {
        for j in 0..3 {
            of_edges[i][j] = NearestPoints::of_edges(edge(&low_a, i), edge(&low_b, j)).squared;
            best = min(best, of_edges[i][j]);
        }
    }
    for i in 0..3 {
        over_a[i] = over(&face_a, low_b[i], &mut best);
        over_b[i] = over(&face_b, low_a[i], &mut best);
    }
    let best = best.sqrt();
    // A foot that may be inside or outside is beside an edge, and no point of a sliver is far from
    // its edges: these cases do not make the distance smaller by more than `DOUBT`.
    if best - 3.0 * DOUBT > bound {
        return None;
    }
    let limit = (best + DOUBT) * (best + DOUBT);

    let mut nearest = NearestPoints::new(a[0], b[0]);
    // Returns whether nothing can be nearer.
    let mut consider = |points: NearestPoints<Double>| {
        if points.squared < nearest.squared {
            nearest = points;
        }
        least > 0.0 && nearest.squared.sqrt() <= least
    };
    for i in 0..3 {
        if over_a[i] <= limit {
            let foot = TriangleFace::new(pick(a, order_a)).foot(b[i]);
            if foot.inside >= Double::ZERO && consider(NearestPoints::new(foot.point, b[i])) {
                return Some(nearest);
            }
        }
        if over_b[i] <= limit {
            let foot = TriangleFace::new(pick(b, order_b)).foot(a[i]);
            if foot.inside >= Double::ZERO && consider(NearestPoints::new(a[i], foot.point)) {
                return Some(nearest);
            }
        }
    }
    for i in 0..3 {
        for j in 0..3 {
            if of_edges[i][j] <= limit && consider(NearestPoints::of_edges(edge(a, i), edge(b, j)))
            {
                return Some(nearest);
            }
        }
    }
    Some(nearest)
}

/// A point that two intersecting triangles have in common, up to `rounding`.
///
/// Either an edge of one triangle crosses the face of the other, or both are in one plane, up to
/// rounding, and two edges or a corner and a face meet.
#[cold]
pub(super) fn common(
    a: &[Vector<Double>; 3],
    b: &[Vector<Double>; 3],
    rounding: f64,
) -> Vector<Double> {
    // Parts that touch often have corners in common.
    if let Some(corner) = a.iter().find(|corner| b.contains(corner)) {
        return *corner;
    }
    if let Some(crossing) = plain_crossing(a, b).or_else(|| plain_crossing(b, a)) {
        return crossing;
    }
    if let Some(corner) = flat_corner(a, b, rounding).or_else(|| flat_corner(b, a, rounding)) {
        return corner;
    }
    let mut common = nearest(a, b, [0.0, f64::INFINITY]).unwrap_or(NearestPoints::new(a[0], b[0]));
    for (these, others) in [(a, b), (b, a)] {
        let face = TriangleFace::new(pick(these, longest_edge_first(&rounded(these))));
        for i in 0..3 {
            let Some(point) = face.crossing(edge(others, i)) else { continue };
            let foot = face.foot(point);
            let points = NearestPoints::new(point, foot.point);
            if foot.inside >= Double::ZERO && points.squared < common.squared {
                common = points;
            }
        }
    }
    common.on_a
}

/// The point where an edge of one triangle crosses the face of the other, if f64 shows which edge
/// it is, and 106 bits confirm it.
///
/// Most triangles that meet have such a point, and a search for the best of all points takes five
/// times as long.
fn plain_crossing(
    these: &[Vector<Double>; 3],
    others: &[Vector<Double>; 3],
) -> Option<Vector<Double>> {
    let (low, low_others) = (rounded(these), rounded(others));
    let order = longest_edge_first(&low);
    let low_face = TriangleFace::new(pick(&low, order));
    let crosses = |&i: &usize| {
        let point = low_face.crossing(edge(&low_others, i));
        point.is_some_and(|point| low_face.foot(point).inside > DOUBT)
    };
    let i = (0..3).find(crosses)?;
    let face = TriangleFace::new(pick(these, order));
    let point = face.crossing(edge(others, i))?;
    let foot = face.foot(point);
    let off = NearestPoints::new(point, foot.point).squared;
    (foot.inside >= Double::ZERO && off.high <= NEGLIGIBLE).then_some(point)
}

/// A corner of one triangle that lies on the other, up to rounding: what triangles in one plane that
/// overlap mostly have. f64 shows which corner it is, and 106 bits confirm it.
///
/// Let the smallest barycentric weight of the foot be `-w`. Local coordinates are below 2 in size, so
/// the triangle is no further from the foot than `14 w`, and no further from the corner than 1.9
/// times the rounding: four units in the last place of the largest coordinate at most.
fn flat_corner(
    these: &[Vector<Double>; 3],
    others: &[Vector<Double>; 3],
    rounding: f64,
) -> Option<Vector<Double>> {
    let (low, low_others) = (rounded(these), rounded(others));
    let order = longest_edge_first(&low);
    let low_face = TriangleFace::new(pick(&low, order));
    let may_lie = |&i: &usize| {
        let foot = low_face.foot(low_others[i]);
        let off = squared_distance(foot.point, low_others[i]).sqrt();
        foot.inside > -DOUBT - rounding && off < DOUBT + 2.0 * rounding
    };
    let lies = |i: usize| {
        let foot = TriangleFace::new(pick(these, order)).foot(others[i]);
        let off = NearestPoints::new(others[i], foot.point).squared;
        foot.inside.high >= -rounding / 16.0 && off.high <= rounding * rounding
    };
    (0..3).filter(may_lie).find(|&i| lies(i)).map(|i| others[i])
}

/// The two corners that are nearest, if no other points can be as near.
///
/// The triangles are convex, so it is enough that all other corners lie beyond these two along the
/// line between them.
#[inline]
fn nearest_corners(a: &[Vector<f64>; 3], b: &[Vector<f64>; 3]) -> Option<[usize; 2]> {
    let (mut nearest, mut best) = ([0, 0], f64::INFINITY);
    for i in 0..3 {
        for j in 0..3 {
            let squared = squared_distance(a[i], b[j]);
            if squared < best {
                (nearest, best) = ([i, j], squared);
            }
        }
    }
    let [i, j] = nearest;
    let (p, q) = (a[i], b[j]);
    let between = sub(p, q);
    let beyond = (1..3).all(|k| {
        dot(sub(a[(i + k) % 3], p), between) > DOUBT && dot(sub(q, b[(j + k) % 3]), between) > DOUBT
    });
    beyond.then_some(nearest)
}

/// The squared distance of a corner to a face, or less; infinite if its foot is certainly outside.
/// If the foot is inside, the distance may become the best one.
#[inline]
fn over(face: &TriangleFace<f64>, corner: Vector<f64>, best: &mut f64) -> f64 {
    if face.across_squared <= DOUBT * DOUBT {
        return 0.0; // a sliver, whose plane f64 cannot determine
    }
    let foot = face.foot(corner);
    let squared = squared_distance(foot.point, corner);
    if foot.inside >= 0.0 {
        *best = min(*best, squared);
        return squared;
    }
    // The weight times twice the area is the distance outside of an edge, times the length of the
    // edge.
    let outside = foot.inside * foot.inside * face.across_squared * face.along_squared;
    if outside <= DOUBT * DOUBT { squared } else { f64::INFINITY }
}

#[inline]
fn edge<T: Copy>(triangle: &[T; 3], i: usize) -> [T; 2] {
    [triangle[i], triangle[(i + 1) % 3]]
}

#[inline]
fn pick<T: Copy>(triangle: &[T; 3], [i, j, k]: [usize; 3]) -> [T; 3] {
    [triangle[i], triangle[j], triangle[k]]
}

#[inline]
fn rounded(points: &[Vector<Double>; 3]) -> [Vector<f64>; 3] {
    let point = |p: &Vector<Double>| [p[0].high, p[1].high, p[2].high];
    [point(&points[0]), point(&points[1]), point(&points[2])]
}

#[inline]
fn longest_edge_first(t: &[Vector<f64>; 3]) -> [usize; 3] {
    let squared = |i: usize| squared_distance(t[i], t[(i + 1) % 3]);
    let [first, second, third] = [squared(0), squared(1), squared(2)];
    if first >= second && first >= third {
        [0, 1, 2]
    } else if second >= third {
        [1, 2, 0]
    } else {
        [2, 0, 1]
    }
}
