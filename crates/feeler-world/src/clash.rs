//! Clashes: what the objects of an assembly do to each other.

use crate::error::WorldError;
use crate::object::ObjectId;
use crate::world::{World, between};
use feeler::{Budget, Closest, Model, Scratch, Search};
use feeler_field::{Body, Depth, DepthSearch, Parts, Progress, Relation, Ways};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

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

/// What counts as a clash, and how much shall be known of it.
///
/// ```
/// use feeler::Budget;
/// use feeler_world::Limits;
/// let limits = Limits { clearance: 0.5, ..Limits::default() };
/// let kinds_alone = Limits { depth: Budget::steps(0), ..limits };
/// # let _ = kinds_alone;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Objects that are apart are near up to this distance.
    pub clearance: f64,
    /// Objects that cross count as touching if a motion no longer than this is found that frees one of the
    /// other. Parts that were drawn to touch mostly cross by a rounding.
    pub tolerance: f64,
    /// The budget of each depth: a step is one place that is tried. Without any step no depth is asked, and
    /// the tolerance has no meaning. A budget of time gives other depths on other machines.
    pub depth: Budget,
}

/// Two objects that are closer than a clearance, and what they do to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clash {
    /// The objects, the one that was added first as A.
    pub objects: [ObjectId; 2],
    /// What they do to each other.
    pub kind: ClashKind,
    /// 1 if that is proven, which it always is for closed meshes; see [`Related`](feeler_field::Related).
    pub confidence: f64,
    /// Where the surfaces are nearest, in the world; the distance is 0 where they touch.
    pub closest: Closest,
    /// More about them; `None` if the work was stopped before.
    pub detail: Option<Detail>,
}

/// What takes longer to know of a clash than its kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detail {
    /// The number of pairs of triangles that touch.
    pub contacts: u64,
    /// How far B must move to be free of A, with bounds of it, if the solids cross or one is inside of the
    /// other, and if a depth was wanted. The translation is in A's frame.
    pub depth: Option<Depth>,
}

impl Clash {
    /// The depth, if it is known.
    pub fn depth(&self) -> Option<Depth> {
        self.detail.and_then(|detail| detail.depth)
    }
}

/// The clashes of a world.
#[derive(Clone, Debug)]
pub struct Clashes {
    /// All clashes, in ascending order of their objects' identities.
    pub found: Vec<Clash>,
    /// The number of pairs whose boxes are closer than the clearance, and which the rules want.
    pub candidates: usize,
    /// Whether everything was done; false if the progress stopped the work.
    pub is_complete: bool,
    /// The time until the kinds of all pairs were known.
    pub kinds_time: Duration,
    /// The time of all details after that.
    pub details_time: Duration,
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
    /// let limits = Limits { clearance: 0.3, ..Limits::default() };
    /// let clashes = world.clashes(limits, &unwatched)?.found;
    /// let kinds: Vec<ClashKind> = clashes.iter().map(|clash| clash.kind).collect();
    /// use ClashKind::*;
    /// assert_eq!(kinds, [Duplicate, Crossing, Touching, Crossing, Touching, Crossing, Near]);
    /// assert!((clashes[1].depth().unwrap().upper - 0.5).abs() < 1e-9);
    /// # Ok::<(), feeler_world::WorldError>(())
    /// ```
    ///
    /// The kinds of all pairs come first, which takes about as long as to learn the insides of the objects; then
    /// the details of each clash. Fails if a limit is negative or not a number. If the progress stops the work,
    /// what was found until then is returned.
    pub fn clashes(
        &mut self,
        limits: Limits,
        progress: Progress<'_>,
    ) -> Result<Clashes, WorldError> {
        let Limits { clearance, tolerance, .. } = limits;
        if let Some(wrong) = [clearance, tolerance].into_iter().find(|x| x.is_nan() || *x < 0.0) {
            return Err(WorldError::Clearance { clearance: wrong });
        }
        let start = Instant::now();
        let first = |done: f64| progress(KINDS_SHARE * done);
        let candidates = self.candidates(clearance);
        let parts = Parts::new(candidates.len(), &first);
        let answers = self.ask_all(&candidates, |world, &slots, scratch| {
            parts.part(|| world.suspect(slots, clearance, scratch))
        });
        let mut is_complete = answers.len() == candidates.len();
        let suspects: Vec<Suspect> = answers.into_iter().flatten().collect();
        let models = self.models(suspects.iter().filter(|suspect| suspect.may_share()));
        let solids: HashMap<usize, Body<'_>> =
            models.par_iter().with_max_len(1).map(|(key, model)| (*key, Body::of(model))).collect();
        let world = &*self;
        let solid = |slot: u32| &solids[&world.identity(slot)];
        let parts = Parts::new(suspects.len(), &first);
        let ask = |scratch: &mut Scratch, suspect: &Suspect| {
            parts.part(|| world.clash(suspect, &solid, scratch))
        };
        let asked = suspects.par_iter().with_max_len(1).map_init(Scratch::new, ask);
        let asked: Vec<Option<Option<Clash>>> = asked.collect();
        is_complete &= asked.iter().all(Option::is_some);
        let mut found: Vec<Clash> = asked.into_iter().flatten().flatten().collect();
        found.sort_unstable_by_key(|clash| clash.objects);
        let kinds_time = start.elapsed();

        let rest = |done: f64| progress(KINDS_SHARE + (1.0 - KINDS_SHARE) * done);
        let parts = Parts::new(found.len(), &rest);
        let look = |scratch: &mut Scratch, clash: &mut Clash| {
            let detail = parts.part(|| world.detail(clash, limits.depth, &solid, scratch));
            clash.detail = detail;
            if detail.and_then(|detail| detail.depth).is_some_and(|depth| depth.upper <= tolerance)
                && clash.kind == ClashKind::Crossing
            {
                clash.kind = ClashKind::Touching;
            }
            detail.is_some()
        };
        is_complete &= found
            .par_iter_mut()
            .with_max_len(1)
            .map_init(Scratch::new, look)
            .fold(|| true, |all, one| all && one)
            .reduce(|| true, |all, one| all && one);
        let details_time = start.elapsed() - kinds_time;
        Ok(Clashes { found, candidates: candidates.len(), is_complete, kinds_time, details_time })
    }

