//! Points that are deep in both solids, which prove that B is not free.

use super::placing::Placing;
use super::vectors::{shortest_in_hull, unit, unit_normal};
use crate::exact::Spot;
use feeler::inside::vector::{add_scaled, dot, length, sub};
use feeler::{Mesh, Model, Pair, Pose, Scratch, Search, Ties};

/// The depths of points in A and in B.
///
/// The depth of a point is its distance from the surface, negative outside. A point p of B that is moved by t has the *common depth* `f = d_A(p + t) +
/// d_B(p)`. If it is positive, B is free at no translation nearer to t than f: of the two balls around the
/// point, one in A and one in B, the smaller one may even be outside, and the point of
/// its surface that is nearest is still within the larger one.
pub(super) struct Depths {
    /// A mesh of one point, which queries place at the point in question.
    point: Model,
    scratch: [Scratch; 2],
    guess: [Option<u32>; 2],
    /// The rounding of a depth.
    rounding: f64,
    /// How far behind the surface inner points are looked for.
    behind: f64,
}

/// A point of B, and how deep it is in both solids at some translation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Witness {
    /// The point, with B at its pose before it is moved.
    pub(super) point: [f64; 3],
    /// A lower bound of the common depth.
    pub(super) depth: f64,
    /// The direction in which both depths grow: the sum of their gradients.
    uphill: [f64; 3],
}

/// How deep a point is in one solid.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointDepth {
    /// The distance from the surface, negative outside, and then a lower bound.
    pub(super) depth: f64,
    /// The direction in which the depth grows.
    uphill: [f64; 3],
    /// The nearest point of the surface.
    pub(super) nearest: [f64; 3],
}

/// How far behind the surface inner points are looked for, as a share of the size, unless that is less than
/// many roundings.
const BEHIND: f64 = 1e-12;

/// The most measurements of a climb.
const MOST_MEASURED: usize = 24;

impl Depths {
    pub(super) fn new(placing: &Placing<'_>) -> Self {
        let point = Mesh::new(vec![[0.0; 3]], vec![[0; 3]]).expect("a point is a mesh");
        let rounding = super::ROUNDING * placing.reach;
        Self {
            point: Model::new(point),
            scratch: [(); 2].map(|()| Scratch::new()),
            guess: [None; 2],
            rounding,
            behind: (BEHIND * placing.size).max(64.0 * rounding),
        }
    }

    /// The common depth of a point if B is moved by a translation.
    pub(super) fn measured(
        &mut self,
        placing: &Placing<'_>,
        translation: [f64; 3],
        point: [f64; 3],
    ) -> Witness {
        let in_a = add_scaled(translation, 1.0, point);
        let (mut depth, mut uphill) = (-2.0 * self.rounding, [0.0; 3]);
        for (which, at) in [in_a, point].into_iter().enumerate() {
            let found = self.of_point(placing, which, at);
            depth += found.depth;
            uphill = add_scaled(uphill, 1.0, found.uphill);
        }
        Witness { point, depth, uphill }
    }

    /// What rounding may take from a depth, at most.
    pub(super) fn slack(&self) -> f64 {
        2.0 * self.rounding + self.behind
    }

    /// The depth of a point in one of the solids, B at its pose: 0 is A, 1 is B.
    pub(super) fn of_point(
        &mut self,
        placing: &Placing<'_>,
        which: usize,
        at: [f64; 3],
    ) -> PointDepth {
        const NOWHERE: PointDepth =
            PointDepth { depth: f64::NEG_INFINITY, uphill: [0.0; 3], nearest: [0.0; 3] };
        let (body, pose) = ([placing.a, placing.b][which], placing.pose);
        let there = match which {
            0 => Pose::new(Pose::IDENTITY.matrix(), at),
            _ => Pose::new(pose.matrix(), sub(pose.origin(), at)),
        };
        let Ok(there) = there else { return NOWHERE };
        let (a, b) =
            if which == 0 { (body.model(), &self.point) } else { (&self.point, body.model()) };
        let guess = self.guess[which].map(|t| if which == 0 { [t, 0] } else { [0, t] });
        let search = Search { guess, ties: Ties::Any, ..Search::default() };
        let found = Pair::new(a, b).at(there).distance_with(&search, &mut self.scratch[which]);
        let Some(closest) = found.closest else { return NOWHERE };
        self.guess[which] = Some(closest.triangles[which]);
        let pose = (which == 1).then_some(&pose);
        let is_inside = |p: [f64; 3]| body.boundary().encloses(&Spot::at(p), pose);
        let distance = closest.distance;
        let behind = self.behind;
        let (away, nearest) = match which {
            0 => (sub(at, closest.on_a), closest.on_a),
            _ => (closest.on_b.map(|x| -x), add_scaled(at, 1.0, closest.on_b)),
        };
        // So near, the direction is nothing but rounding.
        let away = Some(away.map(|x| x / distance)).filter(|_| distance > behind);
        if let Some(away) = away
            && is_inside(at)
        {
            return PointDepth { depth: distance, uphill: away, nearest };
        }
        // The proof needs inner points near the nearest point, which may be on a flap without inside.
        let triangle = body.model().mesh().triangle(closest.triangles[which]);
        let triangle = triangle.map(|p| pose.map_or(p, |pose| pose.apply(p)));
        let middle = [0, 1, 2].map(|i| (triangle[0][i] + triangle[1][i] + triangle[2][i]) / 3.0);
        let (normal, _) = unit_normal(&triangle);
        let side = if away.is_some_and(|away| dot(normal, away) > 0.0) { -1.0 } else { 1.0 };
        let normals = [side, -side].map(|side| normal.map(|x| side * x));
        let aside = unit(sub(middle, nearest));
        let slanted = normals.map(|n| aside.and_then(|to| unit(add_scaled(to, 0.3, n))));
        let directions = [away.map(|away| away.map(|x| -x)), Some(normals[0]), Some(normals[1])];
        let inwards = directions.into_iter().chain(slanted).flatten();
        match inwards.into_iter().find(|&to| is_inside(add_scaled(nearest, behind, to))) {
            Some(to) => PointDepth {
                depth: -distance - behind,
                uphill: away.map_or(to, |away| away.map(|x| -x)),
                nearest,
            },
            None => NOWHERE,
        }
    }

    /// Climbs from a witness until its common depth is as large as needed, or grows no more.
    ///
    /// The depth has ridges, where the nearest triangle changes. A step that fails adds its gradient
    /// to those of the ridge; the shortest vector in their hull leads along it.
    pub(super) fn climbed(
        &mut self,
        placing: &Placing<'_>,
        translation: [f64; 3],
        start: Witness,
        needed: f64,
    ) -> Witness {
        let mut best = start;
        let mut gradients = vec![best.uphill];
        let mut step = 0.5 * (needed - best.depth).abs();
        for _ in 0..MOST_MEASURED {
            if best.depth >= needed {
                break;
            }
            let along = shortest_in_hull(&gradients);
            let steep = length(along);
            if steep < 0.05 {
                gradients = vec![best.uphill];
                step *= 0.3;
                if length(best.uphill) < 0.05 {
                    break;
                }
                continue;
            }
            let point = add_scaled(best.point, step / steep, along);
            let next = self.measured(placing, translation, point);
            if next.depth > best.depth + 0.1 * step * steep {
                best = next;
                gradients = vec![best.uphill];
                step *= 1.5;
            } else {
                gradients.push(next.uphill);
                step *= 0.6;
            }
        }
        best
    }
}
