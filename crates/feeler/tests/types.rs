//! Tests of the types that programs bring: points and indices of any type, poses in all their forms, and what is printed.

use feeler::{
    Answer, Contact, Mesh, MeshError, Model, Pair, Pose, PoseError, Question, Rule, Schedule,
    Scratch, Search, Verdict,
};

/// A generator of pseudorandom numbers.
struct Random(u64);

impl Random {
    /// A number from -1 to 1.
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as f64 / (1u64 << 30) as f64 - 1.0
    }

    fn point(&mut self) -> [f64; 3] {
        [(); 3].map(|()| self.number())
    }

    fn pose(&mut self) -> Pose {
        let turn = Pose::rotation(self.point(), 4.0 * self.number());
        Pose::new(turn.matrix(), self.point()).unwrap()
    }

    /// Quarter turns and whole steps: such poses are composed without any rounding.
    fn exact_pose(&mut self) -> Pose {
        let quarter_z = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
        let third = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let mut pose = Pose::IDENTITY;
        for _ in 0..4 {
            let turn = if self.number() < 0.0 { quarter_z } else { third };
            let step = self.point().map(|x| (10.0 * x).round());
            pose = pose.then(&Pose::new(turn, step).unwrap());
        }
        pose
    }

    fn soup(&mut self, triangles: u32) -> Mesh {
        let vertices = (0..3 * triangles).map(|_| self.point()).collect();
        Mesh::new(vertices, (0..triangles).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect())
            .unwrap()
    }
}

fn difference(a: &Pose, b: &Pose) -> f64 {
    let pairs = a.to_numbers().into_iter().zip(b.to_numbers());
    pairs.fold(0.0, |most, (x, y)| most.max((x - y).abs()))
}

const CORNERS: [[f32; 3]; 4] = [[0.0, 0.1, 0.2], [1.0, 0.3, 0.0], [0.0, 1.0, 0.7], [0.5, 0.5, 1.0]];

#[test]
fn meshes_of_all_types_are_equal() {
    let wide = CORNERS.map(|corner| corner.map(f64::from));
    let expected = Mesh::new(wide.to_vec(), vec![[0, 1, 2], [3, 2, 1]]).unwrap();
    let small = [[0_u8, 1, 2], [3, 2, 1]];
    assert_eq!(Mesh::from_points(CORNERS, &small).unwrap(), expected);
    assert_eq!(
        Mesh::from_points(CORNERS.as_slice(), &small.map(|t| t.map(i32::from))).unwrap(),
        expected
    );
    assert_eq!(Mesh::from_points(wide, &small.map(|t| t.map(usize::from))).unwrap(), expected);
    let one_by_one = wide.iter().map(|corner| corner.map(|x| x));
    assert_eq!(Mesh::from_points(one_by_one, &small.map(|t| t.map(u64::from))).unwrap(), expected);
    let (flat, indices) = (CORNERS.as_flattened(), [0_i64, 1, 2, 3, 2, 1]);
    assert_eq!(Mesh::from_flat(flat, &indices).unwrap(), expected);
    assert_eq!(Mesh::from_flat(wide.as_flattened(), &indices).unwrap(), expected);
    assert_eq!(Mesh::from_flat::<f32, u32>(&[], &[]).unwrap(), Mesh::default());
    let corners: Vec<_> = expected.corners().collect();
    assert_eq!(corners, [expected.triangle(0), expected.triangle(1)]);
    assert_eq!(expected.corners().next_back(), Some(expected.triangle(1)));
}

