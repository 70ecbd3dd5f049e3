//! The summary of a run in a few sentences. All of them are computed.

use super::outcome::{Outcome, Round};
use crate::plot::number::{Text, plain, ratio, time};
use crate::record::Recorded;
use std::collections::BTreeMap;

/// The sentences as HTML.
pub(super) fn sentences(run: &Recorded, rounds: &[Round<'_>]) -> Vec<String> {
    let mut out = vec![size(run, rounds)];
    out.extend(judgement(rounds));
    for question in questions(rounds) {
        let of = rounds.iter().filter(|r| r.scene.question == question);
        out.extend(speed(question, &of.collect::<Vec<_>>()));
    }
    out.extend(absent(rounds));
    out
}

fn size(run: &Recorded, rounds: &[Round<'_>]) -> String {
    let mut names: Vec<&str> = run.header.contenders.iter().map(|c| c.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let number = |n: usize, what: &str| match n {
        1 => format!("1 {what}"),
        _ => format!("{} {}", plain(n as f64), plural(what)),
    };
    format!(
        "{}, {}, {}.",
        number(rounds.len(), "scene"),
        number(names.len(), "contender"),
        number(run.rows.len(), "timed query")
    )
}

fn plural(what: &str) -> String {
    what.strip_suffix('y').map_or_else(|| format!("{what}s"), |stem| format!("{stem}ies"))
}

fn questions<'a>(rounds: &'a [Round<'_>]) -> Vec<&'a str> {
    let mut questions: Vec<&str> = Vec::new();
    for round in rounds {
        if !questions.contains(&round.scene.question.as_str()) {
            questions.push(&round.scene.question);
        }
    }
    questions
}

/// The contenders with wrong answers, and how many each has.
fn judgement(rounds: &[Round<'_>]) -> Vec<String> {
    let mut wrong: BTreeMap<&str, usize> = BTreeMap::new();
    let mut judged = 0;
    let outcomes = || rounds.iter().flat_map(|r| &r.outcomes);
    for outcome in outcomes() {
        judged += outcome.judged();
        *wrong.entry(outcome.name()).or_default() += outcome.wrong();
    }
    if judged == 0 {
        return vec!["No answer was judged.".to_owned()];
    }
    let probable: Vec<&Outcome<'_>> = outcomes().filter(|o| o.is_probable()).collect();
    let own = outcomes().filter(|o| !o.is_peer() && !o.is_probable()).map(Outcome::wrong).sum();
    let own = own_answers(own, &probable);
    let mut worst: Vec<(&str, usize)> = wrong.into_iter().filter(|(_, n)| *n > 0).collect();
    worst.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let each = worst.iter().map(|(name, n)| format!("{} {}", code(name), plain(*n as f64)));
    let each: Vec<String> = each.collect();
    let all = match each.is_empty() {
        true => format!("All of {} judged answers are right.", plain(judged as f64)),
        false => format!(
            "Poses with a wrong answer, of {} judged: {}.",
            plain(judged as f64),
            each.join(", ")
        ),
    };
    vec![format!("{own} {all}")]
}

/// The sentence about the wrong answers of feeler's exact settings, and about those of its probable
/// settings.
fn own_answers(wrong: usize, probable: &[&Outcome<'_>]) -> String {
    let who = if probable.is_empty() { "feeler" } else { "feeler in its exact settings" };
    let exact = match wrong {
        0 => format!("{who} had no wrong answer."),
        n => format!("<strong class=\"bad\">{who} had {} wrong answers.</strong>", plain(n as f64)),
    };
    if probable.is_empty() {
        return exact;
    }
    let wrong: usize = probable.iter().map(|o| o.wrong()).sum();
    let judged: usize = probable.iter().map(|o| o.judged()).sum();
    let [wrong, judged] = [wrong, judged].map(|n| plain(n as f64));
    format!("{exact} Its probable settings, which may be wrong, were so {wrong} times of {judged}.")
}

/// The fastest contender for a question, and the distance of the peers.
fn speed(question: &str, rounds: &[&Round<'_>]) -> Option<String> {
    let mut wins: Vec<(&str, usize)> = Vec::new();
    let mut behind: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut medians = Vec::new();
    for round in rounds {
        let ranking = round.ranking();
        let Some(first) = ranking.first() else { continue };
        match wins.iter_mut().find(|(name, _)| *name == first.name()) {
            Some((_, n)) => *n += 1,
            None => wins.push((first.name(), 1)),
        }
        medians.push(first.median());
        let own = ranking.iter().find(|o| !o.is_peer());
        let peer = ranking.iter().find(|o| o.is_peer());
        if let (Some(own), Some(peer)) = (own, peer)
            && own.median() > 0.0
        {
            behind.entry(peer.name()).or_default().push(peer.median() / own.median());
        }
    }
    let (least, most) = ends(&medians)?;
    let fastest = span(time(least), time(most));
    wins.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let winners: Vec<String> =
        wins.iter().map(|(name, n)| format!("{} in {}", code(name), scenes(*n))).collect();
    let mut text = format!(
        "<b>{}</b>, {}: the fastest that is always right is {}, with a median of {fastest}.",
        Text(if question.is_empty() { "queries" } else { question }),
        scenes(rounds.len()),
        winners.join(", ")
    );
    let peers = behind.iter().filter_map(|(name, ratios)| {
        let (least, most) = ends(ratios)?;
        let times = span(ratio(least), ratio(most));
        Some(format!("{} with {times} in {}", code(name), scenes(ratios.len())))
    });
    let peers: Vec<String> = peers.collect();
    if !peers.is_empty() {
        text += &format!(
            " The fastest peer that is always right, against the fastest of feeler: {}.",
            peers.join(", ")
        );
    }
    Some(text)
}

fn scenes(n: usize) -> String {
    if n == 1 { "1 scene".to_owned() } else { format!("{n} scenes") }
}

/// The contenders that did not finish, and where.
fn absent(rounds: &[Round<'_>]) -> Option<String> {
    let mut states: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for outcome in rounds.iter().flat_map(|r| &r.outcomes) {
        if outcome.contender.status != "ok" {
            *states.entry((outcome.name(), &outcome.contender.status)).or_default() += 1;
        }
    }
    let each = states
        .into_iter()
        .map(|((name, state), n)| format!("{} {} in {}", code(name), Text(state), scenes(n)));
    let each: Vec<String> = each.collect();
    (!each.is_empty()).then(|| format!("Not gone through: {}.", each.join(", ")))
}

fn ends(values: &[f64]) -> Option<(f64, f64)> {
    let least = values.iter().copied().reduce(f64::min)?;
    Some((least, values.iter().copied().reduce(f64::max)?))
}

fn span(least: String, most: String) -> String {
    if least == most { least } else { format!("{least} to {most}") }
}

fn code(name: &str) -> String {
    format!("<code>{}</code>", Text(name))
}
