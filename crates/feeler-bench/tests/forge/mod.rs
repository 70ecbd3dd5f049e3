//! Two volumes, so that tests need not compile all.

use feeler::{Aabb, BoundingVolume, Kind, Mesh, Model, Obb, Pair, Pose, Scratch, TreeStats};
use feeler_bench::peer::Answer;
use feeler_bench::{Built, Forge, Mode, Question, Setting, Subject};
use std::time::Instant;

pub(crate) struct TwoVolumes;

impl Forge for TwoVolumes {
    fn build(&self, a: &Mesh, b: &Mesh, setting: Setting) -> Built {
        match setting.bv {
            Kind::Obb(_) => build::<Obb>(a, b, setting.mode),
            Kind::Aabb => build::<Aabb>(a, b, setting.mode),
            other => panic!("no test needs {other}"),
        }
    }
}

fn build<V: BoundingVolume + 'static>(a: &Mesh, b: &Mesh, mode: Mode) -> Built {
    let timed = |mesh: &Mesh| {
        let mesh = mesh.clone();
        let start = Instant::now();
        (Model::<V>::new(mesh), start.elapsed().as_nanos() as u64)
    };
    let ((a, first), (b, second)) = (timed(a), timed(b));
    Built { subject: Box::new(Models { a, b, mode }), ns: [first, second] }
}

struct Models<V: BoundingVolume> {
    a: Model<V>,
    b: Model<V>,
    mode: Mode,
}

impl<V: BoundingVolume> Subject for Models<V> {
    fn ask(&self, question: Question, pose: Pose, scratch: &mut Scratch) -> Answer {
        self.mode.answer(&Pair::new(&self.a, &self.b).at(pose), question, scratch)
    }

    fn stats(&self) -> [TreeStats; 2] {
        [self.a.stats(), self.b.stats()]
    }
}