#[test]
fn indices_that_are_none_are_named_as_they_were_given() {
    let refused = |error: Result<Mesh, MeshError>, triangle: usize, bad: i128| match error {
        Err(MeshError::Index { triangle: found, indices, vertices: 4 }) => {
            assert_eq!((found, indices[2]), (triangle, bad));
        }
        other => panic!("{other:?}"),
    };
    refused(Mesh::from_points(CORNERS, &[[0, 1, 2], [0, 1, -1_i32]]), 1, -1);
    refused(Mesh::from_points(CORNERS, &[[0, 1, 4_u16]]), 0, 4);
    refused(Mesh::from_points(CORNERS, &[[0, 1, usize::MAX]]), 0, usize::MAX as i128);
    // Cut to 32 bits, this would be a vertex.
    refused(Mesh::from_points(CORNERS, &[[0, 1, 1_u64 << 32]]), 0, 1 << 32);
    refused(Mesh::from_flat(CORNERS.as_flattened(), &[0, 1, 9_u32]), 0, 9);
    // The first bad triangle is named, by whatever it is bad.
    refused(Mesh::from_points(CORNERS, &[[0, 1, 7], [0, 1, -2_i64]]), 0, 7);
    let error = Mesh::from_points(CORNERS, &[[0, 1, -1_i32]]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "triangle 0 = (0, 1, -1): an index is out of range, there are 4 vertices"
    );
}

#[test]
fn flat_lists_and_coordinates_are_checked() {
    let (flat, infinite) = (CORNERS.as_flattened(), [0.0, f32::INFINITY, 0.0]);
    assert_eq!(Mesh::from_flat(&flat[2..], &[0, 1, 2]), Err(MeshError::Coordinates { count: 10 }));
    assert_eq!(Mesh::from_flat(flat, &[0, 1, 2, 3]), Err(MeshError::Indices { count: 4 }));
    let error = Mesh::from_points([CORNERS[0], infinite], &[[0, 1, 1]]).unwrap_err();
    assert!(matches!(error, MeshError::Coordinate { vertex: 1, .. }), "{error}");
    assert!(error.to_string().starts_with("vertex 1 at (0, inf, 0): "), "{error}");
}

#[test]
fn a_refit_takes_points_of_any_type_and_leaves_the_model_if_it_fails() {
    let faces = [[0, 1, 2], [1, 2, 3]];
    let mut model = Model::new(Mesh::from_points(CORNERS, &faces).unwrap());
    let raised = CORNERS.map(|[x, y, z]| [x, y, z + 2.0]);
    model.refit(raised.as_slice()).unwrap();
    assert_eq!(*model.mesh(), Mesh::from_points(raised, &faces).unwrap());
    let too_few = model.refit(&raised[1..]);
    assert_eq!(too_few, Err(MeshError::VertexCount { expected: 4, found: 3 }));
    model.refit([[0.0, f64::NAN, 0.0]; 4]).unwrap_err();
    assert_eq!(*model.mesh(), Mesh::from_points(raised, &faces).unwrap());
    let still = Model::new(Mesh::from_points(CORNERS, &faces).unwrap());
    let moved = Pair::new(&still, &model).distance().unwrap().distance;
    let built = Model::new(model.mesh().clone());
    assert_eq!(moved, Pair::new(&still, &built).distance().unwrap().distance);
    model.refit(CORNERS.iter().map(|corner| corner.map(f64::from))).unwrap();
    assert!(Pair::new(&still, &model).intersects());
}

#[test]
fn a_placed_mesh_is_the_posed_one_to_the_bit() {
    let mut random = Random(5);
    let (mut touching, cases) = (0, 200);
    for _ in 0..cases {
        let (a, b, pose) = (random.soup(6), random.soup(6), random.pose());
        let placed = Model::new(b.placed(&pose).unwrap());
        let (a, b) = (Model::new(a), Model::new(b));
        let (posed, placed) = (Pair::new(&a, &b).at(pose), Pair::new(&a, &placed));
        assert_eq!(posed.contacts(), placed.contacts());
        let [one, other] = [posed, placed].map(|pair| pair.distance().unwrap());
        assert_eq!((one.distance, one.triangles), (other.distance, other.triangles));
        touching += usize::from(posed.intersects());
    }
    assert!(touching > cases / 10 && touching < cases);
    let far = Mesh::new(vec![[9e299; 3]; 3], vec![[0, 1, 2]]).unwrap();
    let error = far.placed(&Pose::translation([9e299, 0.0, 0.0])).unwrap_err();
    assert!(matches!(error, MeshError::Coordinate { vertex: 0, .. }), "{error}");
}

