//! The curvature below each node, from the normals of its triangles. Klein and Zachmann name it as
//! future work (VRST 2003, section 5).

use feeler::Model;
use feeler::inside::Child;
use feeler::inside::vector::{cross, dot, sub};
use std::f64::consts::PI;

/// The sum of `n nᵀ` over the triangles, weighted by area, with the unit normals `n`: xx, yy, zz,
/// xy, xz, yz. It does not depend on the orientation of a triangle.
type Tensor = [f64; 6];

/// The flatness of the polygons below each slot: 1 if all normals are parallel, 0 if they point
/// everywhere alike. A slot without area is flat.
pub(super) fn flatness(model: &Model) -> Vec<f32> {
    let tree = model.tree();
    let mut sums: Vec<Tensor> = vec![[0.0; 6]; tree.slots().len()];
    // Children come after their parents.
    for slot in tree.slots().rev() {
        let mut sum = [0.0; 6];
        match tree.child(slot) {
            Child::NONE => continue,
            leaf if leaf.is_leaf() => {
                for triangle in tree.triangles(slot) {
                    add(&mut sum, &of_triangle(model.unit_triangle(triangle)));
                }
            }
            inner => tree.children(inner).for_each(|child| add(&mut sum, &sums[child as usize])),
        }
        sums[slot as usize] = sum;
    }
    sums.iter().map(|sum| of_sum(sum) as f32).collect()
}

fn add(sum: &mut Tensor, more: &Tensor) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

fn of_triangle([p, q, r]: [[f64; 3]; 3]) -> Tensor {
    let normal = cross(sub(q, p), sub(r, p));
    let twice = dot(normal, normal).sqrt();
    if twice == 0.0 {
        return [0.0; 6];
    }
    let [x, y, z] = normal;
    [x * x, y * y, z * z, x * y, x * z, y * z].map(|product| 0.5 * product / twice)
}

/// The flatness of a sum: its largest eigenvalue is the whole area if all normals are parallel, and
/// a third of it if they point everywhere alike.
fn of_sum(sum: &Tensor) -> f64 {
    let area = sum[0] + sum[1] + sum[2];
    if area <= 0.0 {
        return 1.0;
    }
    // The eigenvalues of the sum without its mean are 2 r cos(φ + 2πk/3) (Smith 1961).
    let [xx, yy, zz] = [0, 1, 2].map(|i| sum[i] / area - 1.0 / 3.0);
    let [xy, xz, yz] = [3, 4, 5].map(|i| sum[i] / area);
    let squares = xx * xx + yy * yy + zz * zz + 2.0 * (xy * xy + xz * xz + yz * yz);
    let r = (squares / 6.0).sqrt();
    if r < 1e-12 {
        return 0.0;
    }
    let determinant =
        xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
    let angle = (determinant / (2.0 * r * r * r)).clamp(-1.0, 1.0).acos() / 3.0;
    debug_assert!(angle <= PI / 3.0 + 1e-9);
    (1.5 * 2.0 * r * angle.cos()).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use feeler_scenes::Shape;

    fn of_mesh(shape: Shape) -> f32 {
        flatness(&Model::new(shape.mesh(2000)))[0]
    }

    #[test]
    fn sheets_are_flat_and_balls_are_not() {
        assert!((of_mesh(Shape::Sheet) - 1.0).abs() < 1e-6);
        assert!(of_mesh(Shape::Sphere) < 0.01);
        // The normals of a cube point along three axes alike.
        assert!(of_mesh(Shape::Box) < 0.01);
        // Of a slab most of the area points along one axis.
        assert!((0.5..1.0).contains(&of_mesh(Shape::Slab)), "{}", of_mesh(Shape::Slab));
    }

    #[test]
    fn a_bend_is_as_flat_as_its_angle_says() {
        for degrees in [0.0_f64, 20.0, 45.0, 90.0] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            // Two unit normals with an angle a between them: the eigenvalue is (1 + cos a) / 2.
            let of_normal = |[x, y, z]: [f64; 3]| [x * x, y * y, z * z, x * y, x * z, y * z];
            let mut sum = of_normal([0.0, 0.0, 1.0]);
            add(&mut sum, &of_normal([sin, 0.0, cos]));
            let expected = 1.5 * (0.5 * (1.0 + cos) - 1.0 / 3.0);
            assert!((of_sum(&sum) - expected).abs() < 1e-7, "{degrees}: {}", of_sum(&sum));
        }
    }

    #[test]
    fn small_patches_are_flatter_than_large_ones() {
        let model = Model::new(Shape::Sphere.mesh(5000));
        let (flat, tree) = (flatness(&model), model.tree());
        for slot in tree.slots().filter(|&slot| tree.child(slot) != Child::NONE) {
            if tree.child(slot).is_leaf() {
                assert!(flat[slot as usize] > 0.9, "{}", flat[slot as usize]);
            }
        }
    }
}
