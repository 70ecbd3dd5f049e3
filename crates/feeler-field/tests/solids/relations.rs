//! Tests of relations against sets of unit cubes, whose faces often lie on each other.

use crate::cubes::{Cells, boxes, random_boxes, random_cells, shell, union, walls};
use feeler::{Mesh, Model, Pair, Pose};
use feeler_field::{Boundary, Related, Relation, Shares};
use feeler_scenes::Random;

/// The relation of two sets of cubes.
fn expected(a: &Cells, b: &Cells) -> Relation {
    let both = a.intersection(b).next().is_some();
    let alone = [a.difference(b).next().is_some(), b.difference(a).next().is_some()];
    match (both, alone) {
        (true, [true, true]) => Relation::Crossing,
        (true, [true, false]) => Relation::BInsideA,
        (true, [false, true]) => Relation::AInsideB,
        (true, [false, false]) => Relation::Same,
        (false, _) => {
            let is_near = |p: &[i32; 3]| b.iter().any(|q| (0..3).all(|i| (p[i] - q[i]).abs() <= 1));
            if a.iter().any(is_near) { Relation::Touching } else { Relation::Apart }
        }
    }
}

fn mirrored(relation: Relation) -> Relation {
    match relation {
        Relation::BInsideA => Relation::AInsideB,
        Relation::AInsideB => Relation::BInsideA,
        other => other,
    }
}

fn moved(cells: &Cells, by: [i32; 3]) -> Cells {
    cells.iter().map(|cell| [0, 1, 2].map(|i| cell[i] + by[i])).collect()
}

/// The mesh after an affine map with small integers.
fn mapped(mesh: &Mesh, rows: &[[i32; 3]; 3], by: [f64; 3]) -> Mesh {
    let place = |p: &[f64; 3]| {
        [0, 1, 2].map(|i| (0..3).map(|k| f64::from(rows[i][k]) * p[k]).sum::<f64>() + by[i])
    };
    let vertices = mesh.vertices().iter().map(place).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
}

/// A matrix with small integers, most often the identity.
fn random_map(random: &mut Random) -> [[i32; 3]; 3] {
    let determinant = |m: &[[i32; 3]; 3]| {
        (0..3)
            .map(|i| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                m[0][i] * (m[1][j] * m[2][k] - m[1][k] * m[2][j])
            })
            .sum::<i32>()
    };
    if random.bits().is_multiple_of(2) {
        return [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    }
    loop {
        let map = [(); 3].map(|()| [(); 3].map(|()| (random.bits() % 7) as i32 - 3));
        if determinant(&map) != 0 {
            return map;
        }
    }
}

/// Compares the relation of two solids, mapped, at a pose, and with A and B exchanged.
fn check(a: (&Cells, &Mesh), b: (&Cells, &Mesh), name: &str, random: &mut Random) -> Related {
    let map = random_map(random);
    let shift = [(); 3].map(|()| (random.bits() % 9) as f64 - 4.0);
    let of_a = Model::new(mapped(a.1, &map, [0.0; 3]));
    let of_b = Model::new(mapped(b.1, &map, shift));
    let (of_a, of_b) = (Boundary::of(&of_a), Boundary::of(&of_b));
    let pose = Pose::translation(shift.map(|x| -x));
    let related = Relation::between(&of_a, &of_b, pose);
    assert_eq!(Relation::alone(&of_a, &of_b, pose), (related.relation, related.confidence));
    assert_eq!(related.relation, expected(a.0, b.0), "{name}\n{:?}\n{:?}", a.0, b.0);
    assert_eq!(related.confidence, 1.0);
    let exchanged = Relation::between(&of_b, &of_a, Pose::translation(shift));
    assert_eq!(exchanged.relation, mirrored(related.relation), "{name}, exchanged");
    let [p, q] = related.components;
    assert_eq!([q, p], exchanged.components, "{name}, exchanged");
    related
}

