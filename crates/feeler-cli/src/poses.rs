//! Poses as text: arguments and files.

use anyhow::{Context, Result, anyhow, bail};
use feeler::Pose;
use std::io::Read;
use std::path::Path;

/// The columns of a poses file, as a header may name them.
const COLUMNS: [&str; 12] =
    ["r00", "r01", "r02", "r10", "r11", "r12", "r20", "r21", "r22", "tx", "ty", "tz"];

/// The longest poses file in bytes, some four million poses: a device or a pipe may have no end.
const LONGEST: u64 = 1 << 30;

/// The argument of `--at`.
pub(crate) fn translation(text: &str) -> Result<Pose> {
    Ok(Pose::new(Pose::IDENTITY.matrix(), numbers(&fields(text))?)?)
}

/// The argument of `--pose`.
pub(crate) fn pose(text: &str) -> Result<Pose> {
    Ok(Pose::from_numbers(numbers(&fields(text))?)?)
}

/// All poses of a file, or of standard input if it is called `-`.
pub(crate) fn read(path: &Path) -> Result<Vec<Pose>> {
    let name = if path == "-" { "standard input".into() } else { path.display().to_string() };
    let mut bytes = Vec::new();
    let read = match path == "-" {
        true => std::io::stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes),
        false => std::fs::File::open(path)
            .and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes)),
    };
    if read.with_context(|| name.clone())? as u64 > LONGEST {
        bail!("{name}: longer than {} MiB; divide the poses among several files", LONGEST >> 20);
    }
    let text = std::str::from_utf8(&bytes)
        .map_err(|error| anyhow!("{name}: no text, byte {} is not UTF-8", error.valid_up_to()))?;
    let poses = parse(text, &name)?;
    if poses.is_empty() {
        bail!("{name}: there is no pose in it");
    }
    Ok(poses)
}

fn parse(text: &str, name: &str) -> Result<Vec<Pose>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rows = text.lines().enumerate().map(|(i, line)| (i + 1, without_comment(line)));
    let mut rows = rows.filter(|(_, row)| !row.is_empty()).peekable();
    if let Some((line, row)) = rows.next_if(|(_, row)| is_header(row)) {
        check_header(row).with_context(|| format!("{name}:{line}"))?;
    }
    rows.map(|(line, row)| pose(row).with_context(|| format!("{name}:{line}"))).collect()
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
fn check_header(row: &str) -> Result<()> {
    for (i, field) in fields(row).iter().enumerate() {
        let name = field.trim_matches('"').to_ascii_lowercase();
        match COLUMNS.iter().position(|column| *column == name) {
            Some(place) if place != i => {
                bail!("'{name}' is column {}, it has to be column {}", i + 1, place + 1)
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

fn numbers<const N: usize>(fields: &[&str]) -> Result<[f64; N]> {
    let number = |(i, field): (usize, &&str)| match field.parse::<f64>() {
        Ok(number) => Ok(number),
        Err(_) if field.is_empty() => Err(anyhow!("field {} is empty", i + 1)),
        Err(_) => Err(anyhow!("field {}, '{field}', is not a number", i + 1)),
    };
    let numbers: Vec<f64> = fields.iter().enumerate().map(number).collect::<Result<_>>()?;
    let found = numbers.len();
    let verb = if found == 1 { "number" } else { "numbers" };
    numbers.try_into().map_err(|_| anyhow!("{found} {verb}, {N} are needed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = "1,0,0,0,1,0,0,0,1,5,6,7";

    fn origins(text: &str) -> Vec<[f64; 3]> {
        parse(text, "poses").unwrap().iter().map(Pose::origin).collect()
    }

    fn refused(text: &str) -> String {
        format!("{:#}", parse(text, "poses").unwrap_err())
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
