//! Tests of `feeler check --deadline` and `--steps`, `batch --ask guided`, and `calibrate`.

use crate::run::{Desk, Run, lifted};
use feeler::{Budget, Calibration, Model, Pair, Pose, Scratch, Verdict};
use feeler_scenes::{Shape, mixture, unwatched};
use serde_json::{Value, json};

/// A calibration that gives every query the same probability.
fn flat() -> String {
    let flat = Calibration::from_weights([0.0; 16], [0.0; 16], 0.5).to_string();
    assert!(flat.contains("\nfree.r 0\n") && flat.ends_with("\nunseen 0\n"), "{flat}");
    flat
}

/// Meshes with too many triangles for a proof in a few steps.
const MESHES: &str = "shape:knot:3000 shape:ring:3000";

fn rows(poses: &[Pose]) -> String {
    let row = |pose: &Pose| pose.to_numbers().map(|x| x.to_string()).join(",") + "\n";
    poses.iter().map(row).collect()
}

/// The models of the meshes, and poses of the ring in the knot.
fn poses(count: usize) -> (Model, Model, Vec<Pose>) {
    let models = [Shape::Knot, Shape::Ring].map(|shape| Model::new(shape.mesh(3_000)));
    let [a, b] = models;
    let placed = mixture(&a, &b, count, 7, &unwatched).unwrap();
    (a, b, placed.iter().map(|placed| placed.pose).collect())
}

#[test]
fn proofs_say_so() {
    let desk = Desk::new();
    let check = "check triangle.obj triangle.obj";
    for limits in ["--deadline 10s", "--steps 100", "--deadline 10s --steps 100 --eps 0"] {
        let run = desk.feeler(&format!("{check} {limits}"));
        let expected = "touching (proved)   (triangle #0 of 1, triangle #0 of 1)   0 volume tests, 1 triangle test,TIME";
        assert_eq!((run.without_times(), run.code), (vec![expected.to_owned()], 1), "{limits}");
        let run = desk.feeler(&format!("{check} --at 0,0,2.5 {limits}"));
        let expected = "apart (proved)   (triangle 1 triangle, triangle 1 triangle)   0 volume tests, 0 triangle tests,TIME";
        assert_eq!((run.without_times(), run.code), (vec![expected.to_owned()], 0), "{limits}");
        assert_eq!(run.stderr, "");
    }
    // With enough time the answer is that of a plain query.
    for at in ["0,0,0", "0,0,1.5", "9,9,9"] {
        let check = format!("check {MESHES} --at {at}");
        let plain = desk.feeler(&check).code;
        for bv in ["obb", "aabb --arity 2", "sphere", "hull"] {
            let run = desk.feeler(&format!("{check} --deadline 60s --bv {bv}"));
            assert_eq!(run.code, plain, "{at} {bv}: {}", run.stdout);
            assert!(run.stdout.contains(" (proved)   "), "{}", run.stdout);
        }
    }
}

#[test]
fn time_that_is_given_is_used() {
    let (a, b, poses) = poses(60);
    let early = |pose: &&Pose| {
        let pair = Pair::new(&a, &b).at(**pose);
        !pair.guided(Budget::UNLIMITED, 0.01).is_proof()
    };
    let early = poses.iter().find(early).expect("a pose that is nearly sure before it is proved");
    let desk = Desk::new();
    let check = format!("check {MESHES} --pose {}", rows(&[*early]).trim_end());
    for limit in ["--deadline 60s", "--steps 1000000"] {
        let run = desk.feeler(&format!("{check} {limit}"));
        assert!(run.stdout.contains(" (proved)   "), "{}", run.stdout);
        assert_eq!(run.code, desk.feeler(&check).code);
        let run = desk.feeler(&format!("{check} {limit} --eps 0.01"));
        assert!(run.stdout.starts_with("touching with probability "), "{}", run.stdout);
        assert_eq!(run.code, 3);
    }
}

