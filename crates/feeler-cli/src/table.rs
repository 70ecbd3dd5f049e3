//! Tables with aligned columns.

use std::fmt;

/// Rows under a header. The first column is text and aligned to the left, the others are numbers
/// and aligned to the right.
#[derive(Debug)]
pub(crate) struct Table<const N: usize> {
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    pub(crate) fn new(header: [&str; N]) -> Self {
        Self { rows: vec![header.map(str::to_owned)] }
    }

    pub(crate) fn row(&mut self, cells: [String; N]) {
        self.rows.push(cells);
    }
}

impl<const N: usize> fmt::Display for Table<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length = |row: &[String; N], i: usize| row[i].chars().count();
        let widths: [usize; N] = std::array::from_fn(|i| {
            self.rows.iter().map(|row| length(row, i)).max().unwrap_or_default()
        });
        for row in &self.rows {
            write!(f, "  {:<width$}", row[0], width = widths[0])?;
            for i in 1..N {
                write!(f, "   {:>width$}", row[i], width = widths[i])?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aligns() {
        let mut table = Table::new(["name", "n"]);
        table.row(["µ".to_owned(), "1 234".to_owned()]);
        assert_eq!(table.to_string(), "  name       n\n  µ      1 234\n");
    }
}
