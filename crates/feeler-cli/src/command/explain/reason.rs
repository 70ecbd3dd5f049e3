//! The reason in words why one setting is faster than another.

use crate::format;
use crate::setting::Setting;
use feeler_research::Costs;

/// A difference below this share of the time is not mentioned.
const WORTH_SHARE: f64 = 0.05;

/// The differences between the costs of a setting and those of another, in words, the largest
/// differences first.
pub(super) fn why(setting: Setting, costs: &Costs, other: Setting, others: &Costs) -> String {
    let mut terms = [
        CostTerm {
            noun: "volume tests",
            counts: [costs.volume_tests, others.volume_tests],
            each: [costs.volume_test, others.volume_test],
        },
        CostTerm {
            noun: "triangle tests",
            counts: [costs.triangle_tests, others.triangle_tests],
            each: [costs.triangle_test, others.triangle_test],
        },
        CostTerm {
            noun: "volumes to place",
            counts: [costs.updates, others.updates],
            each: [costs.update, others.update],
        },
    ];
    terms.sort_by(|p, q| q.gain().abs().total_cmp(&p.gain().abs()));
    let worth = |gain: f64| gain.abs() >= WORTH_SHARE * others.time;
    let mut sentences: Vec<String> = terms
        .iter()
        .enumerate()
        .filter(|(i, term)| *i == 0 || worth(term.gain()))
        .map(|(_, term)| term.sentence())
        .collect();
    let rest = others.base - costs.base;
    if worth(rest) {
        sentences.push(format!("What tests and placing do not explain: {}.", difference(rest)));
    }
    format!("Beside {other}, {setting} has {}", sentences.join(" "))
}

/// One product of the cost model, for two settings.
struct CostTerm {
    noun: &'static str,
    counts: [f64; 2],
    each: [f64; 2],
}

impl CostTerm {
    fn gain(&self) -> f64 {
        self.counts[1] * self.each[1] - self.counts[0] * self.each[0]
    }

    fn sentence(&self) -> String {
        let Self { noun, counts, each } = self;
        let share = counts[0] / counts[1].max(1e-9);
        let number = match share {
            0.98..1.02 => format!("as many {noun}"),
            ..0.98 => format!("{:.0} % fewer {noun}", 100.0 * (1.0 - share)),
            _ if counts[1] == 0.0 => format!("{noun} where there were none"),
            ..2.0 => format!("{:.0} % more {noun}", 100.0 * (share - 1.0)),
            _ => format!("{share:.1} times as many {noun}"),
        };
        let ratio = each[0] / each[1].max(1e-9);
        let cost = match ratio {
            0.98..1.02 => "each costs as much".to_owned(),
            _ if each.contains(&0.0) => "without comparison".to_owned(),
            _ => format!("each costs {ratio:.2} times as much"),
        };
        let [n, m] = counts.map(format::rounded);
        let [c, d] = each;
        let gain = difference(self.gain());
        format!("{number} ({n} for {m}), {cost} ({c:.1} ns for {d:.1} ns): {gain}.")
    }
}

fn difference(gain: f64) -> String {
    let word = if gain < 0.0 { "more" } else { "less" };
    format!("{:.2} µs {word}", gain.abs() / 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use feeler::Volume;

    #[test]
    fn names_what_differs_most_first() {
        let default = Setting::default();
        let other = Setting { bv: Volume::AABB, ..default };
        let obb = Costs {
            time: 1200.0,
            volume_tests: 100.0,
            volume_test: 4.0,
            triangle_tests: 50.0,
            triangle_test: 10.0,
            updates: 20.0,
            update: 10.0,
            base: 100.0,
        };
        let aabb = Costs { volume_tests: 150.0, volume_test: 2.0, update: 1.0, ..obb };
        let text = why(other, &aabb, default, &obb);
        let expected = "Beside obb, arity 8, sah, aabb, arity 8, sah has \
            as many volumes to place (20 for 20), each costs 0.10 times as much (1.0 ns for 10.0 ns): 0.18 µs less. \
            50 % more volume tests (150 for 100), each costs 0.50 times as much (2.0 ns for 4.0 ns): 0.10 µs less.";
        assert_eq!(text, expected);
    }

    #[test]
    fn counts_are_grouped() {
        let costs = |volume_tests| Costs { volume_tests, volume_test: 1.0, ..Costs::default() };
        let default = Setting::default();
        let text = why(default, &costs(1_500.4), default, &costs(20_000.0));
        assert!(text.contains("(1 500 for 20 000)"), "{text}");
    }
}
