//! Tries the rivals that are built: whether their answers are right, and how long they take.
//!
//! `cargo run --release -p feeler-bench --example trial -- [NAME...]` prints a line for each scene
//! and question, and under it the poses where a rival is wrong. `fcl:rss` is `fcl` with a setting
//! that only its adapter knows. With `--brief` as the first argument it prints a line for each
//! rival, about a few boxes: `cargo xtask peers` runs this at its end.

mod scene;

use feeler_bench::peer::{Answered, Ask, Limits, Peer, PeerError, Peers, Ready};
use scene::{TrialScene, median};
use std::process::ExitCode;

const QUESTIONS: [Ask; 4] = [Ask::Intersects, Ask::Distance, Ask::Contacts, Ask::Relation];

/// The largest number of wrong poses that are shown.
const MOST_SHOWN: usize = 5;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let brief = arguments.first().is_some_and(|first| first == "--brief");
    if brief {
        arguments.remove(0);
    }
    if arguments.is_empty() {
        arguments = Peers::known().into_iter().map(str::to_owned).collect();
    }
    let all_ready = if brief { table(&arguments) } else { report(&arguments) };
    if all_ready { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn find(name: &str) -> Result<Peer, PeerError> {
    let (name, setting) = name.split_once(':').unwrap_or((name, ""));
    let peer = Peers::find().get(name)?;
    Ok(if setting.is_empty() { peer } else { peer.with(["--setting", setting]) })
}

/// The result of one question about one scene.
struct QuestionResult {
    ready: Ready,
    answers: Vec<Answered>,
    /// The median time of the second pass in nanoseconds.
    time: u64,
    overhead: u64,
    /// The number of answers that differ in the second pass.
    changed: usize,
}

fn ask(peer: &Peer, scene: &TrialScene, ask: Ask) -> Result<QuestionResult, PeerError> {
    let mut run = peer.start(&scene.case, ask, Limits::default())?;
    let (answers, again) = (run.pass()?, run.pass()?);
    Ok(QuestionResult {
        ready: run.ready().clone(),
        changed: answers.iter().zip(&again).filter(|(x, y)| x.answer != y.answer).count(),
        answers,
        time: median(again.iter().map(|answered| answered.ns).collect()),
        overhead: run.overhead()?,
    })
}

/// The largest error of a distance that still counts as right.
fn slack(ready: &Ready) -> f64 {
    if ready.precision == "f32" { 1e-5 } else { 1e-12 }
}

/// Prints one line for each rival. Returns whether all rivals are ready.
fn table(names: &[String]) -> bool {
    let scene = TrialScene::boxes();
    let mut all_ready = true;
    println!("{:11} {:11} {:9} {:28} status", "name", "version", "precision", "answers");
    for name in names {
        let (mut version, mut precision) = (String::new(), String::new());
        let (mut questions, mut trouble) = (Vec::new(), Vec::new());
        match find(name) {
            Err(error) => trouble.push(error.to_string()),
            Ok(peer) => {
                for question in QUESTIONS {
                    match ask(&peer, &scene, question) {
                        Ok(tried) => {
                            let wrong = scene.differences(&tried.answers, slack(&tried.ready));
                            trouble.extend(wrong.first().cloned());
                            questions.push(question.word());
                            (version, precision) = (tried.ready.version, tried.ready.precision);
                        }
                        Err(PeerError::Unsupported { .. }) => {}
                        Err(error) => trouble.push(error.to_string()),
                    }
                }
            }
        }
        let status = if trouble.is_empty() { "ready".to_owned() } else { trouble.join("; ") };
        println!("{name:11} {version:11} {precision:9} {:28} {status}", questions.join(" "));
        all_ready &= trouble.is_empty();
    }
    all_ready
}

/// Prints everything about each rival. Returns whether all rivals could be asked.
fn report(names: &[String]) -> bool {
    let scenes =
        [TrialScene::boxes(), TrialScene::faces(), TrialScene::spheres(), TrialScene::knots()];
    let mut all_asked = true;
    for name in names {
        println!("\n{name}");
        let peer = match find(name) {
            Ok(peer) => peer,
            Err(error) => {
                println!("  {error}");
                all_asked = false;
                continue;
            }
        };
        for question in QUESTIONS {
            for scene in &scenes {
                match ask(&peer, scene, question) {
                    Ok(tried) => show(scene, question, &tried),
                    Err(PeerError::Unsupported { reason, .. }) => {
                        println!("  {question:10} unsupported: {reason}");
                        break;
                    }
                    Err(error) => {
                        println!("  {question:10} {:8} {error}", scene.name);
                        all_asked = false;
                    }
                }
            }
        }
    }
    all_asked
}

fn show(scene: &TrialScene, question: Ask, tried: &QuestionResult) {
    let wrong = scene.differences(&tried.answers, slack(&tried.ready));
    println!(
        "  {question:10} {:8} {:2} of {:2} wrong  {:10.1} µs (feeler {:.1}), overhead {:.1} µs, {}",
        scene.name,
        wrong.len(),
        tried.answers.len(),
        tried.time as f64 / 1e3,
        scene.time(question) as f64 / 1e3,
        tried.overhead as f64 / 1e3,
        tried.ready.setting,
    );
    if tried.changed > 0 {
        println!("    {} answers were others in the second pass", tried.changed);
    }
    wrong.iter().take(MOST_SHOWN).for_each(|line| println!("    {line}"));
    if wrong.len() > MOST_SHOWN {
        println!("    ...");
    }
}
