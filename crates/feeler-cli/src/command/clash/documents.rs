//! Clash reports for programs.

use super::baseline::Comparison;
use super::report::{Finding, Report};
use anyhow::Result;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use serde_json::{Value, json};
use std::time::Duration;

/// One line of JSON; with a baseline it has the differences as well.
pub(super) fn json(report: &Report, comparison: Option<&Comparison>) -> Result<String> {
    let mut value = serde_json::to_value(report)?;
    if let (Some(comparison), Value::Object(fields)) = (comparison, &mut value) {
        fields.insert("since_baseline".to_owned(), serde_json::to_value(comparison)?);
    }
    Ok(format!("{value}\n"))
}

/// A line for each clash, after a line of names.
pub(super) fn csv(report: &Report) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "kind",
        "a",
        "b",
        "part_a",
        "part_b",
        "confidence",
        "distance",
        "depth",
        "contacts",
        "x",
        "y",
        "z",
        "triangle_a",
        "triangle_b",
    ])?;
    for finding in &report.clashes {
        let Finding { a, b, parts, kind, confidence, distance, depth, contacts, .. } = finding;
        let Finding { at, triangles, .. } = finding;
        writer.serialize((
            (kind, a, b, parts, confidence, distance, depth),
            (contacts, at, triangles),
        ))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// A test suite with a failed case for each clash; a case that passes, if there is none.
pub(super) fn junit(report: &Report) -> Result<String> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let count = report.clashes.len();
    let seconds = Duration::from_nanos(report.time_ns).as_secs_f64().to_string();
    let (tests, failures) = (count.max(1).to_string(), count.to_string());
    let suite = writer.create_element("testsuite").with_attributes([
        ("name", "feeler clash"),
        ("tests", &tests),
        ("failures", &failures),
        ("time", &seconds),
    ]);
    suite.write_inner_content(|writer| {
        if count == 0 {
            let case = [("classname", "clash"), ("name", "no clash")];
            writer.create_element("testcase").with_attributes(case).write_empty()?;
        }
        for finding in &report.clashes {
            let name = plain(&format!("{} and {}", finding.a, finding.b));
            let case = [("classname", &finding.kind[..]), ("name", &name)];
            writer.create_element("testcase").with_attributes(case).write_inner_content(
                |writer| {
                    let failure = [("type", &finding.kind[..])];
                    let text = plain(&finding.sentence());
                    let element = writer.create_element("failure").with_attributes(failure);
                    element.write_text_content(BytesText::new(&text))?;
                    Ok(())
                },
            )?;
        }
        Ok(())
    })?;
    Ok(String::from_utf8(writer.into_inner())? + "\n")
}

/// A text without the control characters that XML cannot have.
fn plain(text: &str) -> String {
    crate::format::printable(text)
}

/// SARIF 2.1.0: a rule for each kind, a result for each clash.
pub(super) fn sarif(report: &Report) -> Result<String> {
    let rules: Vec<Value> = feeler_world::ClashKind::ALL
        .iter()
        .map(|kind| json!({ "id": kind.name(), "defaultConfiguration": { "level": level(kind.name()) } }))
        .collect();
    let results: Vec<Value> = report
        .clashes
        .iter()
        .map(|finding| {
            json!({
                "ruleId": finding.kind,
                "level": level(&finding.kind),
                "message": { "text": finding.sentence() },
                "locations": [{
                    "physicalLocation": { "artifactLocation": { "uri": file(report, &finding.a) } },
                    "logicalLocations": [
                        { "name": finding.a, "kind": "object" },
                        { "name": finding.b, "kind": "object" },
                    ],
                }],
                // The same pair is the same finding in the next run.
                "partialFingerprints": { "pair/v1": format!("{}|{}", finding.a, finding.b) },
                "properties": finding,
            })
        })
        .collect();
    let run = json!({
        "tool": { "driver": { "name": "feeler", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
        "results": results,
    });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    });
    Ok(format!("{}\n", serde_json::to_string_pretty(&log)?))
}

/// The file of an object: the only one, or the one whose name its own begins with.
fn file<'r>(report: &'r Report, object: &str) -> &'r str {
    let path = |text: &'r String| text.split('#').next().unwrap_or(text);
    let stem = |path: &str| {
        std::path::Path::new(path).file_stem().map(|s| s.to_string_lossy().into_owned())
    };
    let of_object = report.files.iter().map(path).find(|path| {
        stem(path).is_some_and(|stem| object == stem || object.starts_with(&format!("{stem}/")))
    });
    of_object.or(report.files.first().map(path)).unwrap_or_default()
}

fn level(kind: &str) -> &'static str {
    match kind {
        "duplicate" | "crossing" => "error",
        "inside" | "touching" => "warning",
        _ => "note",
    }
}