#[test]
fn what_is_not_proved_has_a_probability() {
    let desk = Desk::new();
    for limits in ["--steps 0", "--deadline 0ns", "--steps 4 --deadline 60s"] {
        let run = desk.feeler(&format!("check {MESHES} --eps 0 {limits}"));
        assert!(run.stdout.starts_with("touching with probability "), "{limits}: {}", run.stdout);
        assert!(run.stdout.contains("   (knot 2 992 triangles, ring "), "{}", run.stdout);
        assert_eq!((run.code, run.stderr.as_str()), (3, ""), "{limits}");
    }
    let (a, b, _) = poses(0);
    let Verdict::Likely { p } = Pair::new(&a, &b).guided(Budget::steps(4), 0.0) else {
        panic!("a proof in four steps");
    };
    let run = desk.feeler(&format!("check {MESHES} --eps 0 --steps 4 --json"));
    assert_eq!((run.json()["p"].as_f64(), run.code), (Some(p), 3));
    let mut scratch = Scratch::new();
    let pair = Pair::new(&a, &b);
    pair.guided_with(Budget::steps(4), 0.0, &mut scratch);
    let suspect = pair.suspect(&scratch).unwrap();
    let expected = json!({ "triangles": suspect.triangles, "point": suspect.point });
    assert_eq!(run.json()["suspect"], expected);
    let run = desk.feeler(&format!("check {MESHES} --eps 0 --steps 4"));
    assert!(run.stdout.contains(", if so probably near ("), "{}", run.stdout);

    desk.put("flat", flat());
    let run = desk.feeler(&format!("check {MESHES} --eps 0 --steps 4 --calibration flat"));
    assert!(run.stdout.starts_with("touching with probability 0.500, if so"), "{}", run.stdout);
    // A probability of one half is sure enough here, after the first step.
    let run =
        desk.feeler(&format!("check {MESHES} --eps 0.5 --steps 999 --calibration flat --json"));
    assert_eq!((&run.json()["kind"], &run.json()["answer"]), (&json!("likely"), &json!(1)));
}

#[test]
fn json_has_the_limits_too() {
    let desk = Desk::new();
    let check = "check triangle.obj triangle.obj --json";
    let hit = desk.feeler(&format!("{check} --deadline 1.5ms")).json();
    for (key, value) in [
        ("touching", json!(true)),
        ("kind", json!("hit")),
        ("p", json!(1.0)),
        ("answer", json!(1)),
        ("contact", json!([0, 0])),
        ("suspect", Value::Null),
        ("eps", json!(0.0)),
        ("deadline_ns", json!(1_500_000)),
        ("steps", Value::Null),
    ] {
        assert_eq!(hit[key], value, "{key}");
    }
    for key in ["volume_tests", "triangle_tests", "ns"] {
        assert!(hit[key].is_u64(), "{key}");
    }
    assert_eq!(hit["settings"]["bv"], "obb");
    let free = desk.feeler(&format!("{check} --at 0,0,1 --steps 9 --eps 0.2")).json();
    for (key, value) in [
        ("touching", json!(false)),
        ("kind", json!("free")),
        ("p", json!(0.0)),
        ("answer", json!(0)),
        ("contact", Value::Null),
        ("eps", json!(0.2)),
        ("deadline_ns", Value::Null),
        ("steps", json!(9)),
    ] {
        assert_eq!(free[key], value, "{key}");
    }
    let likely = desk.feeler(&format!("check {MESHES} --steps 0 --eps 0 --json")).json();
    assert_eq!((&likely["touching"], &likely["contact"]), (&Value::Null, &Value::Null));
    assert_eq!(likely["kind"], "likely");
}

#[test]
fn a_batch_agrees_with_the_library() {
    let (a, b, poses) = poses(60);
    let desk = Desk::new();
    desk.put("poses.csv", rows(&poses));
    desk.put("flat", flat());
    let batch = format!("batch {MESHES} --poses poses.csv --ask guided");
    let flat: Calibration = flat().parse().unwrap();
    for (options, budget, eps, calibration) in [
        ("--budget 20steps", Budget::steps(20), 0.0, Calibration::default()),
        ("--budget 20steps --eps 0.05", Budget::steps(20), 0.05, Calibration::default()),
        ("--budget 60s,8steps --eps 0", Budget::steps(8), 0.0, Calibration::default()),
        ("--budget 8steps --eps 0 --calibration flat", Budget::steps(8), 0.0, flat),
        ("--budget 60s --eps 0 --repeat 2", Budget::UNLIMITED, 0.0, flat),
    ] {
        let mut scratch = Scratch::new().calibrated(calibration);
        let verdicts: Vec<Verdict> = poses
            .iter()
            .map(|&pose| Pair::new(&a, &b).at(pose).guided_with(budget, eps, &mut scratch))
            .collect();
        let expected: Vec<String> = verdicts
            .iter()
            .enumerate()
            .map(|(number, verdict)| {
                let kind = match verdict {
                    Verdict::Hit(_) => "hit",
                    Verdict::Free => "free",
                    Verdict::Likely { .. } => "likely",
                };
                format!("{number},{},{},{kind}", verdict.touches() as u8, verdict.p())
            })
            .collect();
        let run = desk.feeler(&format!("{batch} {options}"));
        let lines: Vec<&str> = run.stdout.lines().collect();
        assert_eq!(lines[0], "pose,answer,p,kind,volume_tests,triangle_tests,ns");
        let answers: Vec<String> = lines[1..]
            .iter()
            .map(|line| line.split(',').take(4).collect::<Vec<_>>().join(","))
            .collect();
        assert_eq!(answers, expected, "{options}");
        let any_hit = verdicts.iter().any(|verdict| matches!(verdict, Verdict::Hit(_)));
        let any_open = verdicts.iter().any(|verdict| !verdict.is_proof());
        let code = if any_hit { 1 } else { 3 };
        assert_eq!((run.code, run.stderr.as_str()), (code, ""), "{options}");
        assert_eq!(any_open, budget != Budget::UNLIMITED, "{options}");

        let run = desk.feeler(&format!("{batch} {options} --format jsonl"));
        for (line, verdict) in run.stdout.lines().zip(&verdicts) {
            let row: Value = serde_json::from_str(line).unwrap();
            assert_eq!(row["p"].as_f64(), Some(verdict.p()));
            assert_eq!(row["contact"].is_array(), matches!(verdict, Verdict::Hit(_)));
        }
    }
}

