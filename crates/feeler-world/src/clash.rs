//! Clashes: what the objects of an assembly do to each other.

use crate::error::WorldError;
use crate::object::ObjectId;
use crate::world::{World, between};
use feeler::{Closest, Model, Scratch, Search};
use feeler_field::{Body, Depth, Parts, Progress, Related, Relation, Ways};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// What two objects do to each other as solids, from the least to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ClashKind {
    /// They are apart, but closer than the clearance.
    Near,
    /// They share points, but nothing is inside of both.
    Touching,
    /// One is inside of the other.
    Inside,
    /// They pass through each other.
    Crossing,
    /// They fill the same space: probably one part that is there twice.
    Duplicate,
}

impl ClashKind {
    /// All kinds, from the least to the worst.
    pub const ALL: [Self; 5] =
        [Self::Near, Self::Touching, Self::Inside, Self::Crossing, Self::Duplicate];

    /// A name of one word: `near`, `touching`, `inside`, `crossing`, `duplicate`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Near => "near",
            Self::Touching => "touching",
            Self::Inside => "inside",
            Self::Crossing => "crossing",
            Self::Duplicate => "duplicate",
        }
    }
}

/// What counts as a clash.
///
/// ```
/// use feeler_world::Limits;
/// let limits = Limits { clearance: 0.5, ..Limits::default() };
/// # let _ = limits;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Objects that are apart are near up to this distance.
    pub clearance: f64,
    /// Objects that cross count as touching if a motion no longer than this is found that frees one of the
    /// other. Parts that were drawn to touch mostly cross by a rounding.
    pub tolerance: f64,
}

/// Two objects that are closer than a clearance, and what they do to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clash {
    /// The objects, the one that was added first as A.
    pub objects: [ObjectId; 2],
    /// What they do to each other.
    pub kind: ClashKind,
    /// The relation that this follows from, with its confidence.
    pub related: Related,
    /// Where the surfaces are nearest, in the world; the distance is 0 where they touch.
    pub closest: Closest,
    /// The number of pairs of triangles that touch.
    pub contacts: u64,
    /// How far B must move to be free of A, with bounds of it, if the solids cross or one is inside of the
    /// other. The translation is in A's frame.
    pub depth: Option<Depth>,
}

/// The clashes of a world.
#[derive(Clone, Debug, PartialEq)]
pub struct Clashes {
    /// All clashes, in ascending order of their objects' identities.
    pub found: Vec<Clash>,
    /// The number of pairs whose boxes are closer than the clearance, and which the rules want.
    pub candidates: usize,
    /// Whether all of these were looked at; false if the progress stopped the work.
    pub is_complete: bool,
}

