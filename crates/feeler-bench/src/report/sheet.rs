//! Reading CSV: columns by name, errors by line.

use super::ReportError;
use std::path::{Path, PathBuf};

/// A CSV file in memory.
pub(super) struct Sheet {
    file: PathBuf,
    text: String,
    columns: Vec<String>,
}

/// One line of it.
pub(super) struct Row<'a> {
    sheet: &'a Sheet,
    line: usize,
    fields: Vec<String>,
}

impl Sheet {
    pub(super) fn read(file: &Path) -> Result<Self, ReportError> {
        let text = std::fs::read_to_string(file).map_err(ReportError::io(file))?;
        let columns = text.lines().next().map(split).unwrap_or_default();
        Ok(Self { file: file.to_owned(), text, columns })
    }

    /// All lines but the header and empty ones.
    pub(super) fn rows(&self) -> impl Iterator<Item = Result<Row<'_>, ReportError>> {
        let lines = self.text.lines().zip(1..).skip(1).filter(|(text, _)| !text.trim().is_empty());
        lines.map(|(text, line)| {
            let fields = split(text);
            if fields.len() != self.columns.len() {
                let (found, wanted) = (fields.len(), self.columns.len());
                return Err(self.error(line, format!("{found} fields in the place of {wanted}")));
            }
            Ok(Row { sheet: self, line, fields })
        })
    }

    fn error(&self, line: usize, problem: String) -> ReportError {
        ReportError::Content { file: self.file.clone(), line, problem }
    }
}

impl Row<'_> {
    pub(super) fn text(&self, column: &str) -> Result<&str, ReportError> {
        match self.sheet.columns.iter().position(|name| name == column) {
            Some(place) => Ok(&self.fields[place]),
            None => Err(self.sheet.error(1, format!("there is no column {column:?}"))),
        }
    }

    /// A number, or none where the field is empty.
    pub(super) fn number(&self, column: &str) -> Result<Option<f64>, ReportError> {
        let text = self.text(column)?.trim();
        if text.is_empty() {
            return Ok(None);
        }
        let number = text.parse();
        number.map(Some).map_err(|_| self.error(format!("{column} is {text:?}, not a number")))
    }

    /// A number that is finite.
    pub(super) fn finite(&self, column: &str) -> Result<Option<f64>, ReportError> {
        match self.number(column)? {
            Some(number) if !number.is_finite() => {
                Err(self.error(format!("{column} is {number}, which is not finite")))
            }
            number => Ok(number),
        }
    }

    pub(super) fn index(&self, column: &str) -> Result<usize, ReportError> {
        let text = self.text(column)?.trim();
        text.parse().map_err(|_| self.error(format!("{column} is {text:?}, not a count")))
    }

    pub(super) fn error(&self, problem: String) -> ReportError {
        self.sheet.error(self.line, problem)
    }
}

/// Fields of a line. A field in quotes may hold commas, and a quote when doubled; line breaks it may not.
fn split(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.trim_end_matches('\r').chars().peekable();
    while let Some(letter) = letters.next() {
        let field = fields.last_mut().expect("there is a field from the start");
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => field.extend(letters.next()),
            '"' if quoted || field.is_empty() => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => field.push(letter),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn quotes_keep_commas() {
        assert_eq!(split("a,b,,d"), ["a", "b", "", "d"]);
        assert_eq!(split(r#""a,b",c"#), ["a,b", "c"]);
        assert_eq!(split("\"say \"\"no\"\"\",5'\"\r"), ["say \"no\"", "5'\""]);
        assert_eq!(split(""), [""]);
    }
}
