//! Is curvature a useful parameter of average-distribution trees? `cargo run --release -p
//! feeler-research --example curvature [-- MESH…]`.
//!
//! Klein and Zachmann (VRST 2003, section 5) propose it as future work. For every pair of nodes
//! that queries look at, the example knows the published probability, the depth, how flat the
//! polygons of both nodes are, and whether they really touch. Logistic models with more and more of
//! these are fitted to the pairs of a corpus, and their loss is measured on other meshes: files, or
//! `shape:NAME:TRIANGLES`. Then whole queries are compared, with the depth and with the flatness as
//! the probability in a cell.

use feeler::inside::{Child, Tree};
use feeler::{Arity, Budget, Build, Mesh, Model, Pair, Pose, Rule, Volume};
use feeler_research::adb::{
    Adb, Cells, Contest, Count, InCell, Memory, Overlap, Pretest, Query, Sizes,
};
use feeler_research::corpus;
use feeler_scenes::{Shape, mixture, normalised, sweep, unwatched};
use std::collections::HashSet;
use std::error::Error;
use std::ops::ControlFlow;

const BUILD: Build =
    Build { volume: Volume::AABB, arity: Arity::Two, rule: Rule::Median, leaf_size: 8 };

/// What is known about a pair of nodes, and whether their polygons touch.
struct Sample {
    features: [f64; FEATURES],
    touches: bool,
}

/// One, the logit of the published probability, the depth, the product of both flatnesses, and the
/// smaller one.
const FEATURES: usize = 5;

/// The models: how many of the features they have.
const MODELS: [(&str, usize); 3] =
    [("published p", 2), ("and depth", 3), ("and flatness of both nodes", 5)];

fn main() -> Result<(), Box<dyn Error>> {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        names = ["shape:gear:20000", "shape:globe:20000"].map(String::from).to_vec();
    }
    let cells = Cells { tau: 0.02, count: Count::Approximate, ..Cells::default() };
    let mut training = Vec::new();
    for mesh in corpus(40, 1).iter().filter(|mesh| mesh.triangles().len() < 20_000) {
        training.extend(samples(&normalised(mesh), cells, 120)?);
    }
    let touching = training.iter().filter(|sample| sample.touches).count();
    println!("trained with {} pairs of nodes, {touching} of which touch", training.len());
    let weights = MODELS.map(|(_, used)| fitted(&training, used));

    for name in names {
        let mesh = match name.strip_prefix("shape:") {
            Some(shape) => Shape::by_name(shape)?,
            None => feeler_io::read(&name)?,
        };
        let mesh = normalised(&mesh);
        let test = samples(&mesh, cells, 200)?;
        let touching = test.iter().filter(|sample| sample.touches).count();
        let short = name.rsplit('/').next().unwrap_or(&name);
        println!("\n{short}: {} pairs of nodes, {touching} of which touch", test.len());
        println!("  loss of the published p as it is: {:.4}", loss(&test, &[0.0, 1.0]));
        for ((model, _), weights) in MODELS.iter().zip(&weights) {
            println!("  loss fitted, {model}: {:.4}", loss(&test, weights));
        }
        whole_queries(&mesh, cells);
    }
    Ok(())
}

/// Times and wrong answers of whole queries.
fn whole_queries(mesh: &Mesh, cells: Cells) {
    let poses: Vec<Pose> = sweep(0.4..=2.1, 18, 24).iter().map(|placed| placed.pose).collect();
    for (p_min, k_min) in [(0.5, 5), (0.9, 5), (0.99, 5)] {
        for in_cell in [InCell::Depth, InCell::Flatness] {
            let query = Query { p_min, k_min, in_cell, ..working() };
            let contest = Contest { meshes: [mesh, mesh], build: BUILD, cells, query };
            let found = contest.run(&poses, &|_| ControlFlow::Continue(())).expect("not stopped");
            println!(
                "  p_min {p_min:<4} k_min {k_min} {:8}  {:7.2} µs  {:.1} % wrong ({} false, {} missed)",
                format!("{in_cell:?}"),
                found.adb_micros,
                100.0 * found.wrong_share(),
                found.false_collisions,
                found.missed_collisions
            );
        }
    }
}

/// The variant of the query that works.
fn working() -> Query<'static> {
    let pretest = Pretest::Volumes;
    Query { pretest, sizes: Sizes::Flat, overlap: Overlap::SlabProduct, ..Query::default() }
}

