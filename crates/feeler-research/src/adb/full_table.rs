//! The full table of the papers.

use super::bins::{Bins, MOST};
use super::small_table::{TABLE_CELLS, quantised};
use rayon::prelude::*;
use std::fmt;
use std::sync::OnceLock;

/// The probabilities of [`Bins`] for all numbers of cells up to 512 and at least 1 to [`MOST`]
/// collision cells, in units of 1 / (2^16 - 1).
///
/// The papers needed 93 hours and Maple for the table. Here it takes seconds, because no binomial
/// coefficient is ever written out. The table is made small in the same way as in the papers (Klein
/// and Zachmann, VRST 2003, section 4.2.3): a probability does not change when A and B are
/// exchanged, and it grows with both, so the entries at the start of a row that would be 0, and
/// those at its end that would be 1, are left out.
///
/// ```no_run
/// use feeler_research::adb::{Bins, FullTable};
/// let table = FullTable::new();
/// let bytes = table.to_bytes(); // less than 100 MB, for a file
/// let again = FullTable::from_bytes(&bytes)?;
/// let bins = Bins { cells: 500, a: 30, b: 20 };
/// assert!((again.at_least(1, bins) - bins.at_least(1) as f32).abs() < 1e-5);
/// # Ok::<(), feeler_research::adb::TableError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullTable {
    /// For each number of cells and each larger count, [`MOST`] rows over the smaller count.
    rows: Vec<StoredRow>,
    values: Vec<u16>,
}

/// The stored part of a row: the values that are neither 0 nor 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StoredRow {
    start: u32,
    first: u16,
    count: u16,
}

/// The reason why bytes are not a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// The bytes do not begin as a table does, or the table has another version.
    Format,
    /// There are too few or too many bytes.
    Length,
    /// The bytes are not those that were written: the checksum differs.
    Checksum,
}

const MAGIC: &[u8; 16] = b"feeler bins  1\r\n";
const ROWS: usize = TABLE_CELLS * (TABLE_CELLS + 1) / 2 * MOST;

impl FullTable {
    /// Computes the table, on all threads.
    pub fn new() -> Self {
        let parts: Vec<(Vec<StoredRow>, Vec<u16>)> =
            (1..=TABLE_CELLS as u16).into_par_iter().map(rows_of).collect();
        let mut table = Self {
            rows: Vec::with_capacity(ROWS),
            values: Vec::with_capacity(parts.iter().map(|(_, values)| values.len()).sum()),
        };
        for (rows, values) in parts {
            let base = table.values.len() as u32;
            table.rows.extend(rows.iter().map(|row| StoredRow { start: base + row.start, ..*row }));
            table.values.extend(values);
        }
        table
    }

    /// The one table that all queries share, computed at the first call.
    pub fn shared() -> &'static Self {
        static TABLE: OnceLock<FullTable> = OnceLock::new();
        TABLE.get_or_init(Self::new)
    }

    /// The probability of at least `x` collision cells, with `x` from 1 to [`MOST`]. Numbers above
    /// 512 cells count as 512.
    #[inline]
    pub fn at_least(&self, x: usize, bins: Bins) -> f32 {
        let cells = (bins.cells as usize).min(TABLE_CELLS);
        let (a, b) = ((bins.a as usize).min(cells), (bins.b as usize).min(cells));
        let (more, fewer) = (a.max(b), a.min(b));
        if fewer == 0 {
            return 0.0;
        }
        let row = &self.rows[place(cells, more) + x.clamp(1, MOST) - 1];
        match fewer.checked_sub(row.first as usize) {
            None => 0.0,
            Some(at) if at < row.count as usize => {
                self.values[row.start as usize + at] as f32 / 65535.0
            }
            Some(_) => 1.0,
        }
    }

    /// The number of values that are stored. A plain table would have 22.5 million for each `x`.
    pub fn stored(&self) -> usize {
        self.values.len()
    }

    /// The number of values that are stored for each `x` (Klein and Zachmann, VRST 2003, Fig. 15).
    pub fn stored_each(&self) -> [usize; MOST] {
        let mut stored = [0; MOST];
        for (at, row) in self.rows.iter().enumerate() {
            stored[at % MOST] += row.count as usize;
        }
        stored
    }

    /// The table as bytes, for a file: a mark, the rows, the values, and a checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(24 + 4 * self.rows.len() + 2 * self.values.len());
        bytes.extend(MAGIC);
        for row in &self.rows {
            bytes.extend(row.first.to_le_bytes());
            bytes.extend(row.count.to_le_bytes());
        }
        bytes.extend(self.values.iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The table that was written as these bytes. Bytes that are cut, damaged, or from another
    /// version are refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TableError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(TableError::Format)?;
        let (heads, rest) = rest.split_at_checked(4 * ROWS).ok_or(TableError::Length)?;
        let number = |bytes: &[u8], at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let mut start = 0_u32;
        let rows: Vec<StoredRow> = heads
            .chunks_exact(4)
            .map(|head| {
                let row = StoredRow { start, first: number(head, 0), count: number(head, 2) };
                start = start.saturating_add(row.count as u32);
                row
            })
            .collect();
        let (values, sum) = rest.split_at_checked(2 * start as usize).ok_or(TableError::Length)?;
        let sum: [u8; 8] = sum.try_into().map_err(|_| TableError::Length)?;
        if checksum(&bytes[..bytes.len() - 8]) != u64::from_le_bytes(sum) {
            return Err(TableError::Checksum);
        }
        Ok(Self { rows, values: values.chunks_exact(2).map(|pair| number(pair, 0)).collect() })
    }
}

