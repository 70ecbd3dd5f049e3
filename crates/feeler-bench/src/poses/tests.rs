use super::*;
use feeler_scenes::{Shape, unwatched};

fn place(generator: &Generator, seed: u64) -> Situation {
    let ball = Shape::Sphere.mesh(500);
    generator.place(ball.clone(), ball, seed, &Files::default(), &unwatched).unwrap()
}

#[test]
fn concentric_spheres_are_those_of_the_paper() {
    let spheres = Concentric::new(500, 0.01);
    let generator = Generator::Concentric { gap: 0.01, poses: 7, seed: Some(3) };
    let situation = place(&generator, 1);
    assert_eq!((situation.a, situation.b), (spheres.outer.clone(), spheres.inner.clone()));
    let poses: Vec<Pose> = situation.poses.iter().map(|placed| placed.pose).collect();
    assert_eq!(poses, spheres.turned(7, 3));
    assert!(situation.poses.iter().all(|placed| placed.prescribed == 0.01));
}

#[test]
fn the_seed_of_the_run_counts_where_the_scene_has_none() {
    let turned = |seed, run| {
        let generator = Generator::RandomSweep { from: 1.0, to: 2.0, steps: 2, turns: 3, seed };
        place(&generator, run).poses
    };
    assert_eq!(turned(None, 5), turned(Some(5), 1));
    assert_ne!(turned(None, 5), turned(None, 6));
}

#[test]
fn stacked_and_far_parts_are_those_of_the_scenes() {
    let cube = Shape::Box.mesh(12);
    let place = |generator: Generator| {
        generator.place(cube.clone(), cube.clone(), 3, &Files::default(), &unwatched).unwrap()
    };
    let gaps = vec![0.5, 0.0];
    let options = StackedPoses { axis: Axis::X, poses: 3, shift: 0.05, seed: 3 };
    let expected = options.place(&cube, &cube, &gaps).unwrap();
    let stacked = Generator::Stacked { gaps, poses: 3, axis: Axis::X, shift: 0.05, seed: None };
    let situation = place(stacked);
    assert_eq!((situation.poses, situation.parameter), (expected, "gap"));

    let (sizes, direction) = (vec![10.0, 1e6], [1.0, 2.0, 3.0]);
    let expected = apart(&cube, &cube, direction, &sizes, 2, 9).unwrap();
    let situation = place(Generator::Apart { sizes, direction, poses: 2, seed: Some(9) });
    assert_eq!((situation.poses, situation.parameter), (expected, "gap in sizes"));
}

#[test]
fn an_axis_is_a_letter_and_may_be_left_out() {
    let read = |text: &str| toml::from_str::<Generator>(text).map_err(|error| error.to_string());
    let stacked = |axis| {
        let gaps = vec![0.1];
        Ok(Generator::Stacked { gaps, poses: 2, axis, shift: 0.1, seed: None })
    };
    let plain = "generator = \"stacked\"\ngaps = [0.1]\nposes = 2\n";
    assert_eq!(read(plain), stacked(Axis::Z));
    assert_eq!(read(&format!("{plain}axis = \"y\"\n")), stacked(Axis::Y));
    let unknown = read(&format!("{plain}axis = \"up\"\n")).unwrap_err();
    assert!(unknown.contains("unknown variant `up`, expected one of `x`, `y`, `z`"), "{unknown}");
}

#[test]
fn numbers_are_checked() {
    let check = |from, to, steps| Generator::Sweep { from, to, steps, turns: 2 }.check();
    assert_eq!(check(0.0, 1.0, 3), Ok(()));
    assert!(check(0.0, 1.0, 0).unwrap_err().contains("possible are 1 to"));
    assert!(check(0.0, 1.0, usize::MAX).unwrap_err().contains("possible are 1 to"));
    assert!(check(f64::NAN, 1.0, 3).unwrap_err().contains("-1e9 to 1e9"));
    assert!(check(0.0, f64::INFINITY, 3).unwrap_err().contains("-1e9 to 1e9"));
    let stacked = |gap, poses| {
        Generator::Stacked { gaps: vec![0.0, gap], poses, axis: Axis::Z, shift: 0.1, seed: None }
            .check()
    };
    assert_eq!(stacked(-0.5, 4), Ok(()));
    assert!(stacked(-0.5, 0).unwrap_err().contains("possible are 1 to"));
    assert!(stacked(f64::NAN, 4).unwrap_err().contains("-1e9 to 1e9"));
    let apart =
        |direction| Generator::Apart { sizes: vec![1e6], direction, poses: 4, seed: None }.check();
    assert_eq!(apart([0.0, 0.0, 1.0]), Ok(()));
    assert!(apart([0.0, 0.0, 1e10]).unwrap_err().contains("-1e9 to 1e9"));
}

#[test]
fn shifts_are_multiples_of_their_step() {
    let shifted =
        |step| place(&Generator::Shifted { reach: 1.0, step, poses: 50, seed: Some(4) }, 1);
    for placed in shifted(0.25).poses {
        let origin = placed.pose.origin();
        assert!(origin.iter().all(|x| (4.0 * x).fract() == 0.0 && x.abs() <= 1.0), "{origin:?}");
        assert_eq!(placed.pose.matrix(), Pose::IDENTITY.matrix());
    }
    assert!(shifted(0.0).poses.iter().any(|placed| (4.0 * placed.pose.origin()[0]).fract() != 0.0));
    let check = |reach| Generator::Shifted { reach, step: 0.1, poses: 3, seed: None }.check();
    assert!(check(-1.0).unwrap_err().contains("from 0 up") && check(f64::NAN).is_err());
}
