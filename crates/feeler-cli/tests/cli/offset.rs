//! Tests of `feeler offset`.

use crate::run::Desk;
use std::time::{Duration, Instant};

#[test]
fn writes_surfaces_and_says_how_exact_they_are() {
    let desk = Desk::new();
    let line = "offset parts.obj --by -0.25 --by 0.1 --resolution 24 --samples 500 -o out.obj";
    let run = desk.feeler(line);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], "parts: 12 triangles, closed");
    let deepest = "largest possible penetration 0.5 at (0.5, 0.5, 0.5), proven not above 0.500";
    assert!(lines[1].starts_with(deepest), "{}", lines[1]);
    assert!(lines[4].starts_with("  out-1.obj ") && lines[5].starts_with("  out-2.obj "));
    assert_eq!(desk.names(), ["out-1.obj", "out-2.obj", "parts.obj", "triangle.obj"]);
    let bounds = |file: &str| {
        let json = desk.feeler(&format!("info {file} --json")).json();
        [0, 1].map(|i| json[0]["whole"]["bounds"][i][2].as_f64().unwrap())
    };
    let near = |[low, high]: [f64; 2], level: f64| {
        assert!((low + level).abs() < 1e-3 && (high - 1.0 - level).abs() < 1e-3, "{low} {high}");
    };
    near(bounds("out-1.obj"), -0.25);
    near(bounds("out-2.obj"), 0.1);
}

#[test]
fn json_has_everything() {
    let desk = Desk::new();
    let line = "offset parts.obj --by -50 --percent --error 0.02 --polish -o out.glb --json";
    let json = desk.feeler(line).json();
    assert_eq!((&json["closed"], &json["turned"]), (&true.into(), &0.into()));
    assert_eq!(json["largest_penetration"]["depth"], 0.5);
    let made = &json["offsets"][0];
    assert_eq!((&made["level"], &made["file"]), (&(-0.25).into(), &"out.glb".into()));
    let max = made["error"]["max"].as_f64().unwrap();
    assert!(max <= 0.02 && max >= made["error"]["triangles"]["p99"].as_f64().unwrap(), "{made}");
    assert!(made["error"]["vertices"]["max"].as_f64().unwrap() < 1e-9, "{made}");
    let file = desk.feeler("info out.glb --json").json();
    assert_eq!(file[0]["whole"]["triangles"], made["triangles"]);
}

#[test]
fn open_meshes_have_open_offsets() {
    let desk = Desk::new();
    let run = desk.feeler("offset shape:terrain:500 --by 0.2 --resolution 20 -o out.ply");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.starts_with("terrain: ") && run.stdout.contains(", open\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn refuses_what_has_no_offset() {
    let desk = Desk::new();
    desk.put("empty.obj", "v 0 0 0\n");
    let flat = "triangle.obj: the mesh is flat: all its triangles lie in one plane";
    desk.refuses("offset triangle.obj --by 1 -o out.ply", flat);
    desk.refuses("offset empty.obj --by 1 -o out.ply", "empty.obj: the mesh has no triangles");
    let range = "there is no surface at -0.6: levels go from above -0.5, the largest possible";
    desk.refuses("offset parts.obj --by -0.6 -o out.ply", range);
    let range = "no surface at -100 percent: levels go from above -100 percent";
    desk.refuses("offset parts.obj --by -100 --percent -o out.ply", range);
    let formats = "out.stl: meshes are written as .ply, .obj or .glb";
    desk.refuses("offset parts.obj --by 0.1 -o out.stl", formats);
    desk.refuses("offset parts.obj --by 0.1 -o nowhere/out.ply", "cannot write nowhere/out.ply");
    desk.refuses("offset parts.obj --by inf -o out.ply", "it must be a finite number");
    desk.refuses("offset parts.obj --by 1 --error 0 -o out.ply", "a finite number above 0");
    desk.refuses(
        "offset parts.obj --by 1 --error 1 --resolution 9 -o out.ply",
        "cannot be used with",
    );
    desk.refuses("offset parts.obj --by 1e7 -o out.ply", "too large; ask for a lower resolution");
    desk.refuses("offset parts.obj -o out.ply", "required arguments were not provided");
    assert_eq!(desk.names(), ["empty.obj", "parts.obj", "triangle.obj"]);
}

#[cfg(unix)]
#[test]
fn can_be_interrupted() {
    let desk = Desk::new();
    let line = "offset shape:knot:50000 --by 0.05 --resolution 1500 -o out.ply";
    let child = desk.command(line).spawn().unwrap();
    let patience = Instant::now() + Duration::from_secs(60);
    while !desk.path("out.ply.partial").exists() && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(20));
    }
    // After this time the process handles Ctrl-C, and it has work for minutes.
    std::thread::sleep(Duration::from_millis(500));
    let kill = ["-INT", &child.id().to_string()];
    assert!(std::process::Command::new("kill").args(kill).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("interrupted"), "{stderr}");
    assert_eq!(desk.names(), ["parts.obj", "triangle.obj"]);
}
