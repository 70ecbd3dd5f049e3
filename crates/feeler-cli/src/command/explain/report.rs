//! The findings, as text and as JSON.

use super::Asked;
use super::reason::why;
use crate::format;
use crate::setting::{Setting, Written};
use crate::table::Table;
use feeler_research::{Candidate, Confirmed, Costs, Finding, Tried};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

pub(super) struct Report<'a> {
    pub(super) names: [String; 2],
    pub(super) sources: [&'a String; 2],
    pub(super) triangles: [usize; 2],
    pub(super) poses: usize,
    pub(super) choose: usize,
    pub(super) seconds: f64,
    pub(super) simd: &'static str,
    pub(super) asked: &'a [Asked],
    pub(super) findings: &'a [Finding],
}

impl Report<'_> {
    pub(super) fn to_text(&self, save: Option<&Path>) -> String {
        let [a, b] = &self.names;
        let [of_a, of_b] = self.triangles.map(|n| format::counted(n as u64, "triangle"));
        let poses = format::counted(self.poses as u64, "pose");
        let mut text = format!("{a} {of_a}, {b} {of_b}, {poses}; {:.1} s\n", self.seconds);
        text += "T = Nv*Cv + Np*Cp + Nu*Cu + Cb: tests of volumes, tests of triangles, volumes placed, and the rest\n";
        for (asked, finding) in self.asked.iter().zip(self.findings) {
            text += &format!("\n{}\n\n{}\n", asked.name(), table(&finding.volumes));
            text += &verdict(finding);
        }
        if let Some(path) = save {
            let _ = writeln!(text, "\nThe settings are in {0}: --settings {0}", path.display());
        }
        text
    }

    pub(super) fn to_json(&self) -> ReportJson<'_> {
        ReportJson {
            a: self.sources[0],
            b: self.sources[1],
            triangles: self.triangles,
            poses: self.poses,
            poses_to_choose_by: self.choose,
            seconds: self.seconds,
            simd: self.simd,
            questions: self.asked.iter().zip(self.findings).map(QuestionJson::new).collect(),
        }
    }
}

fn table(volumes: &[Candidate]) -> Table<11> {
    let mut table = Table::new([
        "volume",
        "T µs",
        "Nv",
        "Cv ns",
        "Np",
        "Cp ns",
        "Nu",
        "Cu ns",
        "Cb ns",
        "explained",
        "poses",
    ]);
    for Candidate { bv, costs, poses } in volumes {
        let name = bv.to_string();
        let Some(costs) = costs else {
            let mut cells = [(); 11].map(|()| "-".to_owned());
            cells[0] = name;
            table.row(cells);
            continue;
        };
        table.row([
            name,
            format!("{:.2}", costs.time / 1e3),
            format::rounded(costs.volume_tests),
            format!("{:.2}", costs.volume_test),
            format::rounded(costs.triangle_tests),
            format!("{:.2}", costs.triangle_test),
            format::rounded(costs.updates),
            format!("{:.1}", costs.update),
            format::rounded(costs.base),
            format!("{:.0} %", 100.0 * costs.explained()),
            format::count(*poses as u64),
        ]);
    }
    table
}

fn verdict(finding: &Finding) -> String {
    let (default, confirmed) = (Setting::default(), &finding.confirmed);
    let micros = |ns: f64| format!("{:.2} µs", ns / 1e3);
    let fastest = format!("{}: {} a query", finding.fastest, micros(confirmed.fastest));
    let mut text = match finding.recommended() {
        setting if setting != default => format!("Fastest is {fastest}"),
        _ if finding.fastest == default => format!("Stay with the default, {fastest}"),
        _ => format!(
            "Stay with the default, {default}: {} a query. Nothing is faster beyond doubt; nearest was {fastest}",
            micros(confirmed.default)
        ),
    };
    if finding.recommended() != default {
        let (time, times) = (micros(confirmed.default), confirmed.default / confirmed.fastest);
        let _ = write!(text, ", {times:.2} times as fast as the default, {default}: {time}");
    }
    if let (Some(setting), Some(time)) = (finding.runner_up, confirmed.runner_up)
        && setting != default
    {
        let _ = write!(text, "; next is {setting}: {}", micros(time));
    }
    let _ = writeln!(
        text,
        ".\nThese are means at {} that had no part in the choice.",
        format::counted(confirmed.poses as u64, "pose")
    );
    if finding.recommended() != default {
        let [costs, others] = &finding.costs;
        let _ = writeln!(text, "{}", why(finding.fastest, costs, default, others));
    }
    let _ = writeln!(text, "{}", tried(finding));
    let _ = writeln!(text, "Use  {}", finding.recommended().options());
    text
}

/// A sentence about how far the search got.
fn tried(finding: &Finding) -> String {
    let volumes = finding.volumes.iter().filter(|volume| volume.costs.is_some()).count();
    let all = finding.volumes.len();
    let settings = format::counted(finding.tried.len() as u64, "setting");
    match all - volumes {
        0 => format!("Tried {settings}, among them all {all} volumes."),
        left => format!(
            "Tried {settings}, and no time was left for {left} of {all} volumes; --seconds gives more."
        ),
    }
}

#[derive(Serialize)]
pub(super) struct ReportJson<'a> {
    a: &'a str,
    b: &'a str,
    triangles: [usize; 2],
    poses: usize,
    poses_to_choose_by: usize,
    seconds: f64,
    simd: &'static str,
    questions: Vec<QuestionJson>,
}

#[derive(Serialize)]
struct QuestionJson {
    question: String,
    volumes: Vec<VolumeJson>,
    tried: Vec<TriedJson>,
    fastest: Written,
    runner_up: Option<Written>,
    recommended: Written,
    confirmed: Confirmed,
    why: Option<String>,
}

#[derive(Serialize)]
struct VolumeJson {
    bv: String,
    poses: usize,
    costs: Option<CostsJson>,
}

/// The letters of the cost model; times in nanoseconds.
#[derive(Serialize)]
struct CostsJson {
    #[serde(flatten)]
    costs: Costs,
    explained: f64,
}

#[derive(Serialize)]
struct TriedJson {
    #[serde(flatten)]
    setting: Written,
    mean_ns: f64,
    poses: usize,
}

impl QuestionJson {
    fn new((asked, finding): (&Asked, &Finding)) -> Self {
        let volume = |volume: &Candidate| VolumeJson {
            bv: volume.bv.to_string(),
            poses: volume.poses,
            costs: volume.costs.map(|costs| CostsJson { costs, explained: costs.explained() }),
        };
        let tried = |tried: &&Tried| TriedJson {
            setting: tried.setting.into(),
            mean_ns: tried.times.mean(),
            poses: tried.times.poses(),
        };
        let default = Setting::default();
        let [costs, others] = &finding.costs;
        Self {
            question: asked.name(),
            volumes: finding.volumes.iter().map(volume).collect(),
            tried: finding.ranking().iter().map(tried).collect(),
            fastest: finding.fastest.into(),
            runner_up: finding.runner_up.map(Written::from),
            recommended: finding.recommended().into(),
            confirmed: finding.confirmed,
            why: (finding.recommended() != default)
                .then(|| why(finding.fastest, costs, default, others)),
        }
    }
}
