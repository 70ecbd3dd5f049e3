//! Tests of rows in all layouts, and of rows that are refused.

use super::*;

const ROW: &str = "1,0,0,0,1,0,0,0,1,5,6,7";

/// A quarter turn about z, then a translation by (5, 6, 7).
const QUARTER: &str = "0,-1,0,1,0,0,0,0,1,5,6,7";

fn parse(text: &str) -> Result<Vec<Pose>, Error> {
    PoseNotation::default().parse(text)
}

fn origins(text: &str) -> Vec<[f64; 3]> {
    parse(text).unwrap().iter().map(Pose::origin).collect()
}

fn refused(text: &str) -> String {
    parse(text).unwrap_err().in_file(Path::new("poses")).to_string()
}

/// Checks that two poses are equal except for rounding.
#[track_caller]
fn assert_near(pose: &Pose, expected: &Pose) {
    let (found, wanted) = (pose.to_numbers(), expected.to_numbers());
    let off = found.iter().zip(wanted).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
    assert!(off < 1e-14, "{found:?} for {wanted:?}");
}

#[test]
fn rows_may_be_written_in_many_ways() {
    let spaces = ROW.replace(',', " \t");
    let mixed = "1,0,0; 0,1,0; 0,0,1; 5 6 7";
    let all = format!("\u{feff}# poses\r\n\r\n{ROW}\r\n {spaces} # far\n{mixed}\n{ROW}");
    assert_eq!(origins(&all), [[5.0, 6.0, 7.0]; 4]);
    assert_eq!(origins(""), [[0.0; 3]; 0]);
}

#[test]
fn every_layout_says_the_same_pose() {
    let [quarter] = parse(QUARTER).unwrap()[..] else { panic!() };
    assert_eq!(quarter.apply([1.0, 0.0, 0.0]), [5.0, 7.0, 7.0]);
    let angle = std::f64::consts::FRAC_PI_2;
    let rows = [
        "0,-1,0,5, 1,0,0,6, 0,0,1,7, 0,0,0,1".to_owned(),
        "x,y,z,qx,qy,qz,qw\n5,6,7,0,0,1,1".to_owned(),
        "tx,ty,tz,qw,qx,qy,qz\n5,6,7,3,0,0,3".to_owned(),
        "QX,QY,QZ,QW,\"X\",\"Y\",\"Z\"\n0,0,1e-3,1e-3,5,6,7".to_owned(),
        format!("x,y,z,roll,pitch,yaw\n5,6,7,0,0,{angle}"),
        format!("5 6 7 0 0 {angle}"),
        "tx,ty,tz,r00,r01,r02,r10,r11,r12,r20,r21,r22\n5,6,7,0,-1,0,1,0,0,0,0,1".to_owned(),
        "r00,r01,r02,tx,r10,r11,r12,ty,r20,r21,r22,tz\n0,-1,0,5,1,0,0,6,0,0,1,7".to_owned(),
    ];
    for row in rows {
        let [pose] = parse(&row).expect(&row)[..] else { panic!("{row}") };
        assert_near(&pose, &quarter);
    }
    assert_eq!(origins("5,6,7\n1 2 3"), [[5.0, 6.0, 7.0], [1.0, 2.0, 3.0]]);
}

#[test]
fn roll_pitch_and_yaw_are_those_of_urdf() {
    let (roll, pitch, yaw) = (0.3, -0.4, 1.2);
    let [pose] = parse(&format!("1,2,3,{roll},{pitch},{yaw}")).unwrap()[..] else { panic!() };
    let expected = Pose::rotation([1.0, 0.0, 0.0], roll)
        .then(&Pose::rotation([0.0, 1.0, 0.0], pitch))
        .then(&Pose::rotation([0.0, 0.0, 1.0], yaw))
        .then(&Pose::translation([1.0, 2.0, 3.0]));
    assert_near(&pose, &expected);
    let degrees = PoseNotation { angles: AngleUnit::Degrees, ..PoseNotation::default() };
    let row = format!("1,2,3,{},{},{}", roll.to_degrees(), pitch.to_degrees(), yaw.to_degrees());
    assert_near(&degrees.parse(&row).unwrap()[0], &expected);
    // Quarter turns are exact.
    let [pose] = degrees.parse("5,6,7,0,360,-270").unwrap()[..] else { panic!() };
    assert_eq!(pose, parse(QUARTER).unwrap()[0]);
}

