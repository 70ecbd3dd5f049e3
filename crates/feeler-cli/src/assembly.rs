//! The parts of all files, as the objects of a world.

use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::voice;
use anyhow::Result;
use feeler::{Model, Pose};
use feeler_io::{Scene, UpAxis};
use feeler_world::{ObjectId, World};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A world of parts.
pub(crate) struct Assembly {
    pub(crate) world: World,
    /// The name of the mesh of each object.
    pub(crate) parts: HashMap<ObjectId, String>,
    /// The number of different meshes.
    pub(crate) meshes: usize,
    /// The time to read all files and to build all trees.
    pub(crate) time: Duration,
}

impl Assembly {
    /// Reads files as they are placed. Ctrl-C ends the reading.
    ///
    /// The objects of one file have the labels of its instances; of several files, a file's name stands
    /// before them, and is their group.
    pub(crate) fn read(files: &[String], interrupt: &Interrupt) -> Result<Self> {
        let start = Instant::now();
        let (mut world, mut parts, mut meshes) = (World::new(), HashMap::new(), 0);
        let mut ups = BTreeSet::new();
        for text in files {
            let input = Input::new(text);
            let reader = input.clone();
            let bodies = interrupt.or(move || Bodies::read(&reader))??;
            ups.extend(bodies.up);
            meshes += bodies.models.len();
            for Body { label, part, group, model, pose } in bodies.list {
                let several = files.len() > 1;
                let name = match label.is_empty() {
                    true => input.name(),
                    false if several => format!("{}/{label}", input.name()),
                    false => label,
                };
                let id = world.add(free_name(&world, name), bodies.models[model].clone(), pose)?;
                let group = if several { Some(input.name()) } else { group };
                world.set_group(id, group.as_deref())?;
                parts.insert(id, part);
            }
        }
        if ups.len() > 1 {
            let ups: Vec<String> = ups.iter().map(UpAxis::to_string).collect();
            let ups = ups.join(" and ");
            voice::note(&format!("different axes are up in the files ({ups}): none is turned"));
        }
        Ok(Self { world, parts, meshes, time: start.elapsed() })
    }
}

/// The name, or if it is taken, the name with a number.
fn free_name(world: &World, name: String) -> String {
    if world.find(&name).is_err() {
        return name;
    }
    let numbered = (2..).map(|number| format!("{name} ({number})"));
    numbered.into_iter().find(|name| world.find(name).is_err()).expect("numbers do not end")
}

/// The parts of one file.
struct Bodies {
    models: Vec<Arc<Model>>,
    list: Vec<Body>,
    up: Option<UpAxis>,
}

/// One part at its place.
struct Body {
    /// The label of the instance; empty if the input is one mesh.
    label: String,
    /// The name of the mesh.
    part: String,
    group: Option<String>,
    model: usize,
    pose: Pose,
}

impl Bodies {
    fn read(input: &Input) -> Result<Self> {
        let Some(scene) = input.scene()? else {
            let mesh = input.mesh()?;
            input.note_empty(&mesh);
            let body = Body {
                label: String::new(),
                part: input.name(),
                group: None,
                model: 0,
                pose: Pose::IDENTITY,
            };
            return Ok(Self {
                models: vec![Arc::new(Model::new(mesh))],
                list: vec![body],
                up: None,
            });
        };
        let rigid = scene.rigid();
        let models = rigid.meshes.into_iter().map(|mesh| Arc::new(Model::new(mesh))).collect();
        let labels = scene.labels();
        let is_one = labels.len() == 1;
        let placed = labels.into_iter().zip(scene.instances()).zip(rigid.instances);
        let list = placed.map(|((label, instance), (model, pose))| Body {
            part: part_name(&scene, instance.part()),
            label: if is_one { String::new() } else { label },
            group: instance.groups().find(|group| !group.is_empty()).map(str::to_owned),
            model,
            pose,
        });
        Ok(Self { models, list: list.collect(), up: scene.up() })
    }
}

/// The name of a part, or its number if it has none.
fn part_name(scene: &Scene, part: usize) -> String {
    let name = &scene.parts()[part].name;
    if name.is_empty() { format!("part {part}") } else { name.clone() }
}
