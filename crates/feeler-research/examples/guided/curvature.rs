//! The experiment `curvature`: whether the normals below a node tell a guided query more than it
//! knows.
//!
//! Klein and Zachmann (VRST 2003, section 5) propose curvature as a further parameter. Searches on
//! the shapes of the corpus are observed after every step: the sixteen terms of the shipped model,
//! and the normals of the pair of nodes that is most likely and of both roots. Logistic models with
//! and without the normals are fitted, and their loss is measured on other meshes.

use feeler::inside::{Tree, WEIGHTS};
use feeler::{Budget, Mesh, Model, Pair, Scratch};
use feeler_research::{PoseSet, corpus};
use feeler_scenes::{PlacingError, unwatched};
use rayon::prelude::*;

/// The terms of the normals: of the likeliest pair the product and the smaller of both resultants,
/// the product and the smaller of both concentrations, the products also times the logarithm of the
/// sum and of the steps; of the roots the sum of both concentrations.
const NORMALS: usize = 9;
const TERMS: usize = WEIGHTS + NORMALS;

/// The models that are compared: their names, and which terms they have.
const MODELS: [(&str, std::ops::Range<usize>); 4] = [
    ("the shipped terms", WEIGHTS..WEIGHTS),
    ("and the normals of the likeliest pair", WEIGHTS..TERMS - 1),
    ("and those of both roots", TERMS - 1..TERMS),
    ("and both", WEIGHTS..TERMS),
];

struct Row {
    terms: [f64; TERMS],
    weight: f64,
    touches: bool,
}

pub(crate) fn run(meshes: &[(String, Mesh)]) -> Result<(), PlacingError> {
    let shapes: Vec<Model> = corpus(120, 1).into_iter().map(Model::new).collect();
    let training = rows(&shapes, 360, 1)?;
    println!("fitted to {} observations", training.len());
    let tests: Vec<(&str, Vec<Row>)> = meshes
        .iter()
        .map(|(name, mesh)| Ok((&name[..], rows(&[Model::new(mesh.clone())], 360, 90_001)?)))
        .collect::<Result<_, PlacingError>>()?;
    for (name, used) in MODELS {
        let used: Vec<usize> = (0..WEIGHTS).chain(used).collect();
        let weights = fitted(&training, &used);
        let each: Vec<(&str, [f64; 2])> =
            tests.iter().map(|(name, rows)| (*name, loss(rows, &used, &weights))).collect();
        let [sum, weight] = [0, 1].map(|i| each.iter().map(|(_, loss)| loss[i]).sum::<f64>());
        let [own, own_weight] = loss(&training, &used, &weights);
        println!(
            "{name}: loss {:.4} where it was fitted, {:.4} on the meshes",
            own / own_weight,
            sum / weight
        );
        for (mesh, [sum, weight]) in each {
            println!("    {mesh:24} {:.4}", sum / weight);
        }
    }
    Ok(())
}

/// The observations of searches of each model with itself and with the next one.
fn rows(models: &[Model], poses: usize, seed: u64) -> Result<Vec<Row>, PlacingError> {
    let normals: Vec<Vec<[f64; 2]>> = models.par_iter().map(normals).collect();
    let of_model = |i: usize| {
        let (mut all, mut scratch) = (Vec::new(), Scratch::new());
        for set in PoseSet::ALL {
            let j = if set == PoseSet::Other { (i + 1) % models.len() } else { i };
            let (a, b) = (&models[i], &models[j]);
            for pose in set.poses(a, b, poses / PoseSet::ALL.len(), seed + i as u64, &unwatched)? {
                let pair = Pair::new(a, b).at(pose);
                observe(&pair, [&normals[i], &normals[j]], &mut scratch, &mut all);
            }
        }
        Ok(all)
    };
    let all: Result<Vec<Vec<Row>>, PlacingError> =
        (0..models.len()).into_par_iter().map(of_model).collect();
    Ok(all?.into_iter().flatten().collect())
}

/// Adds the observations of one search, as a training does.
fn observe(pair: &Pair<'_>, normals: [&[[f64; 2]]; 2], scratch: &mut Scratch, rows: &mut Vec<Row>) {
    let first = rows.len();
    let (mut steps, mut next) = (0_u32, 1);
    let mut verdict = pair.guided_with(Budget::steps(0), 0.0, scratch);
    while !verdict.is_proof() {
        if steps == next {
            next += 1 + steps / 16;
            let known = scratch.evidence().terms().map(f64::from);
            let (l, u) = (known[1], known[4]);
            let suspect = pair.suspect(scratch).expect("a query without a proof");
            let [a, b] = [0, 1].map(|side| normals[side][suspect.nodes[side] as usize]);
            let roots = normals[0][Tree::ROOT as usize][1] + normals[1][Tree::ROOT as usize][1];
            let [p, q] = [a[0] * b[0], a[1] * b[1]];
            let mut terms = [0.0; TERMS];
            terms[..WEIGHTS].copy_from_slice(&known);
            terms[WEIGHTS..].copy_from_slice(&[
                p,
                p * l,
                p * u,
                a[0].min(b[0]),
                q,
                q * l,
                q * u,
                a[1].min(b[1]),
                roots,
            ]);
            let weight = f64::from(next - steps) / f64::from(steps + 1);
            rows.push(Row { terms, weight, touches: false });
        }
        verdict = pair.resume_with(Budget::steps(1), 0.0, scratch);
        steps += 1;
    }
    rows[first..].iter_mut().for_each(|row| row.touches = verdict.touches());
}