#[test]
fn the_exit_code_of_a_batch_speaks_of_proofs() {
    let desk = Desk::new();
    let code = |text: String| {
        desk.put("poses.csv", text);
        desk.feeler(&format!(
            "batch {MESHES} --poses poses.csv --ask guided --budget 1steps --eps 0"
        ))
        .code
    };
    assert_eq!(code(lifted(99.0)), 0);
    assert_eq!(code(lifted(0.0)), 3);
    assert_eq!(code([0.0, 99.0].map(lifted).concat()), 3);
    desk.put("poses.csv", [0.0, 1.0].map(lifted).concat());
    let batch = "batch triangle.obj triangle.obj --poses poses.csv --ask guided --budget 100us";
    assert_eq!(desk.feeler(batch).code, 1);
}

#[test]
fn limits_that_are_none() {
    let desk = Desk::new();
    desk.put("poses.csv", lifted(0.0));
    let check = "check triangle.obj triangle.obj";
    desk.refuses(&format!("{check} --deadline 100"), "a time needs its unit: ns, us, ms or s");
    desk.refuses(&format!("{check} --deadline 100min"), "with the unit ns, us, ms or s");
    desk.refuses(&format!("{check} --deadline=-1us"), "it is less than no time");
    desk.refuses(&format!("{check} --steps 1.5"), "it has to be a whole number");
    for eps in ["0.6", "-0.1", "nan", "inf"] {
        desk.refuses(&format!("{check} --steps 9 --eps {eps}"), "it has to be from 0 to 0.5");
    }
    desk.refuses(&format!("{check} --steps 9 --eps few"), "it is not a number");
    for option in ["--eps 0.1", "--calibration mine"] {
        desk.refuses(&format!("{check} {option}"), "required arguments were not provided");
    }
    for option in ["--contacts", "--distance", "--within 1", "--toward 1,0,0"] {
        for limit in ["--steps 9", "--deadline 1ms"] {
            desk.refuses(&format!("{check} {limit} {option}"), "cannot be used with");
        }
    }

    let batch = "batch triangle.obj triangle.obj --poses poses.csv";
    desk.refuses(&format!("{batch} --ask guided"), "required arguments were not provided");
    desk.refuses(&format!("{batch} --ask guided --budget 100"), "a time needs its unit");
    desk.refuses(&format!("{batch} --ask guided --budget 100"), "or steps: 200steps");
    desk.refuses(&format!("{batch} --ask guided --budget xsteps"), "steps are a whole number");
    desk.refuses(&format!("{batch} --ask guided --budget 1us,2us"), "one time and one number");
    desk.refuses(&format!("{batch} --ask guided --budget 1us --eps 2"), "from 0 to 0.5");
    desk.refuses(&format!("{batch} --ask guided --budget 1us --within 1"), "--within belongs to");
    for option in ["--budget 1us", "--eps 0.1", "--calibration mine"] {
        let name = option.split(' ').next().unwrap();
        desk.refuses(&format!("{batch} {option}"), &format!("{name} belongs to '--ask guided'"));
    }
    desk.refuses(
        "explain triangle.obj triangle.obj --poses poses.csv --ask guided",
        "there is nothing to explain of 'guided'",
    );
}

