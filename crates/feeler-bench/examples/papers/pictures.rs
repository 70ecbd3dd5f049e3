//! Pictures of what algorithms do: levels of a hierarchy, a search for the first contact, an object
//! on an offset surface, and a pair of boxes that collide.

use crate::desk::Desk;
use crate::sketch::{Look, Sketch};
use feeler::inside::{Child, Cuboid};
use feeler::{Arity, Build, Mesh, Model, Pair, Pose, Rule, Volume};
use feeler_bench::plot::framed;
use feeler_research::Published;
use feeler_research::adb::{Adb, Memory};
use feeler_scenes::{OffsetPoses, Shape, normalised, shape, unwatched};
use std::error::Error;
use std::fmt::Write;

type Done = Result<(), Box<dyn Error>>;

/// A binary tree of spheres with a triangle in each leaf.
fn sphere_tree(mesh: Mesh) -> Model {
    let build = Build { volume: Volume::SPHERE, arity: Arity::Two, rule: Rule::Mean, leaf_size: 1 };
    Model::build(mesh, &build)
}

/// The way from unit coordinates to those of the mesh: a factor, and the place of the origin.
fn unit(model: &Model) -> (f64, [f64; 3]) {
    let bounds = model.mesh().bounds().expect("there are triangles");
    let corners = (0..model.mesh().triangles().len() as u32).map(|t| model.unit_triangle(t));
    let all: Vec<[f64; 3]> = corners.flatten().collect();
    let low = [0, 1, 2].map(|i| all.iter().map(|p| p[i]).fold(f64::INFINITY, f64::min));
    let high = [0, 1, 2].map(|i| all.iter().map(|p| p[i]).fold(f64::NEG_INFINITY, f64::max));
    let widest = (0..3).max_by(|&i, &j| (high[i] - low[i]).total_cmp(&(high[j] - low[j])));
    let i = widest.expect("three axes");
    let factor = (bounds[1][i] - bounds[0][i]) / (high[i] - low[i]);
    (factor, [0, 1, 2].map(|i| bounds[0][i] - factor * low[i]))
}

/// A sphere in the coordinates of the mesh, for a node of a tree of spheres.
fn ball(model: &Model, slot: u32) -> ([f64; 3], f64) {
    let (factor, origin) = unit(model);
    let Cuboid { center, half, .. } = model.tree().cuboid(slot);
    ([0, 1, 2].map(|i| origin[i] + factor * f64::from(center[i])), factor * f64::from(half[0]))
}

fn children(model: &Model, slot: u32) -> Vec<u32> {
    match model.tree().child(slot) {
        leaf if leaf.is_leaf() => Vec::new(),
        inner => {
            model.tree().children(inner).filter(|&s| model.tree().child(s) != Child::NONE).collect()
        }
    }
}

/// The nodes of a tree with their names, as the paper names them: a digit for each step down.
fn named(model: &Model, name: &str) -> Vec<Vec<(String, u32)>> {
    let mut levels = vec![vec![(name.to_owned(), 0)]];
    loop {
        let last = levels.last().expect("there is a root");
        let next: Vec<(String, u32)> = last
            .iter()
            .flat_map(|(name, slot)| {
                let below = children(model, *slot).into_iter().enumerate();
                below.map(move |(i, child)| (format!("{name}{i}"), child))
            })
            .collect();
        if next.is_empty() {
            return levels;
        }
        levels.push(next);
    }
}

/// Segments in the plane: triangles without area.
fn segments(ends: &[[[f64; 2]; 2]]) -> Mesh {
    let point = |[x, y]: [f64; 2]| [x, y, 0.0];
    let vertices = ends.iter().flatten().map(|&end| point(end)).collect();
    let triangles = (0..ends.len() as u32).map(|i| [2 * i, 2 * i + 1, 2 * i + 1]).collect();
    Mesh::new(vertices, triangles).expect("finite numbers")
}

