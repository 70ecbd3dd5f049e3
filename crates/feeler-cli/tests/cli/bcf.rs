//! Tests of `feeler clash --format bcf`: the archive is read back and compared with the schemas of BCF 2.1.

use crate::clash::{assembly, boxes};
use crate::run::Desk;
use quick_xml::Reader;
use quick_xml::events::Event;
use std::collections::BTreeMap;
use std::io::{Cursor, Read};

/// An element with its attributes, children and text.
#[derive(Debug, Default)]
struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    children: Vec<Element>,
    text: String,
}

impl Element {
    fn read(text: &str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        let mut open = vec![Self::default()];
        loop {
            match reader.read_event().expect("well-formed XML") {
                Event::Start(start) => {
                    let attributes = start.attributes().map(|attribute| {
                        let attribute = attribute.expect("an attribute");
                        (attribute.key.as_ref().to_owned(), attribute.value.into_owned())
                    });
                    let attributes = attributes.collect();
                    let name = start.name().as_ref().to_owned();
                    open.push(Self { name, attributes, ..Self::default() });
                }
                Event::End(_) => {
                    let closed = open.pop().expect("an open element");
                    open.last_mut().expect("its parent").children.push(closed);
                }
                Event::Text(text) => open.last_mut().expect("an element").text += &text,
                Event::GeneralRef(name) => {
                    open.last_mut().expect("an element").text += &format!("&{};", &*name);
                }
                Event::Eof => break,
                _ => {}
            }
        }
        open.remove(0).children.remove(0)
    }

    fn child(&self, name: &str) -> &Self {
        self.children.iter().find(|child| child.name == name).unwrap_or_else(|| panic!("no {name}"))
    }

    fn number(&self, name: &str) -> f64 {
        self.child(name).text.parse().expect("a number")
    }
}

/// The children of an element in the order of the schema: name, least number, greatest number.
type Children = &'static [(&'static str, usize, usize)];

const MANY: usize = usize::MAX;

/// What the schemas of BCF 2.1 (markup.xsd, visinfo.xsd, version.xsd) say of the elements that are written:
/// children, required attributes, other attributes.
const SCHEMA: &[(&str, Children, &[&str], &[&str])] = &[
    ("Version", &[("DetailedVersion", 0, 1)], &[], &["VersionId"]),
    (
        "Markup",
        &[("Header", 0, 1), ("Topic", 1, 1), ("Comment", 0, MANY), ("Viewpoints", 0, MANY)],
        &[],
        &[],
    ),
    ("Header", &[("File", 1, MANY)], &[], &[]),
    (
        "File",
        &[("Filename", 0, 1), ("Date", 0, 1), ("Reference", 0, 1)],
        &[],
        &["IfcProject", "IfcSpatialStructureElement", "isExternal"],
    ),
    (
        "Topic",
        &[
            ("ReferenceLink", 0, MANY),
            ("Title", 1, 1),
            ("Priority", 0, 1),
            ("Index", 0, 1),
            ("Labels", 0, MANY),
            ("CreationDate", 1, 1),
            ("CreationAuthor", 1, 1),
            ("ModifiedDate", 0, 1),
            ("ModifiedAuthor", 0, 1),
            ("DueDate", 0, 1),
            ("AssignedTo", 0, 1),
            ("Stage", 0, 1),
            ("Description", 0, 1),
            ("BimSnippet", 0, 1),
            ("DocumentReference", 0, MANY),
            ("RelatedTopic", 0, MANY),
        ],
        &["Guid"],
        &["TopicType", "TopicStatus"],
    ),
    ("Viewpoints", &[("Viewpoint", 0, 1), ("Snapshot", 0, 1), ("Index", 0, 1)], &["Guid"], &[]),
    (
        "VisualizationInfo",
        &[
            ("Components", 0, 1),
            ("OrthogonalCamera", 0, 1),
            ("PerspectiveCamera", 0, 1),
            ("Lines", 0, 1),
            ("ClippingPlanes", 0, 1),
            ("Bitmap", 0, MANY),
        ],
        &["Guid"],
        &[],
    ),
    (
        "Components",
        &[("ViewSetupHints", 0, 1), ("Selection", 0, 1), ("Visibility", 1, 1), ("Coloring", 0, 1)],
        &[],
        &[],
    ),
    ("Selection", &[("Component", 1, MANY)], &[], &[]),
    ("Component", &[("OriginatingSystem", 0, 1), ("AuthoringToolId", 0, 1)], &[], &["IfcGuid"]),
    ("Visibility", &[("Exceptions", 0, 1)], &[], &["DefaultVisibility"]),
    (
        "PerspectiveCamera",
        &[
            ("CameraViewPoint", 1, 1),
            ("CameraDirection", 1, 1),
            ("CameraUpVector", 1, 1),
            ("FieldOfView", 1, 1),
        ],
        &[],
        &[],
    ),
    ("CameraViewPoint", POINT, &[], &[]),
    ("CameraDirection", POINT, &[], &[]),
    ("CameraUpVector", POINT, &[], &[]),
];

const POINT: Children = &[("X", 1, 1), ("Y", 1, 1), ("Z", 1, 1)];

