//! parry, the collision library of Rapier, in f64 or, with `--setting f32`, in f32.

mod double;
mod frames;
mod job;
mod protocol;
mod single;

use job::{Ask, Job};

fn main() {
    if let Some(folder) = job::value("--world") {
        let job = frames::WorldJob::read(&folder);
        return match job::value("--setting").as_deref() {
            None => double::world::serve(&job),
            Some("f32") => single::world::serve(&job),
            Some(other) => panic!("unknown setting {other:?}; there is f32"),
        };
    }
    let job = Job::from_arguments();
    if job.a.triangles.is_empty() || job.b.triangles.is_empty() {
        println!("unsupported a mesh without triangles");
        return;
    }
    if job.ask == Ask::Contacts {
        println!("unsupported contacts are points of manifolds, not pairs of triangles");
        return;
    }
    match job.setting.as_deref() {
        None => double::model::serve(&job),
        Some("f32") => single::model::serve(&job),
        Some(other) => panic!("unknown setting {other:?}; there is f32"),
    }
}
