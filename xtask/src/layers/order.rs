//! The stated order of the crates, and of the modules of `feeler`.

/// The crates and their layers. A crate uses only crates of lower layers.
pub(super) const CRATES: &[(&str, u32)] = &[
    ("feeler", 1),
    ("feeler-io", 2),
    ("feeler-field", 2),
    ("feeler-scenes", 2),
    ("feeler-world", 3),
    ("feeler-research", 4),
    ("feeler-bench", 4),
    ("feeler-view", 4),
    ("feeler-cli", 5),
    ("feeler-py", 5),
    ("feeler-tests", 5),
];

/// The allowed edges within a layer: the first crate may use the second.
pub(super) const SIDEWAYS: &[(&str, &str)] = &[
    ("feeler-scenes", "feeler-field"),
    ("feeler-bench", "feeler-research"),
    ("feeler-py", "feeler-cli"),
];

/// The crate whose modules have a stated order.
pub(super) const CORE: &str = "feeler";

/// The modules of [`CORE`] from bottom to top. A module uses only modules before it.
pub(super) const MODULES: &[&str] = &[
    "rounding",
    "parallel",
    "simd",
    "geometry",
    "point",
    "unbounded",
    "mesh",
    "pose",
    "unit",
    "exact_box",
    "window",
    "motion",
    "situations", // tests only
    "triangle",
    "effort",
    "contact",
    "closest",
    "volume",
    "kernel",
    "load_error",
    "tree",
    "model",
    "saved",
    "buckets",
    "budget",
    "calibration",
    "traverse",
    "pair",
    "query",
    "inside",
    "foreign",
];
