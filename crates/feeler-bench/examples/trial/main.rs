//! Tries the rivals that are built: are their answers true, and how long do they take?
//!
//! `cargo run --release -p feeler-bench --example trial -- [NAME...]` prints a line for each scene and question, and under it the
//! poses where a rival is wrong. `fcl:rss` is `fcl` with a setting that only its adapter knows. With `--brief` first it prints a
//! line for each rival, about a few boxes: that is how `cargo xtask peers` ends.

mod scene;

use feeler_bench::peer::{Answered, Ask, Limits, Peer, PeerError, Peers, Ready};
use scene::{Scene, median};
use std::process::ExitCode;

const QUESTIONS: [Ask; 3] = [Ask::Intersects, Ask::Distance, Ask::Contacts];

/// How many wrong poses are shown.
const SHOWN: usize = 5;

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

/// What came of one question about one scene.
struct Tried {
    ready: Ready,
    answers: Vec<Answered>,
    /// Median nanoseconds of the second pass.
    time: u64,
    overhead: u64,
    /// How many answers were others the second time.
    changed: usize,
}

fn ask(peer: &Peer, scene: &Scene, ask: Ask) -> Result<Tried, PeerError> {
    let mut run = peer.start(&scene.case, ask, Limits::default())?;
    let (answers, again) = (run.pass()?, run.pass()?);
    Ok(Tried {
        ready: run.ready().clone(),
        changed: answers.iter().zip(&again).filter(|(x, y)| x.answer != y.answer).count(),
        answers,
        time: median(again.iter().map(|answered| answered.ns).collect()),
        overhead: run.overhead()?,
    })
}

/// How far a distance may be off before it is called wrong.
fn slack(ready: &Ready) -> f64 {
    if ready.precision == "f32" { 1e-5 } else { 1e-12 }
}

/// One line for each rival; whether all are ready.
fn table(names: &[String]) -> bool {
    let scene = Scene::boxes();
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

/// Everything about each rival; whether all could be asked.
fn report(names: &[String]) -> bool {
    let scenes = [Scene::boxes(), Scene::faces(), Scene::spheres(), Scene::knots()];
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

fn show(scene: &Scene, question: Ask, tried: &Tried) {
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
    wrong.iter().take(SHOWN).for_each(|line| println!("    {line}"));
    if wrong.len() > SHOWN {
        println!("    ...");
    }
}
