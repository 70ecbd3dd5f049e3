//! Tests of what is known of a solid as a whole.

use crate::cubes::{self, random_cells, shell, walls};
use feeler::{Contact, Mesh, Model};
use feeler_field::{Boundary, Position};
use feeler_scenes::{Random, Shape, shape};

#[test]
fn closed_shapes_are_closed() {
    for shape in Shape::ALL {
        let model = Model::new(shape.mesh(600));
        let boundary = Boundary::of(&model);
        let is_open = matches!(shape, Shape::Terrain | Shape::Sheet | Shape::Heap);
        assert_eq!(boundary.is_closed(), !is_open, "{shape:?}");
        assert_eq!(boundary.holes().is_empty(), !is_open, "{shape:?}");
        assert_eq!(boundary.volume().is_some(), !is_open, "{shape:?}");
        if shape != Shape::Heap {
            assert_eq!(boundary.self_contact(), None, "{shape:?}");
        }
        assert_eq!(boundary.turned(), 0, "{shape:?}");
    }
}

#[test]
fn sizes_of_cubes() {
    let mut random = Random::new(3);
    for round in 0..crate::rounds(300) {
        let cells = random_cells(4, &mut random);
        if cells.is_empty() {
            continue;
        }
        let model = Model::new(shell(&cells, &mut random));
        let boundary = Boundary::of(&model);
        assert!(boundary.is_closed() && boundary.turned() == 0, "{round}");
        assert_eq!(boundary.self_contact(), None, "{round}");
        let near = |x: f64, y: f64| (x - y).abs() < 1e-9;
        assert!(near(boundary.volume().unwrap(), cubes::volume(&cells)), "{round}");
        assert!(near(boundary.area(), cubes::area(&cells)), "{round}");
        let (found, known) = (boundary.centroid().unwrap(), cubes::centroid(&cells));
        assert!((0..3).all(|i| near(found[i], known[i])), "{round}");
        for _ in 0..20 {
            // Centers of cubes, of faces and of edges, and corners.
            let twice = [(); 3].map(|()| (random.bits() % 11) as i32 - 1);
            let around = |odd: i32| {
                let low = twice.map(|x| (x - i32::from(x % 2 == 0) * odd).div_euclid(2));
                cells.contains(&low)
            };
            let point = twice.map(|x| 0.5 * f64::from(x));
            let located = boundary.locate(point).position;
            if twice.iter().all(|x| x % 2 != 0) {
                let expected = if around(0) { Position::Inside } else { Position::Outside };
                assert_eq!(located, expected, "{round} {point:?}");
            }
        }
        // With walls between all cells there is the same inside, and the mesh meets itself.
        let model = Model::new(walls(&cells, &mut random));
        let doubled = Boundary::of(&model);
        assert_eq!(doubled.self_contact().is_some(), boundary.area() != doubled.area(), "{round}");
        assert!(
            near(doubled.volume().unwrap_or(cells.len() as f64), cells.len() as f64),
            "{round}"
        );
    }
}

/// A shell counts by where it is, not by how it is oriented.
#[test]
fn shells_in_shells() {
    let (outer, inner) = (shape::cuboid(48), shape::cuboid(12));
    let join = |inner_scale: f64, turned: bool, shift: f64| {
        let mut vertices = outer.vertices().to_vec();
        let first = vertices.len() as u32;
        vertices.extend(inner.vertices().iter().map(|p| {
            let [x, y, z] = p.map(|x| x * inner_scale);
            [x + shift, y, z]
        }));
        let mut triangles = outer.triangles().to_vec();
        triangles.extend(inner.triangles().iter().map(|&[p, q, r]| {
            let [q, r] = if turned { [r, q] } else { [q, r] };
            [p, q, r].map(|v| v + first)
        }));
        Model::new(Mesh::new(vertices, triangles).unwrap())
    };
    let facts = |model: &Model| {
        let boundary = Boundary::of(model);
        let volume = (boundary.volume().unwrap() * 1e9).round() / 1e9;
        (volume, boundary.locate([0.01; 3]).position, boundary.components())
    };
    assert_eq!(facts(&join(0.5, true, 0.0)), (7.0, Position::Outside, 2), "a cavity");
    assert_eq!(facts(&join(0.5, false, 0.0)), (8.0, Position::Inside, 2), "a shell for nothing");
    assert_eq!(facts(&join(0.5, true, 4.0)), (9.0, Position::Inside, 2), "a body inside out");
}

#[test]
fn meshes_that_meet_themselves() {
    let tetrahedron = |shift: f64| {
        let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        corners.map(|[x, y, z]| [x + shift, y, z])
    };
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let both = |shift: f64| {
        let vertices = [tetrahedron(0.0), tetrahedron(shift)].concat();
        let second = faces.map(|t: [u32; 3]| t.map(|v| v + 4));
        Model::new(Mesh::new(vertices, [faces, second].concat()).unwrap())
    };
    assert_eq!(Boundary::of(&both(1.0)).self_contact(), None, "they share a corner");
    assert_eq!(Boundary::of(&both(1.0)).components(), 1);
    assert_eq!(Boundary::of(&both(1.0_f64.next_up())).self_contact(), None);
    assert_eq!(Boundary::of(&both(1.0_f64.next_up())).components(), 2);
    let crossing = both(1.0_f64.next_down());
    assert_eq!(Boundary::of(&crossing).self_contact(), Some(Contact { a: 0, b: 4 }));
}

#[test]
fn turned_and_repeated_triangles() {
    let mesh = shape::cuboid(12);
    let mut triangles = mesh.triangles().to_vec();
    triangles[0].swap(1, 2);
    let model = Model::new(Mesh::new(mesh.vertices().to_vec(), triangles).unwrap());
    let boundary = Boundary::of(&model);
    assert_eq!((boundary.is_closed(), boundary.turned()), (true, 1));
    assert_eq!(boundary.volume(), Some(8.0));
    let twice = [mesh.triangles(), mesh.triangles()].concat();
    let model = Model::new(Mesh::new(mesh.vertices().to_vec(), twice).unwrap());
    assert_eq!(Boundary::of(&model).locate([0.0; 3]).position, Position::Inside);
}
