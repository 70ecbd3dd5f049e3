//! Tests of counting: possible collision cells against sampling, and both algorithms against each
//! other.

use super::super::clip::Grid;
use super::super::{Adb, Cells, Count, Regions};
use super::{binary, shape};
use feeler::inside::Cuboid;
use feeler::inside::vector::{cross, dot, sub};
use feeler::{Arity, Build, Mesh, Model, Rule, Volume};
use feeler_scenes::Random;

fn triangles(random: &mut Random, count: usize) -> Vec<[[f64; 3]; 3]> {
    (0..count)
        .map(|_| {
            let center = [(); 3].map(|()| random.between(-0.8, 0.8));
            [(); 3].map(|()| center.map(|x| x + random.between(-0.2, 0.2)))
        })
        .collect()
}

fn area([p, q, r]: [[f64; 3]; 3]) -> f64 {
    let normal = cross(sub(q, p), sub(r, p));
    0.5 * dot(normal, normal).sqrt()
}

#[test]
fn clipping_is_what_sampling_gives() {
    let mut random = Random::new(21);
    let turn = random.rotation().matrix().map(|row| row.map(|x| x as f32));
    // The box is large enough for all triangles, whatever its axes.
    let cuboid = Cuboid { center: [0.05, 0.0, 0.0], half: [2.0, 1.9, 1.8], axes: turn };
    let triangles = triangles(&mut random, 40);
    let cells = Cells { per_side: 5, tau: 0.02, ..Cells::default() };
    let mut grid = Grid::new(cells);
    grid.fill(&cuboid, triangles.iter().copied());

    const POINTS: usize = 20_000;
    let mut sampled = vec![0.0; cells.number()];
    for &triangle in &triangles {
        for _ in 0..POINTS {
            let (mut u, mut v) = (random.unit(), random.unit());
            if u + v > 1.0 {
                (u, v) = (1.0 - u, 1.0 - v);
            }
            let [p, q, r] = triangle;
            let x = [0, 1, 2].map(|i| p[i] + u * (q[i] - p[i]) + v * (r[i] - p[i]));
            let along = cuboid.coordinates(x);
            let place = [0, 1, 2]
                .map(|i| ((along[i] / cuboid.half[i] as f64 + 1.0) * 2.5).clamp(0.0, 4.0) as usize);
            sampled[place[0] + 5 * (place[1] + 5 * place[2])] += area(triangle) / POINTS as f64;
        }
    }
    let total: f64 = triangles.iter().copied().map(area).sum();
    // The axes are rounded to f32, and so the area has a rounding error.
    assert!((grid.areas().iter().sum::<f64>() - total).abs() < 1e-6 * total);
    for (cell, (&clipped, &sampled)) in grid.areas().iter().zip(&sampled).enumerate() {
        assert!((clipped - sampled).abs() < 0.002, "cell {cell}: {clipped} {sampled}");
    }
    // The same cells count, except cells near the threshold.
    let enough = cells.enough(cuboid.half.map(|h| 0.4 * h as f64));
    let certain = |factor: f64| sampled.iter().filter(|&&area| area >= factor * enough).count();
    let count = grid.possible().count();
    assert!(certain(1.3) <= count && count <= certain(0.7) && count > 10, "{count}");
}

/// The quadrangle of Fig. 4 of the papers, in a cube.
fn diagonal() -> Mesh {
    let vertices = vec![[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 1.0]];
    Mesh::new(vertices, vec![[0, 1, 2], [0, 2, 3]]).unwrap()
}

#[test]
fn the_largest_polygon_fills_the_cells_that_it_goes_through() {
    let model = binary(Volume::AABB, diagonal());
    let count = |tau: f32| Adb::new(&model, Cells { tau, ..Cells::default() }).count(0);
    assert_eq!(count(0.99), 64.0);
    assert_eq!(count(1.01), 0.0);
    assert_eq!(count(0.0), 512.0);
    let coarse = Adb::new(&model, Cells { tau: 0.99, per_side: 3, ..Cells::default() });
    assert_eq!(coarse.count(0), 9.0);
}

#[test]
fn each_cell_belongs_to_regions_as_a_whole() {
    let model = binary(Volume::AABB, diagonal());
    for regions in [Regions::Grid(2), Regions::Grid(3), Regions::Sectors] {
        let adb = Adb::new(&model, Cells { tau: 0.99, regions, ..Cells::default() });
        assert!((adb.count(0) - 64.0).abs() < 1e-4, "{regions:?}: {}", adb.count(0));
        assert_eq!(adb.bytes().regions, 4 * regions.count());
    }
    let cells = Cells { regions: Regions::Sectors, ..Cells::default() };
    let mut all = [0.0; 6];
    for cell in 0..cells.number() {
        cells.regions.share(cells.middle(cell), |part, share| all[part] += share);
    }
    assert!(all.iter().all(|sum| (sum - 512.0 / 6.0).abs() < 1e-3), "{all:?}");
    // Along x the diagonal goes through all of two sectors, and through the edges of the four
    // others.
    let parts = Adb::new(&model, Cells { tau: 0.99, ..cells }).parts(0).to_vec();
    assert!(parts[0] > parts[2] && (2..6).all(|i| (parts[i] - parts[2]).abs() < 1e-3), "{parts:?}");
}

