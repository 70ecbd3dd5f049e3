//! The tables of worlds, one for each scene.

use super::table::Table;
use crate::plot::number::{Text, plain, ratio, time};
use crate::record::ContenderKind;
use crate::worlds::{Standing, WorldResults, WorldsRun};

/// The tables of all scenes.
pub(super) fn html(run: &WorldsRun) -> String {
    run.scenes.iter().map(scene).collect()
}

fn scene(results: &WorldResults) -> String {
    let WorldResults { scene, objects, meshes, triangles, frames, worlds, touching, .. } = results;
    let counted = |&n: &usize, noun: &str| match n {
        1 => format!("1 {noun}"),
        n if noun.ends_with('h') => format!("{} {noun}es", plain(n as f64)),
        n => format!("{} {noun}s", plain(n as f64)),
    };
    let [objects, meshes, triangles] =
        [(objects, "object"), (meshes, "mesh"), (triangles, "triangle")]
            .map(|(n, noun)| counted(n, noun));
    let [frames, worlds, touching] =
        [(frames, "frame"), (worlds, "new world"), (touching, "touching pair")]
            .map(|(n, noun)| counted(n, noun));
    let mut table = Table::new(
        "<em>Frame</em>: to move all objects that have moved and to name all pairs that touch, the mean over the frames of the median \
         over the passes. <em>New world</em>: to make one with all objects and its tree of boxes; the models are there. \
         <em>Times feeler</em>: the frame against feeler's. <em>Missed</em> and <em>too many</em>: pairs, in all frames that were played.",
        &[
            "contender",
            "frame",
            "times feeler",
            "missed",
            "too many",
            "new world",
            "models",
            "frames",
            "version",
            "setting",
        ],
    );
    for standing in &results.standings {
        table.row(row(results, standing));
    }
    format!(
        "<h3>{}</h3>\n<p>{}</p>\n<p class=\"facts\">{objects} of {meshes}, {triangles}; {frames}, {worlds}; \
         {touching} in all frames</p>\n{}",
        Text(&scene.name),
        Text(&scene.why.split_whitespace().collect::<Vec<_>>().join(" ")),
        table.html()
    )
}

fn row(results: &WorldResults, it: &Standing) -> [String; 10] {
    let dash = || "–".to_owned();
    let of = |ns: Option<f64>| ns.map_or_else(dash, time);
    let count = |n: usize| match (it.frame_ns, n) {
        (None, _) => dash(),
        (_, 0) => "0".to_owned(),
        (_, n) => format!("<strong class=\"bad\">{}</strong>", plain(n as f64)),
    };
    let state = match (&it.status[..], &it.note[..]) {
        ("ok", "") => String::new(),
        ("ok", note) => format!("; {note}"),
        (status, note) => format!("; {status}: {}", note.lines().next().unwrap_or_default()),
    };
    [
        format!("<code>{}</code>", Text(&it.name)),
        of(it.frame_ns),
        match it.kind {
            ContenderKind::Feeler => dash(),
            ContenderKind::Peer => results.ratio(it).map_or_else(dash, ratio),
        },
        count(it.missed),
        count(it.extra),
        of(it.new_ns),
        of(it.build_ns.map(|ns| ns as f64)),
        plain(it.frames as f64),
        Text(if it.version.is_empty() { "–" } else { &it.version }).to_string(),
        Text(&format!("{} {}{state}", it.setting, it.precision)).to_string(),
    ]
}
