//! The figures of `docs/papers.md`: `cargo xtask papers [--only NAME...] [--meshes FOLDER]`.
//!
//! Each experiment asks, writes its data to `docs/papers/NAME.csv`, and draws them to
//! `docs/papers/NAME.svg`. What it finds in numbers goes to `docs/papers/findings.csv`, from where
//! the page has them. Everything is repeatable but the times.
//!
//! - `desk` has the options and writes the files;
//! - `race` asks several contenders in turns;
//! - the other modules have the experiments, one module for each subject.

mod cells;
mod desk;
mod offsets;
mod pictures;
mod quadratic;
mod race;
mod sketch;
mod spheres;
mod sweeps;
mod theory;

use desk::Desk;
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

/// An experiment: its name, its subject, and the function that runs it.
struct Experiment {
    name: &'static str,
    about: &'static str,
    run: fn(&Desk) -> Result<(), Box<dyn Error>>,
}

const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "surface",
        about: "the probability of a collision by the numbers of cells (VMV 2003, Fig. 7)",
        run: theory::surface,
    },
    Experiment {
        name: "best-x",
        about: "the number of collision cells at which the bound is largest (VRST 2003, Fig. 8)",
        run: theory::best_x,
    },
    Experiment {
        name: "tables",
        about: "the memory of the ten tables (VRST 2003, Fig. 15)",
        run: theory::tables,
    },
    Experiment {
        name: "histogram",
        about: "how often each cell is a possible collision cell (VMV 2003, Fig. 8)",
        run: cells::histogram,
    },
    Experiment {
        name: "sides",
        about: "4 to 16 cells along a side (VRST 2003, section 4.2.2)",
        run: cells::sides,
    },
    Experiment {
        name: "regions",
        about: "errors with and without regions (VRST 2003, Fig. 7)",
        run: cells::regions,
    },
    Experiment {
        name: "counting",
        about: "exact and approximate counts (VMV 2003, section 4)",
        run: cells::counting,
    },
    Experiment {
        name: "complexity",
        about: "times and errors by distance and complexity (VRST 2003, Figs. 14 and 16)",
        run: sweeps::complexity,
    },
    Experiment {
        name: "quality",
        about: "times and errors by p_min and k_min (VRST 2003, Fig. 17)",
        run: sweeps::quality,
    },
    Experiment {
        name: "octree",
        about: "an octree beside trees of AABBs (VRST 2003, Fig. 12)",
        run: sweeps::octree,
    },
    Experiment {
        name: "dop-tree",
        about: "speed against the DOP tree at errors up to 4 % (VRST 2003, abstract)",
        run: sweeps::dop_tree,
    },
    Experiment {
        name: "concentric",
        about: "spheres in spheres, divided at the mean and by sah (Kim, Choi and Kim, Fig. 8)",
        run: spheres::concentric,
    },
    Experiment {
        name: "travelling",
        about: "the travelling sphere (Kim, Choi and Kim, Fig. 10)",
        run: spheres::travelling,
    },
    Experiment {
        name: "quadratic",
        about: "all pairs beside trees, and time against contacts (Kavan and Havran)",
        run: quadratic::quadratic,
    },
    Experiment {
        name: "offset-near",
        about: "times to 25 % around the boundary (Diktas and Sahiner, Fig. 10)",
        run: offsets::near,
    },
    Experiment {
        name: "offset-deep",
        about: "times to -80 % (Diktas and Sahiner, Fig. 11)",
        run: offsets::deep,
    },
    Experiment {
        name: "offset-boundary",
        about: "times to 10 % around the boundary (Diktas and Sahiner, Fig. 12)",
        run: offsets::boundary,
    },
    Experiment {
        name: "torus",
        about: "a sphere through a torus and past it (Diktas and Sahiner, section 3.1)",
        run: offsets::torus,
    },
    Experiment {
        name: "sizes",
        about: "objects of different sizes (Diktas and Sahiner, section 3)",
        run: offsets::sizes,
    },
    Experiment {
        name: "levels",
        about: "spheres around segments, level by level (Kim, Choi and Kim, Figs. 1 to 4)",
        run: pictures::levels,
    },
    Experiment {
        name: "first-contact",
        about: "the instants of a search for the first contact (Diktas and Sahiner, Figs. 5 and 6)",
        run: pictures::first_contact,
    },
    Experiment {
        name: "on-offset",
        about: "an object on its own offset surface (Diktas and Sahiner, Figs. 7 and 8)",
        run: pictures::on_offset,
    },
    Experiment {
        name: "boxes",
        about: "a pair of boxes that collide (VRST 2003, Fig. 13)",
        run: pictures::boxes,
    },
];

const HELP: &str = "\
cargo xtask papers                      makes all figures of docs/papers.md again
cargo xtask papers --only NAME...       only these
cargo xtask papers --meshes FOLDER      with scans/bunny.ply, scans/dragon_res2.ply and cad/turbine.off of a folder as well
cargo xtask papers --output FOLDER      writes to another folder than docs/papers

The names are:";

fn main() -> ExitCode {
    let mut desk = Desk::default();
    let mut only: Vec<String> = Vec::new();
    let mut arguments = std::env::args().skip(1).peekable();
    while let Some(argument) = arguments.next() {
        let named = |name: &String| EXPERIMENTS.iter().any(|it| it.name == name);
        match (argument.as_str(), arguments.peek().cloned()) {
            ("--only", Some(first)) if named(&first) => {
                while let Some(name) = arguments.next_if(named) {
                    only.push(name);
                }
            }
            ("--meshes", Some(_)) => desk.meshes = arguments.next().map(Into::into),
            ("--output", Some(_)) => desk.output = arguments.next().unwrap_or_default().into(),
            (what, next) => {
                if !matches!(what, "--help" | "-h") {
                    let next = next.unwrap_or_default();
                    eprintln!("what is `{what} {next}`?\n");
                }
                eprintln!("{HELP}");
                for Experiment { name, about, .. } in EXPERIMENTS {
                    eprintln!("  {name:<13} {about}");
                }
                return ExitCode::from(2);
            }
        }
    }
    let chosen = |it: &&Experiment| only.is_empty() || only.iter().any(|name| name == it.name);
    let chosen: Vec<&Experiment> = EXPERIMENTS.iter().filter(chosen).collect();
    let start = Instant::now();
    for (done, Experiment { name, about, run }) in chosen.iter().enumerate() {
        eprintln!("[{}/{}] {name}: {about}", done + 1, chosen.len());
        let begun = Instant::now();
        if let Err(error) = run(&desk).and_then(|()| desk.finish(name)) {
            eprintln!("{name}: {error}");
            return ExitCode::FAILURE;
        }
        eprintln!("        {:.0} s", begun.elapsed().as_secs_f64());
    }
    eprintln!("{:.0} s for all", start.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use super::EXPERIMENTS;
    use std::path::Path;

    /// The experiments are those whose findings and pictures the page has.
    #[test]
    fn every_experiment_has_its_findings_and_every_picture_an_experiment() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/papers");
        let findings = std::fs::read_to_string(docs.join("findings.csv")).unwrap();
        for it in EXPERIMENTS {
            let line = format!("\n{},", it.name);
            assert!(findings.contains(&line), "{} has no findings", it.name);
        }
        for file in std::fs::read_dir(docs).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            let of = |it: &super::Experiment| name.starts_with(it.name);
            assert!(name == "findings.csv" || EXPERIMENTS.iter().any(of), "{name}");
        }
    }
}
