//! The experiment `complexity`: one shape with more and more triangles.

use crate::{PoseSet, times};
use feeler::{Budget, Model, Pair, Pose, Scratch};
use feeler_scenes::{Shape, normalised};
use std::hint::black_box;

const EPS: [f64; 3] = [0.2, 0.1, 0.05];

pub(crate) fn run() {
    println!(
        "Mean µs of a guided query on the sweep, and wrong answers, for a shape of more and more triangles.\n"
    );
    for shape in [Shape::Gear, Shape::Blob, Shape::Knot] {
        let mut lines = EPS.map(|eps| format!("{:5} eps {eps:<4}", shape.name()));
        let mut ends = [[f64::INFINITY, 0.0]; 3];
        for triangles in [5_000, 50_000, 500_000, 2_000_000] {
            let model = Model::new(normalised(&shape.mesh(triangles)));
            let set = PoseSet::sweep(&model, 1080);
            let pair = |pose: Pose| Pair::new(&model, &model).at(pose);
            for ((eps, line), [least, most]) in EPS.iter().zip(&mut lines).zip(&mut ends) {
                let mut scratch = Scratch::new();
                let wrong = set.wrong(|pose| {
                    pair(pose).guided_with(Budget::UNLIMITED, *eps, &mut scratch).touches()
                });
                let mut ask = |pose: Pose| {
                    black_box(pair(pose).guided_with(Budget::UNLIMITED, *eps, &mut scratch));
                };
                let time = times(&set.poses, 7, &mut [&mut ask])[0];
                (*least, *most) = (least.min(time), most.max(time));
                *line += &format!("  {triangles}: {:.3} ({:.1} %)", 1e6 * time, 100.0 * wrong);
            }
        }
        for (line, [least, most]) in lines.iter().zip(ends) {
            println!("{line}   largest to smallest {:.2}", most / least);
        }
    }
}
