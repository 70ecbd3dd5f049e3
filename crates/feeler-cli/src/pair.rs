//! Pairs of models whose volume is known only at run time.

use crate::args::{QueryArgs, TreeArgs};
use feeler::triangle::Section;
use feeler::{
    BoundingVolume, Build, Closest, Contact, Distance, Kind, Mesh, Model, Pair, Pose, Schedule,
    Scratch, Search, Task, TreeStats,
};

/// What the commands ask of two models, with any volume in any arity. A virtual call is nothing beside a query.
pub(crate) trait AnyPair {
    /// Some contact, the first that is found.
    fn any_contact(&self, pose: Pose, scratch: &mut Scratch) -> Option<Contact>;
    /// All contacts.
    fn contacts<'s>(&self, pose: Pose, scratch: &'s mut Scratch) -> &'s [Contact];
    /// How many contacts there are.
    fn count_contacts(&self, pose: Pose, scratch: &mut Scratch) -> u64;
    /// The first n contacts.
    fn first_contacts<'s>(&self, n: usize, pose: Pose, scratch: &'s mut Scratch) -> &'s [Contact];
    /// What the triangles of a contact share.
    fn section(&self, pose: Pose, contact: Contact) -> Option<Section>;
    /// The distance, and where it is.
    fn distance(&self, search: &Search, pose: Pose, scratch: &mut Scratch) -> Distance;
    /// Some triangles within a distance.
    fn any_within(&self, distance: f64, pose: Pose, scratch: &mut Scratch) -> Option<Closest>;
    /// All of them.
    fn all_within<'s>(&self, distance: f64, pose: Pose, scratch: &'s mut Scratch) -> &'s [Closest];
}

/// Builds both models.
pub(crate) fn build(a: Mesh, b: Mesh, query: &QueryArgs) -> Box<dyn AnyPair> {
    let task = BuildPair { a, b, tree: query.tree, schedule: query.schedule };
    query.bv.dispatch(query.tree.arity, task)
}

/// Builds one model, for the shape of its tree.
pub(crate) fn stats(mesh: Mesh, bv: Kind, tree: TreeArgs) -> TreeStats {
    bv.dispatch(tree.arity, BuildOne { mesh, tree })
}

struct Models<V: BoundingVolume, const N: usize> {
    a: Model<V, N>,
    b: Model<V, N>,
    schedule: Schedule,
}

impl<V: BoundingVolume, const N: usize> Models<V, N> {
    fn at(&self, pose: Pose) -> Pair<'_, V, N> {
        Pair::new(&self.a, &self.b).at(pose).scheduled(self.schedule)
    }
}

impl<V: BoundingVolume, const N: usize> AnyPair for Models<V, N> {
    fn any_contact(&self, pose: Pose, scratch: &mut Scratch) -> Option<Contact> {
        self.at(pose).any_contact_with(scratch)
    }

    fn contacts<'s>(&self, pose: Pose, scratch: &'s mut Scratch) -> &'s [Contact] {
        self.at(pose).contacts_with(scratch)
    }

    fn count_contacts(&self, pose: Pose, scratch: &mut Scratch) -> u64 {
        self.at(pose).count_contacts_with(scratch)
    }

    fn first_contacts<'s>(&self, n: usize, pose: Pose, scratch: &'s mut Scratch) -> &'s [Contact] {
        self.at(pose).first_contacts_with(n, scratch)
    }

    fn section(&self, pose: Pose, contact: Contact) -> Option<Section> {
        self.at(pose).section(contact)
    }

    fn distance(&self, search: &Search, pose: Pose, scratch: &mut Scratch) -> Distance {
        self.at(pose).distance_with(search, scratch)
    }

    fn any_within(&self, distance: f64, pose: Pose, scratch: &mut Scratch) -> Option<Closest> {
        self.at(pose).any_within_with(distance, scratch)
    }

    fn all_within<'s>(&self, distance: f64, pose: Pose, scratch: &'s mut Scratch) -> &'s [Closest] {
        self.at(pose).all_within_with(distance, scratch)
    }
}

struct BuildPair {
    a: Mesh,
    b: Mesh,
    tree: TreeArgs,
    schedule: Schedule,
}

impl Task for BuildPair {
    type Output = Box<dyn AnyPair>;

    fn run<V: BoundingVolume, const N: usize>(self, fit: V::Fit) -> Self::Output {
        let Self { a, b, tree, schedule } = self;
        let [a, b] = [a, b].map(|mesh| Model::<V, N>::build(mesh, &options(tree, fit)));
        Box::new(Models { a, b, schedule })
    }
}

struct BuildOne {
    mesh: Mesh,
    tree: TreeArgs,
}

impl Task for BuildOne {
    type Output = TreeStats;

    fn run<V: BoundingVolume, const N: usize>(self, fit: V::Fit) -> TreeStats {
        Model::<V, N>::build(self.mesh, &options(self.tree, fit)).stats()
    }
}

fn options<V: BoundingVolume>(tree: TreeArgs, fit: V::Fit) -> Build<V> {
    Build { rule: tree.rule, leaf_size: tree.leaf.into(), fit }
}
