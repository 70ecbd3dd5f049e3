//! Messages beside the answer, on standard error: in words, or as JSON with `--json`.

use crate::format;
use clap::builder::styling::{Style, Styles};
use std::env;
use std::io::{self, Write};

/// Writes an error: the reason why there is no answer.
pub(crate) fn error(text: &str) {
    say("error", Styles::styled().get_error(), text);
}

/// Writes a note that the user should know beside the answer.
pub(crate) fn note(text: &str) {
    say("note", Styles::styled().get_literal(), text);
}

/// Whether `--json` is among the arguments. The raw arguments are searched, because a message about
/// arguments that cannot be parsed must be JSON, too.
pub(crate) fn is_json() -> bool {
    env::args_os().take_while(|argument| argument != "--").any(|argument| argument == "--json")
}

fn say(kind: &str, style: &Style, text: &str) {
    let said = match is_json() {
        true => writeln!(io::stderr(), "{}", serde_json::json!({ kind: text })),
        // Styles are dropped if standard error is no terminal or NO_COLOR is set.
        false => {
            let text = format::printable(text);
            writeln!(anstream::stderr(), "{style}feeler:{style:#} {text}")
        }
    };
    let _ = said; // if this cannot be written, the exit code has to suffice
}
