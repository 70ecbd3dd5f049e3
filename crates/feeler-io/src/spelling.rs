//! Suggestions for misspelt names.

use std::collections::HashSet;

/// A list of names to choose from, each once.
#[derive(Default)]
pub(crate) struct Names<'a> {
    list: Vec<&'a str>,
    known: HashSet<&'a str>,
}

impl<'a> Names<'a> {
    /// The most names that are kept. A file may have millions of names, and very long ones, which
    /// no user would type.
    const MOST_NAMES: usize = 10_000;
    const LONGEST_NAME: usize = 200;

    /// Adds a name, unless it is empty or too long, or the list is full.
    pub(crate) fn add(&mut self, name: &'a str) {
        let suits = (1..=Self::LONGEST_NAME).contains(&name.len());
        if suits && self.list.len() < Self::MOST_NAMES && self.known.insert(name) {
            self.list.push(name);
        }
    }

    /// The names in the order of their addition.
    pub(crate) fn into_list(self) -> Vec<&'a str> {
        self.list
    }
}

/// The first few names, shown if none is close to the requested one.
pub(crate) fn first<'a>(names: &[&'a str]) -> Vec<&'a str> {
    const SHOWN: usize = 5;
    names.iter().copied().take(SHOWN).collect()
}

/// The names closest to the requested one, nearest first; names that differ in more than half of
/// their letters are left out.
pub(crate) fn nearest<'a>(asked: &str, names: &[&'a str]) -> Vec<&'a str> {
    const SHOWN: usize = 3;
    /// The most pairs of letters to compare: about fifty milliseconds, ten thousand names of sixty
    /// letters each.
    const LETTERS_COMPARED: usize = 1 << 25;

    let asked: Vec<char> = asked.to_lowercase().chars().take(Names::LONGEST_NAME).collect();
    let mut left = LETTERS_COMPARED;
    let mut near: Vec<(usize, &str)> = Vec::new();
    for &name in names {
        let letters: Vec<char> = name.to_lowercase().chars().collect();
        let allowed = letters.len().max(asked.len()) / 2;
        if letters.len().abs_diff(asked.len()) > allowed {
            continue; // the distance is at least the difference of the lengths
        }
        let Some(rest) = left.checked_sub(asked.len() * letters.len()) else { break };
        left = rest;
        let distance = distance(&asked, &letters);
        if distance <= allowed {
            near.push((distance, name));
        }
    }
    near.sort();
    near.into_iter().take(SHOWN).map(|(_, name)| name).collect()
}

/// The number of letters to insert, delete or replace (Levenshtein distance).
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
