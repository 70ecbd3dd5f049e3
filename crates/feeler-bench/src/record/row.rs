//! The rows of `records.csv`.

use crate::peer::Answer;
use std::fmt::Write;

/// The first line of `records.csv`.
pub const HEADER: &str = "scene,contender,pose,prescribed,achieved,pass,ns,answer,right,error,volume_tests,triangle_tests,updates";

/// One answer, which is a line of `records.csv`.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The scene.
    pub scene: String,
    /// The contender.
    pub contender: String,
    /// The pose, counted from 0.
    pub pose: usize,
    /// The prescribed value of the pose.
    pub prescribed: f64,
    /// The achieved value of the pose.
    pub achieved: f64,
    /// The pass, counted from 1.
    pub pass: usize,
    /// The time in nanoseconds.
    pub ns: u64,
    /// The answer as [`cell`] writes it; empty for building.
    pub answer: String,
    /// Whether the answer is right. A finished build counts as right.
    pub right: bool,
    /// The error of a distance or a depth.
    pub error: Option<f64>,
    /// The volume tests, triangle tests and updates. Only feeler has them, and only in the first
    /// pass, because they are the same in all passes.
    pub effort: Option<[u64; 3]>,
}

impl Row {
    /// The line, without its end.
    pub fn to_line(&self) -> String {
        let Self { scene, contender, pose, pass, ns, answer, .. } = self;
        let right = u8::from(self.right);
        let mut line = format!(
            "{scene},{contender},{pose},{:?},{:?},{pass},{ns},{answer},{right},",
            self.prescribed, self.achieved
        );
        if let Some(error) = self.error {
            let _ = write!(line, "{error:?}");
        }
        match self.effort {
            Some([volumes, triangles, updates]) => {
                let _ = write!(line, ",{volumes},{triangles},{updates}");
            }
            None => line += ",,,",
        }
        line
    }

    /// Parses a line; the error says why it is not a row.
    pub fn parse(line: &str) -> Result<Self, String> {
        let fields: Vec<&str> = line.split(',').collect();
        let names: Vec<&str> = HEADER.split(',').collect();
        let fields: [&str; 13] = fields
            .try_into()
            .map_err(|fields: Vec<&str>| format!("{} fields, {} are needed", fields.len(), 13))?;
        let bad = |i: usize| format!("{} is '{}'", names[i], fields[i]);
        let whole = |i: usize| fields[i].parse::<u64>().map_err(|_| bad(i));
        let number = |i: usize| fields[i].parse::<f64>().map_err(|_| bad(i));
        Ok(Self {
            scene: fields[0].to_owned(),
            contender: fields[1].to_owned(),
            pose: whole(2)? as usize,
            prescribed: match number(3)? {
                finite if finite.is_finite() => finite,
                _ => return Err(bad(3)),
            },
            achieved: number(4)?,
            pass: whole(5)? as usize,
            ns: whole(6)?,
            answer: fields[7].to_owned(),
            right: match fields[8] {
                "1" => true,
                "0" => false,
                _ => return Err(bad(8)),
            },
            error: if fields[9].is_empty() { None } else { Some(number(9)?) },
            effort: match fields[10].is_empty() {
                true => None,
                false => Some([whole(10)?, whole(11)?, whole(12)?]),
            },
        })
    }
}

/// The text of an answer in a table: 0 or 1, a count, a distance or a depth with all its digits, the name of
/// a relation, or `error:` and the reason.
pub fn cell(answer: &Answer) -> String {
    match answer {
        Answer::Intersects(yes) => u8::from(*yes).to_string(),
        Answer::Contacts(count) => count.to_string(),
        Answer::Distance(length) | Answer::Depth(length) => format!("{length:?}"),
        Answer::Relation(relation) => relation.name().to_owned(),
        Answer::Error(why) => {
            let plain = |c: char| if c == ',' || c == '"' || c.is_control() { ' ' } else { c };
            format!("error:{}", why.chars().map(plain).collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back() {
        let row = Row {
            scene: "sweep".into(),
            contender: "feeler obb".into(),
            pose: 3,
            prescribed: 0.4,
            achieved: 0.1 + 0.2,
            pass: 1,
            ns: 1234,
            answer: cell(&Answer::Distance(1e-17)),
            right: false,
            error: Some(f64::NAN),
            effort: Some([1, 2, 3]),
        };
        assert_eq!(row.to_line().split(',').count(), HEADER.split(',').count());
        let back = Row::parse(&row.to_line()).unwrap();
        assert!(back.error.is_some_and(f64::is_nan) && back.answer == "1e-17");
        let row = Row { error: None, effort: None, ..row };
        assert_eq!(Row::parse(&row.to_line()), Ok(row));
        assert_eq!(cell(&Answer::Error("a,\"b\nc".into())), "error:a  b c");
    }

    #[test]
    fn a_damaged_line_says_where() {
        let line = "s,c,0,0.5,0.5,1,77,1,1,,,,";
        assert!(Row::parse(line).is_ok());
        assert_eq!(Row::parse("s,c,0"), Err("3 fields, 13 are needed".into()));
        assert_eq!(Row::parse(&line.replace("77", "fast")), Err("ns is 'fast'".into()));
        assert_eq!(Row::parse(&line.replace(",1,,", ",yes,,")), Err("right is 'yes'".into()));
        assert_eq!(Row::parse("s,c,0,inf,0,1,7,1,1,,,,"), Err("prescribed is 'inf'".into()));
    }
}
