//! Rivals that play a world of many objects.

use super::case::write_mesh;
use super::run::hear;
use super::wire::Wire;
use super::{Limits, PeerError};
use crate::Recording;
use serde::Deserialize;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The input of rivals that play a world: its meshes and frames. The files live as long as this value.
#[derive(Debug)]
pub struct WorldCase {
    folder: TempDir,
    /// The number of objects in each frame.
    objects: Vec<usize>,
}

impl WorldCase {
    /// Writes the files to a new temporary folder.
    pub fn new(recording: &Recording) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("feeler-world-").tempdir()?;
        for (number, mesh) in recording.meshes.iter().enumerate() {
            write_mesh(&folder.path().join(format!("{number}.mesh")), mesh)?;
        }
        write_frames(&folder.path().join("frames.bin"), recording)?;
        let objects = recording.frames.iter().map(|frame| frame.objects.len()).collect();
        Ok(Self { folder, objects })
    }

    /// The folder with the files.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// Writes all frames as words of eight bytes; `peers/README.md` tells their order.
fn write_frames(path: &Path, recording: &Recording) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    let mut whole = |number: usize| file.write_all(&(number as u64).to_le_bytes());
    whole(recording.meshes.len())?;
    whole(recording.frames.len())?;
    for frame in &recording.frames {
        whole(frame.objects.len())?;
        whole(usize::from(frame.starts_world))?;
        for placed in &frame.objects {
            whole(placed.mesh)?;
            whole(placed.group as usize)?;
            whole(usize::from(placed.has_moved))?;
            let (matrix, origin) = (placed.pose.matrix(), placed.pose.origin());
            for row in 0..3 {
                let numbers = matrix[row].iter().chain(&origin[row..=row]);
                numbers.copied().try_for_each(|number| whole(number.to_bits() as usize))?;
            }
        }
    }
    file.flush()
}

/// The facts that a rival states about itself and the models of a world.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct WorldReady {
    /// The version of the library.
    pub version: String,
    /// The chosen settings, in the library's own words.
    pub setting: String,
    /// The type of the numbers that it computes with: `f32` or `f64`.
    pub precision: String,
    /// The time to build the models of all meshes, in nanoseconds.
    pub build_ns: u64,
    /// The memory of all models in bytes, if the library tells it.
    #[serde(default)]
    pub memory: Option<u64>,
}

/// What was played of a world.
#[derive(Debug, Default)]
pub struct Played {
    /// The frames, in order.
    pub frames: Vec<PlayedFrame>,
    /// The reason why some frames are missing.
    pub end: Option<PlayedEnd>,
}

/// The reason why not all frames were played.
#[derive(Debug)]
pub enum PlayedEnd {
    /// The limit of a pass was over.
    Slow,
    /// The rival failed.
    Failed(PeerError),
}

/// One frame that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedFrame {
    /// The time to make a new world, in nanoseconds, if one begins with the frame.
    pub new_ns: Option<u64>,
    /// The time in nanoseconds from the first object that is moved to the last answer.
    pub ns: u64,
    /// The pairs of objects that touch, in the order in which they were named.
    pub touching: Vec<[u32; 2]>,
}

/// A rival's process that has loaded the meshes of a world. The process ends with this value.
pub struct WorldRun {
    wire: Wire,
    ready: WorldReady,
    objects: Vec<usize>,
    limits: Limits,
}

impl WorldRun {
    pub(super) fn start(
        command: &mut Command,
        case: &WorldCase,
        limits: Limits,
    ) -> Result<Self, PeerError> {
        command.args(["--ask", "world", "--world"]).arg(case.folder());
        super::run::prepare(command);
        let mut wire = Wire::open(command)?;
        let line = hear(&mut wire, limits.load, None)?;
        if let Some(reason) = line.strip_prefix("unsupported") {
            let reason = reason.trim().to_owned();
            return Err(PeerError::NoWorlds { reason });
        }
        let ready = line.strip_prefix("ready ").and_then(|json| serde_json::from_str(json).ok());
        let Some(ready) = ready else { return Err(PeerError::Nonsense { line }) };
        Ok(Self { wire, ready, objects: case.objects.clone(), limits })
    }

    /// The facts that the rival states about itself.
    pub fn ready(&self) -> &WorldReady {
        &self.ready
    }

    /// Plays all frames, or as many as the limits allow. After a pass that was cut short, the process has ended.
    pub fn pass(&mut self) -> Played {
        self.wire.say("pass");
        let mut frames = Vec::new();
        let end = self.play(&mut frames).err();
        Played { frames, end }
    }

    fn play(&mut self, frames: &mut Vec<PlayedFrame>) -> Result<(), PlayedEnd> {
        let start = Instant::now();
        for number in 0..self.objects.len() {
            let (line, objects) = (self.hear(start, number)?, self.objects[number]);
            let Some((new_ns, ns, count)) = parse_frame(&line) else {
                return Err(self.nonsense(line));
            };
            let mut touching = Vec::new();
            for _ in 0..count {
                let line = self.hear(start, number)?;
                match parse_pair(&line, objects) {
                    Some(pair) => touching.push(pair),
                    None => return Err(self.nonsense(line)),
                }
            }
            frames.push(PlayedFrame { new_ns, ns, touching });
        }
        match self.hear(start, self.objects.len())? {
            line if line == "done" => Ok(()),
            line => Err(self.nonsense(line)),
        }
    }

    /// The next line of a frame. The rival is silent while it works on a frame, for as long as it may.
    fn hear(&mut self, start: Instant, frame: usize) -> Result<String, PlayedEnd> {
        let left = self.limits.pass.saturating_sub(start.elapsed());
        if left == Duration::ZERO {
            self.wire.kill();
            return Err(PlayedEnd::Slow);
        }
        hear(&mut self.wire, left, Some(frame)).map_err(|error| match error {
            PeerError::Hung { .. } => PlayedEnd::Slow,
            error => PlayedEnd::Failed(error),
        })
    }

    /// Ends the process, because no further line could be understood.
    fn nonsense(&mut self, line: String) -> PlayedEnd {
        self.wire.kill();
        PlayedEnd::Failed(PeerError::Nonsense { line })
    }
}

/// The line before a frame's pairs: the times of a new world, or `-`, and of the frame, and the number of pairs.
fn parse_frame(line: &str) -> Option<(Option<u64>, u64, usize)> {
    let mut words = line.strip_prefix("frame ")?.split(' ');
    let new_ns = match words.next()? {
        "-" => None,
        ns => Some(ns.parse().ok()?),
    };
    let (ns, count) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some((new_ns, ns, count))
}

/// The numbers of two different objects.
fn parse_pair(line: &str, objects: usize) -> Option<[u32; 2]> {
    let (a, b) = line.split_once(' ')?;
    let (a, b) = (a.parse::<u32>().ok()?, b.parse::<u32>().ok()?);
    (a != b && a.max(b) < objects as u32).then_some([a, b])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        assert_eq!(parse_frame("frame - 120 3"), Some((None, 120, 3)));
        assert_eq!(parse_frame("frame 77 120 0"), Some((Some(77), 120, 0)));
        for wrong in ["frame - 120", "frame 1 2 3 4", "frame x 2 3", "120 3", "done"] {
            assert_eq!(parse_frame(wrong), None, "{wrong}");
        }
        assert_eq!(parse_pair("3 1", 4), Some([3, 1]));
        for wrong in ["3 3", "4 1", "1", "1 2 3", "-1 2"] {
            assert_eq!(parse_pair(wrong, 4), None, "{wrong}");
        }
    }
}
