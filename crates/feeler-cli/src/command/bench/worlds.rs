//! `feeler bench worlds`: worlds of many objects, frame by frame.

use super::{unused_folder, watching};
use crate::args::{Rivals, WorldsArgs};
use crate::command::Outcome;
use crate::format;
use crate::interrupt::Interrupt;
use crate::output;
use crate::progress::Progress;
use crate::sources::Sources;
use crate::table::Table;
use crate::voice;
use anyhow::{Result, bail};
use feeler_bench::record::ContenderKind;
use feeler_bench::run::{self, Options};
use feeler_bench::worlds::{self, Standing, WorldResults, WorldScene, WorldSource, WorldsRun};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(super) fn run(args: &WorldsArgs) -> Result<Outcome> {
    let scenes = scenes(args)?;
    let folder = args.output.clone().unwrap_or_else(unused_folder);
    let sources = sources(args, &scenes);
    for name in ["worlds.json", "worlds.csv"] {
        sources.spare(&folder.join(name))?;
    }
    let mut options = Options::default();
    options.seed = args.race.seed;
    options.meshes.clone_from(&args.race.meshes);
    if cfg!(debug_assertions) {
        voice::note("this is a debug build: times mean little");
    }
    let interrupt = Interrupt::listen()?;
    let mut progress = Progress::named();
    let outcome = worlds::run(&scenes, &options, &folder, &mut watching(&interrupt, &mut progress));
    drop(progress);
    let outcome = outcome?;
    if WorldsRun::is_in(&folder) {
        let results = WorldsRun::read(&folder)?;
        match args.race.json {
            true => output::print_json(&results)?,
            false => output::print(&text(&results, &folder))?,
        }
    }
    Ok(match outcome {
        run::Outcome::Finished => Outcome::Done,
        run::Outcome::Stopped => {
            voice::note("stopped; the results have what was played until then");
            Outcome::Interrupted
        }
    })
}

/// The scenes that the arguments name, changed by the other options.
fn scenes(args: &WorldsArgs) -> Result<Vec<WorldScene>> {
    let known = worlds::built_in();
    let scene = |name: &String| match known.iter().find(|scene| scene.name == *name) {
        Some(scene) => Ok(scene.clone()),
        None if name.ends_with(".toml") => Ok(WorldScene::read(Path::new(name))?),
        None => {
            let known: Vec<&str> = known.iter().map(|scene| scene.name.as_str()).collect();
            bail!(
                "there is no world '{name}', and a file ends in .toml; known are {}",
                known.join(", ")
            )
        }
    };
    let mut scenes = match args.scenes.is_empty() {
        true => known.clone(),
        false => args.scenes.iter().map(scene).collect::<Result<_>>()?,
    };
    for scene in &mut scenes {
        if let Some(passes) = args.race.passes {
            scene.passes = passes.into();
        }
        if let Rivals::Only(names) = &args.race.peers {
            scene.peers.retain(|peer| names.contains(peer));
        }
    }
    Ok(scenes)
}

/// The files of scenes and of recorded worlds.
fn sources(args: &WorldsArgs, scenes: &[WorldScene]) -> Sources {
    let files: Vec<&Path> = args.scenes.iter().map(Path::new).collect();
    let beside = files.iter().filter_map(|file| file.parent());
    let folders: Vec<&Path> = beside.chain(args.race.meshes.as_deref()).collect();
    let recorded = scenes.iter().filter_map(|scene| match &scene.world {
        WorldSource::Recorded(path) => Some(path),
        WorldSource::Drifting(_) => None,
    });
    let recorded: Vec<PathBuf> =
        recorded.flat_map(|path| folders.iter().map(move |folder| folder.join(path))).collect();
    Sources::default().and(&files).and(&recorded)
}

fn text(run: &WorldsRun, folder: &Path) -> String {
    let mut text: String = run.scenes.iter().map(scene).collect();
    text += &format!("All is in {}\n", folder.display());
    text
}

fn scene(results: &WorldResults) -> String {
    let WorldResults { objects, frames, worlds, touching, .. } = results;
    let counted = |n: &usize, noun: &str| format::counted(*n as u64, noun);
    let mut text = format!(
        "{}: {} of {}, {} in {}, {} pairs touch\n",
        results.scene.name,
        counted(objects, "object"),
        format::counted(results.meshes as u64, "shape"),
        counted(frames, "frame"),
        counted(worlds, "world"),
        format::count(*touching as u64),
    );
    let (played, absent): (Vec<&Standing>, Vec<&Standing>) =
        results.standings.iter().partition(|it| it.frame_ns.is_some());
    let mut table =
        Table::new(["", "frame", "times feeler", "missed", "too many", "new world", "models"]);
    for it in &played {
        let time = |ns: Option<f64>| {
            ns.map_or("-".to_owned(), |ns| format::time(Duration::from_nanos(ns.round() as u64)))
        };
        let ratio = results.ratio(it).filter(|_| it.kind == ContenderKind::Peer);
        table.row([
            it.name.clone(),
            time(it.frame_ns),
            ratio.map_or(String::new(), |ratio| format!("{ratio:.2}")),
            format::count(it.missed as u64),
            format::count(it.extra as u64),
            time(it.new_ns),
            time(it.build_ns.map(|ns| ns as f64)),
        ]);
    }
    text += &table.to_string();
    for it in played.iter().filter(|it| !it.note.is_empty()) {
        text += &format!("  {}: {}\n", it.name, note(it));
    }
    for it in absent {
        text += &format!("  {} did not take part: {}\n", it.name, note(it));
    }
    if let Some((best, ratio)) = results.best_rival().and_then(|it| Some((it, results.ratio(it)?)))
    {
        text += &format!(
            "  the fastest right rival is {}, with {ratio:.2} times feeler's time\n",
            best.name
        );
    }
    text + "\n"
}

/// The first line of a note.
fn note(it: &Standing) -> String {
    let first = it.note.lines().next().unwrap_or_default();
    format::printable(if first.is_empty() { &it.status } else { first })
}
