//! A module: its items, its imports and the paths that it mentions, without test code.

use super::import::{Import, mentions_of_use};
use super::mention::{Mention, mentions_of_item};
use super::test_code::is_test;
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Item, ItemMod, Visibility};

/// A module of a crate. The modules of a crate are a list, the root first; the number of a module is
/// its index in the list.
pub(super) struct Module {
    /// The name of the module. The name of a root is that of its file, such as `lib.rs`.
    pub(super) name: String,
    /// The number of the parent; `None` for the root.
    pub(super) parent: Option<usize>,
    /// The path of its file, relative to the workspace.
    pub(super) file: PathBuf,
    /// Whether the module is test code. Then its sources are not read.
    pub(super) tests_only: bool,
    /// The names of the items that are defined in the module.
    pub(super) items: Vec<String>,
    /// The imports of the module, re-exports included.
    pub(super) imports: Vec<Import>,
    /// The paths in the module.
    pub(super) mentions: Vec<Mention>,
}

/// Reads the modules of a crate, starting with the file of its root.
pub(super) fn read(workspace: &Path, root: &Path) -> Result<Vec<Module>, String> {
    let name = root.file_name().unwrap_or_default().to_string_lossy();
    let folder = root.parent().expect("a source file is in a folder");
    let mut modules = Vec::new();
    read_file(workspace, root, folder, (&name, None), &mut modules)?;
    Ok(modules)
}

/// Reads the file of a module; the files of its children are in a folder.
fn read_file(
    workspace: &Path,
    path: &Path,
    folder: &Path,
    (name, parent): (&str, Option<usize>),
    modules: &mut Vec<Module>,
) -> Result<(), String> {
    let file = path.strip_prefix(workspace).unwrap_or(path).to_owned();
    let shown = file.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))?;
    let syntax = syn::parse_file(&text)
        .map_err(|error| format!("{shown}:{}: {error}", error.span().start().line))?;
    let number = modules.len();
    modules.push(Module::new(name, parent, file, is_test(&syntax.attrs)));
    if is_test(&syntax.attrs) {
        return Ok(());
    }
    read_items(workspace, &syntax.items, folder, number, modules)
}

/// Reads the items of a module.
fn read_items(
    workspace: &Path,
    items: &[Item],
    folder: &Path,
    number: usize,
    modules: &mut Vec<Module>,
) -> Result<(), String> {
    for item in items {
        match item {
            Item::Mod(child) => read_child(workspace, child, folder, number, modules)?,
            Item::Use(item) if !is_test(&item.attrs) => {
                let (mut mentions, imports) = mentions_of_use(item);
                // A re-export of the root shows an item to users; the root does not use the item.
                let reexports = number == 0 && !matches!(item.vis, Visibility::Inherited);
                if reexports {
                    mentions.clear();
                }
                modules[number].mentions.extend(mentions);
                modules[number].imports.extend(imports);
            }
            _ => {
                if let Some((name, mentions)) = mentions_of_item(item) {
                    modules[number].items.extend(name);
                    modules[number].mentions.extend(mentions);
                }
            }
        }
    }
    Ok(())
}

/// Reads a child module from its declaration in the parent.
fn read_child(
    workspace: &Path,
    child: &ItemMod,
    folder: &Path,
    parent: usize,
    modules: &mut Vec<Module>,
) -> Result<(), String> {
    let name = child.ident.to_string();
    let declared = modules[parent].file.clone();
    if is_test(&child.attrs) {
        modules.push(Module::new(&name, Some(parent), declared, true));
        return Ok(());
    }
    let line = child.ident.span().start().line;
    let complaint = |why| Err(format!("{}:{line}: module {name} {why}", declared.display()));
    if child.attrs.iter().any(|attribute| attribute.path().is_ident("path")) {
        return complaint("has a #[path]: let its file have its name");
    }
    let below = folder.join(&name);
    if let Some((_, items)) = &child.content {
        let number = modules.len();
        modules.push(Module::new(&name, Some(parent), declared, false));
        return read_items(workspace, items, &below, number, modules);
    }
    let files = [folder.join(format!("{name}.rs")), below.join("mod.rs")];
    match files.iter().find(|file| file.exists()) {
        Some(file) => read_file(workspace, file, &below, (&name, Some(parent)), modules),
        None => complaint("has no file"),
    }
}

impl Module {
    fn new(name: &str, parent: Option<usize>, file: PathBuf, tests_only: bool) -> Self {
        let name = name.to_owned();
        let (items, imports, mentions) = Default::default();
        Self { name, parent, file, tests_only, items, imports, mentions }
    }
}

/// The number of the child with a name, test code excluded; `None` if there is none.
pub(super) fn child(modules: &[Module], parent: usize, name: &str) -> Option<usize> {
    modules.iter().position(|module| {
        module.parent == Some(parent) && module.name == name && !module.tests_only
    })
}

/// The numbers of a module and its ancestors, the root first.
pub(super) fn ancestry(modules: &[Module], number: usize) -> Vec<usize> {
    let mut line: Vec<_> =
        std::iter::successors(Some(number), |&number| modules[number].parent).collect();
    line.reverse();
    line
}

/// The path of a module in its crate, such as `query::near`.
pub(super) fn path(modules: &[Module], number: usize) -> String {
    let line = ancestry(modules, number);
    let names: Vec<_> = line[1..].iter().map(|&number| modules[number].name.as_str()).collect();
    names.join("::")
}
