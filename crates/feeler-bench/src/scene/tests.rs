use super::*;
use feeler_scenes::unwatched;

const WELL: &str = r#"name = "knots"
why = "thin"
question = "intersects"
a = "shape:knot:500"
poses = { generator = "sweep", from = 0.4, to = 2.1, steps = 5, turns = 4 }
peers = ["coal"]

[[setting]]
bv = "obb"
"#;

/// The error about the scene above with one line changed.
fn refused(line: &str, changed: &str) -> String {
    assert!(WELL.contains(line));
    Scene::parse(&WELL.replace(line, changed)).unwrap_err().to_string()
}

/// A setting with the published method.
fn adb(bv: &str, arity: usize, parameters: &str) -> String {
    format!("\"{bv}\"\narity = {arity}\nadb = {{ {parameters} }}")
}

#[test]
fn errors_have_a_line() {
    for (line, changed, place, why) in [
        ("why = \"thin\"", "why = thin", 2, ""),
        ("why = \"thin\"", "why = \"thin\"\nwhat = 1", 3, "unknown field `what`"),
        ("[[setting]]", "[[settings]]", 8, "unknown field `settings`"),
        ("\"intersects\"", "\"touches\"", 3, "there is no question 'touches'"),
        ("\"intersects\"", "\"within:far\"", 3, "not a number from 0 up"),
        ("\"sweep\"", "\"sweeep\"", 5, "unknown variant `sweeep`"),
        ("turns = 4", "turns = 4, seed = 1", 5, "unknown field `seed`"),
        ("turns = 4", "turns = 0", 5, "0 poses; possible are 1 to 1000000"),
        ("turns = 4", "turns = -4", 5, "invalid value"),
        ("to = 2.1", "to = inf", 5, "inf is too far"),
        ("[\"coal\"]", "[\"fcl\", \"coalt\"]", 6, "there is no peer \"coalt\"; known are parry, "),
        ("[\"coal\"]", "\"some\"", 6, "\"all\" or a list of names"),
        ("[\"coal\"]", "[\"coal\"]\npasses = 0", 7, "0 passes; possible are 1 to 1000"),
        ("[\"coal\"]", "[\"coal\"]\nlimit = 0", 7, "0 seconds; possible are 1 to 86400"),
        ("\"obb\"", "\"bbo\"", 8, "unknown volume 'bbo'; known are obb, "),
        ("\"obb\"", "\"obb\"\n[[setting]]\nbv = \"bbo\"", 10, "unknown volume 'bbo'"),
        ("\"obb\"", "\"obb\"\narity = 3", 8, "the arity is 2, 4 or 8, not 3"),
        ("\"obb\"", "\"obb\"\nleaves = 3", 10, "unknown field `leaves`"),
        ("\"obb\"", "\"obb\"\nguided = 0.5", 8, "from 0 up and below 0.5"),
        ("\"obb\"", "\"obb\"\nguided = nan", 8, "from 0 up and below 0.5"),
        ("\"obb\"", "\"obb\"\nguided = \"much\"", 10, "invalid type"),
        (
            "\"obb\"",
            &adb("rss", 8, "tau = 1, p_min = 1, k_min = 1, cells = 17"),
            8,
            "cells = 17 is from 1 to 16",
        ),
        (
            "\"obb\"",
            &adb("rss", 8, "tau = 1, p_min = 1, k_min = 1, estimate = \"best\""),
            11,
            "'best' is none of aligned, ",
        ),
        (
            "\"obb\"",
            &adb("obb", 2, "tau = 2, p_min = 1, k_min = 1"),
            8,
            "tau = 2 and p_min = 1 are",
        ),
        ("\"obb\"", &adb("obb", 2, "tau = 1, p_min = 1, k_min = 0"), 8, "k_min = 0 is from 1 up"),
        ("\"obb\"", &adb("obb", 2, "tau = 1, p_min = 1"), 11, "missing field `k_min`"),
        (
            "\"obb\"",
            &adb("obb", 2, "tau = 1, p_min = 1, k_min = 1, k = 1"),
            11,
            "unknown field `k`",
        ),
        (
            "\"obb\"",
            &adb("obb", 2, "tau = 1, p_min = 1, k_min = 1, count = \"never\""),
            11,
            "unknown variant `never`",
        ),
        (
            "\"obb\"",
            &(adb("obb", 2, "tau = 1, p_min = 1, k_min = 1") + "\nguided = 0.1"),
            8,
            "guided or adb, not both",
        ),
        ("\"knots\"", "\"../knots\"", 1, "is no name of a scene"),
    ] {
        let error = refused(line, changed);
        assert!(error.starts_with(&format!("line {place}: ")), "{changed}: {error}");
        assert!(error.contains(why), "{changed}: {error}");
    }
}

