//! `feeler info`: the contents of a file, and its trees.

use super::Outcome;
use crate::args::InfoArgs;
use crate::input::Input;
use crate::relation::{self, SolidJson};
use crate::setting::Setting;
use crate::table::Table;
use crate::{census, format, lengths, output};
use anyhow::Result;
use feeler::{Contact, Mesh, Model, TreeStats, Volume};
use feeler_field::Boundary;
use feeler_io::Scene;
use feeler_research::LevelShapes;
use serde::Serialize;
use std::fmt::{self, Display, Write};
use std::time::{Duration, Instant};

pub(crate) fn run(args: &InfoArgs) -> Result<Outcome> {
    let inputs = Input::all(&args.files, args.stream.format)?;
    let infos: Vec<Info> =
        inputs.iter().map(|input| Info::new(input, args)).collect::<Result<_>>()?;
    if args.json {
        output::print_json(&infos)?;
    } else {
        let texts: Vec<String> = infos.iter().map(Info::to_string).collect();
        output::print(&texts.join("\n"))?;
    }
    Ok(Outcome::Done)
}

/// All information about one argument.
#[derive(Serialize)]
struct Info {
    source: String,
    unit: Option<String>,
    /// The axis that points upwards.
    up: Option<String>,
    parts: Vec<Contents>,
    instances: Vec<Placed>,
    /// The number of instances that are not listed because the sum of their names is too long.
    #[serde(skip_serializing_if = "is_zero")]
    instances_left_out: usize,
    whole: Contents,
    trees: Vec<TreeInfo>,
}

/// The contents of a mesh.
#[derive(Serialize)]
struct Contents {
    name: String,
    triangles: usize,
    vertices: usize,
    bounds: Option<[[f64; 3]; 2]>,
    degenerate: usize,
    duplicate: usize,
    #[serde(flatten)]
    solid: SolidJson,
    /// Two triangles that meet elsewhere than at a common corner or edge.
    self_contact: Option<[u32; 2]>,
    area: f64,
    volume: Option<f64>,
    centroid: Option<[f64; 3]>,
    #[serde(skip)]
    holes: Option<String>,
}

/// An instance: a part with a placement.
#[derive(Serialize)]
struct Placed {
    name: String,
    groups: Vec<String>,
    part: usize,
    placement: [[f64; 4]; 3],
}

#[derive(Serialize)]
struct TreeInfo {
    bv: String,
    arity: usize,
    build: &'static str,
    leaf: u8,
    build_ns: u64,
    nodes: usize,
    depth: usize,
    fill: f64,
    node_bytes: usize,
    leaf_bytes: usize,
    bytes_per_triangle: Option<f64>,
    /// The shapes of the levels of a hybrid tree.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shapes: Vec<LevelShapes>,
}

impl Info {
    fn new(input: &Input, args: &InfoArgs) -> Result<Self> {
        let scene = input.scene_as_written()?.map(lengths::bring_alone).transpose()?;
        let mesh = match &scene {
            Some(scene) => scene.merged(),
            None => input.mesh()?,
        };
        let scene = scene.unwrap_or_default();
        let instances = instances(&scene);
        Ok(Self {
            source: input.text.clone(),
            unit: scene.unit().map(|unit| unit.to_string()),
            up: scene.up().map(|up| up.to_string()),
            parts: scene.parts().iter().map(|part| Contents::new(&part.name, &part.mesh)).collect(),
            instances_left_out: scene.instances().len() - instances.len(),
            instances,
            whole: Contents::new(&input.name(), &mesh),
            trees: args.bv.0.iter().map(|&bv| TreeInfo::new(&mesh, bv, args)).collect(),
        })
    }
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// The instances, until the total length of their names exceeds a bound. A deep tree repeats the
/// names of its groups for each leaf, so a small file can ask for gigabytes of names.
fn instances(scene: &Scene) -> Vec<Placed> {
    const MOST_NAME_BYTES: usize = 16 << 20;
    let mut room = MOST_NAME_BYTES;
    let placed = |instance: &feeler_io::Instance| Placed {
        name: instance.name().to_owned(),
        groups: instance.groups().map(str::to_owned).collect(),
        part: instance.part(),
        placement: instance.placement().0,
    };
    let fits = |instance: &&feeler_io::Instance| {
        let length: usize = instance.groups().map(|group| group.len() + 1).sum();
        let left = room.checked_sub(length + instance.name().len());
        room = left.unwrap_or(0);
        left.is_some()
    };
    scene.instances().iter().take_while(fits).map(placed).collect()
}

impl Contents {
    fn new(name: &str, mesh: &Mesh) -> Self {
        let model = Model::new(mesh.clone());
        let boundary = Boundary::of(&model);
        Self {
            name: name.to_owned(),
            triangles: mesh.triangles().len(),
            vertices: mesh.vertices().len(),
            bounds: mesh.bounds(),
            degenerate: census::degenerate(mesh),
            duplicate: census::duplicate(mesh),
            solid: SolidJson::new(&boundary),
            self_contact: boundary.self_contact().map(|Contact { a, b }| [a, b]),
            area: boundary.area(),
            volume: boundary.volume(),
            centroid: boundary.centroid(),
            holes: relation::holes(boundary.holes()),
        }
    }

