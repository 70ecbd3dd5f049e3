//! The wrong answers, each with a command that repeats it.

use super::outcome::Round;
use crate::plot::number::{Text, plain};
use crate::record::{SceneHeader, Wrong};

/// The largest number of wrong answers of one contender in one scene that are shown with a command.
const MOST_SHOWN: usize = 5;

/// The largest number of poses that are listed for one contender in one scene. Further poses are
/// only counted; the file has them all.
const MOST_POSES: usize = 40;

/// The section of each contender and scene with wrong answers, or a sentence that there are none.
pub(super) fn html(rounds: &[Round<'_>]) -> String {
    let mut out = String::new();
    for round in rounds {
        for outcome in round.outcomes.iter().filter(|o| o.wrong() > 0 || !o.wrong.is_empty()) {
            let mut poses: Vec<usize> = outcome.wrong.iter().map(|w| w.pose).collect();
            poses.sort_unstable();
            poses.dedup();
            let numbers: Vec<String> =
                poses.iter().take(MOST_POSES).map(ToString::to_string).collect();
            let more = match poses.len().saturating_sub(MOST_POSES) {
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
            for wrong in outcome.wrong.iter().take(MOST_SHOWN) {
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

/// The command that shows feeler's answer, to be run in the folder of the run, which keeps the
/// meshes as the contenders got them.
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

/// A word, quoted for a shell.
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
