//! The search for the files that a scene names.

use crate::Error;
use feeler::Mesh;
use feeler_io::Source;
use feeler_scenes::Shape;
use std::path::PathBuf;

/// The prefix of the names of built-in shapes.
const SHAPE_PREFIX: &str = "shape:";

/// The folders in which files are searched. The first folder that has the file wins.
///
/// ```
/// let knot = feeler_bench::Files::default().mesh("shape:knot:5000")?;
/// assert!(knot.triangles().len().abs_diff(5_000) < 100);
/// # Ok::<(), feeler_bench::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Files {
    folders: Vec<PathBuf>,
}

impl Files {
    /// A search in some folders.
    pub fn new(folders: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { folders: folders.into_iter().collect() }
    }

    /// A mesh: a built-in shape, a file, or a part of a file.
    pub fn mesh(&self, name: &str) -> Result<Mesh, Error> {
        let mesh = match name.strip_prefix(SHAPE_PREFIX) {
            Some(shape) => Shape::by_name(shape).map_err(|error| Error::new(error.to_string()))?,
            None => {
                let source = Source::new(&self.find(name)?.to_string_lossy());
                source.read().map_err(|error| Error::new(error.to_string()))?
            }
        };
        match mesh.triangles().is_empty() {
            true => Err(Error::new(format!("{name}: there are no triangles in it"))),
            false => Ok(mesh),
        }
    }

    /// The path of a file, followed by the name of a part if there was one.
    pub fn find(&self, name: &str) -> Result<PathBuf, Error> {
        let here = |folder: &PathBuf| folder.join(name);
        let there = |path: &PathBuf| Source::new(&path.to_string_lossy()).path.is_file();
        self.folders.iter().map(here).find(there).ok_or_else(|| {
            let folders: Vec<String> =
                self.folders.iter().map(|folder| folder.display().to_string()).collect();
            Error::new(match folders.is_empty() {
                true => {
                    format!("{name}: there is no folder to look for it; name one with --meshes")
                }
                false => format!(
                    "{name}: there is no such file in {}; --meshes names another folder",
                    folders.join(" or ")
                ),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_folder_wins() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let [first, second] = [0, 1].map(|i| folders[i].path().to_owned());
        let files = Files::new([first.clone(), second.clone()]);
        let text = |x: u8| format!("v 0 0 0\nv {x} 0 0\nv 0 1 0\nf 1 2 3\n");
        std::fs::write(second.join("part.obj"), text(2)).unwrap();
        assert_eq!(files.mesh("part.obj").unwrap().triangle(0)[1], [2.0, 0.0, 0.0]);
        std::fs::write(first.join("part.obj"), text(1)).unwrap();
        assert_eq!(files.mesh("part.obj").unwrap().triangle(0)[1], [1.0, 0.0, 0.0]);

        std::fs::write(first.join("empty.obj"), "v 0 0 0\n").unwrap();
        let refused = |name: &str| files.mesh(name).unwrap_err().to_string();
        assert_eq!(refused("empty.obj"), "empty.obj: there are no triangles in it");
        let missing = format!(
            "teapot.obj: there is no such file in {} or {}; --meshes names another folder",
            first.display(),
            second.display()
        );
        assert_eq!(refused("teapot.obj"), missing);
        assert!(refused("shape:teapot").contains("there is no shape \"teapot\""));
        assert!(refused("part.obj#lid").contains("lid"));
    }
}
