//! Synthetic runs: folders in the form that a run leaves, with the same numbers every time.

use feeler_bench::record::{ContenderHeader, ContenderKind, HEADER, WRONG_HEADER};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// A synthetic run under construction.
pub(crate) struct Run {
    pub(crate) header: Value,
    pub(crate) records: String,
    pub(crate) wrong: String,
}

/// A contender in the header with only a name.
pub(crate) fn contender(scene: &str, name: &str, kind: ContenderKind) -> Value {
    let (scene, name, status) = (scene.to_owned(), name.to_owned(), "ok".to_owned());
    serde_json::to_value(ContenderHeader { scene, name, kind, status, ..Default::default() })
        .unwrap()
}

/// The behaviour of a contender in a scene.
pub(crate) struct Behaviour {
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
    /// The time in nanoseconds for a value of the parameter.
    pub(crate) ns: fn(f64) -> f64,
    /// The number of volume tests for a value of the parameter.
    pub(crate) tests: Option<fn(f64) -> f64>,
    /// One pose out of this number is wrong; zero means that none is.
    pub(crate) wrong_every: usize,
    pub(crate) status: &'static str,
}

impl Run {
    pub(crate) fn new() -> Self {
        let header = json!({
            "feeler": "0.1.0", "commit": null, "date": "2026-11-16T08:00:00Z",
            "machine": {"cpu": "a <processor> & more", "cores": 2, "instructions": "avx512", "os": "Linux"},
            "flags": "release", "seed": 1,
            "scenes": [], "contenders": [], "definition": []
        });
        Self { header, records: format!("{HEADER}\n"), wrong: format!("{WRONG_HEADER}\n") }
    }

    /// Adds a scene with three passes and some poses at each stop.
    pub(crate) fn scene(
        &mut self,
        about: Value,
        stops: &[f64],
        poses_a_stop: usize,
        contenders: &[Behaviour],
    ) {
        let name = about["name"].as_str().unwrap().to_owned();
        let distance = about["question"] == "distance";
        let triangles = about["triangles"][0].as_f64().unwrap();
        // The time to build grows in proportion to the number of triangles, the time of queries
        // grows little.
        let growth = if about["question"] == "build" { 1.0 } else { 0.2 };
        let growth = (triangles / 20_000.0).max(1e-3).powf(growth);
        let mut scene = json!({"why": "To see the report.", "a": "shape:blob:20000", "b": "dragon <1>.ply", "passes": 3,
            "normalised": false, "poses": stops.len() * poses_a_stop});
        scene.as_object_mut().unwrap().extend(about.as_object().unwrap().clone());
        self.header["scenes"].as_array_mut().unwrap().push(scene);
        for c in contenders {
            let ran = matches!(c.status, "ok" | "crashed");
            let bytes = ran.then_some(142 * triangles as u64);
            self.header["contenders"].as_array_mut().unwrap().push(json!({
                "scene": name, "name": c.name, "kind": c.kind, "version": if ran { "1.2" } else { "" },
                "setting": "arity 8", "precision": "f64", "build_ns": if ran { Some([15_000_000, 16_000_000]) } else { None },
                "bytes": bytes, "nodes": bytes.map(|b| b / 500), "bytes_per_node": bytes.map(|_| 64.0),
                "overhead_ns": 21, "status": c.status, "note": if c.status == "ok" { "" } else { "signal 11 <core>" }
            }));
            if !ran {
                continue;
            }
            let all = stops.len() * poses_a_stop;
            let until = if c.status == "ok" { all } else { all / 3 };
            for pose in 0..until {
                let stop = stops[pose / poses_a_stop];
                let wrong = c.wrong_every > 0 && pose % c.wrong_every == c.wrong_every - 1;
                let error = match (distance, wrong) {
                    (false, _) => String::new(),
                    (true, false) => "0".to_owned(),
                    (true, true) => "1e-6".to_owned(),
                };
                for pass in 0..3 {
                    let ns = (c.ns)(stop) * growth * noise(pose * 3 + pass + c.name.len() * 7919);
                    let tests = match c.tests {
                        Some(tests) if pass == 0 => format!("{},0,0", (tests)(stop).round()),
                        _ => ",,".to_owned(),
                    };
                    let right = u8::from(!wrong);
                    writeln!(
                        self.records,
                        "{name},{},{pose},{stop},{stop},{pass},{},1,{right},{error},{tests}",
                        c.name,
                        ns.round()
                    )
                    .unwrap();
                }
                if wrong {
                    let matrix = "1.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,1.0,0.1,0.2,0.3";
                    writeln!(self.wrong, "{name},{},{pose},apart,touching,{matrix}", c.name)
                        .unwrap();
                }
            }
        }
    }

    /// Writes the three files of the run.
    pub(crate) fn save(&self, folder: &Path) {
        std::fs::create_dir_all(folder).unwrap();
        let header = serde_json::to_string_pretty(&self.header).unwrap();
        std::fs::write(folder.join("run.json"), header).unwrap();
        std::fs::write(folder.join("records.csv"), &self.records).unwrap();
        std::fs::write(folder.join("wrong.csv"), &self.wrong).unwrap();
    }
}

