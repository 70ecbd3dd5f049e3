//! Tests that no command overwrites a file that it reads.

use crate::run::{Desk, lifted};
use std::fs;

/// A glTF file of one triangle, whose numbers are in `numbers.bin`.
const GLTF: &str = r#"{"asset": {"version": "2.0"},
"buffers": [{"uri": "numbers.bin", "byteLength": 36}],
"bufferViews": [{"buffer": 0, "byteLength": 36}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
"nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}], "scene": 0}"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("poses.csv", lifted(1.0));
    desk.put("triangle.gltf", GLTF);
    let corners = [0.0_f32, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 4.0, 0.0];
    desk.put("numbers.bin", corners.map(f32::to_le_bytes).concat());
    desk
}

/// Checks that a command is refused, and that every file stays as it was.
#[track_caller]
fn spares(desk: &Desk, line: &str, message: &str) {
    let content = |name: &String| fs::read(desk.path(name)).ok();
    let names = desk.names();
    let before: Vec<_> = names.iter().map(content).collect();
    desk.refuses(line, message);
    assert_eq!(desk.names(), names, "{line}");
    assert_eq!(names.iter().map(content).collect::<Vec<_>>(), before, "{line}");
}

#[test]
fn a_batch_spares_its_inputs() {
    let desk = desk();
    let batch = "batch parts.obj#tub triangle.gltf --poses poses.csv -o";
    for name in ["poses.csv", "parts.obj", "triangle.gltf"] {
        let message = format!("{name}: it is read by this command, and would be lost");
        spares(&desk, &format!("{batch} {name}"), &message);
    }
    let other = "./poses.csv: it is read by this command (poses.csv), and would be lost";
    spares(&desk, &format!("{batch} ./poses.csv"), other);
    let neighbour = "numbers.bin: it is read by this command, and would be lost";
    spares(&desk, &format!("{batch} numbers.bin"), neighbour);
    desk.put("fast.json", "{}");
    let settings = format!("{batch} fast.json --settings fast.json");
    spares(&desk, &settings, "fast.json: it is read by this command");
    // A file that is not read may be overwritten.
    desk.put("answers.csv", "old");
    assert_eq!(desk.feeler(&format!("{batch} answers.csv")).code, 1);
    assert!(desk.get("answers.csv").starts_with("pose,answer"));
}

#[cfg(unix)]
#[test]
fn links_lead_to_the_same_file() {
    let desk = desk();
    std::os::unix::fs::symlink("poses.csv", desk.path("soft.csv")).unwrap();
    fs::hard_link(desk.path("poses.csv"), desk.path("hard.csv")).unwrap();
    for name in ["soft.csv", "hard.csv"] {
        let message = format!("{name}: it is read by this command (poses.csv), and would be lost");
        let batch = "batch triangle.obj triangle.obj --poses poses.csv -o";
        spares(&desk, &format!("{batch} {name}"), &message);
    }
    let input = fs::File::open(desk.path("poses.csv")).unwrap();
    let line = "batch triangle.obj triangle.obj --poses - -o poses.csv";
    let output = desk.command(line).stdin(input).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("it is read by this command (standard input)"), "{stderr}");
    assert_eq!((output.status.code(), desk.get("poses.csv")), (Some(2), lifted(1.0)));
}

#[test]
fn other_commands_spare_theirs() {
    let desk = desk();
    let read = "it is read by this command";
    spares(&desk, "offset parts.obj --by 0.1 -o parts.obj", read);
    desk.put("ring-2.obj", crate::run::TWO_PARTS);
    spares(&desk, "offset ring-2.obj --by 0.1 --by 0.2 -o ring.obj", read);
    let calibrate = "calibrate triangle.obj parts.obj --poses poses.csv -o";
    for name in ["triangle.obj", "parts.obj", "poses.csv"] {
        spares(&desk, &format!("{calibrate} {name}"), read);
    }
    let explain = "explain triangle.obj parts.obj --poses poses.csv --save";
    for name in ["parts.obj", "poses.csv"] {
        spares(&desk, &format!("{explain} {name}"), read);
    }
}

#[test]
fn benchmarks_spare_their_scenes_and_records() {
    let desk = desk();
    let poses = r#"{ generator = "file", path = "run/poses/parts.csv" }"#;
    let scene = |poses: &str| {
        format!(
            "name = \"parts\"\nwhy = \"a test\"\nquestion = \"distance\"\na = \"parts.obj\"\n\
             poses = {poses}\npasses = 1\n[[setting]]\nbv = \"obb\"\n"
        )
    };
    let sweep = r#"{ generator = "random-sweep", from = 0.5, to = 3.0, steps = 2, turns = 2 }"#;
    desk.put("scene.toml", scene(sweep));
    spares(&desk, "bench run scene.toml -o scene.toml", "scene.toml: it is read by this command");
    assert_eq!(desk.feeler("bench run scene.toml -o run").code, 0);
    for name in ["records.csv", "run.json", "poses/parts.csv"] {
        let before = desk.get(&format!("run/{name}"));
        let message = format!("run/{name}: it is read by this command");
        desk.refuses(&format!("bench report run -o run/{name}"), &message);
        assert_eq!(desk.get(&format!("run/{name}")), before);
    }
    // An HTML page is no record of the run, so it may be overwritten.
    assert_eq!([1, 2].map(|_| desk.feeler("bench report run").code), [0, 0]);
    desk.put("again.toml", scene(poses));
    desk.refuses("bench run again.toml -o run", "run/poses/parts.csv: it is read by this command");
}
