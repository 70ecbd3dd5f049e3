//! Measures offset surfaces for docs/offset-surfaces.md:
//! `cargo run --release -p feeler-field --example accuracy -- bunny.ply 64 128`.
//!
//! The arguments are a file or a built-in shape, then resolutions, then optionally a folder for the
//! surfaces.

use feeler_field::{Field, Fineness, Offsets, Sampling, Solid, unwatched};
use feeler_scenes::Shape;
use std::path::PathBuf;
use std::time::Instant;

/// The levels, in percent of the largest possible penetration.
const LEVELS: [f64; 4] = [-50.0, -10.0, 10.0, 50.0];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let source = words.next().ok_or("which mesh?")?;
    let (resolutions, folder): (Vec<String>, Vec<String>) =
        words.partition(|word| word.parse::<usize>().is_ok());
    let mesh = match source.strip_prefix("shape:") {
        Some(name) => Shape::by_name(name)?,
        None => feeler_io::read(&source)?,
    };
    let start = Instant::now();
    let solid = Solid::new(mesh)?;
    let kind = if solid.is_closed() { "closed" } else { "open" };
    let triangles = solid.mesh().triangles().len();
    println!("{source}: {triangles} triangles, {kind}, {} turned", solid.turned());
    println!("model in {:.2} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let deepest = solid.deepest()?;
    println!("{deepest:?} in {:.2} s", start.elapsed().as_secs_f64());

    println!(
        "| level | cells | values | triangles | field | surface | max error | 99 % | mean | polished: max | 99 % | mean | vertices | seconds |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for resolution in resolutions.iter().filter_map(|word| word.parse().ok()) {
        for percent in LEVELS {
            let level = percent / 100.0 * deepest.depth;
            let start = Instant::now();
            let field = Field::new(&solid, &Sampling::at_level(level, resolution))?;
            let sampled = start.elapsed().as_secs_f64();
            let start = Instant::now();
            let triangles = field.surface(level).triangles().len();
            let surfaced = start.elapsed().as_secs_f64();
            let options =
                Offsets { fineness: Fineness::Resolution(resolution), ..Offsets::default() };
            let make = |polish: bool| {
                let options = Offsets { polish, ..options };
                options.at(&solid, level, &unwatched)
            };
            let rough = make(false)?;
            let start = Instant::now();
            let fine = make(true)?;
            let all = start.elapsed().as_secs_f64();
            let [r, p] = [&rough, &fine].map(|offset| offset.deviation);
            // The error as a share of a cell's side.
            let share = |error: f64| format!("{:.4}", error / rough.spacing);
            println!(
                "| {percent} % | {resolution} | {} | {triangles} | {sampled:.2} s | {surfaced:.2} s | {} | {} | {} | {} | {} | {} | {:.0e} | {all:.2} |",
                field.known(),
                share(r.max()),
                share(r.triangles.p99),
                share(r.triangles.mean),
                share(p.max()),
                share(p.triangles.p99),
                share(p.triangles.mean),
                p.vertices.p99 / rough.spacing,
            );
            if let Some(folder) = folder.first() {
                let name = |kind: &str| PathBuf::from(folder).join(format!("{kind}{percent}.ply"));
                feeler_io::write(name("rough"), &rough.surface)?;
                feeler_io::write(name("fine"), &fine.surface)?;
            }
        }
    }
    Ok(())
}
