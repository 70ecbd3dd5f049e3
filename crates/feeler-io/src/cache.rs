//! A folder of saved models, found by what they were built from.
//!
//! - [`key`] names a model by its mesh and its build settings;
//! - [`folder`] is where models are kept if nobody says where.

mod folder;
mod key;

use feeler::{Build, LoadError, Mesh, Model};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

/// A folder of saved models, each found by the content of its mesh and its build settings.
///
/// A model that is not there is built, and saved for the next time. Several programs may use one
/// folder at the same time.
///
/// ```
/// use feeler::{Build, Mesh};
/// use feeler_io::{Cache, Origin};
/// # let folder = std::env::temp_dir().join(format!("feeler-doc-{}", std::process::id()));
/// let cache = Cache::new(&folder);
/// let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let first = cache.model(mesh.clone(), &Build::default());
/// let second = cache.model(mesh, &Build::default());
/// assert!(matches!((first.origin, second.origin), (Origin::Built, Origin::Read)));
/// assert_eq!(cache.clear()?.len(), 1);
/// # std::fs::remove_dir(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    folder: PathBuf,
}

/// A model, and where it comes from.
#[derive(Debug)]
pub struct Cached {
    /// The model: the same, whether it was built or read.
    pub model: Model,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a model comes from.
#[derive(Debug)]
#[non_exhaustive]
pub enum Origin {
    /// It was saved before, and read.
    Read,
    /// It was not saved before. It was built and is saved now.
    Built,
    /// What was saved was damaged. The model was built and is saved again.
    Mended(LoadError),
    /// It was built, and could not be saved: the folder cannot be written, or the disk is full.
    Unsaved(io::Error),
}

/// A saved model in a cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The file.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// When it was written, if the system knows that.
    pub written: Option<SystemTime>,
}

/// The extension of saved models.
const EXTENSION: &str = "model";

/// The extension of files that are not finished. They stay if a program is killed while it writes.
const UNFINISHED: &str = "unfinished";

impl Cache {
    /// The cache in a folder, which need not exist yet.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The cache of the user: `$XDG_CACHE_HOME/feeler` or `~/.cache/feeler`, on macOS
    /// `~/Library/Caches/feeler`, on Windows `%LOCALAPPDATA%\feeler\cache`. `None` if the user has
    /// no such folder.
    pub fn of_user() -> Option<Self> {
        folder::of_user().map(Self::new)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The model of a mesh, read if it was saved before, and else built and saved.
    ///
    /// This does not fail: without the cache the model is built, and [`Origin`] has the reason.
    /// What is read is compared with the mesh, so the answers are those of this mesh, whatever is in
    /// the folder.
    pub fn model(&self, mesh: Mesh, build: &Build) -> Cached {
        let path = self.folder.join(key::of(&mesh, build)).with_extension(EXTENSION);
        let damage = match fs::read(&path).map(|bytes| Model::from_bytes(&bytes)) {
            Ok(Ok(model)) if model.mesh() == &mesh && model.volume() == build.volume => {
                return Cached { model, origin: Origin::Read };
            }
            // A model of another mesh: its key was forged.
            Ok(Ok(_)) => Some(LoadError::Checksum),
            Ok(Err(damage)) => Some(damage),
            // It is not there, or cannot be read: then it is written, or the error comes again.
            Err(_) => None,
        };
        let model = Model::build(mesh, build);
        let origin = match (self.write(&path, &model.to_bytes()), damage) {
            (Err(error), _) => Origin::Unsaved(error),
            (Ok(()), Some(damage)) => Origin::Mended(damage),
            (Ok(()), None) => Origin::Built,
        };
        Cached { model, origin }
    }

    /// Writes a file beside its place and moves it there, so that nobody reads half of it.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        fs::create_dir_all(&self.folder)?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let unfinished =
            path.with_extension(format!("{}-{number}.{UNFINISHED}", std::process::id()));
        let written = File::create(&unfinished)
            .and_then(|mut file| file.write_all(bytes))
            .and_then(|()| fs::rename(&unfinished, path));
        written.inspect_err(|_| {
            let _ = fs::remove_file(&unfinished); // the first error is the one to tell
        })
    }

    /// The saved models, by the names of their files. A folder that does not exist has none.
    pub fn entries(&self) -> io::Result<Vec<Entry>> {
        self.files(|path| path.extension().is_some_and(|extension| extension == EXTENSION))
    }

    /// Removes all saved models, and what was left unfinished; returns what was removed. Other files
    /// in the folder stay.
    pub fn clear(&self) -> io::Result<Vec<Entry>> {
        let files = self.files(|_| true)?;
        for file in &files {
            match fs::remove_file(&file.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {} // removed, by this program or by another one
            }
        }
        Ok(files)
    }

    /// The files of the cache for which a condition holds.
    fn files(&self, condition: impl Fn(&Path) -> bool) -> io::Result<Vec<Entry>> {
        let folder = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            folder => folder?,
        };
        let mut entries = Vec::new();
        for entry in folder {
            let entry = entry?;
            let path = entry.path();
            if !is_ours(&path) || !condition(&path) {
                continue;
            }
            match entry.metadata() {
                Ok(known) if known.is_file() => {
                    let written = known.modified().ok();
                    entries.push(Entry { path, bytes: known.len(), written });
                }
                _ => {} // a folder, or a file that another program has just removed
            }
        }
        entries.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(entries)
    }
}

/// Whether a name is one that a cache gives.
fn is_ours(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some((key, rest)) = name.split_once('.') else { return false };
    key::is_key(key) && (rest == EXTENSION || rest.ends_with(UNFINISHED))
}
