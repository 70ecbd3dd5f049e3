//! The page: one HTML file, made from `web/` by `cargo xtask view`.

use crate::answer::{Answerer, look};
use crate::protocol::{PairAsk, SettingAsk};
use crate::stage::{self, Stage};
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
struct Offline<'a> {
    stage: serde_json::Value,
    /// The meshes, as the server would send them.
    meshes: Vec<String>,
    /// The answers at the poses of the stage.
    answers: Vec<Answered<'a>>,
}

#[derive(Serialize)]
struct Answered<'a> {
    kind: &'a str,
    found: serde_json::Value,
}

/// The page with a stage and the answer about its first two parts, as one file that needs no server.
pub fn offline(stage: Stage) -> Result<String, NoPage> {
    let page = html()?;
    let answerer = Answerer::new(stage);
    let models = &answerer.shelf.models;
    let described = answerer.stage.described(models);
    let meshes =
        models.iter().map(|model| BASE64_STANDARD.encode(stage::packed(model).message(&())));
    let answers = answers(&answerer);
    let offline = Offline {
        stage: serde_json::to_value(described).expect("a stage has string keys"),
        meshes: meshes.collect(),
        answers,
    };
    let data = serde_json::to_string(&offline).expect("a stage has string keys");
    // Inside of a script element only this character could end it: names may be anything.
    let data = data.replace('<', "\\u003c");
    let island = ISLAND.replace("null", &data);
    Ok(page.replacen(ISLAND, &island, 1))
}

fn answers(answerer: &Answerer) -> Vec<Answered<'static>> {
    let [a, b] = match &answerer.stage.parts[..] {
        [a, b, ..] => [a, b],
        _ => return Vec::new(),
    };
    let pair = PairAsk {
        parts: [0, 1],
        poses: [a.pose.to_numbers(), b.pose.to_numbers()],
        setting: SettingAsk::default(),
    };
    let found = answerer.asked(&pair).map(|asked| look(&asked, &mut Scratch::new()));
    let found = found.into_iter().filter_map(|looked| serde_json::to_value(looked).ok());
    found.map(|found| Answered { kind: "look", found }).collect()
}