/// The error of the approximate counts of all nodes: the factor between the sums, and the mean
/// error as a share of the mean.
fn approximation(volume: Volume, mesh: &Mesh, rule: Rule, tau: f32) -> (f32, f32) {
    let build = Build { volume, arity: Arity::Two, rule, leaf_size: 1 };
    let model = Model::build(mesh.clone(), &build);
    let cells = Cells { tau, ..Cells::default() };
    let exact = Adb::new(&model, cells);
    let rough = Adb::new(&model, Cells { count: Count::Approximate, ..cells });
    let sum = |adb: &Adb<'_>| adb.nodes().map(|node| adb.count(node)).sum::<f32>();
    let off: f32 = exact.nodes().map(|node| (exact.count(node) - rough.count(node)).abs()).sum();
    (sum(&rough) / sum(&exact), off / sum(&exact))
}

#[test]
fn the_approximate_count_is_within_a_factor() {
    let knot = shape("knot:3000");
    for (rule, tau) in [(Rule::Boxtree, 0.1), (Rule::Boxtree, 0.05), (Rule::Octree, 0.05)] {
        let (factor, off) = approximation(Volume::AABB, &knot, rule, tau);
        assert!((0.4..2.5).contains(&factor), "{rule:?} {tau}: {factor} times the exact count");
        assert!(off < 1.0, "{rule:?} {tau}: {off}");
    }
    let (factor, _) = approximation(Volume::DOP18, &knot, Rule::Sah, 0.05);
    assert!((0.4..2.5).contains(&factor), "{factor}");
    let (factor, _) = approximation(Volume::OBB, &knot, Rule::Sah, 0.05);
    assert!((0.4..2.5).contains(&factor), "{factor}");
}

#[test]
fn boxes_are_around_the_triangles() {
    fn check(volume: Volume) {
        let model = binary(volume, shape("gear:500"));
        let adb = Adb::new(&model, Cells { count: Count::Approximate, ..Cells::default() });
        for node in adb.nodes() {
            let around = model.tree().cuboid(node);
            for triangle in adb.triangles(node) {
                for p in model.unit_triangle(triangle) {
                    let x = around.coordinates(p);
                    let inside = (0..3).all(|i| x[i].abs() <= around.half[i] as f64 + 1e-6);
                    assert!(inside, "node {node}: {x:?} {:?}", around.half);
                }
            }
        }
    }
    check(Volume::AABB);
    check(Volume::OBB);
    check(Volume::SPHERE);
    check(Volume::DOP18);
    check(Volume::DOP14);
    check(Volume::HULL);
    check(Volume::LSS);
    check(Volume::RSS);
    check(Volume::RBOX);
    check(Volume::HYBRID);
    check(Volume::DOP18_HULL);
}

#[test]
fn the_distribution_counts_every_cell_of_every_node() {
    let model = binary(Volume::AABB, shape("knot:1000"));
    let adb = Adb::new(&model, Cells { tau: 0.05, ..Cells::default() });
    let times = adb.distribution();
    let all: f32 = adb.nodes().map(|node| adb.count(node)).sum();
    assert_eq!(times.iter().sum::<u32>() as f32, all);
    let most = *times.iter().max().unwrap() as usize;
    assert!(times.len() == 512 && most <= adb.nodes().count());
    // The papers' assumption does not hold: leaves go through the middle, and corners are empty.
    assert!(most > 2 * times[0] as usize, "{most} {}", times[0]);
}

#[test]
fn nodes_are_as_large_as_in_table_1() {
    let mesh = shape("knot:500");
    let aabb = binary(Volume::AABB, mesh.clone());
    assert_eq!(Adb::new(&aabb, Cells::default()).bytes().total(), 36);
    let sphere = binary(Volume::SPHERE, mesh.clone());
    let bytes = Adb::new(&sphere, Cells::default()).bytes();
    assert_eq!((bytes.volume, bytes.child, bytes.cells, bytes.regions), (16, 4, 8, 0));
    let dop = binary(Volume::DOP24, mesh);
    let bytes = Adb::new(&dop, Cells::default()).bytes();
    assert_eq!(bytes.volume + bytes.child, 100);
}
