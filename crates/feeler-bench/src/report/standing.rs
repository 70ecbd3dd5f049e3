//! The tables: contenders of a scene, peers over all scenes, memory, slopes.

use super::claim::BYTES_PER_NODE;
use super::complexity::Growth;
use super::outcome::{Outcome, Round};
use super::sweep::Sweep;
use super::table::Table;
use crate::plot::Look;
use crate::plot::number::{Text, exponent, plain, ratio, share, time};
use crate::statistics::{Slope, geometric_mean};
use std::collections::BTreeMap;

/// The table of a scene: all contenders, the fastest first, those without times last.
pub(super) fn of_scene(round: &Round<'_>) -> String {
    let what = match round.scene.question.as_str() {
        "build" => "Times of building both trees",
        _ => "Times of a query",
    };
    let mut table = Table::new(
        &format!(
            "{what} as recorded, over poses, each with the median of its passes; <em>longest</em> of all single times. \
             <em>Slower</em>: median against the fastest that is always right. <em>Overhead</em> is that of an empty query."
        ),
        &[
            "contender",
            "median",
            "wrong",
            "slower",
            "mean",
            "90 %",
            "99 %",
            "longest",
            "build",
            "overhead",
            "setting",
        ],
    );
    let best = round.ranking().first().map(|o| o.median()).filter(|m| *m > 0.0);
    let mut outcomes: Vec<&Outcome<'_>> = round.outcomes.iter().collect();
    outcomes
        .sort_by(|a, b| b.has_times().cmp(&a.has_times()).then(a.median().total_cmp(&b.median())));
    for o in outcomes {
        let timed = |value: String| if o.has_times() { value } else { "–".to_owned() };
        let c = o.contender;
        let build = c.build_ns.map_or("–".to_owned(), |[a, b]| time((a + b) as f64));
        // A contender that stopped early has seen other poses than the rest.
        let slower = best.filter(|_| c.status == "ok");
        let slower = slower.map_or("–".to_owned(), |best| ratio(o.median() / best));
        table.row([
            named(o),
            timed(time(o.median())),
            wrong_cell(o.wrong(), o.judged()),
            timed(slower),
            timed(time(o.mean())),
            timed(time(o.percentile(0.9))),
            timed(time(o.percentile(0.99))),
            timed(time(o.times.last().copied().unwrap_or_default())),
            build,
            c.overhead_ns.map_or("–".to_owned(), |ns| time(ns as f64)),
            format!("{} {}{}", Text(&c.setting), Text(&c.precision), status(o)),
        ]);
    }
    table.html()
}

/// The table of peers: all contenders over all scenes.
pub(super) fn of_peers(rounds: &[Round<'_>]) -> String {
    let reference = reference(rounds);
    let mut table = Table::new(
        &format!(
            "<em>Time</em>: geometric mean, <em>least</em> and <em>most</em> over scenes of the median time divided by that of {}, wrong answers or not, where all \
             poses were gone through. \
             <em>Wrong</em>: poses with a wrong answer of all that were judged; a wrong answer has no speed. <em>Scenes</em> with times, and those \
             that were not gone through.",
            reference.map_or("feeler".to_owned(), |name| format!(
                "feeler's <code>{}</code>",
                Text(name)
            ))
        ),
        &["contender", "wrong", "time", "least", "most", "version", "scenes", "not gone through"],
    );
    for (look, outcomes) in by_contender(rounds) {
        let first = outcomes[0].1;
        let whole = outcomes.iter().filter(|(_, o)| o.has_times() && o.contender.status == "ok");
        let ratios = whole.filter_map(|(round, o)| {
            let own = round.outcomes.iter().filter(|o| !o.is_peer() && o.has_times());
            let base = own.into_iter().find(|o| Some(o.name()) == reference)?.median();
            (base > 0.0).then(|| o.median() / base)
        });
        let ratios: Vec<f64> = ratios.collect();
        let end =
            |f: fn(f64, f64) -> f64| ratios.iter().copied().reduce(f).map_or("–".to_owned(), ratio);
        let (wrong, judged) =
            outcomes.iter().fold((0, 0), |(w, j), (_, o)| (w + o.wrong(), j + o.judged()));
        let mut absent: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, o) in outcomes.iter().filter(|(_, o)| o.contender.status != "ok") {
            *absent.entry(&o.contender.status).or_default() += 1;
        }
        let absent: Vec<String> =
            absent.iter().map(|(status, n)| format!("{} in {n}", Text(status))).collect();
        let mut version = outcomes.iter().map(|(_, o)| o.contender.version.as_str());
        table.row([
            format!("{}{}", look.sample(), Text(first.name())),
            wrong_cell(wrong, judged),
            geometric_mean(&ratios).map_or("–".to_owned(), ratio),
            end(f64::min),
            end(f64::max),
            Text(version.find(|v| !v.is_empty()).unwrap_or("–")).to_string(),
            outcomes.iter().filter(|(_, o)| o.has_times()).count().to_string(),
            if absent.is_empty() { "–".to_owned() } else { absent.join(", ") },
        ]);
    }
    table.html()
}

