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

/// What is said of the scene above with a line changed.
fn refused(line: &str, changed: &str) -> String {
    assert!(WELL.contains(line));
    Scene::parse(&WELL.replace(line, changed)).unwrap_err().to_string()
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

/// Nobody runs the scenes in `benchmarks` in a test: they take minutes, and some need models that are not here.
#[test]
fn scenes_outside_of_the_presets_are_right_and_called_like_their_files() {
    let benchmarks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
    for folder in [benchmarks.join("speed"), benchmarks] {
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
