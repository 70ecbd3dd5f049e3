//! Hostile files in COLLADA.

use crate::case::{Case, filled, scattered};

pub(crate) fn cases() -> Vec<Case> {
    let case = |name, size, make| Case { name, extension: "dae", size, unfolds: false, make };
    let bomb = |name, size, make| Case { unfolds: true, ..case(name, size, make) };
    vec![
        case("collada: vertices", 2_000_000, |n| {
            mesh(&filled("0 0 0 ", n), "<triangles><p></p></triangles>").into()
        }),
        case("collada: indices", 2_000_000, |n| {
            let faces = format!("<triangles>{VERTEX}<p>{}</p></triangles>", filled("0 0 0 ", n));
            mesh("0 0 0", &faces).into()
        }),
        case("collada: polygons", 2_000_000, |n| {
            let faces = format!("<polygons>{VERTEX}{}</polygons>", filled("<p>0 0 0</p>", n));
            mesh("0 0 0", &faces).into()
        }),
        case("collada: one large polygon", 200_000, |n| {
            let count = n / 12;
            let points: String = scattered(count).map(|[x, y]| format!("{x} {y} 0 ")).collect();
            let ring: String = (0..count).map(|i| format!("{i} ")).collect();
            let faces =
                format!("<polylist>{VERTEX}<vcount>{count}</vcount><p>{ring}</p></polylist>");
            mesh(&points, &faces).into()
        }),
        case("collada: large polygons in many meshes", 400_000, |n| {
            let points: String = scattered(400).map(|[x, y]| format!("{x} {y} 0 ")).collect();
            let ring: String = (0..400).map(|i| format!("{i} ")).collect();
            let faces = format!("<polygons>{VERTEX}<p>{ring}</p></polygons>");
            document(&filled(&geometry(&points, &faces), n), "").into()
        }),
        case("collada: pieces of text", 2_000_000, |n| {
            mesh(&filled("<!---->0 ", n), "<triangles><p></p></triangles>").into()
        }),
        bomb("collada: geometries", 2_000_000, |n| document(&filled("<geometry/>", n), "").into()),
        bomb("collada: sources", 2_000_000, |n| {
            let sources = filled("<source id=\"a\"/>", n);
            document(&format!("<geometry><mesh>{sources}</mesh></geometry>"), "").into()
        }),
        bomb("collada: nodes", 4_000_000, |n| document("", &filled("<node/>", n)).into()),
        bomb("collada: named nodes", 4_000_000, |n| {
            let nodes: String = (0..n / 16).map(|i| format!("<node id=\"{i}\"/>")).collect();
            document("", &nodes).into()
        }),
        bomb("collada: nodes that double", 4_000, |n| {
            let node = |i: usize| {
                let next = format!("<instance_node url=\"#{}\"/>", i + 1);
                format!("<node id=\"{i}\">{next}{next}</node>")
            };
            let nodes: String = (0..n / 70).map(node).collect();
            document("", &format!("{nodes}<node id=\"{}\"/>", n / 70)).into()
        }),
        bomb("collada: instances", 2_000_000, |n| {
            let faces = format!("<triangles>{VERTEX}<p>0 0 0</p></triangles>");
            let instances = filled("<instance_geometry url=\"#g\"/>", n);
            document(&geometry("0 0 0", &faces), &format!("<node>{instances}</node>")).into()
        }),
        case("collada: deep nodes", 2_000_000, |n| {
            let count = n / 13;
            document("", &format!("{}{}", "<node>".repeat(count), "</node>".repeat(count))).into()
        }),
        case("collada: deep elements", 2_000_000, |n| {
            let count = n / 13;
            format!("<COLLADA>{}{}</COLLADA>", "<node>".repeat(count), "</node>".repeat(count))
                .into()
        }),
        case("collada: attributes", 2_000_000, |n| {
            document("", &format!("<node {}/>", filled("a=\"1\" ", n))).into()
        }),
    ]
}

const VERTEX: &str = "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>";

fn geometry(points: &str, faces: &str) -> String {
    format!(
        "<geometry id=\"g\"><mesh><source id=\"s\"><float_array>{points}</float_array></source>\
         <vertices id=\"v\"><input semantic=\"POSITION\" source=\"#s\"/></vertices>{faces}</mesh></geometry>"
    )
}

fn mesh(points: &str, faces: &str) -> String {
    document(&geometry(points, faces), "<node><instance_geometry url=\"#g\"/></node>")
}

fn document(geometries: &str, nodes: &str) -> String {
    format!(
        "<COLLADA><library_geometries>{geometries}</library_geometries>\
         <library_visual_scenes><visual_scene>{nodes}</visual_scene></library_visual_scenes></COLLADA>"
    )
}