/// Whether an element is as the schema wants it, with all that is in it.
fn check(element: &Element) {
    let Element { name, attributes, children, text } = element;
    let Some((_, wanted, required, others)) = SCHEMA.iter().find(|entry| entry.0 == name) else {
        assert!(children.is_empty() && attributes.is_empty(), "{name} is plain text");
        return;
    };
    assert!(text.trim().is_empty(), "{name} has text");
    let mut rest = &children[..];
    for &(child, least, most) in *wanted {
        let count = rest.iter().take_while(|element| element.name == child).count();
        assert!((least..=most).contains(&count), "{name} has {count} of {child}");
        rest = &rest[count..];
    }
    assert!(rest.is_empty(), "{name} has {} in a wrong place", rest[0].name);
    assert!(required.iter().all(|key| attributes.contains_key(*key)), "{name}: {attributes:?}");
    let known = |key: &String| required.iter().chain(*others).any(|known| known == key);
    assert!(attributes.keys().all(known), "{name}: {attributes:?}");
    if let Some(id) = attributes.get("Guid") {
        assert!(is_guid(id), "{id}");
    }
    children.iter().for_each(check);
}

fn is_guid(id: &str) -> bool {
    let pieces: Vec<&str> = id.split('-').collect();
    pieces.iter().map(|piece| piece.len()).eq([8, 4, 4, 4, 12])
        && pieces.concat().bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The entries of an archive.
fn entries(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip archive");
    let mut entries = BTreeMap::new();
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).expect("an entry");
        let mut content = Vec::new();
        entry.read_to_end(&mut content).expect("its bytes");
        let name = entry.name().expect("a name").into_owned();
        entries.insert(name, content);
    }
    entries
}

#[test]
fn an_archive_has_a_topic_for_each_group_and_a_camera_for_each_clash() {
    let desk = Desk::new();
    desk.put("a.obj", assembly([2.5, 2.5, 0.5]));
    desk.put("b.obj", assembly([2.5, 2.5, 0.5]));
    let run = desk.feeler("clash a.obj b.obj -o out.bcf");
    assert_eq!((run.code, &run.stdout[..]), (1, ""), "{}", run.stderr);
    let bytes = std::fs::read(desk.path("out.bcf")).unwrap();
    let entries = entries(&bytes);
    let text = |name: &str| std::str::from_utf8(&entries[name]).expect("UTF-8").to_owned();
    let version = Element::read(&text("bcf.version"));
    check(&version);
    assert_eq!(version.attributes["VersionId"], "2.1");
    let report = desk.feeler("clash a.obj b.obj --json").json();
    let clashes = report["clashes"].as_array().unwrap().len();
    let (mut topics, mut cameras) = (0, 0);
    for name in entries.keys().filter(|name| name.ends_with("/markup.bcf")) {
        let folder = name.strip_suffix("/markup.bcf").unwrap();
        let markup = Element::read(&text(name));
        check(&markup);
        let topic = markup.child("Topic");
        assert_eq!(topic.attributes["Guid"], folder);
        assert_eq!(topic.child("CreationDate").text.len(), "2026-11-19T00:00:00Z".len());
        topics += 1;
        let views = markup.children.iter().filter(|child| child.name == "Viewpoints");
        for (number, view) in views.enumerate() {
            let file = format!("{folder}/{}", view.child("Viewpoint").text);
            let info = Element::read(&text(&file));
            check(&info);
            assert_eq!(info.attributes["Guid"], view.attributes["Guid"]);
            let camera = info.child("PerspectiveCamera");
            assert!((45.0..=60.0).contains(&camera.number("FieldOfView")));
            let vector = |name: &str| ["X", "Y", "Z"].map(|axis| camera.child(name).number(axis));
            let (forth, up) = (vector("CameraDirection"), vector("CameraUpVector"));
            let dot = |p: [f64; 3], q: [f64; 3]| (0..3).map(|i| p[i] * q[i]).sum::<f64>();
            assert!((dot(forth, forth) - 1.0).abs() < 1e-12 && (dot(up, up) - 1.0).abs() < 1e-12);
            assert!(dot(forth, up).abs() < 1e-12);
            cameras += 1;
            if number == 0 {
                assert!(file.ends_with("/viewpoint.bcfv"));
                let image = &entries[&format!("{folder}/{}", view.child("Snapshot").text)];
                assert!(image.starts_with(b"\x89PNG"));
            }
        }
    }
    assert_eq!(cameras, clashes);
    assert!(1 < topics && topics < clashes, "{topics} topics, {clashes} clashes");
    // The same files give the same bytes.
    desk.feeler("clash a.obj b.obj --format bcf -o again.bcf");
    assert!(bytes == std::fs::read(desk.path("again.bcf")).unwrap());
    desk.refuses("clash a.obj --format bcf", "BCF is a zip archive: name a file with -o");
}

#[test]
fn cameras_are_in_metres_and_names_are_escaped() {
    let desk = Desk::new();
    desk.put("a.obj", boxes(&[("a<&\u{1}>", [0.0; 3], [1.0; 3]), ("c", [0.5; 3], [1.0; 3])]));
    let place = |line: &str| {
        desk.feeler(line);
        let entries = entries(&std::fs::read(desk.path("x.bcf")).unwrap());
        let find = |end: &str| {
            let (_, bytes) = entries.iter().find(|(name, _)| name.ends_with(end)).expect("a file");
            Element::read(std::str::from_utf8(bytes).unwrap())
        };
        let title = find("markup.bcf").child("Topic").child("Title").text.clone();
        assert_eq!(title, "crossing: a&lt;&amp;\\u{1}&gt; and c");
        find("viewpoint.bcfv").child("PerspectiveCamera").child("CameraViewPoint").number("X")
    };
    let metres = place("clash a.obj -o x.bcf");
    let millimetres = place("clash a.obj -o x.bcf --unit mm");
    assert!((metres / millimetres - 1000.0).abs() < 1e-9, "{metres} {millimetres}");
}
