//! Tests that poses have the prescribed values.

use feeler::{Mesh, Model, Pair, Pose};
use feeler_field::Solid;
use feeler_scenes::{
    Axis, OffsetPoses, Placed, PlacingError, Progress, Sampling, Shape, StackedPoses, apart,
    around_contact, at_distances, enclosed, in_cube, normalised, unwatched,
};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

fn model(shape: Shape, triangles: usize) -> Model {
    Model::new(normalised(&shape.mesh(triangles)))
}

fn empty() -> Model {
    Model::new(Mesh::new(Vec::new(), Vec::new()).unwrap())
}

fn scaled(mesh: &Mesh, by: f64) -> Mesh {
    let vertices = mesh.vertices().iter().map(|p| p.map(|x| by * x)).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
}

fn distance(a: &Model, b: &Model, pose: Pose) -> f64 {
    Pair::new(a, b).at(pose).distance().unwrap().distance
}

/// Whether a pose is within a thousandth of the prescribed value, a precision that the offset
/// surfaces of Diktas and Sahiner do not reach.
fn good(placed: &Placed) -> bool {
    (placed.achieved - placed.prescribed).abs() <= 1e-3 * placed.prescribed.abs() + 1e-9
}

#[test]
fn offset_poses_have_the_prescribed_distance_or_penetration() {
    let percents = [-60.0, -10.0, 0.0, 1.0, 40.0];
    for shape in [Shape::Knot, Shape::Gear] {
        let a = model(shape, 1000);
        let options =
            OffsetPoses { directions: 6, orientations: 3, resolution: 48, ..Default::default() };
        let placement = options.place(&a, &a, &percents, &unwatched).expect("poses");
        let poses = placement.poses;
        assert!(poses.len() * 100 >= 6 * 3 * 5 * 99, "{shape:?}: {:?}", placement.refused);
        assert!(poses.iter().all(good));

        let solid = Solid::new(a.mesh().clone()).unwrap();
        let unit = solid.deepest().unwrap().depth / 100.0;
        for placed in &poses {
            let measured = distance(&a, &a, placed.pose);
            if placed.prescribed > 0.0 {
                assert!((measured / unit - placed.achieved).abs() < 1e-9, "{placed:?}: {measured}");
            } else if placed.prescribed < -2.0 {
                assert_eq!(measured, 0.0, "{placed:?}");
                // Some vertex is deep inside, but none much deeper than prescribed.
                let lowest = a
                    .mesh()
                    .vertices()
                    .iter()
                    .map(|&v| solid.signed_distance(placed.pose.apply(v)))
                    .fold(f64::INFINITY, f64::min);
                assert!(lowest / unit > placed.prescribed - 5.0, "{placed:?}: {}", lowest / unit);
            }
        }
    }
}

#[test]
fn the_same_numbers_give_the_same_poses() {
    let a = model(Shape::Knot, 500);
    for sampling in [Sampling::Regular, Sampling::Random(4)] {
        let options = OffsetPoses { directions: 3, orientations: 2, sampling, resolution: 40 };
        let place = || options.place(&a, &a, &[-30.0, 5.0], &unwatched);
        assert_eq!(place(), place());
        let other = OffsetPoses { sampling: Sampling::Random(5), ..options };
        assert_ne!(place(), other.place(&a, &a, &[-30.0, 5.0], &unwatched));
    }
    assert_eq!(in_cube(&a, &a, 0.5, 50, 1, &unwatched), in_cube(&a, &a, 0.5, 50, 1, &unwatched));
}

#[test]
fn bisection_finds_distances() {
    let (a, b) = (model(Shape::Gear, 1000), model(Shape::Knot, 1000));
    let poses =
        at_distances(&a, &b, &[0.0, 1e-6, 0.01, 0.5, 100.0], 20, Sampling::Random(2), &unwatched);
    let poses = poses.expect("poses");
    assert_eq!(poses.len(), 100);
    for placed in &poses {
        let measured = distance(&a, &b, placed.pose);
        assert_eq!(measured, placed.achieved);
        assert!((measured - placed.prescribed).abs() < 1e-13 * (100.0 + placed.prescribed));
    }
}

