//! Drawings of meshes, boxes and circles, seen along a direction.

use feeler::{Mesh, Pose};
use std::fmt::Write;

/// A drawing in the making. It looks down the z axis, after the camera's rotation.
pub(crate) struct Sketch {
    camera: Pose,
    /// Pixels for a unit of length.
    pub(crate) scale: f64,
    /// The pixel of the point that is looked at.
    pub(crate) middle: [f64; 2],
    pub(crate) target: [f64; 3],
    pub(crate) body: String,
}

/// How a mesh is drawn: the class of its colour, and whether only its front is seen.
pub(crate) struct Look {
    pub(crate) colour: usize,
    pub(crate) opacity: f64,
}

impl Sketch {
    /// An empty drawing, seen from a little above.
    pub(crate) fn new(scale: f64, middle: [f64; 2]) -> Self {
        let camera =
            Pose::rotation([0.0, 1.0, 0.0], -0.4).then(&Pose::rotation([1.0, 0.0, 0.0], 0.35));
        Self { camera, scale, middle, target: [0.0; 3], body: String::new() }
    }

    /// An empty drawing of what lies in the plane of x and y.
    pub(crate) fn flat(scale: f64, middle: [f64; 2]) -> Self {
        Self { camera: Pose::IDENTITY, ..Self::new(scale, middle) }
    }

    /// The pixel of a point, and how near it is.
    pub(crate) fn place(&self, point: [f64; 3]) -> [f64; 3] {
        let seen = self.camera.apply([0, 1, 2].map(|i| point[i] - self.target[i]));
        [self.middle[0] + self.scale * seen[0], self.middle[1] - self.scale * seen[1], seen[2]]
    }

    /// The triangles of a mesh that face the viewer; filled ones on top.
    pub(crate) fn mesh(&mut self, mesh: &Mesh, pose: &Pose, look: &Look, filled: &[u32]) {
        let mut all: Vec<(bool, f64, [[f64; 3]; 3])> = Vec::new();
        for t in 0..mesh.triangles().len() as u32 {
            let corners = mesh.triangle(t).map(|p| self.place(pose.apply(p)));
            let [p, q, r] = corners;
            let area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
            let is_filled = filled.contains(&t);
            if area < 0.0 || is_filled {
                all.push((is_filled, p[2] + q[2] + r[2], corners));
            }
        }
        all.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let Look { colour, opacity } = look;
        let _ = write!(
            self.body,
            "<g class=\"c{colour}\" stroke=\"currentColor\" stroke-linejoin=\"round\">"
        );
        for (is_filled, _, [p, q, r]) in all {
            let (fill, width, opacity) = if is_filled {
                ("currentColor", 1.0, 1.0)
            } else {
                ("var(--ground)", 0.4, *opacity)
            };
            let _ = write!(
                self.body,
                "<path fill=\"{fill}\" stroke-width=\"{width}\" opacity=\"{opacity}\" d=\"M{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}z\"/>",
                p[0], p[1], q[0], q[1], r[0], r[1]
            );
        }
        self.body.push_str("</g>\n");
    }

    /// A line through some points.
    pub(crate) fn line(&mut self, points: &[[f64; 3]], colour: usize, width: f64) {
        let points: Vec<String> = points
            .iter()
            .map(|p| self.place(*p))
            .map(|[x, y, _]| format!("{x:.1} {y:.1}"))
            .collect();
        let _ = writeln!(
            self.body,
            "<g class=\"c{colour}\"><path class=\"l\" style=\"stroke-width:{width}\" d=\"M{}\"/></g>",
            points.join("L")
        );
    }

    /// A circle about a point, with a radius in lengths; filled if it is a dot.
    pub(crate) fn circle(&mut self, center: [f64; 3], radius: f64, colour: usize) {
        let [x, y, _] = self.place(center);
        let _ = writeln!(
            self.body,
            "<g class=\"c{colour}\"><circle class=\"l\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\"/></g>",
            radius * self.scale
        );
    }

    /// A dot of three pixels.
    pub(crate) fn dot(&mut self, point: [f64; 3], colour: usize) {
        let [x, y, _] = self.place(point);
        let _ = writeln!(
            self.body,
            "<g class=\"c{colour}\"><circle class=\"m\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/></g>"
        );
    }

    /// Words at a pixel.
    pub(crate) fn words(&mut self, at: [f64; 2], text: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let [x, y] = at;
        let _ = writeln!(self.body, "<text x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>");
    }

    /// The edges of a box that is given by its eight corners, in binary order.
    pub(crate) fn edges(&mut self, corners: [[f64; 3]; 8], colour: usize) {
        for from in 0..8_usize {
            for bit in [1, 2, 4] {
                if from & bit == 0 {
                    self.line(&[corners[from], corners[from | bit]], colour, 1.8);
                }
            }
        }
    }
}
