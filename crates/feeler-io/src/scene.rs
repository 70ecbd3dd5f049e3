//! Parts and where they stand.

use std::sync::Arc;

use feeler::Mesh;

use crate::{Error, ErrorKind, Placement, spelling};

/// What a file holds: parts, each with its mesh, and instances that place them.
///
/// Formats without placements have one instance of each part, where it is.
///
/// ```
/// let file = b"v 0 0 0\nv 1 0 0\nv 0 1 0\no lid\nf 1 2 3\no box\nf 3 2 1\n";
/// let scene = feeler_io::parse(file, feeler_io::Format::Obj)?;
/// assert_eq!(scene.parts()[0].name, "lid");
/// assert_eq!(scene.part("box")?.triangles().len(), 1);
/// assert_eq!(scene.merged().triangles().len(), 2);
/// # Ok::<(), feeler_io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scene {
    parts: Vec<Part>,
    instances: Vec<Instance>,
    unit: Option<Unit>,
}

/// A mesh and its name, which is empty where the file gives none.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The name, not always unique.
    pub name: String,
    /// The triangles, in the part's own coordinates.
    pub mesh: Mesh,
}

/// A part put somewhere.
#[derive(Clone, Debug)]
pub struct Instance {
    pub(crate) name: Arc<str>,
    pub(crate) part: usize,
    pub(crate) placement: Placement,
    pub(crate) group: Option<Arc<Group>>,
}

/// A named node of the file's tree, above instances.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) name: Arc<str>,
    pub(crate) parent: Option<Arc<Group>>,
}

/// What a coordinate of 1 means, where the format says so; nothing is converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// 10⁻⁶ m.
    Micron,
    /// 10⁻³ m.
    Millimetre,
    /// 10⁻² m.
    Centimetre,
    /// 0.0254 m.
    Inch,
    /// 0.3048 m.
    Foot,
    /// 1 m.
    Metre,
}

impl Scene {
    /// Parts that stand where they are.
    pub(crate) fn of_parts(parts: Vec<Part>) -> Result<Self, Error> {
        let triangles: usize = parts.iter().map(|part| part.mesh.triangles().len()).sum();
        let vertices: usize = parts.iter().map(|part| part.mesh.vertices().len()).sum();
        if triangles > Mesh::MAX_TRIANGLES || vertices > u32::MAX as usize {
            let reason = format!(
                "{triangles} triangles with {vertices} vertices are more than a mesh can have"
            );
            return Err(Error::new(ErrorKind::TooLarge, reason));
        }
        let place = |(part, Part { name, .. }): (usize, &Part)| Instance {
            name: name.as_str().into(),
            part,
            placement: Placement::IDENTITY,
            group: None,
        };
        let instances = parts.iter().enumerate().map(place).collect();
        Ok(Self { parts, instances, unit: None })
    }

    /// Placed parts, whose sizes and places the caller has checked.
    pub(crate) fn of_instances(
        parts: Vec<Part>,
        instances: Vec<Instance>,
        unit: Option<Unit>,
    ) -> Self {
        Self { parts, instances, unit }
    }

    /// The meshes, in the order of the file.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The placed parts, in the order of the file's tree.
    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// The unit of length, where the format has one (glTF and 3MF).
    pub fn unit(&self) -> Option<Unit> {
        self.unit
    }

    /// The whole scene as one mesh, every instance in its place, one after the other.
    pub fn merged(&self) -> Mesh {
        self.placed(self.instances.iter())
    }

    pub(crate) fn into_merged(mut self) -> Mesh {
        match &self.instances[..] {
            [only] if only.placement == Placement::IDENTITY => {
                self.parts.swap_remove(only.part).mesh
            }
            _ => self.merged(),
        }
    }

    /// The instances of that name as one mesh, placed where they stand in the scene.
    ///
    /// The name is that of an instance, or else of a group of instances, or else of a part. Several
    /// of that name are all taken. The error for an unknown name lists similar ones.
    pub fn part(&self, name: &str) -> Result<Mesh, Error> {
        let by_instance = |instance: &&Instance| &*instance.name == name;
        let by_group = |instance: &&Instance| instance.groups().any(|group| group == name);
        let by_part = |instance: &&Instance| self.parts[instance.part].name == name;
        let all = || self.instances.iter();
        if all().any(|instance| by_instance(&instance)) {
            Ok(self.placed(all().filter(by_instance)))
        } else if all().any(|instance| by_group(&instance)) {
            Ok(self.placed(all().filter(by_group)))
        } else if all().any(|instance| by_part(&instance)) {
            Ok(self.placed(all().filter(by_part)))
        } else {
            Err(self.no_such_part(name))
        }
    }

    fn no_such_part(&self, name: &str) -> Error {
        let names = || {
            let all = self.instances.iter().flat_map(|instance| {
                let part = self.parts[instance.part].name.as_str();
                [instance.name(), part].into_iter().chain(instance.groups())
            });
            all.filter(|name| !name.is_empty())
        };
        let quoted = |names: Vec<&str>| -> Vec<String> {
            names.into_iter().map(|name| format!("'{}'", name.escape_debug())).collect()
        };
        let near = quoted(spelling::nearest(name, names()));
        let some = quoted(spelling::first(names()));
        let hint = match (&near[..], &some[..]) {
            ([], []) => ", none of them with a name".to_owned(),
            ([], some) => format!("; some names are {}", some.join(", ")),
            (near, _) => format!("; did you mean {}?", near.join(" or ")),
        };
        let count = match self.instances.len() {
            1 => "the file has 1 part".to_owned(),
            count => format!("the file has {count} parts"),
        };
        let reason = format!("no part is called '{name}', {count}{hint}");
        Error::new(ErrorKind::NoSuchPart, reason)
    }

    fn placed<'a>(&'a self, instances: impl Iterator<Item = &'a Instance> + Clone) -> Mesh {
        let meshes = instances.clone().map(|instance| &self.parts[instance.part].mesh);
        let mut vertices = Vec::with_capacity(meshes.clone().map(|m| m.vertices().len()).sum());
        let mut triangles = Vec::with_capacity(meshes.map(|m| m.triangles().len()).sum());
        for instance in instances {
            let mesh = &self.parts[instance.part].mesh;
            let first = vertices.len() as u32;
            vertices.extend(mesh.vertices().iter().map(|&v| instance.placement.apply(v)));
            triangles.extend(mesh.triangles().iter().map(|t| t.map(|vertex| vertex + first)));
        }
        Mesh::new(vertices, triangles).expect("sizes and places were checked with the scene")
    }
}

impl Instance {
    /// The name of the node that places the part; often another one than the part's, often empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Which of the scene's [`parts`](Scene::parts) it is.
    pub fn part(&self) -> usize {
        self.part
    }

    /// Where it stands.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// The names of the groups around it, the innermost first.
    pub fn groups(&self) -> impl Iterator<Item = &str> {
        std::iter::successors(self.group.as_deref(), |group| group.parent.as_deref())
            .map(|group| &*group.name)
    }
}
