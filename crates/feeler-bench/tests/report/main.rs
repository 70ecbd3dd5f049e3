//! Tests of the report with synthetic runs: read as XML, and opened in a browser if there is one.

mod browser;
mod synthetic;

use feeler_bench::record::ContenderKind;
use feeler_bench::report;
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::json;
use synthetic::{Behaviour, Run, contender, full};

/// The report of a run as HTML.
fn html(run: &Run) -> String {
    let folder = tempfile::tempdir().unwrap();
    run.save(folder.path());
    let page = folder.path().join("report.html");
    report::write(folder.path(), &page).unwrap();
    std::fs::read_to_string(page).unwrap()
}

/// The parts of a page that the tests check.
#[derive(Default)]
struct Page {
    /// The title, the caption and the number of markers of each figure.
    figures: Vec<(String, String, usize)>,
    text: String,
    links: Vec<String>,
    ids: Vec<String>,
}

/// Parses a page. It fails if the page is not well-formed, loads anything, or has an attribute that
/// is not a number.
fn parse(html: &str) -> Page {
    let mut reader = Reader::from_str(html);
    reader.config_mut().check_end_names = true;
    let mut page = Page::default();
    let mut open: Vec<String> = Vec::new();
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Start(tag) => {
                let name = tag.name().as_ref().to_owned();
                check(&mut page, &name, &tag);
                open.push(name);
            }
            Event::Empty(tag) => {
                let name = tag.name().as_ref().to_owned();
                check(&mut page, &name, &tag);
            }
            Event::End(_) => drop(open.pop()),
            Event::Text(text) => {
                let inside = |name| open.iter().any(|o| o == name);
                if let Some(figure) = page.figures.last_mut().filter(|_| inside("figure")) {
                    if inside("h4") {
                        figure.0 += &*text;
                    }
                    if inside("figcaption") {
                        figure.1 += &*text;
                    }
                }
                if !inside("style") {
                    page.text += &*text;
                }
            }
            // quick-xml reports escaped characters separately from the text around them.
            Event::GeneralRef(name) => {
                page.text += &format!("&{};", &*name);
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(open.is_empty(), "{open:?} are still open");
    for (title, caption, _) in &page.figures {
        assert!(!title.is_empty() && caption.len() > 40, "figure {title:?}: {caption:?}");
    }
    for link in page.links.iter().filter_map(|link| link.strip_prefix('#')) {
        assert!(page.ids.iter().any(|id| id == link), "{link} is not there");
    }
    for word in ["NaN", "inf ", "Infinity", "http"] {
        assert!(!page.text.contains(word), "{word} in the text");
    }
    page
}

fn check(page: &mut Page, name: &str, tag: &quick_xml::events::BytesStart<'_>) {
    assert!(!["script", "img", "iframe"].contains(&name), "there is a {name}");
    if name == "figure" {
        page.figures.push(Default::default());
    }
    for attribute in tag.attributes() {
        let attribute = attribute.expect("attributes are well-formed");
        let key = attribute.key.as_ref().to_owned();
        let value = attribute.value.to_string();
        assert!(!key.starts_with("on") && key != "src", "{key}={value}");
        assert!(key != "href" || value.starts_with(['#', 'd']), "{value} is elsewhere");
        if ["d", "x", "y", "viewBox", "stroke-dasharray"].contains(&key.as_str()) {
            let numbers =
                value.split(|c: char| c.is_ascii_whitespace() || "MLHVmlhvaz".contains(c));
            for number in numbers.filter(|n| !n.is_empty()) {
                let number: f64 = number.parse().unwrap_or_else(|_| panic!("{key}={value}"));
                assert!(number.abs() < 2000.0, "{key}={value}");
            }
        }
        match key.as_str() {
            "href" => page.links.push(value.clone()),
            "id" => page.ids.push(value.clone()),
            _ => {}
        }
        if (key.as_str(), value.as_str()) == ("class", "m")
            && let Some(figure) = page.figures.last_mut()
        {
            figure.2 += 1;
        }
    }
}

#[test]
fn a_full_run_has_all_figures() {
    let html = html(&full());
    let page = parse(&html);
    let titles: Vec<&str> = page.figures.iter().map(|f| f.0.as_str()).collect();
    let count = |start: &str| titles.iter().filter(|t| t.starts_with(start)).count();
    // There are two panels for each of seven sweeps with many contenders, and one for the
    // concentric spheres.
    assert_eq!(count("Time against distance"), 14);
    assert_eq!(count("Time against gap"), 1);
    assert_eq!(count("Mean time against"), 12);
    assert_eq!(count("Volume tests against"), 8);
    assert_eq!(count("Wrong answers against distance"), 7);
    assert_eq!(count("Wrong answers against complexity"), 1);
    assert_eq!(count("Error of the distance"), 1);
    assert_eq!(count("Latency distribution"), 15);
    assert_eq!(count("Time against complexity"), 2);
    assert_eq!(titles.len(), 61);
    for (title, _, markers) in &page.figures {
        assert!(*markers > 2, "nothing is drawn in {title}");
    }
    for claim in [
        "Diktas and Sahiner, Fig. 10",
        "Diktas and Sahiner, Fig. 11",
        "Diktas and Sahiner, Fig. 12",
        "Kim, Choi and Kim, Fig. 8",
        "Klein and Zachmann, VRST 2003, Fig. 14",
        "Klein and Zachmann, VRST 2003, Table 1",
    ] {
        assert!(page.text.contains(claim), "the claim of {claim}");
    }
    // The exponents in the report are those of the synthetic data.
    for exponent in ["−1.26", "−1.58", "0.20", "1.00"] {
        assert!(html.contains(&format!("<td>{exponent}</td>")), "{exponent}");
    }
}

#[test]
fn the_summary_tells_who_is_fast_and_who_is_wrong() {
    let page = parse(&html(&full()));
    assert!(page.text.contains("10 scenes, 16 contenders"));
    assert!(page.text.contains("feeler had no wrong answer."));
    for part in [
        "obb in 7 scenes, with",
        "trueform with 4.2× to",
        "cgal crashed in 9 scenes",
        "ode not built in 9 scenes",
    ] {
        assert!(page.text.contains(part), "{part}\n{}", &page.text[..3000]);
    }
}

#[test]
fn wrong_answers_come_with_their_command() {
    let page = parse(&html(&full()));
    assert!(
        page.text.contains("feeler check meshes/near-a.obj meshes/near-b.obj --pose 1.0,0.0,0.0,")
    );
    assert!(
        page.text.contains("--pose 1.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,1.0,0.1,0.2,0.3 --distance")
    );
    assert!(!page.text.contains("do not agree"));
    let mut silent = full();
    silent.wrong = first_line(&silent.wrong);
    assert!(parse(&html(&silent)).text.contains("do not agree"));
}

/// Two contenders with times that can be computed by hand; the faster one is wrong in one pass of
/// one pose.
#[test]
fn a_wrong_answer_has_no_speed() {
    let mut run = Run::new();
    let about = json!({"name": "s", "question": "intersects", "parameter": "x", "figure": null, "triangles": [1, 1]});
    run.scene(about, &[], 1, &[]);
    let own = |name| contender("s", name, ContenderKind::Feeler);
    run.header["contenders"] = json!([own("right"), own("hasty")]);
    for (pose, times) in [[900, 90, 100], [150, 230, 200], [400, 400, 400]].iter().enumerate() {
        for (pass, ns) in times.iter().enumerate() {
            let wrong = (pose, pass) == (1, 2);
            run.records += &format!("s,right,{pose},{pose},0,{pass},{ns},1,1,,,,\n");
            run.records +=
                &format!("s,hasty,{pose},{pose},0,{pass},{},1,{},,,,\n", ns / 10, u8::from(!wrong));
        }
    }
    run.wrong += &format!("s,hasty,1,0,1{}\n", ",0".repeat(12));
    let html = html(&run);
    let page = parse(&html);
    assert!(page.text.contains("always right is right in 1 scene, with a median of 200\u{a0}ns"));
    assert!(page.text.contains("hasty 1."), "one pose is wrong");
    // The columns are median, wrong, slower, mean, 90 %, 99 %, longest; the medians of the poses
    // are 100, 200 and 400.
    let cells = ["200 ns", "0 of 3", "1.0×", "233 ns", "360 ns", "396 ns", "900 ns"];
    let row = format!("right</th><td>{}</td>", cells.join("</td><td>"));
    assert!(html.replace('\u{a0}', " ").contains(&row), "{html}");
}

/// The answers of the fastest contender are all right, but guessed.
#[test]
fn luck_is_no_speed_either() {
    let feeler = |name, ns| Behaviour {
        name,
        kind: "feeler",
        ns,
        tests: None,
        wrong_every: 0,
        status: "ok",
    };
    let all = [feeler("feeler lucky", |_| 10.0), feeler("feeler sure", |_| 90.0)];
    let mut run = tiny(&all, &[1.0, 2.0], 3);
    assert!(parse(&html(&run)).text.contains("always right is feeler lucky in 1 scene"));
    run.header["contenders"][0]["precision"] = json!("probable");
    let page = parse(&html(&run));
    assert!(page.text.contains("always right is feeler sure in 1 scene"));
    assert!(page.text.contains("divided by that of feeler's feeler sure"));
    assert!(page.text.contains("which may be wrong, were so 0 times of 6."));
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap().to_owned() + "\n"
}

fn tiny(contenders: &[Behaviour], stops: &[f64], poses: usize) -> Run {
    let mut run = Run::new();
    let about = json!({"name": "s", "question": "distance", "parameter": "x", "figure": "Diktas and Sahiner, Fig. 10", "triangles": [1, 0]});
    run.scene(about, stops, poses, contenders);
    run
}

fn one(ns: fn(f64) -> f64, wrong_every: usize, status: &'static str) -> Behaviour {
    Behaviour { name: "only", kind: "peer", ns, tests: Some(|_| 0.0), wrong_every, status }
}

#[test]
fn poor_runs_have_a_report_too() {
    parse(&html(&Run::new()));
    parse(&html(&tiny(&[], &[0.0], 1)));
    for stops in [&[0.0][..], &[1.0, 1e9], &[-1e300, 1e300], &[1e-300, 2e-300, 1e300], &[5.0, 5.0]]
    {
        for ns in [|_| 0.0, |_| 1.0, |_| 1e18, |x: f64| x.abs().min(1e18)] {
            for wrong_every in [0, 1, 2] {
                for status in ["ok", "crashed", "hung", "not built"] {
                    for poses in [1, 7] {
                        parse(&html(&tiny(&[one(ns, wrong_every, status)], stops, poses)));
                    }
                }
            }
        }
    }
    let mut run = full();
    run.records = first_line(&run.records);
    run.wrong = first_line(&run.wrong);
    let page = parse(&html(&run));
    assert!(page.figures.is_empty());
    assert!(page.text.contains("No answer was judged."));
}

#[test]
fn an_infinite_error_is_no_place_on_an_axis() {
    let mut run = tiny(&[one(|_| 5.0, 2, "ok")], &[1.0, 2.0, 3.0], 4);
    run.records = run.records.replacen("1e-6", "inf", 3).replacen("1e-6", "NaN", 3);
    parse(&html(&run));
}

#[test]
fn many_values_are_put_together() {
    let stops: Vec<f64> = (0..500).map(|i| f64::from(i) * 0.01).collect();
    let page = parse(&html(&tiny(&[one(|x| 100.0 + x, 0, "ok")], &stops, 1)));
    assert_eq!((page.figures[0].0.as_str(), page.figures[0].2), ("Time against x", 25));
}

#[test]
fn names_cannot_break_out() {
    let mut run = Run::new();
    let evil = "</title><script>alert(1)</script>\"'&";
    let about = json!({"name": evil, "question": evil, "why": evil, "a": evil, "b": evil, "parameter": evil, "figure": evil,
        "triangles": [5, 5]});
    run.scene(about, &[], 1, &[]);
    run.header["date"] = json!(evil);
    run.header["machine"]["cpu"] = json!(evil);
    run.header["contenders"] = json!([contender(evil, evil, ContenderKind::Peer)]);
    for key in ["version", "setting", "precision", "status", "note"] {
        run.header["contenders"][0][key] = json!(evil);
    }
    for (pose, stop) in [1.0, 2.0].into_iter().enumerate() {
        run.records += &format!("{evil},{evil},{pose},{stop},{stop},0,55,{evil},0,,,,\n");
        run.wrong += &format!("{evil},{evil},{pose},{evil},{evil}{}\n", ",0.5".repeat(12));
    }
    let page = parse(&html(&run));
    assert!(page.figures.len() >= 2);
}

#[test]
fn bad_input_is_named_with_its_line() {
    type Change<'a> = &'a dyn Fn(&mut Run);
    let failure = |change: Change<'_>| {
        let mut run = tiny(&[one(|_| 5.0, 2, "ok")], &[1.0, 2.0], 2);
        change(&mut run);
        let folder = tempfile::tempdir().unwrap();
        run.save(folder.path());
        let page = folder.path().join("report.html");
        let error = report::write(folder.path(), &page).unwrap_err().to_string();
        assert!(!page.exists());
        error.strip_prefix(&format!("{}/", folder.path().display())).unwrap().to_owned()
    };
    let cases: [(Change<'_>, &str); 12] = [
        (&|run| run.records += "s,only,1\n", "records.csv:14: 3 fields, 13 are needed"),
        (
            &|run| run.records += "s,other,1,0,0,0,5,,1,,,,\n",
            "records.csv:14: run.json has no contender \"other\" in a scene \"s\"",
        ),
        (&|run| run.records += "s,only,1,0,0,0,soon,,1,,,,\n", "records.csv:14: ns is 'soon'"),
        (
            &|run| run.records += "s,only,1,inf,0,0,5,,1,,,,\n",
            "records.csv:14: prescribed is 'inf'",
        ),
        (&|run| run.records += "s,only,1,0,0,0,,,1,,,,\n", "records.csv:14: ns is ''"),
        (&|run| run.records += "s,only,1,0,0,0,7,,yes,,,,\n", "records.csv:14: right is 'yes'"),
        (
            &|run| run.records = run.records.replace("updates", "news"),
            "records.csv:1: the first line has to be 'scene,contender,pose,prescribed,",
        ),
        (
            &|run| run.wrong = run.wrong.replace("m11", "m12"),
            "wrong.csv:1: the first line has to be 'scene,contender,pose,answer,",
        ),
        (&|run| run.wrong += "s,only,1\n", "wrong.csv:4: 3 fields, 17 are needed"),
        (
            &|run| run.wrong += &format!("s,who,1,0,1{}\n", ",0".repeat(12)),
            "wrong.csv:4: run.json has no contender \"who\" in a scene \"s\"",
        ),
        (&|run| run.header["scenes"] = json!(5), "run.json:"),
        (
            &|run| run.header["contenders"][0]["scene"] = json!("elsewhere"),
            "run.json:17: contender \"only\" is in a scene \"elsewhere\" that is not there",
        ),
    ];
    for (change, expected) in cases {
        let error = failure(change);
        assert!(error.starts_with(expected), "{error:?} is not {expected:?}");
    }
    let nowhere = std::path::Path::new("/nowhere/at/all");
    let error = report::write(nowhere, nowhere).unwrap_err().to_string();
    assert_eq!(error, "/nowhere/at/all: there is no run in it");
}
