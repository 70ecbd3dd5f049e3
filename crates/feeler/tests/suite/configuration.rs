//! All ways to ask the same question.

use feeler::{
    BoundingVolume, Build, Contact, Instructions, Kind, Mesh, Model, Pair, Pose, Rule, Schedule,
    Scratch, Task,
};
use std::fmt;

/// A tree that can be built.
#[derive(Clone, Copy, Debug)]
pub struct Configuration {
    pub kind: Kind,
    pub arity: usize,
    pub rule: Rule,
    pub leaf_size: usize,
}

impl Configuration {
    /// Every kind, arity and rule.
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for (_, kind) in Kind::ALL {
            for arity in [2, 4, 8] {
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
            let arity = [2, 4, 8][choice % 3];
            Self { kind, arity, rule: Rule::ALL[choice / 3 % 7], leaf_size: 1 + choice / 21 % 16 }
        })
    }

    /// Builds both trees, asks every question in every schedule and with every instruction set, and compares with the truth.
    pub fn check(
        &self,
        a: &Mesh,
        b: &Mesh,
        pose: &Pose,
        expected: &[Contact],
    ) -> Result<(), String> {
        self.kind.dispatch(self.arity, Check { configuration: *self, a, b, pose: *pose, expected })
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, arity, rule, leaf_size } = self;
        write!(f, "{kind}, arity {arity}, {}, leaves of {leaf_size}", rule.name())
    }
}

struct Check<'a> {
    configuration: Configuration,
    a: &'a Mesh,
    b: &'a Mesh,
    pose: Pose,
    expected: &'a [Contact],
}

impl Task for Check<'_> {
    type Output = Result<(), String>;

    fn run<V: BoundingVolume, const N: usize>(self, fit: V::Fit) -> Result<(), String> {
        let Configuration { rule, leaf_size, .. } = self.configuration;
        let build = Build::<V> { rule, leaf_size, fit };
        let (a, b) = (
            Model::<V, N>::build(self.a.clone(), &build),
            Model::<V, N>::build(self.b.clone(), &build),
        );
        a.validate()?;
        b.validate()?;
        for schedule in [Schedule::DepthFirst, Schedule::BestFirst] {
            ask(&Pair::new(&a, &b).at(self.pose).scheduled(schedule), self.expected)
                .map_err(|difference| format!("{schedule:?}: {difference}"))?;
        }
        Ok(())
    }
}

fn ask<V: BoundingVolume, const N: usize>(
    pair: &Pair<V, N>,
    expected: &[Contact],
) -> Result<(), String> {
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
        self.kind.dispatch(self.arity, Ask { configuration: *self, a, b, poses, wanted })
    }
}

impl Task for Ask<'_> {
    type Output = Answers;

    fn run<V: BoundingVolume, const N: usize>(self, fit: V::Fit) -> Answers {
        let Configuration { rule, leaf_size, .. } = self.configuration;
        let build = Build::<V> { rule, leaf_size, fit };
        let a = Model::<V, N>::build(self.a.clone(), &build);
        let other = self.b.map(|b| Model::<V, N>::build(b.clone(), &build));
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
