//! The recording of a world: which objects are where, frame by frame.

use crate::Error;
use feeler::{Mesh, Pose};
use feeler_scenes::{Random, Shape};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::Path;

/// The meshes of a world, and its frames.
///
/// ```
/// use feeler_bench::{Drift, Recording};
/// let drift = Drift { shapes: vec!["ring:100".into()], count: 8, edge: 6.0, frames: 3 };
/// let recording = Recording::drifting(&drift, 1)?;
/// assert_eq!((recording.meshes.len(), recording.frames.len()), (1, 3));
/// assert!(recording.frames[0].starts_world && !recording.frames[1].starts_world);
/// # Ok::<(), feeler_bench::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recording {
    /// The meshes, which objects share.
    pub meshes: Vec<Mesh>,
    /// The frames, in order.
    pub frames: Vec<Frame>,
}

/// The objects at one moment.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Whether a new world begins: its objects are not those of the frame before.
    pub starts_world: bool,
    /// The objects, by number.
    pub objects: Vec<Placed>,
}

/// An object in a frame.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The number of its mesh.
    pub mesh: usize,
    /// Its group: two objects are not compared if they are in the same group other than 0.
    pub group: u32,
    /// Where it is.
    pub pose: Pose,
    /// Whether it was elsewhere in the frame before. In a new world every object was.
    pub has_moved: bool,
}

/// Shapes that drift and turn: a world that needs no file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drift {
    /// The built-in shapes that the objects have in turn, with their numbers of triangles: `ring:1000`.
    /// They are about 2 long.
    pub shapes: Vec<String>,
    /// The number of objects.
    pub count: usize,
    /// The edge of the cube in which the objects begin.
    pub edge: f64,
    /// The number of frames.
    pub frames: usize,
}

/// The way of an object, and the angle in radians by which it turns, from one frame to the next: a fiftieth of
/// its size, and about a degree.
const STEP: (f64, f64) = (0.04, 0.02);

/// The group whose objects stand still in a world: a frame that moves one begins another world.
const STILL: u32 = 2;

/// The first line of a recorded world.
const COLUMNS: &str = "frame,object,mesh,group,r00,r01,r02,r10,r11,r12,r20,r21,r22,tx,ty,tz";

impl Recording {
    /// Shapes that begin at random places and turns, and drift in random directions.
    pub fn drifting(drift: &Drift, seed: u64) -> Result<Self, Error> {
        let shape =
            |name: &String| Shape::by_name(name).map_err(|error| Error::new(error.to_string()));
        let meshes = drift.shapes.iter().map(shape).collect::<Result<Vec<Mesh>, Error>>()?;
        if meshes.is_empty() || drift.count == 0 || drift.frames == 0 {
            return Err(Error::new("a world has at least one shape, one object and one frame"));
        }
        let mut random = Random::new(seed);
        let mut objects: Vec<[Pose; 3]> = (0..drift.count)
            .map(|_| {
                let at = [(); 3].map(|()| drift.edge * random.unit());
                let pose = random.rotation().then(&Pose::translation(at));
                let way = Pose::translation(random.direction().map(|x| STEP.0 * x));
                [pose, Pose::rotation(random.direction(), STEP.1), way]
            })
            .collect();
        let mut frames = Vec::with_capacity(drift.frames);
        for frame in 0..drift.frames {
            let placed = objects.iter().enumerate().map(|(number, &[pose, ..])| Placed {
                mesh: number % meshes.len(),
                group: 0,
                pose,
                has_moved: true,
            });
            frames.push(Frame { starts_world: frame == 0, objects: placed.collect() });
            for [pose, turn, way] in &mut objects {
                *pose = turn.then(pose).then(way);
            }
        }
        Ok(Self { meshes, frames })
    }

