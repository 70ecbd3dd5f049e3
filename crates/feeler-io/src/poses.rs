//! Poses as text: a row of 12 numbers each.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use feeler::Pose;

use crate::{Error, ErrorKind};

/// The columns of a poses file, as a header may name them.
const COLUMNS: [&str; 12] =
    ["r00", "r01", "r02", "r10", "r11", "r12", "r20", "r21", "r22", "tx", "ty", "tz"];

/// The longest poses file in bytes, some four million poses: a device or a pipe may have no end.
const LONGEST: u64 = 1 << 30;

/// A translation from three numbers: `0,0,1.5`.
pub fn parse_translation(text: &str) -> Result<Pose, Error> {
    Pose::new(Pose::IDENTITY.matrix(), numbers(&fields(text))?).map_err(refused)
}

/// A pose from twelve numbers: the rotation matrix row by row, then the translation.
///
/// ```
/// let pose = feeler_io::parse_pose("1,0,0, 0,1,0, 0,0,1, 5,6,7")?;
/// assert_eq!(pose.origin(), [5.0, 6.0, 7.0]);
/// # Ok::<(), feeler_io::Error>(())
/// ```
pub fn parse_pose(text: &str) -> Result<Pose, Error> {
    Pose::from_numbers(numbers(&fields(text))?).map_err(refused)
}

/// All poses of a file; a file without any is an error.
///
/// Numbers are separated by commas, semicolons or spaces. A header line, blank lines and comments after `#` are passed over.
pub fn read_poses(path: impl AsRef<Path>) -> Result<Vec<Pose>, Error> {
    let path = path.as_ref();
    let file = File::open(path).map_err(|error| Error::unreadable(&error).in_file(path))?;
    read_poses_from(file, path)
}

/// The same from anything that can be read; errors call it by a name.
pub fn read_poses_from(from: impl Read, name: impl AsRef<Path>) -> Result<Vec<Pose>, Error> {
    let read = || {
        let mut bytes = Vec::new();
        let length = from.take(LONGEST + 1).read_to_end(&mut bytes);
        if length.map_err(|error| Error::unreadable(&error))? as u64 > LONGEST {
            let reason =
                format!("longer than {} MiB; divide the poses among several files", LONGEST >> 20);
            return Err(Error::new(ErrorKind::TooLarge, reason));
        }
        let text = std::str::from_utf8(&bytes).map_err(|error| {
            Error::malformed(format!("no text, byte {} is not UTF-8", error.valid_up_to()))
        })?;
        let poses = parse(text)?;
        match poses.is_empty() {
            true => Err(Error::malformed("there is no pose in it")),
            false => Ok(poses),
        }
    };
    read().map_err(|error| error.in_file(name.as_ref()))
}

fn refused(error: feeler::PoseError) -> Error {
    Error::malformed(error.to_string())
}

fn parse(text: &str) -> Result<Vec<Pose>, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rows = text.lines().enumerate().map(|(i, line)| (i + 1, without_comment(line)));
    let mut rows = rows.filter(|(_, row)| !row.is_empty()).peekable();
    if let Some((line, row)) = rows.next_if(|(_, row)| is_header(row)) {
        check_header(row).map_err(|error| error.at_line(line))?;
    }
    rows.map(|(line, row)| parse_pose(row).map_err(|error| error.at_line(line))).collect()
}

fn without_comment(line: &str) -> &str {
    line.split_once('#').map_or(line, |(row, _)| row).trim()
}

/// A row without a single number, nor anything that begins like one: a pose with typos is an error rather than a header.
fn is_header(row: &str) -> bool {
    let begins_like_a_number = |field: &str| {
        field
            .trim_start_matches(['"', '\'', '+', '-', '.'])
            .starts_with(|c: char| c.is_ascii_digit())
    };
    fields(row).iter().all(|field| field.parse::<f64>().is_err() && !begins_like_a_number(field))
}

