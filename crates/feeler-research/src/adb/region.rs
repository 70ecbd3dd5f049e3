//! Two-level partitionings: the regions of a node whose cells are counted separately.

use feeler::inside::Cuboid;

/// The division of a node into regions, each with its own count (Klein and Zachmann, VRST 2003,
/// section 3.4.3). It helps if the polygons are spread unevenly.
///
/// ```
/// use feeler_research::adb::Regions;
/// assert_eq!(Regions::Grid(2).count(), 8);
/// assert_eq!(Regions::Sectors.count(), 6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Regions {
    /// The whole node, with one count, as in most of the papers' figures.
    #[default]
    Whole,
    /// A grid with this number of regions along each side, at least one.
    Grid(u8),
    /// Six pyramids, from the centre of the node to each of its faces.
    Sectors,
}

/// One region of a node's box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Region {
    /// A box, by its centre and half of its sides along the axes of the node.
    Cuboid { at: [f32; 3], half: [f32; 3] },
    /// The pyramid to the face on one side of an axis.
    Sector { axis: usize, sign: f32 },
}

impl Regions {
    /// The number of regions of a node.
    pub fn count(self) -> usize {
        match self {
            Self::Whole => 1,
            Self::Grid(side) => (side.max(1) as usize).pow(3),
            Self::Sectors => 6,
        }
    }

    /// The region of a box with this index.
    #[inline]
    pub(super) fn region(self, index: usize, cuboid: &Cuboid) -> Region {
        match self {
            Self::Whole => Region::whole(cuboid),
            Self::Grid(side) => {
                let side = side.max(1) as usize;
                let place = [index % side, index / side % side, index / (side * side)];
                let half = cuboid.half.map(|h| h / side as f32);
                let at = [0, 1, 2].map(|i| half[i] * (2.0 * place[i] as f32 + 1.0 - side as f32));
                Region::Cuboid { at, half }
            }
            Self::Sectors => Region::Sector { axis: index / 2, sign: [-1.0, 1.0][index % 2] },
        }
    }

    /// Divides a cell among the regions. The cell is given by its middle, with coordinates from -1
    /// to 1.
    ///
    /// A cell on the edge between sectors belongs to each of them in equal parts.
    pub(super) fn share(self, middle: [f64; 3], mut add: impl FnMut(usize, f32)) {
        match self {
            Self::Whole => add(0, 1.0),
            Self::Grid(side) => {
                let side = side.max(1) as usize;
                let place =
                    middle.map(|x| ((0.5 * (x + 1.0) * side as f64) as usize).min(side - 1));
                add(place[0] + side * (place[1] + side * place[2]), 1.0);
            }
            Self::Sectors => {
                let most = middle.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
                let on = |x: f64| x.abs() > most - 1e-9;
                let parts = middle.iter().filter(|&&x| on(x)).count();
                for axis in (0..3).filter(|&axis| on(middle[axis])) {
                    // Only the exact middle of an odd number of cells lies on no side.
                    add(2 * axis + (middle[axis] > 0.0) as usize, 1.0 / parts as f32);
                }
            }
        }
    }
}

impl Region {
    pub(super) fn whole(cuboid: &Cuboid) -> Self {
        Self::Cuboid { at: [0.0; 3], half: cuboid.half }
    }

    /// The region as a box, for estimates that can only handle boxes.
    ///
    /// For a pyramid the box has the same centroid and the same second moments: a height of h and a
    /// base of side l have variances of 3 h²/80 and l²/20, a box of side s has a variance of s²/12.
    #[inline]
    pub(super) fn cuboid(self, node: &Cuboid) -> Cuboid {
        match self {
            Self::Cuboid { at, half } => node.part(at, half),
            Self::Sector { axis, sign } => {
                let mut at = [0.0; 3];
                at[axis] = sign * 0.75 * node.half[axis];
                let mut half = node.half.map(|h| 0.774_596_7 * h);
                half[axis] = 0.335_410_2 * node.half[axis];
                node.part(at, half)
            }
        }
    }
}
