//! Tests of the help, and of the messages about errors in the command line.

use crate::run::{Desk, TRIANGLE, lifted};
use serde_json::{Value, json};

#[test]
fn hints_name_what_was_meant() {
    let desk = Desk::new();
    desk.put("poses.csv", lifted(0.0));
    let check = "check triangle.obj triangle.obj";
    desk.refuses(&format!("{check} --contacts 10"), "the number follows a '=': '--contacts=10'");
    desk.refuses(&format!("{check} --within 1 --all 3"), "the number follows a '=': '--all=3'");
    let batch = "batch triangle.obj triangle.obj --poses poses.csv";
    desk.refuses(&format!("{batch} --json"), "a batch writes JSON with '--format jsonl'");
}

#[test]
fn numbers_say_what_is_wanted() {
    let desk = Desk::new();
    let check = "check triangle.obj triangle.obj";
    let threads = "it has to be a whole number from 0 to 1024; 0 is as many as processors";
    for bad in ["x", "1025", "-1", "1.5"] {
        desk.refuses(&format!("{check} --threads={bad}"), threads);
    }
    desk.refuses(&format!("{check} --leaf x"), "it has to be a whole number from 1 to 16");
    desk.refuses(&format!("{check} --contacts=x"), "it has to be a whole number");
    desk.refuses(&format!("{check} --steps many"), "it has to be a whole number");
}

#[test]
fn a_mesh_can_come_through_a_pipe() {
    let desk = Desk::new();
    let lines = [
        ("check - triangle.obj --format obj", 1),
        ("check triangle.obj - --format obj --at 0,0,1", 0),
    ];
    for (line, code) in lines {
        let run = desk.feeler_reads(line, TRIANGLE);
        assert_eq!(run.code, code, "{line}: {}", run.stderr);
        assert!(run.stdout.contains("standard input "), "{}", run.stdout);
    }
    let off = "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    let run = desk.feeler_reads("info - --format off --json", off);
    assert_eq!(run.json()[0]["whole"]["triangles"], 1, "{}", run.stderr);
    let run = desk.feeler_reads(
        "offset - --format obj --by 0.1 --resolution 9 -o out.ply",
        crate::run::TWO_PARTS,
    );
    assert_eq!(run.code, 0, "{}", run.stderr);

    let run = desk.feeler_reads("check - triangle.obj --format obj", "v 0 0 0\nf 1 2 3\n");
    let message = "feeler: standard input: line 2: face names vertex 2, but there is 1\n";
    assert_eq!((run.code, run.stderr.as_str()), (2, message));
    desk.refuses("check - triangle.obj", "take it from --format: obj, stl, ply, off, glb");
    desk.refuses("check - - --format obj", "standard input can be one mesh, not two");
    desk.refuses("info - triangle.obj - --format obj", "standard input can be one mesh, not two");
    desk.refuses("check triangle.obj triangle.obj --format obj", "no mesh is '-'");
    desk.refuses("check - triangle.obj --format step", "[possible values: obj, stl, ply, off,");
    desk.put("poses.csv", lifted(0.0));
    let batch = "batch - triangle.obj --poses poses.csv";
    desk.refuses(batch, "the format of standard input ('-') is not known; 'check', 'info' and");
}

#[test]
fn with_json_errors_and_notes_are_json() {
    let desk = Desk::new();
    let said = |line: &str| -> Vec<Value> {
        let run = desk.feeler(line);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{line}");
        run.stderr.lines().map(|line| serde_json::from_str(line).expect(&run.stderr)).collect()
    };
    let missing = said("check triangle.obj missing.obj --json");
    assert_eq!(missing.len(), 1);
    let text = missing[0]["error"].as_str().unwrap();
    assert!(text.starts_with("missing.obj: No such file"), "{text}");
    let usage = said("check triangle.obj triangle.obj --json --contacts 10");
    let text = usage[0]["error"].as_str().unwrap();
    assert!(text.starts_with("unexpected argument '10' found\n"), "{text}");
    assert!(text.ends_with("tip: the number follows a '=': '--contacts=10'"), "{text}");
    assert_eq!(usage.len(), 1);

    desk.put("empty.obj", "v 0 0 0\n");
    let run = desk.feeler("check empty.obj triangle.obj --json");
    let note =
        json!({"note": "empty.obj: there are no triangles in it; it is apart from everything"});
    assert_eq!((run.code, serde_json::from_str(&run.stderr).ok()), (0, Some(note)));
    assert_eq!(run.json()["touching"], false);
}

