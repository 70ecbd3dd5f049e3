//! Tests that a refitted tree has the counts of one that is counted from scratch.

use super::super::{Adb, Cells, Count, Regions};
use super::{binary, shape};
use feeler::{Model, Volume};

/// The vertices with a dent: those near a point are pushed along z.
fn dented(model: &Model, by: f64) -> Vec<[f64; 3]> {
    let near = |p: &[f64; 3]| (p[0] - 0.3).hypot(p[1] - 0.3) < 0.3;
    let pushed = |p: &[f64; 3]| if near(p) { [p[0], p[1], p[2] + by] } else { *p };
    model.mesh().vertices().iter().map(pushed).collect()
}

fn check(volume: Volume, cells: Cells) {
    let model = binary(volume, shape("terrain:3000"));
    let mut adb = Adb::new(&model, cells);
    let before = adb.clone();
    let all = adb.nodes().count();
    let recounted = adb.refit(dented(&model, 0.1)).unwrap();
    assert!(recounted > 10 && recounted * 2 < all, "{recounted} of {all}");
    let scratch = Adb::new(adb.model(), cells);
    // The mesh's own coordinates move with its box, so a cell at the threshold may change.
    let off = |adb: &Adb<'_>| {
        let far = |&node: &u32| (adb.count(node) - scratch.count(node)).abs() > 1.01;
        adb.nodes().filter(far).count()
    };
    assert_eq!(off(&adb), 0, "{volume} {cells:?}");
    assert!(off(&before) > 5, "{volume} {cells:?}: the old counts are those from scratch");
    for node in adb.nodes() {
        let flat = (adb.flatness(node) - scratch.flatness(node)).abs();
        assert!(flat < 1e-6, "{volume} {cells:?}, node {node}: {flat}");
    }

    let mut kept = before.clone();
    kept.refit_keeping_counts(dented(&model, 0.1)).unwrap();
    assert!(kept.nodes().all(|node| kept.count(node) == before.count(node)));
    assert_eq!(kept.model().mesh(), adb.model().mesh());
}

#[test]
fn counts_of_a_refitted_tree_are_those_from_scratch() {
    let cells = Cells { tau: 0.05, ..Cells::default() };
    let rough = Cells { count: Count::Approximate, ..cells };
    for volume in [Volume::AABB, Volume::OBB, Volume::DOP18] {
        for cells in [cells, rough, Cells { regions: Regions::Grid(2), ..rough }] {
            check(volume, cells);
        }
    }
}

#[test]
fn all_or_nothing_moves() {
    let model = binary(Volume::AABB, shape("knot:1000"));
    let mut adb = Adb::new(&model, Cells { tau: 0.05, ..Cells::default() });
    let vertices = model.mesh().vertices();
    assert_eq!(adb.refit(vertices).unwrap(), 0, "nothing moves");
    let doubled: Vec<[f64; 3]> = vertices.iter().map(|p| p.map(|x| 2.0 * x)).collect();
    let counts: Vec<f32> = adb.nodes().map(|node| adb.count(node)).collect();
    assert_eq!(adb.refit(&doubled).unwrap(), adb.nodes().count(), "everything moves");
    assert!(adb.nodes().zip(counts).all(|(node, count)| adb.count(node) == count), "shares stay");
    assert!(adb.refit(&doubled[1..]).is_err());
    assert_eq!(adb.model().mesh().vertices(), doubled);
}
