//! Volumes that solids share, against closed forms and samples.

use crate::{anyhow, cuboid, rounds, shared_meshes, snapped};
use feeler::{Mesh, Model, Pose};
use feeler_field::{Boundary, Overlap, OverlapError, Position};
use feeler_scenes::{Random, Shape, normalised};

fn overlap(a: &Model, b: &Model, pose: Pose) -> Overlap {
    Overlap::between(&Boundary::of(a), &Boundary::of(b), pose).unwrap()
}

#[track_caller]
fn assert_volume(found: Overlap, expected: f64) {
    let Overlap { volume, error, .. } = found;
    assert!((volume - expected).abs() <= error + 1e-14 * expected, "{volume} {error:e} {expected}");
    assert!(error <= 1e-9 * (1.0 + expected), "{error:e}");
}

/// Boxes on a grid touch in all ways.
#[test]
fn boxes_on_a_grid() {
    let mut random = Random::new(4);
    let sizes = [[1.0, 1.0, 0.5], [0.5, 1.5, 1.0], [1.0, 1.0, 1.0]];
    let models = sizes.map(|size| cuboid(size.map(|x| -x), size));
    let fine = Model::new(feeler_scenes::shape::cuboid(300));
    for round in 0..rounds(500) {
        let (i, j) = (round % 3, round / 3 % 3);
        let pose = snapped(&mut random, [0.5, 0.25, 0.1][round % 3]);
        let turned = [0, 1, 2]
            .map(|k| (0..3).map(|l| pose.matrix()[k][l].abs() * sizes[j][l]).fold(0.0, f64::max));
        let side = |k: usize| {
            let at = pose.origin()[k];
            let high = sizes[i][k].min(at + turned[k]);
            (high - (-sizes[i][k]).max(at - turned[k])).max(0.0)
        };
        let expected = side(0) * side(1) * side(2);
        assert_volume(overlap(&models[i], &models[j], pose), expected);
        if i == 2 {
            assert_volume(overlap(&fine, &models[j], pose), expected);
        }
    }
}

#[test]
fn inside_apart_cavity_and_copy() {
    let (cube, small) = (cuboid([-1.0; 3], [1.0; 3]), cuboid([-0.5; 3], [0.5; 3]));
    assert_volume(overlap(&cube, &small, Pose::IDENTITY), 1.0);
    assert_volume(overlap(&small, &cube, Pose::IDENTITY), 1.0);
    assert_volume(overlap(&cube, &small, Pose::translation([3.0, 0.0, 0.0])), 0.0);
    assert_volume(overlap(&cube, &cube, Pose::IDENTITY), 8.0);
    // A cavity, whichever way its shell is oriented: a shell outwards encloses what is inside once more.
    for turned in [false, true] {
        let hollow = Model::new(nested(cube.mesh(), small.mesh(), turned));
        let expected = if turned { 7.0 } else { 8.0 };
        assert_volume(overlap(&cube, &hollow, Pose::IDENTITY), expected);
        assert_volume(overlap(&hollow, &hollow, Pose::IDENTITY), expected);
        let solid = if turned { 0.0 } else { 1.0 };
        assert_volume(overlap(&hollow, &small, Pose::IDENTITY), solid);
    }
}

/// One mesh in another, turned inside out or not.
fn nested(outer: &Mesh, inner: &Mesh, turned: bool) -> Mesh {
    let first = outer.vertices().len() as u32;
    let vertices = [outer.vertices(), inner.vertices()].concat();
    let shifted = inner.triangles().iter().map(|t| {
        let [p, q, r] = t.map(|v| v + first);
        if turned { [p, r, q] } else { [p, q, r] }
    });
    let triangles = outer.triangles().iter().copied().chain(shifted).collect();
    Mesh::new(vertices, triangles).unwrap()
}

#[test]
fn spheres() {
    let ball = Model::new(feeler_scenes::shape::sphere(20_000));
    for d in [0.25_f64, 1.0, 1.75] {
        let lens = std::f64::consts::PI * (4.0 + d) * (2.0 - d).powi(2) / 12.0;
        let found = overlap(&ball, &ball, Pose::translation([0.6 * d, 0.0, 0.8 * d]));
        assert!(found.volume < lens && found.volume > 0.995 * lens, "{found:?} {lens}");
    }
}

