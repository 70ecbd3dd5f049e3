//! Tests of `feeler bench worlds`, without rivals; rivals are tested in the crate `feeler-bench`.

use crate::run::Desk;

const SCENE: &str = r#"name = "rings"
why = "a test"
world = { shapes = ["ring:100", "knot:100"], count = 30, edge = 5, frames = 4 }
passes = 2
peers = ["coal"]
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("rings.toml", SCENE);
    desk
}

#[test]
fn a_world_is_told_in_a_table_and_in_files() {
    let desk = desk();
    let run = desk.feeler("bench worlds rings.toml --peers none -o out");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let start = "rings: 30 objects of 2 shapes, 4 frames in 1 world, ";
    assert!(run.stdout.starts_with(start), "{}", run.stdout);
    assert!(run.stdout.ends_with("All is in out\n"), "{}", run.stdout);
    assert_eq!(desk.get("out/worlds.csv").lines().count(), 1 + 2 * 4);
    let json = desk.feeler("bench worlds rings.toml --peers none -o out --json --passes 1").json();
    let feeler = &json["scenes"][0]["standings"][0];
    assert_eq!(
        (&feeler["missed"], &feeler["extra"], &feeler["passes"]),
        (&0.into(), &0.into(), &1.into())
    );
    // A report of worlds alone, and of both.
    assert_eq!(desk.feeler("bench report out").code, 0);
    assert!(desk.get("out/report.html").contains("<h3>rings</h3>"));
    let scene = "name = \"a\"\nwhy = \"b\"\nquestion = \"distance\"\na = \"parts.obj\"\n\
         poses = { generator = \"sweep\", from = 1.0, to = 2.0, steps = 2, turns = 2 }\n[[setting]]\nbv = \"obb\"\n";
    desk.put("a.toml", scene);
    desk.feeler("bench run a.toml --passes 1 -o both");
    desk.feeler("bench worlds rings.toml --peers none --passes 1 -o both");
    assert_eq!(desk.feeler("bench report both").code, 0);
    let page = desk.get("both/report.html");
    assert!(page.contains("<h3>rings</h3>") && page.contains("<h3>a</h3>"), "{page}");
}

#[test]
fn who_is_not_built_is_no_error_and_what_is_wrong_is_named() {
    let desk = desk();
    let command = "bench worlds rings.toml --passes 1 -o out";
    let output = desk.command(command).env("FEELER_PEERS", "nowhere").output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(stdout.contains("coal did not take part: peer coal is not built"), "{stdout}");
    desk.refuses(
        "bench worlds rings",
        "there is no world 'rings', and a file ends in .toml; known are drift, ",
    );
    desk.put("bad.toml", SCENE.replace("edge", "edgy"));
    desk.refuses(
        "bench worlds bad.toml",
        "a world is the path of a CSV, or { shapes, count, edge, frames }",
    );
    desk.put("lost.toml", "name = \"a\"\nwhy = \"b\"\nworld = \"a/world.csv\"\n");
    desk.refuses("bench worlds lost.toml", "scene a: a/world.csv: there is no such file in .");
    desk.refuses("bench worlds rings.toml --peers flc", "flc");
}
