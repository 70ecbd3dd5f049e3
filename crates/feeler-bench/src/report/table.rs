//! A table that can be scrolled sideways on a narrow screen.

/// A table. Its cells are HTML, so the caller has to escape texts from files.
pub(super) struct Table {
    caption: String,
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(caption: &str, columns: &[&'static str]) -> Self {
        Self { caption: caption.to_owned(), columns: columns.to_vec(), rows: vec![] }
    }

    /// Adds a row, with one cell for each column.
    pub(super) fn row<const N: usize>(&mut self, cells: [String; N]) {
        debug_assert_eq!(N, self.columns.len());
        self.rows.push(cells.into());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn html(&self) -> String {
        let heads = self.columns.iter().map(|c| format!("<th scope=\"col\">{c}</th>"));
        let mut out = format!(
            "<div class=\"table\" tabindex=\"0\"><table><thead><tr>{}</tr></thead><tbody>",
            heads.collect::<String>()
        );
        for row in &self.rows {
            out.push_str("<tr>");
            for (i, cell) in row.iter().enumerate() {
                let (open, close) = match i {
                    0 => ("<th scope=\"row\">", "</th>"),
                    _ => ("<td>", "</td>"),
                };
                out.extend([open, cell, close]);
            }
            out.push_str("</tr>");
        }
        // Inside the box, a caption would be as wide as the table and scroll with it.
        out += &format!("</tbody></table></div>\n<p class=\"note\">{}</p>\n", self.caption);
        out
    }
}
