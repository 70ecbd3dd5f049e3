//! Tests of everything that is refused: a message on stderr, nothing on stdout, exit code 2.

use crate::run::{Desk, lifted};

#[test]
fn files_that_cannot_be_read() {
    let desk = Desk::new();
    desk.put("notes.txt", "these are notes\n");
    desk.put("cut.stl", [[0; 80].as_slice(), &[9, 0, 0, 0], &[0; 70]].concat());
    desk.put("cut.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n");
    desk.put("nan.obj", "v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n");
    desk.put("inf.off", "OFF\n3 1 0\n0 0 0\n1 0 inf\n0 1 0\n3 0 1 2\n");
    desk.put("index.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n");
    let cases = [
        ("missing.obj", "missing.obj: No such file"),
        (".", ".: "),
        ("notes.txt", "notes.txt: unknown format"),
        ("cut.stl", "cut.stl: "),
        ("cut.off", "cut.off"),
        ("nan.obj", "nan.obj:2: coordinate 'nan' is not finite"),
        ("inf.off", "inf.off:4: coordinate 'inf' is not finite"),
        ("index.obj", "index.obj:4: face names vertex 4, but there are 3"),
        (
            "parts.obj#lit",
            "parts.obj: no part is called 'lit', the file has 2 parts; did you mean 'lid'",
        ),
        ("shape:teapot", "there is no shape \"teapot\"; known are sphere, globe, knot"),
        ("shape:knot:many", "\"many\" is not a number of triangles"),
    ];
    desk.put("poses.csv", lifted(0.0));
    for (file, message) in cases {
        desk.refuses(&format!("check triangle.obj {file}"), message);
        desk.refuses(
            &format!("batch {file} triangle.obj --poses poses.csv -o answers.csv"),
            message,
        );
        desk.refuses(&format!("info triangle.obj {file}"), message);
    }
    assert!(desk.names().iter().all(|name| !name.contains("answers")));
}

#[test]
fn poses_that_are_none() {
    let desk = Desk::new();
    let check = "check triangle.obj triangle.obj";
    desk.refuses(&format!("{check} --at 1,2"), "2 numbers, 3 are needed: x,y,z");
    desk.refuses(&format!("{check} --at 1,2,z"), "field 3, 'z', is not a number");
    desk.refuses(&format!("{check} --at 1,2,inf"), "not finite");
    desk.refuses(&format!("{check} --pose 1,0,0,0,1,0,0,0,1,0,0"), "11 numbers; a pose is 12 (");
    desk.refuses(
        &format!("{check} --pose 1,0,0,0,1,0,0,0,1.5,0,0,0"),
        "by 1.250e0, allowed is 1e-6",
    );
    desk.refuses(&format!("{check} --pose -1,0,0,0,1,0,0,0,1,0,0,0"), "a reflection");
    desk.refuses(
        &format!("{check} --at 0,0,0 --pose 1,0,0,0,1,0,0,0,1,0,0,0"),
        "cannot be used with",
    );
}

#[test]
fn poses_files_that_are_none() {
    let good = lifted(0.0);
    let cases = [
        (String::new(), "poses.csv: there is no pose in it"),
        ("# nothing\n\na,b\n".to_owned(), "poses.csv: there is no pose in it"),
        (
            format!("{good}1,0,0,0,1,0,0,0,1,0,0\n"),
            "poses.csv:2: 11 numbers, and 12 are needed as in the rows above",
        ),
        (
            format!("# one\n{good}{}", good.replace("1,0,0,0", "1,0,o,0")),
            "poses.csv:3: field 3, 'o', is not a number",
        ),
        (good.replace("1,0,0,0", "1,0,,0"), "poses.csv:1: field 3 is empty"),
        (
            good.replace("0,0,1,", "0,0,1.001,"),
            "poses.csv:1: the pose is not rigid: RᵀR is off from the identity by 2.001e-3",
        ),
        (
            good.replace("0,0,0\n", "0,0,nan\n"),
            "poses.csv:1: the pose has a number that is not finite",
        ),
        ("tx,ty,tz\n".to_owned(), "poses.csv: there is no pose in it"),
        ("tx,ty,qx\n".to_owned(), "poses.csv:1: the header is that of no pose; known are r00,"),
    ];
    let desk = Desk::new();
    for (text, message) in cases {
        desk.put("poses.csv", text);
        desk.refuses("batch triangle.obj triangle.obj --poses poses.csv", message);
    }
    desk.put("poses.csv", [0xff, 0xfe, 0x00]);
    desk.refuses("batch triangle.obj triangle.obj --poses poses.csv", "byte 0 is not UTF-8");
    desk.refuses("batch triangle.obj triangle.obj --poses none.csv", "none.csv: No such file");
    desk.refuses("batch triangle.obj triangle.obj --poses -", "standard input: there is no pose");
}

#[test]
fn choices_that_do_not_exist() {
    let desk = Desk::new();
    let check = "check triangle.obj triangle.obj";
    desk.refuses(&format!("{check} --bv dop19"), "known are obb, obb:vertices,");
    desk.refuses(&format!("{check} --arity 3"), "[possible values: 2, 4, 8]");
    desk.refuses(&format!("{check} --build best"), "[possible values: sah, middle, median,");
    desk.refuses(&format!("{check} --leaf 0"), "a whole number from 1 to 16");
    desk.refuses(&format!("{check} --schedule breadth"), "[possible values: depth, best]");
    desk.refuses(&format!("{check} --simd mmx"), "this processor has");
    desk.refuses(&format!("{check} --threads 1025"), "a whole number from 0 to 1024");
    desk.refuses("info triangle.obj --bv every", "or 'all' of them");
    desk.refuses("check triangle.obj", "required arguments were not provided");
    desk.refuses("touch a b", "unrecognized subcommand 'touch'");
    let output = desk.command(check).env("FEELER_SIMD", "mmx").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn output_that_cannot_be_written_is_refused_before_the_work() {
    let desk = Desk::new();
    desk.put("poses.csv", lifted(0.0));
    // A missing mesh would be noticed later.
    let batch = "batch missing.obj missing.obj --poses poses.csv -o";
    desk.refuses(
        &format!("{batch} nowhere/answers.csv"),
        "cannot write nowhere/answers.csv: No such file",
    );
    desk.refuses(&format!("{batch} ."), ".: it is a folder");
    desk.put("answers.csv.partial", "kept");
    desk.refuses(&format!("{batch} answers.csv"), "answers.csv.partial is in the way");
    assert_eq!(desk.get("answers.csv.partial"), "kept");
}
