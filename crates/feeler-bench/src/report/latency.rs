//! The figures of the distribution of times.

use super::claim::{Topic, claim};
use super::figure::Figure;
use super::outcome::{Outcome, Round};
use crate::plot::number::Unit;
use crate::plot::scale::Scale;
use crate::plot::{Axis, Course, Plot, Point, Series};
use crate::statistics::percentile;

/// The smallest number of times whose distribution is worth a plot.
const FEWEST_TIMES: usize = 20;

/// The share of queries that took at most a given time, one line for each contender.
pub(super) fn figures(round: &Round<'_>) -> Vec<Figure> {
    let panels = round.panels().into_iter();
    let panels =
        panels.filter(|(_, outcomes)| outcomes.iter().any(|o| o.times.len() >= FEWEST_TIMES));
    let figures = panels.map(|(which, outcomes)| {
        let series: Vec<Series> = outcomes.into_iter().map(series).collect();
        let times = series.iter().flat_map(|s| s.points.iter().map(|p| p.x));
        let x = Axis {
            title: "time of a query at most".to_owned(),
            scale: Scale::log(times.collect::<Vec<_>>()),
            unit: Unit::Time,
        };
        let y = Axis {
            title: "share of all queries".to_owned(),
            scale: Scale::from_zero([1.0]),
            unit: Unit::Share,
        };
        Figure {
            title: format!("Latency distribution{which}"),
            plot: Plot { x, y, series },
            shows: "Share of all timed queries, every pass of every pose, that took at most so long. A line further left is faster, \
                    a steeper one steadier."
                .to_owned(),
            claim: claim(round.scene.figure.as_deref(), Topic::Latency),
        }
    });
    figures.collect()
}

/// The line of a contender. Sixty steps are finer than a phone shows; ten of them are in the last
/// hundredth.
fn series(outcome: &Outcome<'_>) -> Series {
    let shares = (0..50).map(|i| f64::from(i) / 50.0 * 0.99);
    let shares = shares.chain((0..=10).map(|i| 0.99 + f64::from(i) / 1000.0));
    let point = |share| Point { x: percentile(&outcome.times, share), y: share };
    Series {
        name: outcome.label(),
        look: outcome.look,
        points: shares.map(point).collect(),
        band: vec![],
        course: Course::Steps,
    }
}
