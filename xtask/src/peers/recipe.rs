//! How each rival is had.

/// What a rival needs and how its adapter is made.
pub(super) struct Recipe {
    /// Its folder in `peers/`.
    pub(super) name: &'static str,
    /// Packages of Debian.
    pub(super) debian: &'static [&'static str],
    /// Packages of PyPI, in the versions that were tried.
    pub(super) python: &'static [&'static str],
    pub(super) source: Source,
}

pub(super) enum Source {
    /// `{site}` stands for the packages of the virtual environment.
    Cpp { flags: &'static [&'static str], libraries: &'static [&'static str] },
    /// A package of its own, outside the workspace.
    Cargo,
    /// A script that is run by the virtual environment.
    Python,
}

/// Eigen aligns by the instruction set. FCL and coal were compiled for the smallest one, and memory passes between them and the adapter.
const ALIGN_AS_IN_THE_LIBRARY: &str = "-DEIGEN_MAX_ALIGN_BYTES=16";

pub(super) const RECIPES: [Recipe; 10] = [
    Recipe { name: "parry", debian: &[], python: &[], source: Source::Cargo },
    Recipe {
        name: "fcl",
        debian: &["g++", "libfcl-dev"],
        python: &[],
        source: Source::Cpp {
            flags: &[ALIGN_AS_IN_THE_LIBRARY, "-isystem/usr/include/eigen3"],
            libraries: &["-lfcl", "-lccd"],
        },
    },
    // All of it is compiled here, so Eigen may align as this processor likes.
    Recipe {
        name: "fcl-native",
        debian: &["g++", "libfcl-dev"],
        python: &[],
        source: Source::Cpp {
            flags: &["-isystem/usr/include/eigen3"],
            libraries: &["-lfcl", "-lccd"],
        },
    },
    Recipe {
        name: "coal",
        debian: &["g++", "libeigen3-dev"],
        python: &["coal==3.0.3"],
        source: Source::Cpp {
            flags: &[
                ALIGN_AS_IN_THE_LIBRARY,
                "-isystem{site}/cmeel.prefix/include",
                "-isystem/usr/include/eigen3",
            ],
            libraries: &[
                "-L{site}/cmeel.prefix/lib",
                "-Wl,-rpath,{site}/cmeel.prefix/lib",
                "-Wl,-rpath-link,{site}/cmeel.prefix/lib",
                "-lcoal",
            ],
        },
    },
    Recipe {
        name: "cgal",
        debian: &["g++", "libcgal-dev"],
        python: &[],
        source: Source::Cpp {
            flags: &["-DCGAL_NDEBUG", "-frounding-math"],
            libraries: &["-lgmp", "-lmpfr"],
        },
    },
    Recipe {
        name: "ode",
        debian: &["g++", "libode-dev"],
        python: &[],
        source: Source::Cpp { flags: &[], libraries: &["-lode"] },
    },
    Recipe {
        name: "bullet",
        debian: &["g++", "libbullet-dev"],
        python: &[],
        source: Source::Cpp {
            flags: &["-isystem/usr/include/bullet"],
            libraries: &["-lBulletCollision", "-lLinearMath"],
        },
    },
    Recipe {
        name: "embree",
        debian: &["g++", "libembree-dev"],
        python: &[],
        source: Source::Cpp { flags: &[], libraries: &["-lembree3"] },
    },
    Recipe {
        name: "trueform",
        debian: &["g++", "libtbb-dev"],
        python: &["trueform==0.10.7"],
        source: Source::Cpp { flags: &["-isystem{site}/trueform/include"], libraries: &["-ltbb"] },
    },
    Recipe {
        name: "meshlib",
        debian: &[],
        python: &["meshlib==3.1.4.297", "numpy"],
        source: Source::Python,
    },
];
