//! The progress bar of a long run.

use crate::format;
use indicatif::style::TemplateError;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The time before the bar appears.
const PATIENCE: Duration = Duration::from_secs(2);

/// A progress bar on stderr. It appears only after a while, and only on a terminal.
///
/// A clone is the same bar.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    hidden_since: Option<Instant>,
    /// The name of the work that the bar shows the share of; `None` if the bar counts steps.
    part: Option<String>,
}

impl Progress {
    /// The number of steps of a bar that shows shares.
    const WHOLE: u64 = 1000;

    pub(crate) fn new(poses: usize) -> Self {
        let style =
            counting(ProgressStyle::with_template("{bar:40} {done} of {all} poses, {eta} left"));
        let bar = ProgressBar::with_draw_target(Some(poses as u64), ProgressDrawTarget::hidden());
        Self { bar: bar.with_style(style), hidden_since: Some(Instant::now()), part: None }
    }

    /// A bar for work that takes a given time.
    pub(crate) fn timed(time: Duration) -> Self {
        let style = ProgressStyle::with_template("{bar:40} {elapsed} of about {len} s")
            .expect("a template without errors");
        let bar = ProgressBar::with_draw_target(Some(time.as_secs()), ProgressDrawTarget::hidden());
        Self { bar: bar.with_style(style), hidden_since: Some(Instant::now()), part: None }
    }

    /// A bar for work whose finished share is known.
    pub(crate) fn share(what: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(Self::WHOLE), ProgressDrawTarget::hidden());
        let bar = bar.with_style(share_style()).with_message(what.to_owned());
        Self { bar, hidden_since: Some(Instant::now()), part: Some(what.to_owned()) }
    }

    /// A bar for the named steps of a benchmark.
    pub(crate) fn named() -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        let bar = bar.with_style(steps_style());
        Self { bar, hidden_since: Some(Instant::now()), part: None }
    }

    /// Shows the number of finished steps, the number of all steps, and the name of the next step.
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

    /// Shows the finished share of one long step. Until the step ends, the whole bar stands for
    /// this step.
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

    /// A bar that never appears. It is for answers on the terminal, which are progress enough and
    /// would mix with a bar.
    pub(crate) fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), hidden_since: None, part: None }
    }

    /// Counts one more pose.
    pub(crate) fn step(&mut self) {
        self.bar.inc(1);
        self.show();
    }

    /// Moves the bar to the elapsed time.
    pub(crate) fn tick(&mut self) {
        self.bar.set_position(self.bar.elapsed().as_secs());
        self.show();
    }

    /// Moves the bar to a share. A smaller share than before is ignored.
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

/// A style whose numbers have the format of all other output.
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