    /// Reads a recorded world, at most some of its frames: a CSV with a line for each object and frame. The mesh
    /// of an object is a PLY file of its name beside the CSV.
    ///
    /// A new world begins where the list of objects is another one, or where an object of group 2 has moved.
    pub fn read(path: &Path, most: usize) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path).map_err(|error| Error::in_file(path, error))?;
        let wrong = |line: usize, why: String| {
            Error::new(why).at(format_args!("{}:{}", path.display(), line + 1))
        };
        let mut lines = text.lines().enumerate();
        if lines.next().is_none_or(|(_, first)| first != COLUMNS) {
            return Err(wrong(0, format!("the first line has to be '{COLUMNS}'")));
        }
        let mut names: HashMap<&str, usize> = HashMap::new();
        let mut meshes = Vec::new();
        let mut frames: Vec<(&str, Vec<Placed>)> = Vec::new();
        for (at, line) in lines {
            let row = Row::parse(line).map_err(|why| wrong(at, why))?;
            if frames.last().is_none_or(|(frame, _)| *frame != row.frame) {
                if frames.len() == most {
                    break;
                }
                frames.push((row.frame, Vec::new()));
            }
            let mesh = match names.get(row.mesh) {
                Some(&mesh) => mesh,
                None => {
                    let file = path.with_file_name(format!("{}.ply", row.mesh));
                    let mesh = feeler_io::read(file).map_err(|why| wrong(at, why.to_string()))?;
                    if mesh.triangles().is_empty() {
                        return Err(wrong(at, format!("{} has no triangles", row.mesh)));
                    }
                    meshes.push(mesh);
                    names.insert(row.mesh, meshes.len() - 1);
                    meshes.len() - 1
                }
            };
            let (_, objects) = frames.last_mut().expect("there is one for this line");
            if row.object != objects.len() {
                let why = format!("object {} comes where {} has to", row.object, objects.len());
                return Err(wrong(at, why));
            }
            let Row { group, pose, .. } = row;
            objects.push(Placed { mesh, group, pose, has_moved: true });
        }
        if frames.is_empty() {
            return Err(wrong(0, "there is no frame".to_owned()));
        }
        Ok(Self { meshes, frames: chained(frames.into_iter().map(|(_, objects)| objects)) })
    }

    /// The number of triangles of all objects in a frame.
    pub fn triangles(&self, frame: &Frame) -> usize {
        frame.objects.iter().map(|placed| self.meshes[placed.mesh].triangles().len()).sum()
    }
}

/// Compares each frame with the one before.
fn chained(frames: impl Iterator<Item = Vec<Placed>>) -> Vec<Frame> {
    let mut all: Vec<Frame> = Vec::new();
    for mut objects in frames {
        let before = all.last().map_or(&[][..], |frame| &frame.objects);
        let is_other = |(old, new): (&Placed, &Placed)| {
            (old.mesh, old.group) != (new.mesh, new.group)
                || (new.group == STILL && old.pose != new.pose)
        };
        let starts_world =
            before.len() != objects.len() || before.iter().zip(&objects).any(is_other);
        if !starts_world {
            for (old, new) in before.iter().zip(&mut objects) {
                new.has_moved = old.pose != new.pose;
            }
        }
        all.push(Frame { starts_world, objects });
    }
    all
}

/// A line of a recorded world.
struct Row<'t> {
    frame: &'t str,
    object: usize,
    mesh: &'t str,
    group: u32,
    pose: Pose,
}

