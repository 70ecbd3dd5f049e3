//! Tests of poses that are composed over long chains: they are rigid after every step, and answers
//! agree with the triangles.

use feeler::triangle::{Triangle, intersects};
use feeler::{Budget, Mesh, Model, Pair, Pose, PoseError, Scratch, Verdict};

/// A generator of pseudorandom numbers.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 33
    }

    /// A number from -1 to 1.
    fn number(&mut self) -> f64 {
        self.bits() as f64 / (1u64 << 30) as f64 - 1.0
    }

    fn point(&mut self) -> [f64; 3] {
        [(); 3].map(|()| self.number())
    }

    /// A random pose that is accepted, though sometimes only just rigid.
    fn pose(&mut self) -> Pose {
        loop {
            let turn = Pose::rotation(self.point(), 4.0 * self.number());
            let off = [0.0, 1e-15, 1e-9, 2.4e-7][self.bits() as usize % 4];
            let matrix = turn.matrix().map(|row| row.map(|x| x + off * self.number()));
            if let Ok(pose) = Pose::new(matrix, self.point()) {
                return pose;
            }
        }
    }
}

fn is_rigid(pose: &Pose) -> bool {
    Pose::new(pose.matrix(), pose.origin()).is_ok()
}

/// A model of a few triangles around the origin.
fn model(random: &mut Random) -> Model {
    let vertices = (0..12).map(|_| random.point()).collect();
    Model::new(
        Mesh::new(vertices, (0..4).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect()).unwrap(),
    )
}

fn triangles_touch(pair: &Pair<'_>) -> bool {
    let all = |mesh: &Mesh| 0..mesh.triangles().len() as u32;
    let (a, b) = (pair.a().mesh(), pair.b().mesh());
    let posed = |j: u32| -> Triangle { b.triangle(j).map(|p| pair.pose().apply(p)) };
    all(a).any(|i| all(b).any(|j| intersects(&a.triangle(i), &posed(j))))
}

fn agrees(pair: &Pair<'_>, scratch: &mut Scratch) {
    let touching = triangles_touch(pair);
    assert_eq!(pair.intersects_with(scratch), touching, "{:?}", pair.pose());
    assert_eq!(pair.distance().unwrap().distance == 0.0, touching, "{:?}", pair.pose());
    let guided = pair.guided_with(Budget::UNLIMITED, 0.0, scratch);
    assert_eq!(matches!(guided, Verdict::Hit(_)), touching, "{guided:?} {:?}", pair.pose());
}

#[test]
fn long_chains_stay_rigid_and_agree_with_the_triangles() {
    // The logarithms of the lengths are evenly spread, up to a length of 10,000.
    let chains = if std::env::var_os("FEELER_LONG").is_some() { 100_000 } else { 1_000 };
    let mut random = Random(1);
    let (a, b) = (model(&mut random), model(&mut random));
    let mut scratch = Scratch::new();
    let (mut steps, mut touching) = (0_u64, 0);
    for chain in 0..chains {
        let mut pose = random.pose();
        let length = 10f64.powf(2.0 + 2.0 * random.number()) as usize;
        for _ in 0..length {
            let other = random.pose();
            pose = match random.bits() % 4 {
                0 => pose.then(&other),
                1 => pose.inverse().then(&other),
                2 => Pose::relative(&other, &pose),
                _ => Pose::relative(&pose, &other).then(&pose),
            };
            assert!(is_rigid(&pose), "chain {chain}: {pose:?}");
            steps += 1;
        }
        // The chain has led far away. The test uses a position near the origin, with the rotation
        // of the chain.
        let near = Pose::new(pose.matrix(), random.point()).expect("it is rigid");
        let pair = Pair::new(&a, &b).at(near);
        agrees(&pair, &mut scratch);
        touching += usize::from(pair.intersects());
    }
    println!("{chains} chains, {steps} steps, {touching} touch");
    assert!(touching > chains / 10 && touching < chains);
}

