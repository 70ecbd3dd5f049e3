//! The race of all contenders in one scene.

use super::{Options, Tally, Work};
use crate::contender::{Contender, Feeler, Rival, Timed};
use crate::peer::{Case, Limits, PeerError};
use crate::record::{ContenderHeader, ContenderKind, Folder, Row, SceneHeader, cell};
use crate::{Error, Question, Scene, Situation, Truth};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

pub(super) struct Race<'a, 'w> {
    pub(super) scene: &'a Scene,
    pub(super) options: &'a Options,
    pub(super) folder: &'a mut Folder,
    pub(super) tally: &'a mut Tally<'w>,
}

/// The largest length of a short pass. Short passes are never reduced in number: the first one is
/// cold, and says little about the time of all.
const SHORT_PASS: Duration = Duration::from_millis(50);

/// A contender in a race.
struct Entrant<'a> {
    name: String,
    /// The contender, or `None` if it does not take part, or no longer.
    contender: Option<Contender<'a>>,
    /// The number of passes that it takes.
    passes: usize,
    length: Length,
    /// The number of its steps that are not done yet.
    left: usize,
}

/// The length of a pass.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    /// The pass is shorter than [`SHORT_PASS`]. Such a pass is taken twice, and the second one counts:
    /// refilling the caches after other contenders is no part of a query, and would be most of the
    /// time of a few hundred microseconds.
    Short,
    Long,
}

impl Race<'_, '_> {
    /// Takes all steps that are not recorded yet.
    pub(super) fn run(mut self) -> Result<ControlFlow<()>, Error> {
        let names = self.scene.contenders();
        if names.iter().all(|name| self.is_over(name)) {
            self.tally.done += super::steps(self.scene);
            return Ok(ControlFlow::Continue(()));
        }
        let (situation, truth) = match self.prepare() {
            Err(error) if error.is_stop() => return Ok(ControlFlow::Break(())),
            prepared => prepared?,
        };
        self.folder.begin(self.header(&situation), &situation, &truth)?;
        for (i, name) in names.iter().enumerate() {
            let kind = match i < self.scene.settings.len() {
                true => ContenderKind::Feeler,
                false => ContenderKind::Peer,
            };
            self.folder.header().enter(&self.scene.name, name, kind);
        }
        self.folder.save()?;

        let mut entrants = Vec::new();
        let went = match self.warm_up(&names, &situation, &mut entrants)? {
            ControlFlow::Continue(()) => self.passes(&mut entrants, &situation, &truth)?,
            stopped => stopped,
        };
        for entrant in &entrants {
            let whole = (1..=entrant.passes).all(|pass| self.has(&entrant.name, pass));
            if entrant.contender.is_some() {
                let status = if whole { "ok" } else { "stopped" };
                status.clone_into(&mut self.entry(&entrant.name).status);
            }
        }
        if self.folder.write_wrong()?.contains(&self.scene.name) {
            self.folder.write_meshes(&self.scene.name, &situation)?;
        }
        Ok(went)
    }

    /// Makes the poses and computes the exact answers. This takes minutes for large meshes, so it
    /// can be stopped at any time.
    fn prepare(&self) -> Result<(Situation, Truth), Error> {
        let Self { scene, options, tally, .. } = self;
        // This step is reported before the meshes are loaded, too.
        if tally.step(&scene.name, Work::Poses(0.0)).is_break() {
            return Err(Error::stopped());
        }
        let poses = |share| tally.step(&scene.name, Work::Poses(share));
        let situation = scene.situation(options.meshes.as_deref(), options.seed, &poses)?;
        let answers = |share| tally.step(&scene.name, Work::Truth(share));
        let truth = Truth::of(&situation, scene.question, scene.form, &answers)?;
        Ok((situation, truth))
    }

    /// Whether nothing is left to do for a contender: all passes are recorded, or it has failed
    /// before and would fail again.
    fn is_over(&mut self, name: &str) -> bool {
        let passes = self.scene.passes;
        if (1..=passes).all(|pass| self.has(name, pass)) {
            return true;
        }
        let Some(entry) = self.folder.header().contender(&self.scene.name, name) else {
            return false;
        };
        // A slow contender has fewer passes.
        let enough = entry.status == "ok" && !entry.note.is_empty();
        enough || !["ok", "stopped", "not built"].contains(&entry.status.as_str())
    }