impl Default for FullTable {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Format => "this is not a table of probabilities, or one of another version",
            Self::Length => "the table of probabilities is cut or has something behind it",
            Self::Checksum => "the table of probabilities is damaged: its checksum differs",
        })
    }
}

impl std::error::Error for TableError {}

/// The place of the first row for a number of cells and a larger count.
fn place(cells: usize, more: usize) -> usize {
    (cells * (cells - 1) / 2 + more - 1) * MOST
}

/// All rows and values for one number of cells.
fn rows_of(cells: u16) -> (Vec<StoredRow>, Vec<u16>) {
    let (mut rows, mut all) = (Vec::with_capacity(cells as usize * MOST), Vec::new());
    for more in 1..=cells {
        let mut firsts = [more + 1; MOST];
        let mut values: [Vec<u16>; MOST] = Default::default();
        for fewer in 1..=more {
            let each = Bins { cells, a: more, b: fewer }.at_least_each().map(quantised);
            for x in (0..MOST).filter(|&x| each[x] != 0) {
                firsts[x] = firsts[x].min(fewer);
                if each[x] != u16::MAX {
                    values[x].push(each[x]);
                }
            }
            // The probability only grows from here on, so all further values are 1.
            if each[MOST - 1] == u16::MAX {
                break;
            }
        }
        for x in 0..MOST {
            let count = values[x].len() as u16;
            rows.push(StoredRow { start: all.len() as u32, first: firsts[x], count });
            all.append(&mut values[x]);
        }
    }
    (rows, all)
}

/// The checksum FNV-1a with 64 bits. It changes with every change of a single byte.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, &byte| {
        (sum ^ byte as u64).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> &'static FullTable {
        FullTable::shared()
    }

    #[test]
    fn is_the_truth_within_its_parts() {
        for cells in (1..=512).step_by(17).chain(1..20) {
            for a in (0..=cells).step_by(5).chain([cells]) {
                for b in (0..=cells).step_by(3).chain([cells]) {
                    let bins = Bins { cells, a, b };
                    let truth = bins.at_least_each();
                    for x in 1..=MOST {
                        let error = table().at_least(x, bins) as f64 - truth[x - 1];
                        assert!(error.abs() < 0.51 / 65535.0, "{bins:?}, at least {x}: {error}");
                    }
                }
            }
        }
    }

    #[test]
    fn is_a_fifth_of_the_plain_table() {
        let plain: usize = (1..=512).map(|cells| cells * (cells + 1) / 2).sum::<usize>() * MOST;
        let stored = table().stored();
        assert!(stored * 5 < plain, "{stored} of {plain}");
        let each = table().stored_each();
        assert_eq!(each.iter().sum::<usize>(), stored);
        // The more cells must collide, the more probabilities are neither 0 nor 1.
        assert!(each.windows(2).all(|pair| pair[0] < pair[1]), "{each:?}");
    }

    #[test]
    fn goes_through_bytes_and_refuses_damage() {
        let bytes = table().to_bytes();
        assert!(FullTable::from_bytes(&bytes).as_ref() == Ok(table()));
        let damaged = |at: usize| {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1;
            FullTable::from_bytes(&bytes).map(|_| ())
        };
        assert_eq!(damaged(3), Err(TableError::Format));
        assert_eq!(damaged(bytes.len() - 1), Err(TableError::Checksum));
        assert_eq!(damaged(bytes.len() - 1000), Err(TableError::Checksum));
        // The first count of a row moves no other row, but the length of a row does.
        assert_eq!(damaged(16), Err(TableError::Checksum));
        assert_eq!(damaged(18), Err(TableError::Length));
        let cut = |length: usize| FullTable::from_bytes(&bytes[..length]).map(|_| ());
        assert_eq!(cut(bytes.len() - 1), Err(TableError::Length));
        assert_eq!(cut(1000), Err(TableError::Length));
        assert_eq!(cut(10), Err(TableError::Format));
        let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
        assert_eq!(FullTable::from_bytes(&longer).map(|_| ()), Err(TableError::Length));
    }
}
