//! Tests of `feeler clash`.

use crate::run::{Desk, Run};
use serde_json::{Value, json};

/// An OBJ file of boxes: a name, the lowest corner and the edges.
pub(crate) fn boxes(list: &[(&str, [f64; 3], [f64; 3])]) -> String {
    let mut text = String::new();
    for (number, (name, [x, y, z], [dx, dy, dz])) in list.iter().enumerate() {
        for corner in 0..8 {
            let along = |bit: u32, from: f64, by: f64| from + f64::from(corner >> bit & 1) * by;
            let [x, y, z] = [along(0, *x, *dx), along(1, *y, *dy), along(2, *z, *dz)];
            text += &format!("v {x} {y} {z}\n");
        }
        text += &format!("o {name}\n");
        for face in
            [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]]
        {
            let [a, b, c, d] = face.map(|corner| corner + 8 * number);
            text += &format!("f {a} {b} {c} {d}\n");
        }
    }
    text
}

/// A plate with a bolt that stands on it, one that goes through it and a pin inside of it, two boxes in one place, and
/// one beside the plate. The second bolt may be moved.
pub(crate) fn assembly(bolt: [f64; 3]) -> String {
    boxes(&[
        ("plate", [0.0; 3], [4.0, 4.0, 1.0]),
        ("bolt-1", [1.0, 1.0, 1.0], [0.5, 0.5, 2.0]),
        ("bolt-2", bolt, [0.5, 0.5, 2.0]),
        ("pin", [0.5, 0.5, 0.25], [0.25, 0.25, 0.25]),
        ("ghost", [9.0, 0.0, 0.0], [1.0; 3]),
        ("spectre", [9.0, 0.0, 0.0], [1.0; 3]),
        ("rail", [4.25, 0.0, 0.0], [1.0, 4.0, 1.0]),
    ])
}

const BOLT: [f64; 3] = [2.5, 2.5, 0.5];

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("a.obj", assembly(BOLT));
    desk
}

/// The kind and the names of each clash.
fn kinds(run: &Run) -> Vec<[String; 3]> {
    let list = run.json()["clashes"].clone();
    let texts =
        |clash: &Value| ["kind", "a", "b"].map(|key| clash[key].as_str().unwrap().to_owned());
    list.as_array().expect("a list").iter().map(texts).collect()
}

#[test]
fn every_kind_is_told_apart_and_the_worst_comes_first() {
    let desk = desk();
    let run = desk.feeler("clash a.obj --clearance 0.25 --json");
    let expected = [
        ["duplicate", "ghost", "spectre"],
        ["crossing", "plate", "bolt-2"],
        ["inside", "plate", "pin"],
        ["touching", "plate", "bolt-1"],
        ["near", "plate", "rail"],
    ];
    assert_eq!(kinds(&run), expected);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    let json = run.json();
    assert_eq!((&json["objects"], &json["complete"]), (&json!(7), &json!(true)));
    let near = &json["clashes"][4];
    assert_eq!((&near["distance"], &near["at"][0]), (&json!(0.25), &json!(4.0)));
    assert!(json["clashes"].as_array().unwrap().iter().all(|clash| clash["confidence"] == 1.0));
    let depth = json["clashes"][1]["depth"].as_f64().expect("a number");
    assert!((depth - 0.5).abs() < 1e-9 && near["depth"].is_null(), "{depth}");
    // What a motion frees that is not longer than the tolerance only touches.
    let kind = |line: &str| desk.feeler(line).json()["clashes"][1]["kind"].clone();
    assert_eq!(kind("clash a.obj --tolerance 0.51 --json"), "inside");
    assert_eq!(kind("clash a.obj --tolerance 0.49 --json"), "crossing");
    // Without any step there is no depth, and the kinds are the same.
    let run = desk.feeler("clash a.obj --clearance 0.25 --depth-steps 0 --json");
    assert_eq!(kinds(&run), expected);
    assert!(run.json()["clashes"].as_array().unwrap().iter().all(|clash| clash["depth"].is_null()));
    // Without a clearance what is only near is no clash.
    assert_eq!(kinds(&desk.feeler("clash a.obj --json")), expected[..4]);
    assert_eq!(kinds(&desk.feeler("clash a.obj --json --only inside,near")), [expected[2]]);
    let none = desk.feeler("clash a.obj --only near --json");
    assert_eq!((none.code, kinds(&none).len()), (0, 0));
}

