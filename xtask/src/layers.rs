//! `cargo xtask layers` reads the sources and checks the layers: a crate uses only crates below it,
//! the modules of a crate have no cycle, and those of `feeler` keep a stated order. Test code is not
//! checked.
//!
//! Calls of methods, derives, and paths in the strings of attributes are not seen.

mod crates;
mod drawing;
mod graph;
mod import;
mod member;
mod mention;
mod module;
mod modules;
mod order;
mod resolve;
mod test_code;
#[cfg(test)]
mod tests;
mod uses;

use graph::Graph;
use member::Member;
use module::Module;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use uses::Uses;

/// What to do with the drawing in ARCHITECTURE.md.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    Ignore,
    Check,
    Write,
}

/// Checks the layers, and prints the drawing or the faults.
pub(crate) fn layers(page: Page) -> ExitCode {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask has a parent");
    let kept = check(workspace).and_then(|drawing| {
        print!("{drawing}");
        let page_kept = keep(&workspace.join("ARCHITECTURE.md"), &drawing, page);
        page_kept.map_err(|fault| vec![fault])
    });
    let Err(faults) = kept else {
        return ExitCode::SUCCESS;
    };
    faults.iter().for_each(|fault| eprintln!("{fault}"));
    ExitCode::FAILURE
}

/// Checks the layers of a workspace and draws them; the error is the list of faults.
fn check(workspace: &Path) -> Result<String, Vec<String>> {
    let members = read(workspace).map_err(|fault| vec![fault])?;
    let mut faults = crates::faults(&members);
    let mut top = Graph::new();
    let mut drawn = order::MODULES.to_vec();
    for (member, tree, uses) in trees(&members) {
        faults.extend(uses.unknown.iter().cloned());
        for (parent, graph) in &uses.siblings {
            if member.name == order::CORE && parent.is_empty() {
                // Modules that keep an order have no cycle.
                faults.extend(modules::disorder(tree, graph, order::MODULES));
                drawn.retain(|name| module::child(tree, 0, name).is_some());
                top = graph.clone();
            } else {
                faults.extend(modules::cycles(graph));
            }
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(drawing::draw(&crates::graph(&members), order::CORE, &drawn, &top))
}

/// Reads the crates of a workspace, and the uses in each library and program.
fn read(workspace: &Path) -> Result<Vec<(Member, Vec<Uses>)>, String> {
    let members = member::read(workspace)?;
    let names = members.iter().map(|member| member.name.replace('-', "_")).collect();
    let uses = |member: &Member| member.trees.iter().map(|tree| uses::read(tree, &names)).collect();
    let uses: Vec<Vec<Uses>> = members.iter().map(uses).collect();
    Ok(members.into_iter().zip(uses).collect())
}

/// Lists the libraries and programs: the crate, the modules, and their uses.
fn trees(members: &[(Member, Vec<Uses>)]) -> impl Iterator<Item = (&Member, &[Module], &Uses)> {
    members.iter().flat_map(|(member, uses)| {
        let trees = member.trees.iter().zip(uses);
        trees.map(move |(tree, uses)| (member, &tree[..], uses))
    })
}

/// Compares the drawing in a page with the right one, or replaces it.
fn keep(page: &Path, drawing: &str, what: Page) -> Result<(), String> {
    if what == Page::Ignore {
        return Ok(());
    }
    let name = page.file_name().unwrap_or_default().display();
    let text = fs::read_to_string(page).map_err(|error| format!("{name}: {error}"))?;
    match (drawing::find(&text), what) {
        (Some(old), Page::Check) if text[old.clone()] != *drawing => Err(format!(
            "{name}: the drawing of the layers differs from the sources: run `cargo xtask layers --write`"
        )),
        (Some(old), Page::Write) => {
            let new = [&text[..old.start], drawing, &text[old.end..]].concat();
            fs::write(page, new).map_err(|error| format!("{name}: {error}"))
        }
        (None, Page::Write) => {
            Err(format!("{name}: there is no block that begins with {}", drawing::FENCE))
        }
        _ => Ok(()),
    }
}
