//! All ways to ask the same question.

use crate::oracle;
use feeler::{
    Arity, BoundingVolume, Build, Closest, Contact, Instructions, Kind, Mesh, Model, Pair, Pose,
    Rule, Schedule, Scratch, Search, Task, triangle,
};
use std::fmt;

/// A tree that can be built.
#[derive(Clone, Copy, Debug)]
pub struct Configuration {
    pub kind: Kind,
    pub arity: Arity,
    pub rule: Rule,
    pub leaf_size: usize,
}

impl Configuration {
    /// Every kind, arity and rule.
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for (_, kind) in Kind::ALL {
            for arity in Arity::ALL {
                for rule in Rule::ALL {
                    all.push(Self { kind, arity, rule, leaf_size: 1 + all.len() % 16 });
                }
            }
        }
        all
    }

    /// Every kind once, with an arity, rule and leaf size that change with the number.
    pub fn some(number: u64) -> impl Iterator<Item = Self> {
        Kind::ALL.iter().enumerate().map(move |(i, &(_, kind))| {
            let choice = (number as usize).wrapping_mul(31).wrapping_add(i * 7);
            let arity = Arity::ALL[choice % 3];
            Self { kind, arity, rule: Rule::ALL[choice / 3 % 7], leaf_size: 1 + choice / 21 % 16 }
        })
    }

    /// How to build the trees.
    pub fn build<V: BoundingVolume>(&self, fit: V::Fit) -> Build<V> {
        let Self { arity, rule, leaf_size, .. } = *self;
        Build { arity, rule, leaf_size, fit }
    }

    /// Builds both trees, asks every question in every schedule and with every instruction set, and compares with the truth.
    pub fn check(
        &self,
        a: &Mesh,
        b: &Mesh,
        pose: &Pose,
        expected: &Expected,
    ) -> Result<(), String> {
        self.kind.dispatch(Check { configuration: *self, a, b, pose: *pose, expected })
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, arity, rule, leaf_size } = self;
        write!(f, "{kind}, arity {arity}, {}, leaves of {leaf_size}", rule.name())
    }
}

/// The truth about two meshes at a pose.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// By brute force in exact arithmetic.
    pub contacts: Vec<Contact>,
    /// None where nobody asks.
    pub near: Option<ExpectedNear>,
}

/// By brute force over all pairs of triangles; whether the distances of triangles are right is tested elsewhere.
#[derive(Clone, Debug, Default)]
pub struct ExpectedNear {
    pub closest: Option<Closest>,
    /// A distance that some pairs of triangles are within, and these pairs.
    pub tolerance: f64,
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
        // In the order of distance and then of triangles, as the sort is stable.
        let mut sorted = pairs.clone();
        sorted.sort_by(|p, q| p.distance.total_cmp(&q.distance));
        // At a distance that occurs: the comparison is as close as can be.
        let tolerance = sorted.get(sorted.len() / 10).map_or(0.0, |pair| pair.distance);
        pairs.retain(|pair| pair.distance <= tolerance);
        let near = ExpectedNear { closest: sorted.first().copied(), tolerance, within: pairs };
        Self { near: Some(near), ..Self::contacts(a, b, pose) }
    }
}

struct Check<'a> {
    configuration: Configuration,
    a: &'a Mesh,
    b: &'a Mesh,
    pose: Pose,
    expected: &'a Expected,
}

impl Task for Check<'_> {
    type Output = Result<(), String>;

    fn run<V: BoundingVolume>(self, fit: V::Fit) -> Result<(), String> {
        let build = self.configuration.build::<V>(fit);
        let (a, b) =
            (Model::<V>::build(self.a.clone(), &build), Model::<V>::build(self.b.clone(), &build));
        a.validate()?;
        b.validate()?;
        for schedule in [Schedule::DepthFirst, Schedule::BestFirst] {
            let pair = Pair::new(&a, &b).at(self.pose).scheduled(schedule);
            ask(&pair, &self.expected.contacts)
                .and_then(|()| match &self.expected.near {
                    Some(near) => ask_near(&pair, near),
                    None => Ok(()),
                })
                .map_err(|difference| format!("{schedule:?}: {difference}"))?;
        }
        Ok(())
    }
}

fn ask<V: BoundingVolume>(pair: &Pair<V>, expected: &[Contact]) -> Result<(), String> {
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

fn ask_near<V: BoundingVolume>(pair: &Pair<V>, expected: &ExpectedNear) -> Result<(), String> {
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
        // The best and the worst guess, and one that is none.
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

/// What a configuration answers at several poses of two meshes.
pub struct Answers {
    pub intersects: Vec<bool>,
    pub contacts: Vec<Vec<Contact>>,
}

/// Which answers are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    Verdicts,
    VerdictsAndContacts,
}

struct Ask<'a> {
    configuration: Configuration,
    a: &'a Mesh,
    b: Option<&'a Mesh>,
    poses: &'a [Pose],
    wanted: Wanted,
}

impl Configuration {
    /// The answers for two meshes, or for a mesh and itself.
    pub fn answers(&self, a: &Mesh, b: Option<&Mesh>, poses: &[Pose], wanted: Wanted) -> Answers {
        self.kind.dispatch(Ask { configuration: *self, a, b, poses, wanted })
    }
}

impl Task for Ask<'_> {
    type Output = Answers;

    fn run<V: BoundingVolume>(self, fit: V::Fit) -> Answers {
        let build = self.configuration.build::<V>(fit);
        let a = Model::<V>::build(self.a.clone(), &build);
        let other = self.b.map(|b| Model::<V>::build(b.clone(), &build));
        let b = other.as_ref().unwrap_or(&a);
        let mut scratch = Scratch::new();
        let mut answers = Answers { intersects: Vec::new(), contacts: Vec::new() };
        for &pose in self.poses {
            let pair = Pair::new(&a, b).at(pose);
            answers.intersects.push(pair.intersects_with(&mut scratch));
            if self.wanted == Wanted::VerdictsAndContacts {
                answers.contacts.push(pair.contacts_with(&mut scratch).to_vec());
            }
        }
        answers
    }
}