/// Four segments, their tree of spheres level by level, and how a second model is told apart.
pub(crate) fn levels(desk: &Desk) -> Done {
    let a = sphere_tree(segments(&[
        [[-1.0, 0.1], [-0.55, 0.55]],
        [[-0.55, 0.55], [-0.1, 0.35]],
        [[0.2, -0.5], [0.6, -0.2]],
        [[0.6, -0.2], [0.95, -0.55]],
    ]));
    let mut data = "node,level,x,y,radius\n".to_owned();
    let mut body = String::new();
    let levels = named(&a, "A");
    for (i, level) in levels.iter().enumerate() {
        let mut sketch = Sketch::flat(50.0, [64.0 + 116.0 * i as f64, 100.0]);
        for t in 0..4 {
            let [p, q, _] = a.mesh().triangle(t);
            sketch.line(&[p, q], 0, 2.5);
        }
        for (j, (name, slot)) in level.iter().enumerate() {
            let (center, radius) = ball(&a, *slot);
            sketch.circle(center, radius, 1);
            writeln!(data, "{name},{i},{:.4},{:.4},{radius:.4}", center[0], center[1])?;
            sketch.words(
                [8.0 + 116.0 * i as f64 + 56.0 * (j % 2) as f64, 190.0 + 16.0 * (j / 2) as f64],
                name,
            );
        }
        body += &sketch.body;
    }
    body += "<text x=\"8\" y=\"40\">the whole model</text><text x=\"124\" y=\"40\">its two pieces</text><text x=\"240\" y=\"40\">the leaves</text>\n";
    desk.write(
        "levels",
        &framed("Spheres around four segments, by level", [360.0, 216.0], &body),
        &data,
    )?;
    desk.found(format!(
        "{} levels with {} nodes",
        levels.len(),
        levels.iter().map(Vec::len).sum::<usize>()
    ));

    // A second model near by: which spheres meet, with A opened first and with B opened first.
    let b = sphere_tree(segments(&[
        [[0.15, 0.75], [0.5, 0.5]],
        [[0.5, 0.5], [0.85, 0.75]],
        [[0.85, 0.75], [1.15, 0.55]],
        [[1.2, 0.9], [1.5, 0.8]],
        [[1.5, 0.8], [1.6, 0.5]],
    ]));
    let meet = |p: ([f64; 3], f64), q: ([f64; 3], f64)| {
        let far = (0..3).map(|i| (p.0[i] - q.0[i]).powi(2)).sum::<f64>().sqrt();
        far <= p.1 + q.1
    };
    let pair = Pair::new(&a, &b);
    assert!(!pair.intersects());
    let root = (ball(&a, 0), ball(&b, 0));
    let mut data = "tested,with,meet\n".to_owned();
    writeln!(data, "A,B,{}", meet(root.0, root.1))?;
    let mut body = String::new();
    for (panel, opened) in [None, Some("A"), Some("B")].into_iter().enumerate() {
        let mut sketch = Sketch::flat(38.0, [46.0 + 119.0 * panel as f64, 105.0]);
        for (model, colour) in [(&a, 0), (&b, 2)] {
            for t in 0..model.mesh().triangles().len() as u32 {
                let [p, q, _] = model.mesh().triangle(t);
                sketch.line(&[p, q], colour, 2.5);
            }
        }
        for (model, name, other) in [(&a, "A", root.1), (&b, "B", root.0)] {
            let shown = if opened == Some(name) {
                named(model, name)[1].clone()
            } else {
                vec![(name.to_owned(), 0)]
            };
            for (node, slot) in shown {
                let it = ball(model, slot);
                sketch.circle(it.0, it.1, if opened == Some(name) { 1 } else { 3 });
                if opened == Some(name) {
                    let with = if name == "A" { "B" } else { "A" };
                    writeln!(data, "{node},{with},{}", meet(it, other))?;
                }
            }
        }
        body += &sketch.body;
    }
    body += "<text x=\"8\" y=\"40\">both roots</text><text x=\"124\" y=\"40\">A opened</text><text x=\"243\" y=\"40\">B opened</text>\n";
    desk.found(
        data.lines()
            .skip(1)
            .map(|line| {
                let cells: Vec<&str> = line.split(',').collect();
                format!(
                    "{} {} {}",
                    cells[0],
                    if cells[2] == "true" { "meets" } else { "misses" },
                    cells[1]
                )
            })
            .collect::<Vec<_>>()
            .join(", "),
    );
    desk.write(
        "levels-descend",
        &framed("Two models that do not touch", [360.0, 190.0], &body),
        &data,
    )
}

/// The search of the paper for the first contact: sphere trees, the nearer child first, and a time
/// that only falls.
struct FirstContactSearch<'a> {
    model: &'a Model,
    start: [f64; 3],
    direction: [f64; 3],
    turn: Pose,
    best: f64,
    /// Each new best time, with the triangles.
    updates: Vec<(f64, [u32; 2])>,
    tests: usize,
}

