//! The page: one HTML file, made from `web/` by `cargo xtask view`.

use crate::answer::Answerer;
use crate::protocol::{Ask, PairAsk, SettingAsk};
use crate::stage::{self, Stage};
use crate::wire::{Answer, Packed};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use feeler::Scratch;
use serde::Serialize;
use std::fmt;

#[cfg(page)]
const PAGE: Option<&str> = Some(include_str!("../web/dist/page.html"));
#[cfg(not(page))]
const PAGE: Option<&str> = None;

/// The place in the page for the data of an offline page.
const ISLAND: &str = "<script type=\"application/json\" id=\"offline\">null</script>";

/// The error of a build that has no page in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPage;

impl fmt::Display for NoPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the page of the viewer is not in this build; with node installed, 'cargo xtask install' in a clone of feeler \
             installs feeler with it"
        )
    }
}

impl std::error::Error for NoPage {}

/// Whether the page is in this build.
pub fn is_built() -> bool {
    PAGE.is_some()
}

pub(crate) fn html() -> Result<&'static str, NoPage> {
    PAGE.ok_or(NoPage)
}

/// The policy that the page states for itself, which is sent as a header too.
pub(crate) fn policy(page: &str) -> &str {
    let policy = page.split_once("http-equiv=\"Content-Security-Policy\" content=\"");
    policy
        .and_then(|(_, rest)| rest.split_once('"'))
        .map_or("default-src 'none'", |(policy, _)| policy)
}

/// What an offline page has beside the program.
#[derive(Serialize)]
struct Offline {
    stage: serde_json::Value,
    /// The meshes, as the server would send them.
    meshes: Vec<String>,
    /// The answers at the poses of the stage.
    answers: Vec<Answered>,
}

/// An answer, as the server would send it.
#[derive(Serialize)]
struct Answered {
    kind: &'static str,
    message: String,
}

/// The page with a stage, the answers about its first two parts and the clashes of an assembly, as one file that needs no server.
pub fn offline(stage: Stage) -> Result<String, NoPage> {
    let page = html()?;
    let answerer = Answerer::new(stage);
    let models = &answerer.shelf.models;
    let described = answerer.stage.described(models);
    let meshes =
        models.iter().map(|model| BASE64_STANDARD.encode(stage::packed(model).message(&())));
    let offline = Offline {
        stage: serde_json::to_value(described).expect("a stage has string keys"),
        meshes: meshes.collect(),
        answers: answers(&answerer),
    };
    let data = serde_json::to_string(&offline).expect("a stage has string keys");
    // Inside of a script element only this character could end it: names may be anything.
    let data = data.replace('<', "\\u003c");
    let island = ISLAND.replace("null", &data);
    Ok(page.replacen(ISLAND, &island, 1))
}

/// What the page of a server would ask at first.
fn answers(answerer: &Answerer) -> Vec<Answered> {
    let [a, b] = match &answerer.stage.parts[..] {
        [a, b, ..] => [a, b],
        _ => return Vec::new(),
    };
    let pair = || PairAsk {
        parts: [0, 1],
        poses: [a.pose.to_numbers(), b.pose.to_numbers()],
        setting: SettingAsk::default(),
    };
    let clashes = || Ask::Clashes { clearance: 0.0, moved: Vec::new() };
    let assembly = (answerer.stage.parts.len() > 2).then(|| ("clashes", clashes()));
    let asks = [
        ("look", Ask::Look { pair: pair() }),
        ("contacts", Ask::Contacts { pair: pair() }),
        ("relation", Ask::Relation { pair: pair() }),
        ("depth", Ask::Depth { pair: pair() }),
    ];
    let mut scratch = Scratch::new();
    let answered = asks.into_iter().chain(assembly).filter_map(|(kind, ask)| {
        let (head, packed) = match answerer.answer(&ask, &mut scratch).ok()? {
            Answer::Text(head) => (head, Packed::new()),
            Answer::Numbers(head, packed) => (head, packed),
        };
        Some(Answered { kind, message: BASE64_STANDARD.encode(packed.message(&head)) })
    });
    answered.collect()
}