/// For each slot the resultant of the normals below it, from 0 (all directions, or two opposite
/// sides) to 1 (a flat sheet), and their concentration, from a third (all directions) to 1 (one
/// axis, whatever the sign).
fn normals(model: &Model) -> Vec<[f64; 2]> {
    let tree = model.tree();
    let of_slot = |slot: u32| {
        let (mut area, mut sum, mut products) = (0.0, [0.0; 3], [[0.0; 3]; 3]);
        for triangle in tree.triangles(slot) {
            let [p, q, r] = model.mesh().triangle(triangle);
            let [u, v] = [q, r].map(|s| [0, 1, 2].map(|i| s[i] - p[i]));
            let n =
                [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
            let length = n.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length > 0.0 {
                area += length;
                for i in 0..3 {
                    sum[i] += n[i];
                    for j in 0..3 {
                        products[i][j] += n[i] * n[j] / length;
                    }
                }
            }
        }
        if area == 0.0 {
            return [0.0, 1.0 / 3.0];
        }
        let resultant = sum.iter().map(|x| x * x).sum::<f64>().sqrt() / area;
        let concentration = products.iter().flatten().map(|x| x * x).sum::<f64>() / (area * area);
        [resultant, concentration]
    };
    tree.slots()
        .map(
            |slot| {
                if tree.child(slot) == feeler::inside::Child::NONE {
                    [0.0; 2]
                } else {
                    of_slot(slot)
                }
            },
        )
        .collect()
}

fn logit(row: &Row, used: &[usize], weights: &[f64]) -> f64 {
    used.iter().zip(weights).map(|(&term, weight)| row.terms[term] * weight).sum()
}

/// The weighted sum of the logarithmic losses, and the sum of the weights.
fn loss(rows: &[Row], used: &[usize], weights: &[f64]) -> [f64; 2] {
    let of_row = |row: &Row| {
        let logit = logit(row, used, weights);
        let against = if row.touches { -logit } else { logit };
        row.weight * (against.max(0.0) + (-against.abs()).exp().ln_1p())
    };
    [rows.iter().map(of_row).sum(), rows.iter().map(|row| row.weight).sum()]
}

/// The weights with the largest likelihood, by Newton's method with steps that improve it.
fn fitted(rows: &[Row], used: &[usize]) -> Vec<f64> {
    let n = used.len();
    let mut weights = vec![0.0; n];
    let value = |weights: &[f64]| {
        let parts: Vec<f64> =
            rows.par_chunks(1 << 14).map(|rows| loss(rows, used, weights)[0]).collect();
        parts.iter().sum::<f64>() + 0.5e-3 * weights.iter().map(|w| w * w).sum::<f64>()
    };
    let mut here = value(&weights);
    for _ in 0..40 {
        let parts: Vec<Vec<f64>> =
            rows.par_chunks(1 << 14).map(|rows| slopes(rows, used, &weights)).collect();
        let mut slopes = vec![0.0; n * n + n];
        parts.iter().for_each(|part| slopes.iter_mut().zip(part).for_each(|(all, x)| *all += x));
        let (bends, slope) = slopes.split_at_mut(n * n);
        for i in 0..n {
            bends[i * n + i] += 1e-3;
            slope[i] -= 1e-3 * weights[i];
        }
        let mut step = solved(bends, slope);
        let (next, there) = loop {
            let next: Vec<f64> = weights.iter().zip(&step).map(|(w, s)| w + s).collect();
            let there = value(&next);
            if there < here || step.iter().all(|x| x.abs() < 1e-7) {
                break (next, there);
            }
            step.iter_mut().for_each(|x| *x *= 0.5);
        };
        let gain = here - there;
        (weights, here) = (next, there);
        if gain < 1e-9 * here {
            break;
        }
    }
    weights
}

/// The second derivatives of the loss, row by row, and then its downward slopes.
fn slopes(rows: &[Row], used: &[usize], weights: &[f64]) -> Vec<f64> {
    let n = used.len();
    let mut all = vec![0.0; n * n + n];
    for row in rows {
        let x: Vec<f64> = used.iter().map(|&term| row.terms[term]).collect();
        let p = 1.0 / (1.0 + (-logit(row, used, weights)).exp());
        let (bend, off) =
            (row.weight * p * (1.0 - p), row.weight * (f64::from(u8::from(row.touches)) - p));
        for i in 0..n {
            all[n * n + i] += off * x[i];
            for j in 0..n {
                all[i * n + j] += bend * x[i] * x[j];
            }
        }
    }
    all
}

/// The solution of linear equations with a positive definite matrix, by elimination.
fn solved(matrix: &[f64], right: &[f64]) -> Vec<f64> {
    let n = right.len();
    let (mut a, mut b) = (matrix.to_vec(), right.to_vec());
    for i in 0..n {
        for j in i + 1..n {
            let factor = a[j * n + i] / a[i * n + i];
            for k in i..n {
                a[j * n + k] -= factor * a[i * n + k];
            }
            b[j] -= factor * b[i];
        }
    }
    for i in (0..n).rev() {
        let rest: f64 = (i + 1..n).map(|k| a[i * n + k] * b[k]).sum();
        b[i] = (b[i] - rest) / a[i * n + i];
    }
    b
}
