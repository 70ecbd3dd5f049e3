//! What drives the page.

use feeler::{Mesh, Model, Pose};
use feeler_view::{Part, Stage, Viewer};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{PoisonError, RwLock};

/// Where the page is made.
fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("web")
}

/// Whether all is there that these tests need. Says what is missing.
pub(crate) fn is_ready() -> bool {
    let missing =
        if !feeler_view::is_built() || !web().join("node_modules/playwright-core").is_dir() {
            "the page was not built; 'cargo xtask test' does that where node is installed"
        } else if !has_browser() {
            "there is no browser; install chromium, or name one in FEELER_BROWSER"
        } else {
            return true;
        };
    // A macro is not used here, because the output of a passing test would be hidden.
    let text = format!("\nNOT TESTED: the viewer in a browser, because {missing}.\n");
    std::io::stderr().write_all(text.as_bytes()).unwrap();
    false
}

fn has_browser() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
    std::env::var_os("FEELER_BROWSER").is_some()
        || std::env::split_paths(&path)
            .any(|folder| names.iter().any(|name| folder.join(name).is_file()))
}

/// Browsers run side by side, but none beside one that measures.
static MEASURES: RwLock<()> = RwLock::new(());

/// Runs a scenario of `web/test` on a page, and returns what it saw.
pub(crate) fn drive(scenario: &str, address: &str) -> Value {
    let _beside = MEASURES.read().unwrap_or_else(PoisonError::into_inner);
    driven(scenario, address)
}

/// Like [`drive`], with no other browser at the same time.
pub(crate) fn drive_alone(scenario: &str, address: &str) -> Value {
    let _alone = MEASURES.write().unwrap_or_else(PoisonError::into_inner);
    driven(scenario, address)
}

fn driven(scenario: &str, address: &str) -> Value {
    let output = driver(scenario, address).output().expect("node runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{scenario}: {stderr}");
    serde_json::from_slice(&output.stdout).expect("one JSON value")
}

/// The command that runs a scenario.
pub(crate) fn driver(scenario: &str, address: &str) -> Command {
    let mut command = Command::new("node");
    command.args(["test/drive.mjs", scenario, address]).current_dir(web());
    command
}

/// Serves a stage, and returns the address.
pub(crate) fn serve(stage: Stage) -> String {
    let viewer = Viewer::bind(stage).unwrap();
    let address = viewer.address();
    std::thread::spawn(|| viewer.run());
    address
}

/// Names that would do harm if they were markup.
pub(crate) const EVIL: [&str; 2] = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(2)>\"'&</script><script>alert(3)</script>",
];

/// A knot and a ring, with the ring at a pose.
pub(crate) fn knot_and_ring(triangles: usize, pose: Pose) -> Stage {
    let part = |name: &str, mesh: Mesh, pose| Part {
        name: name.to_owned(),
        group: None,
        model: Model::new(mesh).into(),
        pose,
    };
    let knot = feeler_scenes::Shape::Knot.mesh(triangles);
    let ring = feeler_scenes::Shape::Ring.mesh(triangles);
    let parts = vec![part(EVIL[0], knot, Pose::IDENTITY), part(EVIL[1], ring, pose)];
    Stage { title: EVIL[1].to_owned(), parts, ..Stage::default() }
}

/// The pose of 12 numbers in JSON.
pub(crate) fn pose(value: &Value) -> Pose {
    let numbers: Vec<f64> = value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    Pose::from_numbers(numbers.try_into().unwrap()).unwrap()
}
