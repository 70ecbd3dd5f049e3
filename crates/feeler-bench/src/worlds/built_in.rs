//! The scenes that come with feeler.

use super::scene::WorldScene;

/// The texts of the scenes: the contents of the folder `worlds`.
const SCENES: [&str; 3] = [
    include_str!("../../worlds/drift.toml"),
    include_str!("../../worlds/drift-heavy.toml"),
    include_str!("../../worlds/drift-packed.toml"),
];

/// The scenes that come with feeler. Their worlds are made from shapes, so they need no file.
///
/// ```
/// assert!(feeler_bench::worlds::built_in().iter().any(|scene| scene.name == "drift"));
/// ```
pub fn built_in() -> Vec<WorldScene> {
    let parse = |text: &&str| WorldScene::parse(text).expect("our own scenes are right");
    SCENES.iter().map(parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn scenes_are_what_is_in_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("worlds");
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        names.sort_unstable();
        let scenes = built_in();
        assert_eq!(names, scenes.iter().map(|scene| scene.name.clone()).collect::<Vec<_>>());
        assert!(scenes.iter().all(|scene| scene.why.len() > 60));
    }
}
