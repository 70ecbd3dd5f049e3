//! The experiments of Diktas and Sahiner: times at prescribed distances and penetrations, a sphere at
//! a torus, and the sizes of both objects.

use crate::desk::{Desk, axis, lines, upright};
use crate::race::{Answer, Contender, by_place, mean_ns, race};
use feeler::{Arity, Build, Mesh, Model, Pair, Pose, Scratch, Volume};
use feeler_bench::plot::{Course, Plot, Scale, Unit};
use feeler_scenes::{
    OffsetPoses, Placed, Sampling, Shape, at_distances, normalised, shape, unwatched,
};
use std::error::Error;

type Done = Result<(), Box<dyn Error>>;

/// The volumes of the paper.
const VOLUMES: [Volume; 3] = [Volume::OBB, Volume::AABB, Volume::SPHERE];

/// A binary tree, as the paper has it.
fn binary(mesh: &Mesh, volume: Volume) -> Model {
    let build = Build { volume, arity: Arity::Two, leaf_size: 1, ..Build::default() };
    Model::build(mesh.clone(), &build)
}

/// Percentages of the largest possible penetration.
fn around(desk: &Desk, file: &str, title: &str, percents: &[f64]) -> Done {
    for (name, mesh) in desk.with_files(&[(Shape::Knot, 4_000), (Shape::Blob, 4_000)])? {
        let word = name.split(' ').next().unwrap_or(&name).to_owned();
        let usual = Model::new(mesh.clone());
        let options = OffsetPoses {
            directions: 8,
            orientations: 5,
            resolution: 32,
            ..OffsetPoses::default()
        };
        let placement = options.place(&usual, &usual, percents, &unwatched)?;
        let mut poses = placement.poses;
        poses.sort_by(|a, b| a.prescribed.total_cmp(&b.prescribed));
        let models = VOLUMES.map(|volume| binary(&mesh, volume));
        let mut contenders: Vec<Contender<'_>> = VOLUMES
            .iter()
            .zip(&models)
            .map(|(volume, model)| Contender::exact(volume.to_string(), model, model))
            .collect();
        let answers = race(&mut contenders, &poses, 5);
        let rows = contenders.iter().zip(&answers);
        let rows = rows.map(|(who, answers)| (who.name.clone(), by_place(answers, |a| mean_ns(a))));
        let series = lines(rows, Course::Line);
        for (contender, answers) in contenders.iter().zip(&answers) {
            let at = |x: f64| mean_ns(answers.iter().filter(|answer| answer.at == x)) * 1e-3;
            let places = by_place(answers, |a| mean_ns(a));
            let peak = places.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("there are poses");
            desk.found(format!(
                "{name}, {}: {:.2} µs in the mean; {:.2} at {}, {:.2} at {}, most ({:.2}) at {}; {:.1} times between the least and the most; deviation of a pose {:.1} times the mean",
                contender.name,
                mean_ns(answers) * 1e-3,
                at(percents[0]),
                percents[0],
                at(percents[percents.len() - 1]),
                percents[percents.len() - 1],
                peak.1 * 1e-3,
                peak.0,
                peak.1 / places.iter().map(|p| p.1).fold(f64::INFINITY, f64::min),
                deviation(answers)
            ));
        }
        let (low, high) = (percents[0], percents[percents.len() - 1]);
        let plot = Plot {
            x: axis(
                "distance, % of the deepest penetration",
                Scale::between([low, high]),
                Unit::Plain,
            ),
            y: upright("mean time", Unit::Time, &series),
            series,
        };
        desk.draw(&format!("{file}-{word}"), &format!("{title}, {name}"), &plot)?;
    }
    Ok(())
}

/// The standard deviation of the times at one place, in means; the mean over all places.
fn deviation(answers: &[Answer]) -> f64 {
    let of = |group: &[Answer]| {
        let mean = mean_ns(group);
        let squares = group.iter().map(|answer| (answer.ns / mean - 1.0).powi(2));
        (squares.sum::<f64>() / group.len() as f64).sqrt()
    };
    let all = by_place(answers, of);
    all.iter().map(|point| point.1).sum::<f64>() / all.len().max(1) as f64
}

/// A quarter of the deepest penetration on both sides.
pub(crate) fn near(desk: &Desk) -> Done {
    let percents: Vec<f64> = (-5..=5).map(|i| 5.0 * f64::from(i)).collect();
    around(desk, "offset-near", "Times to 25 %", &percents)
}

/// Up to four fifths of the deepest penetration.
pub(crate) fn deep(desk: &Desk) -> Done {
    let percents: Vec<f64> = (-8..=0).map(|i| 10.0 * f64::from(i)).collect();
    around(desk, "offset-deep", "Times to -80 %", &percents)
}

/// A tenth of the deepest penetration on both sides.
pub(crate) fn boundary(desk: &Desk) -> Done {
    let percents: Vec<f64> = (-10..=10).map(f64::from).collect();
    around(desk, "offset-boundary", "Times to 10 %", &percents)
}

fn scaled(mesh: &Mesh, by: f64) -> Mesh {
    let vertices = mesh.vertices().iter().map(|v| v.map(|x| x * by)).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).expect("finite numbers")
}

