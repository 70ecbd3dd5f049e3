//! `feeler bench`: runs scenes with `feeler_bench`, and shows the tables.

mod compare;
mod list;
mod show;
mod worlds;

use super::Outcome;
use crate::args::{BenchArgs, BenchCommand, ReportArgs, Rivals, RunArgs};
use crate::interrupt::Interrupt;
use crate::output;
use crate::progress::Progress;
use crate::sources::Sources;
use crate::voice;
use anyhow::{Result, bail};
use feeler_bench::run::{self, Options, Step, Work};
use feeler_bench::{Generator, Scene};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

pub(crate) fn run(args: BenchArgs) -> Result<Outcome> {
    match args.command {
        BenchCommand::List(args) => list::run(&args),
        BenchCommand::Run(args) => run_scenes(&args),
        BenchCommand::Worlds(args) => worlds::run(&args),
        BenchCommand::Report(args) => report(&args),
        BenchCommand::Compare(args) => compare::run(&args),
    }
}

fn report(args: &ReportArgs) -> Result<Outcome> {
    let html = args.output.clone().unwrap_or_else(|| args.folder.join("report.html"));
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "html");
    Sources::of_folder(&args.folder).without(is_page).spare(&html)?;
    feeler_bench::report::write(&args.folder, &html)?;
    output::print(&format!("wrote {}\n", html.display()))?;
    Ok(Outcome::Done)
}

fn run_scenes(args: &RunArgs) -> Result<Outcome> {
    let scenes = scenes(args)?;
    let folder = match &args.output {
        Some(folder) => folder.clone(),
        None => unused_folder(),
    };
    let sources = sources(args, &scenes);
    written(&folder, &scenes).iter().try_for_each(|path| sources.spare(path))?;
    let mut options = Options::default();
    options.seed = args.race.seed;
    options.meshes.clone_from(&args.race.meshes);
    if cfg!(debug_assertions) {
        voice::note("this is a debug build: times mean little");
    }
    let interrupt = Interrupt::listen()?;
    let mut progress = Progress::named();
    let mut watch = watching(&interrupt, &mut progress);
    let outcome = feeler_bench::run(&scenes, &options, &folder, &mut watch);
    drop(watch);
    drop(progress);
    match outcome? {
        run::Outcome::Stopped => {
            let folder = folder.display();
            voice::note(&format!(
                "stopped; the same command with '-o {folder}' continues from what is recorded"
            ));
            Ok(Outcome::Interrupted)
        }
        run::Outcome::Finished => {
            let summaries = feeler_bench::summary(&folder)?;
            match args.race.json {
                true => output::print_json(&summaries)?,
                false => output::print(&show::run(&summaries, &folder))?,
            }
            Ok(Outcome::Done)
        }
    }
}

/// Shows each step of a run, and stops it after Ctrl-C.
fn watching<'a>(
    interrupt: &'a Interrupt,
    progress: &'a mut Progress,
) -> impl FnMut(Step<'_>) -> ControlFlow<()> + Send + 'a {
    move |step| {
        let Step { scene, work, done, total } = step;
        let mut stand = |next: String| progress.stand(done, total, format!("{scene}: {next}"));
        match work {
            Work::WarmUp(contender) => stand(format!("{contender}, warm-up")),
            Work::Pass(contender, pass) => stand(format!("{contender}, pass {pass}")),
            Work::Poses(share) => progress.part(format!("poses of {scene}"), share),
            Work::Truth(share) => progress.part(format!("exact answers of {scene}"), share),
        }
        match interrupt.noted() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// The scenes that the arguments name, changed by the other options.
fn scenes(args: &RunArgs) -> Result<Vec<Scene>> {
    let preset = feeler_bench::preset(&args.preset).expect("the argument was checked");
    let mut scenes = match args.scenes.is_empty() {
        true => preset,
        false => args
            .scenes
            .iter()
            .map(|name| match preset.iter().find(|scene| scene.name == *name) {
                Some(scene) => Ok(scene.clone()),
                None if name.ends_with(".toml") => Ok(Scene::read(Path::new(name))?),
                None => {
                    let known: Vec<&str> = preset.iter().map(|scene| scene.name.as_str()).collect();
                    bail!(
                        "there is no scene '{name}' in the preset {}, and a file ends in .toml; known are {}",
                        args.preset,
                        known.join(", ")
                    )
                }
            })
            .collect::<Result<_>>()?,
    };
    for scene in &mut scenes {
        if let Some(passes) = args.race.passes {
            scene.passes = passes.into();
        }
        if let Rivals::Only(names) = &args.race.peers {
            scene.peers.retain(|peer| names.contains(peer));
        }
        if scene.contenders().is_empty() {
            bail!("scene {}: nobody is left to be asked", scene.name);
        }
    }
    Ok(scenes)
}

/// The files of scenes, and the files that the scenes name.
fn sources(args: &RunArgs, scenes: &[Scene]) -> Sources {
    let files: Vec<&Path> = args.scenes.iter().map(Path::new).collect();
    let beside = files.iter().filter_map(|file| file.parent());
    let folders: Vec<&Path> = beside.chain(args.race.meshes.as_deref()).collect();
    let named = scenes.iter().flat_map(|scene| {
        let poses = match &scene.poses {
            Some(Generator::File { path }) => Some(path),
            _ => None,
        };
        [Some(&scene.a), scene.b.as_ref(), poses].into_iter().flatten()
    });
    let in_folder =
        |name: &String| folders.iter().map(|folder| folder.join(name)).collect::<Vec<_>>();
    let named: Vec<String> =
        named.flat_map(in_folder).map(|path| path.to_string_lossy().into_owned()).collect();
    Sources::of_meshes(&named).and(&files)
}

/// The files that a run writes.
fn written(folder: &Path, scenes: &[Scene]) -> Vec<PathBuf> {
    let poses = scenes.iter().map(|scene| format!("poses/{}.csv", scene.name));
    let tables = ["run.json", "records.csv", "wrong.csv"].map(str::to_owned);
    let files = tables.into_iter().chain(poses).map(|name| folder.join(name));
    files.chain([folder.to_owned()]).collect()
}

/// A folder name with today's date that does not exist yet.
fn unused_folder() -> PathBuf {
    let date = feeler_bench::record::now();
    let day = date.split('T').next().unwrap_or_default();
    let name = |n: u32| PathBuf::from(format!("feeler-bench-{day}-{n}"));
    (1..).map(name).find(|folder| !folder.exists()).expect("some number is unused")
}
