//! Points in the plane, and what encloses them: simple, and slow.

/// A point or a direction.
pub(crate) type Point = [f64; 2];

pub(crate) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// `at + by * along`.
pub(crate) fn moved(at: Point, along: Point, by: f64) -> Point {
    [at[0] + by * along[0], at[1] + by * along[1]]
}

/// The direction at an angle.
pub(crate) fn direction(angle: f64) -> Point {
    [angle.cos(), angle.sin()]
}

/// The area of a polygon, positive where it turns from x to y.
pub(crate) fn area(polygon: &[Point]) -> f64 {
    let ends = polygon.iter().cycle().skip(1);
    polygon.iter().zip(ends).map(|(p, q)| 0.5 * (p[0] * q[1] - p[1] * q[0])).sum()
}

/// The corners of the convex hull, by Andrew's monotone chain.
pub(crate) fn hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|p, q| p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])));
    let chain = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for p in points {
            while let [.., q, r] = chain[..]
                && area(&[q, r, p]) <= 0.0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut below = chain(&mut sorted.iter().copied());
    below.extend(chain(&mut sorted.iter().rev().copied()));
    below
}

/// The smallest circle, by trying all that go through two or three corners of the hull.
pub(crate) fn circle(points: &[Point]) -> (Point, f64) {
    let corners = hull(points);
    let mut best = ([0.0; 2], f64::INFINITY);
    let mut attempt = |center: Point| {
        let distance = |p: &Point| (p[0] - center[0]).hypot(p[1] - center[1]);
        let radius = corners.iter().map(distance).fold(0.0, f64::max);
        if radius < best.1 {
            best = (center, radius);
        }
    };
    for (i, p) in corners.iter().enumerate() {
        for (j, q) in corners[..i].iter().enumerate() {
            attempt([0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])]);
            for r in &corners[..j] {
                let (u, v) = ([q[0] - p[0], q[1] - p[1]], [r[0] - p[0], r[1] - p[1]]);
                let twice = 2.0 * (u[0] * v[1] - u[1] * v[0]);
                if twice.abs() > 1e-9 {
                    let (s, t) = (dot(u, u) / twice, dot(v, v) / twice);
                    attempt([p[0] + v[1] * s - u[1] * t, p[1] + u[0] * t - v[0] * s]);
                }
            }
        }
    }
    best
}

/// A rectangle with axes of its own.
#[derive(Clone, Copy)]
pub(crate) struct Rectangle {
    pub(crate) center: Point,
    pub(crate) half: Point,
    pub(crate) axes: [Point; 2],
}

impl Rectangle {
    /// Around points, along an axis and across it.
    pub(crate) fn along(points: &[Point], axis: Point) -> Self {
        let axes = [axis, [-axis[1], axis[0]]];
        let spans = axes.map(|axis| span(points, axis));
        let middle = spans.map(|[low, high]| 0.5 * (low + high));
        let half = spans.map(|[low, high]| 0.5 * (high - low));
        Self { center: moved(moved([0.0; 2], axes[0], middle[0]), axes[1], middle[1]), half, axes }
    }

    /// Its corners, in turn.
    pub(crate) fn corners(&self) -> [Point; 4] {
        [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]].map(|[x, y]| {
            moved(
                moved(self.center, self.axes[0], x * self.half[0]),
                self.axes[1],
                y * self.half[1],
            )
        })
    }

    /// The distance of a point from it.
    pub(crate) fn distance(&self, point: Point) -> f64 {
        let offset = [point[0] - self.center[0], point[1] - self.center[1]];
        let beyond = [0, 1].map(|i| (dot(offset, self.axes[i]).abs() - self.half[i]).max(0.0));
        beyond[0].hypot(beyond[1])
    }

    /// The outline of what is within a radius of it.
    pub(crate) fn grown(&self, radius: f64) -> Vec<Point> {
        let turn = self.axes[0][1].atan2(self.axes[0][0]);
        let quarter = std::f64::consts::FRAC_PI_2;
        let corner = |(k, corner): (usize, Point)| {
            let from = turn + k as f64 * quarter;
            (0..=12)
                .map(move |i| moved(corner, direction(from + quarter * i as f64 / 12.0), radius))
        };
        self.corners().into_iter().enumerate().flat_map(corner).collect()
    }
}

/// The lowest and the highest value along a direction.
pub(crate) fn span(points: &[Point], axis: Point) -> [f64; 2] {
    let along = |p: &Point| dot(*p, axis);
    let values = || points.iter().map(along);
    [values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max)]
}

/// The axis of the largest variance of a polygon's area, over triangles from its first corner.
pub(crate) fn principal_axis(polygon: &[Point]) -> Point {
    let (mut sum, mut first, mut second) = (0.0, [0.0; 2], [0.0; 3]);
    for pair in polygon[1..].windows(2) {
        let corners = [polygon[0], pair[0], pair[1]];
        let weight = area(&corners);
        let middle = [0, 1].map(|i| corners.iter().map(|p| p[i]).sum::<f64>() / 3.0);
        // The second moment of a triangle is that of its corners and of three times its middle.
        let moment = |i: usize, j: usize| {
            let corners: f64 = corners.iter().map(|p| p[i] * p[j]).sum();
            (corners + 9.0 * middle[i] * middle[j]) / 12.0
        };
        sum += weight;
        first = moved(first, middle, weight);
        second = [(0, 0), (0, 1), (1, 1)].map(|(i, j)| second[i + j] + weight * moment(i, j));
    }
    let mean = first.map(|x| x / sum);
    let [xx, xy, yy] =
        [(0, 0), (0, 1), (1, 1)].map(|(i, j)| second[i + j] / sum - mean[i] * mean[j]);
    direction(0.5 * (2.0 * xy).atan2(xx - yy))
}
