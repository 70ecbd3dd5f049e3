//! A robot's links along a path: how near they come to a post and to each other.
//!
//! `cargo run --release -p feeler --example robot` prints
//!
//! ```text
//! step  degrees       nearest          gap    at
//!    0    10  20   0  lower arm, post  0.648  (1.32, 0.44)
//!    1    19  37  19  lower arm, post  0.281  (1.23, 0.84)
//!    2    27  54  37  lower arm, post  touch  (0.95, 1.00)
//!    3    36  71  56  lower arm, post  0.051  (0.75, 0.98)
//!    4    44  89  74  lower arm, post  0.207  (0.65, 0.86)
//!    5    53 106  93  lower arm, post  0.228  (0.63, 0.85)
//!    6    61 123 111  hand, upper arm  0.171  (-0.05, 0.39)
//!    7    70 140 130  hand, upper arm  touch  (0.14, 0.43)
//! ```

use feeler::{Mesh, Model, Pair, Pose, Scratch};

/// The length of each link. It turns about the z axis, at the end of the link before.
const LENGTHS: [f64; 3] = [1.0, 0.8, 0.5];

fn main() {
    print!("{}", table());
}

pub(crate) fn table() -> String {
    let links = LENGTHS.map(|length| Model::new(block([0.0, -0.06, -0.06], [length, 0.06, 0.06])));
    let post = Model::new(block([-0.1, -0.1, -1.0], [0.1, 0.1, 1.0]));
    let post_at = Pose::translation([0.9, 1.1, 0.0]);

    // What may touch what; neighbours share a joint. A scratch remembers where its pair was nearest.
    let mut pairs = [
        ("upper arm, post", 0, None, Scratch::new().remembering()),
        ("lower arm, post", 1, None, Scratch::new().remembering()),
        ("hand, post", 2, None, Scratch::new().remembering()),
        ("hand, upper arm", 2, Some(0), Scratch::new().remembering()),
    ];
    let mut table = String::from("step  degrees       nearest          gap    at\n");
    for step in 0..=7 {
        let share = f64::from(step) / 7.0;
        let joints = [10.0 + 60.0 * share, 20.0 + 120.0 * share, 130.0 * share];
        let poses = forward(joints.map(f64::to_radians));
        let gaps = pairs.iter_mut().map(|(name, link, other, scratch)| {
            let (what, at) = match *other {
                Some(other) => (&links[other], poses[other]),
                None => (&post, post_at),
            };
            let pair = Pair::new(what, &links[*link]).at(Pose::relative(&at, &poses[*link]));
            let found = pair.distance_with(&Default::default(), scratch);
            (*name, found.closest.expect("both have triangles").seen(&at))
        });
        let (name, nearest) =
            gaps.min_by(|a, b| a.1.distance.total_cmp(&b.1.distance)).expect("four pairs");
        let ([x, y, _], [a, b, c], gap) = (nearest.on_b, joints, nearest.distance);
        let gap = if gap == 0.0 { "touch".to_owned() } else { format!("{gap:.3}") };
        table +=
            &format!("{step:4}  {a:4.0}{b:4.0}{c:4.0}  {name:15}  {gap:5}  ({x:.2}, {y:.2})\n");
    }
    table
}

/// The pose of each link in the world.
fn forward(joints: [f64; 3]) -> [Pose; 3] {
    let turn = |angle| Pose::rotation([0.0, 0.0, 1.0], angle);
    let along = |length| Pose::translation([length, 0.0, 0.0]);
    let upper = turn(joints[0]);
    let lower = upper * along(LENGTHS[0]) * turn(joints[1]);
    [upper, lower, lower * along(LENGTHS[1]) * turn(joints[2])]
}

fn block(low: [f64; 3], high: [f64; 3]) -> Mesh {
    let ends = [low, high];
    let corner = |k: usize| [ends[k & 1][0], ends[k >> 1 & 1][1], ends[k >> 2][2]];
    let sides =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let halves = sides.map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    Mesh::from_points((0..8).map(corner), halves.as_flattened()).expect("finite points")
}
