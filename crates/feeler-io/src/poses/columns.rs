//! The columns of a layout's numbers in a row.

use feeler::Pose;

use super::counted;
use super::layout::Layout;
use super::rotation::{AngleUnit, QuaternionOrder};
use crate::Error;

/// A layout, and the column of each of its numbers.
#[derive(Debug)]
pub(super) struct Columns {
    layout: Layout,
    places: Vec<usize>,
}

impl Columns {
    /// The columns of a header. `None` if the header has none of our names, since it may then mean
    /// anything. A header with only some of the names is an error, because the rows might be read
    /// wrongly.
    pub(super) fn of_header(fields: &[&str]) -> Result<Option<Self>, Error> {
        let names: Vec<String> = fields.iter().map(|field| canonical(field)).collect();
        let known =
            |name: &String| Layout::ALL.iter().any(|it| it.names().contains(&name.as_str()));
        if !names.iter().any(known) {
            return Ok(None);
        }
        let columns = Layout::ALL.into_iter().find_map(|layout| {
            let place = |name: &&str| names.iter().position(|other| other == name);
            let places: Option<Vec<usize>> = layout.names().iter().map(place).collect();
            places
                .filter(|places| places.len() == names.len())
                .map(|places| Self { layout, places })
        });
        columns.map(Some).ok_or_else(|| {
            let listed = |layout: Layout| layout.names().join(",");
            Error::malformed(format!(
                "the header is that of no pose; known are {}",
                Layout::ALL.map(listed).join(" or ")
            ))
        })
    }

    /// The columns of a row without a header.
    pub(super) fn of_count(count: usize, order: Option<QuaternionOrder>) -> Result<Self, Error> {
        let layout = Layout::ALL.into_iter().find(|layout| layout.names().len() == count);
        let Some(layout) = layout else {
            let known = Layout::ALL.map(Layout::described).join(", ");
            return Err(Error::malformed(format!("{}; a pose is {known}", counted(count))));
        };
        let places = match (layout, order) {
            (Layout::Quaternion, None) => {
                return Err(Error::malformed(
                    "7 numbers are a translation and a quaternion, and its order has to be told: by the option \
                     'quaternion', xyzw or wxyz, or by a header, x,y,z,qx,qy,qz,qw or x,y,z,qw,qx,qy,qz",
                ));
            }
            (Layout::Quaternion, Some(QuaternionOrder::Wxyz)) => vec![0, 1, 2, 4, 5, 6, 3],
            _ => (0..count).collect(),
        };
        Ok(Self { layout, places })
    }

    /// The pose of a row.
    pub(super) fn pose(&self, numbers: &[f64], unit: AngleUnit) -> Result<Pose, Error> {
        let (found, wanted) = (numbers.len(), self.places.len());
        if found != wanted {
            return Err(Error::malformed(format!(
                "{}, and {wanted} are needed as in the rows above",
                counted(found)
            )));
        }
        let ordered: Vec<f64> = self.places.iter().map(|&place| numbers[place]).collect();
        self.layout.pose(&ordered, unit)
    }
}

/// The name of a column in the spelling of [`Layout::names`].
fn canonical(field: &str) -> String {
    let name = field.trim_matches(['"', '\'']).to_ascii_lowercase();
    match name.as_str() {
        "tx" | "ty" | "tz" => name[1..].to_owned(),
        _ => name,
    }
}