impl<'t> Row<'t> {
    /// Parses a line; the error says why it is none.
    fn parse(line: &'t str) -> Result<Self, String> {
        let fields: Vec<&str> = line.split(',').collect();
        let [frame, object, mesh, group, numbers @ ..] = &fields[..] else {
            return Err(format!("{} fields, 16 are needed", fields.len()));
        };
        let number =
            |text: &&str| text.parse::<f64>().map_err(|_| format!("{text:?} is no number"));
        let numbers = numbers.iter().map(number).collect::<Result<Vec<f64>, String>>()?;
        let count = numbers.len();
        let numbers: [f64; 12] =
            numbers.try_into().map_err(|_| format!("a pose has 12 numbers, not {count}"))?;
        if mesh.is_empty() || mesh.contains(['/', '\\']) {
            return Err(format!("{mesh:?} is no name of a mesh"));
        }
        let pose = Pose::from_numbers(numbers).map_err(|error| error.to_string())?;
        Ok(Self {
            frame,
            object: object.parse().map_err(|_| format!("object {object:?} is no number"))?,
            mesh,
            group: group.parse().map_err(|_| format!("group {group:?} is no number"))?,
            // Everybody gets the numbers that a world would use.
            pose: pose.then(&Pose::IDENTITY),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line without the translation: an unturned mesh.
    fn line(frame: usize, object: usize, mesh: &str, group: u32, x: f64) -> String {
        format!("{frame},{object},{mesh},{group},1,0,0,0,1,0,0,0,1,{x},0,0\n")
    }

    fn folder(lines: &[String]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in ["ring", "knot"] {
            let mesh = Shape::by_name(&format!("{name}:100")).unwrap();
            feeler_io::write(folder.path().join(format!("{name}.ply")), &mesh).unwrap();
        }
        let text = format!("{COLUMNS}\n{}", lines.concat());
        std::fs::write(folder.path().join("world.csv"), text).unwrap();
        folder
    }

    #[test]
    fn a_new_world_begins_where_the_list_changes_or_the_scene_moves() {
        let folder = folder(&[
            line(0, 0, "ring", 1, 0.0),
            line(0, 1, "knot", 2, 5.0),
            line(1, 0, "ring", 1, 1.0), // it moves
            line(1, 1, "knot", 2, 5.0),
            line(2, 0, "ring", 1, 1.0),
            line(2, 1, "knot", 2, 6.0), // the scene moves
            line(3, 0, "knot", 1, 1.0), // another mesh
            line(3, 1, "knot", 2, 6.0),
            line(4, 0, "knot", 1, 1.0), // fewer objects
        ]);
        let path = folder.path().join("world.csv");
        let recording = Recording::read(&path, usize::MAX).unwrap();
        let starts: Vec<bool> = recording.frames.iter().map(|frame| frame.starts_world).collect();
        assert_eq!(starts, [true, false, true, true, true]);
        let moved = |frame: usize| -> Vec<bool> {
            recording.frames[frame].objects.iter().map(|placed| placed.has_moved).collect()
        };
        assert_eq!(
            (moved(0), moved(1), moved(2)),
            (vec![true; 2], vec![true, false], vec![true; 2])
        );
        assert_eq!(recording.meshes.len(), 2);
        assert_eq!(Recording::read(&path, 2).unwrap().frames.len(), 2);
    }

    #[test]
    fn a_wrong_line_is_named() {
        let refused = |lines: &[String]| {
            let folder = folder(lines);
            let error = Recording::read(&folder.path().join("world.csv"), 9).unwrap_err();
            error.to_string().rsplit_once("world.csv:").unwrap().1.to_owned()
        };
        let good = line(0, 0, "ring", 0, 0.0);
        assert_eq!(refused(&[]), "1: there is no frame");
        assert_eq!(refused(&["0,1\n".to_owned()]), "2: 2 fields, 16 are needed");
        assert_eq!(refused(&[good.clone(), good.clone()]), "3: object 0 comes where 1 has to");
        assert_eq!(refused(&[good.replace("ring", "../a")]), "2: \"../a\" is no name of a mesh");
        assert_eq!(refused(&[good.replace(",0,0\n", ",0\n")]), "2: a pose has 12 numbers, not 11");
        assert_eq!(refused(&[good.replace("1,0,0,0,1", "1,x,0,0,1")]), "2: \"x\" is no number");
        assert!(refused(&[good.replace("ring", "gear")]).contains("gear.ply"));
        assert!(refused(&[good.replace("0,0,1,0", "0,0,7,0")]).starts_with("2: "));
    }

    #[test]
    fn drifting_objects_move_by_a_step() {
        let shapes = vec!["ring:100".to_owned(), "knot:100".to_owned()];
        let drift = Drift { shapes, count: 5, edge: 9.0, frames: 30 };
        let recording = Recording::drifting(&drift, 3).unwrap();
        for frames in recording.frames.windows(2) {
            for (old, new) in frames[0].objects.iter().zip(&frames[1].objects) {
                let [p, q] = [old, new].map(|placed| placed.pose.origin());
                let way = (0..3).map(|k| (p[k] - q[k]).powi(2)).sum::<f64>().sqrt();
                assert!((way - STEP.0).abs() < 1e-9, "{way}");
            }
        }
        let refused = |drift: Drift| Recording::drifting(&drift, 1).unwrap_err().to_string();
        assert!(
            refused(Drift { shapes: vec!["teapot".into()], ..drift.clone() }).contains("teapot")
        );
        assert!(refused(Drift { count: 0, ..drift }).contains("at least one shape"));
    }
}
