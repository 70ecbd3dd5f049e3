//! The cost model of a query, term by term: `cargo run --release -p feeler-research --example costs -- [MESH]`.
//!
//! The example takes a blob of 100,000 triangles, or a given mesh, against itself. It prints `T =
//! Nv*Cv + Np*Cp + Nu*Cu + Cb` for some volumes and questions, as a table of `docs/speed.md`. A row
//! with a size has the memory that a query goes through, if every node and leaf that it visits were
//! cold.
//!
//! `-- --repeat N KIND QUESTION` only runs queries, N times at every pose, and prints the effort:
//! for programs that count instructions and cache misses. The difference of two runs, for example
//! with 0 and with 10, is that of the queries alone (`docs/speed.md` has the command).

use feeler::{Build, Mesh, Model, Pair, Pose, Question, Scratch, Volume};

use feeler_research::Costs;
use feeler_scenes::{Sampling, Shape, around_contact, normalised, random_sweep, unwatched};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mesh = match args.first() {
        Some(path) if path != "--repeat" => feeler_io::read(path)?,
        _ => Shape::Blob.mesh(100_000),
    };
    let mesh = normalised(&mesh);
    let model = Model::new(mesh.clone());
    let placed = |shares: &[f64], count: usize| -> Result<Vec<Pose>, Box<dyn Error>> {
        let poses = around_contact(&model, &model, shares, count, Sampling::Random(3), &unwatched)?;
        Ok(poses.iter().map(|placed| placed.pose).collect())
    };
    let sweep = random_sweep(0.4..=2.1, 18, 20, 7).iter().map(|placed| placed.pose).collect();
    let questions: [(&str, Question, Vec<Pose>); 5] = [
        ("sweep", Question::Intersects, sweep),
        ("just apart", Question::Intersects, placed(&[1.001], 60)?),
        ("just touching", Question::Intersects, placed(&[0.999], 60)?),
        ("all contacts", Question::Contacts, placed(&[0.7], 12)?),
        ("distance", Question::Distance, placed(&[1.01], 60)?),
    ];
    if let [option, times, kind, name] = &args[..]
        && option == "--repeat"
    {
        let wanted = questions.iter().find(|question| question.0 == name);
        let (_, question, poses) = wanted.ok_or(format!("there is no question '{name}'"))?;
        let times = times.parse()?;
        return repeat(kind.parse()?, &mesh, *question, poses, times);
    }
    println!("| | | T µs | Nv | Cv ns | Nu | Cu ns | Np | Cp ns | Cb µs | a packet, ns | kB |");
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (name, question, poses) in &questions {
        for volume in VOLUMES {
            row(volume, &mesh, name, *question, poses);
        }
    }
    Ok(())
}

const VOLUMES: [Volume; 6] =
    [Volume::OBB, Volume::AABB, Volume::DOP18, Volume::SPHERE, Volume::RSS, Volume::RBOX];

fn repeat(
    volume: Volume,
    mesh: &Mesh,
    question: Question,
    poses: &[Pose],
    times: usize,
) -> Result<(), Box<dyn Error>> {
    let model = Model::build(mesh.clone(), &Build { volume, ..Build::default() });
    let (mut scratch, mut packets, mut pairs) = (Scratch::new(), 0, 0);
    for _ in 0..times {
        for &pose in poses {
            std::hint::black_box(
                question.answer(&Pair::new(&model, &model).at(pose), &mut scratch),
            );
            packets += scratch.effort().updates;
            pairs += scratch.effort().triangle_tests;
        }
    }
    println!("{} queries, {packets} packets, {pairs} pairs of triangles", times * poses.len());
    Ok(())
}

fn row(volume: Volume, mesh: &Mesh, name: &str, question: Question, poses: &[Pose]) {
    let model = Model::build(mesh.clone(), &Build { volume, ..Build::default() });
    let costs = Costs::of(&Pair::new(&model, &model), question, poses, &mut Scratch::new());
    // An update places one volume for the test of one packet.
    let packet = costs.update + costs.volume_test * costs.volume_tests / costs.updates.max(1.0);
    let stats = model.stats();
    let node = stats.node_bytes as f64 / stats.nodes as f64;
    // Packets of leaves hold eight triangles in 320 bytes, and each triangle of one is compared
    // with each of the other.
    let leaves = 2.0 * 320.0 * costs.triangle_tests / 64.0;
    println!(
        "| {name} | `{volume}` | {:.2} | {:.0} | {:.1} | {:.1} | {:.1} | {:.0} | {:.2} | {:.2} | {packet:.0} | {:.0} |",
        costs.time / 1e3,
        costs.volume_tests,
        costs.volume_test,
        costs.updates,
        costs.update,
        costs.triangle_tests,
        costs.triangle_test,
        costs.base / 1e3,
        (node * costs.updates + leaves) / 1e3,
    );
}
