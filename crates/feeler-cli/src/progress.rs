//! How far a long run is.

use crate::format;
use indicatif::style::TemplateError;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Nobody wants a bar for less.
const PATIENCE: Duration = Duration::from_secs(2);

/// A bar on stderr, which appears only after a while, and only on a terminal.
///
/// A clone is the same bar.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    hidden_since: Option<Instant>,
    /// The share of what is shown, where it is not steps.
    part: Option<String>,
}

impl Progress {
    /// Steps of a bar that shows shares.
    const WHOLE: u64 = 1000;

    pub(crate) fn new(poses: usize) -> Self {
        let style =
            counting(ProgressStyle::with_template("{bar:40} {done} of {all} poses, {eta} left"));
        let bar = ProgressBar::with_draw_target(Some(poses as u64), ProgressDrawTarget::hidden());
        Self { bar: bar.with_style(style), hidden_since: Some(Instant::now()), part: None }
    }

    /// For work that takes a given time.
    pub(crate) fn timed(time: Duration) -> Self {
        let style = ProgressStyle::with_template("{bar:40} {elapsed} of about {len} s")
            .expect("a template without errors");
        let bar = ProgressBar::with_draw_target(Some(time.as_secs()), ProgressDrawTarget::hidden());
        Self { bar: bar.with_style(style), hidden_since: Some(Instant::now()), part: None }
    }

    /// For work of which a share is known to be done.
    pub(crate) fn share(what: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(Self::WHOLE), ProgressDrawTarget::hidden());
        let bar = bar.with_style(share_style()).with_message(what.to_owned());
        Self { bar, hidden_since: Some(Instant::now()), part: Some(what.to_owned()) }
    }

    /// For steps of a benchmark, each with a name.
    pub(crate) fn named() -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        let bar = bar.with_style(steps_style());
        Self { bar, hidden_since: Some(Instant::now()), part: None }
    }

    /// How many steps are done, of how many, and what is next.
    pub(crate) fn stand(&mut self, done: usize, total: usize, next: String) {
        let was_part = self.part.take().is_some();
        if was_part {
            self.bar.set_style(steps_style());
        }
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
        self.bar.set_message(next);
        if was_part {
            self.bar.reset_eta();
        }
        self.show();
    }

    /// The share that is done of one long step: as long as it takes, the bar is all its.
    pub(crate) fn part(&mut self, what: String, share: f64) {
        if self.part.as_ref() != Some(&what) {
            self.bar.set_style(share_style());
            self.bar.set_length(Self::WHOLE);
            self.bar.set_position(0);
            self.bar.set_message(what.clone());
            self.bar.reset_eta();
            self.part = Some(what);
        }
        self.reach(share);
    }

    /// Never shown: answers on the terminal are progress enough, and a bar would run into them.
    pub(crate) fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), hidden_since: None, part: None }
    }

    /// One more pose is done.
    pub(crate) fn step(&mut self) {
        self.bar.inc(1);
        self.show();
    }

    /// Some of the time has passed.
    pub(crate) fn tick(&mut self) {
        self.bar.set_position(self.bar.elapsed().as_secs());
        self.show();
    }

    /// A share is done; one that is behind what was known is no news.
    pub(crate) fn reach(&mut self, share: f64) {
        let position = (share * Self::WHOLE as f64) as u64;
        if position > self.bar.position() {
            self.bar.set_position(position);
            self.show();
        }
    }

    fn show(&mut self) {
        if self.hidden_since.take_if(|start| start.elapsed() > PATIENCE).is_some() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

fn share_style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:40} {percent} % of the {msg}, {eta} left")
        .expect("a template without errors")
}

fn steps_style() -> ProgressStyle {
    counting(ProgressStyle::with_template("{bar:30} {done} of {all}, {eta} left  {msg}"))
}

/// A style whose numbers are those of all other output.
fn counting(style: Result<ProgressStyle, TemplateError>) -> ProgressStyle {
    let done = |state: &ProgressState, text: &mut dyn Write| {
        let _ = text.write_str(&format::count(state.pos()));
    };
    let all = |state: &ProgressState, text: &mut dyn Write| {
        let _ = text.write_str(&format::count(state.len().unwrap_or_default()));
    };
    style.expect("a template without errors").with_key("done", done).with_key("all", all)
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
