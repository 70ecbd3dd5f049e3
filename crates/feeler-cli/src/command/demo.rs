//! `feeler demo`: the most common queries on built-in shapes.

use super::Outcome;
use crate::args::DemoArgs;
use crate::question::Question;
use crate::session::{Ask, Measured, Session, Settings};
use crate::table::Table;
use crate::{format, output};
use anyhow::Result;
use feeler::{Instructions, Pose, Search};
use feeler_scenes::Shape;
use serde::Serialize;
use std::fmt::{self, Display};
use std::time::Duration;

const TRIANGLES: usize = Shape::TRIANGLES;

/// The number of repetitions; a time is the shortest of all.
const REPETITIONS: u32 = 5;

pub(crate) fn run(args: &DemoArgs, instructions: Instructions) -> Result<Outcome> {
    let (knot, ring) = (Shape::Knot.mesh(TRIANGLES), Shape::Ring.mesh(TRIANGLES));
    let triangles = [&knot, &ring].map(|mesh| mesh.triangles().len());
    let setting = args.query.setting(Question::Intersects)?;
    let cache = args.query.cache()?;
    let mut session = Session::new(knot, ring, setting, instructions, cache.as_ref());

    let [touching, apart] = edge(&mut session);
    let situations = [
        ("in the middle of the knot", 0.0),
        ("moved aside", 1.5),
        ("as far as they touch", touching),
        ("one f64 number further", apart),
        ("far away", 10.0),
    ];
    let rows: Vec<DemoRow> =
        situations.into_iter().map(|(what, y)| DemoRow::new(what, y, &mut session)).collect();

    let demo = Demo {
        a: "shape:knot",
        b: "shape:ring",
        triangles,
        build_ns: session.build_time.as_nanos() as u64,
        settings: Settings::new(setting, instructions),
        rows,
    };
    match args.json {
        true => output::print_json(&demo)?,
        false => output::print(&demo.to_string())?,
    }
    Ok(Outcome::Done)
}

/// Moves the ring along y to the end of contact. Returns two neighbouring numbers: the last
/// touching one and the first one apart.
fn edge(session: &mut Session) -> [f64; 2] {
    let [mut touching, mut apart] = [0.0, 10.0];
    loop {
        let middle = f64::midpoint(touching, apart);
        if middle == touching || middle == apart {
            return [touching, apart];
        }
        match session.ask(Ask::Intersects, at(middle)).value.touching() {
            true => touching = middle,
            false => apart = middle,
        }
    }
}

fn at(y: f64) -> Pose {
    Pose::translation([0.0, y, 0.0])
}

#[derive(Serialize)]
struct Demo {
    a: &'static str,
    b: &'static str,
    triangles: [usize; 2],
    build_ns: u64,
    settings: Settings,
    rows: Vec<DemoRow>,
}

#[derive(Serialize)]
struct DemoRow {
    situation: &'static str,
    y: f64,
    touching: bool,
    volume_tests: u64,
    triangle_tests: u64,
    intersects_ns: u64,
    contacts: usize,
    contacts_ns: u64,
    distance: f64,
    distance_ns: u64,
}

impl DemoRow {
    fn new(situation: &'static str, y: f64, session: &mut Session) -> Self {
        let any = Measured::shortest_of(REPETITIONS, || session.ask(Ask::Intersects, at(y)));
        let all = Measured::shortest_of(REPETITIONS, || session.ask(Ask::Contacts, at(y)));
        let search = Search::default();
        let distance = Measured::shortest_of(REPETITIONS, || session.distance(&search, at(y)));
        Self {
            situation,
            y,
            touching: any.value.touching(),
            volume_tests: any.effort.volume_tests,
            triangle_tests: any.effort.triangle_tests,
            intersects_ns: any.time.as_nanos() as u64,
            contacts: all.value.count,
            contacts_ns: all.time.as_nanos() as u64,
            distance: distance.value.upper(),
            distance_ns: distance.time.as_nanos() as u64,
        }
    }

    fn cells(&self) -> [String; 8] {
        let [intersects, contacts] =
            [self.intersects_ns, self.contacts_ns].map(|ns| format::time(Duration::from_nanos(ns)));
        [
            self.situation.to_owned(),
            self.y.to_string(),
            if self.touching { "touching" } else { "apart" }.to_owned(),
            format::count(self.volume_tests),
            format::count(self.triangle_tests),
            intersects,
            format::count(self.contacts as u64),
            contacts,
        ]
    }
}

impl Display for Demo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [knot, ring] = self.triangles.map(|n| format::count(n as u64));
        let time = format::time(Duration::from_nanos(self.build_ns));
        writeln!(f, "A knot of {knot} triangles and a ring of {ring}; trees built in {time}.")?;
        writeln!(f, "Do they touch? And in which triangles?\n")?;
        let mut table = Table::new([
            "the ring is",
            "at y",
            "answer",
            "volume tests",
            "triangle tests",
            "time",
            "contacts",
            "time for all",
        ]);
        for row in &self.rows {
            table.row(row.cells());
        }
        writeln!(f, "{table}")?;
        writeln!(f, "And how far apart are they?\n")?;
        let mut table = Table::new(["the ring is", "distance", "time"]);
        for row in self.rows.iter().filter(|row| !row.touching) {
            let time = format::time(Duration::from_nanos(row.distance_ns));
            table.row([row.situation.to_owned(), format::coordinate(row.distance), time]);
        }
        writeln!(f, "{table}")?;
        let edge = self.rows[2].y;
        writeln!(f, "The answers are exact: between touching and apart lies no other number.")?;
        writeln!(f, "Try it:  feeler check {} {} --at 0,{edge},0 --contacts", self.a, self.b)
    }
}