#[test]
fn calibrations_that_are_none() {
    let desk = Desk::new();
    desk.put("poses.csv", lifted(0.0));
    let flat = flat();
    let old = "feeler-calibration 1\n1 0.0\n".to_owned();
    let cases = [
        (String::new(), "mine:1: expected \"feeler-calibration 2\""),
        (old, "mine:1: this calibration has the format 1 of an older feeler, which had one set of"),
        (
            flat.replace("free.r 0", "free.r zero"),
            "mine:4: expected \"free.r\" and a finite number",
        ),
        (flat.replace("unseen 0", "unseen inf"), "mine:36: expected \"unseen\""),
        (flat.replace("unseen 0\n", ""), "mine:36: the number \"unseen\" is missing"),
        (format!("{flat}more\n"), "mine:37: expected the end"),
    ];
    for (text, message) in cases {
        desk.put("mine", text);
        let [check, batch] = ["check", "batch"]
            .map(|command| format!("{command} triangle.obj triangle.obj --calibration"));
        desk.refuses(&format!("{check} mine --steps 9"), message);
        let options = "--poses poses.csv --ask guided --budget 9steps";
        desk.refuses(&format!("{batch} mine {options}"), message);
        desk.refuses(&format!("{check} missing --steps 9"), "missing: No such file");
    }
}

/// The numbers of steps and the values of `eps` of the report of `calibrate`.
const STEPS: [u64; 7] = [8, 16, 32, 64, 128, 256, 512];
const EPS: [f64; 4] = [0.01, 0.05, 0.1, 0.25];

/// The notes of `calibrate` about its errors.
#[track_caller]
fn notes(run: &Run, learned: &str) {
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert!(lines[0].starts_with(&format!("feeler: learned from {learned}, ")), "{}", run.stderr);
    let (after, sides) = lines[1..].split_at(STEPS.len());
    for (line, steps) in after.iter().zip(STEPS) {
        assert!(line.starts_with(&format!("feeler: after {steps} steps ")), "{line}");
        assert!(
            line.contains("; calibration error 0.") && line.ends_with("with the one that ships")
        );
    }
    let names = EPS.iter().flat_map(|eps| {
        ["free", "touching"].map(|side| format!("feeler: eps {eps}: probably {side} is wrong in "))
    });
    for (line, name) in sides.iter().zip(names) {
        assert!(line.starts_with(&name) && line.ends_with("with the one that ships"), "{line}");
        // Two meshes are one pair, so there are no meshes to count.
        assert!(line.contains(" % of ") && !line.contains("keep"), "{line}");
    }
    assert_eq!((sides.len(), run.code), (8, 0), "{}", run.stderr);
}

#[test]
fn a_calibration_can_be_learned_and_used() {
    let desk = Desk::new();
    let calibrate = "calibrate shape:gear:800 shape:ring:800 --count 400";
    let run = desk.feeler(&format!("{calibrate} -o mine"));
    notes(&run, "300 queries");
    assert!(run.stderr.contains("tested with 100 others"), "{}", run.stderr);
    assert_eq!(run.stdout, "");
    assert_eq!(desk.names(), ["mine", "parts.obj", "triangle.obj"]);
    let learned: Calibration = desk.get("mine").parse().unwrap();
    assert_ne!(learned, Calibration::default());

    // The same seed gives the same file with any number of threads, and another seed gives another
    // file.
    assert_eq!(desk.feeler(&format!("{calibrate} --seed 1 --threads 1")).stdout, desk.get("mine"));
    assert_ne!(desk.feeler(&format!("{calibrate} --seed 2")).stdout, desk.get("mine"));

    let run = desk.feeler(&format!("{calibrate} --json"));
    let json = run.json();
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(json["calibration"], desk.get("mine").as_str());
    assert_eq!((&json["queries"], &json["tested"]), (&json!(300), &json!(100)));
    assert_eq!(json["same_as_shipped"], json!(false));
    for key in ["touching", "tested_touching"] {
        assert!((0.2..0.8).contains(&json[key].as_f64().unwrap()), "{key}");
    }
    let after = json["after"].as_array().unwrap();
    assert_eq!(after.iter().map(|row| &row["steps"]).collect::<Vec<_>>(), STEPS);
    for row in after {
        for key in ["error", "shipped_error", "open"] {
            assert!((0.0..=1.0).contains(&row[key].as_f64().unwrap()), "{row}");
        }
        assert!(row["error"].as_f64().unwrap() < 0.15, "{row}");
    }
    // Two meshes are one pair, so all together are the one.
    assert_eq!(json["meshes"], json!([json["sides"]]));
    for all in ["sides", "shipped_sides"] {
        let rows = json[all].as_array().unwrap();
        assert_eq!(rows.iter().map(|row| &row["eps"]).collect::<Vec<_>>(), EPS);
        let open = rows.iter().flat_map(|row| [&row["free"], &row["touching"]]);
        let counts = open.map(|side| ["said", "wrong"].map(|key| side[key].as_u64().unwrap()));
        let counts: Vec<[u64; 2]> = counts.collect();
        assert!(counts.iter().all(|[said, wrong]| wrong <= said), "{counts:?}");
        // A larger `eps` has more answers without a proof.
        assert!(counts.iter().map(|[said, _]| said).sum::<u64>() > 20, "{counts:?}");
        assert!(counts[7][0] + counts[6][0] >= counts[1][0] + counts[0][0], "{counts:?}");
    }

    let ask = "shape:gear:800 shape:ring:800 --calibration mine --eps 0";
    let a = Model::new(Shape::Gear.mesh(800));
    let b = Model::new(Shape::Ring.mesh(800));
    let mut scratch = Scratch::new().calibrated(learned);
    let p = Pair::new(&a, &b).guided_with(Budget::steps(2), 0.0, &mut scratch).p();
    let run = desk.feeler(&format!("check {ask} --steps 2 --json"));
    assert_eq!(run.json()["p"].as_f64(), Some(p));
    desk.put("poses.csv", lifted(0.0));
    let run = desk.feeler(&format!("batch {ask} --poses poses.csv --ask guided --budget 2steps"));
    assert!(run.stdout.contains(&format!("\n0,{},{p},", (p >= 0.5) as u8)), "{}", run.stdout);
}

