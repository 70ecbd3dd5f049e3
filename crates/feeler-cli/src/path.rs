//! A path: poses to be played, of one part or of several that move together.

use crate::interrupt::Interrupt;
use crate::poses;
use anyhow::{Context, Result, bail, ensure};
use feeler::Pose;
use feeler_io::PoseNotation;
use std::fs;
use std::path::PathBuf;

/// The poses of a path.
pub(crate) enum Path {
    /// Of the second mesh, in the frame of the first.
    OfSecond(Vec<Pose>),
    /// Of named parts, in the common frame, equally many of each.
    OfParts(Vec<(String, Vec<Pose>)>),
}

impl Path {
    /// Reads a file of poses. If the first column of its header is `part`, the rows are those of named parts.
    pub(crate) fn read(
        path: &PathBuf,
        notation: PoseNotation,
        interrupt: &Interrupt,
    ) -> Result<Self> {
        let text = match path.as_os_str() == "-" {
            true => String::new(), // what comes from a pipe can be read once only
            false => fs::read_to_string(path).with_context(|| path.display().to_string())?,
        };
        match rows(&text) {
            None => poses::read(path, notation, interrupt).map(Self::OfSecond),
            Some((header, rows)) => {
                of_parts(&text, header, &rows, notation, path).map(Self::OfParts)
            }
        }
    }
}

/// The line of the header and the rows with a name each, if the first column of the header is `part`.
fn rows(text: &str) -> Option<(usize, Vec<(usize, String)>)> {
    let is_row = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let mut lines = text.lines().enumerate().filter(|(_, line)| is_row(line));
    let (header, line) = lines.next()?;
    let (name, _) = first_field(line.trim_start_matches('\u{feff}'));
    if !name.eq_ignore_ascii_case("part") {
        return None;
    }
    Some((header, lines.map(|(at, line)| (at, first_field(line).0)).collect()))
}

/// The first field of a row, without its quotes, and the rest.
fn first_field(line: &str) -> (String, &str) {
    let line = line.trim_start();
    let Some(quoted) = line.strip_prefix('"') else {
        let (name, rest) = line.split_once(',').unwrap_or((line, ""));
        return (name.trim().to_owned(), rest);
    };
    let mut end = 0;
    while let Some(at) = quoted[end..].find('"').map(|at| end + at) {
        if !quoted[at + 1..].starts_with('"') {
            let rest = quoted[at + 1..].trim_start();
            return (quoted[..at].replace("\"\"", "\""), rest.strip_prefix(',').unwrap_or(rest));
        }
        end = at + 2;
    }
    (quoted.to_owned(), "")
}

/// The poses of each part: its rows alone, at their lines, so that errors name the right ones.
fn of_parts(
    text: &str,
    header: usize,
    rows: &[(usize, String)],
    notation: PoseNotation,
    path: &PathBuf,
) -> Result<Vec<(String, Vec<Pose>)>> {
    let file = path.display();
    let mut names: Vec<&String> = Vec::new();
    for (at, name) in rows {
        ensure!(!name.is_empty(), "{file}: line {}: there is no part", at + 1);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut parts = Vec::new();
    for name in names {
        let is_own = |at: usize| {
            at == header
                || rows.binary_search_by_key(&at, |row| row.0).is_ok_and(|i| rows[i].1 == *name)
        };
        let own = text.lines().enumerate().map(|(at, line)| match is_own(at) {
            true => first_field(line.trim_start_matches('\u{feff}')).1,
            false => "",
        });
        let own = own.collect::<Vec<_>>().join("\n");
        parts.push((name.clone(), notation.read_from(own.as_bytes(), path)?));
    }
    let Some((first, poses)) = parts.first() else { bail!("{file}: there is no pose in it") };
    for (name, others) in &parts {
        let (wanted, found) = (poses.len(), others.len());
        ensure!(wanted == found, "{file}: {wanted} poses of '{first}', but {found} of '{name}'");
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(String, Vec<Pose>)>> {
        let (header, rows) = rows(text).expect("a column of parts");
        of_parts(text, header, &rows, PoseNotation::default(), &PathBuf::from("path.csv"))
    }

    #[test]
    fn rows_belong_to_the_parts_that_they_name() {
        let path = "# a robot\npart,x,y,z\nhand,0,0,1\n\"arm, left \"\"A\"\"\",5,0,0\nhand,0,0,2\n\"arm, left \"\"A\"\"\",6,0,0\n";
        let at = |x, z| Pose::translation([x, 0.0, z]);
        let wanted = vec![
            ("hand".to_owned(), vec![at(0.0, 1.0), at(0.0, 2.0)]),
            ("arm, left \"A\"".to_owned(), vec![at(5.0, 0.0), at(6.0, 0.0)]),
        ];
        assert_eq!(read(path).unwrap(), wanted);
        assert!(rows("x,y,z\n1,2,3\n").is_none());
        assert!(rows("").is_none());
    }

    #[test]
    fn errors_name_the_line_of_the_file() {
        let said = |text: &str| format!("{:#}", read(text).unwrap_err());
        let wrong = said("part,x,y,z\nhand,0,0,1\narm,0,0,1\nhand,0,zero,2\n");
        assert!(wrong.contains("path.csv:4") && wrong.contains("zero"), "{wrong}");
        let short = said("part,x,y,z\nhand,0,0,1\narm,0,0,1\nhand,0,0,2\n");
        assert_eq!(short, "path.csv: 2 poses of 'hand', but 1 of 'arm'");
        assert_eq!(said("part,x,y,z\n,0,0,1\n"), "path.csv: line 2: there is no part");
        assert_eq!(said("part,x,y,z\n"), "path.csv: there is no pose in it");
    }
}
