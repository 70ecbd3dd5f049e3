//! A test of the memory that instances take.

#[path = "../../feeler-io/tests/files/allocation.rs"]
mod allocation;

use allocation::peak;
use feeler::{Model, Pose};
use feeler_scenes::Shape;
use feeler_world::World;
use std::sync::Arc;

/// The most bytes that a world of some instances of one model takes, beyond those of the model, while they are
/// added and asked about.
fn of(instances: usize, model: &Arc<Model>) -> usize {
    let all = || {
        let mut world = World::new();
        for number in 0..instances {
            let place = Pose::translation([3.0 * number as f64, 0.0, 0.0]);
            world.add(format!("object {number}"), model.clone(), place).expect("a new name");
        }
        assert!(world.touching().is_empty());
        world
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| peak(all).1)
}

#[test]
fn a_thousand_instances_take_the_memory_of_one_model() {
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let (model, bytes) = alone.install(|| {
        let mesh = Shape::Knot.mesh(20_000);
        peak(|| Arc::new(Model::new(mesh)))
    });
    let [one, thousand] = [1, 1000].map(|instances| of(instances, &model));
    let each = (thousand - one) / 999;
    println!("the model {bytes}, a world of one {one}, each instance more {each} bytes");
    assert_eq!(Arc::strong_count(&model), 1, "all worlds are gone");
    // The tables of a world grow by doubling, and hold both sizes for a moment.
    assert!(each < 2048 && 1000 * each < bytes, "{each} bytes an instance, {bytes} for the model");
}
