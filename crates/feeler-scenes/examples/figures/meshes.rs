//! Pictures of meshes: triangles in the order of their depth.

use feeler::{Mesh, Model, Pair, Pose};
use feeler_field::{Boundary, Curve, Fineness, FlatPatch, Offsets, Region, Solid};
use feeler_scenes::shape;
use std::fmt::Write;
use std::ops::ControlFlow;

/// A trefoil knot and a ring at a pose where they just touch; the triangles of the contacts are highlighted.
pub(crate) fn knot_and_ring() -> String {
    let knot = Model::new(shape::torus_knot(2, 3, 3600));
    let ring = Model::new(scaled(&shape::ring(2000), 0.58));
    let pair = Pair::new(&knot, &ring).at(touching_pose(Pair::new(&knot, &ring)));
    let contacts = pair.contacts();

    let mut picture = Picture::new(Camera::new(-0.4, 0.0));
    picture.add(knot.mesh(), &Pose::IDENTITY, Paint::KNOT, |t| contacts.iter().any(|c| c.a == t));
    picture.add(ring.mesh(), &pair.pose(), Paint::RING, |t| contacts.iter().any(|c| c.b == t));
    picture.svg("A knot and a ring that touch; the touching triangles are red")
}

/// Offset surfaces of a ring and of a bowl, in two rows of three: the mesh in the middle, a surface
/// inwards on its left, a surface outwards on its right.
pub(crate) fn offset_surfaces() -> String {
    let mut picture = Picture::new(Camera::new(-0.4, 0.0));
    for (row, mesh, levels) in
        [(0.0, shape::ring(600), [-0.1, 0.1]), (-2.15, bowl(), [-0.25, 0.25])]
    {
        let solid = Solid::new(mesh).expect("it is not flat");
        let offset = |level: f64| {
            let fineness = Fineness::Resolution(if row == 0.0 { 17 } else { 12 });
            let options = Offsets { fineness, polish: true, ..Offsets::default() };
            let made = options.at(&solid, level, &|_| ControlFlow::Continue(()));
            made.expect("a level with a surface").surface
        };
        let shown = [offset(levels[0]), solid.mesh().clone(), offset(levels[1])];
        for (i, mesh) in shown.iter().enumerate() {
            let pose = Pose::translation([2.25 * i as f64, row, 0.0]);
            let paint = if i == 1 { Paint::RING } else { Paint::KNOT };
            picture.add(mesh, &pose, paint, |_| false);
            if row != 0.0 {
                picture.add(&reversed(mesh), &pose, Paint::INSIDE, |_| false);
            }
        }
    }
    picture.svg("Offset surfaces inwards and outwards of a ring and of an open bowl")
}

/// The geometry of contacts: curves along which a ring crosses a knot, and on the right a block that stands on another one,
/// lifted, with the border of the patch on which it stood, four points, and the normal.
pub(crate) fn contact_geometry() -> String {
    let mut picture = Picture::new(Camera::new(-0.5, 0.0));
    let knot = Model::new(shape::torus_knot(2, 3, 3600));
    let ring = Model::new(scaled(&shape::ring(2000), 0.7));
    let pose = Pose::rotation([1.0, 0.3, 0.0], -0.7).then(&Pose::translation([0.55, 0.1, 0.1]));
    let pair = Pair::new(&knot, &ring).at(pose);
    picture.add(knot.mesh(), &Pose::IDENTITY, Paint::KNOT, |_| false);
    picture.add(ring.mesh(), &pose, Paint::RING, |_| false);
    for curve in Curve::all(&pair) {
        picture.trace(&curve.points, &Pose::IDENTITY);
    }

    // Faces lie on each other exactly, so these are sums of a few powers of two.
    let [low, high] = [[0.75, 0.375, 0.75], [0.5, 0.3125, 0.375]].map(|h| Model::new(block(h)));
    let standing = Pose::translation([0.375, 0.6875, 0.25]);
    let pair = Pair::new(&low, &high).at(standing);
    // Seen from above.
    let turned = Pose::rotation([0.0, 1.0, 0.0], 0.5)
        .then(&Pose::rotation([1.0, 0.0, 0.0], 1.1))
        .then(&Pose::translation([2.4, -0.35, 0.0]));
    let lifted = standing.then(&Pose::translation([0.0, 1.0, 0.0])).then(&turned);
    picture.add(low.mesh(), &turned, Paint::KNOT, |_| false);
    picture.add(high.mesh(), &lifted, Paint::RING, |_| false);
    for patch in FlatPatch::all(&pair) {
        patch.outline.iter().for_each(|border| picture.trace(border, &turned));
    }
    for region in Region::all(&Boundary::of(&low), &Boundary::of(&high), standing) {
        let normal = region.normal.expect("a flat patch has one");
        let along = |p: [f64; 3], by: f64| [0, 1, 2].map(|i| p[i] + by * normal[i]);
        for point in region.manifold(4) {
            picture.trace(&[point, along(point, 0.12)], &turned);
        }
        picture.trace(&[region.centroid, along(region.centroid, 0.4)], &turned);
    }
    picture.svg("Curves along which a ring crosses a knot; the patch on which a block stands, its normal and four points")
}