#[test]
fn the_table_has_one_line_for_all_pairs_of_two_shapes() {
    let desk = desk();
    desk.put("b.obj", assembly(BOLT));
    let run = desk.feeler("clash a.obj");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines[0].starts_with("a.obj: 7 objects of 7 shapes, "), "{}", lines[0]);
    assert!(lines[0].contains(", loaded in "), "{}", lines[0]);
    assert!(lines[1].starts_with("4 pairs near each other, told apart in "), "{}", lines[1]);
    assert_eq!(lines[2], "4 clashes: 1 duplicate, 1 crossing, 1 inside, 1 touching");
    assert!(lines[5].starts_with("  ghost and spectre       1   duplicate "), "{}", lines[5]);
    // All files stand in one space, and a file's name stands before its parts.
    let run = desk.feeler("clash a.obj b.obj --json --only touching");
    assert_eq!(kinds(&run)[0], ["touching", "a/plate", "a/bolt-1"]);
    let run = desk.feeler("clash a.obj b.obj --only touching");
    assert!(run.stdout.contains("  plate and bolt-1       4   touching "), "{}", run.stdout);
}

#[test]
fn rules_tell_which_pairs_matter() {
    let desk = desk();
    desk.put(
        "rules.toml",
        "[[rule]]\nignore = [\"bolt-*\", \"plate\"]\n[[rule]]\nignore = [\"x\", \"y\"]\n",
    );
    let run = desk.feeler("clash a.obj --rules rules.toml --json");
    assert_eq!(kinds(&run), [["duplicate", "ghost", "spectre"], ["inside", "plate", "pin"]]);
    let note = json!({ "note": r#"the rule ignore = ["x", "y"] speaks of no two parts"# });
    assert_eq!(serde_json::from_str::<Value>(&run.stderr).unwrap(), note);
    desk.put("bad.toml", "[[rule]]\nignor = [\"a\", \"b\"]\n");
    desk.refuses("clash a.obj --rules bad.toml", "bad.toml: ");
    desk.refuses("clash a.obj --rules none.toml", "none.toml: ");
    desk.refuses(
        "clash a.obj --only crosing",
        "the kinds are near, touching, inside, crossing, duplicate",
    );
    desk.refuses("clash a.obj --clearance -1", "it must be a finite number of 0 or more");
    desk.refuses("clash a.obj -o a.obj", "it is read by this command");
}

#[test]
fn a_baseline_shows_what_a_moved_part_changes_and_nothing_else() {
    let desk = desk();
    let clash = "clash a.obj --clearance 0.25";
    assert_eq!(desk.feeler(&format!("{clash} --format json -o before.json")).code, 1);
    let same = desk.feeler(&format!("{clash} --baseline before.json"));
    assert_eq!(same.code, 0, "{}", same.stdout);
    assert!(same.stdout.ends_with("\n  5 as before\n"), "{}", same.stdout);

    let since = |bolt: [f64; 3]| {
        desk.put("a.obj", assembly(bolt));
        let run = desk.feeler(&format!("{clash} --baseline before.json --json"));
        let since = run.json()["since_baseline"].clone();
        let names = |key: &str| -> Vec<String> {
            let list = since[key].as_array().expect("a list").iter();
            list.map(|clash| format!("{} {}", clash["a"], clash["b"]).replace('"', "")).collect()
        };
        let lists = ["new", "worse", "changed", "better", "gone"].map(names);
        (run.code, lists.map(|list| list.join(", ")), since["same"].as_u64().expect("a number"))
    };
    let words = |lists: [&str; 5]| lists.map(str::to_owned);
    // A thousandth further to the side: the same kind elsewhere.
    let moved = since([2.501, 2.5, 0.5]);
    assert_eq!(moved, (1, words(["", "", "plate bolt-2", "", ""]), 4));
    // Up until it stands on the plate, and away.
    assert_eq!(since([2.5, 2.5, 1.0]), (0, words(["", "", "", "plate bolt-2", ""]), 4));
    assert_eq!(since([2.5, 2.5, 9.0]), (0, words(["", "", "", "", "plate bolt-2"]), 4));
    // Deeper, into the pin, and to within the clearance of the other bolt.
    let moved = since([0.4, 0.4, 0.3]);
    assert_eq!(moved, (1, words(["bolt-2 pin, bolt-1 bolt-2", "plate bolt-2", "", "", ""]), 4));
    desk.put("before.json", "{}");
    desk.refuses(
        &format!("{clash} --baseline before.json"),
        "it is no report of 'feeler clash --format json'",
    );
}

#[test]
fn programs_read_csv_junit_and_sarif() {
    let desk = Desk::new();
    desk.put("a.obj", boxes(&[("a,\"<b>", [0.0; 3], [1.0; 3]), ("c", [0.5; 3], [1.0; 3])]));
    let csv = desk.feeler("clash a.obj --format csv").stdout;
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[1].starts_with("crossing,\"a,\"\"<b>\",c,\"a,\"\"<b>\",c,1.0,0.0,"), "{csv}");
    assert_eq!(lines[0].split(',').count(), 14);
    let junit = desk.feeler("clash a.obj --format junit").stdout;
    assert!(junit.contains("tests=\"1\" failures=\"1\""), "{junit}");
    assert!(junit.contains("name=\"a,&quot;&lt;b&gt; and c\""), "{junit}");
    let sarif: Value =
        serde_json::from_str(&desk.feeler("clash a.obj --format sarif").stdout).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&json!("crossing"), &json!("error")));
    let location = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(location, "a.obj");
}

