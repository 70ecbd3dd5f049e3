//! parry's worlds: a tree of boxes around all objects, compiled once for each precision.

use super::{PRECISION, parry};
use crate::frames::{Frame, Placed, WorldJob};
use crate::protocol::timed;
use parry::bounding_volume::Aabb;
use parry::math::Pose;
use parry::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use parry::query::{ShapeIntersection, intersection_test};
use parry::shape::TriMesh;
use std::io::{BufWriter, Write, stdin, stdout};

struct World<'m> {
    models: &'m [TriMesh],
    objects: Vec<(usize, u32, Pose)>,
    boxes: Bvh,
    workspace: BvhWorkspace,
}

impl<'m> World<'m> {
    fn new(models: &'m [TriMesh], frame: &Frame) -> Self {
        let place =
            |placed: &Placed| (placed.mesh, placed.group, super::model::place(&placed.pose));
        let objects: Vec<_> = frame.objects.iter().map(place).collect();
        let boxes = objects.iter().map(|(mesh, _, at)| models[*mesh].aabb(at));
        let boxes: Vec<Aabb> = boxes.collect();
        let boxes = Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes);
        Self { models, objects, boxes, workspace: BvhWorkspace::default() }
    }

    fn place(&mut self, number: usize, placed: &Placed) {
        let (mesh, _, at) = &mut self.objects[number];
        *at = super::model::place(&placed.pose);
        self.boxes.insert_or_update_partially(self.models[*mesh].aabb(at), number as u32, 0.0);
    }

    fn touching(&mut self) -> Vec<[u32; 2]> {
        self.boxes.refit(&mut self.workspace);
        self.boxes.optimize_incremental(&mut self.workspace);
        let Self { models, objects, boxes, workspace } = self;
        let mut touching = Vec::new();
        boxes.traverse_bvtt_single_tree::<false>(workspace, &mut |a, b| {
            let [(p, of_p, at_p), (q, of_q, at_q)] = [a, b].map(|number| &objects[number as usize]);
            let is_asked = *of_p == 0 || of_p != of_q;
            let touch = |found: ShapeIntersection| found.intersecting;
            if is_asked && intersection_test(at_p, &models[*p], at_q, &models[*q]).is_ok_and(touch)
            {
                touching.push([a, b]);
            }
        });
        touching
    }
}

/// Plays all frames as often as the driver wants.
pub fn serve(job: &WorldJob) {
    let build = || job.meshes.iter().map(super::model::build).collect::<Vec<TriMesh>>();
    let (models, build_ns) = timed(build);
    let memory: usize = models.iter().map(TriMesh::total_memory_size).sum();
    println!(
        "ready {{\"name\":\"parry\",\"version\":\"0.31.1\",\"setting\":\"Bvh refit, optimize_incremental, \
         intersection_test\",\"precision\":\"{PRECISION}\",\"build_ns\":{build_ns},\"memory\":{memory}}}"
    );
    for word in stdin().lines() {
        match word.expect("a pipe").as_str() {
            "pass" => pass(job, &models),
            "quit" => return,
            other => panic!("unknown word {other:?}"),
        }
    }
}

fn pass(job: &WorldJob, models: &[TriMesh]) {
    let mut out = BufWriter::new(stdout().lock());
    let mut world = World::new(models, &job.frames[0]);
    for frame in &job.frames {
        let mut renewed = "-".to_owned();
        if frame.starts_world {
            let made = timed(|| World::new(models, frame));
            (world, renewed) = (made.0, made.1.to_string());
        }
        let (touching, ns) = timed(|| {
            let moved = frame.objects.iter().enumerate().filter(|(_, placed)| placed.has_moved);
            moved.for_each(|(number, placed)| world.place(number, placed));
            world.touching()
        });
        writeln!(out, "frame {renewed} {ns} {}", touching.len()).expect("the driver listens");
        for [a, b] in touching {
            writeln!(out, "{a} {b}").expect("the driver listens");
        }
        out.flush().expect("the driver listens");
    }
    writeln!(out, "done").and_then(|()| out.flush()).expect("the driver listens");
}
