//! The content of a file: parts and their placements.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use feeler::Mesh;

use crate::{Error, ErrorKind, Placement, Unit, UpAxis, spelling};

/// The content of a file: parts, each with its mesh, and instances that place them.
///
/// A file in a format without placements has one instance of each part, with the identity.
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
    up: Option<UpAxis>,
}

/// A mesh and its name, which is empty if the file gives none.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The name, which need not be unique.
    pub name: String,
    /// The triangles, in the part's own coordinates.
    pub mesh: Mesh,
}

/// A placed part.
#[derive(Clone, Debug)]
pub struct Instance {
    pub(crate) name: Arc<str>,
    pub(crate) part: usize,
    pub(crate) placement: Placement,
    pub(crate) group: Option<Arc<Group>>,
}

/// A named node of the file's tree that is an ancestor of instances.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) name: Arc<str>,
    pub(crate) parent: Option<Arc<Group>>,
}

impl Scene {
    /// A scene of parts in their own coordinates.
    pub(crate) fn of_parts(parts: Vec<Part>) -> Result<Self, Error> {
        let place = |(part, Part { name, .. }): (usize, &Part)| Instance {
            name: name.as_str().into(),
            part,
            placement: Placement::IDENTITY,
            group: None,
        };
        let instances = parts.iter().enumerate().map(place).collect();
        Self::of_instances(parts, instances)
    }

    /// A scene of placed parts, whose placements the caller has checked; an error if one mesh
    /// cannot hold them all.
    pub(crate) fn of_instances(parts: Vec<Part>, instances: Vec<Instance>) -> Result<Self, Error> {
        let meshes = || instances.iter().map(|instance| &parts[instance.part].mesh);
        let triangles: usize = meshes().map(|mesh| mesh.triangles().len()).sum();
        let vertices: usize = meshes().map(|mesh| mesh.vertices().len()).sum();
        if triangles > Mesh::MAX_TRIANGLES || vertices > u32::MAX as usize {
            let reason = format!(
                "{triangles} triangles with {vertices} vertices are more than a mesh can have"
            );
            return Err(Error::new(ErrorKind::TooLarge, reason));
        }
        Ok(Self { parts, instances, unit: None, up: None })
    }

    /// The parts, in the order of the file.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The placed parts, in the order of the file's tree.
    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// The scene of a file that tells what its numbers are.
    pub(crate) fn measured(self, unit: Option<Unit>, up: Option<UpAxis>) -> Self {
        Self { unit, up, ..self }
    }

    /// The unit of length, if the file has one: glTF and 3MF always, COLLADA mostly. Coordinates are in
    /// this unit; see [`Units`](crate::Units).
    pub fn unit(&self) -> Option<Unit> {
        self.unit
    }

    /// The axis that points upwards, if the format has one (glTF, 3MF and COLLADA).
    pub fn up(&self) -> Option<UpAxis> {
        self.up
    }