/// What is cut off and what is left make the whole.
#[test]
fn halves_make_the_whole() {
    let mut random = Random::new(8);
    let half_spaces = [cuboid([-9.0; 3], [0.0, 9.0, 9.0]), cuboid([0.0, -9.0, -9.0], [9.0; 3])];
    for shape in [Shape::Knot, Shape::Gear, Shape::Plate, Shape::Screw, Shape::Pipes] {
        let model = Model::new(normalised(&shape.mesh(1500)));
        let boundary = Boundary::of(&model);
        if boundary.self_contact().is_some() {
            continue;
        }
        let whole = boundary.volume().unwrap();
        for _ in 0..rounds(4) {
            let pose = anyhow(&mut random, 0.7);
            let parts = half_spaces
                .each_ref()
                .map(|half| Overlap::between(&Boundary::of(half), &boundary, pose).unwrap());
            let sum = parts[0].volume + parts[1].volume;
            let error = parts[0].error + parts[1].error + 1e-12;
            assert!((sum - whole).abs() <= error, "{shape:?}: {sum} {whole} {error:e}");
        }
    }
}

#[test]
fn open_and_knotted_meshes_are_refused() {
    let cube = cuboid([-1.0; 3], [1.0; 3]);
    let open = Model::new(
        Mesh::new(cube.mesh().vertices().to_vec(), cube.mesh().triangles()[1..].to_vec()).unwrap(),
    );
    let crossed = Model::new(nested(cube.mesh(), cuboid([0.0; 3], [2.0; 3]).mesh(), false));
    let [cube, open, crossed] = [&cube, &open, &crossed].map(Boundary::of);
    let ask = |a: &Boundary<'_>, b: &Boundary<'_>| Overlap::between(a, b, Pose::IDENTITY);
    assert_eq!(ask(&open, &cube), Err(OverlapError::Open(0)));
    assert_eq!(ask(&cube, &open), Err(OverlapError::Open(1)));
    let error = ask(&cube, &crossed).unwrap_err();
    assert_eq!(error, OverlapError::Knotted(1));
    assert!(error.to_string().starts_with("B meets itself"));
}

/// The volume by random points of a box around both, and the deviation that is usual for so many.
fn sampled(a: &Boundary<'_>, b: &Boundary<'_>, pose: Pose, count: usize) -> [f64; 2] {
    let mut random = Random::new(11);
    let ends = |mesh: &Mesh, pose: &Pose| {
        let posed: Vec<[f64; 3]> = mesh.vertices().iter().map(|&p| pose.apply(p)).collect();
        let pick = |pick: fn(f64, f64) -> f64| {
            posed.iter().copied().reduce(|p, q| [0, 1, 2].map(|i| pick(p[i], q[i]))).unwrap()
        };
        [pick(f64::min), pick(f64::max)]
    };
    let boxes = [ends(a.model().mesh(), &Pose::IDENTITY), ends(b.model().mesh(), &pose)];
    let low = [0, 1, 2].map(|i| boxes[0][0][i].max(boxes[1][0][i]));
    let high = [0, 1, 2].map(|i| boxes[0][1][i].min(boxes[1][1][i]));
    if (0..3).any(|i| high[i] <= low[i]) {
        return [0.0; 2];
    }
    let back = pose.inverse();
    let mut hits = 0;
    for _ in 0..count {
        let point = [0, 1, 2].map(|i| random.between(low[i], high[i]));
        let is_in = |solid: &Boundary<'_>, p| solid.locate(p).position == Position::Inside;
        hits += usize::from(is_in(a, point) && is_in(b, back.apply(point)));
    }
    let all = (0..3).map(|i| high[i] - low[i]).product::<f64>();
    // Where few points hit, the deviation is not known from them.
    let usual = (hits.max(4) as f64).sqrt();
    [all * hits as f64 / count as f64, all * usual / count as f64]
}

/// Closed meshes from files, beside samples.
#[test]
fn meshes_from_files() {
    let mut random = Random::new(6);
    let (mut asked, mut beyond, mut refused) = (0, 0, 0);
    for (name, mesh) in shared_meshes() {
        let model = Model::new(normalised(&mesh));
        let boundary = Boundary::of(&model);
        let pose = anyhow(&mut random, 0.6);
        match Overlap::between(&boundary, &boundary, pose) {
            Ok(found) => {
                let [volume, sigma] = sampled(&boundary, &boundary, pose, rounds(10_000));
                let off = ((found.volume - volume).abs() - found.error) / sigma;
                println!("{name}: {} ± {:.1e}, off by {off:.2} σ", found.volume, found.error);
                assert!(off < 4.0 || found.volume == volume, "{name}: {found:?} {volume} {sigma}");
                asked += 1;
                beyond += usize::from(off > 2.0);
            }
            Err(error) => {
                println!("{name}: {error}");
                refused += 1;
            }
        }
    }
    println!("{asked} asked, {beyond} off by more than 2 σ, {refused} refused");
    // One of twenty is beyond two deviations.
    assert!(10 * beyond <= asked + 10, "{beyond} of {asked}");
}