/// Names that are not ours may mean anything, but ours in another order would be read wrongly.
fn check_header(row: &str) -> Result<(), Error> {
    for (i, field) in fields(row).iter().enumerate() {
        let name = field.trim_matches('"').to_ascii_lowercase();
        match COLUMNS.iter().position(|column| *column == name) {
            Some(place) if place != i => {
                let (is, should) = (i + 1, place + 1);
                return Err(Error::malformed(format!(
                    "'{name}' is column {is}, it has to be column {should}"
                )));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Fields between commas and semicolons, or between spaces where there are none; all three may be mixed.
fn fields(row: &str) -> Vec<&str> {
    let mut fields = Vec::new();
    for cell in row.split([',', ';']) {
        match cell.trim() {
            "" => fields.push(""), // a missing number is an error, not a shift of those that follow
            cell => fields.extend(cell.split_whitespace()),
        }
    }
    fields
}

fn numbers<const N: usize>(fields: &[&str]) -> Result<[f64; N], Error> {
    let number = |(i, field): (usize, &&str)| match field.parse::<f64>() {
        Ok(number) => Ok(number),
        Err(_) if field.is_empty() => Err(Error::malformed(format!("field {} is empty", i + 1))),
        Err(_) => Err(Error::malformed(format!("field {}, '{field}', is not a number", i + 1))),
    };
    let numbers: Vec<f64> = fields.iter().enumerate().map(number).collect::<Result<_, _>>()?;
    let found = numbers.len();
    let verb = if found == 1 { "number" } else { "numbers" };
    numbers.try_into().map_err(|_| Error::malformed(format!("{found} {verb}, {N} are needed")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = "1,0,0,0,1,0,0,0,1,5,6,7";

    fn origins(text: &str) -> Vec<[f64; 3]> {
        parse(text).unwrap().iter().map(Pose::origin).collect()
    }

    fn refused(text: &str) -> String {
        parse(text).unwrap_err().in_file(Path::new("poses")).to_string()
    }

    #[test]
    fn rows_may_be_written_in_many_ways() {
        let spaces = ROW.replace(',', " \t");
        let mixed = "1,0,0; 0,1,0; 0,0,1; 5 6 7";
        let all = format!("\u{feff}# poses\r\n\r\n{ROW}\r\n {spaces} # far\n{mixed}\n{ROW}");
        assert_eq!(origins(&all), [[5.0, 6.0, 7.0]; 4]);
        assert_eq!(origins(""), [[0.0; 3]; 0]);
    }

    #[test]
    fn the_first_row_may_be_a_header() {
        let header = COLUMNS.join(",");
        assert_eq!(origins(&format!("{header}\n{ROW}")), [[5.0, 6.0, 7.0]]);
        assert_eq!(origins(&format!("\"R00\"; a; b\n{ROW}")), [[5.0, 6.0, 7.0]]);
        let turned = "tx,ty,tz,r00,r01,r02,r10,r11,r12,r20,r21,r22\n";
        assert_eq!(refused(turned), "poses:1: 'tx' is column 1, it has to be column 10");
        assert_eq!(
            refused(&format!("{ROW}\n{header}")),
            "poses:2: field 1, 'r00', is not a number"
        );
    }

    #[test]
    fn errors_name_the_line_and_the_field() {
        assert_eq!(refused("1,0,0,0,1,0,0,0,1,5,6"), "poses:1: 11 numbers, 12 are needed");
        assert_eq!(refused("1"), "poses:1: 1 number, 12 are needed");
        assert_eq!(refused("x,0,0,0,1,0,0,0,1,5,6,7"), "poses:1: field 1, 'x', is not a number");
        assert_eq!(refused(&format!("{ROW}\n1,0,,0\n")), "poses:2: field 3 is empty");
        assert_eq!(refused(&format!("1f,0f\n{ROW}")), "poses:1: field 1, '1f', is not a number");
        assert_eq!(
            refused(&format!("\"1\",\"0\"\n{ROW}")),
            "poses:1: field 1, '\"1\"', is not a number"
        );
        let stretched = "\n2,0,0,0,1,0,0,0,1,0,0,0";
        assert!(refused(stretched).starts_with("poses:2: the pose is not rigid: RᵀR is off"));
        let lost = "1,0,0,0,1,0,0,0,1,0,nan,0";
        assert!(refused(lost).contains("not finite"));
    }
}