/// A pseudo-random number between 0.7 and 1.6, mostly near 1, that depends only on the seed.
fn noise(seed: usize) -> f64 {
    let mixed = (seed as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let mixed = mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 40;
    let uniform = mixed as f64 / (1u64 << 24) as f64;
    0.7 + 0.6 * uniform + 0.3 * uniform.powi(8)
}

/// A time that rises towards the boundary from both sides, is constant inside, and falls to a small
/// value outside.
fn near(x: f64) -> f64 {
    if x < 0.0 { 0.5 + 0.5 * (x / 6.0).exp() } else { 0.02 + (-x / 6.0).exp() }
}

const fn feeler(name: &'static str, ns: fn(f64) -> f64, tests: fn(f64) -> f64) -> Behaviour {
    Behaviour { name, kind: "feeler", ns, tests: Some(tests), wrong_every: 0, status: "ok" }
}

const fn peer(
    name: &'static str,
    ns: fn(f64) -> f64,
    wrong_every: usize,
    status: &'static str,
) -> Behaviour {
    Behaviour { name, kind: "peer", ns, tests: None, wrong_every, status }
}

/// A run with everything that a report can show.
pub(crate) fn full() -> Run {
    let mut run = Run::new();
    let all = [
        feeler("obb", |x| 2000.0 * near(x), |x| 150.0 * near(x)),
        feeler("aabb", |x| 3100.0 * near(x - 1.0), |x| 300.0 * near(x)),
        feeler("sphere", |x| 11_000.0 * near(x), |x| 1000.0 * near(x)),
        feeler("dop18", |x| 2900.0 * near(x + 1.0), |x| 140.0 * near(x)),
        feeler("dop24", |x| 3900.0 * near(x + 1.0), |x| 120.0 * near(x)),
        feeler("rbox", |x| 2400.0 * near(x), |x| 145.0 * near(x)),
        feeler("hull", |x| 240_000.0 * near(x), |x| 90.0 * near(x)),
        feeler("hybrid", |x| 2300.0 * near(x), |x| 148.0 * near(x)),
        peer("fcl", |x| 40_000.0 * near(x), 0, "ok"),
        peer("coal-obbrss", |x| 24_000.0 * near(x), 0, "ok"),
        peer("parry-f32", |x| 30_000.0 * near(x), 9, "ok"),
        peer("cgal", |x| 60_000.0 * near(x), 0, "crashed"),
        peer("bullet", |x| 50_000.0 * near(x), 31, "ok"),
        peer("ode", |_| 0.0, 0, "not built"),
        peer("trueform", |x| 9_000.0 * near(x), 0, "ok"),
        peer("meshlib", |_| 0.0, 0, "unsupported"),
    ];
    let steps = |from: f64, to: f64, n: usize| -> Vec<f64> {
        (0..n).map(|i| from + (to - from) * i as f64 / (n - 1) as f64).collect()
    };
    let about = |name: &str, question: &str, parameter: &str, figure: Value, triangles: u64| {
        json!({"name": name, "question": question, "parameter": parameter, "figure": figure,
            "triangles": [triangles, triangles]})
    };
    let depth = "distance, % of the deepest penetration";
    for (name, figure, stops) in [
        ("near", "Diktas and Sahiner, Fig. 10", steps(-25.0, 25.0, 21)),
        ("deep", "Diktas and Sahiner, Fig. 11", steps(-80.0, 0.0, 9)),
        ("boundary", "Diktas and Sahiner, Fig. 12", steps(-10.0, 10.0, 17)),
    ] {
        run.scene(about(name, "intersects", depth, json!(figure), 202_520), &stops, 8, &all);
    }
    for (name, triangles) in [("blob-2k", 2_000), ("blob-20k", 20_480), ("blob-200k", 204_800)] {
        let about = about(
            name,
            "intersects",
            "distance of centres",
            json!("Klein and Zachmann, VRST 2003, Fig. 14"),
            triangles,
        );
        run.scene(about, &steps(0.4, 2.1, 18), 6, &all);
    }
    let gaps: Vec<f64> = (0..9).map(|i| 4.0 * 10f64.powf(-f64::from(i) * 0.4)).collect();
    let law = [
        feeler("obb", |x| 900.0 * x.powf(-1.26), |x| 1e4 * x.powf(-1.26)),
        feeler("rbox", |x| 800.0 * x.powf(-1.58), |x| 1e4 * x.powf(-1.58)),
        peer("fcl", |x| 9000.0 * x.powf(-1.1), 0, "ok"),
    ];
    run.scene(
        about("concentric", "intersects", "gap", json!("Kim, Choi and Kim, Fig. 8"), 20_000),
        &gaps,
        5,
        &law,
    );
    run.scene(
        about("gap", "distance", "distance", Value::Null, 20_000),
        &steps(0.0, 1.0, 11),
        6,
        &all,
    );
    for (name, triangles) in [("build-20k", 20_480), ("build-200k", 204_800)] {
        run.scene(about(name, "build", "", Value::Null, triangles), &[0.0], 1, &all);
    }
    run
}
