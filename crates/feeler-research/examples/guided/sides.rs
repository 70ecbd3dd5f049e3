//! The experiment `sides`: whether `eps` is a promise for each answer.
//!
//! It writes what was measured to `docs/figures/guided-NAME.csv`, from which [`figures`](super::figures) draws.

use feeler::{Calibration, Mesh, Model, Pair};
use feeler_research::{Kept, PoseSet, Sides, Tally, Trial};
use feeler_scenes::unwatched;
use std::error::Error;
use std::fmt::Write;

/// The number of poses of each mesh in each set.
const POSES: usize = 648;

/// Keeps one part of the files: the third that is `kept` aside, the `rest`, or `all`.
pub(crate) fn keep(files: &mut Vec<String>, part: &str) -> Result<(), String> {
    match part {
        "kept" => files.retain(|file| is_kept_aside(file)),
        "rest" => files.retain(|file| !is_kept_aside(file)),
        "all" => {}
        _ => return Err(format!("{part:?} is none of kept, rest, all")),
    }
    Ok(())
}

/// Whether a mesh had no part in any choice. One file in three is kept aside, by the 64-bit FNV-1a
/// hash of its name.
fn is_kept_aside(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash.is_multiple_of(3)
}

pub(crate) fn run(record: &str, meshes: &[(String, Mesh)]) -> Result<(), Box<dyn Error>> {
    let models: Vec<Model> = meshes.iter().map(|(_, mesh)| Model::new(mesh.clone())).collect();
    let mut trials: Vec<[Trial; 6]> = Vec::new();
    for (i, a) in models.iter().enumerate() {
        let next = &models[(i + 1) % models.len()];
        let mut of_mesh = PoseSet::ALL.map(|_| Trial::new(Calibration::default()));
        for (set, trial) in PoseSet::ALL.into_iter().zip(&mut of_mesh) {
            let b = if set == PoseSet::Other { next } else { a };
            for pose in set.poses(a, b, POSES, 90_001 + i as u64, &unwatched)? {
                trial.add(&Pair::new(a, b).at(pose));
            }
        }
        eprintln!("{} of {}: {}", i + 1, models.len(), meshes[i].0);
        trials.push(of_mesh);
    }
    let names: Vec<&str> = meshes.iter().map(|(name, _)| name.as_str()).collect();
    report(&names, &trials);
    let path = format!("docs/figures/guided-{record}.csv");
    std::fs::write(&path, recorded(&names, &trials)?)?;
    println!("wrote {path}");
    Ok(())
}

fn report(names: &[&str], trials: &[[Trial; 6]]) {
    let all: Vec<Trial> = trials.iter().map(|sets| joined(sets.iter())).collect();
    println!("wrong of 'probably free' and of 'probably touching', %\n\nby set of poses:");
    for (set, name) in PoseSet::ALL.iter().map(|set| set.name()).enumerate() {
        line(name, &trials.iter().map(|sets| sets[set].clone()).collect::<Vec<_>>());
    }
    line("all", &all);
    println!("\nby mesh:");
    for (name, trial) in names.iter().zip(&all) {
        line(name, std::slice::from_ref(trial));
    }
    let pooled = joined(all.iter());
    println!("\ncalibration error (Brier score) after steps:");
    for row in pooled.rows() {
        let each: Vec<f64> = all.iter().map(|trial| after(trial, row.steps).said.error()).collect();
        let [least, most] =
            [each.iter().copied().fold(1.0, f64::min), each.iter().copied().fold(0.0, f64::max)];
        println!(
            "  {:4}: {:.4} ({:.4}), best and worst mesh {least:.4}, {most:.4}",
            row.steps,
            row.said.error(),
            row.said.brier()
        );
    }
}

fn after(trial: &Trial, steps: u64) -> &feeler_research::After {
    trial.rows().iter().find(|row| row.steps == steps).expect("the same steps in all trials")
}

/// Prints the shares of wrong answers of several meshes together, and how many of them keep to `eps`.
fn line(name: &str, trials: &[Trial]) {
    let mut text = format!("{name:24}");
    for (row, sides) in joined(trials.iter()).sides().iter().enumerate() {
        for of in [|s: &Sides| s.free, |s: &Sides| s.touching] {
            let tally: Tally = of(sides);
            let kept = Kept::of(sides.eps, trials.iter().map(|trial| of(&trial.sides()[row])));
            let kept = match trials.len() {
                1 => String::new(),
                _ => format!(" {}/{}", kept.kept, kept.meshes),
            };
            let _ = write!(text, "  {:5.2}{kept} ({})", 100.0 * tally.share(), tally.said);
        }
        text += " |";
    }
    println!("{text}");
}

fn joined<'a>(trials: impl IntoIterator<Item = &'a Trial>) -> Trial {
    let mut all = Trial::new(Calibration::default());
    trials.into_iter().for_each(|trial| all.join(trial));
    all
}

/// The record: a line for each mesh, set of poses and `eps`, then the bins of the stated probabilities.
fn recorded(names: &[&str], trials: &[[Trial; 6]]) -> Result<String, std::fmt::Error> {
    let mut text = String::from("sides,mesh,poses,eps,free,free_wrong,touching,touching_wrong\n");
    for (name, sets) in names.iter().zip(trials) {
        for (set, trial) in PoseSet::ALL.iter().zip(sets) {
            for Sides { eps, free, touching } in trial.sides() {
                let counts =
                    [free.said, free.wrong, touching.said, touching.wrong].map(|n| n.to_string());
                writeln!(text, "sides,{name},{},{eps},{}", set.name(), counts.join(","))?;
            }
        }
    }
    text += "bin,steps,p,share,count\n";
    for row in joined(trials.iter().flatten()).rows() {
        for (p, share, count) in row.said.bins() {
            writeln!(text, "bin,{},{p:.5},{share:.5},{count}", row.steps)?;
        }
    }
    Ok(text)
}
