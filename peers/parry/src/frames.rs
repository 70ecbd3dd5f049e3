//! The files of a world: meshes, and words of eight bytes for all frames.

use crate::job::{Mesh, Rows, mesh, numbers};
use std::fs;

pub struct Placed {
    pub mesh: usize,
    pub group: u32,
    pub has_moved: bool,
    pub pose: Rows,
}

pub struct Frame {
    pub starts_world: bool,
    pub objects: Vec<Placed>,
}

pub struct WorldJob {
    pub meshes: Vec<Mesh>,
    pub frames: Vec<Frame>,
}

impl WorldJob {
    /// Panics where a file is wrong: the driver shows the message.
    pub fn read(folder: &str) -> Self {
        let file = |name: String| {
            let path = format!("{folder}/{name}");
            fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
        };
        let bytes = file("frames.bin".to_owned());
        let words: Vec<f64> = numbers(&bytes).collect();
        let mut words = words.into_iter();
        let mut whole = {
            let words = &mut words;
            move || words.next().expect("the file is whole").to_bits() as usize
        };
        let (meshes, frames) = (whole(), whole());
        let frames = (0..frames).map(|_| frame(&mut words)).collect();
        Self { meshes: (0..meshes).map(|i| mesh(&file(format!("{i}.mesh")))).collect(), frames }
    }
}

fn frame(words: &mut impl Iterator<Item = f64>) -> Frame {
    let mut number = || words.next().expect("the file is whole");
    let (count, starts_world) = (number().to_bits(), number().to_bits() != 0);
    let objects = (0..count).map(|_| {
        let [mesh, group, has_moved] = [(); 3].map(|()| number().to_bits());
        let pose = [(); 3].map(|()| [(); 4].map(|()| number()));
        Placed { mesh: mesh as usize, group: group as u32, has_moved: has_moved != 0, pose }
    });
    Frame { starts_world, objects: objects.collect() }
}
