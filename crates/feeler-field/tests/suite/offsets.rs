//! Tests of offset surfaces and of the deepest point.

use crate::manifold::{Census, volume};
use feeler::Mesh;
use feeler_field::{
    Deviation, Field, FieldError, Fineness, Offset, Offsets, Sampling, Solid, unwatched,
};
use feeler_scenes::{Shape, shape};
use std::f64::consts::PI;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

fn offset(solid: &Solid, level: f64, options: Offsets) -> Result<Offset, FieldError> {
    options.at(solid, level, &unwatched)
}

fn with_resolution(resolution: usize) -> Offsets {
    Offsets { fineness: Fineness::Resolution(resolution), samples: 3000, ..Offsets::default() }
}

/// A sphere without its upper half.
fn bowl() -> Mesh {
    let ball = shape::sphere(5000);
    let low = |t: &&[u32; 3]| t.iter().all(|&v| ball.vertices()[v as usize][2] < 0.01);
    Mesh::new(ball.vertices().to_vec(), ball.triangles().iter().filter(low).copied().collect())
        .unwrap()
}

#[test]
fn spheres_in_and_out() {
    let solid = Solid::new(shape::sphere(20_000)).unwrap();
    for level in [-0.5, -0.1, 0.1, 0.5] {
        let offset = offset(&solid, level, with_resolution(40)).unwrap();
        assert_eq!(Census::of(&offset.surface).unwrap(), Census { parts: vec![2], open_edges: 0 });
        let expected = 4.0 / 3.0 * PI * (1.0 + level).powi(3);
        assert!((volume(&offset.surface) / expected - 1.0).abs() < 0.02, "{level}");
        // The sagitta of an arc: a quarter of the squared diagonal of a cell, divided by twice the
        // radius.
        let sag = 0.75 * offset.spacing * offset.spacing / (2.0 * (1.0 + level));
        assert!(offset.deviation.max() < 1.2 * sag, "{level}: {:?}", offset.deviation);
        assert!(offset.deviation.triangles.mean <= offset.deviation.max());
    }
}

/// The offset of a knot's tube is a torus, until it meets itself.
#[test]
fn offsets_of_a_knot_are_tori() {
    let solid = Solid::new(shape::torus_knot(2, 3, 8000)).unwrap();
    for level in [-0.05, 0.03] {
        let rough = offset(&solid, level, with_resolution(80)).unwrap();
        let census = Census::of(&rough.surface).unwrap();
        assert_eq!(census, Census { parts: vec![0], open_edges: 0 }, "{level}");
        let fine = offset(&solid, level, Offsets { polish: true, ..with_resolution(80) }).unwrap();
        assert!(fine.deviation.vertices.max < 1e-9, "{:?}", fine.deviation);
        assert!(rough.deviation.vertices.max > 1e-5, "{:?}", rough.deviation);
        assert!(fine.deviation.triangles.mean < rough.deviation.triangles.mean);
        assert_eq!(Census::of(&fine.surface).unwrap(), census);
    }
}

/// Offsets of an open mesh are open: they have no wall across the hole, neither inside nor outside.
#[test]
fn offsets_of_open_meshes_are_open() {
    let solid = Solid::new(bowl()).unwrap();
    for level in [-0.2, 0.2] {
        let offset = offset(&solid, level, with_resolution(40)).unwrap();
        let census = Census::of(&offset.surface).unwrap();
        assert!(census.open_edges > 20, "{level}: {census:?}");
        // The surface is a disc; small fragments may remain at the rim.
        assert!(census.parts.contains(&1), "{level}: {census:?}");
        // A wall would have an error as large as the width of the bowl.
        assert!(offset.deviation.max() < offset.spacing, "{level}: {:?}", offset.deviation);
    }
}

#[test]
fn overlapping_balls_become_one() {
    let ball = shape::sphere(2000);
    let mut vertices: Vec<[f64; 3]> = Vec::new();
    let mut triangles = Vec::new();
    for x in [-0.6, 0.6] {
        let first = vertices.len() as u32;
        vertices.extend(ball.vertices().iter().map(|v| [v[0] + x, v[1], v[2]]));
        triangles.extend(ball.triangles().iter().map(|t| t.map(|v| v + first)));
    }
    let solid = Solid::new(Mesh::new(vertices, triangles).unwrap()).unwrap();
    let outside = offset(&solid, 0.1, with_resolution(50)).unwrap();
    assert_eq!(Census::of(&outside.surface).unwrap().parts, [2]);
}

#[test]
fn an_error_bound_is_kept() {
    let solid = Solid::new(Shape::Gear.mesh(2000)).unwrap();
    for (bound, polish) in [(0.02, false), (0.02, true), (0.01, true)] {
        let options = Offsets { fineness: Fineness::Error(bound), polish, ..with_resolution(1) };
        let offset = offset(&solid, 0.05, options).unwrap();
        assert!(offset.deviation.max() <= bound);
        // These points are independent of the points that chose the resolution.
        let again = Deviation::measure(&solid, &offset.surface, 0.05, 3000, 99, &unwatched);
        let again = again.expect("nobody stops it");
        assert!(again.max() <= 1.3 * bound, "{again:?}");
    }
}