#[test]
fn errors_have_the_colour_of_errors() {
    let desk = Desk::new();
    let stderr = |variables: &[&str]| {
        let mut command = desk.command("check missing.obj triangle.obj");
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        variables.iter().for_each(|variable| {
            command.env(variable, "1");
        });
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    assert!(stderr(&[]).starts_with("feeler: missing.obj"));
    // With this variable the output is coloured as on a terminal, which this is not.
    let coloured = stderr(&["CLICOLOR_FORCE"]);
    assert!(
        coloured.starts_with("\u{1b}[1m\u{1b}[31mfeeler:\u{1b}[0m missing.obj"),
        "{coloured:?}"
    );
    assert!(stderr(&["CLICOLOR_FORCE", "NO_COLOR"]).starts_with("feeler: missing.obj"));
}

#[test]
fn shells_complete_what_is_typed() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = desk.feeler(&format!("completions {shell}"));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{shell}");
        assert!(run.stdout.contains("rotate") && run.stdout.contains("calibrate"), "{shell}");
    }
    desk.refuses("completions csh", "[possible values: bash, elvish, fish, powershell, zsh]");
    desk.refuses("completions", "<SHELL>");
}

#[test]
fn there_are_pages_for_man() {
    let desk = Desk::new();
    let page = |line: &str| {
        let run = desk.feeler(line);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{line}");
        run.stdout
    };
    let whole = page("man");
    assert!(whole.contains(".TH feeler 1") && whole.contains("batch"), "{whole}");
    let check = page("man check");
    assert!(check.contains(".TH feeler-check 1"), "{check}");
    assert!(check.contains("rotate") && check.contains("threads"), "{check}");
    assert!(page("man bench run").contains("peers"));
    desk.refuses("man chek", "'feeler' has no command 'chek'; known are demo, check, batch");
    desk.refuses("man demo now", "'feeler-demo' has no command 'now'; known are none");
}

#[test]
fn ties_may_be_broken_any_way() {
    let desk = Desk::new();
    desk.put("poses.csv", lifted(0.0));
    // Both meshes lie in one plane, and twelve triangles are equally near.
    let check = "check parts.obj parts.obj --at 3,0,0 --distance --json";
    let found = |ties: &str| {
        let json = desk.feeler(&format!("{check}{ties}")).json();
        (json["distance"].clone(), json["triangles"].clone())
    };
    let (first, any) = (found(""), found(" --ties any"));
    assert_eq!(found(" --ties first"), first);
    assert_eq!((first.0.as_f64(), &any.0), (Some(2.0), &first.0));
    let batch = "batch shape:knot:3000 shape:ring:3000 --poses poses.csv --ask";
    let tests = |ties: &str| -> u64 {
        let run = desk.feeler(&format!("{batch} distance{ties}"));
        assert_eq!(run.code, 1, "{}", run.stderr);
        run.stdout.lines().last().unwrap().rsplit(',').nth(2).unwrap().parse().unwrap()
    };
    // The meshes touch: any contact is found soon, the first one takes longer.
    assert!(tests(" --ties any") < tests(" --ties first"));
    assert_eq!(tests(" --ties first"), tests(""));
    desk.refuses(&format!("{batch} contacts --ties any"), "--ties belongs to '--ask distance'");
    desk.refuses("check parts.obj parts.obj --ties any", "--distance");
    desk.refuses(&format!("{batch} distance --ties all"), "[possible values: first, any]");
}
