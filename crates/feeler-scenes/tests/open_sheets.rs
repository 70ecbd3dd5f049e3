//! Poses on an open sheet are where they are said to be, or refused with a reason.

use feeler::{Mesh, Model, Pair};
use feeler_field::{Probe, Solid};
use feeler_scenes::{OffsetPoses, PlacingError, Refusal, Shape, normalised, unwatched};

/// The lowest value of a function that is found on the triangles of a mesh: on a coarse grid on all
/// of them, then on a fine one on those that are lowest.
fn lowest(mesh: &Mesh, mut value: impl FnMut([f64; 3]) -> f64) -> f64 {
    let mut on = |&[a, b, c]: &[u32; 3], parts: usize| {
        let [a, b, c] = [a, b, c].map(|vertex| mesh.vertices()[vertex as usize]);
        let mut least = f64::INFINITY;
        for i in 0..=parts {
            for j in 0..=parts - i {
                let [u, v] = [i, j].map(|k| k as f64 / parts as f64);
                let point = [0, 1, 2].map(|k| a[k] + u * (b[k] - a[k]) + v * (c[k] - a[k]));
                least = least.min(value(point));
            }
        }
        least
    };
    let mut coarse: Vec<(f64, &[u32; 3])> =
        mesh.triangles().iter().map(|triangle| (on(triangle, 3), triangle)).collect();
    coarse.sort_by(|x, y| x.0.total_cmp(&y.0));
    coarse[..12].iter().map(|(_, triangle)| on(triangle, 40)).fold(f64::INFINITY, f64::min)
}

#[test]
fn a_part_on_a_terrain_is_as_deep_as_it_is_said_to_be() {
    let a = Model::new(normalised(&Shape::Terrain.mesh(2000)));
    let solid = Solid::new(a.mesh().clone()).unwrap();
    let unit = solid.deepest().unwrap().depth / 100.0;
    for shape in [Shape::Gear, Shape::Knot] {
        let b = Model::new(normalised(&shape.mesh(500)));
        let options =
            OffsetPoses { directions: 6, orientations: 2, resolution: 64, ..Default::default() };
        let percents = [-60.0, -20.0, -5.0, 0.0, 20.0];
        let placement = options.place(&a, &b, &percents, &unwatched).unwrap();
        let ways = placement.poses.len() + placement.refused.len();
        assert_eq!(ways, 6 * 2 * percents.len(), "each way is placed or refused");
        for placed in &placement.poses {
            let pair = Pair::new(&a, &b).at(placed.pose);
            assert!((placed.achieved - placed.prescribed).abs() < 1e-4, "{placed:?}");
            if placed.prescribed >= 0.0 {
                let measured = pair.distance().unwrap().distance / unit;
                assert!((measured - placed.achieved).abs() < 1e-9, "{placed:?}: {measured}");
                continue;
            }
            assert!(pair.intersects(), "{placed:?}");
            let mut probe = Probe::default();
            let depth = |p| solid.nearest(placed.pose.apply(p), &mut probe).signed_distance;
            let lowest = lowest(b.mesh(), depth) / unit;
            // Creases of the offset surface are cut off by up to half a cell of its grid, which is
            // 2 / 64 of the terrain, and 14 percent of this unit.
            assert!((lowest - placed.prescribed).abs() < 15.0, "{placed:?}: {lowest}");
        }
        // From above B meets the sheet, from below it comes in where there is nothing.
        for refused in &placement.refused {
            assert!(refused.prescribed < 0.0 && refused.direction[2] < 0.8, "{refused:?}");
            assert_ne!(refused.reason, Refusal::Missed, "{refused:?}");
        }
        let from_below = placement.refused.iter().filter(|refused| refused.direction[2] < -0.8);
        assert_eq!(from_below.count(), 3 * 2, "each penetration and orientation");
        let sentences = placement.sentences().join("\n");
        assert!(sentences.contains("left out: B comes in through a hole of A"), "{sentences}");
    }
}

#[test]
fn if_every_way_leads_through_a_hole_the_error_says_so() {
    // A cup without a lid, and a small ball that comes from the open side alone.
    let cup = Shape::Box.mesh(300);
    let lid = |triangle: &[u32; 3]| triangle.iter().all(|&v| cup.vertices()[v as usize][0] > 0.999);
    let rest = cup.triangles().iter().copied().filter(|triangle| !lid(triangle)).collect();
    let cup = Model::new(Mesh::new(cup.vertices().to_vec(), rest).unwrap());
    let ball = Shape::Sphere.mesh(200);
    let vertices = ball.vertices().iter().map(|p| p.map(|x| 0.1 * x)).collect();
    let ball = Model::new(Mesh::new(vertices, ball.triangles().to_vec()).unwrap());
    let options =
        OffsetPoses { directions: 1, orientations: 1, resolution: 32, ..Default::default() };
    let refused = options.place(&cup, &ball, &[-20.0], &unwatched).unwrap_err();
    assert!(matches!(refused, PlacingError::Refused { .. }), "{refused:?}");
    let said = refused.to_string();
    assert_eq!(said, "there is no pose: 1 pose at -20 is left out: B comes in through a hole of A");
}
