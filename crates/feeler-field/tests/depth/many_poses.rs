//! Shapes with a closed form at many random poses: a thousand each in the long mode.

use crate::blocks::{Block, block, depths, solid};
use crate::{moved, rounds};
use feeler::{Budget, Mesh, Model, Pose};
use feeler_field::{Body, Depth, DepthSearch, Proof, Ways};
use feeler_scenes::{Random, shape};

/// What came out at many poses.
#[derive(Default)]
struct Tally {
    deep: usize,
    /// Upper bounds within a hundredth of the depth.
    good: usize,
    /// Poses at which a proof within a tenth was asked, and how many have it.
    asked: usize,
    proven: usize,
}

impl Tally {
    /// Asks about many poses. `form` makes a pose and the depth there, of which the solids may be off
    /// by `slack`.
    fn of(
        [a, b]: [&Mesh; 2],
        seed: u64,
        slack: f64,
        mut form: impl FnMut(&mut Random) -> (Pose, f64),
    ) -> Self {
        let [a, b] = [a, b].map(|mesh| Model::new(mesh.clone()));
        let (a, b) = (Body::of(&a), Body::of(&b));
        let mut random = Random::new(seed);
        let mut tally = Self::default();
        for round in 0..rounds(100) {
            let (pose, expected) = form(&mut random);
            let gap = if round % 10 == 0 { 0.1 } else { 1.0 };
            let found = DepthSearch::new(&a, &b, pose, Ways::Anywhere).run(gap, Budget::UNLIMITED);
            let Depth { upper, lower, proof, .. } = found;
            assert!(
                lower <= expected + slack && expected <= upper + slack,
                "{round}: {found:?}, {expected}"
            );
            if expected <= slack {
                continue;
            }
            tally.deep += 1;
            tally.good += usize::from(upper <= 1.01 * expected + slack);
            if proof == Proof::Convex {
                assert!(upper - lower <= 1e-12 && (upper - expected).abs() <= slack, "{found:?}");
            } else if gap < 1.0 {
                tally.asked += 1;
                tally.proven += usize::from(lower >= 0.9 * upper);
            }
        }
        let Self { deep, good, asked, proven } = tally;
        println!("{deep} deep, {good} within 1 %, {proven} of {asked} proven");
        assert!(deep >= rounds(50), "{deep}");
        tally
    }

    fn is_exact(&self) {
        assert_eq!(self.good, self.deep);
    }

    /// The search finds nearly all depths, and the proof most.
    fn is_good(&self) {
        assert!(10 * self.good >= 9 * self.deep, "{} of {}", self.good, self.deep);
        assert!(10 * self.proven >= 9 * self.asked, "{} of {}", self.proven, self.asked);
    }
}

/// An offset within a box.
fn offset(random: &mut Random, most: [f64; 3]) -> [f64; 3] {
    most.map(|most| random.between(-most, most))
}

#[test]
fn boxes() {
    let (half_a, half_b) = ([1.0, 0.5, 0.75], [0.25, 0.625, 0.5]);
    let [a, b] = [half_a, half_b].map(|half| solid(&[block([0.0; 3], half)]));
    let tally = Tally::of([&a, &b], 1, 1e-12, |random| {
        let o = offset(random, [1.25, 1.1, 1.2]);
        let depth =
            (0..3).map(|i| half_a[i] + half_b[i] - o[i].abs()).fold(f64::INFINITY, f64::min);
        (Pose::translation(o), depth.max(0.0))
    });
    tally.is_exact();
}

#[test]
fn balls() {
    let ball = shape::sphere(2000);
    let tally = Tally::of([&ball, &ball], 2, 0.02, |random| {
        let far = random.between(0.0, 1.9);
        let to = random.direction().map(|x| far * x);
        (random.rotation().then(&Pose::translation(to)), 2.0 - far)
    });
    tally.is_exact();
}

/// Cylinders side by side or one above the other, turned about their axes.
#[test]
fn cylinders() {
    // Of two polygons of n corners around circles, 2 (1 - cos(π / n)) may be missing.
    let cylinder = shape::cylinder(1000);
    let sides = cylinder.vertices().iter().filter(|p| p[2] == 1.0 && p[0].hypot(p[1]) > 0.999);
    let slack = 2.0 * (1.0 - (std::f64::consts::PI / sides.count() as f64).cos());
    let tally = Tally::of([&cylinder, &cylinder], 3, slack, |random| {
        let o = offset(random, [1.2, 1.2, 1.8]);
        let turned = Pose::rotation([0.0, 0.0, 1.0], random.between(0.0, 6.0));
        let depth = (2.0 - o[0].hypot(o[1])).min(2.0 - o[2].abs());
        (turned.then(&Pose::translation(o)), depth.max(0.0))
    });
    tally.is_exact();
}

/// Four plates around a square hole along z.
fn pipe(inner: f64, outer: f64, half: f64) -> Vec<Block> {
    let (middle, wall) = (0.5 * (inner + outer), 0.5 * (outer - inner));
    vec![
        block([middle, 0.0, 0.0], [wall, outer, half]),
        block([-middle, 0.0, 0.0], [wall, outer, half]),
        block([0.0, middle, 0.0], [outer, wall, half]),
        block([0.0, -middle, 0.0], [outer, wall, half]),
    ]
}

fn of_blocks(a: &[Block], b: &[Block], seed: u64, most: [f64; 3]) -> Tally {
    Tally::of([&solid(a), &solid(b)], seed, 1e-9, |random| {
        let o = offset(random, most);
        (Pose::translation(o), depths(a, b, o)[0])
    })
}

#[test]
fn pipes_in_pipes() {
    of_blocks(&pipe(1.0, 1.2, 1.5), &pipe(0.4, 0.5, 2.0), 4, [1.0, 1.0, 0.5]).is_good();
}

#[test]
fn letters() {
    let l =
        [block([0.0, 0.0, 0.0], [0.25, 0.25, 1.0]), block([0.5, 0.0, -0.75], [0.5, 0.25, 0.25])];
    let t =
        [block([0.0, 0.0, 0.0], [0.25, 0.25, 0.75]), block([0.0, 0.0, 0.75], [1.0, 0.25, 0.25])];
    of_blocks(&l, &l, 5, [0.6, 0.4, 0.9]).is_good();
    of_blocks(&l, &t, 6, [0.6, 0.4, 0.9]).is_good();
}

/// A ring on a rod, which it touches from within: it goes back towards the middle.
#[test]
fn a_ring_on_a_rod() {
    let ring = shape::ring(4000);
    let rod = moved(&shape::cylinder(400), |[x, y, z]| [0.3 * x, 0.3 * y, 3.0 * z]);
    let tally = Tally::of([&ring, &rod], 7, 0.01, |random| {
        let (far, angle) = (random.between(0.25, 0.5), random.between(0.0, 6.0));
        let to = [far * angle.cos(), far * angle.sin(), random.between(-1.0, 1.0)];
        let turned = Pose::rotation([0.0, 0.0, 1.0], random.between(0.0, 6.0));
        (turned.then(&Pose::translation(to)), far + 0.3 - 0.5)
    });
    tally.is_good();
}
