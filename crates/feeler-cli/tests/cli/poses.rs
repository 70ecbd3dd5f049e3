//! Tests of poses in all their notations.

use crate::run::{Desk, lifted};
use serde_json::Value;

/// The pose of B in the answer.
fn pose(desk: &Desk, options: &str) -> Vec<f64> {
    let run = desk.feeler(&format!("check triangle.obj triangle.obj {options} --json"));
    let json: Value = serde_json::from_str(&run.stdout).expect(&run.stderr);
    json["pose"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

#[track_caller]
fn assert_near(found: &[f64], expected: &[f64]) {
    let off = found.iter().zip(expected).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
    assert!(off < 1e-14, "{found:?} for {expected:?}");
}

#[test]
fn a_batch_reads_every_layout() {
    let desk = Desk::new();
    // B lies flat at height 1, then stands upright through A.
    let quarter = std::f64::consts::FRAC_PI_2;
    let files = [
        ("1,0,0,0,1,0,0,0,1,0,0,1\n1,0,0,0,0,-1,0,1,0,1,1,-1\n".to_owned(), ""),
        ("1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 1\n1 0 0 1 0 0 -1 1 0 1 0 -1 0 0 0 1\n".to_owned(), ""),
        ("x,y,z,qx,qy,qz,qw\n0,0,1,0,0,0,1\n1,1,-1,1,0,0,1\n".to_owned(), ""),
        ("tx,ty,tz,qw,qx,qy,qz\n0,0,1,1,0,0,0\n1,1,-1,1,1,0,0\n".to_owned(), ""),
        ("0,0,1,0,0,0,1\n1,1,-1,1,0,0,1\n".to_owned(), " --quaternion xyzw"),
        ("0,0,1,1,0,0,0\n1,1,-1,1,1,0,0\n".to_owned(), " --quaternion wxyz"),
        (format!("x,y,z,roll,pitch,yaw\n0,0,1,0,0,0\n1,1,-1,{quarter},0,0\n"), ""),
        ("0,0,1,0,0,0\n1,1,-1,90,0,0\n".to_owned(), " --degrees"),
    ];
    let batch = "batch triangle.obj triangle.obj --ask contacts --poses";
    for (text, option) in files {
        desk.put("poses.csv", &text);
        let run = desk.feeler(&format!("{batch} poses.csv{option}"));
        let answers: Vec<&str> =
            run.stdout.lines().skip(1).map(|line| &line[..line.len().min(4)]).collect();
        assert_eq!(answers, ["0,0,", "1,1,"], "{text}{}", run.stderr);
    }
    let run = desk.feeler_reads(&format!("{batch} -"), "0,0,0\n0,0,1\n");
    assert_eq!((run.stdout.lines().count(), run.code), (3, 1), "{}", run.stderr);
}

#[test]
fn poses_that_are_unclear_are_refused() {
    let desk = Desk::new();
    let batch = "batch triangle.obj triangle.obj --poses poses.csv";
    desk.put("poses.csv", "0,0,1,0,0,0,1\n");
    desk.refuses(batch, "its order has to be told: by the option 'quaternion', xyzw or wxyz");
    desk.put("poses.csv", "0,0,1,0,0,0,0\n");
    desk.refuses(&format!("{batch} --quaternion xyzw"), "is zero, which is no rotation");
    desk.refuses(&format!("{batch} --quaternion zyxw"), "[possible values: xyzw, wxyz]");
    desk.put("poses.csv", "1,2,3,4\n");
    desk.refuses(batch, "poses.csv:1: 4 numbers; a pose is 12 (the 3x3 rotation matrix row by row");
    desk.put("poses.csv", format!("{}0,0,1\n", lifted(0.0)));
    desk.refuses(batch, "poses.csv:2: 3 numbers, and 12 are needed as in the rows above");
}

#[test]
fn one_pose_can_be_turned() {
    let desk = Desk::new();
    let exact = [0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 5.0, 6.0, 7.0];
    for way in [
        "--at 5,6,7 --rotate z:90deg",
        "--rotate z:90 --at 5,6,7",
        "--at 5,6,7 --rotate 0,0,-2:-90",
        "--at 5,6,7 --rotate z:45 --rotate z:405 --rotate z:-360",
        "--at 5,6,7 --rotate z:1.5707963267948966rad",
        "--at 5,6,7 --quat xyzw:0,0,3,3",
        "--at 5,6,7 --quat wxyz:1,0,0,1",
        "--pose 0,-1,0,5,1,0,0,6,0,0,1,7,0,0,0,1",
    ] {
        assert_near(&pose(&desk, way), &exact);
    }
    assert_eq!(pose(&desk, "--at 5,6,7 --rotate z:90deg"), exact);
    // The first rotation comes first: x becomes y, and then z.
    let twice = pose(&desk, "--rotate z:90 --rotate x:90");
    assert_eq!([twice[0], twice[3], twice[6]], [0.0, 0.0, 1.0]);
}

#[test]
fn rotations_that_are_none() {
    let desk = Desk::new();
    let check = "check triangle.obj triangle.obj";
    desk.refuses(&format!("{check} --rotate 90"), "an axis, a colon and an angle are needed");
    desk.refuses(&format!("{check} --rotate 0,0,0:90"), "has no direction");
    desk.refuses(&format!("{check} --quat 0,0,0,1"), "the order has to be named: xyzw:");
    desk.refuses(&format!("{check} --quat xyzw:0,0,0,0"), "is zero, which is no rotation");
    desk.refuses(&format!("{check} --quat xyzw:0,0,0,1 --rotate z:9"), "cannot be used with");
    let pose = "--pose 1,0,0,0,1,0,0,0,1,0,0,0";
    desk.refuses(&format!("{check} {pose} --rotate z:9"), "cannot be used with");
    desk.refuses(&format!("{check} --pose 0,0,0,0,0,0,1"), "7 numbers; a pose is 12 (");
    let help = desk.feeler("check --help").stdout;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("a number without a unit is in degrees"), "{help}");
}
