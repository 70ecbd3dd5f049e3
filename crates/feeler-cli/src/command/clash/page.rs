//! A clash report as a page, with a picture of each clash.

use super::picture::{self, HEIGHT, WIDTH};
use super::report::{Finding, Report};
use super::said;
use crate::assembly::Assembly;
use crate::format;
use anyhow::Result;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use quick_xml::escape::escape;
use rayon::prelude::*;
use std::time::Duration;

/// The largest number of clashes with a picture, so that the page can be opened: about 10 MB.
const MOST_PICTURES: usize = 300;

const STYLE: &str = "
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 78rem; padding: 0 1rem; color: #222; background: #fff }
h1 { font-size: 1.6rem; overflow-wrap: anywhere }
.list { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: 1.5rem }
figure { margin: 0; border: 1px solid #ddd; border-radius: 6px; overflow: hidden }
img { display: block; width: 100%; height: auto }
figcaption { padding: .6rem .8rem; overflow-wrap: anywhere }
.kind { font-weight: 600 }
.duplicate, .crossing { color: #a00 } .inside, .touching { color: #850 } .near { color: #555 }
.a { color: #2b5fa8 } .b { color: #a8660c }";

/// One HTML file, without scripts and without other files.
pub(super) fn html(report: &Report, assembly: &Assembly) -> Result<String> {
    let figures: Vec<String> = report
        .clashes
        .par_iter()
        .enumerate()
        .map(|(at, finding)| figure(finding, assembly, at < MOST_PICTURES))
        .collect::<Result<_>>()?;
    let files: Vec<String> = report.files.iter().map(|file| text(file)).collect();
    let mut about = format!(
        "{} of {}, {} near each other, told apart in {}. {}.",
        format::counted(report.objects as u64, "object"),
        format::counted(report.meshes as u64, "shape"),
        format::counted(report.pairs as u64, "pair"),
        format::time(Duration::from_nanos(report.time_ns)),
        said(report),
    );
    if report.clashes.len() > MOST_PICTURES {
        about += &format!(" Only the worst {MOST_PICTURES} have a picture.");
    }
    if !report.complete {
        about += " The work was interrupted: there may be more.";
    }
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\
         <title>Clashes of {files}</title><style>{STYLE}</style></head><body>\n\
         <h1>{files}</h1>\n<p>{about}</p>\n\
         <p>In each picture <span class=\"a\">A is blue</span> and lets B shine through, <span class=\"b\">B is orange</span>, \
         and their surfaces are red where they meet. The place of the clash is in the middle.</p>\n\
         <div class=\"list\">\n{}</div></body></html>\n",
        figures.concat(),
        files = files.join(", "),
    ))
}

fn figure(finding: &Finding, assembly: &Assembly, has_picture: bool) -> Result<String> {
    let Finding { a, b, kind, at, .. } = finding;
    // An instance without a name has a number: the name of its mesh tells more.
    let named = |label: &str, part: &str| match label == part {
        true => text(label),
        false => format!("{} ({})", text(label), text(part)),
    };
    let mut figure = String::from("<figure>");
    if has_picture {
        let object =
            |name: &str| Ok::<_, anyhow::Error>(assembly.world.object(assembly.world.find(name)?)?);
        let file = picture::png([object(a)?, object(b)?], *at)?;
        figure += &format!(
            "<img width=\"{WIDTH}\" height=\"{HEIGHT}\" alt=\"{} and {}\" src=\"data:image/png;base64,{}\"/>",
            text(a),
            text(b),
            BASE64_STANDARD.encode(file)
        );
    }
    figure += &format!(
        "<figcaption><span class=\"kind {kind}\">{kind}</span>: <span class=\"a\">{}</span> and \
         <span class=\"b\">{}</span><br/>{}</figcaption></figure>\n",
        named(a, &finding.parts[0]),
        named(b, &finding.parts[1]),
        numbers(finding),
    );
    Ok(figure)
}

/// What is known of a clash beside its kind.
fn numbers(finding: &Finding) -> String {
    let mut parts = Vec::new();
    if let Some(depth) = finding.depth {
        parts.push(format!("{} deep", format::coordinate(depth)));
    }
    if finding.distance > 0.0 {
        parts.push(format!("{} apart", format::coordinate(finding.distance)));
    }
    if finding.contacts > 0 {
        let contacts = format::counted(finding.contacts, "pair");
        parts.push(format!("{contacts} of triangles touch"));
    }
    parts.push(format!("at {}", format::point(finding.at)));
    if finding.confidence < 1.0 {
        parts.push(format!("confidence {:.2}: a mesh is not closed", finding.confidence));
    }
    parts.join(", ")
}

/// A text from a file or the command line, as HTML.
fn text(text: &str) -> String {
    escape(format::printable(text)).into_owned()
}