#[test]
fn tunnels_are_enclosed() {
    let a = model(Shape::Pipes, 4000);
    let b = Model::new(scaled(&normalised(&Shape::Gear.mesh(200)), 0.03));
    let poses = enclosed(&a, &b, &[0.001, 0.01], 10, 3, &unwatched).expect("pipes have tunnels");
    assert_eq!(poses.len(), 20);
    for placed in &poses {
        let measured = distance(&a, &b, placed.pose);
        assert!((measured - placed.prescribed).abs() < 1e-12, "{placed:?}: {measured}");
        // None of the paths that were tried leads out, so none leads in.
        let pair = Pair::new(&a, &b).at(placed.pose);
        for out in Sampling::Regular.directions(26) {
            assert!(pair.first_contact(out).is_some(), "{placed:?} leaves along {out:?}");
        }
        let others = Sampling::Random(9).directions(40);
        let open = others.iter().filter(|&&out| pair.first_contact(out).is_none()).count();
        assert!(open <= 8, "{placed:?} leaves along {open} of 40 other paths");
    }
    let too_large = enclosed(&a, &a, &[0.01], 1, 3, &unwatched).unwrap_err();
    assert!(too_large.to_string().contains("too large"), "{too_large}");
}

#[test]
fn contacts_are_balanced() {
    let a = model(Shape::Knot, 1000);
    let shares: Vec<f64> = (0..=10).map(|i| 0.7 + 0.05 * f64::from(i)).collect();
    let poses =
        around_contact(&a, &a, &shares, 30, Sampling::Random(1), &unwatched).expect("poses");
    let touching = poses.iter().filter(|p| Pair::new(&a, &a).at(p.pose).intersects()).count();
    println!("{touching} of {} touch", poses.len());
    assert!(touching * 10 > poses.len() * 3 && touching * 10 < poses.len() * 7);
    for placed in poses.iter().filter(|placed| placed.prescribed > 1.001) {
        assert!(!Pair::new(&a, &a).at(placed.pose).intersects(), "before the first contact");
    }
}

#[test]
fn a_share_of_a_cube_touches() {
    let (a, b) = (model(Shape::Knot, 1000), model(Shape::Gear, 1000));
    for share in [0.1, 0.5, 0.8] {
        let poses = in_cube(&a, &b, share, 500, 7, &unwatched).expect("poses");
        let touching = poses.iter().filter(|p| Pair::new(&a, &b).at(p.pose).intersects()).count();
        assert_eq!(touching as f64 / 500.0, poses[0].achieved);
        assert!((poses[0].achieved - share).abs() < 0.01, "{}, not {share}", poses[0].achieved);
    }
}

#[test]
fn stacked_parts_are_as_far_apart_as_their_boxes() {
    let part = |shape: Shape, triangles| Model::new(shape.mesh(triangles));
    let cube = part(Shape::Box, 200);
    let gaps = [1.0, 0.1, 0.001, 0.0, -0.15];
    for (upper, axes) in [
        (&cube, vec![Axis::X, Axis::Y, Axis::Z]),
        (&part(Shape::Slab, 200), vec![Axis::X, Axis::Y, Axis::Z]),
        (&part(Shape::Cylinder, 200), vec![Axis::Z]),
    ] {
        for axis in axes {
            let options = StackedPoses { axis, poses: 4, ..Default::default() };
            let poses = options.place(cube.mesh(), upper.mesh(), &gaps).unwrap();
            assert_eq!(poses.len(), gaps.len() * 4);
            for placed in &poses {
                let measured = distance(&cube, upper, placed.pose);
                assert!((measured - placed.prescribed.max(0.0)).abs() < 1e-12, "{placed:?}");
                assert_eq!(placed.achieved, placed.prescribed);
            }
            assert_eq!(poses[4].pose.matrix(), Pose::IDENTITY.matrix(), "the first of each gap");
            assert!(Pair::new(&cube, upper).at(poses[12].pose).intersects(), "with a gap of 0");
        }
    }
}