/// A block of some half lengths.
fn block(half: [f64; 3]) -> Mesh {
    // The painter's algorithm wants small triangles.
    let cube = shape::cuboid(1200);
    let vertices = cube.vertices().iter().map(|v| [0, 1, 2].map(|i| v[i] * half[i])).collect();
    Mesh::new(vertices, cube.triangles().to_vec()).expect("a block")
}

/// A ball without a cap, open towards the viewer.
fn bowl() -> Mesh {
    let ball = scaled(&shape::sphere(700), 0.75);
    let low = |t: &&[u32; 3]| {
        t.iter().all(|&v| {
            let [_, y, z] = ball.vertices()[v as usize];
            0.35 * y + 0.94 * z < 0.3
        })
    };
    let triangles = ball.triangles().iter().filter(low).copied().collect();
    Mesh::new(ball.vertices().to_vec(), triangles).expect("a part of a mesh")
}

fn reversed(mesh: &Mesh) -> Mesh {
    let triangles = mesh.triangles().iter().map(|&[p, q, r]| [p, r, q]).collect();
    Mesh::new(mesh.vertices().to_vec(), triangles).expect("the same vertices")
}

/// The pose of the ring. It is threaded on the right loop of the knot and pushed inwards until it
/// touches, and then a little further, to make the contact visible.
fn touching_pose(pair: Pair<'_>) -> Pose {
    let leaning = Pose::rotation([1.0, -0.25, 0.0], -0.95);
    let at = |x: f64| leaning.then(&Pose::translation([x, 0.0, 0.0]));
    let (mut touching, mut apart) = (0.7, 1.0);
    for _ in 0..40 {
        let middle = (touching + apart) / 2.0;
        if pair.at(at(middle)).intersects() {
            touching = middle;
        } else {
            apart = middle;
        }
    }
    at(touching - 0.06)
}

fn scaled(mesh: &Mesh, factor: f64) -> Mesh {
    let vertices = mesh.vertices().iter().map(|v| v.map(|x| x * factor)).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).expect("a smaller mesh")
}

/// An orthographic view: x to the right, y up, z towards the eye.
struct Camera {
    pose: Pose,
}

impl Camera {
    /// Looks down the z axis, tilted about x, then rolled about z.
    fn new(tilt: f64, roll: f64) -> Self {
        let rolled = Pose::rotation([0.0, 0.0, 1.0], roll);
        Self { pose: rolled.then(&Pose::rotation([1.0, 0.0, 0.0], tilt)) }
    }
}

/// A range of colours from shadow to light.
#[derive(Clone, Copy)]
struct Paint {
    name: char,
    shadow: [f64; 3],
    light: [f64; 3],
}

impl Paint {
    const KNOT: Self = Self { name: 'k', shadow: [28.0, 58.0, 94.0], light: [150.0, 196.0, 236.0] };
    const RING: Self =
        Self { name: 'r', shadow: [150.0, 92.0, 22.0], light: [255.0, 218.0, 142.0] };
    const CONTACT: Self =
        Self { name: 'c', shadow: [170.0, 10.0, 62.0], light: [255.0, 92.0, 122.0] };

    const INSIDE: Self =
        Self { name: 'i', shadow: [92.0, 78.0, 72.0], light: [222.0, 204.0, 190.0] };

    /// Lines, which are triangles without area.
    const LINE: Self = Self { name: 'l', shadow: [212.0, 16.0, 72.0], light: [212.0, 16.0, 72.0] };

    const SHADES: usize = 32;

    fn at(&self, shade: usize, factor: f64) -> String {
        let t = shade as f64 / (Self::SHADES - 1) as f64;
        let [r, g, b] =
            [0, 1, 2].map(|i| ((self.shadow[i] * (1.0 - t) + self.light[i] * t) * factor) as u8);
        format!("#{r:02x}{g:02x}{b:02x}")
    }
}

/// A visible triangle on the canvas.
struct DrawnTriangle {
    corners: [[f64; 2]; 3],
    /// The coordinate towards the eye.
    depth: f64,
    paint: Paint,
    shade: usize,
}

struct Picture {
    camera: Camera,
    patches: Vec<DrawnTriangle>,
}

impl Picture {
    const SCALE: f64 = 300.0;
    const MARGIN: f64 = 8.0;

    fn new(camera: Camera) -> Self {
        Self { camera, patches: Vec::new() }
    }

