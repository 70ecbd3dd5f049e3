//! Tests of `feeler batch --threads`.

use crate::run::Desk;
use feeler::Pose;
use feeler_scenes::sweep;

const MESHES: &str = "shape:knot:3000 shape:gear:2000";

fn rows(poses: impl IntoIterator<Item = Pose>) -> String {
    let row = |pose: Pose| pose.to_numbers().map(|x| x.to_string()).join(",") + "\n";
    poses.into_iter().map(row).collect()
}

/// The effort in a line: the volume tests and triangle tests, in the columns before the time.
fn effort(line: &str) -> [u64; 2] {
    let mut columns = line.rsplit(',').skip(1).map(|column| column.parse().unwrap());
    let triangles = columns.next().unwrap();
    [columns.next().unwrap(), triangles]
}

#[test]
fn threads_change_no_line_but_for_times() {
    let desk = Desk::new();
    // From deep inside to far apart: the first runs take much longer than the last.
    desk.put("poses.csv", rows(sweep(0.4..=4.0, 9, 33).into_iter().map(|placed| placed.pose)));
    for question in [
        "intersects",
        "contacts",
        "contacts --format jsonl",
        "distance",
        "distance --repeat 2 --format jsonl",
        "within --within 0.2",
        "guided --budget 20steps",
        "distance --budget 20steps",
        "guided --budget 5steps --eps 0 --format jsonl",
    ] {
        let answers = |threads: &str| {
            let batch = format!("batch {MESHES} --poses poses.csv --ask {question}{threads}");
            let run = desk.feeler(&batch);
            assert_eq!(run.stderr, "", "{batch}");
            let cut = |line: &str| line[..line.rfind([',', ':']).unwrap()].to_owned();
            (run.code, run.stdout.lines().map(cut).collect::<Vec<_>>())
        };
        let (code, lines) = answers("");
        let header = usize::from(!question.contains("jsonl"));
        assert_eq!(lines.len(), 9 * 33 + header, "{question}");
        for threads in [0, 1, 2, 5] {
            let found = answers(&format!(" --threads {threads}"));
            assert!(found == (code, lines.clone()), "{question} with {threads} threads");
        }
    }
}

#[test]
fn every_32nd_distance_starts_from_nothing() {
    let desk = Desk::new();
    desk.put("poses.csv", rows([Pose::translation([0.0, 0.0, 3.0]); 70]));
    for threads in [1, 3] {
        let batch = format!("batch {MESHES} --poses poses.csv --ask distance --threads {threads}");
        let run = desk.feeler(&batch);
        let efforts: Vec<[u64; 2]> = run.stdout.lines().skip(1).map(effort).collect();
        assert_eq!(efforts.len(), 70);
        for (number, &effort) in efforts.iter().enumerate() {
            assert_eq!(effort == efforts[0], number % 32 == 0, "pose {number}: {efforts:?}");
            assert!(effort <= efforts[0], "pose {number}: {efforts:?}");
        }
    }
}
