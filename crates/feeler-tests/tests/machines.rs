//! The same answers and the same effort on every machine: a digest of both, over every kind of volume.
//!
//! The numbers are made by additions, multiplications and roots, which every machine rounds alike; a sine would not be the same everywhere. Run on
//! other hardware, or without vector instructions, this compares that machine with the one on which the digest was written down.
//! `wasi.mjs` runs it on wasm32:
//! `CARGO_TARGET_WASM32_WASIP1_RUNNER="node $PWD/crates/feeler-tests/wasi.mjs" cargo test --release --target wasm32-wasip1 -p feeler-tests --test machines`.

use feeler::{Build, Effort, Mesh, Model, Pair, Pose, Scratch, Search, Volume};

/// The digest of all answers. No change of the code that makes queries faster may change it.
const ANSWERS: u64 = 0xa7f8_fd4a_72d1_6d25;

/// The digest of all work. It changes with the trees, with the steps of a query, and with what effort counts.
const WORK: u64 = 0x5ea6_6266_4004_eb81;

/// The generator splitmix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    /// A multiple of 2^-20 from -1 to 1.
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z >> 43) as f64 - 1_048_576.0) / 1_048_576.0
    }

    fn point(&mut self) -> [f64; 3] {
        [self.unit(), self.unit(), self.unit()]
    }

    /// Triangles that are small against their mesh.
    fn mesh(&mut self, triangles: u32) -> Mesh {
        let mut corners = Vec::new();
        for _ in 0..triangles {
            let center = self.point();
            for _ in 0..3 {
                let offset = self.point();
                corners.push([0, 1, 2].map(|i| center[i] + offset[i] / 8.0));
            }
        }
        let triangles = (0..triangles).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Mesh::new(corners, triangles).expect("small numbers")
    }

    fn pose(&mut self) -> Pose {
        let quaternion = [self.unit(), self.unit(), self.unit(), 1.25];
        let offset = self.point().map(|x| 1.25 * x);
        Pose::from_quaternion_xyzw(quaternion, offset).expect("a quaternion that is not zero")
    }
}

/// The hash FNV-1a of words.
struct Digest(u64);

impl Digest {
    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn add_effort(&mut self, effort: Effort) {
        self.add(effort.updates);
        self.add(effort.volume_tests);
        self.add(effort.triangle_tests);
    }
}

#[test]
fn answers_and_effort_are_those_of_every_machine() {
    let mut random = Random(19);
    let (a, b) = (random.mesh(120), random.mesh(90));
    let poses: Vec<Pose> = (0..12).map(|_| random.pose()).collect();
    let [mut answers, mut work] = [Digest(0xcbf2_9ce4_8422_2325), Digest(0xcbf2_9ce4_8422_2325)];
    let mut touching = 0;
    for volume in Volume::ALL {
        let build = Build { volume, ..Build::default() };
        let [a, b] = [&a, &b].map(|mesh| Model::build(mesh.clone(), &build));
        for &pose in &poses {
            let (pair, mut scratch) = (Pair::new(&a, &b).at(pose), Scratch::new());
            let contacts = pair.contacts_with(&mut scratch);
            touching += usize::from(!contacts.is_empty());
            contacts.iter().for_each(|contact| {
                answers.add(u64::from(contact.a) << 32 | u64::from(contact.b));
            });
            work.add_effort(scratch.effort());
            let found = pair.distance_with(&Search::default(), &mut scratch);
            let closest = found.closest.expect("both have triangles");
            answers.add(closest.distance.to_bits());
            closest.on_a.iter().chain(&closest.on_b).for_each(|x| answers.add(x.to_bits()));
            closest.triangles.iter().for_each(|&triangle| answers.add(u64::from(triangle)));
            work.add_effort(scratch.effort());
        }
    }
    let asked = Volume::ALL.len() * poses.len();
    assert!((asked / 4..asked).contains(&touching), "{touching} of {asked} touch");
    assert_eq!(answers.0, ANSWERS, "{:#x}: other answers", answers.0);
    assert_eq!(work.0, WORK, "{:#x}: another effort", work.0);
}
