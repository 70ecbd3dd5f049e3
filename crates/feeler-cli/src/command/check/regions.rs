//! `feeler check --regions`: where do they meet, and how?

use super::{CheckedMesh, CheckedSolid, Outcome};
use crate::relation::{self, SolidJson};
use crate::session::{Session, Settings};
use crate::{format, output};
use anyhow::Result;
use feeler::Pose;
use feeler_field::Region;
use serde::Serialize;
use std::time::{Duration, Instant};

/// Asks and writes the answer, with at most `most` points for each region; `json` has the settings if the output is JSON.
pub(super) fn run(
    most: usize,
    session: Session,
    sides: &[CheckedMesh; 2],
    pose: Pose,
    json: Option<Settings>,
) -> Result<Outcome> {
    let models = session.models();
    let boundaries = relation::boundaries(&models);
    let [of_a, of_b] = &boundaries;
    let start = Instant::now();
    let regions = Region::all(of_a, of_b, pose);
    let time = start.elapsed();
    match json {
        Some(settings) => {
            let [a, b] = sides;
            output::print_json(&RegionsJson {
                touching: !regions.is_empty(),
                regions: regions.iter().map(|region| RegionJson::new(region, most)).collect(),
                a: CheckedSolid { mesh: a, solid: SolidJson::new(of_a) },
                b: CheckedSolid { mesh: b, solid: SolidJson::new(of_b) },
                pose: pose.to_numbers(),
                ns: time.as_nanos() as u64,
                settings,
            })?;
        }
        None => {
            sides.iter().for_each(CheckedMesh::note_degenerate);
            output::print(&to_text(&regions, most, sides, time))?;
        }
    }
    Ok(if regions.is_empty() { Outcome::Apart } else { Outcome::Touching })
}

fn to_text(regions: &[Region], most: usize, [a, b]: &[CheckedMesh; 2], time: Duration) -> String {
    let meshes = format!("({}, {})", a.described(), b.described());
    let time = format::time(time);
    if regions.is_empty() {
        return format!("apart   {meshes}   {time}\n");
    }
    let count = format::counted(regions.len() as u64, "region");
    let mut text = format!("touching   {count}   {meshes}   {time}\n");
    for (number, region) in (1..).zip(regions) {
        let contacts = format::counted(region.contacts.len() as u64, "contact");
        text += &format!("{number}   {contacts}   at {}", format::point(region.centroid));
        if let Some(normal) = region.normal {
            text += &format!("   normal {}", format::point(normal));
        }
        if let Some(depth) = region.depth {
            text += &format!("   depth {}", format::coordinate(depth));
        }
        if region.flat_area > 0.0 {
            text += &format!("   flat area {}", format::coordinate(region.flat_area));
        }
        let points: Vec<String> = region.manifold(most).into_iter().map(format::point).collect();
        text += &format!("   points {}\n", points.join(" "));
    }
    text
}

#[derive(Serialize)]
struct RegionsJson<'a> {
    touching: bool,
    regions: Vec<RegionJson>,
    a: CheckedSolid<'a>,
    b: CheckedSolid<'a>,
    pose: [f64; 12],
    ns: u64,
    settings: Settings,
}

#[derive(Serialize)]
struct RegionJson {
    contacts: usize,
    /// From A to B; null without an area.
    normal: Option<[f64; 3]>,
    centroid: [f64; 3],
    extent: [[f64; 3]; 2],
    flat_area: f64,
    depth: Option<f64>,
    deepest: Option<[f64; 3]>,
    points: Vec<[f64; 3]>,
}

impl RegionJson {
    fn new(region: &Region, most: usize) -> Self {
        Self {
            contacts: region.contacts.len(),
            normal: region.normal,
            centroid: region.centroid,
            extent: region.extent,
            flat_area: region.flat_area,
            depth: region.depth,
            deepest: region.deepest,
            points: region.manifold(most),
        }
    }
}
