//! The folder of a run, while it is written and afterwards.

use super::{HEADER, Header, Row, SceneHeader, WRONG_HEADER, Wrong, cell};
use crate::{Error, Situation, Truth};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder that a run is recorded in, with the passes that are recorded already.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    header: Header,
    records: File,
    /// The scene, contender and pass of all recorded passes.
    done: BTreeSet<(String, String, usize)>,
}

/// All records of a run. Every row belongs to a contender of the header.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// The header of the run.
    pub header: Header,
    /// All answers.
    pub rows: Vec<Row>,
    /// All wrong answers, each once.
    pub wrong: Vec<Wrong>,
}

impl Folder {
    /// Opens a folder for a run: a new folder, or a folder in which a run of the same scenes was
    /// stopped. An incomplete pass at the end is dropped.
    pub fn open(path: &Path, header: Header) -> Result<Self, Error> {
        let file = path.join("run.json");
        let in_folder = |error: std::io::Error| Error::in_file(path, error);
        let header = if file.is_file() {
            let then = Header::read(&file)?;
            then.agrees(&header).map_err(|why| {
                Error::in_file(path, format!("{why}; use another folder for another run"))
            })?;
            Header { definition: header.definition, ..then }
        } else {
            if fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some()) {
                return Err(Error::in_file(
                    path,
                    "there is something in it, but no run; use a folder that is empty or new",
                ));
            }
            fs::create_dir_all(path.join("poses")).map_err(in_folder)?;
            fs::write(path.join("records.csv"), format!("{HEADER}\n")).map_err(in_folder)?;
            fs::write(path.join("wrong.csv"), format!("{WRONG_HEADER}\n")).map_err(in_folder)?;
            header
        };
        header.write(&file)?;
        let done = mend(path, &header)?;
        let records = OpenOptions::new().append(true).open(path.join("records.csv"));
        Ok(Self { path: path.to_owned(), header, records: records.map_err(in_folder)?, done })
    }

    /// The header so far.
    pub fn header(&mut self) -> &mut Header {
        &mut self.header
    }

    /// Writes the header.
    pub fn save(&self) -> Result<(), Error> {
        self.header.write(&self.path.join("run.json"))
    }

    /// Whether a pass is recorded.
    pub fn has(&self, scene: &str, contender: &str, pass: usize) -> bool {
        self.done.contains(&(scene.to_owned(), contender.to_owned(), pass))
    }

    /// Records a scene with its poses and the exact answers.
    pub fn begin(
        &mut self,
        scene: SceneHeader,
        situation: &Situation,
        truth: &Truth,
    ) -> Result<(), Error> {
        let mut text = format!("pose,prescribed,achieved,{},expected\n", POSE_COLUMNS);
        for (i, (placed, answer)) in situation.poses.iter().zip(truth.answers()).enumerate() {
            let numbers = placed.pose.to_numbers().map(|x| format!("{x:?}")).join(",");
            let (wanted, got) = (placed.prescribed, placed.achieved);
            let _ = writeln!(text, "{i},{wanted:?},{got:?},{numbers},{}", cell(answer));
        }
        let path = self.path.join("poses").join(format!("{}.csv", scene.name));
        fs::write(&path, text).map_err(|error| Error::in_file(&path, error))?;
        self.header.scenes.retain(|other| other.name != scene.name);
        self.header.scenes.push(scene);
        self.save()
    }

    /// Records a complete pass of one contender.
    pub fn append(&mut self, rows: &[Row]) -> Result<(), Error> {
        let Some(first) = rows.first() else { return Ok(()) };
        let text: String = rows.iter().map(|row| row.to_line() + "\n").collect();
        let written = self.records.write_all(text.as_bytes()).and_then(|()| self.records.flush());
        written.map_err(|error| Error::in_file(&self.path.join("records.csv"), error))?;
        self.done.insert((first.scene.clone(), first.contender.clone(), first.pass));
        Ok(())
    }

    /// Writes `wrong.csv`, with each wrong answer once, however often it was given. Returns the
    /// scenes that have wrong answers.
    pub fn write_wrong(&self) -> Result<BTreeSet<String>, Error> {
        let mut wrong = BTreeMap::new();
        for row in rows(&self.path)?.into_iter().filter(|row| !row.right) {
            wrong.entry((row.scene, row.contender, row.pose)).or_insert(row.answer);
        }
        let mut text = format!("{WRONG_HEADER}\n");
        let mut poses: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for ((scene, contender, pose), answer) in wrong {
            if !poses.contains_key(&scene) {
                let path = self.path.join("poses").join(format!("{scene}.csv"));
                let lines =
                    fs::read_to_string(&path).map_err(|error| Error::in_file(&path, error))?;
                poses.insert(scene.clone(), lines.lines().skip(1).map(str::to_owned).collect());
            }
            // The pose is missing if the poses file was cut by hand.
            if let Some((numbers, expected)) = poses[&scene].get(pose).and_then(|it| placed(it)) {
                let wrong = Wrong { scene, contender, pose, answer, expected, numbers };
                text += &(wrong.to_line() + "\n");
            }
        }
        let path = self.path.join("wrong.csv");
        fs::write(&path, text).map_err(|error| Error::in_file(&path, error))?;
        Ok(poses.into_keys().collect())
    }

    /// Writes both meshes as the contenders got them, scaled and grown, so that a wrong answer can
    /// be reproduced.
    pub fn write_meshes(&self, scene: &str, situation: &Situation) -> Result<(), Error> {
        let folder = self.path.join("meshes");
        fs::create_dir_all(&folder).map_err(|error| Error::in_file(&folder, error))?;
        for (letter, mesh) in [("a", &situation.a), ("b", &situation.b)] {
            let path = folder.join(format!("{scene}-{letter}.obj"));
            feeler_io::write(&path, mesh).map_err(|error| Error::new(error.to_string()))?;
        }
        Ok(())
    }

    /// Reads all records of a run, finished or not.
    pub fn read(path: &Path) -> Result<Recorded, Error> {
        let header = Self::header_of(path)?;
        let (rows, wrong) = (rows(path)?, table(path, "wrong.csv", WRONG_HEADER, Wrong::parse)?);
        let entries = header.contenders.iter();
        let known: HashSet<(&str, &str)> =
            entries.map(|it| (it.scene.as_str(), it.name.as_str())).collect();
        let check = |file: &str, about: &mut dyn Iterator<Item = (&str, &str)>| match about
            .enumerate()
            .find(|(_, it)| !known.contains(it))
        {
            None => Ok(()),
            Some((row, (scene, name))) => {
                let why = format!("run.json has no contender {name:?} in a scene {scene:?}");
                Err(Error::new(why).at(line_of(&path.join(file), row + 1)))
            }
        };
        check("records.csv", &mut rows.iter().map(|it| (&*it.scene, &*it.contender)))?;
        check("wrong.csv", &mut wrong.iter().map(|it| (&*it.scene, &*it.contender)))?;
        Ok(Recorded { header, rows, wrong })
    }

    /// Whether a folder has a run, finished or not.
    pub fn is_in(path: &Path) -> bool {
        path.join("run.json").is_file()
    }

    /// The header of a run.
    pub fn header_of(path: &Path) -> Result<Header, Error> {
        match path.join("run.json") {
            file if file.is_file() => Header::read(&file),
            _ => Err(Error::in_file(path, "there is no run in it")),
        }
    }
}

