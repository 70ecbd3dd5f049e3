//! Wrong answers, each with what repeats it.

use super::number::{Text, plain};
use super::outcome::Round;
use crate::record::{SceneHeader, Wrong};

/// More than this of one contender in one scene are counted only: the file has them all.
const SHOWN: usize = 5;
const NUMBERS: usize = 40;

/// A section for each contender and scene with wrong answers; says so where there are none.
pub(super) fn html(rounds: &[Round<'_>]) -> String {
    let mut out = String::new();
    for round in rounds {
        for outcome in round.outcomes.iter().filter(|o| o.wrong() > 0 || !o.wrong.is_empty()) {
            let mut poses: Vec<usize> = outcome.wrong.iter().map(|w| w.pose).collect();
            poses.sort_unstable();
            poses.dedup();
            let numbers: Vec<String> =
                poses.iter().take(NUMBERS).map(ToString::to_string).collect();
            let more = match poses.len().saturating_sub(NUMBERS) {
                0 => String::new(),
                more => format!(" and {} more in wrong.csv", plain(more as f64)),
            };
            out += &format!(
                "<details><summary><code>{}</code> in {}: {}</summary><p>Poses {}{more}.{}</p><ul>",
                Text(outcome.name()),
                Text(&round.scene.name),
                plain(outcome.wrong().max(poses.len()) as f64),
                numbers.join(", "),
                if outcome.wrong() == poses.len() {
                    ""
                } else {
                    " <strong class=\"bad\">records.csv and wrong.csv do not agree.</strong>"
                }
            );
            for wrong in outcome.wrong.iter().take(SHOWN) {
                out += &format!(
                    "<li>pose {}: answered <code>{}</code>, right is <code>{}</code>{}</li>",
                    wrong.pose,
                    Text(&wrong.answer),
                    Text(&wrong.expected),
                    command(round.scene, wrong)
                );
            }
            out += "</ul></details>\n";
        }
    }
    if out.is_empty() { "<p>None.</p>\n".to_owned() } else { out }
}

/// What shows feeler's answer, in the folder of the run: it keeps the meshes as they were asked about.
fn command(scene: &SceneHeader, wrong: &Wrong) -> String {
    let ask = match scene.question.as_str() {
        "distance" => " --distance",
        "contacts" => " --contacts",
        _ => "",
    };
    let mesh = |letter: &str| quoted(&format!("meshes/{}-{letter}.obj", scene.name));
    let (a, b, pose) = (mesh("a"), mesh("b"), wrong.to_pose());
    format!("<pre>{}</pre>", Text(&format!("feeler check {a} {b} --pose {pose}{ask}")))
}

/// As a shell wants it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "._-/:,=+%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_survive_a_shell() {
        assert_eq!(quoted("shape:knot:500"), "shape:knot:500");
        assert_eq!(quoted("two words"), "'two words'");
        assert_eq!(quoted("it's $HOME"), r"'it'\''s $HOME'");
        assert_eq!(quoted(""), "''");
    }
}