    fn add(&mut self, mesh: &Mesh, pose: &Pose, paint: Paint, touches: impl Fn(u32) -> bool) {
        let placed = pose.then(&self.camera.pose);
        for triangle in 0..mesh.triangles().len() as u32 {
            let corners = mesh.triangle(triangle).map(|p| placed.apply(p));
            let normal = unit_normal(corners);
            if normal[2] <= 0.0 {
                continue;
            }
            self.patches.push(DrawnTriangle {
                corners: corners.map(|[x, y, _]| [x * Self::SCALE, -y * Self::SCALE]),
                depth: corners.iter().map(|p| p[2]).sum(),
                paint: if touches(triangle) { Paint::CONTACT } else { paint },
                shade: (brightness(normal) * (Paint::SHADES - 1) as f64).round() as usize,
            });
        }
    }

    /// Draws a closed line, or a piece of two points.
    fn trace(&mut self, points: &[[f64; 3]], pose: &Pose) {
        let placed = pose.then(&self.camera.pose);
        let next = points.iter().cycle().skip(1);
        for (p, q) in points.iter().zip(next) {
            let [p, q] = [p, q].map(|&p| placed.apply(p));
            // Long lines pass many triangles, before some and behind others.
            let length = (0..3).map(|k| (q[k] - p[k]).powi(2)).sum::<f64>().sqrt();
            let pieces = (length / 0.1).ceil().max(1.0);
            let at = |i: usize| [0, 1, 2].map(|k| p[k] + (q[k] - p[k]) * i as f64 / pieces);
            for i in 0..pieces as usize {
                let corners = [at(i), at(i + 1), at(i + 1)];
                self.patches.push(DrawnTriangle {
                    corners: corners.map(|[x, y, _]| [x * Self::SCALE, -y * Self::SCALE]),
                    // It is drawn after the triangles on which it lies.
                    depth: corners.iter().map(|p| p[2]).sum::<f64>() + 0.25,
                    paint: Paint::LINE,
                    shade: 0,
                });
            }
        }
    }

    /// Draws the picture by the painter's algorithm: the farthest triangles first.
    fn svg(mut self, label: &str) -> String {
        self.patches.sort_by(|a, b| a.depth.total_cmp(&b.depth));
        let corners = || self.patches.iter().flat_map(|patch| patch.corners);
        let low =
            [0, 1].map(|i| corners().map(|p| p[i]).fold(f64::INFINITY, f64::min) - Self::MARGIN);
        let high = [0, 1]
            .map(|i| corners().map(|p| p[i]).fold(f64::NEG_INFINITY, f64::max) + Self::MARGIN);
        let (width, height) = (high[0] - low[0], high[1] - low[1]);

        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
             aria-label=\"{label}\">\n<style>path{{stroke-width:.5;stroke-linejoin:round}}"
        );
        for paint in [Paint::KNOT, Paint::RING, Paint::CONTACT, Paint::INSIDE] {
            if !self.patches.iter().any(|patch| patch.paint.name == paint.name) {
                continue;
            }
            for shade in 0..Paint::SHADES {
                let (fill, edge) = (paint.at(shade, 1.0), paint.at(shade, 0.86));
                let _ = write!(svg, ".{}{shade}{{fill:{fill};stroke:{edge}}}", paint.name);
            }
        }
        if self.patches.iter().any(|patch| patch.paint.name == Paint::LINE.name) {
            let _ =
                write!(svg, ".l0{{fill:none;stroke:{};stroke-width:3}}", Paint::LINE.at(0, 1.0));
        }
        svg.push_str("</style>\n");
        for DrawnTriangle { corners, paint, shade, .. } in &self.patches {
            let [[ax, ay], [bx, by], [cx, cy]] =
                corners.map(|p| [p[0] - low[0], p[1] - low[1]].map(|x| (x * 10.0).round() / 10.0));
            let _ = writeln!(
                svg,
                "<path class=\"{}{shade}\" d=\"M{ax} {ay} {bx} {by} {cx} {cy}z\"/>",
                paint.name
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// The brightness by Lambert's law, with a key light from the upper left, a weak light from the
/// right, and ambient light.
fn brightness(normal: [f64; 3]) -> f64 {
    let lambert = |light: [f64; 3]| (0..3).map(|i| normal[i] * light[i]).sum::<f64>().max(0.0);
    (0.08 + 0.82 * lambert([-0.48, 0.64, 0.6]) + 0.28 * lambert([0.8, -0.1, 0.59])).min(1.0)
}

fn unit_normal([p, q, r]: [[f64; 3]; 3]) -> [f64; 3] {
    let [u, v] = [q, r].map(|x| [x[0] - p[0], x[1] - p[1], x[2] - p[2]]);
    let n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = n.iter().map(|x| x * x).sum::<f64>().sqrt();
    n.map(|x| x / length)
}
