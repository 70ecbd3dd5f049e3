//! `feeler check`: do two meshes touch?
//!
//! - [`curves`]: along which curves do the surfaces cross?
//! - [`depth`]: how far must B move to be free?
//! - [`guided`]: do they probably touch?
//! - [`near`]: how near are they?
//! - [`regions`]: where do they meet, and how?
//! - [`relation`]: what are they to each other, as solids?
//! - [`toward`]: how far can one of them move?
//! - [`volume`]: which volume do they share, as solids?

mod curves;
mod depth;
mod guided;
mod near;
mod regions;
mod relation;
mod toward;
mod volume;

use super::Outcome;
use crate::args::CheckArgs;
use crate::input::Input;
use crate::picture;
use crate::question::Question;
use crate::relation::SolidJson;
use crate::session::{Ask, Contacts, Measured, Session, Settings};
use crate::sources::Sources;
use crate::{census, format, output, voice};
use anyhow::{Result, bail};
use feeler::triangle::Section;
use feeler::{Contact, Effort, Instructions, Mesh, Pose};
use serde::Serialize;
use std::time::Duration;
use toward::Journey;

pub(crate) fn run(args: &CheckArgs, instructions: Instructions) -> Result<Outcome> {
    if let (false, Some(option)) = (args.depth, args.depths.typed()) {
        bail!("{option} belongs to --depth");
    }
    let setting = args.query.setting(question(args))?;
    let cache = args.query.cache()?;
    let calibration = args.guided.calibration()?;
    let inputs = Input::all([&args.meshes.a, &args.meshes.b], args.stream.format)?;
    let [a, b] = &inputs[..] else { unreachable!("two meshes are typed") };
    let meshes = [a.mesh()?, b.mesh()?];
    a.note_empty(&meshes[0]);
    b.note_empty(&meshes[1]);
    let sides = [CheckedMesh::new(a, &meshes[0]), CheckedMesh::new(b, &meshes[1])];
    let pose = args.place.pose();
    if args.picture.is_wanted() {
        let names = [a, b].map(|input| input.name());
        picture::write(&args.picture, names, &meshes, pose, &sources(args))?;
    }
    let [a, b] = meshes;
    let mut session =
        Session::new(a, b, setting, instructions, cache.as_ref()).calibrated(calibration);
    if let Some(journey) = Journey::new(&args.toward, pose) {
        let settings = args.json.then(|| Settings::new(setting, instructions));
        return journey.run(session, &sides, settings);
    }
    if let Some(guide) = args.guided.guide() {
        let settings = args.json.then(|| Settings::new(setting, instructions));
        return guided::run(guide, session, &sides, pose, settings);
    }
    if args.relation {
        let settings = args.json.then(|| Settings::new(setting, instructions));
        return relation::run(session, &sides, pose, settings);
    }
    if args.depth {
        let settings = args.json.then(|| Settings::new(setting, instructions));
        return depth::run(&args.depths, session, &sides, pose, settings);
    }
    if let Some(path) = &args.geometry.curves {
        let settings = args.json.then(|| Settings::new(setting, instructions));
        return curves::run(path, session, &sides, pose, settings);
    }
    if let Some(most) = args.geometry.regions {
        let settings = args.json.then(|| Settings::new(setting, instructions));
        return regions::run(most, session, &sides, pose, settings);
    }
    if args.geometry.volume {
        let settings = args.json.then(|| Settings::new(setting, instructions));
        return volume::run(session, &sides, pose, settings);
    }
    if args.near.distance || args.near.within.is_some() {
        return near::run(args, Settings::new(setting, instructions), session, sides, pose);
    }

    let ask = if args.contacts.is_some() { Ask::Contacts } else { Ask::Intersects };
    let mut answer = || match args.contacts {
        Some(Some(n)) => session.ask_first(n, pose),
        _ => session.ask(ask, pose),
    };
    answer(); // to warm up
    let answer = answer();

    let listed = if ask == Ask::Contacts { &answer.value.list[..] } else { &[] };
    let list = listed.iter().map(|&contact| ContactSection::new(&session, pose, contact));
    let check = Check { sides, pose, ask, list: list.collect(), answer };
    if args.json {
        output::print_json(&check.to_json(Settings::new(setting, instructions)))?;
    } else {
        check.sides.iter().for_each(CheckedMesh::note_degenerate);
        output::print(&check.to_text())?;
    }
    Ok(if check.answer.value.touching() { Outcome::Touching } else { Outcome::Apart })
}

/// The files that are read, which a picture must not replace.
fn sources(args: &CheckArgs) -> Sources {
    Sources::of_meshes([&args.meshes.a, &args.meshes.b]).and(args.query.file())
}

fn question(args: &CheckArgs) -> Question {
    match args.contacts {
        // The search for a first contact goes like a distance search, the nearest pairs first.
        _ if args.near.distance || args.toward.toward.is_some() => Question::Distance,
        _ if args.near.within.is_some() => Question::Within,
        _ if args.relation => Question::Relation,
        _ if args.depth => Question::Depth,
        _ if args.guided.guide().is_some() => Question::Guided,
        _ if args.geometry.is_asked() => Question::Contacts,
        Some(_) => Question::Contacts,
        None => Question::Intersects,
    }
}

/// The result of a check for contacts.
struct Check {
    sides: [CheckedMesh; 2],
    pose: Pose,
    ask: Ask,
    list: Vec<ContactSection>,
    answer: Measured<Contacts>,
}

