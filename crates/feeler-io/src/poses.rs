//! Poses as text: one row of numbers for each pose, in one of five layouts.
//!
//! - `layout`: the meaning of the numbers of a row;
//! - `columns`: the columns of these numbers;
//! - `rotation`: rotations from angles and quaternions.

mod columns;
mod layout;
mod rotation;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use feeler::Pose;

use crate::{Error, ErrorKind};
use columns::Columns;
use layout::Layout;
pub use rotation::{AngleUnit, QuaternionOrder, parse_quaternion, parse_rotation};

/// The most bytes of a poses file, about four million poses: a device or a pipe may have no end.
const LONGEST_FILE: u64 = 1 << 30;

/// A translation from three numbers: `0,0,1.5`.
pub fn parse_translation(text: &str) -> Result<Pose, Error> {
    let numbers = numbers(&fields(text))?;
    let found = counted(numbers.len());
    let translation: [f64; 3] = numbers
        .try_into()
        .map_err(|_| Error::malformed(format!("{found}, 3 are needed: x,y,z")))?;
    Pose::new(Pose::IDENTITY.matrix(), translation).map_err(refused)
}

/// A pose from a matrix: the 3x3 rotation matrix row by row and then the translation (12 numbers),
/// or the 4x4 matrix row by row (16 numbers).
///
/// ```
/// let pose = feeler_io::parse_pose("1,0,0, 0,1,0, 0,0,1, 5,6,7")?;
/// assert_eq!(pose.origin(), [5.0, 6.0, 7.0]);
/// assert_eq!(pose, feeler_io::parse_pose("1,0,0,5, 0,1,0,6, 0,0,1,7, 0,0,0,1")?);
/// # Ok::<(), feeler_io::Error>(())
/// ```
pub fn parse_pose(text: &str) -> Result<Pose, Error> {
    let numbers = numbers(&fields(text))?;
    let layout = match numbers.len() {
        12 => Layout::Matrix,
        16 => Layout::Homogeneous,
        other => {
            let found = counted(other);
            let wanted = [Layout::Matrix, Layout::Homogeneous].map(Layout::described).join(" or ");
            return Err(Error::malformed(format!("{found}; a pose is {wanted}")));
        }
    };
    layout.pose(&numbers, AngleUnit::default())
}

/// Reads all poses of a file, see [`PoseNotation`]; a file without poses is an error.
pub fn read_poses(path: impl AsRef<Path>) -> Result<Vec<Pose>, Error> {
    PoseNotation::default().read(path)
}

/// Like [`read_poses`], from any reader; `name` stands for the file in errors.
pub fn read_poses_from(from: impl Read, name: impl AsRef<Path>) -> Result<Vec<Pose>, Error> {
    PoseNotation::default().read_from(from, name)
}

/// How the rows of a poses file are read, if the file does not say so itself.
///
/// Numbers are separated by commas, semicolons or spaces. Blank lines and comments after `#` are
/// skipped. All rows have the same layout, which depends on the number of columns:
///
/// | columns | layout | header |
/// |---|---|---|
/// | 12 | the 3x3 rotation matrix row by row, then the translation | `r00,r01,r02,r10,…,r22,tx,ty,tz` |
/// | 16 | the 4x4 matrix row by row; its last row is 0 0 0 1 | `m00,m01,m02,m03,m10,…,m33` |
/// | 7 | a translation and a quaternion, which is normalised | `x,y,z,qx,qy,qz,qw` |
/// | 6 | a translation and the angles of URDF: `R = Rz(yaw) Ry(pitch) Rx(roll)` | `x,y,z,roll,pitch,yaw` |
/// | 3 | a translation | `x,y,z` |
///
/// A header is optional, except for quaternions, and there `quaternion` can replace it. If a header
/// has these names, the columns may be in any order and the names in upper or lower case, and
/// `tx,ty,tz` may be used instead of `x,y,z`. A header without any of these names is skipped.
///
/// ```
/// use feeler_io::{PoseNotation, QuaternionOrder};
/// let rows = "5,6,7, 0,0,1,1";
/// let notation = PoseNotation { quaternion: Some(QuaternionOrder::Xyzw), ..PoseNotation::default() };
/// let [pose] = notation.read_from(rows.as_bytes(), "rows")?[..] else { unreachable!() };
/// let [x, y, z] = pose.apply([1.0, 0.0, 0.0]); // a quarter turn about z
/// assert!((x - 5.0).abs() < 1e-15 && (y - 7.0).abs() < 1e-15 && z == 7.0);
/// # Ok::<(), feeler_io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoseNotation {
    /// The order of quaternions in a file whose header does not name their columns.
    pub quaternion: Option<QuaternionOrder>,
    /// The unit of roll, pitch and yaw.
    pub angles: AngleUnit,
}

