//! Tries every rival that is built: are its answers those of feeler, and how long does it take?
//!
//! `cargo run --release -p feeler-bench --example trial -- [NAME...]` prints one line for each rival and question, and under it
//! the poses where the answers differ. `fcl:rss` is `fcl` with a setting that only its adapter knows.

use feeler::{Mesh, Model, Obb, Pair, Pose, Scratch, Search};
use feeler_bench::peer::{Answer, Answered, Ask, Case, Limits, PeerError, Peers};
use feeler_scenes::{Shape, random_sweep};
use std::process::ExitCode;
use std::time::Instant;

/// Distances may differ by this much of the size of the meshes, in f64 and in f32. What is printed tells how much they do.
const TOLERANCE: [f64; 2] = [1e-12, 1e-5];

fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let names = if names.is_empty() {
        Peers::known().into_iter().map(str::to_owned).collect()
    } else {
        names
    };
    let peers = Peers::find();
    let scenes = [Scene::boxes(), Scene::spheres(), Scene::knots()];
    let mut missing = 0;
    for name in names {
        println!("\n{name}");
        let (name, setting) = name.split_once(':').unwrap_or((&name, ""));
        let peer = peers.get(name).map(|peer| match setting {
            "" => peer,
            setting => peer.with(["--setting", setting]),
        });
        match peer {
            Err(error) => {
                missing += 1;
                println!("  {error}");
            }
            Ok(peer) => {
                for scene in &scenes {
                    for ask in [Ask::Intersects, Ask::Distance, Ask::Contacts] {
                        let run = peer.start(&scene.case, ask, Limits::default());
                        let tried = run.and_then(|mut run| {
                            let answers = run.pass()?;
                            let again = run.pass()?;
                            Ok((run.ready().clone(), answers, again, run.overhead()?))
                        });
                        match tried {
                            Ok((ready, answers, again, overhead)) => {
                                let about = format!("{} {} ({}), {}", ready.name, ready.version, ready.precision, ready.setting);
                                let slack = TOLERANCE[usize::from(ready.precision == "f32")];
                                scene.compare(ask, &about, &answers, &again, overhead, slack);
                            }
                            Err(PeerError::Unsupported { reason, .. }) => {
                                println!("  {:8} {ask:10} unsupported: {reason}", scene.name);
                            }
                            Err(error) => println!("  {:8} {ask:10} {error}", scene.name),
                        }
                    }
                }
            }
        }
    }
    if missing == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Two meshes, poses, and feeler's answers.
struct Scene {
    name: &'static str,
    case: Case,
    poses: Vec<Pose>,
    exact: Vec<[f64; 3]>,
    /// Median nanoseconds of feeler.
    ns: [u64; 3],
}

impl Scene {
    /// Cubes whose answers are known without any library: apart by 1, touching along a face, crossing, far away.
    fn boxes() -> Self {
        let cube = Shape::Box.mesh(12);
        let offsets = [[3.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.5, 1.25, 0.5], [0.0, -200.0, 0.0]];
        let scene = Self::new("boxes", &cube, &cube, offsets.map(Pose::translation).to_vec());
        let distances: Vec<f64> = scene.exact.iter().map(|exact| exact[1]).collect();
        assert_eq!(distances, [1.0, 0.0, 0.0, 198.0]);
        scene
    }

    fn spheres() -> Self {
        let sphere = Shape::Sphere.mesh(1_000);
        let poses = random_sweep(1.8..=2.1, 8, 5, 1).into_iter().map(|placed| placed.pose);
        Self::new("spheres", &sphere, &sphere, poses.collect())
    }

    fn knots() -> Self {
        let knot = Shape::Knot.mesh(10_000);
        let poses = random_sweep(0.4..=2.1, 8, 5, 2).into_iter().map(|placed| placed.pose);
        Self::new("knots", &knot, &Shape::Ring.mesh(10_000), poses.collect())
    }

    fn new(name: &'static str, a: &Mesh, b: &Mesh, poses: Vec<Pose>) -> Self {
        let case = Case::new(a, b, &poses).expect("a folder for temporary files");
        let (a, b) = (Model::<Obb>::new(a.clone()), Model::<Obb>::new(b.clone()));
        let pair = Pair::new(&a, &b);
        let mut scratch = Scratch::new();
        let mut times = [const { Vec::new() }; 3];
        let mut exact = Vec::new();
        for _ in 0..2 {
            times = [const { Vec::new() }; 3];
            exact.clear();
            for pose in &poses {
                let pair = pair.at(*pose);
                let mut timed = |which: usize, ask: &mut dyn FnMut() -> f64| {
                    let start = Instant::now();
                    let answer = ask();
                    times[which].push(start.elapsed().as_nanos() as u64);
                    answer
                };
                exact.push([
                    timed(0, &mut || f64::from(u8::from(pair.intersects_with(&mut scratch)))),
                    timed(1, &mut || pair.distance_with(&Search::default(), &mut scratch).upper()),
                    timed(2, &mut || pair.contacts_with(&mut scratch).len() as f64),
                ]);
            }
        }
        Self { name, case, poses, exact, ns: times.map(median) }
    }

    fn compare(&self, ask: Ask, about: &str, answers: &[Answered], again: &[Answered], overhead: u64, slack: f64) {
        let which = match ask {
            Ask::Intersects => 0,
            Ask::Distance => 1,
            _ => 2,
        };
        let mut off: f64 = 0.0;
        let mut differing = Vec::new();
        for (pose, answered) in answers.iter().enumerate() {
            let exact = self.exact[pose][which];
            let same = match answered.answer {
                Answer::Intersects(touching) => f64::from(u8::from(touching)) == exact,
                Answer::Contacts(count) => count as f64 == exact,
                Answer::Distance(distance) => {
                    off = off.max((distance - exact).abs());
                    (distance - exact).abs() <= slack * (1.0 + exact)
                }
                Answer::Error(_) => false,
            };
            if !same {
                differing.push(pose);
            }
        }
        let changed = answers.iter().zip(again).filter(|(x, y)| x.answer != y.answer).count();
        let ns = median(again.iter().map(|answered| answered.ns).collect());
        println!(
            "  {:8} {ask:10} {:2} of {:2} differ, median {ns} ns (feeler {}), overhead {overhead} ns; {about}{}{}",
            self.name,
            differing.len(),
            answers.len(),
            self.ns[which],
            if ask == Ask::Distance { format!("; off by up to {off:.1e}") } else { String::new() },
            if changed > 0 { format!("; {changed} CHANGED in a second pass") } else { String::new() },
        );
        for &pose in differing.iter().take(5) {
            let [touching, distance, contacts] = self.exact[pose];
            let exact = match ask {
                Ask::Intersects if touching == 1.0 => format!("touching, {contacts} contacts"),
                Ask::Intersects => format!("apart by {distance:e}"),
                Ask::Distance => format!("{distance}"),
                _ => format!("{contacts}"),
            };
            println!("    pose {pose}: said {}, exact is {exact}", answers[pose].answer);
            if std::env::var_os("TRIAL_POSES").is_some() {
                println!("      {:?}", self.poses[pose].to_numbers());
            }
        }
    }
}

fn median(mut times: Vec<u64>) -> u64 {
    times.sort_unstable();
    times[times.len() / 2]
}
