//! The run of worlds: every contender plays all frames, in turns.

use super::feeler_player::FeelerPlayer;
use super::results::{Standing, WorldResults, WorldsRun};
use super::scene::WorldScene;
use super::touching::{Misses, touching};
use crate::peer::{Played, PlayedEnd, PlayedFrame, WorldCase, WorldRun};
use crate::record::ContenderKind;
use crate::run::{Options, Outcome, Tally, Watch, Work, status};
use crate::statistics::{mean, median};
use crate::{Error, Recording};
use feeler::Model;
use rayon::prelude::*;
use std::fmt::Write;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The first line of `worlds.csv`.
const COLUMNS: &str = "scene,contender,pass,frame,new_ns,ns,named,missed,extra\n";

/// Plays scenes, and writes `worlds.json` and `worlds.csv` into a folder, which may have other results of a
/// benchmark already. What is there of worlds is replaced.
///
/// Pass 1 of every contender comes before pass 2 of any contender, and each pass begins with another contender.
/// A pass that counts follows one of the same contender that does not, so that all have warm caches.
/// If the first pass, which otherwise does not count, takes longer than the patience of the options, it is the
/// only one, and counts.
pub fn run(
    scenes: &[WorldScene],
    options: &Options,
    folder: &Path,
    watch: Watch<'_>,
) -> Result<Outcome, Error> {
    scenes.iter().try_for_each(|scene| scene.look_for_files(options.meshes.as_deref()))?;
    std::fs::create_dir_all(folder).map_err(|error| Error::in_file(folder, error))?;
    let total = scenes.iter().map(steps).sum();
    let mut tally = Tally { done: 0, total, watch: Mutex::new(watch) };
    let (mut results, mut rows) = (WorldsRun::new(options.seed), COLUMNS.to_owned());
    for scene in scenes {
        if tally.step(&scene.name, Work::Poses(0.0)).is_break() {
            return Ok(Outcome::Stopped);
        }
        let recording = scene.recording(options.meshes.as_deref(), options.seed)?;
        let answers = answers(&recording);
        let mut race = Race { scene, options, recording: &recording, tally: &mut tally };
        let (entrants, outcome) = race.run()?;
        let count = answers.iter().map(Vec::len).sum();
        let mut of_scene = WorldResults::new(scene, &recording, count);
        for entrant in entrants {
            rows += &entrant.rows(scene, &answers);
            of_scene.standings.push(entrant.standing(&answers));
        }
        of_scene.sort();
        results.scenes.push(of_scene);
        results.write(folder)?;
        let path = folder.join("worlds.csv");
        std::fs::write(&path, &rows).map_err(|error| Error::in_file(&path, error))?;
        if outcome == Outcome::Stopped {
            return Ok(outcome);
        }
    }
    Ok(Outcome::Finished)
}

/// The number of steps of a scene: one warm-up and all passes of each contender.
pub fn steps(scene: &WorldScene) -> usize {
    scene.contenders().len() * (scene.passes + 1)
}

/// The touching pairs of all frames.
fn answers(recording: &Recording) -> Vec<Vec<[u32; 2]>> {
    let models: Vec<Model> = recording.meshes.iter().cloned().map(Model::new).collect();
    recording.frames.par_iter().map(|frame| touching(recording, frame, &models)).collect()
}

struct Race<'r, 't, 'w> {
    scene: &'r WorldScene,
    options: &'r Options,
    recording: &'r Recording,
    tally: &'t mut Tally<'w>,
}

/// A contender in a race.
struct Entrant<'r> {
    standing: Standing,
    player: Player<'r>,
    /// The passes that count.
    passes: Vec<Vec<PlayedFrame>>,
    /// The number of passes that it will take.
    wanted: usize,
}

enum Player<'r> {
    Feeler(Box<FeelerPlayer<'r>>),
    Rival(Box<WorldRun>),
    /// It does not take part, or no longer.
    Absent,
}

impl<'r> Race<'r, '_, '_> {
    fn run(&mut self) -> Result<(Vec<Entrant<'r>>, Outcome), Error> {
        let case = WorldCase::new(self.recording)
            .map_err(|error| Error::new(format!("cannot write files for rivals: {error}")))?;
        let mut entrants = Vec::new();
        for name in self.scene.contenders() {
            if self.tally.step(&self.scene.name, Work::WarmUp(&name)).is_break() {
                return Ok((entrants, Outcome::Stopped));
            }
            let mut entrant = self.enter(&name, &case);
            self.warm_up(&mut entrant);
            self.tally.done += 1 + self.scene.passes - entrant.wanted;
            entrants.push(entrant);
        }
        for pass in 1..=self.scene.passes {
            for i in 0..entrants.len() {
                let count = entrants.len();
                let entrant = &mut entrants[(i + pass - 1) % count];
                if entrant.passes.len() >= entrant.wanted {
                    continue;
                }
                let work = Work::Pass(&entrant.standing.name, pass);
                if self.tally.step(&self.scene.name, work).is_break() {
                    return Ok((entrants, Outcome::Stopped));
                }
                let played = entrant.play_warm(self.limit());
                entrant.keep(played);
                self.tally.done += 1;
            }
        }
        Ok((entrants, Outcome::Finished))
    }

    fn limit(&self) -> Duration {
        Duration::from_secs(self.scene.limit.into())
    }