    /// What the mesh is as a solid.
    fn solid_cells(&self, name: String) -> [String; 7] {
        let yes = |is_so: bool| if is_so { "yes" } else { "no" }.to_owned();
        let components = format::count(self.solid.components as u64);
        [
            name,
            self.holes.clone().unwrap_or_else(|| "none".to_owned()),
            yes(self.solid.turned == 0),
            yes(self.self_contact.is_some()),
            components,
            format::coordinate(self.area),
            self.volume.map_or("-".to_owned(), format::coordinate),
        ]
    }

    fn cells(&self, name: String) -> [String; 7] {
        let [low, high] = match self.bounds {
            Some(corners) => corners.map(format::point),
            None => ["-", "-"].map(str::to_owned),
        };
        let [triangles, vertices, degenerate, duplicate] =
            [self.triangles, self.vertices, self.degenerate, self.duplicate]
                .map(|n| format::count(n as u64));
        [name, triangles, vertices, degenerate, duplicate, low, high]
    }
}

impl TreeInfo {
    fn new(mesh: &Mesh, bv: Volume, args: &InfoArgs) -> Self {
        let setting = args.tree.over(Setting { bv, ..Setting::default() });
        let copy = mesh.clone();
        let start = Instant::now();
        let build = setting.build();
        let model = Model::build(copy, &build);
        let time = start.elapsed();
        let TreeStats { nodes, depth, node_bytes, leaf_bytes, fill, .. } = model.stats();
        let triangles = mesh.triangles().len();
        Self {
            bv: bv.to_string(),
            arity: setting.arity.number(),
            build: setting.rule.name(),
            leaf: setting.leaf,
            build_ns: time.as_nanos() as u64,
            nodes,
            depth,
            fill,
            node_bytes,
            leaf_bytes,
            bytes_per_triangle: (triangles > 0)
                .then(|| (node_bytes + leaf_bytes) as f64 / triangles as f64),
            shapes: LevelShapes::of(&model, &build),
        }
    }

    fn cells(&self) -> [String; 6] {
        [
            self.bv.clone(),
            format::time(Duration::from_nanos(self.build_ns)),
            format::count(self.nodes as u64),
            format::count(self.depth as u64),
            format!("{:.2}", self.fill),
            self.bytes_per_triangle.map_or("-".to_owned(), |bytes| format!("{bytes:.1}")),
        ]
    }
}

impl TreeInfo {
    /// Writes the table of the shapes of a hybrid tree.
    fn write_shapes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.shapes.is_empty() {
            return Ok(());
        }
        let name = format!("{}, level", self.bv);
        let mut table =
            Table::new([&name, "spheres", "lines", "rectangles", "boxes", "rounded boxes"]);
        for level in &self.shapes {
            let [spheres, lines, rectangles, boxes, rounded] =
                level.counts().map(|count| format::count(count as u64));
            table.row([level.depth.to_string(), spheres, lines, rectangles, boxes, rounded]);
        }
        write!(f, "\n{table}")
    }
}

impl Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format::printable(&self.source))?;
        if !self.parts.is_empty() {
            let parts = format::counted(self.parts.len() as u64, "part");
            let instances = (self.instances.len() + self.instances_left_out) as u64;
            let instances = format::counted(instances, "instance");
            write!(f, ": {parts}, {instances}")?;
        }
        if let Some(unit) = &self.unit {
            write!(f, ", in units of one {unit}")?;
        }
        f.write_str("\n")?;

        let mut meshes = Table::new([
            "mesh",
            "triangles",
            "vertices",
            "without area",
            "duplicate",
            "box from",
            "to",
        ]);
        let has_places = self.instances.iter().any(|instance| self.is_worth_a_line(instance));
        let mut solids = Table::new([
            "as a solid",
            "holes",
            "oriented",
            "meets itself",
            "components",
            "area",
            "volume",
        ]);
        if has_places || self.parts.len() > 1 {
            for (number, part) in self.parts.iter().enumerate() {
                let name = format!("part {number} {}", format::printable(&part.name));
                meshes.row(part.cells(name.trim_end().to_owned()));
                solids.row(part.solid_cells(name.trim_end().to_owned()));
            }
        }
        meshes.row(self.whole.cells("all of it".to_owned()));
        solids.row(self.whole.solid_cells("all of it".to_owned()));
        write!(f, "\n{meshes}\n{solids}")?;

        if has_places {
            f.write_char('\n')?;
            for (number, Placed { name, groups, part, .. }) in self.instances.iter().enumerate() {
                let path =
                    groups.iter().rev().fold(String::new(), |path, group| path + group + "/");
                let path = format::printable(&(path + name));
                let instance = format!("instance {number} {path}");
                writeln!(f, "  {} of part {part}", instance.trim_end())?;
            }
            if self.instances_left_out > 0 {
                let more = format::counted(self.instances_left_out as u64, "instance");
                writeln!(f, "  and {more} more, with names too long to list")?;
            }
        }

        let mut trees =
            Table::new(["volume", "build time", "nodes", "depth", "fill", "bytes/triangle"]);
        for tree in &self.trees {
            trees.row(tree.cells());
        }
        write!(f, "\n{trees}")?;
        self.trees.iter().try_for_each(|tree| tree.write_shapes(f))
    }
}

impl Info {
    /// Whether an instance says something new. Most files place each part once, without a
    /// transformation, under the name of the part.
    fn is_worth_a_line(&self, instance: &Placed) -> bool {
        let identity = feeler_io::Placement::IDENTITY.0;
        instance.placement != identity
            || instance.name != self.parts[instance.part].name
            || !instance.groups.is_empty()
    }
}
