//! What a viewer shows: the meshes and poses that were named.

use crate::args::ViewArgs;
use crate::assembly::{Assembly, Request};
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::path::Path;
use anyhow::{Context, Result, anyhow, ensure};
use feeler::{Model, Pose};
use feeler_bench::Scene;
use feeler_view::{Moves, Part, Stage};
use feeler_world::Object;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// The seed of the poses of a scene, as in a benchmark.
const SEED: u64 = 1;

pub(super) fn of(args: &ViewArgs, interrupt: &Interrupt) -> Result<Stage> {
    match &args.scene {
        Some(name) => of_scene(name, interrupt),
        None => of_files(args, interrupt),
    }
}

fn of_files(args: &ViewArgs, interrupt: &Interrupt) -> Result<Stage> {
    let files = match &args.files[..] {
        [] => ["shape:knot", "shape:ring"].map(str::to_owned).to_vec(),
        files => files.to_vec(),
    };
    let assembly = Assembly::read(&Request::all(&files), interrupt)?;
    let Stage { title, mut parts, .. } = of_assembly(&files, &assembly);
    let placed = match args.files.is_empty() && !args.place.is_typed() {
        true => Pose::translation([0.0, 0.0, 1.5]), // that of most examples
        false => args.place.pose(),
    };
    if placed != Pose::IDENTITY {
        let count = parts.len();
        ensure!(count == 2, "--at and its like place the second of two meshes; there are {count}");
        parts[1].pose = placed.then(&parts[0].pose);
    }
    let read = |file: &PathBuf| Path::read(file, args.notation.notation(), interrupt);
    let (mut path, mut moves) = (Vec::new(), Vec::new());
    match args.poses.as_ref().map(read).transpose()? {
        None => {}
        Some(Path::OfSecond(poses)) => path = poses,
        Some(Path::OfParts(list)) => {
            for (name, poses) in list {
                moves.push(Moves { part: found(&parts, &name)?, poses });
            }
        }
    }
    Ok(Stage { title, parts, path, moves })
}

/// The number of the part with a name.
fn found(parts: &[Part], name: &str) -> Result<usize> {
    parts.iter().position(|part| part.name == name).with_context(|| {
        let names: Vec<&str> = parts.iter().map(|part| &part.name[..]).take(20).collect();
        format!("the poses speak of a part '{name}'; known are {}", names.join(", "))
    })
}

/// The parts of an assembly, in the order of its objects.
pub(in crate::command) fn of_assembly(files: &[String], assembly: &Assembly) -> Stage {
    let part = |object: &Object| Part {
        name: object.name().to_owned(),
        group: object.group().filter(|group| *group != object.name()).map(str::to_owned),
        model: object.model().clone(),
        pose: *object.pose(),
    };
    let names: Vec<String> = files.iter().map(|file| Input::new(file).name()).collect();
    let parts = assembly.world.objects().map(|(_, object)| part(object)).collect();
    Stage { title: names.join(", "), parts, ..Stage::default() }
}

/// A scene of the benchmark, by its name or its file. Its poses are the path.
fn of_scene(name: &str, interrupt: &Interrupt) -> Result<Stage> {
    let known = || feeler_bench::preset("small").unwrap_or_default();
    let scene = match name.ends_with(".toml") {
        true => Scene::read(std::path::Path::new(name))?,
        false => known().into_iter().find(|scene| scene.name == name).with_context(|| {
            let names: Vec<String> = known().into_iter().map(|scene| scene.name).collect();
            format!(
                "there is no scene '{name}'; known are {}, and files (*.toml)",
                names.join(", ")
            )
        })?,
    };
    let progress = |_: f64| match interrupt.noted() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let situation = scene.situation(None, SEED, &progress).map_err(|error| anyhow!("{error}"))?;
    let path: Vec<Pose> = situation.poses.iter().map(|placed| placed.pose).collect();
    let part = |name: &str, mesh, pose| Part {
        name: name.to_owned(),
        group: None,
        model: Model::new(mesh).into(),
        pose,
    };
    let start = path.first().copied().unwrap_or_default();
    let b = scene.b.as_deref().unwrap_or(&scene.a);
    let parts = vec![part(&scene.a, situation.a, Pose::IDENTITY), part(b, situation.b, start)];
    Ok(Stage { title: scene.name, parts, path, ..Stage::default() })
}
