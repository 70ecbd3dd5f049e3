//! Tests of every kind of volume, builder, arity, leaf size, schedule and instruction set against
//! brute force in exact arithmetic.

use crate::configuration::{Configuration, Expected};
use crate::long;
use crate::oracle::soup::nasty_meshes;
use feeler::{Mesh, Pose};
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
