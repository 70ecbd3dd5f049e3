//! How far a long run is.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// Nobody wants a bar for less.
const PATIENCE: Duration = Duration::from_secs(2);

/// A bar on stderr, which appears only after a while, and only on a terminal.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    hidden_since: Option<Instant>,
}

impl Progress {
    /// Steps of a bar that shows shares.
    const WHOLE: u64 = 1000;

    pub(crate) fn new(poses: usize) -> Self {
        let style =
            ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} poses, {eta} left")
                .expect("a template without errors");
        let bar = ProgressBar::with_draw_target(Some(poses as u64), ProgressDrawTarget::hidden());
        Self { bar: bar.with_style(style), hidden_since: Some(Instant::now()) }
    }

    /// For work that takes a given time.
    pub(crate) fn timed(time: Duration) -> Self {
        let style = ProgressStyle::with_template("{bar:40} {elapsed} of about {len} s")
            .expect("a template without errors");
        let bar = ProgressBar::with_draw_target(Some(time.as_secs()), ProgressDrawTarget::hidden());
        Self { bar: bar.with_style(style), hidden_since: Some(Instant::now()) }
    }

    /// For work of which a share is known to be done.
    pub(crate) fn share(what: &str) -> Self {
        let style = ProgressStyle::with_template("{bar:40} {percent} % of the {msg}, {eta} left")
            .expect("a template without errors");
        let bar = ProgressBar::with_draw_target(Some(Self::WHOLE), ProgressDrawTarget::hidden());
        let bar = bar.with_style(style).with_message(what.to_owned());
        Self { bar, hidden_since: Some(Instant::now()) }
    }

    /// For steps of a benchmark, each with a name.
    pub(crate) fn named() -> Self {
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len}, {eta} left  {msg}")
            .expect("a template without errors");
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        Self { bar: bar.with_style(style), hidden_since: Some(Instant::now()) }
    }

    /// How many steps are done, of how many, and what is next.
    pub(crate) fn stand(&mut self, done: usize, total: usize, next: String) {
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
        self.bar.set_message(next);
        self.show();
    }

    /// Never shown: answers on the terminal are progress enough, and a bar would run into them.
    pub(crate) fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), hidden_since: None }
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

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