#[test]
fn a_calibration_can_be_learned_from_given_poses() {
    let desk = Desk::new();
    let (_, _, poses) = poses(201);
    desk.put("poses.csv", rows(&poses));
    let calibrate = format!("calibrate {MESHES} --poses");
    let run = desk.feeler(&format!("{calibrate} poses.csv"));
    notes(&run, "151 queries");
    assert!(run.stdout.parse::<Calibration>().is_ok(), "{}", run.stdout);
    let again = desk.feeler_reads(&format!("{calibrate} - -o -"), &desk.get("poses.csv"));
    assert_eq!(again.stdout, run.stdout);
}

#[test]
fn poses_that_teach_nothing() {
    let desk = Desk::new();
    let calibrate = "calibrate triangle.obj triangle.obj -o mine";
    let message = "99 poses cannot tell what is probable: 100 are needed";
    desk.refuses(&format!("{calibrate} --count 99"), message);
    for (name, z, count) in [("few", 0.0, 99), ("touching", 0.0, 100), ("apart", 1.0, 100)] {
        desk.put(name, lifted(z).repeat(count));
    }
    desk.refuses(&format!("{calibrate} --poses few"), message);
    desk.refuses(
        &format!("{calibrate} --poses touching"),
        "all of the 75 poses to learn from touch",
    );
    desk.refuses(
        &format!("{calibrate} --poses apart"),
        "none of the 75 poses to learn from touches",
    );
    desk.refuses(&format!("{calibrate} --poses apart --count 400"), "cannot be used with");
    desk.refuses(&format!("{calibrate} --poses apart --seed 2"), "cannot be used with");
    desk.refuses("calibrate triangle.obj", "required arguments were not provided");
    desk.refuses("calibrate --count 400", "required arguments were not provided");
    desk.refuses(
        "calibrate missing.obj missing.obj -o nowhere/mine",
        "cannot write nowhere/mine: No such file",
    );
    desk.put("empty.obj", "v 0 0 0\n");
    desk.refuses("calibrate empty.obj triangle.obj -o mine", "a mesh has no triangles");
    assert!(desk.names().iter().all(|name| !name.contains("mine")));
}

#[cfg(unix)]
#[test]
fn nothing_is_written_after_ctrl_c() {
    use std::process::Command;
    use std::time::{Duration, Instant};
    let desk = Desk::new();
    // Both commands take longer than a test would wait.
    for line in ["calibrate -o mine", "calibrate shape:knot shape:ring --count 400000 -o mine"] {
        let child = desk.command(line).spawn().unwrap();
        let patience = Instant::now() + Duration::from_secs(60);
        while !desk.path("mine.partial").exists() && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(300)); // so that there is work to end
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{line}: {stderr}");
        assert!(stderr.contains("interrupted; nothing is written"), "{line}: {stderr}");
        assert!(output.stdout.is_empty());
        assert!(desk.names().iter().all(|name| !name.contains("mine")), "{line}");
    }
}
