//! Tests of `feeler demo`, and of the help for beginners.

use crate::run::Desk;

#[test]
fn the_demo_needs_nothing() {
    let desk = Desk::new();
    let run = desk.feeler("demo");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let answers: Vec<&str> = run
        .stdout
        .lines()
        .filter_map(|line| {
            line.split_whitespace().find(|word| ["touching", "apart"].contains(word))
        })
        .collect();
    assert_eq!(answers[..5], ["touching", "touching", "touching", "apart", "apart"]);

    // The command that the demo proposes gives the answer that the demo shows.
    let (_, proposed) = run.stdout.split_once("Try it:  feeler ").unwrap();
    assert_eq!(desk.feeler(proposed.trim_end()).code, 1);
}

#[test]
fn the_demo_in_json_ends_contact_between_two_neighbouring_numbers() {
    let json = Desk::new().feeler("demo --json --bv dop14 --arity 4").json();
    let rows = json["rows"].as_array().unwrap();
    let y = |i: usize| rows[i]["y"].as_f64().unwrap();
    assert_eq!(y(2).next_up(), y(3));
    assert_eq!((&rows[2]["touching"], &rows[3]["touching"]), (&true.into(), &false.into()));
    assert!(rows[0]["contacts"].as_u64().unwrap() > 100);
    assert_eq!(json["settings"]["bv"], "dop14");
    let distance = |i: usize| rows[i]["distance"].as_f64().unwrap();
    assert!(distance(2) == 0.0 && distance(3) > 0.0 && distance(4) > 1.0);
}

#[test]
fn helps() {
    let desk = Desk::new();
    for line in [
        "help",
        "--help",
        "demo --help",
        "check -h",
        "help batch",
        "info --help",
        "explain --help",
        "completions --help",
        "man --help",
    ] {
        let run = desk.feeler(line);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{line}");
        assert!(run.stdout.contains("Examples:\n  feeler "), "{line}: {}", run.stdout);
    }
    assert_eq!(desk.feeler("--version").stdout, format!("feeler {}\n", env!("CARGO_PKG_VERSION")));
}
