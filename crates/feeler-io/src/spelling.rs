//! Names that were nearly typed right.

use std::collections::HashSet;

/// A few names to choose from, where none is close.
pub(crate) fn first<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    const SHOWN: usize = 5;
    const COMPARED: usize = 10_000;
    let mut seen = HashSet::new();
    names
        .take(COMPARED)
        .filter(|name| name.len() <= 200 && seen.insert(*name))
        .take(SHOWN)
        .collect()
}

/// The names closest to the one asked for, nearest first, none that differ by more than half.
pub(crate) fn nearest<'a>(asked: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    const SHOWN: usize = 3;
    const COMPARED: usize = 10_000;
    const LONGEST: usize = 200;

    let asked: Vec<char> = asked.to_lowercase().chars().take(LONGEST).collect();
    let mut seen = HashSet::new();
    let mut near: Vec<(usize, &str)> = names
        .filter(|name| name.len() <= LONGEST && seen.insert(*name))
        .take(COMPARED)
        .map(|name| (distance(&asked, &name.to_lowercase().chars().collect::<Vec<_>>()), name))
        .filter(|(distance, name)| 2 * distance <= name.chars().count().max(asked.len()))
        .collect();
    near.sort();
    near.into_iter().take(SHOWN).map(|(_, name)| name).collect()
}

/// How many letters to insert, delete or replace (Levenshtein).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
