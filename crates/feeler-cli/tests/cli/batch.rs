//! `feeler batch`.

use crate::run::{Desk, lifted};
use feeler::{Model, Obb, Pair, Pose};
use feeler_scenes::{Shape, sweep};
use std::process::Stdio;

/// Three poses of the triangle: apart, touching, apart.
fn poses() -> String {
    [1.0, 0.0, -1.0].map(lifted).concat()
}

// Trees of one leaf: their volumes are not tested.
const ANSWERS: [&str; 4] =
    ["pose,answer,volume_tests,triangle_tests,ns", "0,0,0,1,TIME", "1,1,0,1,TIME", "2,0,0,1,TIME"];

#[test]
fn answers_row_by_row() {
    let desk = Desk::new();
    desk.put("poses.csv", poses());
    let run = desk.feeler("batch triangle.obj triangle.obj --poses poses.csv");
    assert_eq!(run.without_times(), ANSWERS);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));

    desk.put("apart.csv", lifted(2.0));
    assert_eq!(desk.feeler("batch triangle.obj triangle.obj --poses apart.csv").code, 0);
}

#[test]
fn reads_poses_however_they_are_written() {
    let desk = Desk::new();
    let header = "r00,r01,r02,r10,r11,r12,r20,r21,r22,tx,ty,tz\n";
    let ways = [
        format!("{header}{}", poses()),
        poses().replace(',', " "),
        poses().replace(',', ";\t"),
        poses().replace('\n', "\r\n"),
        format!("# made by hand\n\n{header}\n# three poses\n{}", poses().trim_end()),
    ];
    for text in ways {
        desk.put("poses.csv", &text);
        let run = desk.feeler("batch triangle.obj triangle.obj --poses poses.csv");
        assert_eq!(run.without_times(), ANSWERS, "{text}");
        let run = desk.feeler_reads("batch triangle.obj triangle.obj --poses -", &text);
        assert_eq!(run.without_times(), ANSWERS, "{text}");
    }
}

#[test]
fn a_file_has_what_stdout_has() {
    let desk = Desk::new();
    desk.put("poses.csv", poses());
    desk.put("answers.csv", "old");
    for format in ["csv", "jsonl"] {
        let line = format!(
            "batch triangle.obj triangle.obj --poses poses.csv --repeat 3 --format {format}"
        );
        let stdout = desk.feeler(&line);
        let file = desk.feeler(&format!("{line} -o answers.csv"));
        assert_eq!((file.stdout.as_str(), file.stderr.as_str(), file.code), ("", "", 1));
        // Times differ from run to run: compare what comes before them.
        let before = |text: &str| -> Vec<String> {
            let cut = |line: &str| line[..line.rfind([',', ':']).unwrap()].to_owned();
            text.lines().map(cut).collect()
        };
        assert_eq!(before(&desk.get("answers.csv")), before(&stdout.stdout));
        assert!(desk.names().iter().all(|name| !name.contains("partial")));
    }
}

#[test]
fn lines_of_json_have_the_contacts() {
    let desk = Desk::new();
    desk.put("poses.csv", poses());
    let run = desk.feeler(
        "batch triangle.obj triangle.obj --poses poses.csv --ask contacts --format jsonl --repeat 2",
    );
    let rows: Vec<serde_json::Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 3);
    assert_eq!((&rows[1]["pose"], &rows[1]["answer"]), (&1.into(), &1.into()));
    assert_eq!(rows[1]["contacts"], serde_json::json!([[0, 0]]));
    assert_eq!(rows[2]["contacts"], serde_json::json!([]));
    for key in ["volume_tests", "triangle_tests", "ns"] {
        assert!(rows.iter().all(|row| row[key].is_u64()), "{key}");
    }
}

