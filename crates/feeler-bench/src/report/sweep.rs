//! The figures against the parameter of a scene, as achieved: time, work, wrong answers and errors.

use super::claim::{Topic, claim};
use super::figure::Figure;
use super::outcome::{Outcome, PoseResult, Round};
use crate::plot::number::{Unit, exponent, plain, time};
use crate::plot::scale::Scale;
use crate::plot::{Axis, Course, Plot, Point, Series};
use crate::statistics::{Slope, mean, median, percentile, slope, sorted};

/// The stops of a sweep: the values of the parameter at which queries are grouped.
pub(super) struct Sweep {
    stops: Vec<f64>,
}

/// The largest number of different values that become stops of their own. More values are a
/// continuum, and its stops are quantiles.
const MOST_STOPS: usize = 48;
const QUANTILES: usize = 24;

/// The largest ratio of a line's height to the middle one on a linear axis. Beside a higher line,
/// the middle one would be flat.
const MOST_PEAK_RATIO: f64 = 10.0;

impl Sweep {
    /// The sweep, or `None` if the parameter has at most one value.
    pub(super) fn of(round: &Round<'_>) -> Option<Self> {
        let queries = round.outcomes.iter().flat_map(|o| &o.queries);
        let all = sorted(queries.map(|q| q.prescribed));
        let mut stops = all.clone();
        stops.dedup();
        if stops.len() > MOST_STOPS {
            let quantile = |i| percentile(&all, f64::from(i) / (QUANTILES - 1) as f64);
            stops = (0..QUANTILES as i32).map(quantile).collect();
            stops.dedup();
        }
        (stops.len() > 1).then_some(Self { stops })
    }

    fn scale(&self) -> Scale {
        Scale::suited(&self.stops)
    }

    /// Whether the values are suited for a power law of the parameter.
    pub(super) fn is_log(&self) -> bool {
        self.scale().is_log()
    }