#[test]
fn a_scene_must_make_sense_as_a_whole() {
    assert!(refused("name = \"knots\"\n", "").contains("missing field `name`"));
    let poses = WELL.lines().nth(4).unwrap();
    assert_eq!(refused(poses, ""), "there are no poses to ask 'intersects' about");
    assert!(refused("intersects", "build").contains("'build' asks about no pose"));
    assert_eq!(refused("[\"coal\"]", "[\"coal\", \"coal\"]"), "'coal' is there twice");
    let nobody = WELL.replace("[\"coal\"]", "[]").replace("[[setting]]\nbv = \"obb\"", "");
    assert!(Scene::parse(&nobody).unwrap_err().to_string().starts_with("nobody is asked"));
}

#[test]
fn files_are_beside_the_scene_and_errors_name_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.toml");
    std::fs::write(&path, WELL.replace("shape:knot:500", "part.obj")).unwrap();
    let scene = Scene::read(&path).unwrap();
    let missing = scene.situation(None, 1, &unwatched).unwrap_err().to_string();
    assert!(missing.starts_with("scene knots: part.obj: there is no such file in "), "{missing}");
    std::fs::write(folder.path().join("part.obj"), "v 0 0 0\nv 4 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let situation = scene.situation(None, 1, &unwatched).unwrap();
    assert_eq!((situation.poses.len(), situation.b.triangles().len()), (20, 1));

    std::fs::write(&path, "name = \"a\"\nwhy = 3\n").unwrap();
    let error = Scene::read(&path).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{}:2: invalid type", path.display())), "{error}");
    assert!(Scene::read(folder.path()).is_err());
}

#[test]
fn all_peers_are_those_that_are_known() {
    let scene = Scene::parse(&WELL.replace("[\"coal\"]", "\"all\"")).unwrap();
    assert_eq!(scene.peers, Peers::known());
    let poses = WELL.lines().nth(4).unwrap();
    let build = Scene::parse(&WELL.replace("intersects", "build").replace(poses, "")).unwrap();
    for scene in [scene, build] {
        let json = serde_json::to_string(&scene).unwrap();
        assert_eq!(serde_json::from_str::<Scene>(&json).unwrap(), scene);
    }
}

#[test]
fn settings_that_may_be_wrong_are_named_and_asked_one_thing() {
    let guided = "\"obb\"\nguided = 0.05\n[[setting]]\nbv = ";
    let works = adb("aabb", 2, "tau = 0.02, p_min = 0.9, k_min = 10") + "\nbuild = \"median\"";
    let printed = "tau = 1, p_min = 0.99, k_min = 10, count = \"exact\", traversal = \"printed\"";
    let printed = adb("dop24", 2, printed);
    let text = WELL.replace("\"obb\"", &format!("{guided}{works}\n[[setting]]\nbv = {printed}"));
    let scene = Scene::parse(&text).unwrap();
    let names = [
        "feeler obb guided 0.05",
        "feeler aabb arity-2 median adb 0.02/0.9/10",
        "feeler dop24 arity-2 adb 1/0.99/10 exact-count printed",
        "coal",
    ];
    assert_eq!(scene.contenders(), names);
    assert!(scene.settings.iter().all(|setting| setting.mode.precision() == "probable"));
    let json = serde_json::to_string(&scene).unwrap();
    assert_eq!(serde_json::from_str::<Scene>(&json).unwrap(), scene);
    for question in ["distance", "contacts", "within:0.1"] {
        let error = Scene::parse(&text.replace("\"intersects\"", &format!("\"{question}\"")));
        let expected =
            format!("'feeler obb guided 0.05' can be asked 'intersects', not '{question}'");
        assert_eq!(error.unwrap_err().to_string(), expected);
    }
}

/// The scenes in `benchmarks` are only parsed, not run: they take minutes, and some need models
/// that are not here.
#[test]
fn scenes_outside_of_the_presets_are_right_and_called_like_their_files() {
    let benchmarks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
    let sets = ["speed", "plain", "probable", "solids"].map(|set| benchmarks.join(set));
    for folder in sets.into_iter().chain([benchmarks]) {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let files: Vec<PathBuf> =
            entries.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
        assert!(files.len() > 10);
        for file in files {
            let scene = Scene::read(&file).unwrap();
            assert_eq!(file.file_stem().unwrap().to_str(), Some(scene.name.as_str()));
        }
    }
}

#[test]
fn a_depth_needs_a_form_and_nothing_but_solids_has_one() {
    let with = |question: &str, form: &str| {
        let asked = format!("question = \"{question}\"\n{form}");
        Scene::parse(&WELL.replace("question = \"intersects\"", &asked))
    };
    let error = with("depth", "").unwrap_err().to_string();
    assert!(error.contains("'depth' needs a form"), "{error}");
    let error = with("distance", "form = \"blocks\"").unwrap_err().to_string();
    assert!(error.contains("only 'relation' and 'depth' have a form"), "{error}");
    assert!(with("depth", "form = \"round\"").is_err());
    assert_eq!(with("relation", "").unwrap().form, None);
    let scene = with("depth", "form = \"convex\"").unwrap();
    let json = serde_json::to_string(&scene).unwrap();
    assert_eq!(serde_json::from_str::<Scene>(&json).unwrap(), scene);
}
