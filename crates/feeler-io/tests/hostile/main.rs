//! Files of every format made to take all memory or all time: reading them keeps the rule of the
//! crate's documentation.
//!
//! `cargo test -p feeler-io --test hostile -- --nocapture` prints a table.

#[path = "../files/allocation.rs"]
mod allocation;
mod case;
mod collada;
mod gltf;
mod obj;
mod off;
mod ply;
mod stl;
mod threemf;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use allocation::peak;
use case::Case;

/// The rule, as in the crate's documentation.
const MEMORY_PER_BYTE: usize = 50;
const MEMORY_FLOOR: usize = 64_000_000;

/// The sizes of the files as multiples of the smallest.
const SIZE_FACTORS: [usize; 3] = [1, 4, 16];

/// The highest ratio of times for sixteen times the bytes. 16 would be linear; the factor of four
/// above it is for noise and caches; 256 would be quadratic.
const LONGEST_FOR_SIXTEENFOLD: f64 = 64.0;

/// The shortest time that counts, in milliseconds; shorter times are counted as this.
const SHORTEST_COUNTED: f64 = 2.0;

/// A folder in which every file is read; it is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("feeler-io-hostile-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The memory and time of reading or refusing a file.
struct Reading {
    bytes: usize,
    memory: usize,
    time: Duration,
    answer: Result<usize, String>,
}

impl Reading {
    /// The shortest of several readings, because the machine has other work too.
    fn of(path: &Path, bytes: usize) -> Self {
        const ENOUGH_TIME: Duration = Duration::from_millis(60);
        let begin = Instant::now();
        let mut best = Self::once(path, bytes);
        for _ in 0..4 {
            if begin.elapsed() < ENOUGH_TIME {
                let again = Self::once(path, bytes);
                best.time = best.time.min(again.time);
            }
        }
        best
    }

    fn once(path: &Path, bytes: usize) -> Self {
        let start = Instant::now();
        let (answer, memory) = peak(|| feeler_io::read(path).map(|mesh| mesh.triangles().len()));
        let time = start.elapsed();
        Self { bytes, memory, time, answer: answer.map_err(|error| error.reason().to_owned()) }
    }

    fn keeps_memory(&self) -> bool {
        self.memory <= MEMORY_PER_BYTE * self.bytes + MEMORY_FLOOR
    }

    fn milliseconds(&self) -> f64 {
        self.time.as_secs_f64() * 1e3
    }
}

/// A line of the table, and whether the case keeps the rule.
struct TableLine {
    text: String,
    keeps_rule: bool,
}

/// Reads a case in three sizes.
fn measure(case: &Case, folder: &Path) -> TableLine {
    let path = folder.join(format!("file.{}", case.extension));
    let readings = SIZE_FACTORS.map(|times| {
        let bytes = (case.make)(times * case.size / SIZE_FACTORS[2]).write(&path);
        Reading::of(&path, bytes)
    });
    let [small, middle, large] = &readings;
    // The memory beyond that of the smallest file; in the total, the floor would hide any slope of
    // small files.
    let more = large.memory.saturating_sub(small.memory) as f64;
    let slope = more / (large.bytes - small.bytes) as f64;
    let ratio = large.milliseconds() / small.milliseconds().max(SHORTEST_COUNTED);
    let keeps_rule = readings.iter().all(Reading::keeps_memory)
        && (slope <= MEMORY_PER_BYTE as f64 || case.unfolds)
        && ratio <= LONGEST_FOR_SIXTEENFOLD;
    let answer = match &large.answer {
        Ok(triangles) => format!("{triangles} triangles"),
        Err(reason) => format!("refused: {reason}").chars().take(50).collect(),
    };
    let text = format!(
        "{:<40}{:>8.0}{:>9.1}{:>8.1}{:>8.1}{ratio:>7.1}{:>8.1}{slope:>7.1}  {answer}",
        case.name,
        large.bytes as f64 / 1e3,
        small.milliseconds(),
        middle.milliseconds(),
        large.milliseconds(),
        large.memory as f64 / 1e6,
    );
    TableLine { text, keeps_rule }
}

/// The table shows the memory of the largest file, and the memory for each of its bytes beyond the
/// smallest file; the ratio of times is 16 if the time is linear.
#[test]
fn every_hostile_file_keeps_the_rule() {
    let folder = Folder::new();
    let cases = [
        obj::cases(),
        stl::cases(),
        ply::cases(),
        off::cases(),
        gltf::cases(),
        threemf::cases(),
        collada::cases(),
    ];
    let columns = ["kB", "ms n/16", "ms n/4", "ms n", "ratio", "MB", "B/B"];
    let [a, b, c, d, e, f, g] = columns;
    println!("{:<40}{a:>8}{b:>9}{c:>8}{d:>8}{e:>7}{f:>8}{g:>7}", "");
    let mut broken = Vec::new();
    for case in cases.iter().flatten() {
        // Another program may have slowed down the machine: a quadratic case is slow every time.
        let mut line = measure(case, &folder.0);
        for _ in 0..2 {
            if !line.keeps_rule {
                line = measure(case, &folder.0);
            }
        }
        println!("{}", line.text);
        if !line.keeps_rule {
            broken.push(line.text);
        }
    }
    assert!(broken.is_empty(), "these break the rule:\n{}", broken.join("\n"));
}