#[test]
fn stacked_parts_are_shifted_and_turned_about_the_axis() {
    let (gear, sheet) = (Shape::Gear.mesh(768), Shape::Sheet.mesh(2));
    let place = |options: StackedPoses| options.place(&gear, &sheet, &[0.0, 0.5]).unwrap();
    let shifted = place(StackedPoses { poses: 20, ..Default::default() });
    let far = |p: &Placed| p.pose.origin()[0].abs().max(p.pose.origin()[1].abs());
    assert!(shifted.iter().all(|p| far(p) <= 0.2 + 1e-12), "a tenth of 2");
    assert!(shifted.iter().any(|p| far(p) > 0.1));
    let turned = |p: &Placed| p.pose.matrix() != Pose::IDENTITY.matrix();
    assert_eq!(shifted.iter().filter(|p| turned(p)).count(), 38);
    assert!(shifted.iter().all(|p| p.pose.matrix()[2] == [0.0, 0.0, 1.0]));
    let coaxial = place(StackedPoses { poses: 20, shift: 0.0, ..Default::default() });
    assert!(coaxial.iter().all(|p| far(p) < 1e-12), "on one axis");
    assert_eq!(shifted, place(StackedPoses { poses: 20, ..Default::default() }));
    assert_ne!(shifted, place(StackedPoses { poses: 20, seed: 2, ..Default::default() }));
}

#[test]
fn far_parts_are_as_many_sizes_apart_as_said() {
    let (cube, sheet) = (Shape::Box.mesh(12), Shape::Sheet.mesh(8));
    let knot = scaled(&Shape::Knot.mesh(500), 3.0);
    for (a, b) in [(&cube, &cube), (&sheet, &sheet), (&knot, &cube)] {
        let (model_a, model_b) = (Model::new(a.clone()), Model::new(b.clone()));
        let [low, high] = a.bounds().unwrap();
        let size = (0..3).map(|i| high[i] - low[i]).fold(0.0, f64::max);
        for direction in [[0.0, 0.0, 3.0], [-1.0, 2.0, 0.5]] {
            let poses = apart(a, b, direction, &[0.5, 10.0, 1000.0, 1e6], 4, 1).unwrap();
            for placed in &poses {
                let gap = placed.prescribed * size;
                let measured = distance(&model_a, &model_b, placed.pose);
                assert!(measured >= gap * (1.0 - 1e-14), "{placed:?}: {measured}");
                // The sideways distance counts less if the gap is larger.
                let sideways = 2.0 * size + 4.0;
                let most = gap + sideways.min(sideways.powi(2) / gap) + 1e-14 * gap;
                assert!(measured <= most, "{placed:?}: {measured}, not {gap}");
            }
            let plain = poses.iter().filter(|p| p.pose.matrix() == Pose::IDENTITY.matrix());
            assert_eq!((poses.len(), plain.count()), (16, 4));
        }
    }
    let up = apart(&sheet, &sheet, [0.0, 0.0, 1.0], &[10.0], 1, 1).unwrap();
    assert_eq!(up[0].pose, Pose::translation([0.0, 0.0, 20.0]));
}

