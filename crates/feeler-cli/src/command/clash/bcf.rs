//! A clash report for BIM tools: BCF 2.1, a zip archive with a topic for each group of clashes.
//!
//! A topic has a folder with what was found (`markup.bcf`), and for each clash of the group a camera that looks at it
//! (`*.bcfv`). The same report gives the same bytes: identities are hashes of names, and dates are those of the files.

use super::picture;
use super::report::{Finding, Report};
use super::summary::{groups, names};
use crate::assembly::Assembly;
use crate::format;
use crate::lengths;
use anyhow::Result;
use feeler_bench::record::date;
use feeler_io::{Source, Unit};
use feeler_world::Object;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::io::{Cursor, Write};
use std::path::Path;
use std::time::SystemTime;
use xxhash_rust::xxh3::xxh3_128;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The largest number of topics with a picture, as on the page.
const MOST_PICTURES: usize = 300;

/// The name of whoever made the topics.
const AUTHOR: &str = "feeler";

/// The angle of view from top to bottom, in degrees; BCF 2.1 allows 45 to 60.
const FIELD_OF_VIEW: f64 = 60.0;

/// The direction to the camera: from the right, in front and above, as in pictures.
const TOWARDS: [f64; 3] = [0.48, -0.72, 0.5];

/// The archive.
pub(super) fn archive(report: &Report, assembly: &Assembly) -> Result<Vec<u8>> {
    let mut archive = Archive(ZipWriter::new(Cursor::new(Vec::new())));
    archive.add("bcf.version", &version()?)?;
    let date = newest(&report.files);
    for (index, group) in groups(&report.clashes).into_iter().enumerate() {
        let topic = Topic::new(index, group, assembly);
        let has_picture = index < MOST_PICTURES;
        archive
            .add(&format!("{}/markup.bcf", topic.id), &topic.markup(report, &date, has_picture)?)?;
        for view in &topic.views {
            archive.add(&format!("{}/{}", topic.id, view.file), &view.camera()?)?;
        }
        if let (true, [first, ..]) = (has_picture, &topic.views[..]) {
            let image = picture::png(first.objects, first.finding.at)?;
            archive.add(&format!("{}/snapshot.png", topic.id), &image)?;
        }
    }
    Ok(archive.0.finish()?.into_inner())
}

struct Archive(ZipWriter<Cursor<Vec<u8>>>);

impl Archive {
    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.0.start_file(name, SimpleFileOptions::default())?;
        self.0.write_all(bytes)?;
        Ok(())
    }
}

/// A group of clashes.
struct Topic<'r> {
    index: usize,
    id: String,
    title: String,
    group: Vec<&'r Finding>,
    views: Vec<View<'r>>,
}

/// A look at one clash.
struct View<'r> {
    id: String,
    file: String,
    finding: &'r Finding,
    objects: [&'r Object; 2],
}

impl<'r> Topic<'r> {
    fn new(index: usize, group: Vec<&'r Finding>, assembly: &'r Assembly) -> Self {
        let id = identity(&["topic", &group[0].kind, &group[0].parts[0], &group[0].parts[1]]);
        let title = match &group[..] {
            [only] => format!("{}: {}", only.kind, names(&group)),
            [first, ..] => format!("{}: {}, {} times", first.kind, names(&group), group.len()),
            [] => String::new(),
        };
        let object = |name: &str| {
            let id = assembly.world.find(name).ok()?;
            assembly.world.object(id).ok()
        };
        let views = group.iter().filter_map(|&finding| {
            let objects = [object(&finding.a)?, object(&finding.b)?];
            let id = identity(&["view", &finding.kind, &finding.a, &finding.b]);
            Some(View { file: format!("{id}.bcfv"), id, finding, objects })
        });
        let mut views: Vec<View<'r>> = views.collect();
        if let Some(first) = views.first_mut() {
            first.file = "viewpoint.bcfv".to_owned(); // the name that older tools look for
        }
        Self { index, id, title, group, views }
    }

    fn markup(&self, report: &Report, date: &str, has_picture: bool) -> Result<Vec<u8>> {
        let mut sentences: Vec<String> = self.group.iter().map(|f| f.sentence()).collect();
        match &report.unit {
            Some(unit) => sentences.push(format!("Lengths are in units of one {unit}.")),
            None => {
                sentences.push("The files have no unit; cameras take it for metres.".to_owned())
            }
        }
        document(|writer| {
            writer.create_element("Markup").write_inner_content(|writer| {
                writer.create_element("Header").write_inner_content(|writer| {
                    for file in &report.files {
                        let external = [("isExternal", "true")];
                        let element = writer.create_element("File").with_attributes(external);
                        element.write_inner_content(|writer| text(writer, "Filename", file))?;
                    }
                    Ok(())
                })?;
                let topic =
                    [("Guid", &self.id[..]), ("TopicType", "Clash"), ("TopicStatus", "Open")];
                let topic = writer.create_element("Topic").with_attributes(topic);
                topic.write_inner_content(|writer| {
                    text(writer, "Title", &self.title)?;
                    text(writer, "Index", &self.index.to_string())?;
                    text(writer, "Labels", &self.group[0].kind)?;
                    text(writer, "CreationDate", date)?;
                    text(writer, "CreationAuthor", AUTHOR)?;
                    text(writer, "Description", &sentences.join("\n"))
                })?;
                for (number, view) in self.views.iter().enumerate() {
                    let id = [("Guid", &view.id[..])];
                    let element = writer.create_element("Viewpoints").with_attributes(id);
                    element.write_inner_content(|writer| {
                        text(writer, "Viewpoint", &view.file)?;
                        if number == 0 && has_picture {
                            text(writer, "Snapshot", "snapshot.png")?;
                        }
                        text(writer, "Index", &number.to_string())
                    })?;
                }
                Ok(())
            })?;
            Ok(())
        })
    }
}

