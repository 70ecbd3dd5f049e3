//! What is said beside the answer, on standard error: in words, or with `--json` as JSON.

use crate::format;
use clap::builder::styling::{Style, Styles};
use std::env;
use std::io::{self, Write};

/// Says why there is no answer.
pub(crate) fn error(text: &str) {
    say("error", Styles::styled().get_error(), text);
}

/// Says something that the user should know beside the answer.
pub(crate) fn note(text: &str) {
    say("note", Styles::styled().get_literal(), text);
}

/// Whether `--json` is among the arguments. They are asked themselves, for those that cannot be understood are an error, too.
pub(crate) fn is_json() -> bool {
    env::args_os().take_while(|argument| argument != "--").any(|argument| argument == "--json")
}

fn say(kind: &str, style: &Style, text: &str) {
    let said = match is_json() {
        true => writeln!(io::stderr(), "{}", serde_json::json!({ kind: text })),
        // Styles are dropped where standard error is no terminal or NO_COLOR is set.
        false => {
            let text = format::printable(text);
            writeln!(anstream::stderr(), "{style}feeler:{style:#} {text}")
        }
    };
    let _ = said; // where even this cannot be written, the exit code has to do
}
