//! Tests of `feeler bench`, without rivals; rivals are tested in the crate `feeler-bench`.

use crate::run::Desk;

const SCENE: &str = r#"name = "parts"
why = "a test"
question = "distance"
a = "parts.obj"
b = "shape:knot:300"
poses = { generator = "random-sweep", from = 0.5, to = 3.0, steps = 4, turns = 5 }
passes = 2
peers = ["fcl"]
[[setting]]
bv = "obb"
[[setting]]
bv = "dop18"
arity = 2
build = "median"
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("scene.toml", SCENE);
    desk
}

#[test]
fn a_scene_is_run_and_told_in_a_table_and_in_files() {
    let desk = desk();
    let run = desk.feeler("bench run scene.toml --peers none -o run");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let start = "parts: distance, 12 and 300 triangles, 20 poses\n";
    assert!(run.stdout.starts_with(start), "{}", run.stdout);
    assert!(run.stdout.contains("feeler dop18 arity-2 median"), "{}", run.stdout);
    assert!(run.stdout.ends_with("All is in run\n"), "{}", run.stdout);
    assert_eq!(desk.get("run/records.csv").lines().count(), 1 + 2 * 2 * 20);
    assert_eq!(desk.get("run/poses/parts.csv").lines().count(), 1 + 20);
    assert_eq!(desk.get("run/wrong.csv").lines().count(), 1);

    // The second run has nothing left to do.
    let records = desk.get("run/records.csv");
    let again = desk.feeler("bench run scene.toml --peers none -o run --json");
    assert_eq!(again.json()[0]["contenders"][0]["wrong"], 0);
    assert_eq!(desk.get("run/records.csv"), records);

    let compared = desk.feeler("bench compare run run");
    assert_eq!(compared.code, 0);
    let last = "0 slower, 0 faster, 0 with more wrong answers, of 2\n";
    assert!(compared.stdout.ends_with(last), "{}", compared.stdout);
    desk.refuses("bench run scene.toml --peers none -o run --seed 2", "seed 1, and this is 2");
}

#[test]
fn who_is_not_built_is_no_error() {
    let desk = desk();
    let output = desk
        .command("bench run scene.toml --passes 1 -o run")
        .env("FEELER_PEERS", "nowhere")
        .output()
        .unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stdout}");
    assert!(stdout.contains("fcl did not take part: peer fcl is not built"), "{stdout}");
}

#[test]
fn a_folder_is_found_where_none_is_said() {
    let desk = desk();
    let run = desk.feeler("bench run scene.toml --passes 1 --peers none");
    let name = desk.names().into_iter().find(|name| name.starts_with("feeler-bench-20")).unwrap();
    assert!(run.stdout.ends_with(&format!("All is in {name}\n")), "{}", run.stdout);
}

#[test]
fn the_list_has_reasons() {
    let run = desk().feeler("bench list");
    assert!(run.stdout.contains("sweep-knot (intersects, shape:knot:20000)\n    Zachmann's"));
    assert!(
        run.stdout.contains("\n  drift\n    Ten thousand shapes") && run.stdout.contains("meshlib")
    );
    let json = desk().feeler("bench list --json").json();
    assert_eq!(json["peers"][0]["name"], "parry");
    assert!(json["scenes"].as_array().unwrap().len() > 8);
}

#[test]
fn mistakes_are_named_before_anything_runs() {
    let desk = desk();
    desk.put("typo.toml", SCENE.replace("question", "questoin"));
    desk.put("lost.toml", SCENE.replace("parts.obj", "teapot.obj"));
    desk.put("kind.toml", SCENE.replace("\"dop18\"", "\"dop19\""));
    desk.refuses("bench run typo.toml", "typo.toml:3: unknown field `questoin`");
    desk.refuses("bench run kind.toml", "kind.toml:11: unknown volume 'dop19'; known are obb, ");
    desk.refuses("bench run lost.toml -o run", "scene parts: teapot.obj: there is no such file");
    desk.refuses("bench run nothing.toml", "nothing.toml: No such file");
    desk.refuses("bench run sweep-knoot", "there is no scene 'sweep-knoot' in the preset small");
    desk.refuses("bench run --peers flc", "there is no peer \"flc\"; known are parry, ");
    desk.refuses("bench run --preset tiny", "known are small");
    desk.refuses("bench compare run run", "run: there is no run in it");
    assert_eq!(desk.names().iter().filter(|name| name.contains("run")).count(), 0);
}

/// Poses that take minutes to make if nothing stops the work.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_making_of_poses() {
    use std::process::Command;
    use std::time::{Duration, Instant};

    let desk = desk();
    let sweep = "generator = \"random-sweep\", from = 0.5, to = 3.0, steps = 4, turns = 5";
    let offset = "generator = \"offset\", from = -50.0, to = 50.0, steps = 101, directions = 50, orientations = 50, resolution = 400";
    assert!(SCENE.contains(sweep));
    desk.put("slow.toml", SCENE.replace(sweep, offset).replace("parts.obj", "shape:knot:20000"));
    for signal in ["-INT", "-TERM"] {
        let folder = format!("run{signal}");
        let line = format!("bench run slow.toml --peers none -o {folder}");
        let child = desk.command(&line).spawn().unwrap();
        let patience = Instant::now() + Duration::from_secs(60);
        while !desk.path(&folder).join("wrong.csv").exists() && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(500)); // now the command makes poses
        let kill = [signal, &child.id().to_string()];
        assert!(Command::new("kill").args(kill).status().unwrap().success());
        let start = Instant::now();
        let output = child.wait_with_output().unwrap();
        let took = start.elapsed();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{stderr}");
        // The work takes some tenths of a second, but machines are busy.
        assert!(took < Duration::from_secs(10), "{took:?}");
        let again = format!("with '-o {folder}' continues");
        assert!(stderr.contains(&again), "{stderr}");
        assert_eq!(desk.get(&format!("{folder}/records.csv")).lines().count(), 1);
        assert_eq!(desk.feeler(&format!("bench report {folder}")).code, 0, "there is a report");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_pass_and_the_run_continues() {
    use std::process::Command;
    use std::time::{Duration, Instant};

    let desk = desk();
    let passes = 500;
    let line = format!("bench run scene.toml --peers none -o run --passes {passes}");
    let child = desk.command(&line).spawn().unwrap();
    let rows = || std::fs::metadata(desk.path("run/records.csv")).map_or(0, |file| file.len());
    let patience = Instant::now() + Duration::from_secs(60);
    while rows() < 200 && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(1));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("with '-o run' continues from what is recorded"), "{stderr}");
    let kept = desk.get("run/records.csv");
    let blocks = (kept.lines().count() - 1) / 20;
    assert!((1..2 * passes).contains(&blocks), "{blocks}");
    assert_eq!((kept.lines().count() - 1) % 20, 0, "only whole passes");

    let run = desk.feeler(&line);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let all = desk.get("run/records.csv");
    assert!(all.starts_with(&kept));
    assert_eq!(all.lines().count(), 1 + 2 * passes * 20);
}