#[test]
fn a_report_in_a_file_leaves_a_sentence_on_the_screen() {
    let desk = desk();
    let run = desk.feeler("clash a.obj --format junit -o out.xml");
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert_eq!(run.stderr, "feeler: 4 clashes: 1 duplicate, 1 crossing, 1 inside, 1 touching\n");
    assert!(
        desk.get("out.xml").starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite ")
    );
}

#[test]
fn a_page_has_a_picture_of_each_clash() {
    let desk = Desk::new();
    desk.put(
        "a.obj",
        boxes(&[
            ("a<b>", [0.0; 3], [1.0; 3]),
            ("c", [0.5; 3], [1.0; 3]),
            ("d", [5.0; 3], [1.0; 3]),
        ]),
    );
    let page = desk.feeler("clash a.obj --format html").stdout;
    assert!(page.starts_with("<!DOCTYPE html>\n"));
    assert!(
        page.contains("<span class=\"a\">a&lt;b&gt;</span> and <span class=\"b\">c</span>"),
        "{page}"
    );
    assert_eq!(page.matches("<img ").count(), 1);
    // The signature of a PNG file, in base 64. Nothing comes from elsewhere.
    assert!(page.contains("src=\"data:image/png;base64,iVBORw0KGgo"));
    assert!(!page.contains("http") && !page.contains("<script"));
    assert!(quick_xml_reads(&page), "{page}");
}

/// The name of a file asks for a page: that of the viewer, and in a build without it the one with pictures.
#[test]
fn a_file_that_ends_in_html_is_a_page() {
    let desk = Desk::new();
    desk.put("a.obj", boxes(&[("a<b>", [0.0; 3], [1.0; 3]), ("c", [0.5; 3], [1.0; 3])]));
    let run = desk.feeler("clash a.obj -o page.html");
    assert_eq!((run.code, &run.stdout[..]), (1, ""), "{}", run.stderr);
    let page = desk.get("page.html");
    assert!(page.starts_with("<!DOCTYPE html>\n"), "{page:.200}");
    let has_viewer = page.contains("id=\"offline\"");
    if has_viewer {
        for kind in ["clashes", "look", "contacts", "relation", "depth"] {
            assert!(page.contains(&format!("{{\"kind\":\"{kind}\"")), "{kind}");
        }
        assert!(page.contains("a\\u003cb>") && !page.contains("a<b>"), "names are no markup");
    } else {
        assert_eq!(page.matches("<img ").count(), 1);
        desk.refuses("clash a.obj --format view", "'cargo xtask install'");
    }
    let pictures = desk.feeler("clash a.obj --format html -o page.html");
    assert_eq!(pictures.code, 1);
    assert!(desk.get("page.html").contains("<img "), "--format has the last word");
}

/// Whether a page is well-formed.
fn quick_xml_reads(page: &str) -> bool {
    let mut reader = quick_xml::Reader::from_str(page);
    loop {
        match reader.read_event() {
            Ok(quick_xml::events::Event::Eof) => return true,
            Ok(_) => {}
            Err(_) => return false,
        }
    }
}
