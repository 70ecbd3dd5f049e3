//! Tests of the report in a real browser without a window: all parts are there, nothing overlaps,
//! and the browser reports no errors.
//!
//! The report has no script, so a second page inspects it. This page shows the report in frames as
//! wide as a phone and a desktop screen, measures the result, and is read back with `--dump-dom`.
//! The report and the pages stay in Cargo's `tmp` folder for inspection.

use crate::synthetic::full;
use feeler_bench::report;
use serde_json::Value;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The inspecting page. It measures each frame: figures, texts that overlap or leave their drawing,
/// the smallest letters, and whether the page scrolls sideways.
const LOOK: &str = r#"<!DOCTYPE html><html><body>
<iframe src="report.html" width="360" height="800"></iframe><iframe src="report.html" width="390" height="800"></iframe>
<iframe src="report.html" width="1280" height="800"></iframe><pre id="measured"></pre><script>
const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
function measure(frame) {
  const page = frame.contentDocument, view = frame.contentWindow;
  const drawings = [...page.querySelectorAll("figure > svg")];
  const bad = [];
  let letters = 99;
  for (const svg of drawings) {
    const box = svg.getBoundingClientRect(), title = svg.getAttribute("aria-label");
    if (box.width < 300 || box.right > frame.width) bad.push(title + ": " + box.width + " wide");
    letters = Math.min(letters, 12 * box.width / svg.viewBox.baseVal.width);
    const texts = [...svg.querySelectorAll("text")];
    const boxes = texts.map(text => text.getBoundingClientRect());
    boxes.forEach((a, i) => {
      if (a.width == 0 || a.left < box.left - 1 || a.right > box.right + 1) bad.push(title + ": " + texts[i].textContent + " leaves");
      boxes.slice(0, i).forEach((b, k) => {
        if (meet(a, b)) bad.push(title + ": " + texts[i].textContent + " meets " + texts[k].textContent);
      });
    });
  }
  const ground = view.getComputedStyle(page.body).backgroundColor;
  return { width: +frame.width, figures: drawings.length, captions: page.querySelectorAll("figure > figcaption").length,
    tables: page.querySelectorAll("table").length, letters, bad, ground, sideways: page.documentElement.scrollWidth - view.innerWidth };
}
onload = () => measured.textContent = JSON.stringify([...document.querySelectorAll("iframe")].map(measure));
</script></body></html>
"#;

#[derive(Clone, Copy)]
enum Ground {
    Light,
    Dark,
}

/// The result of opening a page in a browser.
struct Seen {
    document: String,
    complaints: Vec<String>,
}

#[test]
fn a_browser_shows_all_of_it() {
    let Some(browser) = find() else { return };
    let folder = folder("report");
    full().save(&folder);
    let page = folder.join("report.html");
    report::write(&folder, &page).unwrap();
    let html = std::fs::read_to_string(page).unwrap();
    let count = |tag: &str| html.matches(tag).count() as u64;
    std::fs::write(folder.join("look.html"), LOOK).unwrap();

    for (ground, colour) in
        [(Ground::Light, "rgb(255, 255, 255)"), (Ground::Dark, "rgb(20, 22, 26)")]
    {
        let seen = open(&browser, &folder.join("look.html"), ground);
        assert_eq!(seen.complaints, [""; 0]);
        let measured =
            seen.document.split_once("<pre id=\"measured\">").expect("the page is there").1;
        let measured = measured.split_once("</pre>").unwrap().0;
        let measured = measured.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        let frames: Vec<Value> = serde_json::from_str(&measured).expect("it was measured");
        assert_eq!(frames.len(), 3);
        for frame in frames {
            assert_eq!(frame["figures"], count("<figure>"), "{frame}");
            assert_eq!(frame["captions"], count("<figcaption>"), "{frame}");
            assert_eq!(frame["tables"], count("<table>"), "{frame}");
            assert!(frame["letters"].as_f64().unwrap() >= 11.0, "{frame}");
            assert_eq!(frame["bad"], serde_json::json!([]), "at {}", frame["width"]);
            assert!(frame["sideways"].as_f64().unwrap() <= 0.0, "{frame}");
            assert_eq!(frame["ground"], colour);
        }
    }
}

/// Checks that errors are reported at all; without this, the test above could pass for the wrong
/// reason.
#[test]
fn complaints_are_heard() {
    let Some(browser) = find() else { return };
    let page = folder("complaint").join("page.html");
    std::fs::write(
        &page,
        "<!DOCTYPE html><p>here</p><img src=\"nowhere.png\"><script>nothing.at.all()</script>",
    )
    .unwrap();
    let seen = open(&browser, &page, Ground::Light);
    assert!(seen.document.contains("<p>here</p>"));
    assert!(
        seen.complaints.iter().any(|c| c.contains("nothing is not defined")),
        "{:?}",
        seen.complaints
    );
}

/// The browser that `FEELER_BROWSER` names, or one of Chromium's family.
fn find() -> Option<PathBuf> {
    if let Some(set) = std::env::var_os("FEELER_BROWSER") {
        return Some(set.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
    let all = std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name)));
    let found = all.into_iter().find(|program| program.is_file());
    if found.is_none() {
        // A macro is not used here, because the output of a passing test would be hidden.
        let text = b"\nNOT TESTED: the report in a browser, because there is none. Install chromium, or name one in FEELER_BROWSER.\n";
        std::io::stderr().write_all(text).unwrap();
    }
    found
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Opens a page without a window and waits until it is loaded.
fn open(browser: &Path, page: &Path, ground: Ground) -> Seen {
    let own = tempfile::tempdir().unwrap();
    let (out, log) = (own.path().join("out"), own.path().join("log"));
    let scheme = match ground {
        Ground::Dark => 0,
        Ground::Light => 1,
    };
    let mut child = Command::new(browser)
        // The page is trusted, and root in a container has no sandbox.
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        .args(["--disable-quic", "--no-first-run", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync", "--window-size=1400,900"])
        // The scroll bars of a phone lie over the page.
        .arg("--hide-scrollbars")
        // These options let one page inspect another.
        .args(["--allow-file-access-from-files", "--enable-logging=stderr", "--dump-dom"])
        .arg(format!("--blink-settings=preferredColorScheme={scheme}"))
        .arg(format!("--user-data-dir={}", own.path().join("profile").display()))
        .arg(format!("file://{}", page.display()))
        // The output goes to files, because a full pipe would block the browser.
        .stdout(File::create(&out).unwrap())
        .stderr(File::create(&log).unwrap())
        .stdin(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}", browser.display()));
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_secs(120) {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{} did not end", browser.display());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let log = String::from_utf8_lossy(&std::fs::read(log).unwrap()).into_owned();
    let complaints = log.lines().filter(|line| line.contains("CONSOLE"));
    Seen {
        document: std::fs::read_to_string(out).unwrap(),
        complaints: complaints.map(str::to_owned).collect(),
    }
}
