//! A closed tube about a closed curve.

use super::surface::SurfaceBuilder;
use feeler::Mesh;

/// A point of a curve and the unit vector of its direction.
pub(super) struct CurvePoint {
    pub(super) center: [f64; 3],
    pub(super) heading: [f64; 3],
}

/// The numbers of quads of a tube, along the curve and around it.
pub(super) struct TubeGrid {
    along: usize,
    around: usize,
}

impl TubeGrid {
    /// Nearly square quads for a tube whose curve is `slenderness` times as long as its
    /// circumference. The number of triangles differs from the request by at most `around`.
    pub(super) fn of(triangles: usize, slenderness: f64) -> Self {
        let around = ((triangles as f64 / 2.0 / slenderness).sqrt().round() as usize).max(3);
        let along = ((triangles as f64 / 2.0 / around as f64).round() as usize)
            .max((slenderness * 3.0) as usize);
        Self { along, around }
    }
}

/// The tube through stations at parameters from 0 to 1, 1 excluded.
///
/// The loops rotate as little as possible from station to station; otherwise the tube would be
/// twisted and pinched. The remaining rotation when the curve closes is spread evenly (Wang and
/// others: Computation of Rotation Minimizing Frames, 2008).
pub(super) fn closed_tube(
    TubeGrid { along, around }: TubeGrid,
    radius: f64,
    station: impl Fn(f64) -> CurvePoint,
) -> Mesh {
    let stations: Vec<_> = (0..along).map(|i| station(i as f64 / along as f64)).collect();
    let mut sides = vec![across(stations[0].heading)];
    for i in 0..along {
        sides.push(carried(sides[i], &stations[i], &stations[(i + 1) % along]));
    }
    let up = cross(stations[0].heading, sides[0]);
    let left_over = dot(sides[along], up).atan2(dot(sides[along], sides[0]));

    let mut surface = SurfaceBuilder::default();
    let loops: Vec<_> = (0..along)
        .map(|i| {
            let CurvePoint { center, heading } = &stations[i];
            let (u, v) = (sides[i], cross(*heading, sides[i]));
            let spread = left_over * i as f64 / along as f64;
            surface.around(around, |angle| {
                let (sin, cos) = (angle - spread).sin_cos();
                [0, 1, 2].map(|k| center[k] + radius * (cos * u[k] + sin * v[k]))
            })
        })
        .collect();
    for i in 0..along {
        surface.band(&loops[i], &loops[(i + 1) % along]);
    }
    surface.into_mesh()
}

/// A unit vector perpendicular to a direction.
fn across(heading: [f64; 3]) -> [f64; 3] {
    let axis = if heading[2].abs() < 0.9 { [0.0, 0.0, 1.0] } else { [1.0, 0.0, 0.0] };
    let side = cross(heading, axis);
    let length = dot(side, side).sqrt();
    side.map(|x| x / length)
}

/// A side vector carried from one station to the next by two reflections: the first in the plane
/// half way between them, the second in the plane that corrects the heading.
fn carried(side: [f64; 3], from: &CurvePoint, to: &CurvePoint) -> [f64; 3] {
    let step = sub(to.center, from.center);
    let mend = sub(to.heading, reflected(from.heading, step));
    reflected(reflected(side, step), mend)
}

fn reflected(a: [f64; 3], normal: [f64; 3]) -> [f64; 3] {
    let twice = 2.0 * dot(a, normal) / dot(normal, normal);
    [0, 1, 2].map(|k| a[k] - twice * normal[k])
}

fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
