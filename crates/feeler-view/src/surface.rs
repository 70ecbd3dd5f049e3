//! The surfaces of volumes, as triangles to be drawn.

use feeler::inside::Outline;

/// A sphere of triangles, from which rounded volumes are made.
#[derive(Clone, Debug)]
pub(crate) struct Ball {
    directions: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Ball {
    /// An icosahedron whose triangles are divided in four a number of times.
    pub(crate) fn divided(times: usize) -> Self {
        let t = f64::midpoint(1.0, 5.0_f64.sqrt());
        let corners = [
            [-1.0, t, 0.0],
            [1.0, t, 0.0],
            [-1.0, -t, 0.0],
            [1.0, -t, 0.0],
            [0.0, -1.0, t],
            [0.0, 1.0, t],
            [0.0, -1.0, -t],
            [0.0, 1.0, -t],
            [t, 0.0, -1.0],
            [t, 0.0, 1.0],
            [-t, 0.0, -1.0],
            [-t, 0.0, 1.0],
        ];
        let triangles = [
            [0, 11, 5],
            [0, 5, 1],
            [0, 1, 7],
            [0, 7, 10],
            [0, 10, 11],
            [1, 5, 9],
            [5, 11, 4],
            [11, 10, 2],
            [10, 7, 6],
            [7, 1, 8],
            [3, 9, 4],
            [3, 4, 2],
            [3, 2, 6],
            [3, 6, 8],
            [3, 8, 9],
            [4, 9, 5],
            [2, 4, 11],
            [6, 2, 10],
            [8, 6, 7],
            [9, 8, 1],
        ];
        let mut ball =
            Self { directions: corners.map(unit).to_vec(), triangles: triangles.to_vec() };
        for _ in 0..times {
            ball = ball.finer();
        }
        ball
    }

    fn finer(mut self) -> Self {
        let mut known = std::collections::HashMap::new();
        let directions = &mut self.directions;
        let mut middle = |i: u32, j: u32| {
            *known.entry([i.min(j), i.max(j)]).or_insert_with(|| {
                let [p, q] = [i, j].map(|i| directions[i as usize]);
                directions.push(unit([0, 1, 2].map(|k| p[k] + q[k])));
                directions.len() as u32 - 1
            })
        };
        let divide = |&[i, j, k]: &[u32; 3]| {
            let (a, b, c) = (middle(i, j), middle(j, k), middle(k, i));
            [[i, a, c], [a, j, b], [c, b, k], [a, b, c]]
        };
        self.triangles = self.triangles.iter().flat_map(divide).collect();
        self
    }

    /// The surface of a volume: points and triangles, without triangles that have no area because all their points are one.
    ///
    /// A rounded volume is where the ball's points are when each is moved to the corner that is farthest in its direction. So its flat faces and cylinders
    /// are exact between these directions.
    pub(crate) fn surface(&self, outline: &Outline) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
        if outline.radius == 0.0 {
            return (outline.corners.clone(), outline.faces.clone());
        }
        let place = |d: &[f64; 3]| {
            let height = |p: &[f64; 3]| p[0] * d[0] + p[1] * d[1] + p[2] * d[2];
            let farthest = outline.corners.iter().max_by(|p, q| height(p).total_cmp(&height(q)));
            let corner = farthest.copied().unwrap_or_default();
            [0, 1, 2].map(|k| corner[k] + outline.radius * d[k])
        };
        (self.directions.iter().map(place).collect(), self.triangles.clone())
    }
}

fn unit(p: [f64; 3]) -> [f64; 3] {
    let length = p.iter().map(|x| x * x).sum::<f64>().sqrt();
    p.map(|x| x / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use feeler::inside::Tree;
    use feeler::{Build, Model, Volume};

    /// The volume that a closed surface encloses.
    fn content((points, triangles): &(Vec<[f64; 3]>, Vec<[u32; 3]>)) -> f64 {
        let det = |[a, b, c]: [[f64; 3]; 3]| {
            a[0] * (b[1] * c[2] - b[2] * c[1])
                + a[1] * (b[2] * c[0] - b[0] * c[2])
                + a[2] * (b[0] * c[1] - b[1] * c[0])
        };
        triangles.iter().map(|t| det(t.map(|i| points[i as usize])) / 6.0).sum()
    }

    /// Every kind is drawn with its outside outside, and is around the triangles below it: it reaches as far in each direction.
    #[test]
    fn all_kinds_are_closed_surfaces_around_their_triangles() {
        let mesh = feeler_scenes::Shape::Knot.mesh(2000);
        let ball = Ball::divided(3);
        let along = |p: [f64; 3], d: [f64; 3]| p[0] * d[0] + p[1] * d[1] + p[2] * d[2];
        for volume in Volume::ALL {
            let model = Model::build(mesh.clone(), &Build { volume, ..Build::default() });
            for slot in [Tree::ROOT, model.tree().children(model.tree().child(Tree::ROOT)).start] {
                let outline = model.outline(slot);
                let content = content(&ball.surface(&outline));
                let [low, high] = around(&outline);
                let sides: f64 = (0..3).map(|k| high[k] - low[k]).product();
                assert!(
                    content > 0.1 * sides && content < 1.001 * sides,
                    "{volume} {slot}: {content} of {sides}"
                );
                for &d in &ball.directions {
                    let reach = outline
                        .corners
                        .iter()
                        .map(|&p| along(p, d))
                        .fold(f64::NEG_INFINITY, f64::max);
                    for triangle in model.tree().triangles(slot) {
                        for p in model.mesh().triangle(triangle) {
                            assert!(
                                along(p, d) <= reach + outline.radius + 1e-6,
                                "{volume} {slot}: {p:?} along {d:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    fn around(outline: &Outline) -> [[f64; 3]; 2] {
        let r = outline.radius;
        let reach = |pick: fn(f64, f64) -> f64, start: f64| {
            [0, 1, 2].map(|k| outline.corners.iter().map(|p| p[k]).fold(start, pick))
        };
        let (low, high) = (reach(f64::min, f64::INFINITY), reach(f64::max, f64::NEG_INFINITY));
        [low.map(|x| x - r), high.map(|x| x + r)]
    }

    /// A ball of 1280 triangles has 99 % of the content of the sphere around it.
    #[test]
    fn a_sphere_is_drawn_round() {
        let outline = Outline {
            kind: "sphere",
            corners: vec![[5.0, 0.0, 0.0]],
            faces: Vec::new(),
            radius: 2.0,
        };
        let content = content(&Ball::divided(3).surface(&outline));
        let sphere = 4.0 / 3.0 * std::f64::consts::PI * 8.0;
        assert!(content < sphere && content > 0.985 * sphere, "{content} {sphere}");
    }
}
