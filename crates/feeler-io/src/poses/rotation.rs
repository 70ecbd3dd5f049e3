//! Rotations from angles and quaternions.

use feeler::Pose;

use super::{counted, fields, numbers, refused};
use crate::Error;

/// The order of the four numbers of a quaternion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuaternionOrder {
    /// The real part last, as in ROS, Unity and glTF.
    Xyzw,
    /// The real part first, as in Eigen's constructor, MuJoCo and Blender.
    Wxyz,
}

impl QuaternionOrder {
    /// The order with this name: `xyzw` or `wxyz`.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "xyzw" => Some(Self::Xyzw),
            "wxyz" => Some(Self::Wxyz),
            _ => None,
        }
    }
}

/// The unit of an angle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AngleUnit {
    /// A full turn is 2π, as in URDF.
    #[default]
    Radians,
    /// A full turn is 360.
    Degrees,
}

impl AngleUnit {
    /// The sine and the cosine. They are exact for quarter turns in degrees, so that parts turned
    /// by these still fit.
    fn sin_cos(self, angle: f64) -> (f64, f64) {
        match self {
            Self::Radians => angle.sin_cos(),
            Self::Degrees => match angle % 360.0 {
                0.0 => (0.0, 1.0),
                90.0 | -270.0 => (1.0, 0.0),
                180.0 | -180.0 => (0.0, -1.0),
                270.0 | -90.0 => (-1.0, 0.0),
                rest => rest.to_radians().sin_cos(),
            },
        }
    }
}

/// A direction of length one.
pub(super) struct Axis([f64; 3]);

impl Axis {
    pub(super) const X: Self = Self([1.0, 0.0, 0.0]);
    pub(super) const Y: Self = Self([0.0, 1.0, 0.0]);
    pub(super) const Z: Self = Self([0.0, 0.0, 1.0]);

    fn parse(text: &str) -> Result<Self, Error> {
        match text.trim() {
            "x" | "X" => return Ok(Self::X),
            "y" | "Y" => return Ok(Self::Y),
            "z" | "Z" => return Ok(Self::Z),
            _ => {}
        }
        let wanted = || {
            Error::malformed(format!("the axis '{text}' is not x, y, z or a direction as 1,2,0"))
        };
        let axis: [f64; 3] =
            numbers(&fields(text)).map_err(|_| wanted())?.try_into().map_err(|_| wanted())?;
        let largest = axis.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        if !axis.iter().all(|x| x.is_finite()) || largest < f64::MIN_POSITIVE {
            return Err(Error::malformed(format!("the axis '{text}' has no direction")));
        }
        let axis = axis.map(|x| x / largest); // so that no square overflows or underflows
        let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
        Ok(Self(axis.map(|x| x / length)))
    }
}

/// A rotation by an angle about an axis: `z:90deg`, `1,2,0:0.5rad`; an angle without a unit is in
/// degrees.
///
/// ```
/// let quarter = feeler_io::parse_rotation("z:90deg")?;
/// assert_eq!(quarter.apply([1.0, 0.0, 0.0]), [0.0, 1.0, 0.0]);
/// # Ok::<(), feeler_io::Error>(())
/// ```
pub fn parse_rotation(text: &str) -> Result<Pose, Error> {
    let (axis, angle) = text.split_once(':').ok_or_else(|| {
        Error::malformed("an axis, a colon and an angle are needed: z:90deg or 1,2,0:0.5rad")
    })?;
    let axis = Axis::parse(axis)?;
    let angle = angle.trim();
    let (number, unit) = match angle.strip_suffix("rad") {
        Some(number) => (number, AngleUnit::Radians),
        None => {
            let number = angle.strip_suffix("deg").or_else(|| angle.strip_suffix('°'));
            (number.unwrap_or(angle), AngleUnit::Degrees)
        }
    };
    let number = number.trim_end().parse().map_err(|_| {
        Error::malformed(format!("the angle '{angle}' is not a number, or one with deg or rad"))
    })?;
    turn(axis, number, unit)
}

/// A rotation from a quaternion whose order is given: `xyzw:0,0,1,1`. The quaternion is normalised.
///
/// ```
/// let half = feeler_io::parse_quaternion("wxyz:0,0,0,1")?;
/// assert_eq!(half.apply([1.0, 2.0, 3.0]), [-1.0, -2.0, 3.0]);
/// # Ok::<(), feeler_io::Error>(())
/// ```
pub fn parse_quaternion(text: &str) -> Result<Pose, Error> {
    let named = text.split_once(':');
    let named =
        named.and_then(|(name, rest)| Some((QuaternionOrder::from_name(name.trim())?, rest)));
    let (order, rest) = named.ok_or_else(|| {
        Error::malformed("the order has to be named: xyzw:QX,QY,QZ,QW or wxyz:QW,QX,QY,QZ")
    })?;
    let numbers = numbers(&fields(rest))?;
    let [a, b, c, d] = numbers[..] else {
        return Err(Error::malformed(format!("{}, a quaternion has 4", counted(numbers.len()))));
    };
    let pose = match order {
        QuaternionOrder::Xyzw => Pose::from_quaternion_xyzw([a, b, c, d], [0.0; 3]),
        QuaternionOrder::Wxyz => Pose::from_quaternion_wxyz([a, b, c, d], [0.0; 3]),
    };
    pose.map_err(refused)
}

/// A rotation about an axis, counter-clockwise.
pub(super) fn turn(Axis([x, y, z]): Axis, angle: f64, unit: AngleUnit) -> Result<Pose, Error> {
    if !angle.is_finite() {
        return Err(Error::malformed(format!("the angle {angle} is not finite")));
    }
    let (sin, cos) = unit.sin_cos(angle);
    let rest = 1.0 - cos;
    let rotation = [
        [cos + rest * x * x, rest * x * y - sin * z, rest * x * z + sin * y],
        [rest * x * y + sin * z, cos + rest * y * y, rest * y * z - sin * x],
        [rest * x * z - sin * y, rest * y * z + sin * x, cos + rest * z * z],
    ];
    Pose::new(rotation, [0.0; 3]).map_err(refused)
}
