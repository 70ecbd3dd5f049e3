//! Queries do not allocate once their scratch is warm.

#![allow(unsafe_code, reason = "a global allocator cannot be written without")]

use feeler::{
    Aabb, BoundingVolume, ConvexHull, Dop18, Model, Obb, Pair, Pose, Schedule, Scratch, Search,
    Sphere,
};
use feeler_scenes::{Random, Shape};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed on to the system's allocator as it is.
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

fn check<V: BoundingVolume>() {
    let model = Model::<V>::new(Shape::Knot.mesh(2000));
    let mut random = Random::new(5);
    let mut poses: Vec<Pose> =
        (0..50).map(|_| random.rotation().then(&Pose::translation(random.direction()))).collect();
    poses.push(Pose::translation([1e6, 0.0, 0.0]));
    let mut scratch = Scratch::new();
    for schedule in [Schedule::DepthFirst, Schedule::BestFirst] {
        let mut ask_all = || {
            for &pose in &poses {
                let pair = Pair::new(&model, &model).at(pose).scheduled(schedule);
                pair.intersects_with(&mut scratch);
                pair.contacts_with(&mut scratch);
                pair.first_contacts_with(7, &mut scratch);
                pair.distance_with(&Search::default(), &mut scratch);
                pair.within_with(0.01, &mut scratch);
                pair.all_within_with(0.01, &mut scratch);
            }
        };
        ask_all();
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        ask_all();
        assert_eq!(ALLOCATIONS.load(Ordering::Relaxed) - before, 0, "{schedule:?}");
    }
}

// One test, so that no other thread allocates meanwhile.
#[test]
fn warm_queries_do_not_allocate() {
    check::<Obb>();
    check::<Aabb>();
    check::<Sphere>();
    check::<Dop18>();
    check::<ConvexHull>();
}
