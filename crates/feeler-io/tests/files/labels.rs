//! Tests of the labels of instances, and of scenes as rigid bodies.

use feeler_io::{Format, Scene, parse};

use crate::corners;
use crate::samples::{glb, gltf_json, triangle_buffer};

/// A car with two axles, each with a wheel, of which one is mirrored. Two things have no name, and one is
/// called like the number of another.
fn car() -> Scene {
    let json = gltf_json(
        r#""scenes":[{"nodes":[0]}],"nodes":[
        {"name":"car","children":[1,2,7,8]},
        {"name":"front","children":[3,4]},
        {"name":"rear","children":[5,6],"translation":[9,0,0]},
        {"name":"wheel","mesh":0},
        {"mesh":0,"rotation":[0,0,1,0]},
        {"name":"wheel","mesh":0,"scale":[-1,1,1]},
        {"name":"exhaust","mesh":0,"scale":[2,2,2]},
        {"name":"5","mesh":0,"scale":[2,2,2],"translation":[0,0,4]},
        {"mesh":0,"translation":[0,7,0]}],
        "buffers":[{"byteLength":39}]"#,
    );
    parse(&glb(&json, &triangle_buffer()), Format::Gltf).unwrap()
}

#[test]
fn every_label_names_its_instance_alone() {
    let scene = car();
    let labels = scene.labels();
    assert_eq!(labels, ["car/front/wheel", "1", "car/rear/wheel", "exhaust", "car/5", "#5"]);
    for (label, instance) in labels.iter().zip(scene.instances()) {
        let mesh = scene.part(label).unwrap();
        assert_eq!(corners(&mesh), corners(&scene.mesh_of(instance)), "{label}");
    }
}

#[test]
fn numbers_and_paths_name_instances() {
    let scene = car();
    let count = |name: &str| scene.part(name).map(|mesh| mesh.triangles().len());
    let mesh = |instance: usize| scene.mesh_of(&scene.instances()[instance]);
    assert_eq!(scene.part("3"), Ok(mesh(3)));
    assert_eq!(scene.part("#3"), Ok(mesh(3)));
    // A name goes before a number; after a hash it is a number.
    assert_eq!(scene.part("5"), Ok(mesh(4)));
    assert_eq!(scene.part("#5"), Ok(mesh(5)));
    assert_eq!(scene.part("rear/wheel"), Ok(mesh(2)));
    assert_eq!(count("car/rear"), Ok(2));
    assert_eq!(count("car"), Ok(6));
    for unknown in ["6", "#6", "rear/front", "ar/wheel", "/"] {
        assert!(count(unknown).is_err(), "{unknown}");
    }
}

#[test]
fn rigid_bodies_are_where_the_scene_has_them() {
    let scene = car();
    let rigid = scene.rigid();
    // One mesh for all that is only moved and turned, one mirrored, one twice as large.
    let meshes: Vec<usize> = rigid.instances.iter().map(|(mesh, _)| *mesh).collect();
    assert_eq!(meshes, [0, 0, 1, 2, 2, 0]);
    assert_eq!(rigid.meshes.len(), 3);
    for ((mesh, pose), instance) in rigid.instances.iter().zip(scene.instances()) {
        let placed = corners(&rigid.meshes[*mesh]).concat().into_iter().map(|p| pose.apply(p));
        let expected = corners(&scene.mesh_of(instance)).concat();
        for (found, expected) in placed.zip(expected) {
            let off = (0..3).map(|k| (found[k] - expected[k]).abs()).fold(0.0, f64::max);
            assert!(off < 1e-14, "{found:?} is not {expected:?}");
        }
    }
}
