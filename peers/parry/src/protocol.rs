//! What adapter and driver say to each other; `peers/README.md` explains it.

use crate::job::{Ask, Job, Mesh, Rows};
use std::fmt;
use std::io::{Stdout, Write, stdin, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

pub struct About {
    pub name: &'static str,
    pub version: &'static str,
    pub setting: &'static str,
    pub precision: &'static str,
}

/// An answer that is not printed yet.
pub enum Said {
    /// 0 or 1.
    Whether(bool),
    /// A distance or a depth.
    Length(f64),
    /// The name of a relation.
    Word(&'static str),
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Whether(yes) => write!(f, "{}", u8::from(yes)),
            Self::Length(length) => write!(f, "{length:.17e}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// A library: how it makes a model of a mesh, and how it answers.
pub struct Peer<Model> {
    pub about: About,
    pub build: fn(&Mesh) -> Model,
    pub answer: fn(Ask, &Model, &Model, &Rows) -> Result<Said, String>,
    pub memory: fn(&Model) -> usize,
}

impl<Model> Peer<Model> {
    pub fn serve(&self, job: &Job) {
        let (a, b) = (timed(|| (self.build)(&job.a)), timed(|| (self.build)(&job.b)));
        let About { name, version, setting, precision } = self.about;
        let memory = (self.memory)(&a.0) + (self.memory)(&b.0);
        println!(
            "ready {{\"name\":\"{name}\",\"version\":\"{version}\",\"setting\":\"{setting}\",\
             \"precision\":\"{precision}\",\"build_ns\":[{},{}],\"memory\":{memory}}}",
            a.1, b.1
        );
        let ask = |pose: &Rows| timed(|| self.ask(job.ask, &a.0, &b.0, pose));
        let mut passes = 0;
        for word in stdin().lines() {
            match word.expect("a pipe").as_str() {
                "overhead" => println!("overhead {}", self.overhead(job)),
                "pass" if job.ask == Ask::Build => {
                    let [a, b] = [&job.a, &job.b].map(|mesh| timed(|| (self.build)(mesh)).1);
                    println!("{a} {b}\ndone");
                }
                "pass" => {
                    pass(job, passes, ask);
                    passes += 1;
                }
                "quit" => break,
                other => panic!("unknown word {other:?}"),
            }
        }
    }

    /// What it costs to ask at all, the median of 1000: two triangles against two others, a thousand sizes away.
    fn overhead(&self, job: &Job) -> u64 {
        let few = [&job.a, &job.b].map(|mesh| mesh.first(2));
        let coordinates = few.iter().flat_map(|mesh| &mesh.vertices).flatten();
        let size = coordinates.fold(0.0, |size: f64, x| size.max(x.abs()));
        let [a, b] = few.map(|mesh| (self.build)(&mesh));
        let far = [[1.0, 0.0, 0.0, 1000.0 * size], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
        let mut times: Vec<u64> =
            (0..1000).map(|_| timed(|| self.ask(job.ask, &a, &b, &far)).1).collect();
        times.sort_unstable();
        times[500]
    }

    /// A panic is an answer too.
    fn ask(&self, ask: Ask, a: &Model, b: &Model, pose: &Rows) -> Result<Said, String> {
        let answer = || (self.answer)(ask, a, b, pose);
        catch_unwind(AssertUnwindSafe(answer)).unwrap_or(Err("panic".to_owned()))
    }
}

/// Only the first pass tells each answer at once: it shows where a crash or a hang is.
fn pass(job: &Job, earlier: usize, ask: impl Fn(&Rows) -> (Result<Said, String>, u64)) {
    let mut buffer = Vec::new();
    let mut flushed = Instant::now();
    for pose in &job.poses {
        let line = match ask(pose) {
            (Ok(answer), ns) => writeln!(buffer, "{answer} {ns}"),
            (Err(error), ns) => writeln!(buffer, "error:{} {ns}", error.replace(' ', "_")),
        };
        line.expect("a vector takes everything");
        if earlier == 0 || flushed.elapsed() > Duration::from_millis(100) {
            write(&mut stdout(), &mut buffer);
            flushed = Instant::now();
        }
    }
    buffer.extend_from_slice(b"done\n");
    write(&mut stdout(), &mut buffer);
}

fn write(out: &mut Stdout, buffer: &mut Vec<u8>) {
    out.write_all(buffer).and_then(|()| out.flush()).expect("the driver listens");
    buffer.clear();
}

pub fn timed<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed().as_nanos() as u64)
}
