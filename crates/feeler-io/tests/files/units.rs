//! Tests of the rule by which files of several units come together.

use feeler_io::{Brought, ErrorKind, Format, Scene, Unit, Units, parse};

use crate::samples::{COLLADA, MODEL, OBJ, archive};

fn obj() -> Scene {
    parse(OBJ.as_bytes(), Format::Obj).unwrap()
}

/// Two objects in inches, one of which is placed by translations and turns.
fn inches() -> Scene {
    parse(&archive(&[("3D/3dmodel.model", MODEL)]), Format::ThreeMf).unwrap()
}

#[test]
fn placements_and_meshes_are_converted() {
    let mut units = Units::new(Some(Unit::MILLIMETRE), 1.0);
    let (scene, brought) = units.bring(inches()).unwrap();
    assert_eq!(brought, Brought::Converted { from: Unit::INCH, to: Unit::MILLIMETRE });
    assert_eq!(scene.unit(), Some(Unit::MILLIMETRE));
    let (before, after) = (inches().merged(), scene.merged());
    for (p, q) in before.vertices().iter().zip(after.vertices()) {
        assert!((0..3).all(|i| (25.4 * p[i] - q[i]).abs() <= 1e-12), "{p:?} {q:?}");
    }
    // What was rigid stays rigid, so instances still share meshes.
    assert_eq!(scene.rigid().meshes.len(), inches().rigid().meshes.len());
}

#[test]
fn the_first_unit_is_that_of_all() {
    let mut units = Units::default();
    assert_eq!(units.bring(obj()).unwrap().1, Brought::AsItWas);
    assert_eq!(units.unit(), None);
    assert_eq!(units.bring(inches()).unwrap().1, Brought::Mixed(Unit::INCH));
    assert_eq!(units.bring(obj()).unwrap().1, Brought::AsItWas, "it is said once");
    let dae = COLLADA.replace("0.0254", "0.001");
    let dae = parse(dae.as_bytes(), Format::Collada).unwrap();
    let converted = Brought::Converted { from: Unit::MILLIMETRE, to: Unit::INCH };
    assert_eq!(units.bring(dae).unwrap().1, converted);
    assert_eq!(units.unit(), Some(Unit::INCH));
}

#[test]
fn a_scale_is_for_files_without_a_unit() {
    let mut units = Units::new(None, 2.0);
    let (scene, _) = units.bring(obj()).unwrap();
    assert_eq!(scene.merged().vertices()[2], [2.0, 2.0, 0.0]);
    let (scene, _) = units.bring(inches()).unwrap();
    assert_eq!(scene.merged().vertices(), inches().merged().vertices());
    // With a chosen unit nothing is left to be said.
    let mut units = Units::new(Some(Unit::INCH), 1.0);
    assert_eq!(units.bring(obj()).unwrap().1, Brought::AsItWas);
    assert_eq!(units.bring(inches()).unwrap().1, Brought::AsItWas);
}

#[test]
fn what_becomes_too_large_is_refused() {
    let far = b"v 1e299 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n";
    let scene = parse(far, Format::Obj).unwrap();
    let error = Units::new(None, 1e3).bring(scene).map(|_| ()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Malformed | ErrorKind::TooLarge), "{error}");
    let placed = COLLADA.replace("0 0 -2<", "0 0 1e299<");
    let scene = parse(placed.as_bytes(), Format::Collada).unwrap();
    let error = Units::new(Some(Unit::MICRON), 1.0).bring(scene).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "coordinates become larger than 1e300 in this unit");
}