    fn enter(&self, name: &str, case: &WorldCase) -> Entrant<'r> {
        let mut standing = Standing { name: name.to_owned(), ..Standing::default() };
        if name == "feeler" {
            let player = FeelerPlayer::new(self.recording);
            env!("CARGO_PKG_VERSION").clone_into(&mut standing.version);
            "default, one thread".clone_into(&mut standing.setting);
            "exact".clone_into(&mut standing.precision);
            (standing.build_ns, standing.bytes) = (Some(player.build_ns), Some(player.bytes));
            let player = Player::Feeler(Box::new(player));
            return Entrant { standing, player, passes: Vec::new(), wanted: 0 };
        }
        standing.kind = ContenderKind::Peer;
        let limits = crate::peer::Limits { pass: self.limit(), ..self.options.limits };
        let peer = self.options.peers.get(name);
        let player = match peer.and_then(|peer| peer.start_world(case, limits)) {
            Ok(run) => {
                let ready = run.ready().clone();
                (standing.version, standing.setting) = (ready.version, ready.setting);
                (standing.precision, standing.bytes) = (ready.precision, ready.memory);
                standing.build_ns = Some(ready.build_ns);
                Player::Rival(Box::new(run))
            }
            Err(error) => {
                status(&error).clone_into(&mut standing.status);
                standing.note = error.to_string();
                Player::Absent
            }
        };
        Entrant { standing, player, passes: Vec::new(), wanted: 0 }
    }

    /// Lets a contender play for the first time, and decides how many passes it takes.
    fn warm_up(&self, entrant: &mut Entrant<'_>) {
        if matches!(entrant.player, Player::Absent) {
            return;
        }
        let start = Instant::now();
        let played = entrant.play(self.limit());
        let took = start.elapsed().max(Duration::from_nanos(1));
        if played.end.is_some() || took > self.options.patience {
            entrant.wanted = 1;
            entrant.keep(played);
            if entrant.standing.note.is_empty() {
                entrant.standing.note = format!("only one pass, the first: it takes {took:.1?}");
            }
        } else {
            let affordable = self.options.patience.as_secs_f64() / took.as_secs_f64();
            entrant.wanted = (affordable as usize).clamp(1, self.scene.passes);
        }
    }
}

impl Entrant<'_> {
    fn play(&mut self, limit: Duration) -> Played {
        match &mut self.player {
            Player::Feeler(feeler) => feeler.pass(limit),
            Player::Rival(run) => run.pass(),
            Player::Absent => Played::default(),
        }
    }

    /// Plays a pass that counts, after one that does not: others were at work before, and to fill the caches
    /// again is no part of a frame.
    fn play_warm(&mut self, limit: Duration) -> Played {
        match self.play(limit) {
            Played { end: None, .. } => self.play(limit),
            failed => failed,
        }
    }

    /// Keeps a pass. If it was cut short, the contender is out of the race.
    fn keep(&mut self, played: Played) {
        let Played { frames, end } = played;
        let (status, note) = match end {
            None => ("ok", String::new()),
            Some(PlayedEnd::Slow) => {
                ("slow", format!("{} frames in the time of a pass", frames.len()))
            }
            Some(PlayedEnd::Failed(error)) => (status(&error), error.to_string()),
        };
        if status != "ok" {
            (self.player, self.wanted) = (Player::Absent, 0);
        }
        (self.standing.status, self.standing.note) = (status.to_owned(), note);
        if !frames.is_empty() {
            self.passes.push(frames);
        }
    }

    /// Its lines of `worlds.csv`.
    fn rows(&self, scene: &WorldScene, answers: &[Vec<[u32; 2]>]) -> String {
        let mut text = String::new();
        for (pass, frames) in (1..).zip(&self.passes) {
            for (number, (frame, touching)) in frames.iter().zip(answers).enumerate() {
                let Misses { missed, extra } = Misses::of(&frame.touching, touching);
                let new_ns = frame.new_ns.map_or(String::new(), |ns| ns.to_string());
                let (scene, name) = (&scene.name, &self.standing.name);
                let (ns, named) = (frame.ns, frame.touching.len());
                let line = format!(
                    "{scene},{name},{pass},{number},{new_ns},{ns},{named},{missed},{extra}"
                );
                let _ = writeln!(text, "{line}"); // a string takes all text
            }
        }
        text
    }

    fn standing(mut self, answers: &[Vec<[u32; 2]>]) -> Standing {
        let standing = &mut self.standing;
        if standing.status.is_empty() {
            "stopped".clone_into(&mut standing.status);
        }
        standing.passes = self.passes.len();
        standing.frames = self.passes.iter().map(Vec::len).min().unwrap_or(0);
        // Over the passes, the median of a frame; over the frames, the mean.
        let typical = |time: &dyn Fn(&PlayedFrame) -> Option<u64>| {
            let of_frame = |number: usize| {
                let times = self.passes.iter().filter_map(|frames| time(&frames[number]));
                let times: Vec<f64> = times.map(|ns| ns as f64).collect();
                (!times.is_empty()).then(|| median(&times))
            };
            let times: Vec<f64> = (0..standing.frames).filter_map(of_frame).collect();
            (!times.is_empty()).then(|| mean(&times))
        };
        (standing.frame_ns, standing.new_ns) =
            (typical(&|frame| Some(frame.ns)), typical(&|frame| frame.new_ns));
        // A pair that is wrong in several passes is wrong once.
        for (number, touching) in answers.iter().enumerate().take(standing.frames) {
            let misses =
                self.passes.iter().map(|frames| Misses::of(&frames[number].touching, touching));
            let worst =
                misses.max_by_key(|misses| misses.missed + misses.extra).unwrap_or_default();
            standing.missed += worst.missed;
            standing.extra += worst.extra;
        }
        self.standing
    }
}