#[test]
fn agrees_with_the_library() {
    let (a, b) = (Shape::Knot.mesh(3_000), Shape::Gear.mesh(2_000));
    let poses: Vec<Pose> = sweep(0.4..=2.1, 6, 8).into_iter().map(|placed| placed.pose).collect();
    let (a, b) = (Model::<Obb>::new(a), Model::<Obb>::new(b));
    let expected: Vec<usize> =
        poses.iter().map(|&pose| Pair::new(&a, &b).at(pose).contacts().len()).collect();
    assert!(expected.contains(&0) && expected.iter().any(|&n| n > 100));

    let desk = Desk::new();
    let row = |pose: &Pose| pose.to_numbers().map(|x| x.to_string()).join(",") + "\n";
    desk.put("poses.csv", poses.iter().map(row).collect::<String>());
    let answers = |choice: &str| -> Vec<usize> {
        let line = format!("batch shape:knot:3000 shape:gear:2000 --poses poses.csv {choice}");
        let run = desk.feeler(&line);
        let answer = |line: &str| line.split(',').nth(1).unwrap().parse().unwrap();
        run.stdout.lines().skip(1).map(answer).collect()
    };
    assert_eq!(answers("--ask contacts"), expected);
    assert_eq!(answers("--ask contacts --bv aabb --arity 2 --build octree"), expected);
    let touching: Vec<usize> = expected.iter().map(|&n| n.min(1)).collect();
    assert_eq!(answers("--ask intersects --schedule best"), touching);
}

#[test]
fn nobody_needs_to_read_it_all() {
    let desk = Desk::new();
    desk.put("apart.csv", lifted(1.0).repeat(20_000));
    desk.put("touching.csv", lifted(0.0).repeat(20_000));
    let code_of = |line: &str| {
        let mut child = desk.command(line).stdout(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.stderr.is_empty());
        output.status.code()
    };
    // Nobody has seen that all are apart, so the exit code must not say so.
    for threads in ["", " --threads 3"] {
        let batch = format!("batch triangle.obj triangle.obj{threads} --poses");
        assert_eq!(code_of(&format!("{batch} apart.csv")), Some(141));
        assert_eq!(code_of(&format!("{batch} touching.csv")), Some(1));
    }
    assert_eq!(code_of("check triangle.obj triangle.obj"), Some(1));
}

#[cfg(unix)]
#[test]
fn devices_and_links_are_not_replaced() {
    let desk = Desk::new();
    desk.put("poses.csv", poses());
    desk.put("answers.csv", "old");
    std::os::unix::fs::symlink("answers.csv", desk.path("link.csv")).unwrap();
    std::os::unix::fs::symlink("/dev/null", desk.path("nothing")).unwrap();
    for name in ["link.csv", "nothing"] {
        let run =
            desk.feeler(&format!("batch triangle.obj triangle.obj --poses poses.csv -o {name}"));
        assert_eq!((run.code, run.stderr.as_str()), (1, ""), "{name}");
        assert!(desk.path(name).is_symlink(), "{name}");
    }
    assert_eq!(desk.get("answers.csv").lines().count(), 4);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_that_is_not_there_yet_makes_it() {
    use std::os::unix::fs::symlink;
    let desk = Desk::new();
    desk.put("poses.csv", poses());
    std::fs::create_dir(desk.path("results")).unwrap();
    symlink("results/second.csv", desk.path("first.csv")).unwrap();
    symlink("../new.csv", desk.path("results/second.csv")).unwrap();
    let run = desk.feeler("batch triangle.obj triangle.obj --poses poses.csv -o first.csv");
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    assert!(desk.path("first.csv").is_symlink() && desk.path("results/second.csv").is_symlink());
    assert!(!desk.path("new.csv").is_symlink());
    assert_eq!(desk.get("new.csv").lines().count(), 4);

    symlink("round.csv", desk.path("round.csv")).unwrap();
    let line = "batch triangle.obj triangle.obj --poses poses.csv -o round.csv";
    desk.refuses(line, "round.csv: links that lead nowhere");
}
