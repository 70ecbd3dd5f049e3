//! A member: a crate of the workspace, with its dependencies and its modules.

use super::module::{self, Module};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A crate of the workspace.
pub(super) struct Member {
    pub(super) name: String,
    /// The path of its `Cargo.toml`, relative to the workspace.
    pub(super) manifest: String,
    /// The crates of the workspace that it depends on, without those of tests, each with its line in
    /// `Cargo.toml`.
    pub(super) dependencies: Vec<(String, usize)>,
    /// The modules of its library, and those of each program.
    pub(super) trees: Vec<Vec<Module>>,
}

/// Reads the crates in the folder `crates` of a workspace.
pub(super) fn read(workspace: &Path) -> Result<Vec<Member>, String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(workspace);
    let output = cargo.output().map_err(|error| format!("cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let workspace = Path::new(text(&metadata["workspace_root"]));
    let crates = workspace.join("crates");
    list(&metadata["packages"])
        .filter(|package| Path::new(text(&package["manifest_path"])).starts_with(&crates))
        .map(|package| member(workspace, package))
        .collect()
}

fn member(workspace: &Path, package: &Value) -> Result<Member, String> {
    let manifest = Path::new(text(&package["manifest_path"]));
    let shown = manifest.strip_prefix(workspace).unwrap_or(manifest).display().to_string();
    let lines = fs::read_to_string(manifest).map_err(|error| format!("{shown}: {error}"))?;
    let dependencies = list(&package["dependencies"])
        .filter(|dependency| text(&dependency["kind"]) != "dev" && dependency["path"].is_string())
        .map(|dependency| text(&dependency["name"]).to_owned())
        .map(|name| (name.clone(), line_of(&lines, &name)));
    let programs = ["lib", "bin", "rlib", "cdylib", "staticlib", "proc-macro"];
    let trees = list(&package["targets"])
        .filter(|target| list(&target["kind"]).any(|kind| programs.contains(&text(kind))))
        .map(|target| module::read(workspace, Path::new(text(&target["src_path"]))))
        .collect::<Result<_, _>>()?;
    Ok(Member {
        name: text(&package["name"]).to_owned(),
        dependencies: dependencies.collect(),
        manifest: shown,
        trees,
    })
}

/// The line of a dependency in a manifest, not counting those of tests; 1 if it is not found.
pub(super) fn line_of(manifest: &str, name: &str) -> usize {
    let mut normal = false;
    for (line, text) in (1..).zip(manifest.lines()) {
        if text.starts_with('[') {
            normal = text.contains("dependencies") && !text.contains("dev-dependencies");
        }
        let key = text.split([' ', '.', '=']).next().unwrap_or_default();
        if normal && key.trim_matches('"') == name {
            return line;
        }
    }
    1
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// The text of a value; empty if it is not a string, like the kind of a normal dependency.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