/// One of the two meshes.
#[derive(Clone, Serialize)]
struct CheckedMesh {
    source: String,
    #[serde(skip)]
    name: String,
    triangles: usize,
    degenerate: usize,
}

/// A mesh that was asked about as a solid, in JSON.
#[derive(Serialize)]
struct CheckedSolid<'a> {
    #[serde(flatten)]
    mesh: &'a CheckedMesh,
    #[serde(flatten)]
    solid: SolidJson,
}

impl CheckedMesh {
    fn new(input: &Input, mesh: &Mesh) -> Self {
        Self {
            source: input.text.clone(),
            name: format::printable(&input.name()),
            triangles: mesh.triangles().len(),
            degenerate: census::degenerate(mesh),
        }
    }

    fn described(&self) -> String {
        format!("{} {}", self.name, format::counted(self.triangles as u64, "triangle"))
    }

    fn note_degenerate(&self) {
        let Self { source, triangles, degenerate, .. } = self;
        if *degenerate > 0 {
            let [degenerate, all] = [*degenerate, *triangles].map(|n| format::count(n as u64));
            voice::note(&format!(
                "{source}: {degenerate} of {all} triangles have no area; \
                 they count as the segments or points that they cover"
            ));
        }
    }
}

/// A contact, and the points that its triangles share.
#[derive(Serialize)]
struct ContactSection {
    a: u32,
    b: u32,
    section: &'static str,
    points: Vec<[f64; 3]>,
}

impl ContactSection {
    fn new(session: &Session, pose: Pose, contact: Contact) -> Self {
        let (section, points) = match session.section(pose, contact) {
            Some(Section::Point(point)) => ("point", vec![point]),
            Some(Section::Segment(ends)) => ("segment", ends.to_vec()),
            Some(Section::Polygon(polygon)) => ("polygon", polygon.corners().to_vec()),
            None => unreachable!("triangles in contact share a point"),
        };
        Self { a: contact.a, b: contact.b, section, points }
    }
}

impl Check {
    fn to_text(&self) -> String {
        let Self { sides: [a, b], answer, .. } = self;
        let meshes = format!("({}, {})", a.described(), b.described());
        let verdict = match (self.ask, answer.value.list.first()) {
            _ if answer.value.count == 0 => format!("apart   {meshes}"),
            (Ask::Contacts, _) | (_, None) => {
                let contacts = format::counted(answer.value.count as u64, "contact");
                format!("touching   {contacts}   {meshes}")
            }
            (Ask::Intersects, Some(Contact { a: i, b: j })) => {
                let [of_a, of_b] = [a, b].map(|side| format::count(side.triangles as u64));
                format!("touching   ({} #{i} of {of_a}, {} #{j} of {of_b})", a.name, b.name)
            }
        };
        let mut text = format!("{verdict}   {}\n", cost(&answer.effort, answer.time));
        for ContactSection { a: i, b: j, section, points } in &self.list {
            let points: Vec<String> = points.iter().copied().map(format::point).collect();
            let points = points.join(" ");
            text += &format!("{} #{i}   {} #{j}   {section} {points}\n", a.name, b.name);
        }
        text
    }

    fn to_json(&self, settings: Settings) -> CheckJson<'_> {
        let Self { sides, pose, ask, list, answer } = self;
        let some = answer.value.list.first().filter(|_| *ask == Ask::Intersects);
        CheckJson {
            touching: answer.value.touching(),
            some_contact: some.map(|contact| [contact.a, contact.b]),
            contact_count: (*ask == Ask::Contacts).then_some(answer.value.count),
            contacts: (*ask == Ask::Contacts).then_some(list),
            asked: AskedJson::new(sides, *pose, &answer.effort, answer.time, settings),
        }
    }
}

/// The cost of an answer, in words.
fn cost(effort: &Effort, time: Duration) -> String {
    let volume_tests = format::counted(effort.volume_tests, "volume test");
    let triangle_tests = format::counted(effort.triangle_tests, "triangle test");
    format!("{volume_tests}, {triangle_tests}, {}", format::time(time))
}

#[derive(Serialize)]
struct CheckJson<'a> {
    touching: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    some_contact: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contact_count: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contacts: Option<&'a Vec<ContactSection>>,
    #[serde(flatten)]
    asked: AskedJson<'a>,
}

/// The part of the JSON that is common to all questions: the meshes, the settings, and the cost.
#[derive(Serialize)]
struct AskedJson<'a> {
    a: &'a CheckedMesh,
    b: &'a CheckedMesh,
    pose: [f64; 12],
    volume_tests: u64,
    triangle_tests: u64,
    signs: SignStages,
    ns: u64,
    settings: Settings,
}

impl<'a> AskedJson<'a> {
    fn new(
        [a, b]: &'a [CheckedMesh; 2],
        pose: Pose,
        effort: &Effort,
        time: Duration,
        settings: Settings,
    ) -> Self {
        Self {
            a,
            b,
            pose: pose.to_numbers(),
            volume_tests: effort.volume_tests,
            triangle_tests: effort.triangle_tests,
            signs: SignStages::of(effort),
            ns: time.as_nanos() as u64,
            settings,
        }
    }
}

/// The number of signs in the triangle tests that f32 left open, by the stage that decided them. It
/// shows how often exact arithmetic was needed.
#[derive(Serialize)]
struct SignStages {
    filtered: u64,
    adaptive: u64,
    big: u64,
}

impl SignStages {
    fn of(effort: &Effort) -> Self {
        let stages = effort.stages;
        Self { filtered: stages.filtered, adaptive: stages.adaptive, big: stages.big }
    }
}
