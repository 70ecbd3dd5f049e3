//! The user's browser: to look at a page, or to make an image of it.

use crate::voice;
use anyhow::{Context, Result, bail};
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The size of an image, in pixels.
const SIZE: [u32; 2] = [1280, 800];

/// The time that an image may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// Opens an address in the browser of the system, and says so where that fails.
pub(crate) fn open(address: &str) {
    let (program, arguments): (&str, &[&str]) = match env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // A process that has ended and is not waited for stays in the list of processes.
        Ok(mut child) => _ = std::thread::spawn(move || child.wait()),
        Err(_) => voice::note("no browser was found: open the address yourself"),
    }
}

/// An image of a page, as a PNG file.
pub(crate) fn image(page: &str) -> Result<Vec<u8>> {
    let browser = chromium().context(
        "an image needs a browser of Chromium's family, and none is in PATH; name one in FEELER_BROWSER, or take --html",
    )?;
    let folder = env::temp_dir().join(format!("feeler-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let made = shot(&browser, page, &folder);
    let _ = fs::remove_dir_all(&folder); // the system removes what is left
    made
}

fn shot(browser: &PathBuf, page: &str, folder: &std::path::Path) -> Result<Vec<u8>> {
    let (source, image) = (folder.join("page.html"), folder.join("page.png"));
    fs::write(&source, page)?;
    let mut child = Command::new(browser)
        // The page is our own, and root in a container has no sandbox.
        .args(["--headless", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"])
        .args(["--disable-quic", "--no-first-run", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync"])
        .args(["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"])
        // Without it the image may be taken before the meshes are drawn.
        .arg("--run-all-compositor-stages-before-draw")
        .arg(format!("--window-size={},{}", SIZE[0], SIZE[1]))
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("--screenshot={}", image.display()))
        .arg(format!("file://{}", source.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| browser.display().to_string())?;
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            bail!("{}: no image after {} s", browser.display(), PATIENCE.as_secs());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    fs::read(&image).with_context(|| format!("{} made no image", browser.display()))
}

/// The browser that `FEELER_BROWSER` names, or one of Chromium's family.
fn chromium() -> Option<PathBuf> {
    if let Some(set) = env::var_os("FEELER_BROWSER") {
        return Some(set.into());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
    let all = env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name)));
    all.into_iter().find(|program| program.is_file())
}