    /// The scene with all lengths changed, and its new unit.
    pub(crate) fn resized(
        mut self,
        unit: Option<Unit>,
        length: impl Fn(f64) -> f64,
    ) -> Result<Self, Error> {
        let mut sizes = Vec::with_capacity(self.parts.len());
        for part in &mut self.parts {
            let vertices: Vec<[f64; 3]> =
                part.mesh.vertices().iter().map(|v| v.map(&length)).collect();
            sizes.push(vertices.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs())));
            part.mesh = Mesh::new(vertices, part.mesh.triangles().to_vec())?;
        }
        for instance in &mut self.instances {
            let Placement(rows) = &mut instance.placement;
            rows.iter_mut().for_each(|row| row[3] = length(row[3]));
            let size = sizes[instance.part];
            if !instance.placement.keeps_within(Mesh::LIMIT / 2.0, size) {
                let reason =
                    format!("coordinates become larger than {:e} in this unit", Mesh::LIMIT);
                return Err(Error::new(ErrorKind::TooLarge, reason));
            }
        }
        self.unit = unit;
        Ok(self)
    }

    /// The whole scene as one mesh: the placed meshes of all instances, one after the other.
    pub fn merged(&self) -> Mesh {
        self.placed(self.instances.iter())
    }

    /// The mesh of one of the scene's instances, placed as in the scene.
    ///
    /// [`Scene::rigid`] has one mesh for all instances of a part, so that they can share a model.
    ///
    /// # Panics
    /// May panic if the instance is that of another scene.
    ///
    /// ```
    /// let file = b"v 0 0 0\nv 1 0 0\nv 0 1 0\no lid\nf 1 2 3\no box\nf 3 2 1\n";
    /// let scene = feeler_io::parse(file, feeler_io::Format::Obj)?;
    /// let lid = &scene.instances()[0];
    /// assert_eq!((lid.name(), scene.mesh_of(lid).triangles().len()), ("lid", 1));
    /// # Ok::<(), feeler_io::Error>(())
    /// ```
    pub fn mesh_of(&self, instance: &Instance) -> Mesh {
        self.placed(std::iter::once(instance))
    }

    pub(crate) fn into_merged(mut self) -> Mesh {
        match &self.instances[..] {
            [only] if only.placement == Placement::IDENTITY => {
                self.parts.swap_remove(only.part).mesh
            }
            _ => self.merged(),
        }
    }

    /// The instances with this name as one mesh, placed as in the scene.
    ///
    /// The name may be that of an instance, or else of a group of instances, or else of a part. If
    /// several have the name, all are taken. If nothing has the name, it may be the number of an
    /// instance, from 0 on, with or without a `#` before it, or a path: some groups, from the outer to
    /// the inner, and perhaps an instance, with slashes between them. The error for an unknown name
    /// lists similar names. [`Scene::labels`] tells what is clear.
    pub fn part(&self, name: &str) -> Result<Mesh, Error> {
        let by_instance = |instance: &&Instance| &*instance.name == name;
        let by_part = |instance: &&Instance| self.parts[instance.part].name == name;
        let mut groups = Ancestry::of(name);
        let by_group = |instance: &&Instance| groups.has_name(instance.group.as_ref());
        let mut chosen: Vec<&Instance> = self.instances.iter().filter(by_instance).collect();
        if chosen.is_empty() {
            chosen = self.instances.iter().filter(by_group).collect();
        }
        if chosen.is_empty() {
            chosen = self.instances.iter().filter(by_part).collect();
        }
        if chosen.is_empty() {
            chosen = self.addressed(name);
        }
        if chosen.is_empty() {
            return Err(self.no_such_part(name));
        }
        Ok(self.placed(chosen.into_iter()))
    }

    fn no_such_part(&self, name: &str) -> Error {
        let names = self.names();
        let quoted = |names: Vec<&str>| -> Vec<String> {
            names.into_iter().map(|name| format!("'{}'", name.escape_debug())).collect()
        };
        let near = quoted(spelling::nearest(name, &names));
        let some = quoted(spelling::first(&names));
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

    /// The first names that a caller can use for a part, each once, without names too long to type.
    ///
    /// Each part and each group is visited once, however many instances it has.
    fn names(&self) -> Vec<&str> {
        let mut names = spelling::Names::default();
        let mut is_known = vec![false; self.parts.len()];
        let mut known_groups: HashSet<*const Group> = HashSet::new();
        for instance in &self.instances {
            names.add(&instance.name);
            if !std::mem::replace(&mut is_known[instance.part], true) {
                names.add(&self.parts[instance.part].name);
            }
            let mut group = instance.group.as_ref();
            while let Some(new) = group.filter(|group| known_groups.insert(Arc::as_ptr(group))) {
                names.add(&new.name);
                group = new.parent.as_ref();
            }
        }
        names.into_list()
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
    /// The name of the node that places the part; it often differs from the name of the part, and
    /// is often empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The index of the part in the scene's [`parts`](Scene::parts).
    pub fn part(&self) -> usize {
        self.part
    }

    /// The placement in the scene.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// The names of the groups around the instance, the innermost first.
    pub fn groups(&self) -> impl Iterator<Item = &str> {
        std::iter::successors(self.group.as_deref(), |group| group.parent.as_deref())
            .map(|group| &*group.name)
    }
}

/// Finds out which groups have a name, or are within a group that has it.
///
/// A group knows only its parent, and many groups share one: the answer for each group is computed
/// once and stored.
struct Ancestry<'a> {
    name: &'a str,
    known: HashMap<*const Group, bool>,
}

impl<'a> Ancestry<'a> {
    fn of(name: &'a str) -> Self {
        Self { name, known: HashMap::new() }
    }

    fn has_name(&mut self, group: Option<&Arc<Group>>) -> bool {
        let mut passed = Vec::new();
        let mut above = group;
        let answer = loop {
            let Some(group) = above else { break false };
            if let Some(&known) = self.known.get(&Arc::as_ptr(group)) {
                break known;
            }
            passed.push(Arc::as_ptr(group));
            if *group.name == *self.name {
                break true;
            }
            above = group.parent.as_ref();
        };
        self.known.extend(passed.into_iter().map(|group| (group, answer)));
        answer
    }
}
