//! `cargo xtask python` builds the wheel, installs it into fresh virtual environments, and runs the tests in `python/tests` there.
//!
//! `FEELER_LONG=1` runs those on a cluster of Ray, too, and draws the pictures of the tutorials. Packages come from the index of `pip`, by name.
//! Without a Python of 3.9 or newer, or without an index, it says so and is skipped.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;
use std::{env, fs};

/// The packages that build the wheel.
const BUILD: &[&str] = &["maturin>=1.9.4,<2"];

/// The packages of the environment with everything that the tests can be compared with, and with the newest numpy.
const FULL: &[&str] = &[
    "coal",
    "dask[array]",
    "mypy",
    "networkx",
    "pytest",
    "python-fcl",
    "scipy",
    "tqdm",
    "trimesh",
];

/// What `cargo xtask test --long` installs, too: hundreds of megabytes, for a minute of tests on a cluster, and for the pictures of the tutorials.
const LONG: &[&str] = &["matplotlib", "ray"];

/// The packages of the environment with the oldest kind of numpy, and nothing else.
const LEAN: &[&str] = &["numpy<2", "pytest"];

/// Packages that have no wheels for every Python. Tests that need them are skipped.
const OPTIONAL: &[&str] = &["coal", "python-fcl", "numpy<2"];

pub(crate) fn python() -> ExitCode {
    match test() {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Skipped(why)) => {
            println!("the Python package is not tested: {why}");
            ExitCode::SUCCESS
        }
        Err(Failure::Failed(why)) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

enum Failure {
    /// This machine has not what is needed.
    Skipped(String),
    Failed(String),
}

fn test() -> Result<(), Failure> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask has a parent");
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let folder = root.join(target).join("python");
    let interpreter = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let version = "import sys, venv; sys.exit(sys.version_info < (3, 9))";
    let is_fine = Command::new(&interpreter).args(["-c", version]).stderr(Stdio::null()).status();
    if !is_fine.is_ok_and(|status| status.success()) {
        return Err(Failure::Skipped(format!(
            "{interpreter} is no Python of 3.9 or newer with venv"
        )));
    }
    let build = Environment::at(folder.join("build"), &interpreter)?;
    if !build.install(BUILD) {
        return Err(Failure::Skipped("pip could not install maturin".to_owned()));
    }
    let wheel = build_wheel(root, &build, &folder.join("wheels"))?;
    let tests = root.join("python/tests");

    let full = Environment::fresh(folder.join("full"), &interpreter)?;
    full.install_or_fail(&[&path(&wheel)])?;
    full.install_all(FULL)?;
    if env::var_os("FEELER_LONG").is_some() {
        full.install_or_fail(LONG)?;
    }
    let mut pytest = full.command("python");
    pytest.args(["-m", "pytest", "-q", "--durations=5"]).arg(&tests);
    run(pytest.current_dir(root), "the tests of the Python package")?;

    let lean = Environment::fresh(folder.join("lean"), &interpreter)?;
    lean.install_or_fail(&[&path(&wheel)])?;
    let mut alone = lean.command("python");
    run(alone.arg(tests.join("alone.py")), "the README's lines with the wheel alone")?;
    lean.install_all(LEAN)?;
    let mut pytest = lean.command("python");
    pytest
        .args(["-m", "pytest", "-q"])
        .args(["test_pair.py", "test_poses.py"].map(|test| tests.join(test)));
    run(pytest.current_dir(root), "the tests with an old numpy")
}

/// Builds the wheel, and returns its path.
fn build_wheel(root: &Path, build: &Environment, wheels: &Path) -> Result<PathBuf, Failure> {
    // The wheel of an older version would be found, too.
    _ = fs::remove_dir_all(wheels);
    let start = Instant::now();
    let mut maturin = build.command("maturin");
    maturin.args(["build", "--release", "--locked", "--quiet", "--out"]).arg(wheels);
    run(maturin.current_dir(root), "building the wheel")?;
    println!("the wheel was built in {:.0} s", start.elapsed().as_secs_f64());
    let files = fs::read_dir(wheels).ok().into_iter().flatten().flatten();
    let mut files = files.map(|file| file.path());
    let is_wheel = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "whl");
    files.find(is_wheel).ok_or_else(|| Failure::Failed("maturin has built no wheel".to_owned()))
}

/// A virtual environment.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// An environment that is kept from run to run.
    fn at(folder: PathBuf, interpreter: &str) -> Result<Self, Failure> {
        let environment = Self { folder };
        if environment
            .command("python")
            .arg("--version")
            .output()
            .is_ok_and(|it| it.status.success())
        {
            return Ok(environment);
        }
        let mut venv = Command::new(interpreter);
        venv.args(["-m", "venv", "--clear"]).arg(&environment.folder);
        match venv.output() {
            Ok(output) if output.status.success() => Ok(environment),
            _ => Err(Failure::Skipped(format!("{interpreter} -m venv makes no environment"))),
        }
    }

    /// An empty environment.
    fn fresh(folder: PathBuf, interpreter: &str) -> Result<Self, Failure> {
        _ = fs::remove_dir_all(&folder);
        Self::at(folder, interpreter)
    }

    fn command(&self, name: &str) -> Command {
        let programs = if cfg!(windows) { "Scripts" } else { "bin" };
        Command::new(self.folder.join(programs).join(name))
    }

    /// Installs packages; false if that is not possible.
    fn install(&self, packages: &[&str]) -> bool {
        let mut pip = self.command("python");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
        pip.status().is_ok_and(|status| status.success())
    }

    fn install_or_fail(&self, packages: &[&str]) -> Result<(), Failure> {
        if self.install(packages) {
            return Ok(());
        }
        Err(Failure::Failed(format!("pip could not install {}", packages.join(", "))))
    }

    /// Installs packages, all at once if possible, else without those that this Python cannot have.
    fn install_all(&self, packages: &[&str]) -> Result<(), Failure> {
        if self.install(packages) {
            return Ok(());
        }
        let (optional, needed): (Vec<&str>, Vec<&str>) =
            packages.iter().partition(|package| OPTIONAL.contains(package));
        self.install_or_fail(&needed)?;
        for package in optional.into_iter().filter(|package| !self.install(&[package])) {
            println!("{package} cannot be had here: the tests that need it are skipped");
        }
        Ok(())
    }
}

fn path(path: &Path) -> String {
    path.display().to_string()
}

/// Runs a command.
fn run(command: &mut Command, what: &str) -> Result<(), Failure> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(Failure::Failed(format!("{what} failed"))),
        Err(error) => Err(Failure::Failed(format!("{what}: {error}"))),
    }
}
