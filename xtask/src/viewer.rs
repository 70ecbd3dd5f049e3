//! The viewer: its page is made here, with node and packages from the npm registry, and nowhere else.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The folder of the page, from the root of the workspace.
const WEB: &str = "crates/feeler-view/web";

/// Makes the page, and runs `feeler view` with it.
pub(crate) fn view(arguments: &[&str]) -> ExitCode {
    run(&[
        &[
            "run",
            "--release",
            "--quiet",
            "--package",
            "feeler-cli",
            "--features",
            "view",
            "--",
            "view",
        ],
        arguments,
    ]
    .concat())
}

/// Makes the page, and installs `feeler` with it.
pub(crate) fn install(arguments: &[&str]) -> ExitCode {
    run(&[&["install", "--path", "crates/feeler-cli", "--features", "view"], arguments].concat())
}

fn run(cargo: &[&str]) -> ExitCode {
    if let Err(error) = page() {
        eprintln!("the page of the viewer cannot be made: {error}");
        return ExitCode::from(2);
    }
    match Command::new(env!("CARGO")).args(cargo).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) => {
            ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
        }
        Err(error) => {
            eprintln!("cargo: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Checks the types of the page and makes it. The packages are those of the lock file; they are fetched if they are not there.
pub(crate) fn page() -> Result<(), String> {
    let web = root().join(WEB);
    // npm writes this file when it has finished, so it is older than a lock file that has changed since.
    let written =
        |name: &str| std::fs::metadata(web.join(name)).and_then(|file| file.modified()).ok();
    let installed = written("node_modules/.package-lock.json");
    if installed.is_none() || installed < written("package-lock.json") {
        npm(&web, &["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])?;
    }
    npm(&web, &["run", "--silent", "build"])
}

/// Whether npm is there.
pub(crate) fn has_npm() -> bool {
    let version = Command::new(NPM).arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}

const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

fn npm(web: &Path, arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new(NPM);
    // The standard output is that of the viewer: its address.
    command.args(arguments).current_dir(web).stdout(std::io::stderr());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("'npm {}' ended with {status}", arguments.join(" "))),
        Err(error) => {
            Err(format!("npm, which comes with node (nodejs.org), does not run: {error}"))
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace").to_owned()
}
