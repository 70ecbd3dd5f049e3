//! Tests of `feeler info`.

use crate::run::Desk;
use feeler::Volume;
use serde_json::json;

#[test]
fn describes_parts_and_the_tree() {
    let run = Desk::new().feeler("info parts.obj");
    let expected = "\
parts.obj: 2 parts, 2 instances

  mesh         triangles   vertices   without area   duplicate    box from          to
  part 0 tub           6          7              0           0   (0, 0, 0)   (1, 1, 1)
  part 1 lid           6          7              0           0   (0, 0, 0)   (1, 1, 1)
  all of it           12         14              0           0   (0, 0, 0)   (1, 1, 1)

  as a solid                                   holes   oriented   meets itself   components   area   volume
  part 0 tub   1 hole, of 6 edges and 1.73205 across        yes             no            1      3        -
  part 1 lid   1 hole, of 6 edges and 1.73205 across        yes             no            1      3        -
  all of it                                     none        yes             no            1      6        1

";
    let tree = run.stdout.strip_prefix(expected).expect(&run.stdout);
    let lines: Vec<Vec<&str>> =
        tree.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0].join(" "), "volume build time nodes depth fill bytes/triangle");
    // After the time and its unit: one node, with all leaves below it.
    assert_eq!((lines[1][0], &lines[1][3..5]), ("obb", &["1", "1"][..]));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
}

#[test]
fn counts_degenerate_and_duplicate_triangles() {
    let desk = Desk::new();
    desk.put(
        "odd.off",
        "OFF\n5 5 0\n0 0 0\n1 0 0\n0 1 0\n0.5 0.5 0\n2 0 0\n\
         3 0 1 2\n3 2 1 0\n3 1 3 2\n3 0 0 1\n3 0 1 4\n",
    );
    let json = desk.feeler("info odd.off --json").json();
    let whole = &json[0]["whole"];
    assert_eq!((&whole["degenerate"], &whole["duplicate"]), (&3.into(), &1.into()));
    assert_eq!(whole["bounds"], json!([[0.0, 0.0, 0.0], [2.0, 1.0, 0.0]]));
}

#[test]
fn json_has_the_tree() {
    let desk = Desk::new();
    let line =
        "info parts.obj#lid shape:ring:500 --bv sphere --arity 2 --build middle --leaf 1 --json";
    let json = desk.feeler(line).json();
    let [lid, ring] = [0, 1].map(|i| json[i].clone());
    assert_eq!(
        (&lid["source"], &ring["source"]),
        (&"parts.obj#lid".into(), &"shape:ring:500".into())
    );
    assert_eq!(lid["whole"]["triangles"], 6);
    let tree = &lid["trees"][0];
    assert_eq!((&tree["bv"], &tree["build"]), (&"sphere".into(), &"middle".into()));
    assert_eq!((&tree["arity"], &tree["leaf"]), (&2.into(), &1.into()));
    assert_eq!((&tree["nodes"], &tree["fill"]), (&5.into(), &1.0.into()));
    for key in ["build_ns", "depth", "node_bytes", "leaf_bytes", "bytes_per_triangle"] {
        assert!(tree[key].as_f64().is_some_and(|number| number > 0.0), "{key}: {tree}");
    }
}

#[test]
fn all_volumes_make_a_table() {
    let desk = Desk::new();
    let run = desk.feeler("info shape:screw:500 --bv all");
    for name in Volume::ALL.map(Volume::name) {
        let row = format!("  {name} ");
        assert_eq!(run.stdout.lines().filter(|line| line.starts_with(&row)).count(), 1, "{name}");
    }
    let json = desk.feeler("info shape:screw:500 --bv all --json").json();
    assert_eq!(json[0]["trees"].as_array().unwrap().len(), Volume::ALL.len());
}

#[test]
fn an_empty_file_is_described_too() {
    let desk = Desk::new();
    desk.put("empty.obj", "v 0 0 0\n");
    let run = desk.feeler("info empty.obj");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let json = desk.feeler("info empty.obj --json").json();
    assert_eq!(json[0]["whole"]["bounds"], json!(null));
}

#[test]
fn names_do_not_steer_the_terminal() {
    let desk = Desk::new();
    let name = "red\u{1b}[31m\u{9b}2J";
    let written = "red\\u{1b}[31m\\u{9b}2J";
    desk.put("steering.obj", crate::run::TWO_PARTS.replace("lid", name));
    let run = desk.feeler("info steering.obj");
    assert!(run.stdout.contains(&format!("part 1 {written} ")), "{}", run.stdout);
    assert!(!run.stdout.contains('\u{1b}') && !run.stdout.contains('\u{9b}'));
    let json = desk.feeler("info steering.obj --json").json();
    assert_eq!(json[0]["parts"][1]["name"], name);
    desk.refuses(&format!("info steering.obj#{name}?"), written);
    let run = desk.feeler(&format!("check steering.obj#{name} triangle.obj"));
    assert!(run.stdout.contains(&format!("({written} #")), "{}", run.stdout);
    let run = desk.feeler(&format!("check steering.obj#{name}? triangle.obj"));
    assert!(run.code == 2 && !run.stderr.contains('\u{1b}'), "{}", run.stderr);
}

#[test]
fn a_hybrid_tree_tells_its_shapes_by_level() {
    let desk = Desk::new();
    let run = desk.feeler("info shape:sphere:2000 --bv hybrid --arity 2");
    let lines: Vec<Vec<&str>> =
        run.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    let header = lines.iter().position(|line| line.first() == Some(&"hybrid,")).unwrap();
    let names = "hybrid, level spheres lines rectangles boxes rounded boxes";
    assert_eq!(lines[header].join(" "), names);
    assert_eq!(lines[header + 1], ["0", "1", "0", "0", "0", "0"], "the root of a ball is a ball");
    let json = desk.feeler("info shape:sphere:2000 --bv all --arity 2 --json").json();
    for tree in json[0]["trees"].as_array().unwrap() {
        let is_hybrid = tree["bv"].as_str().unwrap().starts_with("hybrid");
        assert_eq!(tree.get("shapes").is_some(), is_hybrid, "{tree}");
        if is_hybrid {
            assert_eq!(tree["shapes"][0]["spheres"], 1);
            assert_eq!(tree["shapes"].as_array().unwrap().len() as u64 - 1, tree["depth"]);
        }
    }
}
