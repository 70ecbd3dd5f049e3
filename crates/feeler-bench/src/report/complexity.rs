//! The figures against the number of triangles, over the scenes of a group.

use super::claim::{Topic, claim};
use super::figure::Figure;
use super::outcome::{Outcome, Round};
use crate::plot::number::Unit;
use crate::plot::scale::Scale;
use crate::plot::{Axis, Course, Look, Plot, Point, Series};
use crate::statistics::{Slope, slope};

/// The growth of the contenders of a group: one value for every scene, in the order of the number
/// of triangles.
pub(super) struct Growth<'a> {
    rounds: &'a [&'a Round<'a>],
}

/// A contender with its values: its name, its look, and a value for each number of triangles.
type GrowthLine<'a> = (&'a str, Look, Vec<(f64, f64)>);

impl<'a> Growth<'a> {
    /// The growth, or `None` if all scenes have the same number of triangles.
    pub(super) fn of(rounds: &'a [&'a Round<'a>]) -> Option<Self> {
        let first = rounds.first()?.triangles();
        rounds.iter().any(|r| r.triangles() != first).then_some(Self { rounds })
    }

    fn lines(&self, value: impl Fn(&Outcome<'_>) -> f64) -> Vec<GrowthLine<'a>> {
        let mut lines: Vec<GrowthLine<'a>> = Vec::new();
        for round in self.rounds {
            for outcome in round.outcomes.iter().filter(|o| o.has_times()) {
                let point = (round.triangles() as f64, value(outcome));
                match lines.iter_mut().find(|line| line.1 == outcome.look) {
                    Some(line) => line.2.push(point),
                    None => lines.push((outcome.name(), outcome.look, vec![point])),
                }
            }
        }
        for line in &mut lines {
            line.2.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        lines
    }

    /// The exponent of the time for each contender that has two sizes.
    pub(super) fn slopes(&self) -> Vec<(&'a str, Look, Slope)> {
        let lines = self.lines(|o| o.median()).into_iter();
        lines.filter_map(|(name, look, points)| Some((name, look, slope(&points)?))).collect()
    }

    /// The figure of the times, and the figure of the wrong answers if there are any.
    pub(super) fn figures(&self) -> Vec<Figure> {
        let figure = self.rounds.first().and_then(|r| r.scene.figure.as_deref());
        let claim = claim(figure, Topic::Complexity);
        let times = self.lines(|o| o.median());
        if times.is_empty() {
            return vec![];
        }
        let mut figures = vec![Figure {
            title: "Time against complexity".to_owned(),
            plot: self.plot(times, "median time", Unit::Time),
            shows: "Median over all poses of a scene against the triangles of both meshes together; one point for each scene of this group. \
                    Scenes may differ in shape too."
                .to_owned(),
            claim,
        }];
        let mut wrong = self.lines(|o| o.wrong() as f64 / o.judged().max(1) as f64);
        wrong.retain(|line| line.2.iter().any(|point| point.1 > 0.0));
        if !wrong.is_empty() {
            figures.push(Figure {
                title: "Wrong answers against complexity".to_owned(),
                plot: self.plot(wrong, "poses with a wrong answer", Unit::Share),
                shows: "Share of poses with a wrong answer against the triangles of both meshes together. Contenders that are always \
                        right have no line."
                    .to_owned(),
                claim,
            });
        }
        figures
    }

    fn plot(&self, lines: Vec<GrowthLine<'_>>, title: &str, unit: Unit) -> Plot {
        let sizes: Vec<f64> = self.rounds.iter().map(|r| r.triangles() as f64).collect();
        let values: Vec<f64> = lines.iter().flat_map(|l| l.2.iter().map(|p| p.1)).collect();
        let scale = match unit {
            Unit::Share => Scale::from_zero(values),
            _ => Scale::suited_from_zero(&values),
        };
        let series = lines.into_iter().map(|(name, look, points)| Series {
            name: name.to_owned(),
            look,
            points: points.into_iter().map(|(x, y)| Point { x, y }).collect(),
            band: vec![],
            course: Course::Line,
        });
        Plot {
            x: Axis {
                title: "triangles of both meshes".to_owned(),
                scale: Scale::log(sizes),
                unit: Unit::Plain,
            },
            y: Axis { title: title.to_owned(), scale, unit },
            series: series.collect(),
        }
    }
}
