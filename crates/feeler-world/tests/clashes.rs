//! Clash reports, compared with all pairs asked one by one.

use feeler::{Budget, Mesh, Model, Pair, Pose};
use feeler_field::{Boundary, Relation, unwatched};
use feeler_scenes::{Random, Shape};
use feeler_world::{Clash, ClashKind, Limits, World};
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// Boxes with corners on a coarse grid, so that many are flush, nested or in one place, and some round shapes.
fn world(random: &mut Random) -> World {
    let mut world = World::new();
    let mut whole = |below: u64| (random.bits() % below) as f64;
    let cube = Shape::Box.mesh(12);
    for k in 0..40 {
        let model = if k % 5 == 0 {
            Model::new([Shape::Ring, Shape::Blob][k / 5 % 2].mesh(200))
        } else {
            // From -1 to 1, to edges of 1 to 4 with a corner on the grid.
            let edges = [(); 3].map(|()| 1.0 + whole(4));
            let vertices =
                cube.vertices().iter().map(|v| [0, 1, 2].map(|i| (v[i] + 1.0) * edges[i] / 2.0));
            let mesh = Mesh::new(vertices.collect(), cube.triangles().to_vec());
            Model::new(mesh.expect("finite numbers"))
        };
        let at = [(); 3].map(|()| whole(9));
        world.add(format!("part {k}"), Arc::new(model), Pose::translation(at)).expect("a new name");
    }
    world
}