impl FirstContactSearch<'_> {
    /// The time at which two spheres first touch: a ray against a grown sphere.
    fn spheres(&mut self, a: u32, b: u32) -> f64 {
        self.tests += 1;
        let (p, r) = ball(self.model, a);
        let (q, s) = ball(self.model, b);
        let q = self.turn.apply(q);
        let from = [0, 1, 2].map(|i| self.start[i] + q[i] - p[i]);
        let dot = |u: [f64; 3], v: [f64; 3]| u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
        let (along, squared) = (dot(from, self.direction), dot(from, from) - (r + s).powi(2));
        let root = along * along - squared;
        if root < 0.0 { f64::INFINITY } else { (-along - root.sqrt()).max(0.0) }
    }

    fn search(&mut self, a: u32, b: u32) {
        if self.spheres(a, b) > self.best {
            return;
        }
        let (below_a, below_b) = (children(self.model, a), children(self.model, b));
        let larger_a = ball(self.model, a).1 >= ball(self.model, b).1;
        let mut pairs: Vec<(u32, u32)> = match (below_a.is_empty(), below_b.is_empty()) {
            (true, true) => return self.triangles(a, b),
            (false, true) => below_a.into_iter().map(|a| (a, b)).collect(),
            (false, false) if larger_a => below_a.into_iter().map(|a| (a, b)).collect(),
            _ => below_b.into_iter().map(|b| (a, b)).collect(),
        };
        let times: Vec<f64> = pairs.iter().map(|&(a, b)| self.spheres(a, b)).collect();
        if times.len() == 2 && times[1] < times[0] {
            pairs.swap(0, 1);
        }
        for (a, b) in pairs {
            self.search(a, b);
        }
    }

    fn triangles(&mut self, a: u32, b: u32) {
        let tree = self.model.tree();
        for t in tree.triangles(a) {
            for u in tree.triangles(b) {
                let one = |t: u32| {
                    let corners = self.model.mesh().triangle(t).to_vec();
                    Model::new(Mesh::new(corners, vec![[0, 1, 2]]).expect("a triangle of a mesh"))
                };
                let (first, second) = (one(t), one(u));
                let pose = self.turn.then(&Pose::translation(self.start));
                let touch = Pair::new(&first, &second).at(pose).first_contact(self.direction);
                if let Some(touch) = touch.filter(|touch| touch.time < self.best) {
                    self.best = touch.time;
                    self.updates.push((touch.time, [t, u]));
                }
            }
        }
    }
}

