//! Tests with known answers on real meshes, on machines that have them.

use crate::run::{Desk, lifted, shared};

#[test]
fn the_robot_and_its_room_have_192_contacts() {
    let (Some(room), Some(robot)) = (shared("fcl/env.obj"), shared("fcl/rob.obj")) else {
        eprintln!("skipped: there are no shared meshes");
        return;
    };
    let desk = Desk::new();
    let meshes = format!("{} {}", room.display(), robot.display());
    let check = desk.feeler(&format!("check {meshes} --contacts --json"));
    let json = check.json();
    assert_eq!((check.code, &json["contact_count"]), (1, &192.into()));
    assert_eq!(json["contacts"].as_array().unwrap().len(), 192);

    desk.put("poses.csv", lifted(0.0));
    let batch = desk.feeler(&format!("batch {meshes} --poses poses.csv --ask contacts"));
    assert!(batch.stdout.lines().nth(1).unwrap().starts_with("0,192,"), "{}", batch.stdout);
    assert_eq!(batch.code, 1);
}

#[test]
fn an_assembly_has_parts() {
    let Some(gearbox) = shared("assembly/GearboxAssy.glb") else {
        eprintln!("skipped: there are no shared meshes");
        return;
    };
    let desk = Desk::new();
    let json = desk.feeler(&format!("info {} --json", gearbox.display())).json();
    let (parts, instances) = (&json[0]["parts"], &json[0]["instances"]);
    assert!(parts.as_array().unwrap().len() > 1);
    assert!(instances.as_array().unwrap().len() > 1);
    desk.refuses(
        &format!("info {}#NoSuchPart", gearbox.display()),
        "no part is called 'NoSuchPart'",
    );
}