impl PoseNotation {
    /// Reads all poses of a file; a file without poses is an error.
    pub fn read(&self, path: impl AsRef<Path>) -> Result<Vec<Pose>, Error> {
        let path = path.as_ref();
        let file = File::open(path).map_err(|error| Error::unreadable(&error).in_file(path))?;
        self.read_from(file, path)
    }

    /// Like [`read`](Self::read), from any reader; `name` stands for the file in errors.
    pub fn read_from(&self, from: impl Read, name: impl AsRef<Path>) -> Result<Vec<Pose>, Error> {
        let read = || {
            let mut bytes = Vec::new();
            let length = from.take(LONGEST_FILE + 1).read_to_end(&mut bytes);
            if length.map_err(|error| Error::unreadable(&error))? as u64 > LONGEST_FILE {
                let reason = format!(
                    "longer than {} MiB; divide the poses among several files",
                    LONGEST_FILE >> 20
                );
                return Err(Error::new(ErrorKind::TooLarge, reason));
            }
            let text = std::str::from_utf8(&bytes).map_err(|error| {
                Error::malformed(format!("no text, byte {} is not UTF-8", error.valid_up_to()))
            })?;
            let poses = self.parse(text)?;
            match poses.is_empty() {
                true => Err(Error::malformed("there is no pose in it")),
                false => Ok(poses),
            }
        };
        read().map_err(|error| error.in_file(name.as_ref()))
    }

    fn parse(&self, text: &str) -> Result<Vec<Pose>, Error> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let rows = text.lines().enumerate().map(|(i, line)| (i + 1, without_comment(line)));
        let mut rows = rows.filter(|(_, row)| !row.is_empty()).peekable();
        let mut columns = match rows.next_if(|(_, row)| is_header(row)) {
            Some((line, row)) => {
                Columns::of_header(&fields(row)).map_err(|error| error.at_line(line))?
            }
            None => None,
        };
        rows.map(|(line, row)| {
            let mut pose = || {
                let numbers = numbers(&fields(row))?;
                let columns = match &columns {
                    Some(columns) => columns,
                    // The first row decides for all: a row that is cut short must not be read in
                    // another layout.
                    None => columns.insert(Columns::of_count(numbers.len(), self.quaternion)?),
                };
                columns.pose(&numbers, self.angles)
            };
            pose().map_err(|error: Error| error.at_line(line))
        })
        .collect()
    }
}

fn refused(error: feeler::PoseError) -> Error {
    Error::malformed(error.to_string())
}

fn without_comment(line: &str) -> &str {
    line.split_once('#').map_or(line, |(row, _)| row).trim()
}

/// Whether the row has neither a number nor a word that begins like a number. A pose with typing
/// errors is thus an error and not a header.
fn is_header(row: &str) -> bool {
    let begins_like_a_number = |field: &str| {
        field
            .trim_start_matches(['"', '\'', '+', '-', '.'])
            .starts_with(|c: char| c.is_ascii_digit())
    };
    fields(row).iter().all(|field| field.parse::<f64>().is_err() && !begins_like_a_number(field))
}

/// The fields of a row, separated by commas and semicolons, or by spaces if there are none; all
/// three may be mixed.
fn fields(row: &str) -> Vec<&str> {
    let mut fields = Vec::new();
    for cell in row.split([',', ';']) {
        match cell.trim() {
            "" => fields.push(""), // a missing number is an error; the next numbers must not move up
            cell => fields.extend(cell.split_whitespace()),
        }
    }
    fields
}

fn numbers(fields: &[&str]) -> Result<Vec<f64>, Error> {
    let number = |(i, field): (usize, &&str)| match field.parse::<f64>() {
        Ok(number) => Ok(number),
        Err(_) if field.is_empty() => Err(Error::malformed(format!("field {} is empty", i + 1))),
        Err(_) => Err(Error::malformed(format!("field {}, '{field}', is not a number", i + 1))),
    };
    fields.iter().enumerate().map(number).collect()
}

/// `1 number`, `12 numbers`.
fn counted(numbers: usize) -> String {
    format!("{numbers} {}", if numbers == 1 { "number" } else { "numbers" })
}
