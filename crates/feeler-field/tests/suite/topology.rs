//! Tests that surfaces have the topology of the trilinear interpolant.

use crate::fine;
use crate::manifold::{Census, volume};
use feeler_field::{Field, Grid};
use feeler_scenes::Random;

/// A field of `inner`³ given values with a wall of positive values around them, so that its surface
/// is closed.
fn walled(inner: usize, values: &[f64], wall: f64) -> Field {
    let grid = Grid { origin: [0.0; 3], spacing: 1.0, counts: [inner + 2; 3] };
    Field::of(grid, |p| {
        let [x, y, z] = p.map(|x| x as usize);
        let is_inner = |i: usize| (1..=inner).contains(&i);
        if is_inner(x) && is_inner(y) && is_inner(z) {
            values[(x - 1) + inner * ((y - 1) + inner * (z - 1))]
        } else {
            wall
        }
    })
}

/// Whether the parts of the surface are those of the interpolant; `None` if two fine grids disagree
/// with each other.
fn compare(field: &Field) -> Option<bool> {
    let census = Census::of(&field.surface(0.0)).unwrap();
    assert_eq!(census.open_edges, 0);
    let expected = fine::parts(&fine::surface(field, 8));
    if census.parts == expected {
        return Some(true);
    }
    // A fine grid misses necks that are thinner than its cells.
    let finer = fine::parts(&fine::surface(field, 40));
    let agree = finer == fine::parts(&fine::surface(field, 31));
    agree.then_some(finer == census.parts)
}

/// A single cell with a wall of zero crossings around it: all ambiguous faces and tunnels occur.
#[test]
fn single_cells() {
    let mut random = Random::new(1);
    let (mut decided, mut open) = (0, 0);
    for _ in 0..crate::rounds(400) {
        let values = [(); 8].map(|()| random.between(-1.0, 1.0));
        match compare(&walled(2, &values, 0.3)) {
            Some(equal) => {
                assert!(equal, "{values:?}");
                decided += 1;
            }
            None => open += 1,
        }
    }
    assert!(open * 50 < decided, "{open} of {decided}");
}

/// Cells with alternating signs have six ambiguous faces: Chernyaev's case 13 and, with one more
/// corner, cases 10 and 12.
#[test]
fn ambiguous_cells() {
    let mut random = Random::new(2);
    let (mut decided, mut open) = (0, 0);
    for round in 0..crate::rounds(300) {
        let values: [f64; 8] = std::array::from_fn(|i| {
            let alternate = (i as u32).count_ones().is_multiple_of(2) != (round % 5 == 4 && i == 3);
            let size = random.between(0.05, 1.0);
            if alternate { size } else { -size }
        });
        match compare(&walled(2, &values, 0.5)) {
            Some(equal) => {
                assert!(equal, "{values:?}");
                decided += 1;
            }
            None => open += 1,
        }
    }
    assert!(open * 20 < decided, "{open} of {decided}");
}

/// Opposite corners of a cell that are just joined, or just not joined, through its middle.
#[test]
fn tunnels() {
    for (size, tunnel) in [(4.0, true), (3.2, true), (2.8, false), (2.0, false)] {
        // On the diagonal, with -1 at the six other corners, the interpolant is s (t³ + (1-t)³) - 3 t (1-t): s/4 - 3/4 in the middle.
        let mut values = [-1.0; 8];
        (values[0], values[7]) = (size, size);
        let field =
            Field::of(Grid { origin: [0.0; 3], spacing: 1.0, counts: [2; 3] }, |[x, y, z]| {
                values[x as usize + 2 * y as usize + 4 * z as usize]
            });
        let census = Census::of(&field.surface(0.0)).unwrap();
        assert_eq!(census.parts, if tunnel { vec![0] } else { vec![1, 1] }, "{size}");
    }
}

#[test]
fn larger_grids() {
    let mut random = Random::new(3);
    let (mut decided, mut open) = (0, 0);
    for _ in 0..crate::rounds(30) {
        let values = [(); 27].map(|()| random.between(-1.0, 1.0));
        match compare(&walled(3, &values, 0.4)) {
            Some(equal) => {
                assert!(equal, "{values:?}");
                decided += 1;
            }
            None => open += 1,
        }
    }
    assert!(open * 10 < decided, "{open} of {decided}");
}

/// Values equal to the level, and saddles at the level: the surface has no crack, no edge of three
/// triangles, no triangle without area.
#[test]
fn values_at_the_level() {
    let mut random = Random::new(4);
    for round in 0..crate::rounds(1000) {
        let values: Vec<f64> = (0..64)
            .map(|_| (random.bits() % if round % 2 == 0 { 3 } else { 5 }) as f64 - 1.0)
            .collect();
        let surface = walled(4, &values, 1.0).surface(0.0);
        let census = Census::of(&surface).unwrap_or_else(|error| panic!("{error}: {values:?}"));
        assert_eq!(census.open_edges, 0, "{values:?}");
        for t in 0..surface.triangles().len() as u32 {
            let [p, q, r] = surface.triangle(t);
            assert!(p != q && q != r && r != p, "{values:?}");
        }
    }
    // A surface in planes of the grid: the sides of a cube.
    let grid = Grid { origin: [-4.0; 3], spacing: 1.0, counts: [9; 3] };
    let cube = Field::of(grid, |p| p.iter().fold(0.0, |m: f64, x| m.max(x.abs())) - 2.0);
    let surface = cube.surface(0.0);
    assert_eq!(Census::of(&surface).unwrap().parts, [2]);
    for p in surface.vertices() {
        let reach = p.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        assert!((reach - 2.0).abs() < 1e-5, "{p:?} is not on the cube");
    }
}

#[test]
fn surfaces_face_higher_values() {
    let grid = Grid { origin: [-2.0; 3], spacing: 0.125, counts: [33; 3] };
    let ball = Field::of(grid, |[x, y, z]| (x * x + y * y + z * z).sqrt() - 1.5);
    let surface = ball.surface(0.0);
    assert_eq!(Census::of(&surface).unwrap(), Census { parts: vec![2], open_edges: 0 });
    let expected = 4.0 / 3.0 * std::f64::consts::PI * 1.5_f64.powi(3);
    assert!((volume(&surface) / expected - 1.0).abs() < 0.01);
    assert_eq!(ball.surface(9.0).triangles().len(), 0);
}