/// Simple meshes against each other.
#[test]
fn shells_of_cubes() {
    let mut random = Random::new(21);
    let mut seen = std::collections::HashMap::new();
    for round in 0..crate::rounds(2000) {
        let a = random_cells(4, &mut random);
        let b = match random.bits() % 8 {
            0 => a.clone(),
            1 => random_cells(2, &mut random),
            2 => random_cells(4, &mut random).intersection(&a).copied().collect(),
            3 => random_cells(4, &mut random).difference(&a).copied().collect(),
            _ => random_cells(4, &mut random),
        };
        let by = [(); 3].map(|()| (random.bits() % 5) as i32 * i32::from(round % 2 == 0) - 2);
        let b = if round % 2 == 0 { moved(&b, by) } else { b };
        let (of_a, of_b) = (shell(&a, &mut random), shell(&b, &mut random));
        let name = format!("round {round}");
        let related = check((&a, &of_a), (&b, &of_b), &name, &mut random);
        *seen.entry(related.relation).or_insert(0) += 1;
    }
    assert!(seen.len() == 6 && seen.values().all(|&count| count > 10), "{seen:?}");
}

/// Meshes that meet and cross themselves: bodies that are flush or overlap in one mesh.
#[test]
fn solids_that_meet_themselves() {
    let mut random = Random::new(22);
    for round in 0..crate::rounds(400) {
        let one = |random: &mut Random| match random.bits() % 3 {
            0 => {
                let cells = random_cells(3, random);
                let mesh = walls(&cells, random);
                (cells, mesh)
            }
            1 => {
                let parts = random_boxes(4, random);
                (union(&parts), boxes(&parts, random))
            }
            _ => {
                let cells = random_cells(3, random);
                let mesh = shell(&cells, random);
                (cells, mesh)
            }
        };
        let (a, b) = (one(&mut random), one(&mut random));
        check((&a.0, &a.1), (&b.0, &b.1), &format!("round {round}"), &mut random);
    }
}

/// The surface of each body is seen inside, outside or in both places, where squares of it are.
#[test]
fn components_one_by_one() {
    let mut random = Random::new(23);
    let mut seen = Shares::default();
    for round in 0..crate::rounds(600) {
        let parts = random_boxes(5, &mut random);
        let of_a = boxes(&parts, &mut random);
        let b = match round % 4 {
            0 => parts[0].clone(),
            _ => random_cells(5, &mut random),
        };
        let of_b = shell(&b, &mut random);
        let a = union(&parts);
        let boundary = Model::new(of_a.clone());
        if Boundary::of(&boundary).components() != parts.len() {
            continue; // Boxes with a common corner are one component.
        }
        let mut known = Shares::default();
        for part in &parts {
            let (mut inside, mut outside) = (false, false);
            for cell in part {
                for axis in 0..3 {
                    for step in [-1, 1] {
                        let mut beyond = *cell;
                        beyond[axis] += step;
                        if part.contains(&beyond) {
                            continue;
                        }
                        match [b.contains(cell), b.contains(&beyond)] {
                            [true, true] => inside = true,
                            [false, false] => outside = true,
                            _ => {}
                        }
                    }
                }
            }
            match [inside, outside] {
                [true, true] => known.crossing += 1,
                [true, false] => known.inside += 1,
                [false, true] => known.outside += 1,
                [false, false] => known.coincident += 1,
            }
        }
        let related = check((&a, &of_a), (&b, &of_b), &format!("round {round}"), &mut random);
        assert_eq!(related.components[0], known, "round {round}");
        seen.inside += known.inside;
        seen.outside += known.outside;
        seen.crossing += known.crossing;
        seen.coincident += known.coincident;
    }
    let Shares { inside, outside, crossing, coincident } = seen;
    assert!([inside, outside, crossing].iter().all(|&n| n > 20), "{seen:?}");
    assert!(coincident > 0, "{seen:?}");
}