/// The pairs of nodes that queries at some poses look at.
fn samples(mesh: &Mesh, cells: Cells, poses: usize) -> Result<Vec<Sample>, Box<dyn Error>> {
    let model = Model::build(mesh.clone(), &BUILD);
    let adb = Adb::new(&model, cells);
    let places = Places::new(model.tree());
    let deepest = model.stats().depth as f64;
    let query = Query { p_min: 0.0, k_min: usize::MAX, budget: Budget::steps(60), ..working() };
    let mut memory = Memory::default();
    let mut samples = Vec::new();
    for placed in mixture(&model, &model, poses, 5, &unwatched)? {
        let touching = places.touching(&Pair::new(&model, &model).at(placed.pose));
        for pair in query.run(&adb, &adb, &placed.pose, &mut memory).pairs {
            let p = f64::from(pair.p).clamp(1e-3, 1.0 - 1e-3);
            let [a, b] = [pair.a, pair.b].map(|node| f64::from(adb.flatness(node)));
            let depth = [pair.a, pair.b].map(|node| f64::from(places.depth[node as usize]));
            let deep = (depth[0] + depth[1]) / (2.0 * deepest);
            samples.push(Sample {
                features: [1.0, (p / (1.0 - p)).ln(), deep, a * b, a.min(b)],
                touches: touching.contains(&(pair.a, pair.b)),
            });
        }
    }
    Ok(samples)
}

/// Where the nodes of a tree are.
struct Places {
    depth: Vec<u32>,
    /// The parent of each slot; the root is its own parent.
    parent: Vec<u32>,
    /// The leaf of each triangle.
    leaf: Vec<u32>,
}

impl Places {
    fn new(tree: &Tree) -> Self {
        let slots = tree.slots().len();
        let mut places = Self { depth: vec![0; slots], parent: vec![0; slots], leaf: Vec::new() };
        let mut pending = vec![Tree::ROOT];
        while let Some(slot) = pending.pop() {
            let child = tree.child(slot);
            if child != Child::NONE && child.is_leaf() {
                for triangle in tree.triangles(slot) {
                    let triangle = triangle as usize;
                    places.leaf.resize(places.leaf.len().max(triangle + 1), 0);
                    places.leaf[triangle] = slot;
                }
                continue;
            }
            for below in tree.children(child) {
                places.depth[below as usize] = places.depth[slot as usize] + 1;
                places.parent[below as usize] = slot;
                pending.push(below);
            }
        }
        places
    }

    /// All pairs of nodes whose polygons touch.
    fn touching(&self, pair: &Pair<'_>) -> HashSet<(u32, u32)> {
        let leaves: HashSet<(u32, u32)> = pair
            .contacts()
            .iter()
            .map(|contact| (self.leaf[contact.a as usize], self.leaf[contact.b as usize]))
            .collect();
        let mut touching = HashSet::new();
        for (a, b) in leaves {
            for above_a in self.upwards(a) {
                for above_b in self.upwards(b) {
                    touching.insert((above_a, above_b));
                }
            }
        }
        touching
    }

    fn upwards(&self, slot: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(slot), |&slot| {
            (slot != Tree::ROOT).then(|| self.parent[slot as usize])
        })
    }
}

/// The weights of a logistic model of the first features, by descent along the gradient.
fn fitted(samples: &[Sample], used: usize) -> Vec<f64> {
    let mut weights = vec![0.0; used];
    let mut squares = vec![1e-9; used];
    for _ in 0..400 {
        let mut slope = vec![0.0; used];
        for sample in samples {
            let off = probability(sample, &weights) - f64::from(u8::from(sample.touches));
            for (slope, feature) in slope.iter_mut().zip(&sample.features) {
                *slope += off * feature / samples.len() as f64;
            }
        }
        // AdaGrad (Duchi et al. 2011): features of any scale have steps of their own.
        for i in 0..used {
            squares[i] += slope[i] * slope[i];
            weights[i] -= 0.5 * slope[i] / f64::sqrt(squares[i]);
        }
    }
    weights
}

fn probability(sample: &Sample, weights: &[f64]) -> f64 {
    let sum: f64 = weights.iter().zip(&sample.features).map(|(w, x)| w * x).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// The mean logarithmic loss.
fn loss(samples: &[Sample], weights: &[f64]) -> f64 {
    let of = |sample: &Sample| {
        let p = probability(sample, weights).clamp(1e-6, 1.0 - 1e-6);
        -if sample.touches { p.ln() } else { (1.0 - p).ln() }
    };
    samples.iter().map(of).sum::<f64>() / samples.len() as f64
}