/// A regression: after 13 doublings of a pose that is just accepted, `intersects` was false and
/// `guided` said `Free` although the triangles met.
#[test]
fn a_pose_that_is_doubled_thirteen_times() {
    let e = 0.49 * Pose::RIGID;
    let grown = [[1.0 + e, 0.0, 0.0], [0.0, 1.0 + e, 0.0], [0.0, 0.0, 1.0 + e]];
    let sheared = [[1.0, 1.9 * e, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mut random = Random(3);
    for matrix in [grown, sheared] {
        let mut pose = Pose::new(matrix, [0.0; 3]).expect("just rigid");
        for doubling in 1..=40 {
            pose = pose.then(&pose);
            assert!(is_rigid(&pose), "{doubling}: {pose:?}");
        }
        for _ in 0..100 {
            let (a, b) = (model(&mut random), model(&mut random));
            let at = Pose::new(pose.matrix(), random.point()).unwrap();
            agrees(&Pair::new(&a, &b).at(at), &mut Scratch::new());
        }
    }
}

#[test]
fn translations_stay_finite() {
    let far = Pose::translation([9e299, -9e299, 9e299]);
    let mut pose = far.then(&Pose::rotation([1.0, 2.0, 3.0], 1.0));
    for _ in 0..100 {
        pose = pose.then(&pose).then(&far);
        assert!(is_rigid(&pose) && is_rigid(&pose.inverse()), "{pose:?}");
    }
    // Both poses are far away, but not far from each other.
    let near = Pose::translation([9e299, -9e299, 8.9e299]);
    assert_eq!(Pose::relative(&far, &near).origin()[..2], [0.0, 0.0]);
}

#[test]
fn exact_poses_compose_exactly() {
    let quarter = Pose::new([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], [1.0, 2.0, 3.0]);
    let quarter = quarter.unwrap();
    let back = quarter.then(&quarter.inverse());
    assert_eq!(back, Pose::IDENTITY);
    assert_eq!(Pose::relative(&quarter, &quarter), Pose::IDENTITY);
}

#[test]
fn quaternions_of_any_length() {
    let turn = Pose::from_quaternion_xyzw([0.1, -0.2, 0.3, 0.4], [0.0; 3]).unwrap();
    for scale in [1e-310, 1e-200, 1e155, 1e300] {
        let scaled = [0.1, -0.2, 0.3, 0.4].map(|x| x * scale);
        let pose = Pose::from_quaternion_xyzw(scaled, [0.0; 3]).unwrap();
        let off = (0..9).map(|k| (pose.matrix()[k / 3][k % 3] - turn.matrix()[k / 3][k % 3]).abs());
        assert!(off.fold(0.0, f64::max) < 1e-12, "{scale}: {pose:?}");
    }
    for bad in [[f64::NAN, 0.0, 0.0, 1.0], [f64::INFINITY, 0.0, 0.0, 1.0], [0.0; 4]] {
        assert!(Pose::from_quaternion_xyzw(bad, [0.0; 3]).is_err(), "{bad:?}");
    }
}

#[test]
fn nothing_is_within_what_is_no_number() {
    let mut random = Random(7);
    let a = model(&mut random);
    let pair = Pair::new(&a, &a);
    assert!(pair.intersects() && pair.within(0.0));
    for distance in [f64::NAN, -1.0, f64::NEG_INFINITY] {
        assert!(!pair.within(distance) && pair.all_within(distance).is_empty(), "{distance}");
    }
}

/// A matrix is a rotation times a symmetric matrix, and the rotation is the nearest one.
#[test]
fn the_nearest_pose_is_the_rotation_of_the_polar_decomposition() {
    let mut random = Random(19);
    let (mut kept, mut refused) = (0, 0);
    for case in 0..1000 {
        let turn = Pose::rotation(random.point(), 4.0 * random.number());
        let size = [0.0, 1e-7, 1e-5, 4e-5, 1e-3][case % 5];
        let [p, q] = [random.point(), random.point()].map(|p| p.map(|x| size * x));
        let stretch =
            [[1.0 + p[0], q[0], q[1]], [q[0], 1.0 + p[1], q[2]], [q[1], q[2], 1.0 + p[2]]];
        let matrix = turn.matrix().map(|row| {
            [0, 1, 2]
                .map(|j| row[0] * stretch[0][j] + row[1] * stretch[1][j] + row[2] * stretch[2][j])
        });
        let Ok(nearest) = Pose::nearest(matrix, random.point()) else {
            refused += 1;
            continue;
        };
        let found = nearest.matrix();
        let off = (0..9).map(|k| (found[k / 3][k % 3] - turn.matrix()[k / 3][k % 3]).abs());
        assert!(off.fold(0.0, f64::max) < 2e-13, "{size}: {nearest}");
        kept += usize::from(Pose::new(matrix, nearest.origin()).is_ok());
    }
    assert!((200..500).contains(&kept) && (100..=200).contains(&refused), "{kept} {refused}");
    let quarter = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    assert_eq!(Pose::nearest(quarter, [1.0; 3]), Pose::new(quarter, [1.0; 3]));
    let error = Pose::nearest(quarter.map(|row| row.map(|x| 1.001 * x)), [0.0; 3]).unwrap_err();
    assert!(error.to_string().ends_with("allowed is 1e-4"), "{error}");
    assert_eq!(
        Pose::nearest(quarter.map(|row| row.map(|x| -x)), [0.0; 3]),
        Err(PoseError::Mirrored)
    );
    let huge = Pose::nearest(quarter.map(|row| row.map(|x| 1e200 * x)), [0.0; 3]);
    assert!(matches!(huge, Err(PoseError::NotRigid { .. })), "{huge:?}");
}
