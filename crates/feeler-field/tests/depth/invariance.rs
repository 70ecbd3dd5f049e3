//! Depths that must be the same.

use crate::blocks::{block, solid};
use crate::{depth, moved, proven};
use feeler::inside::vector::{length, sub};
use feeler::{Mesh, Pose};
use feeler_field::{Depth, Proof, Ways};
use feeler_scenes::{Random, shape};

/// Each triangle cut into four.
fn refined(mesh: &Mesh) -> Mesh {
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for index in 0..mesh.triangles().len() as u32 {
        let [a, b, c] = mesh.triangle(index);
        let middle = |p: [f64; 3], q: [f64; 3]| [0, 1, 2].map(|i| 0.5 * (p[i] + q[i]));
        let first = corners.len() as u32;
        corners.extend([a, b, c, middle(a, b), middle(b, c), middle(c, a)]);
        let parts = [[0, 3, 5], [3, 1, 4], [5, 4, 2], [3, 4, 5]];
        triangles.extend(parts.map(|t| t.map(|corner| first + corner)));
    }
    Mesh::new(corners, triangles).unwrap()
}

/// An L and a T.
fn letters() -> [Mesh; 2] {
    let l =
        [block([0.0, 0.0, 0.0], [0.25, 0.25, 1.0]), block([0.5, 0.0, -0.75], [0.5, 0.25, 0.25])];
    let t =
        [block([0.0, 0.0, 0.0], [0.25, 0.25, 0.75]), block([0.0, 0.0, 0.75], [1.0, 0.25, 0.25])];
    [solid(&l), solid(&t)]
}

fn pairs() -> Vec<[Mesh; 2]> {
    let cube = || shape::cuboid(48);
    let turned = Random::new(3).rotation();
    vec![
        [cube(), shape::sphere(320)],
        [cube(), moved(&cube(), |p| turned.apply(p))],
        letters(),
        [shape::ring(400), shape::ring(400)],
    ]
}

/// Whether two depths are the same: to the last digits where they are proven; otherwise to a few
/// hundredths, because the search tries other directions.
fn is_same(p: &Depth, q: &Depth) -> bool {
    let precision = if p.proof == Proof::Convex { 1e-11 } else { 0.05 * p.upper };
    p.proof == q.proof
        && (p.upper - q.upper).abs() <= precision
        && (p.lower - q.lower).abs() <= precision
}

fn poses(random: &mut Random) -> Vec<Pose> {
    (0..6)
        .map(|_| {
            let offset = random.direction().map(|x| x * random.between(0.1, 0.8));
            random.rotation().then(&Pose::translation(offset))
        })
        .collect()
}

#[test]
fn refinement_changes_nothing() {
    let mut random = Random::new(31);
    for [a, b] in pairs() {
        let fine = [refined(&refined(&a)), refined(&b)];
        for pose in poses(&mut random) {
            let coarse = depth(&a, &b, pose, Ways::Anywhere);
            let fine = depth(&fine[0], &fine[1], pose, Ways::Anywhere);
            assert!(is_same(&coarse, &fine), "{coarse:?} {fine:?}");
        }
    }
}

#[test]
fn the_exchange_of_solids_mirrors_the_translation() {
    let mut random = Random::new(32);
    for [a, b] in pairs() {
        for pose in poses(&mut random) {
            let there = depth(&a, &b, pose, Ways::Anywhere);
            let back = depth(&b, &a, pose.inverse(), Ways::Anywhere);
            assert!(is_same(&there, &back), "{there:?} {back:?}");
            if there.proof == Proof::Convex {
                let turned = Pose::new(pose.matrix(), [0.0; 3]).unwrap();
                let mirrored = turned.apply(back.translation).map(|x| -x);
                let off = length(sub(there.translation, mirrored));
                assert!(off < 1e-6, "{there:?} {back:?} {off}");
            }
        }
    }
}

#[test]
fn motion_of_both_solids_changes_nothing() {
    let mut random = Random::new(33);
    for [a, b] in pairs() {
        for pose in poses(&mut random) {
            let still = depth(&a, &b, pose, Ways::Anywhere);
            let offset = random.direction().map(|x| 5.0 * x);
            let motion = random.rotation().then(&Pose::translation(offset));
            let both =
                depth(&moved(&a, |p| motion.apply(p)), &b, pose.then(&motion), Ways::Anywhere);
            assert!(is_same(&still, &both), "{still:?} {both:?}");
        }
    }
}

/// The search for a near place and the proof work in parallel.
#[test]
fn the_number_of_threads_changes_nothing() {
    let mut random = Random::new(34);
    let [_, _, letters, rings] = pairs().try_into().unwrap();
    for ([a, b], pose) in [letters, rings].into_iter().flat_map(|pair| {
        let poses = poses(&mut random);
        poses.into_iter().map(move |pose| (pair.clone(), pose))
    }) {
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| proven(&a, &b, pose, Ways::Anywhere, 0.05))
        };
        let one = with(1);
        assert_eq!(one, with(2));
        assert_eq!(one, with(3));
    }
}