impl View<'_> {
    /// The camera, in metres as BCF wants it.
    fn camera(&self) -> Result<Vec<u8>> {
        let size = |object: &Object| {
            let [low, high] = object.model().bounds().unwrap_or_default();
            (0..3).map(|k| (high[k] - low[k]).powi(2)).sum::<f64>().sqrt()
        };
        let size = self.objects.map(size).into_iter().fold(f64::INFINITY, f64::min);
        let length = TOWARDS.iter().map(|x| x * x).sum::<f64>().sqrt();
        let back = TOWARDS.map(|x| x / length);
        // The smaller object fills about two thirds of the height.
        let distance = 1.5 * size / 2.0 / (FIELD_OF_VIEW / 2.0).to_radians().tan();
        let metres = |x: f64| lengths::unit().map_or(x, |unit| unit.length_in(Unit::METRE, x));
        let place = [0, 1, 2].map(|k| metres(self.finding.at[k] + distance * back[k]));
        // The part of the z axis that is across the line of sight.
        let across = [0, 1, 2].map(|k| f64::from(u8::from(k == 2)) - back[2] * back[k]);
        let length = across.iter().map(|x| x * x).sum::<f64>().sqrt();
        document(|writer| {
            let id = [("Guid", &self.id[..])];
            let info = writer.create_element("VisualizationInfo").with_attributes(id);
            info.write_inner_content(|writer| {
                writer.create_element("Components").write_inner_content(|writer| {
                    writer.create_element("Selection").write_inner_content(|writer| {
                        for name in [&self.finding.a, &self.finding.b] {
                            writer.create_element("Component").write_inner_content(|writer| {
                                text(writer, "OriginatingSystem", AUTHOR)?;
                                text(writer, "AuthoringToolId", name)
                            })?;
                        }
                        Ok(())
                    })?;
                    let visible = [("DefaultVisibility", "true")];
                    writer.create_element("Visibility").with_attributes(visible).write_empty()?;
                    Ok(())
                })?;
                writer.create_element("PerspectiveCamera").write_inner_content(|writer| {
                    vector(writer, "CameraViewPoint", place)?;
                    vector(writer, "CameraDirection", back.map(|x| -x))?;
                    vector(writer, "CameraUpVector", across.map(|x| x / length))?;
                    text(writer, "FieldOfView", &FIELD_OF_VIEW.to_string())
                })?;
                Ok(())
            })?;
            Ok(())
        })
    }
}

type Xml = Writer<Vec<u8>>;

fn version() -> Result<Vec<u8>> {
    document(|writer| {
        let element = writer.create_element("Version").with_attributes([("VersionId", "2.1")]);
        element.write_inner_content(|writer| text(writer, "DetailedVersion", "2.1"))?;
        Ok(())
    })
}

fn document(write: impl FnOnce(&mut Xml) -> std::io::Result<()>) -> Result<Vec<u8>> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    write(&mut writer)?;
    Ok(writer.into_inner())
}

fn text(writer: &mut Xml, name: &str, text: &str) -> std::io::Result<()> {
    // Lines stay apart, and all other control characters are shown.
    let lines: Vec<String> = text.split('\n').map(format::printable).collect();
    writer.create_element(name).write_text_content(BytesText::new(&lines.join("\n")))?;
    Ok(())
}

fn vector(writer: &mut Xml, name: &str, [x, y, z]: [f64; 3]) -> std::io::Result<()> {
    writer.create_element(name).write_inner_content(|writer| {
        text(writer, "X", &x.to_string())?;
        text(writer, "Y", &y.to_string())?;
        text(writer, "Z", &z.to_string())
    })?;
    Ok(())
}

/// A UUID of version 8 (RFC 9562): a hash of names, the same in every report.
fn identity(names: &[&str]) -> String {
    let hash = xxh3_128(names.join("\0").as_bytes());
    let hash = hash & !(0xf << 76) | 0x8 << 76; // the version
    let hash = hash & !(0x3 << 62) | 0x2 << 62; // the variant
    let text = format!("{hash:032x}");
    let pieces = [&text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..]];
    pieces.join("-")
}

/// The date of the newest file; that of 1970 if there is none.
fn newest(files: &[String]) -> String {
    let written =
        |file: &String| Path::new(&Source::new(file).path).metadata().ok()?.modified().ok();
    let newest = files.iter().filter_map(written).max().unwrap_or(SystemTime::UNIX_EPOCH);
    date(newest.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs())
}
