//! The parts of all files, as the objects of a world.

use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::voice;
use anyhow::{Context, Result};
use feeler::{Model, Pose};
use feeler_io::{Scene, UpAxis};
use feeler_world::{ObjectId, World};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A file, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) input: Input,
    /// The name of its object, or what stands before the labels of its parts; `None` for the file's name.
    pub(crate) name: Option<String>,
    /// The group of its objects; `None` for that of the file.
    pub(crate) group: Option<String>,
    pub(crate) pose: Pose,
}

impl Request {
    /// Files as they are placed.
    pub(crate) fn all(files: &[String]) -> Vec<Self> {
        let request = |file: &String| Self {
            input: Input::new(file),
            name: None,
            group: None,
            pose: Pose::IDENTITY,
        };
        files.iter().map(request).collect()
    }
}

/// An object that is moved once all files are read.
#[derive(Clone, Debug)]
pub(crate) struct Motion {
    pub(crate) object: String,
    pub(crate) by: Pose,
}

/// A world of parts.
pub(crate) struct Assembly {
    pub(crate) world: World,
    /// The files that were read, as they were named.
    pub(crate) files: Vec<String>,
    /// The name of the mesh of each object.
    pub(crate) parts: HashMap<ObjectId, String>,
    /// The number of different meshes.
    pub(crate) meshes: usize,
    /// The time to read all files and to build all trees.
    pub(crate) time: Duration,
}

impl Assembly {
    /// Reads files. Ctrl-C ends the reading.
    ///
    /// The objects of one file have the labels of its instances; of several files, a file's name stands
    /// before them, and is their group. A name that was asked for stands instead of the file's name, and it is an
    /// error if an object has it already.
    pub(crate) fn read(requests: &[Request], interrupt: &Interrupt) -> Result<Self> {
        let start = Instant::now();
        let (mut world, mut parts, mut meshes) = (World::new(), HashMap::new(), 0);
        let mut ups = BTreeSet::new();
        for (Request { input, name: wanted, group: wanted_group, pose: at }, number) in
            requests.iter().zip(1..)
        {
            let reader = input.clone();
            let bodies = interrupt.or(move || Bodies::read(&reader))??;
            ups.extend(bodies.up);
            meshes += bodies.models.len();
            for Body { label, part, group, model, pose } in bodies.list {
                let several = requests.len() > 1 || wanted.is_some();
                let file = || wanted.clone().unwrap_or_else(|| input.name());
                let name = match label.is_empty() {
                    true => file(),
                    false if several => format!("{}/{label}", file()),
                    false => label,
                };
                let name = if wanted.is_some() { name } else { free_name(&world, name) };
                let model = bodies.models[model].clone();
                let id = world
                    .add(name, model, pose.then(at))
                    .with_context(|| format!("object {number}"))?;
                let group = if several { Some(file()) } else { group };
                world.set_group(id, wanted_group.as_deref().or(group.as_deref()))?;
                parts.insert(id, part);
            }
        }
        if ups.len() > 1 {
            let ups: Vec<String> = ups.iter().map(UpAxis::to_string).collect();
            let ups = ups.join(" and ");
            voice::note(&format!("different axes are up in the files ({ups}): none is turned"));
        }
        let files = requests.iter().map(|request| request.input.text.clone()).collect();
        Ok(Self { world, files, parts, meshes, time: start.elapsed() })
    }

    /// Moves objects, from where they are.
    pub(crate) fn shift(&mut self, motions: &[Motion]) -> Result<()> {
        for Motion { object, by } in motions {
            let id = self.world.find(object)?;
            let pose = self.world.object(id)?.pose().then(by);
            self.world.place(id, pose)?;
        }
        Ok(())
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
