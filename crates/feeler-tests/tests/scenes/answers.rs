//! The answers of a configuration, for tests that compare them with published ones.

use crate::configuration::Configuration;
use feeler::{Contact, Mesh, Model, Pair, Pose, Scratch};

/// The answers of a configuration at several poses of two meshes.
pub struct Answers {
    pub intersects: Vec<bool>,
    pub contacts: Vec<Vec<Contact>>,
}

/// The kinds of answers that a test needs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    Verdicts,
    VerdictsAndContacts,
}

impl Configuration {
    /// The answers for two meshes, or for a mesh and itself.
    pub fn answers(&self, a: &Mesh, b: Option<&Mesh>, poses: &[Pose], wanted: Wanted) -> Answers {
        let build = self.build();
        let a = Model::build(a.clone(), &build);
        let other = b.map(|b| Model::build(b.clone(), &build));
        let b = other.as_ref().unwrap_or(&a);
        let mut scratch = Scratch::new();
        let mut answers = Answers { intersects: Vec::new(), contacts: Vec::new() };
        for &pose in poses {
            let pair = Pair::new(&a, b).at(pose);
            answers.intersects.push(pair.intersects_with(&mut scratch));
            if wanted == Wanted::VerdictsAndContacts {
                answers.contacts.push(pair.contacts_with(&mut scratch).to_vec());
            }
        }
        answers
    }
}
