//! The rows of `wrong.csv`.

/// The first line of `wrong.csv`.
pub const WRONG_HEADER: &str =
    "scene,contender,pose,answer,expected,m0,m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11";

/// A wrong answer with everything that is needed to reproduce it, which is a line of `wrong.csv`.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// The scene.
    pub scene: String,
    /// The contender.
    pub contender: String,
    /// The pose, counted from 0.
    pub pose: usize,
    /// The answer of the contender.
    pub answer: String,
    /// The right answer.
    pub expected: String,
    /// The pose: the rotation matrix row by row, then the translation.
    pub numbers: [f64; 12],
}

impl Wrong {
    /// The line, without its end.
    pub fn to_line(&self) -> String {
        let Self { scene, contender, pose, answer, expected, .. } = self;
        format!("{scene},{contender},{pose},{answer},{expected},{}", self.to_pose())
    }

    /// The numbers of the pose with all their digits, as `feeler check --pose` needs them.
    pub fn to_pose(&self) -> String {
        self.numbers.map(|x| format!("{x:?}")).join(",")
    }

    /// Parses a line; the error says why it is not a wrong answer.
    pub fn parse(line: &str) -> Result<Self, String> {
        let fields: Vec<&str> = line.split(',').collect();
        let fields: [&str; 17] = fields
            .try_into()
            .map_err(|fields: Vec<&str>| format!("{} fields, 17 are needed", fields.len()))?;
        let mut numbers = [0.0; 12];
        for (i, number) in numbers.iter_mut().enumerate() {
            let text = fields[5 + i];
            *number = text.parse().map_err(|_| format!("m{i} is '{text}'"))?;
        }
        Ok(Self {
            scene: fields[0].to_owned(),
            contender: fields[1].to_owned(),
            pose: fields[2].parse().map_err(|_| format!("pose is '{}'", fields[2]))?,
            answer: fields[3].to_owned(),
            expected: fields[4].to_owned(),
            numbers,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back() {
        let line = "s,fcl,3,0.5,0.25,1.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,1.0,0.1,-1e-17,3.0";
        let wrong = Wrong::parse(line).unwrap();
        assert_eq!((wrong.pose, wrong.numbers[10]), (3, -1e-17));
        assert_eq!(wrong.to_line(), line);
        assert_eq!(line.split(',').count(), WRONG_HEADER.split(',').count());
        assert_eq!(Wrong::parse("s,fcl,3"), Err("3 fields, 17 are needed".into()));
        assert_eq!(Wrong::parse(&line.replace("-1e-17", "left")), Err("m10 is 'left'".into()));
        assert_eq!(Wrong::parse(&line.replace(",3,", ",x,")), Err("pose is 'x'".into()));
    }
}
