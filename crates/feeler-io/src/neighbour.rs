//! The reader of files beside the main file, such as the buffers of glTF.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path};

/// Reads a file in a folder or below it; `name` is the path relative to the folder.
///
/// Every step of the path is checked before it is taken: a symbolic link may lead anywhere, and a
/// pipe or a device may have no end or block. This protects against hostile files, not against a
/// program that changes the folder at the same time.
pub(crate) fn read(folder: &Path, name: &str) -> io::Result<Vec<u8>> {
    let refused = |reason| io::Error::new(io::ErrorKind::PermissionDenied, reason);
    let mut path = folder.to_owned();
    let mut is_file = false;
    for part in Path::new(name).components() {
        let Component::Normal(part) = part else {
            return Err(refused("it is not in the file's folder or below"));
        };
        path.push(part);
        let metadata = fs::symlink_metadata(&path)?;
        if metadata.is_symlink() {
            let reason = "it is, or is behind, a symbolic link, which is not followed: \
                          put the file itself there";
            return Err(refused(reason));
        }
        is_file = metadata.is_file();
    }
    if !is_file {
        return Err(refused("it is no regular file"));
    }
    let file = File::open(&path)?;
    let metadata = file.metadata()?;
    match metadata.is_file() {
        true => read_whole(file, metadata.len()),
        false => Err(refused("it is no regular file")),
    }
}

/// Reads all bytes of a regular file, into a list allocated at the right size.
pub(crate) fn read_whole(mut file: File, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    bytes.try_reserve_exact(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