    /// The queries at each stop that has some, with the place at which they are drawn: the mean of
    /// the achieved values.
    fn groups<'a>(&self, outcome: &'a Outcome<'_>) -> Vec<(f64, Vec<&'a PoseResult>)> {
        let mut groups: Vec<(f64, Vec<&PoseResult>)> =
            self.stops.iter().map(|s| (*s, vec![])).collect();
        for query in &outcome.queries {
            let value = query.achieved;
            let above = self.stops.partition_point(|s| *s < value).min(self.stops.len() - 1);
            let below = above.saturating_sub(1);
            let nearer = (value - self.stops[below]).abs() < (self.stops[above] - value).abs();
            groups[if nearer { below } else { above }].1.push(query);
        }
        groups.retain(|(_, queries)| !queries.is_empty());
        let width = self.stops[self.stops.len() - 1] - self.stops[0];
        for (place, queries) in &mut groups {
            let achieved = mean(&queries.iter().map(|q| q.achieved).collect::<Vec<f64>>());
            // Roundings are not drawn: the place of an exact pose is the number that was asked for.
            if (achieved - *place).abs() > 1e-9 * width + 1e-6 * place.abs() {
                *place = achieved;
            }
        }
        groups
    }

    /// The mean of a number over the queries of each stop that have this number.
    fn means(&self, outcome: &Outcome<'_>, of: fn(&PoseResult) -> Option<f64>) -> Vec<(f64, f64)> {
        let groups = self.groups(outcome).into_iter();
        let values = groups.map(|(x, q)| (x, q.into_iter().filter_map(of).collect::<Vec<f64>>()));
        values.filter(|(_, v)| !v.is_empty()).map(|(x, v)| (x, mean(&v))).collect()
    }

    /// The exponents of the time and of the number of volume tests.
    pub(super) fn slopes(&self, outcome: &Outcome<'_>) -> (Option<Slope>, Option<Slope>) {
        let time = self.means(outcome, |q| Some(q.ns));
        (slope(&time), slope(&self.means(outcome, |q| q.volume_tests)))
    }

    fn x(&self, round: &Round<'_>) -> Axis {
        let title = match round.scene.parameter.as_str() {
            "" => "prescribed parameter".to_owned(),
            parameter => parameter.to_owned(),
        };
        Axis { title, scale: self.scale(), unit: Unit::Plain }
    }

    /// The figures of the times: their median and a band.
    pub(super) fn times(&self, round: &Round<'_>) -> Vec<Figure> {
        let figures = round.panels().into_iter().map(|(which, outcomes)| {
            let mut series = Vec::new();
            for outcome in outcomes {
                let groups = self.groups(outcome).into_iter();
                let groups = groups.map(|(x, q)| (x, sorted(q.iter().map(|q| q.ns))));
                let groups: Vec<(f64, Vec<f64>)> = groups.collect();
                let middle = |(x, t): &(f64, Vec<f64>)| Point { x: *x, y: percentile(t, 0.5) };
                let band = |(x, t): &(f64, Vec<f64>)| [*x, percentile(t, 0.1), percentile(t, 0.9)];
                series.push(Series {
                    name: outcome.label(),
                    look: outcome.look,
                    points: groups.iter().map(middle).collect(),
                    band: groups.iter().map(band).collect(),
                    course: Course::Line,
                });
            }
            let ends = series.iter().flat_map(|s| s.band.iter().flat_map(|b| [b[1], b[2]]));
            let ends: Vec<f64> = ends.collect();
            let y = Axis {
                title: "median time of a query".to_owned(),
                scale: Scale::suited_from_zero(&ends),
                unit: Unit::Time,
            };
            let shows = format!(
                "Median over the poses of each prescribed value; the shade reaches from the 10th to the 90th percentile of the poses. {}",
                slowest(&series)
            );
            Figure {
                title: format!("Time against {}{which}", self.x(round).title),
                plot: Plot { x: self.x(round), y, series },
                shows,
                claim: claim(round.scene.figure.as_deref(), Topic::Time),
            }
        });
        figures.collect()
    }

    /// The figures of the mean times on a linear axis, as Diktas and Sahiner draw them.
    pub(super) fn mean_times(&self, round: &Round<'_>) -> Vec<Figure> {
        let figures = round.panels().into_iter().map(|(which, outcomes)| {
            let points = |o: &Outcome<'_>| self.means(o, |q| Some(q.ns));
            let peak = |o: &Outcome<'_>| points(o).iter().map(|p| p.1).fold(0.0, f64::max);
            let peaks: Vec<f64> = outcomes.iter().map(|o| peak(o)).collect();
            let most = median(&peaks) * MOST_PEAK_RATIO;
            let (drawn, left): (Vec<&Outcome<'_>>, Vec<&Outcome<'_>>) =
                outcomes.into_iter().partition(|o| peak(o) <= most);
            let plot = self.plot(round, &drawn, points, "mean time of a query", Unit::Time);
            let y = plot.series.iter().flat_map(|s| s.points.iter().map(|p| p.y));
            let linear = Scale::from_zero(y.collect::<Vec<_>>());
            let left: Vec<String> =
                left.iter().map(|o| format!("{} (up to {})", o.name(), time(peak(o)))).collect();
            let left = match left.is_empty() {
                true => String::new(),
                false => format!(" Not drawn, because the others would lie flat: {}.", left.join(", ")),
            };
            Figure {
                title: format!("Mean time against {}{which}", self.x(round).title),
                plot: Plot { y: Axis { scale: linear, ..plot.y }, ..plot },
                shows: format!(
                    "Mean over the poses of each prescribed value on a linear axis from zero, as the paper shows its averages. \
                     One slow pose raises a mean but not the median.{left}"
                ),
                claim: claim(round.scene.figure.as_deref(), Topic::Time),
            }
        });
        figures.collect()
    }

    /// The figure of feeler's volume tests; `None` if no record has a count.
    pub(super) fn effort(&self, round: &Round<'_>) -> Option<Figure> {
        let counted = |o: &&Outcome<'_>| o.queries.iter().any(|q| q.volume_tests.is_some());
        let outcomes: Vec<&Outcome<'_>> = round.outcomes.iter().filter(counted).collect();
        let points = |o: &Outcome<'_>| self.means(o, |q| q.volume_tests);
        (!outcomes.is_empty()).then(|| Figure {
            title: format!("Volume tests against {}", self.x(round).title),
            plot: self.plot(round, &outcomes, points, "volume tests of a query, mean", Unit::Plain),
            shows: format!(
                "Mean number of volume tests over the poses of each prescribed value. Counts do not depend on the machine.{}",
                self.slopes_text(&outcomes)
            ),
            claim: claim(round.scene.figure.as_deref(), Topic::Effort),
        })
    }

    /// The slopes in words, if both axes are logarithmic.
    fn slopes_text(&self, outcomes: &[&Outcome<'_>]) -> String {
        let slopes = outcomes.iter().filter(|_| self.is_log()).filter_map(|o| {
            let slope = self.slopes(o).1?.slope;
            Some(format!("{} {}", o.name(), exponent(slope)))
        });
        match slopes.collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => none,
            slopes => format!(" Log-log slopes: {slopes}."),
        }
    }

    /// The figure of the share of wrong answers; `None` if all answers are right.
    pub(super) fn wrong(&self, round: &Round<'_>) -> Option<Figure> {
        let outcomes: Vec<&Outcome<'_>> = round.outcomes.iter().filter(|o| o.wrong() > 0).collect();
        let share = |o: &Outcome<'_>| self.means(o, |q| Some(f64::from(u8::from(!q.right))));
        (!outcomes.is_empty()).then(|| Figure {
            title: format!("Wrong answers against {}", self.x(round).title),
            plot: self.plot(round, &outcomes, share, "poses with a wrong answer", Unit::Share),
            shows: "Share of the poses of each prescribed value with a wrong answer. Contenders that are always right have no line."
                .to_owned(),
            claim: claim(round.scene.figure.as_deref(), Topic::Wrong),
        })
    }

    /// The figure of the errors of distances; `None` if no distance differs from the exact one.
    pub(super) fn errors(&self, round: &Round<'_>) -> Option<Figure> {
        let size = |q: &PoseResult| q.error.filter(|e| *e > 0.0 && e.is_finite());
        let differs = |o: &&Outcome<'_>| o.queries.iter().any(|q| size(q).is_some());
        let outcomes: Vec<&Outcome<'_>> = round.outcomes.iter().filter(differs).collect();
        let largest = |o: &Outcome<'_>| {
            let groups = self.groups(o).into_iter();
            let errors = groups.map(|(x, q)| (x, q.into_iter().filter_map(size).reduce(f64::max)));
            errors.filter_map(|(x, error)| Some((x, error?))).collect()
        };
        (!outcomes.is_empty()).then(|| Figure {
            title: format!("Error of the distance against {}", self.x(round).title),
            plot: self.plot(round, &outcomes, largest, "largest error of a distance", Unit::Plain),
            shows: "Largest difference to the exact distance over the poses of each prescribed value, where there is one. \
                    Contenders without a line have none."
                .to_owned(),
            claim: claim(round.scene.figure.as_deref(), Topic::Error),
        })
    }

    fn plot(
        &self,
        round: &Round<'_>,
        outcomes: &[&Outcome<'_>],
        points: impl Fn(&Outcome<'_>) -> Vec<(f64, f64)>,
        title: &str,
        unit: Unit,
    ) -> Plot {
        let series: Vec<Series> = outcomes
            .iter()
            .map(|outcome| Series {
                name: outcome.label(),
                look: outcome.look,
                points: points(outcome).into_iter().map(|(x, y)| Point { x, y }).collect(),
                band: vec![],
                course: Course::Line,
            })
            .collect();
        let values: Vec<f64> = series.iter().flat_map(|s| s.points.iter().map(|p| p.y)).collect();
        let scale = match unit {
            Unit::Share => Scale::from_zero(values),
            _ => Scale::suited_from_zero(&values),
        };
        Plot { x: self.x(round), y: Axis { title: title.to_owned(), scale, unit }, series }
    }
}

/// The values at which each line is highest, in words.
fn slowest(series: &[Series]) -> String {
    let mut places: Vec<(String, Vec<&str>)> = Vec::new();
    for line in series {
        let Some(peak) = line.points.iter().max_by(|a, b| a.y.total_cmp(&b.y)) else { continue };
        let place = plain(peak.x);
        match places.iter_mut().find(|(at, _)| *at == place) {
            Some((_, names)) => names.push(&line.name),
            None => places.push((place, vec![&line.name])),
        }
    }
    let places = places.iter().map(|(at, names)| format!("at {at}: {}", names.join(", ")));
    match places.collect::<Vec<_>>().join("; ") {
        none if none.is_empty() => none,
        places => format!("Slowest {places}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::Look;
    use crate::record::ContenderHeader;

    #[test]
    fn poses_are_drawn_where_they_are() {
        let pose = |[prescribed, achieved]: [f64; 2]| PoseResult {
            prescribed,
            achieved,
            ns: 1.0,
            right: true,
            error: None,
            volume_tests: None,
        };
        let contender = ContenderHeader::default();
        let at = |poses: &[[f64; 2]]| -> Vec<(f64, usize)> {
            let queries = poses.iter().copied().map(pose).collect();
            let look = Look(0);
            let outcome =
                Outcome { contender: &contender, look, queries, times: vec![], wrong: vec![] };
            let sweep = Sweep { stops: vec![-20.0, 0.0, 10.0] };
            sweep.groups(&outcome).into_iter().map(|(x, poses)| (x, poses.len())).collect()
        };
        // Roundings are not drawn, but a pose far from its value is where it is.
        assert_eq!(at(&[[-20.0, -20.0], [10.0, 10.0 + 1e-9]]), [(-20.0, 1), (10.0, 1)]);
        let astray = at(&[[-20.0, -20.0], [-20.0, -18.0], [-20.0, 6.0], [10.0, 8.0]]);
        assert_eq!(astray, [(-19.0, 2), (7.0, 2)]);
    }
}
