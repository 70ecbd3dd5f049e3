//! Hostile files in 3MF.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::case::{Case, Files, filled};

pub(crate) fn cases() -> Vec<Case> {
    let case = |name, size, make| Case { name, extension: "3mf", size, unfolds: false, make };
    let bomb = |name, size, make| Case { unfolds: true, ..case(name, size, make) };
    vec![
        case("3mf: objects", 1_000_000, |n| stored(&model(&filled(OBJECT, n), ""))),
        bomb("3mf: objects, deflated", 8_000_000, |n| deflated(&model(&filled(OBJECT, n), ""))),
        case("3mf: items", 1_000_000, |n| stored(&model(SOLID, &filled(ITEM, n)))),
        bomb("3mf: items, deflated", 8_000_000, |n| deflated(&model(SOLID, &filled(ITEM, n)))),
        case("3mf: components", 1_000_000, |n| stored(&model(&components(n), ITEM))),
        bomb("3mf: components, deflated", 8_000_000, |n| deflated(&model(&components(n), ITEM))),
        case("3mf: vertices", 2_000_000, |n| stored(&model(&vertices(n), ITEM))),
        bomb("3mf: vertices, deflated", 8_000_000, |n| deflated(&model(&vertices(n), ITEM))),
        case("3mf: open elements", 2_000_000, |n| stored(&model(&filled("<a>", n), ""))),
        bomb("3mf: open elements, deflated", 8_000_000, |n| {
            deflated(&model(&filled("<a>", n), ""))
        }),
        bomb("3mf: long names of open elements, deflated", 8_000_000, |n| {
            let element = format!("<{}>", "a".repeat(1000));
            deflated(&model(&filled(&element, n), ""))
        }),
        bomb("3mf: a bomb, deflated", 40_000_000, |n| deflated(&filled(" ", n))),
        case("3mf: cases of one name", 1_000_000, |n| {
            let place = |i: usize| {
                let letter = |bit: usize| if i >> bit & 1 == 0 { 'a' } else { 'A' };
                let name: String = (0..12).map(letter).collect();
                format!(r#"<item objectid="1" path="/{name}.model"/>"#)
            };
            let root = model("", &(0..n / 50).map(place).collect::<String>());
            archive(
                &[("3D/3dmodel.model", &root), ("aaaaaaaaaaaa.model", &model(SOLID, ""))],
                STORED,
            )
        }),
        case("3mf: many entries", 1_000_000, |n| {
            let root = model("", &filled(r#"<item objectid="1" path="/B.model"/>"#, n / 2));
            let names: Vec<String> = (0..n / 200).map(|i| format!("{i}")).collect();
            let mut entries: Vec<(&str, &str)> = names.iter().map(|name| (&**name, "")).collect();
            let solid = model(SOLID, "");
            entries.extend([("3D/3dmodel.model", &*root), ("b.model", &*solid)]);
            archive(&entries, STORED)
        }),
        case("3mf: ends of an archive", 1_000_000, |n| {
            Files::from([b"PK\x03\x04".to_vec(), b"PK\x05\x06".repeat(n / 4)].concat())
        }),
    ]
}

const STORED: CompressionMethod = CompressionMethod::Stored;
const OBJECT: &str = r#"<object id="1"/>"#;
const ITEM: &str = r#"<item objectid="1"/>"#;
const SOLID: &str = r#"<object id="1"><mesh><vertices><vertex x="0" y="0" z="0"/></vertices>
<triangles><triangle v1="0" v2="0" v3="0"/></triangles></mesh></object>"#;

fn model(objects: &str, items: &str) -> String {
    format!("<model><resources>{objects}</resources><build>{items}</build></model>")
}

fn components(bytes: usize) -> String {
    let components = filled(r#"<component objectid="2"/>"#, bytes);
    let second = SOLID.replacen("id=\"1\"", "id=\"2\"", 1);
    format!(r#"<object id="1"><components>{components}</components></object>{second}"#)
}

fn vertices(bytes: usize) -> String {
    let vertices = filled(r#"<vertex x="0" y="0" z="0"/>"#, bytes);
    format!(r#"<object id="1"><mesh><vertices>{vertices}</vertices></mesh></object>"#)
}

fn stored(model: &str) -> Files {
    archive(&[("3D/3dmodel.model", model)], STORED)
}

fn deflated(model: &str) -> Files {
    archive(&[("3D/3dmodel.model", model)], CompressionMethod::Deflated)
}

fn archive(entries: &[(&str, &str)], method: CompressionMethod) -> Files {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in entries {
        writer.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    Files::from(writer.finish().unwrap().into_inner())
}
