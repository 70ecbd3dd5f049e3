//! Random bytes as coordinates.

use feeler::Mesh;

/// A stream of numbers made from bytes; zeros when the bytes are used up.
pub(crate) struct Numbers<'a> {
    bytes: &'a [u8],
}

impl<'a> Numbers<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Whether all bytes are used.
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The next byte.
    pub(crate) fn byte(&mut self) -> u8 {
        match self.bytes {
            [first, rest @ ..] => {
                self.bytes = rest;
                *first
            }
            [] => 0,
        }
    }

    /// The next coordinate. On the grid, which makes common corners and common planes frequent, it takes one byte; otherwise it has the bits of eight bytes, if
    /// they are a number that a mesh accepts.
    pub(crate) fn coordinate(&mut self, grid: Grid) -> f64 {
        let on_grid = f64::from(self.byte() as i8);
        match grid {
            Grid::Coarse => (on_grid / 16.0).round(),
            Grid::Fine => on_grid,
            Grid::Nearly => {
                let steps = self.byte() as i8;
                (0..steps.unsigned_abs() / 32)
                    .fold(on_grid, |x, _| if steps < 0 { x.next_down() } else { x.next_up() })
            }
            Grid::Free => {
                let x = f64::from_bits(u64::from_le_bytes([(); 8].map(|()| self.byte())));
                if x.abs() <= Mesh::LIMIT { x } else { on_grid }
            }
        }
    }

    pub(crate) fn point(&mut self, grid: Grid) -> [f64; 3] {
        [self.coordinate(grid), self.coordinate(grid), self.coordinate(grid)]
    }
}

/// Where coordinates are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grid {
    /// Small integers.
    Coarse,
    /// Integers of a byte.
    Fine,
    /// Integers, moved by up to three units in the last place.
    Nearly,
    /// Any number that a mesh accepts.
    Free,
}

impl Grid {
    pub(crate) fn of(byte: u8) -> Self {
        [Self::Coarse, Self::Fine, Self::Nearly, Self::Free][byte as usize % 4]
    }
}
