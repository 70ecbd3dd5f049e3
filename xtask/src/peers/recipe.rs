//! The recipes of the peers: what each needs and how it is built.

/// The packages that a peer needs, and how its adapter is built.
pub(super) struct Recipe {
    /// The name of its folder in `peers/`.
    pub(super) name: &'static str,
    /// The packages of Debian.
    pub(super) debian: &'static [&'static str],
    /// The packages of PyPI, in the versions that were tried.
    pub(super) python: &'static [&'static str],
    pub(super) source: AdapterSource,
}

pub(super) enum AdapterSource {
    /// A C++ program; `{site}` stands for the folder of the virtual environment's packages.
    Cpp { flags: &'static [&'static str], libraries: &'static [&'static str] },
    /// A separate Cargo package outside the workspace.
    Cargo,
    /// A Python script that the virtual environment runs.
    Python,
}

/// The alignment of Eigen. It depends on the instruction set, and FCL and coal were compiled for
/// the smallest one; the adapter must use the same alignment, because it shares memory with them.
const ALIGN_AS_IN_THE_LIBRARY: &str = "-DEIGEN_MAX_ALIGN_BYTES=16";

pub(super) const RECIPES: [Recipe; 11] = [
    Recipe { name: "parry", debian: &[], python: &[], source: AdapterSource::Cargo },
    Recipe {
        name: "fcl",
        debian: &["g++", "libfcl-dev"],
        python: &[],
        source: AdapterSource::Cpp {
            flags: &[ALIGN_AS_IN_THE_LIBRARY, "-isystem/usr/include/eigen3"],
            libraries: &["-lfcl", "-lccd"],
        },
    },
    // All of Eigen is compiled here, so it may use the alignment of this processor.
    Recipe {
        name: "fcl-native",
        debian: &["g++", "libfcl-dev"],
        python: &[],
        source: AdapterSource::Cpp {
            flags: &["-isystem/usr/include/eigen3"],
            libraries: &["-lfcl", "-lccd"],
        },
    },
    Recipe {
        name: "coal",
        debian: &["g++", "libeigen3-dev"],
        python: &["coal==3.0.3"],
        source: AdapterSource::Cpp {
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
        source: AdapterSource::Cpp {
            flags: &["-DCGAL_NDEBUG", "-frounding-math"],
            libraries: &["-lgmp", "-lmpfr"],
        },
    },
    Recipe {
        name: "ode",
        debian: &["g++", "libode-dev"],
        python: &[],
        source: AdapterSource::Cpp { flags: &[], libraries: &["-lode"] },
    },
    Recipe {
        name: "bullet",
        debian: &["g++", "libbullet-dev"],
        python: &[],
        source: AdapterSource::Cpp {
            flags: &["-isystem/usr/include/bullet"],
            libraries: &["-lBulletCollision", "-lLinearMath"],
        },
    },
    Recipe {
        name: "embree",
        debian: &["g++", "libembree-dev"],
        python: &[],
        source: AdapterSource::Cpp { flags: &[], libraries: &["-lembree3"] },
    },
    Recipe {
        name: "trueform",
        debian: &["g++", "libtbb-dev"],
        python: &["trueform==0.10.7"],
        source: AdapterSource::Cpp {
            flags: &["-isystem{site}/trueform/include"],
            libraries: &["-ltbb"],
        },
    },
    Recipe {
        name: "meshlib",
        debian: &[],
        python: &["meshlib==3.1.4.297", "numpy"],
        source: AdapterSource::Python,
    },
    Recipe {
        name: "trimesh",
        debian: &[],
        python: &["trimesh==5.2.0", "python-fcl==0.7.0.11", "numpy", "scipy", "networkx"],
        source: AdapterSource::Python,
    },
];
