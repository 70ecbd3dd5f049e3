//! Names of instances that a user can type.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::scene::Group;
use crate::{Instance, Scene};

/// The longest path that is a label, in bytes. A deep tree would repeat its names for each leaf.
const LONGEST_PATH: usize = 200;

/// What stands before a number that cannot be mistaken for a name.
const NUMBER: char = '#';

impl Scene {
    /// A label for each instance, no two alike, that [`Scene::part`] takes for this instance alone.
    ///
    /// It is the name of the instance if nothing else in the file has it. Otherwise it is the path, the
    /// names of all groups around it from the outermost on, or if that is not clear either, the number.
    ///
    /// ```
    /// let file = b"v 0 0 0\nv 1 0 0\nv 0 1 0\no lid\nf 1 2 3\no box\nf 3 2 1\n";
    /// let scene = feeler_io::parse(file, feeler_io::Format::Obj)?;
    /// assert_eq!(scene.labels(), ["lid", "box"]);
    /// # Ok::<(), feeler_io::Error>(())
    /// ```
    pub fn labels(&self) -> Vec<String> {
        let mut names: HashMap<&str, usize> = HashMap::new();
        let mut paths: HashMap<String, usize> = HashMap::new();
        for instance in self.instances() {
            *names.entry(instance.name()).or_default() += 1;
            if let Some(path) = instance.path() {
                *paths.entry(path).or_default() += 1;
            }
        }
        // A name of a group is that of all below it.
        let others: HashSet<&str> = self.group_names().into_iter().collect();
        let parts: HashSet<&str> = self.parts().iter().map(|part| &part.name[..]).collect();
        let label = |(number, instance): (usize, &Instance)| {
            let name = instance.name();
            let is_clear = names[name] == 1 && !others.contains(name);
            if is_clear && (1..=LONGEST_PATH).contains(&name.len()) && number_of(name).is_none() {
                return name.to_owned();
            }
            let is_path = |path: &String| path.contains('/') && paths[path] == 1;
            let is_name = |path: &String| {
                let path = &path[..];
                names.contains_key(path) || others.contains(path) || parts.contains(path)
            };
            let path = instance.path().filter(|_| !name.is_empty());
            if let Some(path) = path.filter(|path| is_path(path) && !is_name(path)) {
                return path;
            }
            let number = number.to_string();
            if is_name(&number) { format!("{NUMBER}{number}") } else { number }
        };
        self.instances().iter().enumerate().map(label).collect()
    }

    /// The names of all groups, each group once.
    fn group_names(&self) -> Vec<&str> {
        let mut known: HashSet<*const Group> = HashSet::new();
        let mut names = Vec::new();
        for instance in self.instances() {
            let mut group = instance.group.as_ref();
            while let Some(new) = group.filter(|group| known.insert(Arc::as_ptr(group))) {
                names.push(&*new.name);
                group = new.parent.as_ref();
            }
        }
        names
    }

    /// The instances that a number or a path names; see [`Scene::part`].
    pub(crate) fn addressed(&self, label: &str) -> Vec<&Instance> {
        if let Some(instance) = number_of(label).and_then(|number| self.instances().get(number)) {
            return vec![instance];
        }
        if !label.contains('/') {
            return Vec::new();
        }
        let wanted = format!("/{label}/");
        let path = |instance: &Instance| instance.path().map(|path| format!("/{path}/"));
        let chosen = |matches: &dyn Fn(String) -> bool| -> Vec<&Instance> {
            self.instances().iter().filter(|instance| path(instance).is_some_and(matches)).collect()
        };
        let ways: [&dyn Fn(String) -> bool; 3] =
            [&|path| path == wanted, &|path| path.ends_with(&wanted), &|path| {
                path.contains(&wanted)
            }];
        ways.into_iter().map(chosen).find(|found| !found.is_empty()).unwrap_or_default()
    }
}

/// The number that a label consists of, after a `#` or alone.
fn number_of(label: &str) -> Option<usize> {
    let digits = label.strip_prefix(NUMBER).unwrap_or(label);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

impl Instance {
    /// The names of the groups around the instance, from the outermost on, and its own, with slashes
    /// between them; `None` if that is too long for a label.
    fn path(&self) -> Option<String> {
        let mut names = vec![self.name()];
        let mut length = self.name().len();
        for group in self.groups() {
            length += group.len() + 1;
            if length > LONGEST_PATH {
                return None;
            }
            names.push(group);
        }
        names.reverse();
        Some(names.join("/"))
    }
}