#[test]
fn quaternions_need_an_order() {
    let row = "0,0,0,0,0,0,1";
    let message = "poses:1: 7 numbers are a translation and a quaternion, and its order has to be told: by the option \
                   'quaternion', xyzw or wxyz, or by a header, x,y,z,qx,qy,qz,qw or x,y,z,qw,qx,qy,qz";
    assert_eq!(refused(row), message);
    let read = |order| {
        let notation = PoseNotation { quaternion: Some(order), ..PoseNotation::default() };
        notation.parse(row).unwrap()[0]
    };
    assert_eq!(read(QuaternionOrder::Xyzw), Pose::IDENTITY);
    assert_eq!(read(QuaternionOrder::Wxyz).apply([1.0, 2.0, 3.0]), [-1.0, -2.0, 3.0]);
    // The header of the file decides, not the option.
    let notation =
        PoseNotation { quaternion: Some(QuaternionOrder::Wxyz), ..PoseNotation::default() };
    assert_eq!(notation.parse(&format!("x,y,z,qx,qy,qz,qw\n{row}")).unwrap(), [Pose::IDENTITY]);
}

#[test]
fn quaternions_are_normalised_if_they_have_a_length() {
    let with = |q: &str| parse(&format!("x,y,z,qx,qy,qz,qw\n0,0,0,{q}"));
    for good in ["0,0,0,1", "0,0,0,-4", "0,0,0,1e-300", "0,0,0,1e300"] {
        assert_eq!(with(good).unwrap(), [Pose::IDENTITY], "{good}");
    }
    assert!(with("0,0,0,-0").unwrap_err().reason().contains("zero, which is no rotation"));
    for bad in ["0,0,1,nan", "0,inf,0,1"] {
        let error = with(bad).unwrap_err();
        assert!(error.reason().contains("a number that is not finite"), "{bad}: {error}");
    }
}

#[test]
fn the_first_row_may_be_a_header() {
    let header = "r00,r01,r02,r10,r11,r12,r20,r21,r22,tx,ty,tz";
    assert_eq!(origins(&format!("{header}\n{ROW}")), [[5.0, 6.0, 7.0]]);
    assert_eq!(origins(&format!("a; \"b\"; c\n{ROW}")), [[5.0, 6.0, 7.0]]);
    assert_eq!(refused(&format!("{ROW}\n{header}")), "poses:2: field 1, 'r00', is not a number");
    let known = "known are r00,r01,r02,r10,r11,r12,r20,r21,r22,x,y,z or m00,";
    for mixed in ["time,x,y,z,qx,qy,qz,qw", "x,y", "x,y,z,qx,qy,qz,roll", "x,x,y,z", "r00;a;b"] {
        let message = refused(mixed);
        assert!(message.starts_with("poses:1: the header is that of no pose; "), "{message}");
        assert!(message.contains(known), "{message}");
    }
}

