//! Command lines that cannot be parsed, with hints for what the user probably meant.

use crate::voice;
use clap::error::{ContextKind, ContextValue};
use std::env;

/// The options whose number has to follow a `=`, because a mesh may be called `10`.
const WITH_EQUALS: [&str; 2] = ["--contacts", "--all"];

/// Prints the message of clap: an error, or the help or version that was requested.
pub(crate) fn report(mut error: clap::Error) -> u8 {
    if !error.use_stderr() {
        let _ = error.print(); // it fails if `| head` has closed the output
        return 0;
    }
    let arguments: Vec<String> =
        env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    if let Some(hint) = hint(&error, &arguments) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    if voice::is_json() {
        let text = error.render().to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        // The pointers to the help are left out of JSON.
        let end =
            ["\n\nUsage:", "\n\nFor more"].map(|start| text.find(start).unwrap_or(text.len()));
        voice::error(text[..end[0].min(end[1])].trim_end());
    } else {
        let _ = error.print(); // if this cannot be written, the exit code has to suffice
    }
    2
}

/// A hint for what the user probably meant by an unknown argument.
fn hint(error: &clap::Error, arguments: &[String]) -> Option<String> {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    if unknown == "--json" && arguments.iter().any(|argument| argument == "batch") {
        return Some("a batch writes JSON with '--format jsonl', one object a line".to_owned());
    }
    arguments.windows(2).find_map(|pair| {
        let (option, number) = (&pair[0], &pair[1]);
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        (WITH_EQUALS.contains(&option.as_str()) && is_number)
            .then(|| format!("the number follows a '=': '{option}={number}'"))
    })
}
