//! Tests of `--cache` and `feeler cache`.

use crate::run::{Desk, Run, lifted};
use std::fs;

/// The answer of a run, without the times.
fn answer(run: &Run) -> serde_json::Value {
    let mut json = run.json();
    json.as_object_mut().expect("an object").retain(|name, _| name != "ns");
    json
}

#[test]
fn the_answer_is_the_same_with_and_without() {
    let desk = Desk::new();
    for options in
        ["--distance --ties any", "--contacts", "--bv dop18 --arity 2", "--within 0.1 --all"]
    {
        let line = format!("check shape:knot:3000 shape:ring:2000 --at 0,0,0.5 --json {options}");
        let plain = desk.feeler(&line);
        let first = desk.feeler(&format!("{line} --cache=trees"));
        let second = desk.feeler(&format!("{line} --cache=trees"));
        assert!([0, 1].contains(&plain.code), "{line}: {}", plain.stderr);
        for cached in [&first, &second] {
            assert_eq!((cached.code, &cached.stderr), (plain.code, &plain.stderr), "{line}");
            assert_eq!(answer(cached), answer(&plain), "{line}");
        }
    }
    let files = fs::read_dir(desk.path("trees")).unwrap().count();
    assert_eq!(files, 4, "two meshes with two settings");
}

#[test]
fn batches_use_it_too() {
    let desk = Desk::new();
    desk.put("poses.csv", [0.0, 0.5, 9.0].map(lifted).concat());
    let line = "batch parts.obj triangle.obj --poses poses.csv --ask distance";
    let plain = desk.feeler(line);
    for _ in 0..2 {
        let cached = desk.feeler(&format!("{line} --cache=trees"));
        assert_eq!((cached.code, cached.stderr.as_str()), (plain.code, ""));
        assert_eq!(cached.without_times(), plain.without_times());
    }
}

#[test]
fn a_damaged_tree_is_mended_with_a_note() {
    let desk = Desk::new();
    let line = "check parts.obj triangle.obj --at 0,0,0.5 --cache=trees";
    assert_eq!(desk.feeler(line).code, 1);
    for file in fs::read_dir(desk.path("trees")).unwrap() {
        let path = file.unwrap().path();
        let mut bytes = fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&path, bytes).unwrap();
    }
    let mended = desk.feeler(line);
    assert_eq!(mended.code, 1);
    let note = "trees: the saved model is damaged: its checksum is wrong; the tree was built and saved again";
    assert_eq!(mended.stderr.matches(note).count(), 2, "{}", mended.stderr);
    assert_eq!(desk.feeler(line).stderr, "");
}

#[test]
fn a_folder_that_cannot_be_written_costs_a_note() {
    let desk = Desk::new();
    let run = desk.feeler("check parts.obj triangle.obj --at 0,0,0.5 --cache=triangle.obj");
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("triangle.obj: the tree is not kept: "), "{}", run.stderr);
    assert!(desk.get("triangle.obj").starts_with("v 0 0 0"), "nothing is lost");
}

#[test]
fn lists_and_clears() {
    let desk = Desk::new();
    let list = |options: &str| desk.feeler(&format!("cache --folder trees{options}"));
    assert_eq!((list("").code, list("").stdout.as_str()), (0, "trees: no trees are kept\n"));
    desk.feeler("check parts.obj triangle.obj --cache=trees");
    let json = list(" --json").json();
    assert_eq!((&json["folder"], &json["cleared"]), (&"trees".into(), &false.into()));
    let files = json["files"].as_array().unwrap();
    let bytes: u64 = files.iter().map(|file| file["bytes"].as_u64().unwrap()).sum();
    assert_eq!((files.len(), json["bytes"].as_u64()), (2, Some(bytes)));
    let text = list("").stdout;
    assert!(text.starts_with("trees: 2 files, "), "{text}");
    assert_eq!(text.lines().count(), 5, "a line, a blank one, the head and two files: {text}");
    assert!(text.contains(files[0]["name"].as_str().unwrap()) && text.contains(" ago"), "{text}");

    let cleared = desk.feeler("cache clear --folder trees");
    assert!(cleared.stdout.starts_with("trees: removed 2 files, "), "{}", cleared.stdout);
    assert_eq!(list("").stdout, "trees: no trees are kept\n");
    let again = desk.feeler("cache clear --folder trees --json").json();
    assert_eq!((&again["cleared"], &again["bytes"]), (&true.into(), &0.into()));
    desk.refuses("cache --folder triangle.obj", "triangle.obj");
}

/// Without a folder it is that of the user.
#[test]
#[cfg(target_os = "linux")]
fn the_folder_of_the_user() {
    let desk = Desk::new();
    let run = |line: &str| {
        let output =
            desk.command(line).env("XDG_CACHE_HOME", desk.path("caches")).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(run("check parts.obj triangle.obj --at 0,0,0.5 --cache").0, Some(1));
    assert_eq!(fs::read_dir(desk.path("caches/feeler")).unwrap().count(), 2);
    assert!(run("cache").1.contains("caches/feeler: 2 files, "));
    let mut command = desk.command("cache");
    let output = command.env("XDG_CACHE_HOME", "caches").env("HOME", desk.path("home")).output();
    let text = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(
        text.ends_with("home/.cache/feeler: no trees are kept\n"),
        "a relative folder is ignored: {text}"
    );
}
