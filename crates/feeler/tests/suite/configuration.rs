//! All trees and ways to ask the same question.

use crate::oracle;
use feeler::{
    Arity, Build, Closest, Contact, Instructions, Mesh, Model, Pair, Pose, Rule, Schedule, Scratch,
    Search, Volume, triangle,
};
use std::fmt;

/// The settings of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Configuration {
    pub volume: Volume,
    pub arity: Arity,
    pub rule: Rule,
    pub leaf_size: usize,
}

impl Configuration {
    /// Every combination of volume, arity and rule.
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for volume in Volume::ALL {
            for arity in Arity::ALL {
                for rule in Rule::ALL {
                    all.push(Self { volume, arity, rule, leaf_size: 1 + all.len() % 16 });
                }
            }
        }
        all
    }

    /// Every volume once, with an arity, rule and leaf size that depend on the number.
    pub fn some(number: u64) -> impl Iterator<Item = Self> {
        Volume::ALL.into_iter().enumerate().map(move |(i, volume)| {
            let choice = (number as usize).wrapping_mul(31).wrapping_add(i * 7);
            let arity = Arity::ALL[choice % 3];
            Self { volume, arity, rule: Rule::ALL[choice / 3 % 7], leaf_size: 1 + choice / 21 % 16 }
        })
    }

    /// The build settings of the trees.
    pub fn build(&self) -> Build {
        let Self { volume, arity, rule, leaf_size } = *self;
        Build { volume, arity, rule, leaf_size }
    }

    /// Builds both trees, asks every question in every schedule and with every instruction set, and
    /// compares the answers with the exact ones.
    pub fn check(
        &self,
        a: &Mesh,
        b: &Mesh,
        pose: &Pose,
        expected: &Expected,
    ) -> Result<(), String> {
        let build = self.build();
        let (a, b) = (Model::build(a.clone(), &build), Model::build(b.clone(), &build));
        a.validate()?;
        b.validate()?;
        for schedule in [Schedule::DepthFirst, Schedule::BestFirst] {
            let pair = Pair::new(&a, &b).at(*pose).scheduled(schedule);
            ask(&pair, &expected.contacts)
                .and_then(|()| match &expected.near {
                    Some(near) => ask_near(&pair, near),
                    None => Ok(()),
                })
                .map_err(|difference| format!("{schedule:?}: {difference}"))?;
        }
        Ok(())
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { volume, arity, rule, leaf_size } = self;
        write!(f, "{volume}, arity {arity}, {}, leaves of {leaf_size}", rule.name())
    }
}

/// The exact answers for two meshes at a pose.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// All contacts, by brute force in exact arithmetic.
    pub contacts: Vec<Contact>,
    /// The distances, if they are checked.
    pub near: Option<ExpectedNear>,
}

/// Answers about distances, by brute force over all pairs of triangles. Other tests check the
/// distances of triangles themselves.
#[derive(Clone, Debug, Default)]
pub struct ExpectedNear {
    pub closest: Option<Closest>,
    /// The distance that `within` uses.
    pub tolerance: f64,
    /// The pairs of triangles within that distance.
    pub within: Vec<Closest>,
}

impl Expected {
    pub fn contacts(a: &Mesh, b: &Mesh, pose: &Pose) -> Self {
        let contacts = oracle::mesh_contacts(a, b, pose);
        let contacts = contacts.into_iter().map(|(a, b)| Contact { a, b }).collect();
        Self { contacts, near: None }
    }

