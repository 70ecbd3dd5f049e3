//! Tests of the cache of models.

use feeler::{Arity, Build, LoadError, Mesh, Model, Rule, Volume};
use feeler_io::{Cache, Origin};
use std::fs;
use std::path::PathBuf;

/// A folder of its own for each test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("feeler-cache-test-{}-{name}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn cache(&self) -> Cache {
        Cache::new(&self.0)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A strip of triangles.
fn strip(count: u32) -> Mesh {
    let vertices = (0..count + 2).map(|i| [i as f64, (i % 2) as f64, (i % 7) as f64]).collect();
    Mesh::new(vertices, (0..count).map(|i| [i, i + 1, i + 2]).collect()).unwrap()
}

fn is_read(origin: &Origin) -> bool {
    matches!(origin, Origin::Read)
}

#[test]
fn each_mesh_and_setting_has_a_model_of_its_own() {
    let folder = Folder::new("own");
    let cache = folder.cache();
    assert_eq!(cache.entries().unwrap(), [], "no folder, no entries");
    let mut moved = strip(50).vertices().to_vec();
    moved[3][1] = -moved[3][1]; // 1.0 becomes -1.0
    let mut zero = strip(50).vertices().to_vec();
    zero[0][0] = -0.0;
    let triangles = strip(50).triangles().to_vec();
    let meshes = [
        strip(50),
        strip(49),
        Mesh::new(moved, triangles.clone()).unwrap(),
        Mesh::new(zero, triangles).unwrap(),
        Mesh::default(),
    ];
    let usual = Build::default();
    let builds = [
        usual,
        Build { volume: Volume::DOP18, ..usual },
        Build { volume: Volume::OBB_HULL, ..usual },
        Build { arity: Arity::Two, ..usual },
        Build { rule: Rule::Median, ..usual },
        Build { leaf_size: 4, ..usual },
    ];
    for turn in 0..2 {
        for mesh in &meshes {
            for build in &builds {
                let cached = cache.model(mesh.clone(), build);
                assert_eq!(is_read(&cached.origin), turn == 1, "{:?}", cached.origin);
                let new = Model::build(mesh.clone(), build);
                assert!(format!("{:?}", cached.model) == format!("{new:?}"), "{build:?}");
            }
        }
        let entries = cache.entries().unwrap();
        assert_eq!(entries.len(), meshes.len() * builds.len());
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), entries.len(), "nothing unfinished");
    }
}

#[test]
fn a_damaged_entry_is_built_again() {
    let folder = Folder::new("damaged");
    let (cache, build) = (folder.cache(), Build::default());
    assert!(matches!(cache.model(strip(30), &build).origin, Origin::Built));
    let path = cache.entries().unwrap()[0].path.clone();
    let whole = fs::read(&path).unwrap();
    let mut flipped = whole.clone();
    flipped[100] ^= 4;
    let other = Model::new(strip(31)).to_bytes(); // the model of another mesh, under this name
    let cases = [
        (flipped, LoadError::Checksum),
        (whole[..70].to_vec(), LoadError::Length { expected: whole.len() as u64, found: 70 }),
        (Vec::new(), LoadError::Signature),
        (other, LoadError::Checksum),
    ];
    for (bytes, expected) in cases {
        fs::write(&path, bytes).unwrap();
        let cached = cache.model(strip(30), &build);
        assert!(
            matches!(&cached.origin, Origin::Mended(found) if *found == expected),
            "{:?}",
            cached.origin
        );
        assert_eq!(cached.model.mesh(), &strip(30));
        assert!(fs::read(&path).unwrap() == whole, "it is whole again");
        assert!(is_read(&cache.model(strip(30), &build).origin));
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_no_error() {
    let folder = Folder::new("file");
    fs::write(&folder.0, "this is a file, not a folder").unwrap();
    let cached = folder.cache().model(strip(9), &Build::default());
    assert!(matches!(cached.origin, Origin::Unsaved(_)), "{:?}", cached.origin);
    assert_eq!(cached.model.mesh(), &strip(9));
    assert!(folder.cache().entries().is_err());
    fs::remove_file(&folder.0).unwrap();
}

#[test]
fn clearing_removes_nothing_else() {
    let folder = Folder::new("clear");
    let cache = folder.cache();
    assert_eq!(cache.clear().unwrap(), []);
    cache.model(strip(5), &Build::default());
    cache.model(strip(6), &Build::default());
    let key = cache.entries().unwrap()[0].path.file_stem().unwrap().to_string_lossy().into_owned();
    let mine = ["notes.txt", "shaft.model", "a.unfinished", &key, &format!("{key}.obj")];
    mine.iter().for_each(|name| fs::write(folder.0.join(name), "mine").unwrap());
    fs::create_dir(folder.0.join(format!("{}.model", "0".repeat(32)))).unwrap();
    fs::write(folder.0.join(format!("{key}.7-0.unfinished")), "half").unwrap();
    assert_eq!(cache.entries().unwrap().len(), 2);
    assert_eq!(cache.clear().unwrap().len(), 3, "two models and an unfinished one");
    assert_eq!(cache.entries().unwrap(), []);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), mine.len() + 1);
}

#[test]
fn many_threads_use_one_folder() {
    let folder = Folder::new("threads");
    let cache = folder.cache();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for count in 1..40 {
                    let cached = cache.model(strip(count), &Build::default());
                    assert!(
                        matches!(cached.origin, Origin::Read | Origin::Built),
                        "{:?}",
                        cached.origin
                    );
                    assert_eq!(cached.model.mesh(), &strip(count));
                }
            });
        }
    });
    assert_eq!(cache.entries().unwrap().len(), 39);
}

#[test]
fn the_users_folder_is_one_of_caches() {
    if let Some(cache) = Cache::of_user() {
        assert!(cache.folder().is_absolute());
        assert!(cache.folder().ends_with("feeler") || cache.folder().ends_with("feeler/cache"));
    }
}