    fn has(&self, name: &str, pass: usize) -> bool {
        self.folder.has(&self.scene.name, name, pass)
    }

    fn entry(&mut self, name: &str) -> &mut ContenderHeader {
        let entry = self.folder.header().contender(&self.scene.name, name);
        entry.expect("all are entered when the scene begins")
    }

    fn header(&self, situation: &Situation) -> SceneHeader {
        let Scene { name, why, figure, question, a, b, passes, normalised, .. } = self.scene;
        SceneHeader {
            name: name.clone(),
            why: why.split_whitespace().collect::<Vec<_>>().join(" "),
            figure: figure.clone(),
            question: question.to_string(),
            a: a.clone(),
            b: b.as_ref().unwrap_or(a).clone(),
            triangles: [situation.a.triangles().len(), situation.b.triangles().len()],
            parameter: situation.parameter.to_owned(),
            poses: situation.poses.len().max(1),
            passes: *passes,
            normalised: *normalised,
            left_out: situation.left_out.clone(),
        }
    }

    /// Builds all contenders, and lets each take a pass that does not count.
    fn warm_up<'s>(
        &mut self,
        names: &[String],
        situation: &'s Situation,
        entrants: &mut Vec<Entrant<'s>>,
    ) -> Result<ControlFlow<()>, Error>
    where
        Self: 's,
    {
        let poses: Vec<_> = situation.poses.iter().map(|placed| placed.pose).collect();
        let case = Case::new(&situation.a, &situation.b, &poses)
            .map_err(|error| Error::new(format!("cannot write files for rivals: {error}")))?;
        for (i, name) in names.iter().enumerate() {
            let steps = self.scene.passes + 1;
            if self.is_over(name) {
                self.tally.done += steps;
                continue;
            }
            if self.tally.step(&self.scene.name, Work::WarmUp(name)).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let contender = match self.scene.settings.get(i) {
                Some(&setting) => {
                    let (question, limits) = (self.scene.question, self.limits());
                    let feeler = Feeler::new(setting, question, situation, limits);
                    Ok(Contender::Feeler(Box::new(feeler)))
                }
                None => self.rival(name, &case).map(|rival| Contender::Peer(Box::new(rival))),
            };
            let (name, length) = (name.clone(), Length::Long);
            let mut entrant = Entrant { name, contender: None, passes: 0, length, left: steps };
            match contender.and_then(|contender| self.try_out(&entrant.name, contender)) {
                Ok((contender, passes, length)) => {
                    entrant.contender = Some(contender);
                    (entrant.passes, entrant.length) = (passes, length);
                    self.tally.done += 1 + (self.scene.passes - passes);
                    entrant.left = passes;
                }
                Err(failure) => self.out(&mut entrant, failure),
            }
            entrants.push(entrant);
            self.folder.save()?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn rival(&self, name: &str, case: &Case) -> Result<Rival, Failure> {
        let question = self.scene.question;
        let Some(ask) = question.ask() else {
            let note = format!("rivals are not asked '{question}'");
            return Err(Failure { status: "unsupported", note });
        };
        let peer = self.options.peers.get(name)?;
        Ok(Rival::start(&peer, ask, case, self.limits())?)
    }

    fn limits(&self) -> Limits {
        let pass = Duration::from_secs(self.scene.limit.into());
        Limits { pass: self.options.limits.pass.min(pass), ..self.options.limits }
    }

    /// Takes a pass that does not count. Returns the contender, the number of its passes, and their
    /// length.
    fn try_out<'s>(
        &mut self,
        name: &str,
        mut contender: Contender<'s>,
    ) -> Result<(Contender<'s>, usize, Length), Failure> {
        let card = contender.card().clone();
        let entry = self.entry(name);
        (entry.version, entry.setting, entry.precision) =
            (card.version, card.setting, card.precision);
        (entry.build_ns, entry.bytes, entry.nodes) = (card.build_ns, card.bytes, card.nodes);
        entry.overhead_ns = card.overhead_ns;
        entry.bytes_per_node = match (card.node_bytes, card.nodes) {
            (Some(bytes), Some(nodes)) if nodes > 0 => Some(bytes as f64 / nodes as f64),
            _ => None,
        };
        let start = Instant::now();
        contender.pass()?;
        let took = start.elapsed().max(Duration::from_nanos(1));
        let affordable = (self.options.patience.as_secs_f64() / took.as_secs_f64()) as usize;
        let (passes, length) = match took < SHORT_PASS {
            true => (self.scene.passes, Length::Short),
            false => (affordable.clamp(1, self.scene.passes), Length::Long),
        };
        self.entry(name).note = match passes < self.scene.passes {
            true => format!("only {passes} of {} passes: one takes {took:.1?}", self.scene.passes),
            false => String::new(),
        };
        Ok((contender, passes, length))
    }

    /// Takes all passes, in turns: each pass begins with another contender.
    fn passes(
        &mut self,
        entrants: &mut [Entrant<'_>],
        situation: &Situation,
        truth: &Truth,
    ) -> Result<ControlFlow<()>, Error> {
        for pass in 1..=self.scene.passes {
            for i in 0..entrants.len() {
                let entrant = &mut entrants[(i + pass - 1) % entrants.len()];
                let Some(contender) = &mut entrant.contender else { continue };
                if pass > entrant.passes {
                    continue;
                }
                if !self.has(&entrant.name, pass) {
                    let work = Work::Pass(&entrant.name, pass);
                    if self.tally.step(&self.scene.name, work).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    let warm = match entrant.length {
                        Length::Short => contender.pass().map(drop),
                        Length::Long => Ok(()),
                    };
                    match warm.and_then(|()| contender.pass()) {
                        Ok(timed) => {
                            let rows = self.rows(&entrant.name, pass, &timed, situation, truth);
                            self.folder.append(&rows)?;
                        }
                        Err(error) => {
                            self.out(entrant, error.into());
                            continue;
                        }
                    }
                }
                entrant.left -= 1;
                self.tally.done += 1;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Takes a contender out of the race and records the reason. The other contenders go on.
    fn out(&mut self, entrant: &mut Entrant<'_>, failure: Failure) {
        entrant.contender = None;
        self.tally.done += std::mem::take(&mut entrant.left);
        let entry = self.entry(&entrant.name);
        failure.status.clone_into(&mut entry.status);
        entry.note = failure.note;
    }

    fn rows(
        &self,
        name: &str,
        pass: usize,
        timed: &[Timed],
        situation: &Situation,
        truth: &Truth,
    ) -> Vec<Row> {
        let triangles = situation.a.triangles().len() + situation.b.triangles().len();
        let row = |(pose, timed): (usize, &Timed)| {
            let placed = situation.poses.get(pose);
            let verdict = timed.answer.as_ref().map(|answer| truth.verdict(pose, answer));
            let effort = timed.effort.filter(|_| pass == 1);
            Row {
                scene: self.scene.name.clone(),
                contender: name.to_owned(),
                pose,
                prescribed: placed.map_or(triangles as f64, |placed| placed.prescribed),
                achieved: placed.map_or(triangles as f64, |placed| placed.achieved),
                pass,
                ns: timed.ns,
                answer: timed.answer.as_ref().map_or(String::new(), cell),
                right: verdict.is_none_or(|verdict| verdict.right),
                error: verdict.and_then(|verdict| verdict.error),
                effort: effort.map(|e| [e.volume_tests, e.triangle_tests, e.updates]),
            }
        };
        debug_assert!(
            self.scene.question == Question::Build || timed.len() == situation.poses.len()
        );
        timed.iter().enumerate().map(row).collect()
    }
}

/// The reason why a contender does not take part, in the words of the header.
struct Failure {
    status: &'static str,
    note: String,
}

impl From<PeerError> for Failure {
    fn from(error: PeerError) -> Self {
        let status = super::status(&error);
        Self { status, note: error.to_string() }
    }
}