#[test]
fn a_product_applies_the_right_pose_first() {
    let mut random = Random(11);
    let mut commuting = 0;
    for _ in 0..1000 {
        let (a, b, p) = (random.exact_pose(), random.exact_pose(), [1.0, 20.0, 300.0]);
        assert_eq!((a * b).apply(p), a.apply(b.apply(p)));
        commuting += usize::from(a * b == b * a);
        let (a, b, p) = (random.pose(), random.pose(), random.point());
        assert_eq!(a * b, b.then(&a));
        let (product, steps) = ((a * b).apply(p), a.apply(b.apply(p)));
        assert!((0..3).all(|i| (product[i] - steps[i]).abs() < 1e-14));
    }
    assert!(commuting < 500, "{commuting} products would not show the order");
}

#[test]
fn flat_matrices_have_their_order() {
    let mut random = Random(13);
    for _ in 0..100 {
        let pose = random.pose();
        let ([a, b, c], [x, y, z]) = (pose.matrix(), pose.origin());
        let rows: [f64; 16] =
            [a[0], a[1], a[2], x, b[0], b[1], b[2], y, c[0], c[1], c[2], z, 0.0, 0.0, 0.0, 1.0];
        let columns: [f64; 16] =
            [a[0], b[0], c[0], 0.0, a[1], b[1], c[1], 0.0, a[2], b[2], c[2], 0.0, x, y, z, 1.0];
        assert_eq!((pose.to_row_major(), pose.to_column_major()), (rows, columns));
        assert_eq!(Pose::from_row_major(rows), Ok(pose));
        assert_eq!(Pose::from_column_major(columns), Ok(pose));
        assert_eq!(Pose::from_row_major(columns), Err(PoseError::LastRow([x, y, z, 1.0])));
        assert_eq!(Pose::from_column_major(rows), Err(PoseError::LastRow([x, y, z, 1.0])));
    }
    let changed = |place: usize, to: f64| {
        let mut rows = Pose::IDENTITY.to_row_major();
        rows[place] = to;
        Pose::from_row_major(rows)
    };
    assert!(matches!(changed(0, 1.1), Err(PoseError::NotRigid { .. })));
    assert_eq!(changed(0, -1.0), Err(PoseError::Mirrored));
    assert_eq!(changed(3, f64::NAN), Err(PoseError::NotFinite));
    assert_eq!(changed(15, 2.0), Err(PoseError::LastRow([0.0, 0.0, 0.0, 2.0])));
    assert!(matches!(changed(12, f64::NAN), Err(PoseError::LastRow(_))));
}

#[test]
fn quaternions_have_their_order_and_come_back() {
    let mut random = Random(17);
    let mut largest = [0; 4];
    for case in 0..1000 {
        let mut given = [(); 4].map(|()| random.number());
        // Half turns, and turns about an axis of the frame, have zeros.
        (0..4).filter(|k| case >> k & 1 == 1).for_each(|k| given[k] = 0.0);
        let Ok(pose) = Pose::from_quaternion_xyzw(given, random.point()) else { continue };
        let [x, y, z, w] = given;
        assert_eq!(Pose::from_quaternion_wxyz([w, x, y, z], pose.origin()), Ok(pose));
        let back = pose.to_quaternion_xyzw();
        let [x, y, z, w] = back;
        assert_eq!(pose.to_quaternion_wxyz(), [w, x, y, z]);
        let length = given.iter().map(|x| x * x).sum::<f64>().sqrt();
        let sign = back.iter().zip(given).map(|(a, b)| a * b).sum::<f64>().signum();
        for k in 0..4 {
            assert!((back[k] - sign * given[k] / length).abs() < 4e-16, "{given:?} {back:?}");
        }
        assert!(w >= 0.0, "{back:?}");
        let again = Pose::from_quaternion_xyzw(back, pose.origin()).unwrap();
        assert!(difference(&pose, &again) < 2e-15, "{given:?}");
        let size = |k: &usize| given[*k].abs();
        largest[(0..4).max_by(|i, j| size(i).total_cmp(&size(j))).unwrap()] += 1;
    }
    assert!(largest.iter().all(|&count| count > 50), "{largest:?}");
}

