//! The options for two meshes at one pose.

use super::number::whole;
use super::{
    DepthArgs, GeometryArgs, GuidedArgs, MeshArgs, NearArgs, PictureArgs, PlaceArgs, QueryArgs,
    StreamArgs, TowardArgs,
};
use clap::Args as Group;

#[derive(Debug, Group)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) meshes: MeshArgs,

    #[command(flatten)]
    pub(crate) stream: StreamArgs,

    /// Find all contacts, and list them or the first N
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, value_parser = whole::<usize>(..))]
    pub(crate) contacts: Option<Option<usize>>,

    /// Find what the solids are to each other: apart, touching, crossing, one inside of the other, or the same
    #[arg(long, conflicts_with_all = ["contacts", "distance", "within", "toward", "deadline", "steps"])]
    pub(crate) relation: bool,

    /// Find how far B must move to be free of A, and which way; the meshes are taken as solids
    #[arg(long, conflicts_with_all = ["contacts", "distance", "within", "toward", "deadline", "steps", "relation"])]
    pub(crate) depth: bool,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) place: PlaceArgs,

    #[command(flatten)]
    pub(crate) guided: GuidedArgs,

    #[command(flatten)]
    pub(crate) near: NearArgs,

    #[command(flatten)]
    pub(crate) toward: TowardArgs,

    #[command(flatten)]
    pub(crate) depths: DepthArgs,

    #[command(flatten)]
    pub(crate) picture: PictureArgs,

    #[command(flatten)]
    pub(crate) geometry: GeometryArgs,

    #[command(flatten)]
    pub(crate) query: QueryArgs,
}

pub(super) const EXAMPLES: &str = "\
Examples:
  feeler check shape:knot shape:ring
  feeler check shape:knot shape:ring --at 0,0,1.5 && echo apart
  feeler check gearbox.glb#Shaft gearbox.glb#Housing --contacts=10
  feeler check shape:knot shape:ring:5000 --at 0.5,0,0 --rotate z:90 --json
  feeler check shape:knot shape:ring --at 0,0,1.5 --rotate 1,2,0:0.5rad
  feeler check shape:knot shape:ring --at 0,0,1.5 --quat xyzw:0,0,0.6,0.8
  feeler check shape:knot shape:ring --pose 0,-1,0,1,0,0,0,0,1,0.5,0,0
  feeler check shape:knot shape:ring --at 0,0,1.5 --distance --json
  feeler check shape:knot shape:ring --at 0,0,1.5 --distance --budget 20
  feeler check shape:knot shape:ring --within 0.01 || echo too close
  feeler check shape:knot shape:ring --within 0.01 --all=10
  feeler check shape:box shape:sphere:500 --relation
  feeler check shape:knot shape:ring --at 0.3,0,0 --depth
  feeler check shape:knot shape:ring --at 0.3,0,0 --depth --gap 0.01 --from-outside --json
  feeler check shape:knot shape:ring --at 0.3,0,0 --curves curves.obj
  feeler check shape:box shape:box --at 2,0.5,0 --regions=8 --json
  feeler check shape:box shape:sphere:500 --at 1,0,0 --volume
  feeler check shape:knot shape:ring --at 0,0,5 --toward 0,0,-1
  feeler check shape:knot shape:ring --at 0,0,5 --toward 0,0,-2 --until 1 && echo the step is free
  feeler check shape:knot shape:ring --at 0,0,1.5 --deadline 100us
  feeler check shape:knot shape:ring --at 0,0,1.5 --steps 200 --eps 0.001 --calibration mine.calibration --json
  feeler check shape:knot shape:ring --at 0,0,1.5 --html meeting.html
  make-part | feeler check - housing.stl --format obj

B's points x are at R*x + t in A's frame. Touching counts as touching, exactly.
Without --contacts the search ends at the first contact found; which one that is depends on the tree.
--distance is 0 exactly when they touch, and of triangles equally near names the first; '--ties any' names any of
them, which is faster. With --beyond, an error or a budget it is an interval that is proven; exit code 3 where that
leaves open whether they touch.
--within ends at the first pair found, likewise; exit code 1 where there is one, touching or not, else 0.
--relation takes the meshes as solids: a part in the middle of another is inside of it, and no longer apart. It is
exact if both meshes are closed ('feeler info' says so), also for faces on faces, and 'same' is the same solid however it
is cut into triangles. Exit code 0 apart, 1 in all other cases. With holes it is the likely relation, with a
confidence; exit code 3 if no triangles touch and it is not certain whether one is inside.
--toward tells the time of the first contact in multiples of X,Y,Z (in A's frame), the pose of B there, and the
triangles and points that touch first. It is never late, and early by some hundred roundings at most. Exit code 1
where B touches A on its way, or from the start (time 0); 0 where it never does, or not until --until.
--depth tells how far B must move until no point is inside of both solids: a place that is verified, and a lower
bound that is proven for closed meshes. For convex ones both are exact. Exit code 0 where B need not move, else 1.
--curves writes the curves along which the surfaces cross as lines, joined where they share an end, and the borders of
patches where faces lie on each other. Curves are closed if both meshes are; where surfaces touch, B counts as moved by less
than any number along x, then y, then z.
--regions groups what meets in one place: the normal is that of A, over what of A is inside of B or on it; the depth is how far
what both share reaches along it, for closed meshes that do not meet themselves. The N points are chosen far from each other.
--volume is for such meshes alone. Exit code 1 where they share more than the bound of its error, else 0.
--deadline and --steps end with a proof, or, when they are used up or --eps is reached, with the probability that
they touch: exit code 0 proved apart, 1 proved touching, 3 not proved. The probability is that of many queries of
which the search has seen as much; which ones, 'feeler help calibrate' tells. It was learned with the default
tree, so other options for speed change it; --schedule plays no part.";
