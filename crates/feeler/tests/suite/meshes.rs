//! Tests of every kind of volume, builder, arity, leaf size, schedule and instruction set against
//! brute force in exact arithmetic.

use crate::configuration::{Configuration, Expected};
use crate::{long, oracle};
use feeler::{Mesh, Pose};
use oracle::nasty::Random;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of mesh pairs; ten times as many in the long mode.
fn pairs() -> u64 {
    if long() { 100_000 } else { 10_000 }
}

#[test]
fn random_meshes_agree_with_brute_force() {
    let touching = AtomicU64::new(0);
    (0..pairs()).into_par_iter().for_each(|number| {
        let (a, b, pose) = nasty_meshes(number);
        // Distances take longer, so they are checked for one pair in five.
        let expected = match number % 5 {
            0 => Expected::all(&a, &b, &pose),
            _ => Expected::contacts(&a, &b, &pose),
        };
        touching.fetch_add(!expected.contacts.is_empty() as u64, Ordering::Relaxed);
        for configuration in Configuration::some(number) {
            if let Err(difference) = configuration.check(&a, &b, &pose, &expected) {
                panic!("pair {number}, {configuration}: {difference}\nA = {a:?}\nB = {b:?}\npose = {pose:?}");
            }
        }
    });
    let share = touching.into_inner() as f64 / pairs() as f64;
    println!("{} mesh pairs, {:.0} % touch", pairs(), 100.0 * share);
    assert!((0.25..0.75).contains(&share), "both answers must be common, but {share} touch");
}

#[test]
fn every_configuration_agrees_on_a_few_meshes() {
    for number in 0..20 {
        let (a, b, pose) = nasty_meshes(number);
        let expected = Expected::all(&a, &b, &pose);
        for configuration in Configuration::all() {
            configuration
                .check(&a, &b, &pose, &expected)
                .unwrap_or_else(|e| panic!("{number}, {configuration}: {e}"));
        }
    }
}

#[test]
fn an_empty_mesh_touches_nothing() {
    let empty = Mesh::default();
    let triangle =
        Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]).unwrap();
    for configuration in Configuration::all() {
        configuration.check(&empty, &empty, &Pose::IDENTITY, &Expected::default()).unwrap();
        configuration.check(&empty, &triangle, &Pose::IDENTITY, &Expected::default()).unwrap();
        configuration.check(&triangle, &empty, &Pose::IDENTITY, &Expected::default()).unwrap();
    }
}

#[test]
fn many_equal_triangles() {
    let corners = vec![[0.5, 0.25, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5]];
    let mesh = |count| Mesh::new(corners.clone(), vec![[0, 1, 2]; count]).unwrap();
    let (many, some) = (mesh(50), mesh(9));
    let of_many = Expected::contacts(&many, &many, &Pose::IDENTITY);
    let of_some = Expected::all(&some, &some, &Pose::IDENTITY);
    assert_eq!(of_many.contacts.len(), 2500);
    for configuration in Configuration::all() {
        configuration.check(&many, &many, &Pose::IDENTITY, &of_many).unwrap();
        configuration.check(&some, &some, &Pose::IDENTITY, &of_some).unwrap();
    }
}

/// Two meshes and a pose. Often the meshes just touch, are degenerate, far away, long and thin, or
/// of very different size.
pub fn nasty_meshes(number: u64) -> (Mesh, Mesh, Pose) {
    let mut random = Random::new(number ^ 0x6d65_7368);
    let grid = 4 << random.below(4);
    let (mut a, mut b) = (soup(&mut random, grid), soup(&mut random, grid));
    let quarter = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let size = grid as f64;
    let mut pose = match random.below(4) {
        0 => Pose::IDENTITY,
        1 => Pose::translation(random.grid(grid / 2)),
        // Quarter turns keep the grid, so that touching triangles still touch.
        2 => Pose::new(quarter, random.grid(grid / 2)).unwrap(),
        _ => {
            let turn = Pose::rotation(random.point(), 3.0 * random.unit());
            turn.then(&Pose::translation(random.point().map(|x| x * size)))
        }
    };
    let mut offset = pose.origin();
    match random.below(6) {
        // Both meshes are up to a million sizes away from the origin.
        0 => {
            let away = random.grid(1_000_000).map(|x| x * size);
            a.iter_mut().flatten().for_each(|p| *p = [0, 1, 2].map(|i| p[i] + away[i]));
            offset = [0, 1, 2].map(|i| offset[i] + away[i]);
        }
        // Another scale: nanometres, light years, and beyond.
        1 => {
            let scale = 2f64.powi(random.between(-500, 500));
            a.iter_mut().chain(&mut b).flatten().flatten().for_each(|x| *x *= scale);
            offset = offset.map(|x| x * scale);
        }
        // One mesh is much smaller than the other, and at one of its corners.
        2 => {
            let scale = 2f64.powi(-random.between(1, 200));
            b.iter_mut().flatten().flatten().for_each(|x| *x *= scale);
            offset = a[random.below(a.len())][random.below(3)];
        }
        // Both meshes are long and thin.
        3 => {
            let thin = 2f64.powi(-random.between(1, 40));
            a.iter_mut().chain(&mut b).flatten().for_each(|p| p[1] *= thin);
        }
        _ => {}
    }
    pose = Pose::new(pose.matrix(), offset).unwrap();
    (mesh(&a), mesh(&b), pose)
}

/// Triangles that are small against their grid, some without area, on the grid or not.
fn soup(random: &mut Random, grid: i32) -> Vec<[[f64; 3]; 3]> {
    let count = 1 + random.below(40);
    let reach = 1 + random.below(3) as i32;
    let free = random.below(3) == 0;
    (0..count)
        .map(|_| {
            let center = random.grid(grid);
            let mut corner = || {
                let offset = random.grid(reach);
                let noise = if free { random.point() } else { [0.0; 3] };
                [0, 1, 2].map(|i| center[i] + offset[i] + noise[i])
            };
            [corner(), corner(), corner()]
        })
        .collect()
}

fn mesh(triangles: &[[[f64; 3]; 3]]) -> Mesh {
    let indices = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(triangles.iter().flatten().copied().collect(), indices).unwrap()
}