#[test]
fn what_is_printed() {
    let text = |pose: Pose| pose.to_string();
    assert_eq!(text(Pose::IDENTITY), "at (0, 0, 0)");
    assert_eq!(text(Pose::translation([1.0, -2.5, 1e-9])), "at (1, -2.5, 0.000000001)");
    let quarter = Pose::rotation([0.0, -3.0, 0.0], 0.5 * std::f64::consts::PI);
    assert_eq!(text(quarter), "at (0, 0, 0), turned by 90° about (0, -1, 0)");
    let half = Pose::from_quaternion_xyzw([1.0, 1.0, 0.0, 0.0], [1.0, 2.0, 3.0]).unwrap();
    assert_eq!(text(half), "at (1, 2, 3), turned by 180° about (0.7071068, 0.7071068, 0)");
    assert_eq!(
        format!("{half:.2}"),
        "at (1.00, 2.00, 3.00), turned by 180.00° about (0.71, 0.71, 0.00)"
    );
    let slight = Pose::rotation([0.0, 0.0, 1.0], 1e-9);
    assert_eq!(text(slight), "at (0, 0, 0), turned by 0.00000005729578° about (0, 0, 1)");

    let model = Model::new(Mesh::from_points(&CORNERS[..3], &[[0, 1, 2]]).unwrap());
    let pair = Pair::new(&model, &model).at(Pose::translation([0.0, 0.0, 3.0]));
    let mut scratch = Scratch::new();
    let near = Search { beyond: 0.5, ..Search::default() };
    let coarse = Search { relative_error: 1.0, ..Search::default() };
    let nothing = pair.distance_with(&near, &mut scratch);
    assert_eq!(nothing.to_string(), format!("{} or more", nothing.lower));
    let found = pair.distance_with(&coarse, &mut scratch);
    let interval = match found.is_exact() {
        true => format!("{:.1}", found.lower),
        false => format!("{:.1} to {:.1}", found.lower, found.upper()),
    };
    assert_eq!(format!("{found:.1}"), interval);
    let closest = pair.distance().unwrap();
    let answer = Answer::Distance(Some(closest));
    assert_eq!(
        (answer.to_string(), format!("{answer:.3}")),
        (closest.to_string(), format!("{closest:.3}"))
    );
    assert!(format!("{closest:.1}").ends_with(") on triangle 0 of B"), "{closest:.1}");
    let falling = pair.first_contact([0.0, 0.0, -1.0]).unwrap();
    assert_eq!(format!("{falling:.0}"), "after 3 directions: triangle 0 of A and triangle 0 of B");

    let contact = Contact { a: 3, b: 5 };
    let verdicts = [Verdict::Hit(contact), Verdict::Free, Verdict::Likely { p: 0.25 }];
    assert_eq!(
        verdicts.map(|verdict| verdict.to_string()),
        [
            "touching: triangle 3 of A and triangle 5 of B",
            "apart",
            "touching with a probability of 0.25"
        ]
    );
    let answers =
        [Answer::Contacts(vec![contact]), Answer::Contacts(vec![]), Answer::Within(false)];
    assert_eq!(answers.map(|a| a.to_string()), ["1 contact", "0 contacts", "not within"]);
    assert_eq!(
        format!("{} {:>6}|{}", Question::Within(0.5), Rule::Sah, Schedule::BestFirst),
        "within 0.5    sah|best"
    );
}
