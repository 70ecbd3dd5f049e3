//! Tests of `feeler batch`.

use crate::run::{Desk, lifted};
use feeler::{Budget, Model, Pair, Pose, Scratch, Search};
use feeler_scenes::{Shape, sweep};
use std::process::Stdio;

/// Three poses of the triangle: apart, touching, apart.
fn poses() -> String {
    [1.0, 0.0, -1.0].map(lifted).concat()
}

// The volumes around both meshes show that they are apart; trees of one leaf have no volumes to
// test.
const ANSWERS: [&str; 4] =
    ["pose,answer,volume_tests,triangle_tests,ns", "0,0,0,0,TIME", "1,1,0,1,TIME", "2,0,0,0,TIME"];

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
        // Times differ from run to run, so only the text before them is compared.
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
    let (a, b) = (Model::new(a), Model::new(b));
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
fn distances_with_a_budget_are_intervals() {
    let (a, b) = (Shape::Knot.mesh(3_000), Shape::Gear.mesh(2_000));
    let (a, b) = (Model::new(a), Model::new(b));
    let poses: Vec<Pose> = sweep(1.0..=4.0, 5, 6).into_iter().map(|placed| placed.pose).collect();
    let desk = Desk::new();
    let row = |pose: &Pose| pose.to_numbers().map(|x| x.to_string()).join(",") + "\n";
    desk.put("poses.csv", poses.iter().map(row).collect::<String>());
    let batch = "batch shape:knot:3000 shape:gear:2000 --poses poses.csv --ask distance --budget";
    for (limit, budget) in
        [("9steps", Budget::steps(9)), ("60s", Budget { steps: u64::MAX - 1, time: None })]
    {
        let run = desk.feeler(&format!("{batch} {limit}"));
        let lines: Vec<&str> = run.stdout.lines().collect();
        assert_eq!(
            lines[0],
            "pose,lower,upper,exact,triangle_a,triangle_b,ax,ay,az,bx,by,bz,volume_tests,triangle_tests,ns"
        );
        let json = desk.feeler(&format!("{batch} {limit} --format jsonl")).stdout;
        let json: Vec<serde_json::Value> =
            json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (mut scratch, mut exact) = (Scratch::new(), 0);
        let mut search = Search { budget, ..Search::default() };
        for (number, &pose) in poses.iter().enumerate() {
            let pair = Pair::new(&a, &b).at(pose);
            let known = pair.distance_with(&search, &mut scratch);
            let [i, j] = known.closest.unwrap().triangles;
            search.guess = Some([i, j]);
            let (lower, upper, proved) = (known.lower, known.upper(), known.is_exact());
            let start = format!("{number},{lower:?},{upper:?},{},{i},{j},", proved as u8);
            assert!(lines[number + 1].starts_with(&start), "{limit}: {}", lines[number + 1]);
            let row = &json[number];
            assert_eq!((row["lower"].as_f64(), row["upper"].as_f64()), (Some(lower), Some(upper)));
            assert_eq!((row["exact"].as_bool(), row.get("answer")), (Some(proved), None));
            exact += usize::from(proved);
        }
        assert_eq!(exact == poses.len(), limit == "60s", "{limit}: {exact}");
        assert_eq!((lines.len(), json.len()), (poses.len() + 1, poses.len()));
    }

    // The exit code is about proofs, and without any step nothing is proved.
    let code = |z: f64, limit: &str| {
        desk.put("few.csv", lifted(z));
        let ask = format!("--poses few.csv --ask distance --budget {limit}");
        desk.feeler(&format!("batch shape:knot:3000 shape:gear:2000 {ask}")).code
    };
    assert_eq!([code(9.0, "9steps"), code(9.0, "0steps")], [0, 3]);
    desk.put("poses.csv", self::poses());
    let touching = "batch triangle.obj triangle.obj --poses poses.csv --ask distance --budget 1ms";
    assert_eq!(desk.feeler(touching).code, 1);
    desk.put("empty.obj", "v 0 0 0\n");
    let empty = "batch empty.obj triangle.obj --poses poses.csv --ask distance --budget 1ms";
    let run = desk.feeler(empty);
    assert_eq!((run.without_times()[1].as_str(), run.code), ("0,inf,inf,1,,,,,,,,,0,0,TIME", 0));
}

#[test]
fn budgets_for_other_questions_are_refused() {
    let desk = Desk::new();
    desk.put("poses.csv", poses());
    let batch = "batch triangle.obj triangle.obj --poses poses.csv --budget 1us";
    for ask in ["intersects", "contacts", "within --within 1"] {
        let message = "--budget belongs to '--ask guided' or '--ask distance'";
        desk.refuses(&format!("{batch} --ask {ask}"), message);
    }
    for option in ["--eps 0.1", "--calibration mine"] {
        desk.refuses(&format!("{batch} --ask distance {option}"), "belongs to '--ask guided'");
    }
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
    // Not all answers were read, so the exit code must not say that all poses are apart.
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
