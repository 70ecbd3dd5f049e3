//! Files: whatever the bytes are, a reader returns a sound scene or an error with a reason.

use crate::samples;
use feeler::{Model, Pair, Pose};
use feeler_io::{Error, Format, Scene, parse, parse_with};

/// The largest mesh that queries are asked about, in triangles.
const MOST_ASKED: usize = 200;

/// An STL file, ASCII or binary.
pub fn stl(bytes: &[u8]) {
    check(parse(bytes, Format::Stl));
}

/// An OBJ file.
pub fn obj(bytes: &[u8]) {
    check(parse(bytes, Format::Obj));
}

/// A PLY file, ASCII or binary.
pub fn ply(bytes: &[u8]) {
    check(parse(bytes, Format::Ply));
}

/// An OFF file, ASCII or binary.
pub fn off(bytes: &[u8]) {
    check(parse(bytes, Format::Off));
}

/// A glTF or GLB file; every file that it refers to has the same bytes.
pub fn gltf(bytes: &[u8]) {
    check(parse_with(bytes, Format::Gltf, |_| Ok(bytes.to_vec())));
}

/// A 3MF archive, and an archive whose model these bytes are: few changes of an archive reach the model in it.
pub fn threemf(bytes: &[u8]) {
    check(parse(bytes, Format::ThreeMf));
    let model = String::from_utf8_lossy(bytes);
    check(parse(&samples::archive(&[("3D/3dmodel.model", &model)]), Format::ThreeMf));
}

/// A COLLADA file.
pub fn collada(bytes: &[u8]) {
    check(parse(bytes, Format::Collada));
}

fn check(read: Result<Scene, Error>) {
    let scene = match read {
        Ok(scene) => scene,
        Err(error) => {
            let text = error.to_string();
            assert!(!text.is_empty() && !text.chars().any(char::is_control), "{text:?}");
            return;
        }
    };
    let merged = scene.merged();
    let triangles: usize = scene
        .instances()
        .iter()
        .map(|instance| scene.parts()[instance.part()].mesh.triangles().len())
        .sum();
    assert_eq!(merged.triangles().len(), triangles, "merging loses or adds triangles");
    let vertices = merged.vertices();
    assert!(vertices.iter().flatten().all(|x| x.is_finite()));
    assert!(merged.triangles().iter().flatten().all(|&index| (index as usize) < vertices.len()));
    // What was read can be asked: a mesh touches itself, if it has a triangle.
    if triangles <= MOST_ASKED {
        let model = Model::new(merged);
        let pair = Pair::new(&model, &model).at(Pose::IDENTITY);
        assert_eq!(pair.intersects(), triangles > 0);
        assert_eq!(pair.distance().map(|closest| closest.distance), (triangles > 0).then_some(0.0));
    }
}
