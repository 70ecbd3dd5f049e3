//! Tests of the estimates of shared volume, against sampling.

use super::super::polytope::Polytope;
use super::super::region::Region;
use super::super::{Overlap, Regions};
use feeler::inside::Cuboid;
use feeler_scenes::Random;

/// A box near the origin, with a random size and rotation.
fn cuboid(random: &mut Random, size: f64) -> Cuboid {
    let turn = random.rotation().matrix();
    Cuboid {
        center: [(); 3].map(|()| random.between(-1.0, 1.0) as f32),
        half: [(); 3].map(|()| (size * random.between(0.5, 1.0)) as f32),
        axes: turn.map(|row| row.map(|x| x as f32)),
    }
}

/// The share of a node's region that lies in another box, by sampling, and its standard deviation.
fn sampled(random: &mut Random, node: &Cuboid, region: Region, other: &Cuboid) -> (f64, f64) {
    const POINTS: usize = 4000;
    let inside = Polytope::of(other, Region::whole(other));
    let part = Polytope::of(node, region);
    let (mut taken, mut hits) = (0, 0);
    while taken < POINTS {
        let p = [0, 1, 2].map(|i| random.between(-1.0, 1.0) * node.half[i] as f64);
        let p = [0, 1, 2].map(|k| {
            node.center[k] as f64 + (0..3).map(|i| p[i] * node.axes[i][k] as f64).sum::<f64>()
        });
        if part.contains(p) {
            taken += 1;
            hits += inside.contains(p) as usize;
        }
    }
    let share = hits as f64 / POINTS as f64;
    (share, (share * (1.0 - share) / POINTS as f64).sqrt())
}

#[test]
fn clipping_is_the_truth_and_slabs_are_never_below() {
    let mut random = Random::new(11);
    for k in 0..300 {
        let a = cuboid(&mut random, 1.0);
        let b = cuboid(&mut random, if k % 2 == 0 { 1.0 } else { 0.4 });
        let exact = Overlap::Exact.volume(&a, &b);
        let (share, deviation) = sampled(&mut random, &a, Region::whole(&a), &b);
        let error = (exact / a.volume()) as f64 - share;
        assert!(error.abs() < 5.0 * deviation + 1e-3, "{k}: off by {error} of {share}");
        assert!((Overlap::Exact.volume(&b, &a) - exact).abs() <= 1e-5 * a.volume());
        let (three, product) =
            (Overlap::ThreeSlabs.volume(&a, &b), Overlap::SlabProduct.volume(&a, &b));
        assert!(three >= exact * 0.9999 - 1e-6, "{k}: {three} < {exact}");
        assert!(product >= three, "{k}: {product} < {three}");
    }
}

#[test]
fn boxes_with_common_faces_are_counted_once() {
    let mut random = Random::new(3);
    for _ in 0..100 {
        let a = cuboid(&mut random, 1.0);
        for overlap in [Overlap::Exact, Overlap::default(), Overlap::ThreeSlabs, Overlap::Spheres] {
            let error = overlap.volume(&a, &a) / a.volume() - 1.0;
            assert!(error.abs() < 1e-4, "{overlap:?}: {error}");
        }
        // This is half of the box: five of six faces are common.
        let half = a.part([0.5 * a.half[0], 0.0, 0.0], [0.5 * a.half[0], a.half[1], a.half[2]]);
        let share = Overlap::Exact.volume(&a, &half) / a.volume();
        assert!((share - 0.5).abs() < 1e-4, "{share}");
    }
}

#[test]
fn the_papers_estimate_is_a_rough_one() {
    let mut random = Random::new(12);
    let (mut sum, mut truth, mut below, mut count) = (0.0, 0.0, 0, 0);
    for _ in 0..2000 {
        let (a, b) = (cuboid(&mut random, 1.0), cuboid(&mut random, 1.0));
        let exact = Overlap::Exact.volume(&a, &b);
        if exact > 0.02 * a.volume() {
            let estimate = Overlap::default().volume(&a, &b);
            sum += estimate;
            truth += exact;
            below += (estimate < 0.7 * exact) as usize;
            count += 1;
        }
    }
    let mean = sum / truth;
    assert!(count > 500 && (1.0..2.0).contains(&mean), "{mean} times the truth, {count} pairs");
    assert!(below < count / 5, "{below} of {count} are below 0.7 of the truth");
}

#[test]
fn the_papers_estimate_is_right_where_it_was_derived() {
    let a = Cuboid::upright([0.0; 3], [3.0, 2.0, 1.0]);
    for d in [0.0, 0.5, 2.0, 5.9, 6.0, 9.0] {
        let along = Cuboid::upright([d, 0.0, 0.0], a.half);
        let v1 = ((6.0 - d) * 8.0).max(0.0);
        let v3 = 48.0 * (1.0 - d / (36.0_f32 + 16.0 + 4.0).sqrt()).max(0.0).powi(3);
        let estimate = Overlap::default().volume(&a, &along);
        assert!(estimate >= v1.max(v3) - 1e-4, "{d}: {estimate}");
        assert!(d != 0.5 || estimate == v1, "{estimate}");
    }
}

#[test]
fn spheres_share_a_lens() {
    // Two spheres of radius one at distance one share a volume of 5 π / 12.
    let half = [1.0 / 3.0_f32.sqrt(); 3];
    let (a, b) = (Cuboid::upright([0.0; 3], half), Cuboid::upright([0.0, 0.0, 1.0], half));
    let volume = Overlap::Spheres.volume(&a, &b);
    assert!((volume - 5.0 * std::f32::consts::PI / 12.0).abs() < 1e-5, "{volume}");
    let far = Cuboid::upright([0.0, 2.1, 0.0], half);
    assert_eq!(Overlap::Spheres.volume(&a, &far), 0.0);
}

#[test]
fn sectors_are_sixths_and_their_boxes_are_near() {
    let mut random = Random::new(13);
    let (mut off, mut count) = (0.0, 0);
    for _ in 0..60 {
        let (a, b) = (cuboid(&mut random, 1.0), cuboid(&mut random, 0.8));
        let whole = Overlap::Exact.volume(&a, &b) / a.volume();
        let mut sum = 0.0;
        for index in 0..6 {
            let region = Regions::Sectors.region(index, &a);
            let share = Overlap::Exact.share(&a, region, &b);
            sum += share / 6.0;
            let (truth, deviation) = sampled(&mut random, &a, region, &b);
            assert!((share as f64 - truth).abs() < 5.0 * deviation + 1e-3, "{share} {truth}");
            // The box that stands for the sector, by the exact overlap of boxes.
            let part = region.cuboid(&a);
            off += (Overlap::Exact.volume(&part, &b) / part.volume() - share).abs();
            count += 1;
        }
        assert!((sum - whole).abs() < 1e-4, "{sum} {whole}");
    }
    assert!(off / (count as f32) < 0.05, "mean error {}", off / count as f32);
}

#[test]
fn a_grid_of_regions_is_the_whole() {
    let mut random = Random::new(14);
    let (a, b) = (cuboid(&mut random, 1.0), cuboid(&mut random, 0.8));
    let regions = Regions::Grid(3);
    let share = |i: usize| Overlap::Exact.share(&a, regions.region(i, &a), &b) / 27.0;
    let sum: f32 = (0..regions.count()).map(share).sum();
    assert!((sum - Overlap::Exact.volume(&a, &b) / a.volume()).abs() < 1e-4);
}
