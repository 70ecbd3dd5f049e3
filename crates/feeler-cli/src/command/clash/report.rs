//! The clashes of an assembly, as data.

use crate::args::ClashArgs;
use crate::assembly::Assembly;
use crate::lengths;
use feeler_world::{Clash, Clashes};
use serde::{Deserialize, Serialize};

/// Everything that was found. It is what `--format json` writes and `--baseline` reads.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) files: Vec<String>,
    pub(super) objects: usize,
    pub(super) meshes: usize,
    /// The number of pairs whose boxes are no further apart than the clearance.
    pub(super) pairs: usize,
    /// The unit of all lengths, if it is known.
    #[serde(default)]
    pub(super) unit: Option<String>,
    pub(super) clearance: f64,
    pub(super) tolerance: f64,
    /// False if the work was interrupted.
    pub(super) complete: bool,
    pub(super) load_ns: u64,
    /// The time until all kinds were known.
    pub(super) time_ns: u64,
    /// The time of depths and numbers of contacts after that.
    #[serde(default)]
    pub(super) details_ns: u64,
    /// The worst first.
    pub(super) clashes: Vec<Finding>,
}

/// Two objects and what they do to each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Finding {
    pub(super) a: String,
    pub(super) b: String,
    /// The names of their meshes.
    pub(super) parts: [String; 2],
    /// The name of a [`ClashKind`](feeler_world::ClashKind).
    pub(super) kind: String,
    /// 1 if the kind is proven.
    pub(super) confidence: f64,
    /// The distance of the surfaces.
    pub(super) distance: f64,
    /// How far B is known to be free after a motion, if they cross or one is inside of the other: an upper
    /// bound of the depth.
    pub(super) depth: Option<f64>,
    /// The number of pairs of triangles that touch.
    pub(super) contacts: u64,
    /// Where the surfaces touch or are nearest.
    pub(super) at: [f64; 3],
    /// The triangles there, of A's mesh and of B's.
    pub(super) triangles: [u32; 2],
    /// The pose of B in A's frame; reports of before 0.2 have none.
    #[serde(default)]
    pub(super) pose: Option<[f64; 12]>,
}

impl Report {
    pub(super) fn new(args: &ClashArgs, of: &Assembly, clashes: &Clashes) -> Self {
        Self {
            files: of.files.clone(),
            objects: of.world.len(),
            meshes: of.meshes,
            pairs: clashes.candidates,
            unit: lengths::unit().map(|unit| unit.to_string()),
            clearance: args.clearance,
            tolerance: args.tolerance,
            complete: clashes.is_complete,
            load_ns: of.time.as_nanos() as u64,
            time_ns: clashes.kinds_time.as_nanos() as u64,
            details_ns: clashes.details_time.as_nanos() as u64,
            clashes: worst_first(clashes)
                .into_iter()
                .map(|clash| Finding::new(of, clash))
                .collect(),
        }
    }
}

/// The clashes in the order of a report.
pub(super) fn worst_first(clashes: &Clashes) -> Vec<&Clash> {
    let mut found: Vec<&Clash> = clashes.found.iter().collect();
    // Stable, so that equal ones stay in the order of the parts.
    found.sort_by(|x, y| {
        let by_depth = signed(x).total_cmp(&signed(y));
        y.kind.cmp(&x.kind).then(by_depth).then(contacts(y).cmp(&contacts(x)))
    });
    found
}

/// The distance, or minus the depth.
fn signed(clash: &Clash) -> f64 {
    clash.depth().map_or(clash.closest.distance, |depth| -depth.upper)
}

/// The number of pairs of triangles that touch, as far as it is known.
fn contacts(clash: &Clash) -> u64 {
    clash.detail.map_or(0, |detail| detail.contacts)
}

impl Finding {
    fn new(of: &Assembly, clash: &Clash) -> Self {
        let name =
            |id| of.world.object(id).map_or(String::new(), |object| object.name().to_owned());
        let [a, b] = clash.objects;
        Self {
            a: name(a),
            b: name(b),
            parts: [of.parts[&a].clone(), of.parts[&b].clone()],
            kind: clash.kind.name().to_owned(),
            confidence: clash.confidence,
            distance: clash.closest.distance,
            depth: clash.depth().map(|depth| depth.upper).filter(|depth| depth.is_finite()),
            contacts: contacts(clash),
            at: clash.closest.on_a,
            triangles: clash.closest.triangles,
            pose: of.world.pair(clash.objects).ok().map(|pair| pair.pose().to_numbers()),
        }
    }

    /// The distance, or minus the depth.
    pub(super) fn signed(&self) -> f64 {
        self.depth.map_or(self.distance, |depth| -depth)
    }

    /// What it is, in a sentence.
    pub(super) fn sentence(&self) -> String {
        let Self { a, b, kind, distance, contacts, at, .. } = self;
        let at = crate::format::point(*at);
        let depth = self.depth.map(|depth| format!(", {} deep", crate::format::coordinate(depth)));
        let depth = depth.unwrap_or_default();
        let sure = match self.confidence {
            1.0 => String::new(),
            confidence => format!(" (confidence {confidence:.2}: a mesh is not closed)"),
        };
        match &kind[..] {
            "near" => format!("{a} and {b} are {distance} apart, at {at}{sure}"),
            "inside" if *contacts == 0 => {
                format!("of {a} and {b}, one is inside of the other{depth}{sure}")
            }
            kind => format!(
                "{a} and {b}: {kind}{depth}, {contacts} pairs of triangles touch, one at {at}{sure}"
            ),
        }
    }
}
