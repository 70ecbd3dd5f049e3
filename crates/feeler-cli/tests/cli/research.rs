//! Tests of `feeler research`.

use crate::run::{Desk, lifted};

#[test]
fn the_published_method_is_compared_with_exact_queries() {
    let desk = Desk::new();
    let knots = "shape:knot:2000 shape:knot:2000 --k-min 3 --turns 4";
    let line = format!("research adb {knots} --arity 2 --build median");
    let line = line.as_str();
    let run = desk.feeler(line);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(
        lines[0].starts_with("shape:knot:2000 and shape:knot:2000: 72 poses, "),
        "{}",
        lines[0]
    );
    assert!(lines[3].starts_with("  feeler aabb arity-2 median adb 0.02/0.9/3 "), "{}", lines[3]);
    assert!(lines[4].starts_with("  feeler obb, exact ") && lines[5].contains("dop24"));
    let json = desk.feeler(&format!("{line} --json")).json();
    let wrong = ["false_collisions", "missed_collisions"].map(|key| json[key].as_u64().unwrap());
    let touching = json["touching"].as_u64().unwrap();
    assert!(touching > 10 && wrong[0] + wrong[1] < 20, "{json}");
    assert_eq!((&json["poses"], &json["bytes_a_node"]), (&72.into(), &36.into()));
}

#[test]
fn every_option_of_the_method_is_taken() {
    let desk = Desk::new();
    desk.put("poses.csv", lifted(0.1) + &lifted(9.0));
    let line = "research adb shape:knot:300 shape:ring:300 --poses poses.csv --bv rss --arity 4 --leaf 4 \
                --tau 0.05 --p-min 0.8 --k-min 2 --count exact --traversal printed --cells 5 --regions grid:2 --domain dop \
                --table direct --estimate three-slabs --sizes flat --pretest volumes --few keep --in-cell flatness \
                --budget 50steps --json";
    let line: Vec<&str> = line.split_whitespace().collect();
    let json = desk.feeler(&line.join(" ")).json();
    let name = "feeler rss arity-4 leaf-4 adb 0.05/0.8/2 exact-count printed cells-5 grid:2 cells-of-dop direct \
                estimate-three-slabs sizes-flat pretest-volumes keep flatness 50steps";
    assert_eq!((json["setting"].as_str(), &json["poses"]), (Some(name), &2.into()));
    let cut = desk.feeler("research adb shape:knot:500 shape:knot:500 --budget 2steps --turns 1");
    assert!(cut.stdout.contains("the budget ended "), "{}", cut.stdout);
    for (options, message) in [
        ("--regions many", "'many' is none of whole, grid:2 to grid:16, and sectors"),
        ("--estimate best", "'best' is none of aligned, "),
        ("--tau 2", "tau = 2 and p_min = 0.9 are from 0 to 1"),
        ("--table-file bins.table", "--table-file belongs to '--table full'"),
        ("--budget 7", "a time needs its unit"),
    ] {
        desk.refuses(&format!("research adb shape:knot shape:knot {options}"), message);
    }
}

#[test]
fn the_table_is_written_read_and_checked() {
    let desk = Desk::new();
    let run = desk.feeler("research tables -o bins.table");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let json = desk.feeler("research tables --check bins.table --json").json();
    assert_eq!(json["right"], true);
    assert_eq!(json["bytes_each"].as_array().unwrap().len(), 10);
    let bytes = std::fs::read(desk.path("bins.table")).unwrap();
    assert_eq!(json["bytes"], bytes.len());

    let line = "research adb shape:knot:300 shape:knot:300 --turns 2 --table full --json";
    let [computed, read] = ["", " --table-file bins.table"].map(|file| {
        let json = desk.feeler(&format!("{line}{file}")).json();
        ["estimates", "false_collisions", "missed_collisions"].map(|key| json[key].clone())
    });
    assert_eq!(computed, read);

    let mut damaged = bytes;
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    desk.put("damaged.table", damaged);
    desk.refuses("research tables --check damaged.table", "damaged: its checksum differs");
    desk.refuses(&format!("{line} --table-file damaged.table"), "its checksum differs");
    desk.refuses("research tables --check parts.obj", "this is not a table of probabilities");
}
