//! The experiment `frames`: how well one budget for many pairs is kept, frame after frame.

use feeler::{Budget, Crowd, Model, Pair, Pose, Verdict, guided_all};
use feeler_scenes::{Random, Shape, normalised};
use std::time::Instant;

const OBJECTS: usize = 200;
const FRAMES: usize = 200;

pub(crate) fn run() {
    let shapes = [Shape::Knot, Shape::Ring, Shape::Blob, Shape::Gear, Shape::Screw, Shape::Plate];
    let models = shapes.map(|shape| Model::new(normalised(&shape.mesh(4_000))));
    let pairs = OBJECTS * (OBJECTS - 1) / 2;
    println!("{OBJECTS} objects that move, all {pairs} pairs, {FRAMES} frames; times in ms\n");
    println!("| edge of the cube | budget | first frame | median | 99 % | longest | proved |");
    println!("|---|---|---|---|---|---|---|");
    for edge in [40.0, 20.0, 10.0] {
        for budget in [1_000, 5_000] {
            measure(&models, edge, Budget::micros(budget));
        }
    }
}

fn measure(models: &[Model], edge: f64, budget: Budget) {
    let mut objects = Objects::new(edge);
    let mut crowd = Crowd::default();
    let (mut times, mut proved, mut asked) = (Vec::new(), 0, 0);
    for _ in 0..FRAMES {
        let pairs = objects.pairs(models);
        let start = Instant::now();
        let verdicts = guided_all(&pairs, budget, 0.0, &mut crowd);
        times.push(1e3 * start.elapsed().as_secs_f64());
        proved += verdicts.iter().copied().filter(|verdict| Verdict::is_proof(*verdict)).count();
        asked += verdicts.len();
        objects.step();
    }
    let first = times[0];
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((FRAMES - 1) as f64 * share) as usize];
    println!(
        "| {edge} | {} | {first:.2} | {:.2} | {:.2} | {:.2} | {:.1} % |",
        budget.time.expect("a time").as_millis(),
        at(0.5),
        at(0.99),
        at(1.0),
        100.0 * proved as f64 / asked as f64
    );
}

/// Objects of size two that drift about in a cube.
struct Objects {
    poses: Vec<Pose>,
    drifts: Vec<Pose>,
}

impl Objects {
    fn new(edge: f64) -> Self {
        let mut random = Random::new(31);
        let mut pose = || {
            let at = [(); 3].map(|()| random.between(0.0, edge));
            random.rotation().then(&Pose::translation(at))
        };
        let poses = (0..OBJECTS).map(|_| pose()).collect();
        let drift = |_| Pose::translation(random.direction().map(|x| 0.003 * x));
        Self { poses, drifts: (0..OBJECTS).map(drift).collect() }
    }

    fn step(&mut self) {
        for (pose, drift) in self.poses.iter_mut().zip(&self.drifts) {
            *pose = pose.then(drift);
        }
    }

    /// The pairs of each object with each other object.
    fn pairs<'a>(&self, models: &'a [Model]) -> Vec<Pair<'a>> {
        let model = |i: usize| &models[i % models.len()];
        let pair = |i: usize, j: usize| {
            Pair::new(model(i), model(j)).at(Pose::relative(&self.poses[i], &self.poses[j]))
        };
        (0..OBJECTS).flat_map(|j| (0..j).map(move |i| pair(i, j))).collect()
    }
}
