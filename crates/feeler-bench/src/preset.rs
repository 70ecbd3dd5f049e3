//! The scenes that come with feeler.

use crate::Scene;

/// The names of the sets of scenes, and the text of each scene: the contents of the folder
/// `scenes`.
const PRESETS: [(&str, &[&str]); 1] = [(
    "small",
    &[
        include_str!("../scenes/small/around-contact.toml"),
        include_str!("../scenes/small/build.toml"),
        include_str!("../scenes/small/concentric-distance-close.toml"),
        include_str!("../scenes/small/concentric-distance-wide.toml"),
        include_str!("../scenes/small/concentric-intersects-close.toml"),
        include_str!("../scenes/small/concentric-intersects-wide.toml"),
        include_str!("../scenes/small/contacts-half.toml"),
        include_str!("../scenes/small/cube.toml"),
        include_str!("../scenes/small/near-contact.toml"),
        include_str!("../scenes/small/near-contact-distance.toml"),
        include_str!("../scenes/small/offset-boundary.toml"),
        include_str!("../scenes/small/offset-deep.toml"),
        include_str!("../scenes/small/offset-near.toml"),
        include_str!("../scenes/small/probable-sweep.toml"),
        include_str!("../scenes/small/sweep-blob.toml"),
        include_str!("../scenes/small/sweep-gear.toml"),
        include_str!("../scenes/small/sweep-knot.toml"),
        include_str!("../scenes/small/touching-boxes.toml"),
        include_str!("../scenes/small/tunnels.toml"),
    ],
)];

/// The names of all presets.
pub fn presets() -> Vec<&'static str> {
    PRESETS.iter().map(|(name, _)| *name).collect()
}

/// The scenes of a preset; `None` if there is no such preset.
///
/// ```
/// let scenes = feeler_bench::preset("small").unwrap();
/// assert!(scenes.iter().any(|scene| scene.name == "sweep-knot"));
/// assert!(feeler_bench::preset("tiny").is_none());
/// ```
pub fn preset(name: &str) -> Option<Vec<Scene>> {
    let (_, texts) = PRESETS.iter().find(|(known, _)| *known == name)?;
    Some(texts.iter().map(|text| Scene::parse(text).expect("our own scenes are right")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn presets_are_what_is_in_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let names = |folder: &Path| {
            let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
            let mut names: Vec<String> = entries
                .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
                .collect();
            names.sort_unstable();
            names
        };
        assert_eq!(names(&folder), presets());
        for preset_name in presets() {
            let scenes = preset(preset_name).unwrap();
            let listed: Vec<String> = scenes.iter().map(|scene| scene.name.clone()).collect();
            assert_eq!(names(&folder.join(preset_name)), listed);
            for scene in scenes {
                assert!(scene.why.len() > 80, "{}: that is no reason", scene.name);
                assert!(scene.settings.iter().any(|s| *s == feeler_research::Setting::default()));
                scene.situation(None, 1, &feeler_scenes::unwatched).unwrap();
            }
        }
    }
}