    /// A number that only objects of one model share.
    fn identity(&self, slot: u32) -> usize {
        Arc::as_ptr(self.at(slot).model()).addr()
    }

    /// The models of some pairs, each once, with their identities; the largest first, so that no thread is
    /// left alone with it.
    fn models<'s>(&self, of: impl Iterator<Item = &'s Suspect>) -> Vec<(usize, Arc<Model>)> {
        let slots = of.flat_map(|suspect| suspect.slots);
        let all: HashMap<usize, Arc<Model>> =
            slots.map(|slot| (self.identity(slot), Arc::clone(self.at(slot).model()))).collect();
        let mut models: Vec<_> = all.into_iter().collect();
        models.sort_by_key(|(_, model)| std::cmp::Reverse(model.mesh().triangles().len()));
        models
    }

    /// Whether two slots need a closer look; `None` if they do nothing to each other.
    fn suspect(&self, slots: [u32; 2], clearance: f64, scratch: &mut Scratch) -> Option<Suspect> {
        let pair = between(self.at(slots[0]), self.at(slots[1]));
        let search = Search { beyond: clearance, ..Search::default() };
        let closest = pair.distance_with(&search, scratch).closest;
        let closest = closest.filter(|closest| closest.distance <= clearance);
        // What is inside of the other may be far from its surface.
        let is_nested = self.tree.bounds(slots[0]).may_nest_with(self.tree.bounds(slots[1]));
        (closest.is_some() || is_nested).then_some(Suspect { slots, closest, is_nested })
    }

    /// What two slots do to each other; `None` if nothing.
    fn clash<'m>(
        &self,
        suspect: &Suspect,
        solid: &dyn Fn(u32) -> &'m Body<'m>,
        scratch: &mut Scratch,
    ) -> Option<Clash> {
        let Suspect { slots, closest, .. } = *suspect;
        let [a, b] = slots.map(|slot| self.at(slot));
        let pair = between(a, b);
        let (relation, confidence) = match suspect.may_share() {
            true => {
                let [of_a, of_b] = slots.map(|slot| solid(slot).boundary());
                Relation::alone(of_a, of_b, pair.pose())
            }
            false => (Relation::Apart, 1.0),
        };
        let kind = match relation {
            Relation::Apart if closest.is_none() => return None,
            Relation::Apart => ClashKind::Near,
            Relation::Touching => ClashKind::Touching,
            Relation::AInsideB | Relation::BInsideA => ClashKind::Inside,
            Relation::Crossing => ClashKind::Crossing,
            Relation::Same => ClashKind::Duplicate,
        };
        let search = Search::default();
        let closest = closest.or_else(|| pair.distance_with(&search, scratch).closest)?;
        let objects = slots.map(|slot| self.id(slot));
        let closest = closest.seen(a.pose());
        Some(Clash { objects, kind, confidence, closest, detail: None })
    }

    /// More about a clash.
    fn detail<'m>(
        &self,
        clash: &Clash,
        budget: Budget,
        solid: &dyn Fn(u32) -> &'m Body<'m>,
        scratch: &mut Scratch,
    ) -> Detail {
        let slots = clash.objects.map(|id| id.slot);
        let pair = between(self.at(slots[0]), self.at(slots[1]));
        let contacts =
            if clash.closest.distance > 0.0 { 0 } else { pair.count_contacts_with(scratch) };
        let is_deep = matches!(clash.kind, ClashKind::Crossing | ClashKind::Inside);
        let depth = (is_deep && budget.steps > 0).then(|| {
            let [of_a, of_b] = slots.map(solid);
            DepthSearch::new(of_a, of_b, pair.pose(), Ways::Anywhere).run(1.0, budget)
        });
        Detail { contacts, depth }
    }
}

/// The share of the progress that is made when all kinds are known.
const KINDS_SHARE: f64 = 0.1;

/// A pair of slots that may do something to each other.
struct Suspect {
    slots: [u32; 2],
    /// Where they are nearest, if that is within the clearance.
    closest: Option<Closest>,
    /// Whether one may be inside of the other, by their boxes.
    is_nested: bool,
}

impl Suspect {
    /// Whether a point may be in both.
    fn may_share(&self) -> bool {
        self.is_nested || self.closest.is_some_and(|closest| closest.distance == 0.0)
    }
}
