//! Tests that queries do not allocate once their scratch is warm.

#![allow(unsafe_code, reason = "a global allocator cannot be written without")]

use feeler::triangle::{Stages, Triangle, distance_counted};
use feeler::{
    Budget, Build, Crowd, Mesh, Model, Pair, Pose, Schedule, Scratch, Search, Volume, guided_all,
};
use feeler_scenes::{Random, Shape};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system's allocator, with a count of allocations.
struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Checks all queries with one kind of volume.
fn check(volume: Volume) {
    let model = Model::build(Shape::Knot.mesh(2000), &Build { volume, ..Build::default() });
    let mut random = Random::new(5);
    let mut poses: Vec<Pose> =
        (0..50).map(|_| random.rotation().then(&Pose::translation(random.direction()))).collect();
    poses.push(Pose::translation([1e6, 0.0, 0.0]));
    // The poses are in no order first, and then follow a path of small steps.
    let from = poses[0];
    poses.extend((0..50).map(|i| from.then(&Pose::translation([0.001 * i as f64, 0.0, 0.0]))));
    ask_twice(&model, &poses, Scratch::new());
    ask_twice(&model, &poses, Scratch::new().remembering());
}

/// Asks all queries twice; the second time must not allocate.
fn ask_twice(model: &Model, poses: &[Pose], mut scratch: Scratch) {
    for schedule in [Schedule::DepthFirst, Schedule::BestFirst] {
        let mut ask_all = || {
            for &pose in poses {
                let pair = Pair::new(model, model).at(pose).scheduled(schedule);
                pair.intersects_with(&mut scratch);
                pair.contacts_with(&mut scratch);
                pair.first_contacts_with(7, &mut scratch);
                pair.distance_with(&Search::default(), &mut scratch);
                pair.within_with(0.01, &mut scratch);
                pair.all_within_with(0.01, &mut scratch);
                pair.first_contact_with([0.6, 0.0, -0.8], f64::INFINITY, &mut scratch);
                pair.guided_with(Budget::steps(9), 0.0, &mut scratch);
                pair.resume_with(Budget::micros(50), 0.01, &mut scratch);
            }
        };
        ask_all();
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        ask_all();
        assert_eq!(ALLOCATIONS.load(Ordering::Relaxed) - before, 0, "{schedule:?}");
    }
}

/// Triangles in a plane through the origin, and other triangles with a corner as near to that plane
/// as numbers can be.
///
/// Their coordinates differ so much in size that only the last exact stage can tell on which side
/// of the plane a corner is.
fn mixed_scales([small, one, large]: [f64; 3]) -> [Vec<Triangle>; 2] {
    let (u, v) = ([large, one, small], [small, large, one]);
    let at = |i: f64, j: f64| [0, 1, 2].map(|k| i * u[k] + j * v[k]);
    let numbers = || (1..5).flat_map(|i| (1..5).map(move |j| (f64::from(i) / 3.0, f64::from(j))));
    let in_plane = numbers().map(|(i, j)| [[0.0; 3], at(i, -j), at(i + 1.0, j)]);
    let upright = numbers().flat_map(|(i, j)| {
        let [x, y, z] = at(i, 0.1 * j);
        // One triangle goes through the plane, and one ends just above it.
        let through = [[x, y, z], [x, y, z + large], [x, y + one, z - large]];
        [through, [[x, y, z * (1.0 + 1e-15)], [x, y, z + large], [x, y + large, z + large]]]
    });
    [in_plane.collect(), upright.collect()]
}

fn mesh(triangles: &[Triangle]) -> Mesh {
    let faces = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(triangles.as_flattened().to_vec(), faces).expect("a mesh")
}

fn check_last_stage(scales: [f64; 3]) {
    let [a, b] = mixed_scales(scales);
    let models = [Model::new(mesh(&a)), Model::new(mesh(&b))];
    let pair = Pair::new(&models[0], &models[1]);
    let mut scratch = Scratch::new();
    let mut ask_all = || {
        pair.intersects_with(&mut scratch);
        assert!(pair.contacts_with(&mut scratch).len() > 1, "{scales:?}");
        assert!(scratch.effort().stages.big > 0, "{scales:?}: {:?}", scratch.effort());
        pair.count_contacts_with(&mut scratch);
        // All pairs again, one by one: pairs that meet need a common point, and the gap of the
        // others may need the last stage itself.
        let mut stages = Stages::default();
        let (mut zero, mut tiny) = (0, 0);
        for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (a, b))) {
            let distance = distance_counted(a, b, &mut stages).distance;
            zero += u32::from(distance == 0.0);
            tiny += u32::from(distance > 0.0 && distance < scales[1]);
        }
        assert!(zero > 0 && tiny > 0 && stages.big > 0, "{scales:?}: {zero} {tiny} {stages:?}");
    };
    ask_all();
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    ask_all();
    assert_eq!(ALLOCATIONS.load(Ordering::Relaxed) - before, 0, "{scales:?}");
}

/// Checks that a crowd does not allocate either, once it has had as many pairs. Before that, it
/// allocates a few times only, not once for each pair.
fn check_crowd() {
    let model = Model::new(Shape::Knot.mesh(2000));
    let mut random = Random::new(7);
    let mut pair = || {
        let pose = random.rotation().then(&Pose::translation(random.direction()));
        Pair::new(&model, &model).at(pose)
    };
    let pairs: Vec<_> = (0..500).map(|_| pair()).collect();
    for budget in [Budget::UNLIMITED, Budget::steps(2000)] {
        let mut crowd = Crowd::default();
        let mut allocations = || {
            let before = ALLOCATIONS.load(Ordering::Relaxed);
            assert_eq!(guided_all(&pairs, budget, 0.0, &mut crowd).len(), pairs.len());
            ALLOCATIONS.load(Ordering::Relaxed) - before
        };
        let first = allocations();
        assert!(first > 0 && first < 50, "{first}");
        assert_eq!(allocations(), 0);
    }
}

// This is one test, so that no other thread allocates at the same time.
#[test]
fn warm_queries_do_not_allocate() {
    check(Volume::OBB);
    check(Volume::AABB);
    check(Volume::SPHERE);
    check(Volume::DOP18);
    check(Volume::HULL);
    check_crowd();
    check_last_stage([1e-150, 1.0, 1e150]);
    check_last_stage([5e-320, 1.0, 1e299]);
}