#[test]
fn clashes_are_those_of_all_pairs() {
    let mut random = Random::new(3);
    let mut counts = [0; 5];
    for round in 0..20 {
        let mut world = world(&mut random);
        let clearance = [0.0, 1.0][round % 2];
        let limits = Limits { clearance, ..Limits::default() };
        let report = world.clashes(limits, &unwatched).expect("limits");
        assert!(report.is_complete);
        let mut found = report.found.iter();
        let objects: Vec<_> = world.objects().collect();
        for (i, (a, of_a)) in objects.iter().enumerate() {
            for (b, of_b) in &objects[i + 1..] {
                let pose = Pose::relative(of_a.pose(), of_b.pose());
                let pair = Pair::new(of_a.model(), of_b.model()).at(pose);
                let distance = pair.distance().expect("both have triangles").distance;
                let kind = match Relation::of(&pair).relation {
                    Relation::Apart if distance > clearance || distance.is_nan() => continue,
                    Relation::Apart => ClashKind::Near,
                    Relation::Touching => ClashKind::Touching,
                    Relation::AInsideB | Relation::BInsideA => ClashKind::Inside,
                    Relation::Crossing => ClashKind::Crossing,
                    Relation::Same => ClashKind::Duplicate,
                };
                let clash = found.next().expect("a clash for each pair");
                assert_eq!((clash.objects, clash.kind), ([*a, *b], kind), "round {round}");
                assert_eq!(clash.closest.distance, distance);
                let detail = clash.detail.expect("the report is complete");
                assert_eq!(detail.contacts, pair.count_contacts());
                let has_depth = matches!(kind, ClashKind::Crossing | ClashKind::Inside);
                assert_eq!(detail.depth.is_some_and(|depth| depth.upper > 0.0), has_depth);
                counts[kind as usize] += 1;
            }
        }
        assert_eq!(found.next(), None, "round {round}");
    }
    println!("near, touching, inside, crossing, duplicate: {counts:?}");
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn what_is_deep_inside_is_found_without_a_clearance() {
    let mut world = World::new();
    let hull = Shape::Globe.mesh(500);
    let huge = hull.vertices().iter().map(|v| v.map(|x| 100.0 * x)).collect();
    let huge = Mesh::new(huge, hull.triangles().to_vec()).expect("finite numbers");
    let outer = world.add("outer", Model::new(huge), Pose::IDENTITY).expect("a new name");
    let at = Pose::translation([3.0, 20.0, -10.0]);
    let inner = world.add("inner", Model::new(hull), at).expect("a new name");
    let found = world.clashes(Limits::default(), &unwatched).expect("limits").found;
    let [clash] = &found[..] else { panic!("{found:?}") };
    assert_eq!((clash.objects, clash.kind), ([outer, inner], ClashKind::Inside));
    assert!(clash.closest.distance > 10.0);
}

#[test]
fn a_report_that_is_stopped_keeps_what_was_found() {
    let mut world = world(&mut Random::new(4));
    let all = world.clashes(Limits::default(), &unwatched).expect("limits");
    let mut until = |share: f64| {
        let go_on = |done: f64| match done < share {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        world.clashes(Limits::default(), &go_on).expect("limits")
    };
    // While the kinds are looked for.
    let some = until(0.05);
    assert!(!some.is_complete && some.found.len() < all.found.len());
    // While depths are looked for: all kinds are known, and some details.
    let half = until(0.5);
    assert!(!half.is_complete && half.found.len() == all.found.len());
    let detailed = half.found.iter().filter(|clash| clash.detail.is_some()).count();
    assert!((1..all.found.len()).contains(&detailed), "{detailed}");
    for (clash, whole) in half.found.iter().zip(&all.found) {
        assert_eq!((clash.objects, clash.kind), (whole.objects, whole.kind));
        assert!(clash.detail.is_none() || clash.detail == whole.detail);
    }
}

#[test]
fn kinds_alone_are_the_same_kinds() {
    let mut world = world(&mut Random::new(5));
    let all = world.clashes(Limits::default(), &unwatched).expect("limits").found;
    let limits = Limits { depth: Budget::steps(0), ..Limits::default() };
    let alone = world.clashes(limits, &unwatched).expect("limits").found;
    let kinds = |found: &[Clash]| found.iter().map(|c| (c.objects, c.kind)).collect::<Vec<_>>();
    assert_eq!(kinds(&all), kinds(&alone));
    assert!(alone.iter().all(|clash| clash.depth().is_none() && clash.detail.is_some()));
}

/// Real assemblies, which are not part of the repository. Without them this test says so and passes.
#[test]
fn assemblies_have_the_kinds_of_all_pairs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/meshes/assembly");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: there are no meshes at {}", folder.display());
        return;
    };
    let mut read = 0;
    for path in entries.map(|entry| entry.expect("a file").path()) {
        let Ok(scene) = feeler_io::read_scene(&path) else {
            println!("{}: not readable here", path.display());
            continue;
        };
        read += 1;
        let rigid = scene.rigid();
        let models: Vec<Arc<Model>> =
            rigid.meshes.into_iter().map(|mesh| Arc::new(Model::new(mesh))).collect();
        let mut world = World::new();
        for (number, &(model, pose)) in rigid.instances.iter().enumerate() {
            world.add(number.to_string(), models[model].clone(), pose).expect("a new name");
        }
        let limits = Limits { depth: Budget::steps(0), ..Limits::default() };
        let clashes = world.clashes(limits, &unwatched).expect("limits");
        let found: Vec<(usize, usize, ClashKind)> = clashes
            .found
            .iter()
            .map(|clash| {
                let number = |id| world.object(id).expect("it is there").name().parse();
                let [a, b] = clash.objects.map(|id| number(id).expect("a number"));
                (a, b, clash.kind)
            })
            .collect();

        let boundaries: Vec<Boundary<'_>> =
            models.par_iter().map(|model| Boundary::of(model)).collect();
        let count = rigid.instances.len();
        let pairs: Vec<(usize, usize)> =
            (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
        let kind = |&(a, b): &(usize, usize)| {
            let [(of_a, at_a), (of_b, at_b)] = [a, b].map(|number| rigid.instances[number]);
            let pose = Pose::relative(&at_a, &at_b);
            let pair = Pair::new(&models[of_a], &models[of_b]).at(pose);
            let kind = match Relation::between(&boundaries[of_a], &boundaries[of_b], pose).relation
            {
                // A mesh with holes may touch what it has nothing in common with as a solid.
                Relation::Apart if pair.intersects() => ClashKind::Near,
                Relation::Apart => return None,
                Relation::Touching => ClashKind::Touching,
                Relation::AInsideB | Relation::BInsideA => ClashKind::Inside,
                Relation::Crossing => ClashKind::Crossing,
                Relation::Same => ClashKind::Duplicate,
            };
            Some((a, b, kind))
        };
        let all: Vec<(usize, usize, ClashKind)> = pairs.par_iter().filter_map(kind).collect();
        println!("{}: {} clashes of {} pairs", path.display(), all.len(), pairs.len());
        assert_eq!(found, all, "{}", path.display());
    }
    assert!(read > 2, "{read} files were read");
}