/// The columns of a pose, as `feeler batch` reads them.
const POSE_COLUMNS: &str = "r00,r01,r02,r10,r11,r12,r20,r21,r22,tx,ty,tz";

/// The numbers of a pose and the exact answer, from a line of the table of poses.
fn placed(line: &str) -> Option<([f64; 12], String)> {
    let fields: Vec<&str> = line.split(',').collect();
    let numbers: Option<Vec<f64>> = fields.get(3..15)?.iter().map(|it| it.parse().ok()).collect();
    Some((numbers?.try_into().ok()?, (*fields.get(15)?).to_owned()))
}

fn rows(folder: &Path) -> Result<Vec<Row>, Error> {
    table(folder, "records.csv", HEADER, Row::parse)
}

/// All lines of a table but the first. A last line without its line end is incomplete and left out.
fn table<T>(
    folder: &Path,
    file: &str,
    header: &str,
    parse: fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, Error> {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).map_err(|error| Error::in_file(&path, error))?;
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = whole.lines().enumerate();
    if lines.next().is_none_or(|(_, first)| first != header) {
        let why = format!("the first line has to be '{header}'");
        return Err(Error::new(why).at(line_of(&path, 0)));
    }
    lines
        .map(|(line, text)| parse(text).map_err(|why| Error::new(why).at(line_of(&path, line))))
        .collect()
}

/// A line of a file, counted from 0, in the notation of compilers.
fn line_of(path: &Path, line: usize) -> String {
    format!("{}:{}", path.display(), line + 1)
}

/// Keeps the complete passes in the records, drops the rest, and returns the passes that are
/// recorded.
fn mend(folder: &Path, header: &Header) -> Result<BTreeSet<(String, String, usize)>, Error> {
    let rows = rows(folder)?;
    let mut done = BTreeSet::new();
    let mut text = format!("{HEADER}\n");
    let same =
        |x: &Row, y: &Row| (&x.scene, &x.contender, x.pass) == (&y.scene, &y.contender, y.pass);
    for block in rows.chunk_by(same) {
        let Row { scene, contender, pass, .. } = &block[0];
        let poses = header.scenes.iter().find(|known| known.name == *scene).map(|it| it.poses);
        let key = (scene.clone(), contender.clone(), *pass);
        if poses == Some(block.len()) && done.insert(key) {
            text.extend(block.iter().map(|row| row.to_line() + "\n"));
        }
    }
    let path = folder.join("records.csv");
    let partial = folder.join("records.csv.partial");
    fs::write(&partial, text)
        .and_then(|()| fs::rename(&partial, &path))
        .map_err(|error| Error::in_file(&path, error))?;
    Ok(done)
}
