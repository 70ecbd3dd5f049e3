//! The options for the notation of a poses file.

use clap::Args as Group;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use feeler_io::{AngleUnit, PoseNotation, QuaternionOrder};

#[derive(Debug, Group)]
pub(crate) struct NotationArgs {
    /// The order of quaternions in the poses file, where no header names their columns
    #[arg(long, value_name = "ORDER", requires = "poses", value_parser = orders())]
    quaternion: Option<QuaternionOrder>,

    /// Roll, pitch and yaw of the poses file are in degrees, not in radians
    #[arg(long, requires = "poses")]
    degrees: bool,
}

impl NotationArgs {
    pub(crate) fn notation(&self) -> PoseNotation {
        PoseNotation {
            quaternion: self.quaternion,
            angles: if self.degrees { AngleUnit::Degrees } else { AngleUnit::Radians },
        }
    }
}

fn orders() -> impl TypedValueParser<Value = QuaternionOrder> {
    PossibleValuesParser::new(["xyzw", "wxyz"]).map(|name| {
        QuaternionOrder::from_name(&name).expect("the possible values are the names of orders")
    })
}

/// The layouts of a poses file, for the help of every command that reads one.
pub(super) const LAYOUTS: &str = "\
Poses are rows of numbers, separated by commas, semicolons or spaces; all rows of a file have the same layout:
  12  the 3x3 rotation matrix row by row, then the translation   r00,r01,r02,r10,…,r22,tx,ty,tz
  16  the 4x4 matrix row by row; its last row is 0 0 0 1         m00,m01,m02,m03,m10,…,m33
   7  translation and quaternion, by header or --quaternion      x,y,z,qx,qy,qz,qw or x,y,z,qw,qx,qy,qz
   6  translation and angles as in URDF, in radians or           x,y,z,roll,pitch,yaw
      --degrees: R = Rz(yaw) Ry(pitch) Rx(roll)
   3  translation                                                x,y,z
A header line may name the columns in any order. Blank lines and comments after '#' are passed over.";
