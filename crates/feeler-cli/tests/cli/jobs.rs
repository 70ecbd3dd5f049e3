//! Tests of jobs: `feeler clash` with a file that tells where others stand.

use crate::clash::{assembly, boxes};
use crate::run::{Desk, Run};
use serde_json::{Value, json};

const BOLT: [f64; 3] = [2.5, 2.5, 0.5];

/// A folder `in` with a unit cube and an assembly.
fn desk() -> Desk {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("in")).unwrap();
    desk.put("in/cube.obj", boxes(&[("cube", [0.0; 3], [1.0; 3])]));
    desk.put("in/a.obj", assembly(BOLT));
    desk
}

fn kinds(run: &Run) -> Vec<String> {
    let list = run.json()["clashes"].clone();
    let word = |clash: &Value, key: &str| clash[key].as_str().unwrap().to_owned();
    let line = |clash: &Value| ["kind", "a", "b"].map(|key| word(clash, key)).join(" ");
    list.as_array().expect("a list").iter().map(line).collect()
}

const JOB: &str = r#"
[[object]]
file = "cube.obj"

[[object]]
file = "cube.obj"
name = "upper"
at = [0, 0, 0.75]
rotate = ["z:90deg"]                # from -1 to 0 in x

[[object]]
file = "cube.obj"
name = "last"
group = "tools"
pose = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0, 0]
"#;

#[test]
fn files_stand_where_a_job_places_them() {
    let desk = desk();
    desk.put("in/job.toml", JOB);
    let run = desk.feeler("clash in/job.toml --json");
    // The turned one shares only an edge's plane x = 0 with the first, and is half above it.
    assert_eq!(kinds(&run), ["crossing cube last", "touching cube upper"], "{}", run.stderr);
    assert_eq!(run.json()["files"], json!(vec!["in/cube.obj"; 3]));
    // The same in JSON, with a move and rules.
    let one = |name: &str, at: [f64; 3]| json!({ "file": "cube.obj", "name": name, "at": at });
    let job = json!({
        "object": [one("a", [0.0; 3]), one("b", [0.5, 0.0, 0.0]), one("c", [0.0, 0.5, 0.0])],
        "move": [{ "name": "c", "at": [0.0, 0.5, 0.0] }],
        "rule": [{ "ignore": ["b", "c"] }],
    });
    desk.put("in/job.json", job.to_string());
    assert_eq!(kinds(&desk.feeler("clash in/job.json --json")), ["crossing a b", "touching a c"]);
    desk.put(
        "in/job.toml",
        format!(
            "{JOB}\n[[rule]]\nignore = [\"@tools\", \"*\"]\n[[rule]]\nignore = [\"x\", \"*\"]\n"
        ),
    );
    let run = desk.feeler("clash in/job.toml --json");
    assert_eq!(kinds(&run), ["touching cube upper"]);
    let note = json!({ "note": r#"the rule ignore = ["x", "*"] speaks of no two parts"# });
    assert_eq!(serde_json::from_str::<Value>(&run.stderr).unwrap(), note);
}

#[test]
fn a_part_that_is_moved_by_a_thousandth_changes_its_own_clashes_alone() {
    let desk = desk();
    let job = "[[object]]\nfile = \"a.obj\"\n";
    desk.put("in/job.toml", job);
    let clash = "clash in/job.toml --clearance 0.25 --json";
    let before = desk.feeler(clash);
    desk.put("before.json", &before.stdout);
    assert_eq!(kinds(&before).len(), 5);
    let since = |part: &str| {
        desk.put("in/job.toml", format!("{job}[[move]]\nname = \"{part}\"\nat = [0.001, 0, 0]\n"));
        let run = desk.feeler(&format!("{clash} --baseline before.json"));
        let since = run.json()["since_baseline"].clone();
        let of = |key: &str| {
            let list = since[key].as_array().expect("a list").clone();
            list.into_iter().map(|clash| format!("{} {}", clash["a"], clash["b"]).replace('"', ""))
        };
        let mut changed: Vec<String> =
            ["new", "worse", "changed", "better", "gone"].into_iter().flat_map(of).collect();
        changed.sort_unstable();
        (changed.join(", "), since["same"].as_u64().expect("a number"))
    };
    // Only the plate's clashes with what it touches: the moved part is in every pair that is named.
    assert_eq!(since("bolt-2"), ("plate bolt-2".to_owned(), 4));
    assert_eq!(since("rail"), ("plate rail".to_owned(), 4));
    assert_eq!(since("ghost"), ("ghost spectre".to_owned(), 4));
    let all = "plate bolt-1, plate bolt-2, plate pin, plate rail".to_owned();
    assert_eq!(since("plate"), (all, 1));
}

#[test]
fn what_is_wrong_with_a_job_is_named() {
    let desk = desk();
    let refuses = |job: &str, message: &str| {
        desk.put("in/job.toml", job);
        desk.refuses("clash in/job.toml", message);
    };
    let cube = "[[object]]\nfile = \"cube.obj\"\n";
    refuses("", "in/job.toml: there is no [[object]]");
    refuses("[[object]]\nname = \"a\"\n", "in/job.toml: object 1: it has no file");
    refuses("[[object]]\nfiel = \"cube.obj\"\n", "unknown field `fiel`");
    refuses("[[object]]\nfile = \"tube.obj\"\n", "tube.obj");
    let two = format!("{cube}name = \"lid\"\n{cube}name = \"lid\"\n");
    refuses(&two, "object 2: there are two objects named \"lid\"");
    let lost =
        format!("{cube}name = \"left door\"\n[[move]]\nname = \"left dor\"\nat = [0, 0, 1]\n");
    refuses(&lost, "no object is named \"left dor\"; similar: \"left door\"");
    refuses(&format!("{cube}[[move]]\nat = [0, 0, 1]\n"), "move 1: it has no name of an object");
    refuses(&format!("{cube}rotate = [\"w:9\"]\n"), "object 1: ");
    refuses(&format!("{cube}pose = [1, 2, 3]\n"), "object 1: ");
    refuses(
        &format!("{cube}at = [0, 0, 1]\npose = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]\n"),
        "pose is all of it",
    );
    refuses(
        &format!("{cube}quat = \"xyzw:0,0,0,1\"\nrotate = [\"z:9\"]\n"),
        "a turn is quat or rotate, not both",
    );
    refuses(&format!("{cube}[[rule]]\nignor = [\"a\", \"b\"]\n"), "unknown field `ignor`");
    refuses(&format!("{cube}[[rule]]\nchain = [\"a\"]\n"), "rule 1: a chain has two or more names");
    desk.put("rules.toml", "[[rule]]\nignore = [\"a\", \"b\"]\n");
    desk.put("in/job.toml", format!("{cube}[[rule]]\nignore = [\"a\", \"b\"]\n"));
    desk.refuses(
        "clash in/job.toml --rules rules.toml",
        "the job has rules, and --rules names others",
    );
    desk.refuses("clash in/job.toml in/cube.obj", "a job names all files itself: give it alone");
    desk.refuses("clash in/job.toml -o in/cube.obj", "it is read by this command");
    desk.put("in/job.json", "{");
    desk.refuses("clash in/job.json", "in/job.json: ");
}
