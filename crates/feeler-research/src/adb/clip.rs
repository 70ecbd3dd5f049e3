//! Counting by clipping: how much area lies in each cell.

use super::Cells;
use super::polytope::Polygon;
use feeler::inside::Cuboid;

/// The area of polygons in each cell of a node's box.
pub(super) struct Grid {
    cells: Cells,
    areas: Vec<f64>,
    /// The sides of a cell.
    sides: [f64; 3],
}

impl Grid {
    pub(super) fn new(cells: Cells) -> Self {
        Self { cells, areas: vec![0.0; cells.number()], sides: [0.0; 3] }
    }

    /// Fills the cells of a box with triangles, in the unit coordinates of the mesh.
    pub(super) fn fill(&mut self, cuboid: &Cuboid, triangles: impl Iterator<Item = [[f64; 3]; 3]>) {
        self.areas.fill(0.0);
        let half = cuboid.half.map(f64::from);
        self.sides = half.map(|h| 2.0 * h / self.cells.side() as f64);
        for triangle in triangles {
            let corners = triangle.map(|p| {
                let x = cuboid.coordinates(p);
                [x[0] + half[0], x[1] + half[1], x[2] + half[2]]
            });
            self.spread(&Polygon::of(&corners), 0, 0);
        }
    }

    /// Cuts a polygon along an axis at the walls between cells, then cuts the pieces along the next
    /// axis.
    ///
    /// A part that lies in a wall belongs to the cell above the wall, and only to that cell.
    fn spread(&mut self, polygon: &Polygon, axis: usize, cell: usize) {
        if polygon.is_empty() {
            return;
        }
        if axis == 3 {
            self.areas[cell] += polygon.area();
            return;
        }
        let (side, per_side) = (self.sides[axis], self.cells.side());
        let place = |x: f64| ((x / side) as usize).min(per_side - 1);
        let along = polygon.points().iter().map(|p| p[axis]);
        let first = place(along.clone().fold(f64::INFINITY, f64::min));
        let last = place(along.fold(0.0, f64::max));
        let stride = per_side.pow(axis as u32);
        let mut rest = *polygon;
        for at in first..last {
            let wall = (at + 1) as f64 * side;
            self.spread(&rest.below(|p| p[axis] - wall), axis + 1, cell + at * stride);
            rest = rest.below(|p| wall - p[axis]);
        }
        self.spread(&rest, axis + 1, cell + last * stride);
    }

    /// The numbers of the cells that contain enough area to count.
    pub(super) fn possible(&self) -> impl Iterator<Item = usize> + '_ {
        let enough = self.cells.enough(self.sides);
        (0..self.areas.len()).filter(move |&cell| self.areas[cell] >= enough)
    }

    #[cfg(test)]
    pub(super) fn areas(&self) -> &[f64] {
        &self.areas
    }
}