/// The table of memory: Table 1 of Klein and Zachmann, VRST 2003, beside the measured sizes.
pub(super) fn of_memory(rounds: &[Round<'_>]) -> Option<String> {
    let claimed = BYTES_PER_NODE.map(|(_, tree, bytes)| format!("{tree} {bytes}")).join(", ");
    let mut table = Table::new(
        &format!(
            "<em>Bytes</em> are those of all trees and what their leaves hold, <em>a triangle</em> and <em>a node</em> on average. A wide \
             node holds the volumes of all its children, so nodes of different arity cannot be compared, bytes a triangle can. The paper \
             (Klein and Zachmann, VRST 2003, Table 1) claims these bytes a node for binary trees: {claimed}."
        ),
        &["contender", "a node", "the paper", "a triangle", "nodes", "bytes", "scene"],
    );
    for (_, outcomes) in by_contender(rounds) {
        // The largest scene says most, because fixed costs have a larger share in small trees.
        let known = outcomes
            .iter()
            .filter(|(_, o)| o.contender.bytes.is_some() || o.contender.bytes_per_node.is_some());
        let Some((round, o)) = known.max_by_key(|(round, _)| round.triangles()) else { continue };
        let c = o.contender;
        let triangles = (round.triangles() as f64).max(1.0);
        let show = |value: Option<f64>| value.map_or("–".to_owned(), plain);
        let has_all = |words: &str| words.split(' ').all(|word| has_word(o.name(), word));
        let paper = BYTES_PER_NODE.iter().find(|(words, ..)| has_all(words));
        table.row([
            named(o),
            show(c.bytes_per_node),
            paper.map_or("–".to_owned(), |(_, tree, bytes)| format!("{bytes} ({tree})")),
            show(c.bytes.map(|bytes| bytes as f64 / triangles)),
            show(c.nodes.map(|nodes| nodes as f64)),
            show(c.bytes.map(|bytes| bytes as f64)),
            Text(&round.scene.name).to_string(),
        ]);
    }
    (!table.is_empty()).then(|| table.html())
}

/// The table of the exponents of a sweep.
pub(super) fn of_slopes(sweep: &Sweep, round: &Round<'_>) -> Option<String> {
    let mut table = Table::new(
        "Log-log slopes: the exponent of the parameter in a power law, fitted by least squares to the means at all its values, and the \
         share of the variance that it explains. The paper (Kim, Choi and Kim) claims −1.26 tests for the OBB and −1.58 for the rounded \
         box; the steeper one is worse as the gap closes.",
        &["contender", "slope of time", "fit", "slope of volume tests", "fit"],
    );
    for o in round.outcomes.iter().filter(|o| o.has_times()) {
        let (of_time, of_tests) = sweep.slopes(o);
        let [(a, b), (c, d)] = [of_time, of_tests].map(slope_cells);
        table.row([named(o), a, b, c, d]);
    }
    (!table.is_empty()).then(|| table.html())
}

/// The table of the exponents over growing meshes.
pub(super) fn of_growth(growth: &Growth<'_>) -> Option<String> {
    let mut table = Table::new(
        "Log-log slope of the median time against the number of triangles: 1 is proportional, 0 is independent, as the paper (Klein and \
         Zachmann, VRST 2003) nearly claims.",
        &["contender", "slope", "fit"],
    );
    for (name, look, slope) in growth.slopes() {
        let (slope, fit) = slope_cells(Some(slope));
        table.row([format!("{}{}", look.sample(), Text(name)), slope, fit]);
    }
    (!table.is_empty()).then(|| table.html())
}

fn slope_cells(slope: Option<Slope>) -> (String, String) {
    let none = || "–".to_owned();
    slope.map_or_else(|| (none(), none()), |s| (exponent(s.slope), share(s.fit)))
}

/// The contender of feeler that all others are compared with: the one in most scenes. If several
/// are equal, it is feeler's default, or else the first one. It is one contender for all scenes,
/// because the best one of each scene would be chosen after the fact.
pub(super) fn reference<'a>(rounds: &'a [Round<'_>]) -> Option<&'a str> {
    let exact = |o: &Outcome<'_>| !o.is_peer() && !o.is_probable();
    let own = by_contender(rounds).into_iter().filter(|(_, o)| exact(o[0].1));
    let counted = own.map(|(_, o)| (o[0].1.name(), o.iter().filter(|(_, o)| o.counts()).count()));
    let usual = format!("feeler {}", feeler::Volume::default());
    // `max_by_key` returns the last of equal elements, so the order is reversed.
    let counted = counted.collect::<Vec<_>>().into_iter().rev();
    counted.max_by_key(|(name, n)| (*n, *name == usual)).map(|(name, _)| name)
}

/// The scenes of a contender, at least one, with its outcomes.
type Appearances<'a, 'b> = Vec<(&'b Round<'a>, &'b Outcome<'a>)>;

/// The appearances of each contender in all scenes, in the order of looks: feeler first.
fn by_contender<'a, 'b>(rounds: &'b [Round<'a>]) -> Vec<(Look, Appearances<'a, 'b>)> {
    let mut found: Vec<(Look, Appearances<'_, '_>)> = Vec::new();
    for round in rounds {
        for outcome in &round.outcomes {
            match found.iter_mut().find(|(look, _)| *look == outcome.look) {
                Some((_, all)) => all.push((round, outcome)),
                None => found.push((outcome.look, vec![(round, outcome)])),
            }
        }
    }
    found.sort_by_key(|(look, _)| look.0);
    found
}

fn named(outcome: &Outcome<'_>) -> String {
    format!("{}{}", outcome.look.sample(), Text(outcome.name()))
}

fn wrong_cell(wrong: usize, judged: usize) -> String {
    match (wrong, judged) {
        (_, 0) => "–".to_owned(),
        (0, judged) => format!("0 of {}", plain(judged as f64)),
        (wrong, judged) => {
            format!(
                "<strong class=\"bad\">{}</strong> of {}",
                plain(wrong as f64),
                plain(judged as f64)
            )
        }
    }
}

fn status(outcome: &Outcome<'_>) -> String {
    let c = outcome.contender;
    let state = match c.status.as_str() {
        "ok" => String::new(),
        status => format!(" <strong class=\"bad\">{}</strong>", Text(status)),
    };
    let note = if c.note.is_empty() { String::new() } else { format!(" {}", Text(&c.note)) };
    state + &note
}

/// Whether a name like `feeler obb/8` has a word.
fn has_word(name: &str, word: &str) -> bool {
    name.split(|letter: char| !letter.is_alphanumeric()).any(|w| w.eq_ignore_ascii_case(word))
}
