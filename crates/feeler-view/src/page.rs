//! The page: one HTML file, made from `web/` by `cargo xtask view`.

use crate::answer::Answerer;
use crate::assembly::{self, Found};
use crate::protocol::{Ask, DepthFound, PairAsk, SettingAsk};
use crate::stage::{self, Stage};
use crate::wire::{Answer, Packed};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use feeler::Scratch;
use feeler_world::{Clash, ClashKind, ObjectId};
use serde::Serialize;
use std::fmt;
use std::time::Duration;

#[cfg(page)]
const PAGE: Option<&str> = Some(include_str!("../web/dist/page.html"));
#[cfg(not(page))]
const PAGE: Option<&str> = None;

/// The place in the page for the data of an offline page.
const ISLAND: &str = "<script type=\"application/json\" id=\"offline\">null</script>";

/// The number of bytes of answers after which no further clash is answered in a file, so that it can be mailed.
const MOST_ANSWER_BYTES: usize = 16 << 20;

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
    /// Answers at the poses of the stage.
    answers: Vec<Answered>,
}

/// An answer, as the server would send it.
#[derive(Serialize)]
struct Answered {
    kind: &'static str,
    /// The parts that it is about, at the poses of the stage; `None` if it is about all.
    parts: Option<[usize; 2]>,
    message: String,
}

/// The page with a stage, the answers about its first two parts and the clashes of an assembly, as one file that needs no server.
pub fn offline(stage: Stage) -> Result<String, NoPage> {
    let answerer = Answerer::new(stage);
    match answerer.stage.parts.len() {
        0 | 1 => filled(&answerer, Vec::new()),
        2 => {
            let mut answers = Answers::default();
            answers.about_pair(&answerer, [0, 1], None);
            filled(&answerer, answers.list)
        }
        _ => {
            let found = assembly::clashes(&answerer.stage, 0.0, &[]);
            filled(
                &answerer,
                found.map(|found| about_clashes(&answerer, &found)).unwrap_or_default(),
            )
        }
    }
}

/// The page with a stage and clashes of its parts that were found before, as one file that needs no server.
///
/// `objects` are the identities of the parts, in ascending order, and the worst clash comes first.
pub fn offline_clashes(
    stage: Stage,
    objects: Vec<ObjectId>,
    clashes: Vec<Clash>,
    pairs: usize,
    time: Duration,
) -> Result<String, NoPage> {
    let answerer = Answerer::new(stage);
    let found = Found { clashes, objects, pairs, time };
    filled(&answerer, about_clashes(&answerer, &found))
}

/// The page with these answers in its island.
fn filled(answerer: &Answerer, answers: Vec<Answered>) -> Result<String, NoPage> {
    let page = html()?;
    let models = &answerer.shelf.models;
    let described = answerer.stage.described(models);
    let meshes =
        models.iter().map(|model| BASE64_STANDARD.encode(stage::packed(model).message(&())));
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

/// The list of clashes, and as many answers about their pairs as there is room for.
fn about_clashes(answerer: &Answerer, found: &Found) -> Vec<Answered> {
    let mut answers = Answers::default();
    answers.add("clashes", None, Answer::text(&found.listed()));
    for clash in &found.clashes {
        if answers.bytes > MOST_ANSWER_BYTES {
            break;
        }
        let parts = clash.objects.map(|id| assembly::number(&found.objects, id));
        answers.about_pair(answerer, parts, Some(clash));
    }
    // The page begins with these two.
    if !answers.list.iter().any(|answer| answer.parts == Some([0, 1])) {
        answers.about_pair(answerer, [0, 1], None);
    }
    answers.list
}

#[derive(Default)]
struct Answers {
    list: Vec<Answered>,
    bytes: usize,
    scratch: Scratch,
}

impl Answers {
    fn add(&mut self, kind: &'static str, parts: Option<[usize; 2]>, answer: Answer) {
        let (head, packed) = match answer {
            Answer::Text(head) => (head, Packed::new()),
            Answer::Numbers(head, packed) => (head, packed),
        };
        let message = BASE64_STANDARD.encode(packed.message(&head));
        self.bytes += message.len();
        self.list.push(Answered { kind, parts, message });
    }

    /// What the page would ask about two parts. The depth of a clash is known already.
    fn about_pair(&mut self, answerer: &Answerer, parts: [usize; 2], clash: Option<&Clash>) {
        let place = &answerer.stage.parts[parts[0]].pose;
        let pair = || PairAsk {
            parts,
            poses: parts.map(|part| answerer.stage.parts[part].pose.to_numbers()),
            setting: SettingAsk::default(),
        };
        let mut asks = vec![
            ("look", Ask::Look { pair: pair() }),
            ("contacts", Ask::Contacts { pair: pair() }),
            ("relation", Ask::Relation { pair: pair() }),
        ];
        let depth = clash.and_then(Clash::depth);
        if let Some(depth) = depth {
            let found = DepthFound::of(&depth, place, None);
            self.add("depth", Some(parts), Answer::text(&found));
        } else if clash.is_none_or(|clash| clash.kind < ClashKind::Inside) {
            asks.push(("depth", Ask::Depth { pair: pair() }));
        }
        for (kind, ask) in asks {
            if let Ok(answer) = answerer.answer(&ask, &mut self.scratch) {
                self.add(kind, Some(parts), answer);
            }
        }
    }
}
