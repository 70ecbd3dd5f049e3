//! Flat patches against closed forms.

use crate::{cuboid, rounds, snapped};
use feeler::inside::vector::{cross, dot, sub};
use feeler::{Model, Pair, Pose};
use feeler_field::FlatPatch;
use feeler_scenes::Random;

fn patches(a: &Model, b: &Model, pose: Pose) -> Vec<FlatPatch> {
    FlatPatch::all(&Pair::new(a, b).at(pose))
}

/// The area within the outline.
fn enclosed(patch: &FlatPatch) -> f64 {
    let of_loop = |polygon: &Vec<[f64; 3]>| -> f64 {
        let next = |i: usize| polygon[(i + 1) % polygon.len()];
        let piece = |i: usize| {
            let [p, q] = [polygon[i], next(i)].map(|p| sub(p, patch.centroid));
            0.5 * dot(patch.normal, cross(p, q))
        };
        (0..polygon.len()).map(piece).sum()
    };
    patch.outline.iter().map(of_loop).sum()
}

#[track_caller]
fn assert_near(x: f64, expected: f64) {
    assert!((x - expected).abs() < 1e-12 * (1.0 + expected.abs()), "{x} {expected}");
}

/// The faces of boxes that lie on each other are rectangles.
#[test]
fn boxes_on_a_grid() {
    let mut random = Random::new(14);
    let sizes = [[1.0, 1.0, 0.5], [0.5, 1.5, 1.0], [1.0, 1.0, 1.0]];
    let models = sizes.map(|size| cuboid(size.map(|x| -x), size));
    let fine = Model::new(feeler_scenes::shape::cuboid(1200));
    let mut found = 0;
    for round in 0..rounds(300) {
        let (i, j) = (round % 3, round / 3 % 3);
        let pose = snapped(&mut random, 0.5);
        let turned = [0, 1, 2]
            .map(|k| (0..3).map(|l| pose.matrix()[k][l].abs() * sizes[j][l]).fold(0.0, f64::max));
        let at = pose.origin();
        let share = |k: usize| {
            let high = sizes[i][k].min(at[k] + turned[k]);
            (high - (-sizes[i][k]).max(at[k] - turned[k])).max(0.0)
        };
        let mut expected = Vec::new();
        for k in 0..3 {
            for of_a in [-sizes[i][k], sizes[i][k]] {
                for of_b in [at[k] - turned[k], at[k] + turned[k]] {
                    let area = share((k + 1) % 3) * share((k + 2) % 3);
                    if of_a == of_b && area > 0.0 {
                        expected.push(area);
                    }
                }
            }
        }
        expected.sort_by(f64::total_cmp);
        let models_of_a = if i == 2 { vec![&models[2], &fine] } else { vec![&models[i]] };
        for a in models_of_a {
            let patches = patches(a, &models[j], pose);
            let mut areas: Vec<f64> = patches.iter().map(|patch| patch.area).collect();
            areas.sort_by(f64::total_cmp);
            assert_eq!(areas.len(), expected.len(), "round {round}");
            for (area, expected) in areas.iter().zip(&expected) {
                assert_near(*area, *expected);
            }
            for patch in &patches {
                assert_eq!(patch.outline.len(), 1, "{pose:?}");
                assert_eq!(patch.outline[0].len(), 4, "{:?}", patch.outline);
                assert_near(enclosed(patch), patch.area);
            }
            found += patches.len();
        }
    }
    assert!(found > 100, "{found}");
}

/// A ring of four bars in a plate with a hole: the border has two loops.
#[test]
fn patches_with_holes() {
    let plate = Model::new(feeler_scenes::shape::plate(2000));
    let [low, high] = plate.mesh().bounds().unwrap();
    let table = cuboid([-5.0, -5.0, high[2]], [5.0, 5.0, high[2] + 1.0]);
    let [patch] = &patches(&plate, &table, Pose::IDENTITY)[..] else { panic!("one patch") };
    assert!(patch.outline.len() > 1);
    assert_near(enclosed(patch), patch.area);
    assert_eq!(patch.normal, [0.0, 0.0, 1.0]);
    let all = (high[0] - low[0]) * (high[1] - low[1]);
    assert!(patch.area < all && patch.area > 0.3 * all);
    assert!(patch.centroid[0].abs() < 1e-9 && patch.centroid[1].abs() < 1e-9);
}

/// A mesh on its copy: one patch for each flat face, all of its area.
#[test]
fn copies() {
    let cube = Model::new(feeler_scenes::shape::cuboid(1200));
    let patches = patches(&cube, &cube, Pose::IDENTITY);
    assert_eq!(patches.len(), 6);
    for patch in &patches {
        assert_near(patch.area, 4.0);
        assert_eq!(patch.outline[0].len(), 4);
    }
}

#[test]
fn what_shares_no_area_is_no_patch() {
    let cube = cuboid([-1.0; 3], [1.0; 3]);
    for by in [[2.0, 2.0, 0.0], [2.0, 0.0, 2.0], [2.0, 2.0, 2.0], [3.0, 0.0, 0.0]] {
        assert_eq!(patches(&cube, &cube, Pose::translation(by)), []);
    }
    let tilted = Pose::rotation([1.0, 1.0, 0.0], 1e-9).then(&Pose::translation([0.0, 0.0, 2.0]));
    assert_eq!(patches(&cube, &cube, tilted), []);
}
