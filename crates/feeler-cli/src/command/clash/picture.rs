//! Pictures of clashes.

use anyhow::Result;
use feeler_world::Object;

/// The size of a picture, in pixels.
pub(super) const WIDTH: usize = 360;
pub(super) const HEIGHT: usize = 270;

/// Points are drawn this many times finer in each direction, and averaged.
const FINE: usize = 2;

const COLUMNS: usize = WIDTH * FINE;
const ROWS: usize = HEIGHT * FINE;

const BACKGROUND: [f64; 3] = [250.0, 250.0, 248.0];
const COLOURS: [[f64; 3]; 2] = [[70.0, 120.0, 190.0], [235.0, 160.0, 60.0]];
const MEETING: [f64; 3] = [190.0, 20.0, 40.0];

/// The direction to the viewer: from the right, in front and above.
const TOWARDS: [f64; 3] = [0.48, -0.72, 0.5];

/// A picture of two objects around a point, as a PNG file. A is blue and lets B shine through, B is orange, and where
/// their surfaces meet they are red.
///
/// The objects are drawn by their triangles, each pixel with the foremost one (a depth buffer for each object).
pub(super) fn png([a, b]: [&Object; 2], around: [f64; 3]) -> Result<Vec<u8>> {
    let view = View::new([a, b], around);
    let layers = [view.layer(a), view.layer(b)];
    let mut bytes = Vec::with_capacity(WIDTH * HEIGHT * 3);
    for row in 0..HEIGHT {
        for column in 0..WIDTH {
            let mut sum = [0.0; 3];
            for i in 0..FINE * FINE {
                let (x, y) = (column * FINE + i % FINE, row * FINE + i / FINE);
                let colour = colour([&layers[0][y * COLUMNS + x], &layers[1][y * COLUMNS + x]]);
                (0..3).for_each(|k| sum[k] += colour[k]);
            }
            bytes.extend(sum.map(|x| (x / (FINE * FINE) as f64).round() as u8));
        }
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header()?.write_image_data(&bytes)?;
    Ok(file)
}

/// What is foremost of one object at a pixel.
#[derive(Clone, Copy)]
struct Pixel {
    /// The height above the middle of the picture, towards the viewer, in pixels.
    height: f64,
    /// How bright it is, from 0 to 1.
    light: f64,
}

const NOTHING: Pixel = Pixel { height: f64::NEG_INFINITY, light: 0.0 };

/// The colour of a pixel of both objects.
fn colour([a, b]: [&Pixel; 2]) -> [f64; 3] {
    let lit = |part: usize, light: f64| COLOURS[part].map(|x| x * (0.45 + 0.55 * light));
    let mixed = |x: [f64; 3], y: [f64; 3]| [0, 1, 2].map(|k| 0.5 * x[k] + 0.5 * y[k]);
    let is_there = |pixel: &Pixel| pixel.height > f64::NEG_INFINITY;
    match (is_there(a), is_there(b)) {
        (false, false) => BACKGROUND,
        (true, false) => lit(0, a.light),
        (false, true) => lit(1, b.light),
        (true, true) if (a.height - b.height).abs() < FINE as f64 => MEETING,
        (true, true) if a.height > b.height => mixed(lit(0, a.light), lit(1, b.light)),
        (true, true) => lit(1, b.light),
    }
}

/// A view of a ball around a point.
struct View {
    around: [f64; 3],
    /// The directions to the right, upwards, and to the viewer.
    axes: [[f64; 3]; 3],
    /// Pixels for a unit of length.
    scale: f64,
}

impl View {
    /// A view that has room for the smaller object.
    fn new(objects: [&Object; 2], around: [f64; 3]) -> Self {
        let size = |object: &Object| {
            let [low, high] = object.model().bounds().unwrap_or_default();
            (0..3).map(|k| (high[k] - low[k]).powi(2)).sum::<f64>().sqrt()
        };
        let size = objects.map(size).into_iter().fold(f64::INFINITY, f64::min);
        let towards = unit(TOWARDS);
        let right = unit(cross([0.0, 0.0, 1.0], towards));
        let axes = [right, cross(towards, right), towards];
        let scale = 0.8 * ROWS as f64 / size.max(f64::MIN_POSITIVE);
        Self { around, axes, scale: if scale.is_finite() { scale } else { 1.0 } }
    }

    /// A point in pixels: column, row, height.
    fn place(&self, point: [f64; 3]) -> [f64; 3] {
        let from = [0, 1, 2].map(|k| point[k] - self.around[k]);
        let [x, y, z] = self.axes.map(|axis| dot(axis, from) * self.scale);
        [COLUMNS as f64 / 2.0 + x, ROWS as f64 / 2.0 - y, z]
    }

    /// All pixels of an object.
    fn layer(&self, object: &Object) -> Vec<Pixel> {
        let mut pixels = vec![NOTHING; COLUMNS * ROWS];
        let mesh = object.model().mesh();
        for triangle in 0..mesh.triangles().len() as u32 {
            let corners = mesh.triangle(triangle).map(|p| self.place(object.pose().apply(p)));
            draw(&corners, &mut pixels);
        }
        pixels
    }
}

/// Draws a triangle, whose corners are in pixels.
fn draw(corners: &[[f64; 3]; 3], pixels: &mut [Pixel]) {
    let [p, q, r] = *corners;
    let side = |a: [f64; 3], b: [f64; 3]| [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    let normal = cross(side(p, q), side(p, r));
    // Seen from its edge, a triangle covers nothing.
    if normal[2] == 0.0 || !normal[2].is_finite() {
        return;
    }
    let light = dot(unit(normal), unit([-0.3, -0.5, 1.0])).abs();
    let range = |k: usize, end: usize| {
        let low = p[k].min(q[k]).min(r[k]).ceil().max(0.0);
        let high = p[k].max(q[k]).max(r[k]).floor().min(end as f64 - 1.0);
        low as usize..if high < low { low as usize } else { high as usize + 1 }
    };
    let columns = range(0, COLUMNS);
    for y in range(1, ROWS) {
        for x in columns.clone() {
            let at = [x as f64, y as f64];
            let turn = |a: [f64; 3], b: [f64; 3]| {
                (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])
            };
            let turns = [turn(p, q), turn(q, r), turn(r, p)];
            if !(turns.iter().all(|&t| t >= 0.0) || turns.iter().all(|&t| t <= 0.0)) {
                continue;
            }
            // The plane: normal . (at - p) = 0.
            let along = normal[0] * (at[0] - p[0]) + normal[1] * (at[1] - p[1]);
            let height = p[2] - along / normal[2];
            let pixel = &mut pixels[y * COLUMNS + x];
            if height > pixel.height {
                *pixel = Pixel { height, light };
            }
        }
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(a: [f64; 3]) -> [f64; 3] {
    let length = dot(a, a).sqrt();
    a.map(|x| x / length)
}
