//! `feeler bench list`: the scenes of a preset, and the rivals.

use crate::args::ListArgs;
use crate::command::Outcome;
use crate::output;
use anyhow::Result;
use feeler_bench::Scene;
use feeler_bench::peer::Peers;
use feeler_bench::worlds::{self, WorldScene};
use serde::Serialize;

pub(super) fn run(args: &ListArgs) -> Result<Outcome> {
    let scenes = feeler_bench::preset(&args.preset).expect("the argument was checked");
    let here = Peers::find();
    let rivals = Peers::known().into_iter().map(|name| {
        let status = here.get(name).map_or_else(|error| error.to_string(), |_| "ready".to_owned());
        Rival { name, status }
    });
    let worlds = worlds::built_in();
    let list =
        List { preset: &args.preset, scenes: &scenes, worlds: &worlds, peers: rivals.collect() };
    match args.json {
        true => output::print_json(&list)?,
        false => output::print(&list.text())?,
    }
    Ok(Outcome::Done)
}

#[derive(Serialize)]
struct List<'a> {
    preset: &'a str,
    scenes: &'a [Scene],
    worlds: &'a [WorldScene],
    peers: Vec<Rival>,
}

#[derive(Serialize)]
struct Rival {
    name: &'static str,
    status: String,
}

impl List<'_> {
    fn text(&self) -> String {
        let mut text = format!("Scenes of the preset {}:\n", self.preset);
        for scene in self.scenes {
            let why = scene.why.split_whitespace().collect::<Vec<_>>().join(" ");
            text += &format!("\n  {} ({}, {})\n    {why}\n", scene.name, scene.question, scene.a);
        }
        text += "\nWorlds of many objects:\n";
        for scene in self.worlds {
            let why = scene.why.split_whitespace().collect::<Vec<_>>().join(" ");
            text += &format!("\n  {}\n    {why}\n", scene.name);
        }
        text += "\nRivals:\n\n";
        for Rival { name, status } in &self.peers {
            text += &format!("  {name:<12} {status}\n");
        }
        text
    }
}
