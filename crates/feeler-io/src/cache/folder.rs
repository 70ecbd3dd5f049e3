//! The folder for caches on each platform.

use std::env;
use std::path::PathBuf;

/// The name of our folder.
const NAME: &str = "feeler";

/// A folder that a variable of the environment names. A relative path is ignored, as the XDG Base
/// Directory Specification wants it.
fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute())
}

fn home(below: &str) -> Option<PathBuf> {
    env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(below))
}

/// The folder of the user for models.
pub(super) fn of_user() -> Option<PathBuf> {
    if cfg!(windows) {
        named("LOCALAPPDATA").map(|folder| folder.join(NAME).join("cache"))
    } else if cfg!(target_os = "macos") {
        home("Library/Caches").map(|folder| folder.join(NAME))
    } else {
        named("XDG_CACHE_HOME").or_else(|| home(".cache")).map(|folder| folder.join(NAME))
    }
}
