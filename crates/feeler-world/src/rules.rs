//! Rules: which pairs of objects matter.

use crate::object::Object;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use wildmatch::WildMatch;

/// Rules about which pairs of objects are looked at.
///
/// ```
/// use feeler_world::Rules;
/// let rules: Rules = r#"
///     [[rule]]
///     ignore = ["screw-*", "plate"]           # a pair of patterns, in any order
///
///     [[rule]]
///     chain = ["base", "upper arm", "hand"]   # neighbours in a chain may touch
///
///     [[rule]]
///     check = ["@tool", "*"]                  # objects of a group, with all others
/// "#.parse()?;
/// assert_eq!(rules.len(), 3);
/// # Ok::<(), feeler_world::RulesError>(())
/// ```
///
/// A pattern is a name, in which `*` stands for any characters and `?` for one; after `@` it is the
/// name of a group. The *last* rule that speaks of a pair decides. Pairs that no rule speaks of are
/// looked at, unless the file begins with `default = "ignore"`.
///
/// With serde, rules are read from any data of this form, as [`from_str`](Self::from_str) reads them from TOML.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(try_from = "File")]
pub struct Rules {
    default: Verdict,
    rules: Vec<Rule>,
    /// The patterns of all rules, each once.
    patterns: Vec<Pattern>,
}

/// What a rule says of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    #[default]
    Check,
    Ignore,
}

#[derive(Clone, Debug, PartialEq)]
struct Rule {
    verdict: Verdict,
    /// The pairs of patterns that it speaks of, by number.
    pairs: Vec<[usize; 2]>,
    /// The rule as it was written, for messages.
    text: String,
}

#[derive(Clone, Debug, PartialEq)]
struct Pattern {
    of_group: bool,
    text: WildMatch,
}

impl Pattern {
    fn matches(&self, object: &Object) -> bool {
        match (self.of_group, object.group()) {
            (false, _) => self.text.matches(object.name()),
            (true, Some(group)) => self.text.matches(group),
            (true, None) => false,
        }
    }
}

/// The patterns that an object matches, a bit for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks(Box<[u64]>);

impl Marks {
    fn has(&self, pattern: usize) -> bool {
        self.0[pattern / 64] >> (pattern % 64) & 1 != 0
    }
}

impl Rules {
    /// The number of rules.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether there is no rule.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Whether all pairs are looked at.
    pub(crate) fn check_all(&self) -> bool {
        self.is_empty() && self.default == Verdict::Check
    }

    /// The patterns that an object matches.
    pub(crate) fn marks(&self, object: &Object) -> Marks {
        let mut words = vec![0; self.patterns.len().div_ceil(64)];
        for (at, pattern) in self.patterns.iter().enumerate() {
            words[at / 64] |= u64::from(pattern.matches(object)) << (at % 64);
        }
        Marks(words.into())
    }

    /// Whether a pair of objects is looked at, by their marks.
    pub(crate) fn checks(&self, a: &Marks, b: &Marks) -> bool {
        let last = self.rules.iter().rev().find(|rule| rule.speaks_of(a, b));
        last.map_or(self.default, |rule| rule.verdict) == Verdict::Check
    }

    /// The rules that speak of no pair of some objects, as they were written.
    pub(crate) fn idle(&self, marks: &[&Marks]) -> Vec<&str> {
        let count = |has: &dyn Fn(&Marks) -> bool| marks.iter().filter(|marks| has(marks)).count();
        let speaks = |&[p, q]: &[usize; 2]| {
            let (of_p, of_q) = (count(&|marks| marks.has(p)), count(&|marks| marks.has(q)));
            // One object that matches both patterns is no pair.
            let is_one =
                of_p == 1 && of_q == 1 && count(&|marks| marks.has(p) && marks.has(q)) == 1;
            of_p > 0 && of_q > 0 && !is_one
        };
        let idle = self.rules.iter().filter(|rule| !rule.pairs.iter().any(speaks));
        idle.map(|rule| &rule.text[..]).collect()
    }

    /// Adds a pattern, and returns its number.
    fn pattern(&mut self, text: &str) -> usize {
        let (of_group, name) = match text.strip_prefix('@') {
            Some(group) => (true, group),
            None => (false, text),
        };
        let pattern = Pattern { of_group, text: WildMatch::new(name) };
        self.patterns.iter().position(|known| *known == pattern).unwrap_or_else(|| {
            self.patterns.push(pattern);
            self.patterns.len() - 1
        })
    }
}

impl Rule {
    fn speaks_of(&self, a: &Marks, b: &Marks) -> bool {
        let both = |x: &Marks, y: &Marks, [p, q]: [usize; 2]| x.has(p) && y.has(q);
        self.pairs.iter().any(|&pair| both(a, b, pair) || both(b, a, pair))
    }
}

/// The file, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    default: Verdict,
    #[serde(default)]
    rule: Vec<Line>,
}

/// A rule, as it is written: one of the three.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    check: Option<[String; 2]>,
    ignore: Option<[String; 2]>,
    chain: Option<Vec<String>>,
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let file: File = toml::from_str(text).map_err(|error| RulesError(error.to_string()))?;
        file.try_into()
    }
}

impl TryFrom<File> for Rules {
    type Error = RulesError;

    fn try_from(file: File) -> Result<Self, RulesError> {
        let mut rules = Self { default: file.default, ..Self::default() };
        for (number, line) in (1..).zip(file.rule) {
            let (verdict, word, names) = match line {
                Line { check: Some(pair), ignore: None, chain: None } => {
                    (Verdict::Check, "check", pair.to_vec())
                }
                Line { check: None, ignore: Some(pair), chain: None } => {
                    (Verdict::Ignore, "ignore", pair.to_vec())
                }
                Line { check: None, ignore: None, chain: Some(names) } if names.len() > 1 => {
                    (Verdict::Ignore, "chain", names)
                }
                Line { check: None, ignore: None, chain: Some(_) } => {
                    return Err(RulesError(format!(
                        "rule {number}: a chain has two or more names"
                    )));
                }
                _ => {
                    return Err(RulesError(format!(
                        "rule {number}: a rule has one of check, ignore and chain"
                    )));
                }
            };
            let text = format!("{word} = {names:?}");
            let patterns: Vec<usize> = names.iter().map(|name| rules.pattern(name)).collect();
            let pairs = patterns.windows(2).map(|pair| [pair[0], pair[1]]).collect();
            rules.rules.push(Rule { verdict, pairs, text });
        }
        Ok(rules)
    }
}

/// The reason why a text is no list of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError(String);

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.trim_end())
    }
}

impl std::error::Error for RulesError {}