impl World {
    /// All pairs of objects that are no further apart than a clearance, or of which one is inside of the other, and
    /// what they do to each other as solids. Margins do not count.
    ///
    /// It is exact for closed meshes; see [`Relation`] for others.
    ///
    /// ```
    /// use feeler::{Model, Pose};
    /// use feeler_field::unwatched;
    /// use feeler_world::{ClashKind, Limits, World};
    /// let cube = std::sync::Arc::new(Model::new(feeler_scenes::shape::cuboid(12))); // from -1 to 1
    /// let mut world = World::new();
    /// for (name, x) in [("a", 0.0), ("b", 0.0), ("c", 1.5), ("d", 2.0), ("e", 4.25)] {
    ///     world.add(name, cube.clone(), Pose::translation([x, 0.0, 0.0]))?;
    /// }
    /// let limits = Limits { clearance: 0.3, tolerance: 0.0 };
    /// let clashes = world.clashes(limits, &unwatched)?.found;
    /// let kinds: Vec<ClashKind> = clashes.iter().map(|clash| clash.kind).collect();
    /// use ClashKind::*;
    /// assert_eq!(kinds, [Duplicate, Crossing, Touching, Crossing, Touching, Crossing, Near]);
    /// assert!((clashes[1].depth.unwrap().upper - 0.5).abs() < 1e-9);
    /// # Ok::<(), feeler_world::WorldError>(())
    /// ```
    ///
    /// Fails if a limit is negative or not a number. If the progress stops the work, what was found
    /// until then is returned.
    pub fn clashes(
        &mut self,
        limits: Limits,
        progress: Progress<'_>,
    ) -> Result<Clashes, WorldError> {
        let Limits { clearance, tolerance } = limits;
        if let Some(wrong) = [clearance, tolerance].into_iter().find(|x| x.is_nan() || *x < 0.0) {
            return Err(WorldError::Clearance { clearance: wrong });
        }
        let candidates = self.candidates(clearance);
        let parts = Parts::new(candidates.len(), progress);
        // Objects of one model share what is known of its inside, which takes longer than a pair.
        let models: HashMap<usize, Arc<Model>> = candidates
            .iter()
            .flatten()
            .map(|&slot| (self.identity(slot), Arc::clone(self.at(slot).model())))
            .collect();
        let solids: HashMap<usize, OnceLock<Body<'_>>> =
            models.keys().map(|&model| (model, OnceLock::new())).collect();
        let answers = self.ask_all(&candidates, |world, &slots, scratch| {
            let solid = |slot: u32| {
                let model = world.identity(slot);
                solids[&model].get_or_init(|| Body::of(&models[&model]))
            };
            parts.part(|| world.clash(slots, limits, &solid, scratch))
        });
        let is_complete = answers.len() == candidates.len();
        let mut found: Vec<Clash> = answers.into_iter().flatten().collect();
        found.sort_unstable_by_key(|clash| clash.objects);
        Ok(Clashes { found, candidates: candidates.len(), is_complete })
    }

    /// A number that only objects of one model share.
    fn identity(&self, slot: u32) -> usize {
        Arc::as_ptr(self.at(slot).model()).addr()
    }

    /// What two slots do to each other; `None` if nothing.
    fn clash<'m>(
        &self,
        slots: [u32; 2],
        Limits { clearance, tolerance }: Limits,
        solid: &dyn Fn(u32) -> &'m Body<'m>,
        scratch: &mut Scratch,
    ) -> Option<Clash> {
        let [a, b] = slots.map(|slot| self.at(slot));
        let pair = between(a, b);
        // What is inside of the other may be far from its surface.
        let is_nested = self.tree.bounds(slots[0]).may_nest_with(self.tree.bounds(slots[1]));
        let beyond = if is_nested { f64::INFINITY } else { clearance };
        let search = Search { beyond, ..Search::default() };
        let closest = pair.distance_with(&search, scratch).closest?;
        if closest.distance > beyond {
            return None;
        }
        let [of_a, of_b] = slots.map(solid);
        let related = Relation::between(of_a.boundary(), of_b.boundary(), pair.pose());
        let depth = matches!(
            related.relation,
            Relation::Crossing | Relation::AInsideB | Relation::BInsideA
        )
        .then(|| Depth::of(of_a, of_b, pair.pose(), Ways::Anywhere));
        let kind = match related.relation {
            Relation::Apart if closest.distance > clearance => return None,
            Relation::Apart => ClashKind::Near,
            Relation::Touching => ClashKind::Touching,
            Relation::AInsideB | Relation::BInsideA => ClashKind::Inside,
            Relation::Crossing if depth.is_some_and(|depth| depth.upper <= tolerance) => {
                ClashKind::Touching
            }
            Relation::Crossing => ClashKind::Crossing,
            Relation::Same => ClashKind::Duplicate,
        };
        let contacts = if closest.distance > 0.0 { 0 } else { pair.count_contacts_with(scratch) };
        let objects = slots.map(|slot| self.id(slot));
        Some(Clash { objects, kind, related, closest: closest.seen(a.pose()), contacts, depth })
    }
}
