//! `cargo xtask peers [NAME...]` installs and builds the peers of `peers/`, as far as they are
//! available, and tries each.
//!
//! If a peer is not available, the reason is written to `failure.txt`, where the driver finds it,
//! and the other peers are built.

mod recipe;

use recipe::{AdapterSource, RECIPES, Recipe};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

pub(crate) fn peers(names: &[&str]) -> ExitCode {
    let known = || RECIPES.iter().map(|recipe| recipe.name).collect::<Vec<_>>();
    if let Some(name) = names.iter().find(|name| !known().contains(name)) {
        eprintln!("there is no peer {name:?}; known are {}", known().join(", "));
        return ExitCode::from(2);
    }
    let chosen =
        || RECIPES.iter().filter(|recipe| names.is_empty() || names.contains(&recipe.name));
    let folders = PeerFolders::new();
    for recipe in chosen() {
        let start = Instant::now();
        match folders.make(recipe) {
            Ok(()) => {
                println!("{:10} built in {:.0} s", recipe.name, start.elapsed().as_secs_f64());
            }
            Err(why) => println!("{:10} could not be had: {why}", recipe.name),
        }
    }
    if folders.try_out(chosen()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The folders in which peers are built.
struct PeerFolders {
    /// The root of the repository.
    root: PathBuf,
    /// The folder `target/peers`.
    folder: PathBuf,
}

impl PeerFolders {
    fn new() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask has a parent");
        let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
        Self { root: root.to_owned(), folder: root.join(target).join("peers") }
    }

    fn make(&self, recipe: &Recipe) -> Result<(), String> {
        let folder = self.folder.join(recipe.name);
        let adapter = folder.join("adapter");
        let failure = folder.join("failure.txt");
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        // An old adapter must not be mistaken for a new one.
        for old in [&adapter, &failure] {
            let _ = fs::remove_file(old);
        }
        let result = install_debian(recipe.debian)
            .and_then(|()| self.install_python(recipe.python))
            .and_then(|()| self.build(recipe, &folder, &adapter));
        if let Err(why) = &result {
            let _ = fs::write(&failure, why);
        }
        result
    }

    fn build(&self, recipe: &Recipe, folder: &Path, adapter: &Path) -> Result<(), String> {
        let source = self.root.join("peers").join(recipe.name);
        match recipe.source {
            AdapterSource::Cpp { flags, libraries } => {
                let fill = |flag: &&str| flag.replace("{site}", &self.site().to_string_lossy());
                let mut compiler = Command::new("g++");
                compiler.args(["-std=c++17", "-O3", "-march=native", "-DNDEBUG"]);
                compiler.args(flags.iter().map(fill)).arg(source.join("adapter.cpp"));
                compiler.arg("-o").arg(adapter).args(libraries.iter().map(fill));
                run(&mut compiler)
            }
            AdapterSource::Cargo => {
                let target = folder.join("build");
                let mut cargo = Command::new(env!("CARGO"));
                cargo.args(["build", "--release", "--locked", "--manifest-path"]);
                cargo.arg(source.join("Cargo.toml")).env("RUSTFLAGS", "-C target-cpu=native");
                run(cargo.env("CARGO_TARGET_DIR", &target))?;
                let copied = fs::copy(target.join("release/adapter"), adapter);
                copied.map(|_| ()).map_err(|error| error.to_string())
            }
            AdapterSource::Python => {
                let script = format!(
                    "#!/bin/sh\nexec '{}' -B '{}' \"$@\"\n",
                    self.folder.join("venv/bin/python").display(),
                    source.join("adapter.py").display()
                );
                fs::write(adapter, script).map_err(|error| error.to_string())?;
                run(Command::new("chmod").arg("+x").arg(adapter))
            }
        }
    }

    /// Installs packages of PyPI in a virtual environment. Some include C++ headers and libraries.
    fn install_python(&self, packages: &[&str]) -> Result<(), String> {
        if packages.is_empty() {
            return Ok(());
        }
        let venv = self.folder.join("venv");
        if !venv.join("bin/pip").exists() {
            run(Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
        }
        let mut pip = Command::new(venv.join("bin/pip"));
        run(pip.args(["install", "--quiet", "--disable-pip-version-check"]).args(packages))
    }

    /// The folder of the virtual environment's packages; its name depends on the version of Python.
    fn site(&self) -> PathBuf {
        let lib = self.folder.join("venv/lib");
        let versions = fs::read_dir(&lib).into_iter().flatten().flatten();
        let python = versions.map(|entry| entry.path()).find(|path| path.is_dir());
        python.unwrap_or(lib).join("site-packages")
    }

    /// Queries each peer about a few boxes and prints a table; for peers that are not available, it
    /// has the reason.
    fn try_out<'a>(&self, chosen: impl Iterator<Item = &'a Recipe>) -> bool {
        println!();
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["run", "--release", "--quiet", "--package", "feeler-bench"]);
        cargo.args(["--example", "trial", "--", "--brief"]);
        cargo.args(chosen.map(|recipe| recipe.name));
        cargo.current_dir(&self.root).env("FEELER_PEERS", &self.folder);
        cargo.status().is_ok_and(|status| status.success())
    }
}

/// Installs packages of Debian. On other systems, the libraries may exist under other names: the
/// compiler will report missing ones.
fn install_debian(packages: &[&str]) -> Result<(), String> {
    let installed = |package: &&&str| {
        let query = Command::new("dpkg-query").args(["-W", "-f=${Status}", package]).output();
        query.is_ok_and(|query| query.stdout.ends_with(b"ok installed"))
    };
    if Command::new("dpkg-query").arg("--version").output().is_err() {
        return Ok(());
    }
    let missing: Vec<&str> =
        packages.iter().filter(|package| !installed(package)).copied().collect();
    if missing.is_empty() {
        return Ok(());
    }
    let user = Command::new("id").arg("-u").output().map(|id| id.stdout).unwrap_or_default();
    if user.trim_ascii() != b"0" {
        return Err(format!("`sudo apt-get install {}` first", missing.join(" ")));
    }
    let apt = |arguments: &[&str]| {
        run(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let mut install = vec!["install", "--yes", "--no-install-recommends"];
    install.extend(&missing);
    // The list of packages may never have been fetched, or may be too old.
    apt(&install).or_else(|_| apt(&["update"]).and_then(|()| apt(&install)))
}

/// Runs a command without output. The error has the command's name and its error message.
fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    // Compilers print the cause first, package managers last.
    let cause = text.lines().find(|line| line.contains("error")).into_iter();
    let last: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = last.iter().copied().skip(last.len().saturating_sub(3));
    let mut words: Vec<&str> = cause.chain(last).collect();
    words.dedup();
    Err(format!("{name}: {}: {}", output.status, words.join(" | ")))
}
