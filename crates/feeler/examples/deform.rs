//! A deforming mesh: a ball above a sheet that waves. The tree is refitted in each frame, not built anew.
//!
//! `cargo run --release -p feeler --example deform` prints
//!
//! ```text
//! frame  gap     contacts
//!     0  0.0000       186  *
//!     1  0.0125         0  --
//!     2  0.0693         0  -------
//!     3  0.1343         0  --------------
//!     4  0.1192         0  ------------
//!     5  0.0559         0  ------
//!     6  0.0017         0  -
//!     7  0.0000       207  *
//!     8  0.0000       217  *
//!     9  0.0000       180  *
//! ```

use feeler::{Mesh, Model, Pair, Pose, Scratch};

/// The number of squares along a side of the sheet.
const SIDE: u32 = 100;

fn main() {
    print!("{}", table());
}

pub(crate) fn table() -> String {
    // The points may be f32, as in a vertex buffer: answers are exact for these numbers.
    let share = |k: u32| k as f32 / SIDE as f32 - 0.5;
    let rest: Vec<[f32; 3]> = (0..(SIDE + 1) * (SIDE + 1))
        .map(|k| [share(k % (SIDE + 1)), share(k / (SIDE + 1)), 0.0])
        .collect();
    let cells = (0..SIDE * SIDE).map(|k| k / SIDE * (SIDE + 1) + k % SIDE);
    let faces: Vec<_> = cells
        .flat_map(|k| [[k, k + 1, k + SIDE + 1], [k + 1, k + SIDE + 2, k + SIDE + 1]])
        .collect();
    let mut sheet = Model::new(Mesh::from_points(&rest, &faces).expect("finite points"));
    let ball = Model::new(ball(0.2));
    let above = Pose::translation([0.1, 0.0, 0.35]);

    let mut table = String::from("frame  gap     contacts\n");
    let mut scratch = Scratch::new();
    for frame in 0..=9 {
        let time = 0.7 * frame as f32;
        let wave = |[x, y, _]: [f32; 3]| [x, y, 0.2 * (8.0 * x - time).sin() * (3.0 * y).cos()];
        sheet.refit(rest.iter().map(|&point| wave(point))).expect("finite points");
        let pair = Pair::new(&sheet, &ball).at(above);
        let count = pair.count_contacts_with(&mut scratch);
        let gap = pair.distance().expect("both have triangles").distance;
        let bar = if count == 0 { "-".repeat((100.0 * gap) as usize + 1) } else { "*".to_owned() };
        table += &format!("{frame:5}  {gap:.4}  {count:8}  {bar}\n");
    }
    table
}

/// A ball, divided by latitude and longitude.
fn ball(radius: f64) -> Mesh {
    let (rings, around) = (20, 40);
    let point = |k: u32| {
        let rise = std::f64::consts::PI * f64::from(k / around) / f64::from(rings);
        let turn = std::f64::consts::TAU * f64::from(k % around) / f64::from(around);
        [rise.sin() * turn.cos(), rise.sin() * turn.sin(), rise.cos()].map(|x| radius * x)
    };
    let cell = |k: u32| {
        let next = k - k % around + (k + 1) % around;
        [[k, k + around, next], [next, k + around, next + around]]
    };
    let halves: Vec<_> = (0..around * rings).flat_map(cell).collect();
    Mesh::from_points((0..around * (rings + 1)).map(point), &halves).expect("finite points")
}