#[test]
fn what_cannot_be_is_said() {
    let a = model(Shape::Knot, 500);
    let options = OffsetPoses { directions: 1, orientations: 1, ..Default::default() };
    let place = |a: &Model, b: &Model, percent: f64| {
        options.place(a, b, &[percent], &unwatched).unwrap_err().to_string()
    };
    assert_eq!(place(&a, &a, -120.0), "no pose is at -120: -100 or more is possible");
    assert!(place(&empty(), &a, 1.0).contains("no triangles"));
    let flat = Model::new(
        Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]).unwrap(),
    );
    assert!(place(&flat, &a, 1.0).contains("flat"));
    let negative = at_distances(&a, &a, &[-1.0], 1, Sampling::Regular, &unwatched).unwrap_err();
    assert_eq!(negative.to_string(), "no pose is at -1: 0 or more is possible");
    assert_eq!(
        at_distances(&a, &empty(), &[1.0], 1, Sampling::Regular, &unwatched),
        Err(PlacingError::Empty)
    );
    let stacked = |a: &Model, gap: f64| {
        StackedPoses::default().place(a.mesh(), a.mesh(), &[gap]).unwrap_err()
    };
    assert_eq!(stacked(&empty(), 1.0), PlacingError::Empty);
    assert_eq!(stacked(&a, f64::NAN).to_string(), "no pose has a gap of NaN and a shift of 0.1");
    let far = |a: &Model, direction: [f64; 3], gap: f64| {
        apart(a.mesh(), a.mesh(), direction, &[gap], 1, 1).unwrap_err()
    };
    assert_eq!(far(&empty(), [1.0, 0.0, 0.0], 1.0), PlacingError::Empty);
    assert!(far(&a, [0.0; 3], 1.0).to_string().contains("a direction has finite numbers"));
    assert_eq!(far(&a, [1.0, 0.0, 0.0], f64::NAN).to_string(), "no pose is NaN sizes away");
    let share = in_cube(&a, &a, 1.5, 100, 1, &unwatched).unwrap_err().to_string();
    assert!(share.contains("no pose is at 1.5: 0 to "), "{share}");
}

#[test]
fn all_can_be_watched_and_stopped() {
    type Make<'a> = &'a dyn Fn(Progress<'_>) -> Result<Vec<Placed>, PlacingError>;
    let (a, room) = (model(Shape::Knot, 500), model(Shape::Sphere, 500));
    let small = Model::new(scaled(a.mesh(), 0.1));
    let offset =
        OffsetPoses { directions: 3, orientations: 2, resolution: 24, ..Default::default() };
    let (regular, random) = (Sampling::Regular, Sampling::Random(1));
    let all: [(&str, Make<'_>); 5] = [
        ("offset", &|watch| Ok(offset.place(&a, &a, &[-20.0, 0.0, 5.0], watch)?.poses)),
        ("distances", &|watch| at_distances(&a, &a, &[0.1, 0.2], 10, random, watch)),
        ("enclosed", &|watch| enclosed(&room, &small, &[0.01, 0.02], 5, 1, watch)),
        ("around contact", &|watch| around_contact(&a, &a, &[0.9, 1.1], 10, regular, watch)),
        ("cube", &|watch| in_cube(&a, &a, 0.5, 100, 1, watch)),
    ];
    for (name, make) in all {
        let told = Mutex::new(Vec::new());
        let watch = |share: f64| {
            told.lock().unwrap().push(share);
            ControlFlow::Continue(())
        };
        assert_eq!(make(&watch), make(&unwatched), "{name}: who watches changes nothing");
        let told = told.into_inner().unwrap();
        assert!(told.iter().all(|share| (0.0..=1.0).contains(share)), "{name}: {told:?}");
        assert!(told.iter().any(|share| *share > 0.9), "{name}: {told:?}");
        for call in [0, 1, told.len() / 2, told.len() - 1] {
            let calls = AtomicUsize::new(0);
            let stop = |_: f64| match calls.fetch_add(1, Ordering::Relaxed) {
                now if now >= call => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            };
            assert_eq!(make(&stop), Err(PlacingError::Stopped), "{name} at call {call}");
            let late = calls.into_inner() - call;
            assert!(late <= rayon::current_num_threads(), "{name}: {late} calls after the stop");
        }
    }
}