#[test]
fn errors_name_the_line_the_field_and_the_layouts() {
    let known = "a pose is 12 (the 3x3 rotation matrix row by row, then the translation), \
                 16 (the 4x4 matrix row by row), 7 (translation and quaternion), \
                 6 (translation, roll, pitch and yaw), 3 (translation)";
    assert_eq!(refused("1,0,0,0,1,0,0,0,1,5,6"), format!("poses:1: 11 numbers; {known}"));
    assert_eq!(refused("1"), format!("poses:1: 1 number; {known}"));
    // A row that is cut short is not another layout.
    for cut in ["1,0,0,0,1,0,0,0,1,5,6", "1,0,0,0,1,0", "1,0,0", "1,0,0,0,1,0,0,0,1,5,6,7,8"] {
        let count = cut.split(',').count();
        let message = format!("poses:2: {count} numbers, and 12 are needed as in the rows above");
        assert_eq!(refused(&format!("{ROW}\n{cut}")), message);
    }
    assert_eq!(refused("x,0,0,0,1,0,0,0,1,5,6,7"), "poses:1: field 1, 'x', is not a number");
    assert_eq!(refused(&format!("{ROW}\n1,0,,0\n")), "poses:2: field 3 is empty");
    assert_eq!(refused(&format!("1f,0f\n{ROW}")), "poses:1: field 1, '1f', is not a number");
    assert_eq!(
        refused(&format!("\"1\",\"0\"\n{ROW}")),
        "poses:1: field 1, '\"1\"', is not a number"
    );
    let stretched = refused("\n2,0,0,0,1,0,0,0,1,0,0,0");
    assert!(stretched.starts_with("poses:2: the pose is not rigid: RᵀR is off"), "{stretched}");
    let meant = "; 12 numbers are the 3x3 rotation matrix row by row, then the translation";
    assert!(stretched.ends_with(meant), "{stretched}");
    let lost = "1,0,0,0,1,0,0,0,1,0,nan,0";
    assert!(refused(lost).contains("not finite"));
    assert!(refused("0,0,0,0,inf,0").contains("the angle inf is not finite"));
    let column_by_column = "1,0,0,0, 0,1,0,0, 0,0,1,0, 5,6,7,1";
    let message = "poses:1: the last row of the 4x4 matrix is 5 6 7 1, it has to be 0 0 0 1; \
                   the matrix is read row by row";
    assert_eq!(refused(column_by_column), message);
}

#[test]
fn rotations_have_an_axis_and_an_angle() {
    let quarter = parse("0,-1,0,1,0,0,0,0,1,0,0,0").unwrap()[0];
    for exact in ["z:90deg", "Z: 90", "0,0,2:450deg", "0,0,-1e-200:-90°", "z:-270 deg"] {
        assert_eq!(parse_rotation(exact).unwrap(), quarter, "{exact}");
    }
    let [x, y, z] = [1.0, 2.0, 0.0].map(|x: f64| x / 5.0_f64.sqrt());
    let expected = Pose::rotation([x, y, z], 0.5);
    assert_near(&parse_rotation("1,2,0:0.5rad").unwrap(), &expected);
    assert_near(&parse_rotation("1e200 2e200 0:0.5 rad").unwrap(), &expected);
    assert_near(&parse_rotation("1,2,0:28.64788975654116").unwrap(), &expected);
    for (bad, reason) in [
        ("90", "an axis, a colon and an angle are needed: z:90deg or 1,2,0:0.5rad"),
        ("w:90", "the axis 'w' is not x, y, z or a direction"),
        ("1,2:90", "the axis '1,2' is not x, y, z or a direction"),
        ("0,0,0:90", "the axis '0,0,0' has no direction"),
        ("0,nan,0:90", "the axis '0,nan,0' has no direction"),
        ("z:", "the angle '' is not a number"),
        ("z:90grad", "the angle '90grad' is not a number"),
        ("z:inf", "the angle inf is not finite"),
    ] {
        let error = parse_rotation(bad).unwrap_err();
        assert!(error.reason().contains(reason), "{bad}: {error}");
    }
}

#[test]
fn a_quaternion_alone_names_its_order() {
    let quarter = Pose::rotation([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2);
    assert_near(&parse_quaternion("xyzw:0,0,1,1").unwrap(), &quarter);
    assert_near(&parse_quaternion("wxyz:2 0 0 2").unwrap(), &quarter);
    for (bad, reason) in [
        ("0,0,1,1", "the order has to be named: xyzw:QX,QY,QZ,QW or wxyz:QW,QX,QY,QZ"),
        ("xwyz:0,0,1,1", "the order has to be named"),
        ("xyzw:0,0,1", "3 numbers, a quaternion has 4"),
        ("xyzw:0,0,1,w", "field 4, 'w', is not a number"),
        ("xyzw:0,0,0,0", "zero, which is no rotation"),
    ] {
        let error = parse_quaternion(bad).unwrap_err();
        assert!(error.reason().contains(reason), "{bad}: {error}");
    }
}