#[test]
fn the_deepest_point() {
    let depth = |mesh: Mesh| Solid::new(mesh).unwrap().deepest().unwrap();
    let cube = depth(shape::cuboid(1200));
    assert!((cube.depth - 1.0).abs() < 1e-12 && cube.bound < 1.01, "{cube:?}");
    // The deepest point is the center of the inscribed ball: in a regular tetrahedron, its radius
    // is a third of the circumscribed radius.
    let tetrahedron =
        vec![[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
    let faces = vec![[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];
    let found = depth(Mesh::new(tetrahedron, faces).unwrap());
    assert!((found.depth - 1.0 / 3_f64.sqrt()).abs() < 1e-11, "{found:?}");
    assert!(found.bound < 1.002 * found.depth);
    // No point of a grid is deeper, and the levels with a surface end there.
    let solid = Solid::new(Shape::Blob.mesh(2000)).unwrap();
    let found = solid.deepest().unwrap();
    let sampling = Sampling { resolution: 60, ..Sampling::default() };
    let [lowest, _] = Field::new(&solid, &sampling).unwrap().range();
    assert!(-lowest <= found.depth && -lowest > 0.95 * found.depth, "{lowest} {found:?}");
    assert!(offset(&solid, -0.9 * found.depth, with_resolution(60)).is_ok());
    match offset(&solid, -1.01 * found.depth, with_resolution(60)) {
        Err(FieldError::Level { lowest, .. }) => assert_eq!(lowest, -found.depth),
        other => panic!("{other:?}"),
    }
    let pocket = offset(&solid, -0.9999 * found.depth, with_resolution(10));
    assert!(matches!(pocket, Err(FieldError::Missed { resolution: 10, .. })), "{pocket:?}");
}

#[test]
fn it_can_be_stopped() {
    let solid = Solid::new(shape::sphere(500)).unwrap();
    let calls = AtomicUsize::new(0);
    let stop = |done: f64| {
        assert!((0.0..=1.0).contains(&done));
        match calls.fetch_add(1, Ordering::Relaxed) {
            0..3 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    };
    let sampling = Sampling { resolution: 100, ..Sampling::default() };
    assert_eq!(Field::with_progress(&solid, &sampling, &stop).err(), Some(FieldError::Stopped));
    assert!(calls.into_inner() < 20);
}

/// The work is stopped during the sampling, the extraction of the surface, the polishing, and the
/// measurement.
#[test]
fn offsets_can_be_stopped_at_any_stage() {
    let solid = Solid::new(shape::sphere(500)).unwrap();
    let fine = Offsets { fineness: Fineness::Error(0.002), polish: true, ..with_resolution(1) };
    let coarse = Offsets { fineness: Fineness::Resolution(60), ..fine };
    for options in [coarse, fine, Offsets { polish: false, ..coarse }] {
        let told = Mutex::new(Vec::new());
        let watch = |share: f64| {
            told.lock().unwrap().push(share);
            ControlFlow::Continue(())
        };
        let whole = options.at(&solid, 0.1, &watch).unwrap();
        assert_eq!(whole, offset(&solid, 0.1, options).unwrap());
        let told = told.into_inner().unwrap();
        assert!(told.iter().all(|share| (0.0..=1.0).contains(share)));
        if options.fineness == coarse.fineness {
            assert!(told.contains(&1.0), "it ends with all");
        }
        for call in (0..10).map(|tenth| tenth * told.len() / 10).chain([told.len() - 1]) {
            let calls = AtomicUsize::new(0);
            let stop = |_: f64| match calls.fetch_add(1, Ordering::Relaxed) {
                now if now >= call => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            };
            assert_eq!(options.at(&solid, 0.1, &stop), Err(FieldError::Stopped), "{call}");
            let late = calls.into_inner() - call;
            assert!(late <= rayon::current_num_threads().max(1), "{late} calls after the stop");
        }
    }
}

#[test]
fn options_that_make_no_sense() {
    let solid = Solid::new(shape::sphere(500)).unwrap();
    let refused = |level: f64, fineness: Fineness| match offset(
        &solid,
        level,
        Offsets { fineness, ..Offsets::default() },
    ) {
        Err(error) => error.to_string(),
        Ok(offset) => panic!("{:?}", offset.deviation),
    };
    assert!(refused(f64::NAN, Fineness::Resolution(10)).contains("finite"));
    assert!(refused(0.1, Fineness::Resolution(0)).contains("at least 1"));
    assert!(refused(0.1, Fineness::Error(0.0)).contains("positive"));
    assert!(refused(0.1, Fineness::Resolution(1 << 20)).contains("too large"));
    assert!(refused(1e9, Fineness::Resolution(100)).contains("too large"));
    assert!(refused(1e300, Fineness::Error(0.1)).contains("too large"));
}
