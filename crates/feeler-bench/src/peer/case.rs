//! A case: two meshes and poses, as files that every adapter can read with a few lines of code.

use feeler::{Mesh, Pose};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The input of rivals: A, B, and the poses of B in A's frame. The files live as long as this
/// value.
///
/// ```
/// use feeler::{Mesh, Pose};
/// let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let case = feeler_bench::peer::Case::new(&mesh, &mesh, &[Pose::IDENTITY])?;
/// assert_eq!(std::fs::metadata(case.a())?.len(), 8 + 8 + 3 * 24 + 12);
/// assert_eq!(std::fs::metadata(case.poses())?.len(), 12 * 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Case {
    folder: TempDir,
    count: usize,
}

impl Case {
    /// Writes the files to a new temporary folder.
    pub fn new(a: &Mesh, b: &Mesh, poses: &[Pose]) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("feeler-case-").tempdir()?;
        let case = Self { folder, count: poses.len() };
        write_mesh(&case.a(), a)?;
        write_mesh(&case.b(), b)?;
        write_poses(&case.poses(), poses)?;
        Ok(case)
    }

    /// The file of mesh A.
    pub fn a(&self) -> PathBuf {
        self.folder.path().join("a.mesh")
    }

    /// The file of mesh B.
    pub fn b(&self) -> PathBuf {
        self.folder.path().join("b.mesh")
    }

    /// The file of the poses.
    pub fn poses(&self) -> PathBuf {
        self.folder.path().join("poses.bin")
    }

    /// The number of poses.
    pub fn count(&self) -> usize {
        self.count
    }
}

pub(super) fn write_mesh(path: &Path, mesh: &Mesh) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for count in [mesh.vertices().len(), mesh.triangles().len()] {
        file.write_all(&(count as u64).to_le_bytes())?;
    }
    for number in mesh.vertices().iter().flatten() {
        file.write_all(&number.to_le_bytes())?;
    }
    for index in mesh.triangles().iter().flatten() {
        file.write_all(&index.to_le_bytes())?;
    }
    file.flush()
}

/// Writes poses row by row as `[R | t]`, which most libraries call a 3x4 transform.
fn write_poses(path: &Path, poses: &[Pose]) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for pose in poses {
        let (matrix, origin) = (pose.matrix(), pose.origin());
        for row in 0..3 {
            for number in matrix[row].iter().chain(&origin[row..=row]) {
                file.write_all(&number.to_le_bytes())?;
            }
        }
    }
    file.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_end_with_their_translation() {
        let mesh = Mesh::default();
        let pose = Pose::rotation([0.0, 0.0, 1.0], 0.5).then(&Pose::translation([7.0, 8.0, 9.0]));
        let case = Case::new(&mesh, &mesh, &[pose]).unwrap();
        let bytes = std::fs::read(case.poses()).unwrap();
        let numbers: Vec<f64> =
            bytes.chunks(8).map(|x| f64::from_le_bytes(x.try_into().unwrap())).collect();
        let [x, y, _] = pose.matrix();
        assert_eq!(numbers[..8], [x[0], x[1], x[2], 7.0, y[0], y[1], y[2], 8.0]);
        assert_eq!(numbers[8..], [0.0, 0.0, 1.0, 9.0]);
    }

    #[test]
    fn the_files_go_with_the_case() {
        let case = Case::new(&Mesh::default(), &Mesh::default(), &[]).unwrap();
        let file = case.a();
        assert!(file.exists());
        drop(case);
        assert!(!file.exists());
    }
}