#[test]
fn empty_and_flat_meshes() {
    let mut random = Random::new(24);
    let cube = Model::new(shell(&Cells::from([[0, 0, 0]]), &mut random));
    let empty = Model::new(Mesh::default());
    let corners = vec![[0.25; 3], [0.75, 0.25, 0.25], [0.25, 0.75, 0.25]];
    let flat = Model::new(Mesh::new(corners, vec![[0, 1, 2], [0, 2, 1]]).unwrap());
    let point = Model::new(Mesh::new(vec![[0.5; 3]], vec![[0, 0, 0]]).unwrap());
    let of = |a: &Model, b: &Model, x: f64| {
        Relation::of(&Pair::new(a, b).at(Pose::translation([x, 0.0, 0.0]))).relation
    };
    assert_eq!(of(&cube, &empty, 0.0), Relation::Apart);
    assert_eq!(of(&empty, &cube, 0.0), Relation::Apart);
    assert_eq!(of(&empty, &empty, 0.0), Relation::Apart);
    for thin in [&flat, &point] {
        assert_eq!(of(&cube, thin, 0.0), Relation::BInsideA);
        assert_eq!(of(thin, &cube, 0.0), Relation::AInsideB);
        assert_eq!(of(&cube, thin, 5.0), Relation::Apart);
        assert_eq!(of(&cube, thin, 0.5), Relation::Touching);
        assert_eq!(of(thin, thin, 0.0), Relation::Touching);
    }
}

/// The cases that the rule of "all corners are outside" gets wrong.
#[test]
fn named_cases() {
    let box_of = |low: [i32; 3], high: [i32; 3]| {
        let mut cells = Cells::new();
        for x in low[0]..high[0] {
            for y in low[1]..high[1] {
                for z in low[2]..high[2] {
                    cells.insert([x, y, z]);
                }
            }
        }
        cells
    };
    let mut random = Random::new(25);
    let mut relation = |a: &[Cells], b: &[Cells]| {
        let (of_a, of_b) = (boxes(a, &mut random), boxes(b, &mut random));
        check((&union(a), &of_a), (&union(b), &of_b), "named", &mut random)
    };
    let plate = box_of([-4, -4, -1], [5, 5, 0]);
    let tower = box_of([0, 0, 0], [1, 1, 4]);
    let mut is = |a: &[&Cells], b: &[&Cells], expected: Relation| {
        let owned = |cells: &[&Cells]| cells.iter().map(|&c| c.clone()).collect::<Vec<Cells>>();
        let related = relation(&owned(a), &owned(b));
        assert_eq!(related.relation, expected);
        related.components
    };
    is(&[&plate], &[&tower], Relation::Touching);
    is(&[&plate], &[&moved(&tower, [0, 0, -1])], Relation::Crossing);
    // A cross of two bars: no corner of one is in the other.
    let (along_x, along_y) = (box_of([-3, 0, 0], [3, 1, 1]), box_of([0, -3, 0], [1, 3, 1]));
    is(&[&along_x], &[&along_y], Relation::Crossing);
    is(&[&along_x], &[&moved(&along_y, [0, 0, 1])], Relation::Touching);
    // Flush on one side, and otherwise through.
    is(&[&along_x], &[&box_of([-3, 0, 0], [0, 1, 2])], Relation::Crossing);
    is(&[&plate], &[&box_of([0, 0, -1], [1, 1, 0])], Relation::BInsideA);
    // An edge on an edge, a corner on a corner, a corner on a face.
    let cube = box_of([0, 0, 0], [1, 1, 1]);
    is(&[&cube], &[&moved(&cube, [1, 1, 0])], Relation::Touching);
    is(&[&cube], &[&moved(&cube, [1, 1, 1])], Relation::Touching);
    is(&[&plate], &[&box_of([4, 4, 0], [9, 9, 1])], Relation::Touching);
    // Two bodies, of which one is inside, and the other outside.
    let pair = [&cube, &moved(&cube, [20, 0, 0])];
    let shares = is(&[&box_of([-1, -1, -1], [2, 2, 2])], &pair, Relation::Crossing);
    assert_eq!(shares[1], Shares { inside: 1, outside: 1, ..Shares::default() });
}