/// The instants at which the search finds a better time, and the way of the moving sphere's centre.
pub(crate) fn first_contact(desk: &Desk) -> Done {
    let mesh = shape::sphere(320);
    let model = sphere_tree(mesh.clone());
    let start = [1.9, 1.1, 1.3];
    let length = start.iter().map(|x| x * x).sum::<f64>().sqrt();
    let direction = start.map(|x| -x / length);
    let turn = Pose::rotation([0.4, 0.8, 0.3], 0.9);
    let best = f64::INFINITY;
    let mut search = FirstContactSearch {
        model: &model,
        start,
        direction,
        turn,
        best,
        updates: vec![],
        tests: 0,
    };
    search.search(0, 0);
    let pair = Pair::new(&model, &model).at(turn.then(&Pose::translation(start)));
    let exact = pair.first_contact(direction).expect("it hits");
    let updates = search.updates.clone();
    let mut data = "instant,time,triangle of A,triangle of B,x,y,z\n".to_owned();
    let place = |time: f64| [0, 1, 2].map(|i| start[i] + time * direction[i]);
    let (columns, step) = (3, 118.0);
    let rows = updates.len().min(9).div_ceil(columns);
    let mut body = String::new();
    let skipped = updates.len().saturating_sub(9);
    for (i, (time, [t, u])) in updates.iter().enumerate() {
        let [x, y, z] = place(*time);
        writeln!(data, "{},{time:.6},{t},{u},{x:.6},{y:.6},{z:.6}", i + 1)?;
        // The last nine instants are drawn.
        let Some(panel) = i.checked_sub(skipped) else { continue };
        let (column, row) = ((panel % columns) as f64, (panel / columns) as f64);
        let mut sketch = Sketch::new(24.0, [60.0 + step * column, 90.0 + step * row]);
        sketch.target = place(*time).map(|x| x / 2.0);
        sketch.mesh(&mesh, &Pose::IDENTITY, &Look { colour: 1, opacity: 0.9 }, &[*t]);
        let pose = turn.then(&Pose::translation(place(*time)));
        sketch.mesh(&mesh, &pose, &Look { colour: 0, opacity: 0.55 }, &[*u]);
        sketch.words([6.0 + step * column, 42.0 + step * row], &format!("{}: {time:.4}", i + 1));
        body += &sketch.body;
    }
    desk.found(format!(
        "{} updates in {} tests of spheres; the last time is {:.6}, that of the exact query {:.6}",
        updates.len(),
        search.tests,
        search.best,
        exact.time
    ));
    let height = 26.0 + step * rows as f64;
    desk.write(
        "first-contact",
        &framed("The instants at which the time falls", [360.0, height], &body),
        &data,
    )?;

    let mut sketch = Sketch::new(60.0, [120.0, 200.0]);
    sketch.mesh(&mesh, &Pose::IDENTITY, &Look { colour: 1, opacity: 0.6 }, &[]);
    sketch.line(&[start, [0.0; 3]], 6, 0.8);
    for (time, _) in &updates {
        sketch.dot(place(*time), 2);
    }
    let last = turn.then(&Pose::translation(place(search.best)));
    sketch.mesh(&mesh, &last, &Look { colour: 0, opacity: 0.35 }, &[]);
    for (time, _) in &updates {
        sketch.dot(place(*time), 2);
    }
    sketch.words([6.0, 40.0], "dots: the centre of the moving sphere at each instant");
    desk.write(
        "first-contact-way",
        &framed("Where the moving sphere was", [360.0, 280.0], &sketch.body),
        &data,
    )
}

/// An object on its own surface at a distance, and the triangles that touch.
pub(crate) fn on_offset(desk: &Desk) -> Done {
    let mesh = shape::ring(600);
    let model = Model::new(mesh.clone());
    let options =
        OffsetPoses { directions: 5, orientations: 3, resolution: 40, ..OffsetPoses::default() };
    let percent = 25.0;
    let placement = options.place(&model, &model, &[percent], &unwatched)?;
    let placed = placement.poses[7.min(placement.poses.len() - 1)];
    let solid = surface_at_a_quarter(&mesh)?;
    let surface = Model::new(solid);
    let touch =
        Pair::new(&surface, &model).at(placed.pose).distance().expect("both have triangles");
    let gap = Pair::new(&model, &model).at(placed.pose).distance().expect("both have triangles");
    let [t, u] = touch.triangles;
    let spot = [0, 1, 2].map(|i| (touch.on_a[i] + touch.on_b[i]) / 2.0);
    let mut body = String::new();
    for (scale, middle, target) in
        [(46.0, [92.0, 120.0], spot.map(|x| x / 2.0)), (330.0, [272.0, 120.0], spot)]
    {
        let mut sketch = Sketch::new(scale, middle);
        sketch.target = target;
        sketch.mesh(surface.mesh(), &Pose::IDENTITY, &Look { colour: 1, opacity: 0.8 }, &[t]);
        sketch.mesh(&mesh, &placed.pose, &Look { colour: 0, opacity: 0.6 }, &[u]);
        if scale < 100.0 {
            let corner =
                |k: usize| [0, 1, 2].map(|i| spot[i] + if k >> i & 1 == 1 { 0.2 } else { -0.2 });
            sketch.edges(std::array::from_fn(corner), 2);
            body += &format!(
                "<clipPath id=\"l\"><rect x=\"2\" y=\"26\" width=\"176\" height=\"190\"/></clipPath><g clip-path=\"url(#l)\">{}</g>",
                sketch.body
            );
        } else {
            body += &format!(
                "<clipPath id=\"r\"><rect x=\"186\" y=\"26\" width=\"172\" height=\"190\"/></clipPath><g clip-path=\"url(#r)\">{}</g>",
                sketch.body
            );
        }
    }
    let data = format!(
        "what,value\nprescribed %,{percent}\nachieved %,{}\ndistance of the meshes,{}\ndistance from the offset surface,{}\ntriangle of the offset surface,{t}\ntriangle of the moving object,{u}\n",
        placed.achieved, gap.distance, touch.distance
    );
    desk.found(format!(
        "prescribed {percent} %, achieved {:.9} %; the surface of marching cubes is {:.5} away, because poses are corrected to the exact distance",
        placed.achieved, touch.distance
    ));
    desk.write(
        "on-offset",
        &framed("A ring on its own surface at 25 %", [360.0, 222.0], &body),
        &data,
    )
}