    pub fn all(a: &Mesh, b: &Mesh, pose: &Pose) -> Self {
        let mut pairs = Vec::new();
        for i in 0..a.triangles().len() as u32 {
            for j in 0..b.triangles().len() as u32 {
                let posed = b.triangle(j).map(|p| pose.apply(p));
                let nearest = triangle::distance(&a.triangle(i), &posed);
                pairs.push(Closest {
                    distance: nearest.distance,
                    on_a: nearest.on_a,
                    on_b: nearest.on_b,
                    triangles: [i, j],
                });
            }
        }
        // The order is by distance and then by triangles, because the sort is stable.
        let mut sorted = pairs.clone();
        sorted.sort_by(|p, q| p.distance.total_cmp(&q.distance));
        // The tolerance is a distance that occurs, which makes the comparison as strict as
        // possible.
        let tolerance = sorted.get(sorted.len() / 10).map_or(0.0, |pair| pair.distance);
        pairs.retain(|pair| pair.distance <= tolerance);
        let near = ExpectedNear { closest: sorted.first().copied(), tolerance, within: pairs };
        Self { near: Some(near), ..Self::contacts(a, b, pose) }
    }
}

fn ask(pair: &Pair<'_>, expected: &[Contact]) -> Result<(), String> {
    let mut efforts = Vec::new();
    for instructions in Instructions::all() {
        let name = instructions.name();
        let mut scratch = Scratch::with_instructions(instructions);
        if pair.intersects_with(&mut scratch) == expected.is_empty() {
            return Err(format!("{name}: intersects is {}", expected.is_empty()));
        }
        let effort = scratch.effort();
        let found = pair.contacts_with(&mut scratch);
        if found != expected {
            let missing = expected.iter().find(|c| !found.contains(c));
            return Err(format!(
                "{name}: {} contacts, not {}; missing {missing:?}",
                found.len(),
                expected.len()
            ));
        }
        efforts.push((effort, scratch.effort()));
        if pair.count_contacts_with(&mut scratch) != expected.len() as u64 {
            return Err(format!("{name}: the number of contacts is not {}", expected.len()));
        }
        let n = expected.len() / 2;
        if pair.first_contacts_with(n, &mut scratch) != &expected[..n] {
            return Err(format!("{name}: the first {n} contacts differ"));
        }
    }
    match efforts.windows(2).all(|pair| pair[0] == pair[1]) {
        true => Ok(()),
        false => Err(format!("instruction sets differ in effort: {efforts:?}")),
    }
}

fn ask_near(pair: &Pair<'_>, expected: &ExpectedNear) -> Result<(), String> {
    let mut efforts = Vec::new();
    for instructions in Instructions::all() {
        let name = instructions.name();
        let mut scratch = Scratch::with_instructions(instructions);
        let found = pair.distance_with(&Search::default(), &mut scratch);
        if found.closest != expected.closest {
            return Err(format!("{name}: closest is {:?}, not {:?}", found, expected.closest));
        }
        efforts.push(scratch.effort());
        if found.closest.is_some() && !found.is_exact() {
            return Err(format!("{name}: an exact distance from {} up", found.lower));
        }
        let tolerance = expected.tolerance;
        let within = pair.all_within_with(tolerance, &mut scratch);
        if within != expected.within {
            let (found, expected) = (within.len(), expected.within.len());
            return Err(format!("{name}: {found} pairs within {tolerance:e}, not {expected}"));
        }
        let Some(closest) = expected.closest else { continue };
        let nothing = closest.distance.next_down();
        if !pair.within_with(closest.distance, &mut scratch)
            || pair.within_with(nothing, &mut scratch)
        {
            return Err(format!("{name}: within differs from distance {:e}", closest.distance));
        }
        // The best guess, the worst guess, and triangles that do not exist.
        let last = [pair.a().mesh(), pair.b().mesh()].map(|m| m.triangles().len() as u32 - 1);
        for guess in [closest.triangles, last, [u32::MAX; 2]] {
            let search = Search { guess: Some(guess), ..Search::default() };
            if pair.distance_with(&search, &mut scratch).closest != Some(closest) {
                return Err(format!("{name}: the guess {guess:?} changes the answer"));
            }
        }
    }
    match efforts.windows(2).all(|pair| pair[0] == pair[1]) {
        true => Ok(()),
        false => Err(format!("instruction sets differ in effort: {efforts:?}")),
    }
}