/// The mean number of volume tests until all contacts are known: a yes or no question may be decided
/// before any volume is looked at.
fn tests(a: &Model, b: &Model, poses: &[Pose]) -> f64 {
    let mut scratch = Scratch::new();
    let one = |pose: &Pose| {
        Pair::new(a, b).at(*pose).count_contacts_with(&mut scratch);
        scratch.effort().volume_tests as f64
    };
    poses.iter().map(one).sum::<f64>() / poses.len() as f64
}

/// A sphere in the hole of a torus, at a distance all around, and the same sphere at the same
/// distance of the outer side.
pub(crate) fn torus(desk: &Desk) -> Done {
    let torus = shape::ring(20_000);
    let gaps = [0.1, 0.03, 0.01, 0.003, 0.001];
    let mut all = Vec::new();
    for volume in [Volume::OBB, Volume::AABB, Volume::SPHERE, Volume::RSS] {
        let a = binary(&torus, volume);
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        for gap in gaps {
            // The hole has a radius of 0.5, the outer side one of 1.
            let b = binary(&scaled(&shape::sphere(20_000), 0.5 - gap), volume);
            let turned = Sampling::Random(1).rotations(20);
            // On the upper outer side, where the boxes and spheres around both meet.
            let [far, up] = [0.75 + 0.75 * 0.5_f64.sqrt(), 0.75 * 0.5_f64.sqrt()];
            let beside = Pose::translation([0.6 * far, 0.8 * far, up]);
            let poses =
                turned.into_iter().map(|turn| [turn, turn.then(&beside)]).collect::<Vec<_>>();
            let [parallel, transverse] =
                [0, 1].map(|i| poses.iter().map(|both| both[i]).collect::<Vec<Pose>>());
            inside.push((gap, tests(&a, &b, &parallel)));
            outside.push((gap, tests(&a, &b, &transverse)));
        }
        let most = |row: &[(f64, f64)]| row.last().map_or(0.0, |point| point.1);
        desk.found(format!(
            "{volume}: {:.0} tests in the hole at a gap of 0.001, {:.0} at the outer side; slopes {:.2} and {:.2}",
            most(&inside),
            most(&outside),
            feeler_bench::statistics::slope(&inside).map_or(0.0, |law| law.slope),
            feeler_bench::statistics::slope(&outside).map_or(0.0, |law| law.slope)
        ));
        all.push((format!("{volume}, in the hole"), inside));
        all.push((format!("{volume}, outside"), outside));
    }
    let series = lines(all, Course::Line);
    let plot = Plot {
        x: axis("gap", Scale::log(gaps), Unit::Plain),
        y: upright("volume tests", Unit::Plain, &series),
        series,
    };
    desk.draw("torus-gap", "A sphere at a torus", &plot)?;

    // The way through the hole along the axis, and past the outer side, at a gap of 0.01.
    let mut all = Vec::new();
    let heights: Vec<f64> = (-20..=20).map(|i| 0.05 * f64::from(i)).collect();
    for volume in VOLUMES {
        let a = binary(&torus, volume);
        let b = binary(&scaled(&shape::sphere(20_000), 0.49), volume);
        for (word, far) in [("through", 0.0), ("past", 1.5)] {
            let row = heights.iter().map(|&z| {
                let turned = Sampling::Random(2).rotations(6);
                let place = |turn: Pose| turn.then(&Pose::translation([0.6 * far, 0.8 * far, z]));
                (z, tests(&a, &b, &turned.into_iter().map(place).collect::<Vec<_>>()))
            });
            all.push((format!("{volume}, {word}"), row.collect()));
        }
    }
    let series = lines(all, Course::Line);
    let plot = Plot {
        x: axis("height of the sphere's centre", Scale::between([-1.0, 1.0]), Unit::Plain),
        y: upright("volume tests", Unit::Plain, &series),
        series,
    };
    desk.draw("torus-way", "Through the torus, and past it", &plot)
}

/// B in many sizes, at the same distance.
pub(crate) fn sizes(desk: &Desk) -> Done {
    let sizes = [0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0];
    let a = normalised(&Shape::Blob.mesh(20_000));
    let b = normalised(&Shape::Knot.mesh(20_000));
    let mut all = Vec::new();
    for volume in VOLUMES {
        let mut row = Vec::new();
        for size in sizes {
            let b = scaled(&b, size);
            let models = [binary(&a, volume), binary(&b, volume)];
            let usual = [Model::new(a.clone()), Model::new(b)];
            let options = Sampling::Regular;
            let placed: Vec<Placed> =
                at_distances(&usual[0], &usual[1], &[0.01], 30, options, &unwatched)?;
            let poses: Vec<Pose> = placed.iter().map(|placed| placed.pose).collect();
            row.push((size, tests(&models[0], &models[1], &poses)));
        }
        let said: Vec<String> = row.iter().map(|(x, y)| format!("{x}: {y:.0}")).collect();
        desk.found(format!("{volume}, tests by the size of B: {}", said.join(", ")));
        all.push((volume.to_string(), row));
    }
    let series = lines(all, Course::Line);
    let plot = Plot {
        x: axis("size of B, A has 1", Scale::log(sizes), Unit::Plain),
        y: upright("volume tests at a distance of 0.01", Unit::Plain, &series),
        series,
    };
    desk.draw("sizes", "A knot of many sizes beside a blob", &plot)
}