/// The first pair of nodes that the published method finds.
pub(crate) fn boxes(desk: &Desk) -> Done {
    let mesh = normalised(&Shape::Knot.mesh(3_000));
    let model = crate::race::papers_tree(&mesh);
    let published = Published::new(0.02, 0.9, 1);
    let adb = Adb::new(&model, published.cells());
    let pose = Pose::rotation([0.0, 0.0, 1.0], 1.0).then(&Pose::translation([1.0, 0.0, 0.0]));
    let mut memory = Memory::default();
    let verdict = published.query().run(&adb, &adb, &pose, &mut memory);
    let pair = *verdict.pairs.first().ok_or("no pair of nodes collides")?;
    let contacts = Pair::new(&model, &model).at(pose).contacts();
    let below = |node: u32| adb.triangles(node).collect::<Vec<u32>>();
    let (under_a, under_b) = (below(pair.a), below(pair.b));
    let inside =
        contacts.iter().filter(|c| under_a.contains(&c.a) && under_b.contains(&c.b)).count();
    let (factor, origin) = unit(&model);
    let corners = |node: u32, pose: &Pose| -> [[f64; 3]; 8] {
        let Cuboid { center, half, .. } = model.tree().cuboid(node);
        std::array::from_fn(|k| {
            let corner = [0, 1, 2].map(|i| {
                let end = if k >> i & 1 == 1 { half[i] } else { -half[i] };
                origin[i] + factor * f64::from(center[i] + end)
            });
            pose.apply(corner)
        })
    };
    let mut sketch = Sketch::new(86.0, [130.0, 150.0]);
    sketch.mesh(&mesh, &Pose::IDENTITY, &Look { colour: 1, opacity: 0.45 }, &[]);
    sketch.mesh(&mesh, &pose, &Look { colour: 0, opacity: 0.45 }, &[]);
    sketch.edges(corners(pair.a, &Pose::IDENTITY), 3);
    sketch.edges(corners(pair.b, &pose), 2);
    let data = format!(
        "what,value\nprobability,{}\ntriangles of A below,{}\ntriangles of B below,{}\ncontacts in the pair,{inside}\ncontacts of the meshes,{}\n",
        pair.p,
        under_a.len(),
        under_b.len(),
        contacts.len()
    );
    desk.found(format!(
        "the first pair has the probability {:.3}, {} and {} triangles, and {inside} of {} contacts",
        pair.p, under_a.len(), under_b.len(), contacts.len()
    ));
    // How often is there a contact in a pair that is found?
    let (mut with, mut all) = (0, 0);
    let ten = Published::new(0.02, 0.9, 10);
    for placed in feeler_scenes::sweep(0.4..=2.0, 17, 12) {
        let found = ten.query().run(&adb, &adb, &placed.pose, &mut memory).pairs.to_vec();
        let contacts = Pair::new(&model, &model).at(placed.pose).contacts();
        for pair in found {
            let (a, b) = (below(pair.a), below(pair.b));
            all += 1;
            with += usize::from(contacts.iter().any(|c| a.contains(&c.a) && b.contains(&c.b)));
        }
    }
    desk.found(format!(
        "over a sweep {:.0} % of {all} pairs that were found with p_min 0.9 have a contact of their triangles",
        100.0 * with as f64 / all as f64
    ));
    desk.write(
        "boxes",
        &framed("The first pair of boxes that collide", [360.0, 280.0], &sketch.body),
        &data,
    )
}

/// The surface of marching cubes at a quarter of the deepest penetration.
fn surface_at_a_quarter(mesh: &Mesh) -> Result<Mesh, Box<dyn Error>> {
    use feeler_field::{Fineness, Offsets, Solid};
    let solid = Solid::new(mesh.clone())?;
    let deepest = solid.deepest_with_progress(&unwatched)?.depth;
    let options =
        Offsets { fineness: Fineness::Resolution(24), polish: true, ..Offsets::default() };
    Ok(options.at(&solid, 0.25 * deepest, &unwatched)?.surface)
}
