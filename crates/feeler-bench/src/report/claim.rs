//! The claims of the papers about what a figure shows.

/// The subject of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Topic {
    Time,
    Effort,
    Wrong,
    Error,
    Latency,
    Complexity,
}

/// A paper whose figures scenes repeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Paper {
    /// Klein and Zachmann, VRST 2003.
    AdbTrees,
    /// Kim, Choi and Kim.
    RoundedBoxes,
    /// Diktas and Sahiner.
    Benchmark,
}

/// The papers by their names in scenes. The number is the name of the paper in older runs.
const PAPERS: [(Paper, &str, &str); 3] = [
    (Paper::AdbTrees, "Klein and Zachmann, VRST 2003", "000"),
    (Paper::RoundedBoxes, "Kim, Choi and Kim", "001"),
    (Paper::Benchmark, "Diktas and Sahiner", "004"),
];

impl Paper {
    /// The paper that a figure begins with, and the rest of the figure.
    pub(super) fn of(figure: &str) -> Option<(Self, &str)> {
        PAPERS.into_iter().find_map(|(paper, name, number)| {
            let rest = figure.strip_prefix(name).or_else(|| figure.strip_prefix(number))?;
            Some((paper, rest))
        })
    }
}

/// The claim of the paper whose figure a scene repeats, or a sentence that there is none.
pub(super) fn claim(figure: Option<&str>, topic: Topic) -> &'static str {
    let (paper, rest) = figure.and_then(Paper::of).unzip();
    let mut numbers = rest.unwrap_or_default().split(|c: char| !c.is_ascii_digit());
    match (topic, paper, numbers.rfind(|n| !n.is_empty()).unwrap_or_default()) {
        (Topic::Time, Some(Paper::Benchmark), "10") => {
            "The paper (Diktas and Sahiner, Fig. 10, averages for OBB, AABB and sphere trees) claims: time rises towards the boundary \
             from both sides, quickly drops to zero with distance and approaches a constant with penetration; OBB trees are much better \
             on average and vary less; all volumes behave alike."
        }
        (Topic::Time, Some(Paper::Benchmark), "11") => {
            "The paper (Diktas and Sahiner, Fig. 11, averages) claims: up to about 80 % of the deepest penetration the time practically \
             remains the same."
        }
        (Topic::Time, Some(Paper::Benchmark), "12") => {
            "The paper (Diktas and Sahiner, Fig. 12, averages) claims: within 10 % of the deepest penetration around the boundary the \
             time is irregular; OBB trees are the best and vary least."
        }
        (Topic::Time, Some(Paper::Benchmark), _) => {
            "The paper (Diktas and Sahiner) claims: most time is spent around the boundary, all volumes behave alike, and OBB trees are \
             the best on average."
        }
        (Topic::Effort, Some(Paper::Benchmark), _) => {
            "The paper (Diktas and Sahiner) gives times only, no counts."
        }
        (Topic::Effort, Some(Paper::RoundedBoxes), "10") => {
            "The paper (Kim, Choi and Kim, Fig. 10) claims: contacts rise sharply where the surfaces meet, and the tests of the rounded \
             box are generally below those of the OBB."
        }
        (Topic::Effort, Some(Paper::RoundedBoxes), _) => {
            "The paper (Kim, Choi and Kim, Fig. 8) claims: tests fall with the gap, flat at both ends, with a log-log slope of −1.26 for \
             the OBB and −1.58 for the rounded box. It calls the steeper one better, but a steeper slope means more tests as the gap \
             closes."
        }
        (Topic::Time, Some(Paper::RoundedBoxes), _) => {
            "The paper (Kim, Choi and Kim) claims that the rounded box is 5 times as fast as what was known before, without a table of \
             times."
        }
        (Topic::Time, Some(Paper::AdbTrees), "12") => {
            "The paper (Klein and Zachmann, VRST 2003, Fig. 12, averages) claims: the probabilistic tree of AABBs is more than 3 times as \
             fast as that of an octree."
        }
        (Topic::Time, Some(Paper::AdbTrees), "17") => {
            "The paper (Klein and Zachmann, VRST 2003, Fig. 17, averages) claims: the smaller p_min or k_min, the shorter the time; with \
             k_min = 5 it is about 2.3 times as fast as with 10, and then more than 6 times as fast as a DOP tree."
        }
        (Topic::Time, Some(Paper::AdbTrees), _) => {
            "The paper (Klein and Zachmann, VRST 2003, Fig. 14, averages) claims: time falls with the distance of the centres and hardly \
             depends on the number of polygons; the probabilistic tree is about 3 times as fast as a DOP tree."
        }
        (Topic::Effort, Some(Paper::AdbTrees), _) => {
            "The paper (Klein and Zachmann, VRST 2003) gives times only, no counts."
        }
        (Topic::Wrong | Topic::Error, Some(Paper::AdbTrees), "17") => {
            "The paper (Klein and Zachmann, VRST 2003, Fig. 17 and Section 4.3.2) claims, for distances from 1.2 to 2: between p_min 0.9 \
             and 0.99 errors differ by less than 2 percentage points, between 0.5 and 0.9 by about 5; k_min = 5 has 2 points fewer than \
             1, and 10 only 0.2 fewer than 5."
        }
        (Topic::Wrong | Topic::Error, Some(Paper::AdbTrees), _) => {
            "The paper (Klein and Zachmann, VRST 2003, Fig. 16) claims 1.5 to 2.1 % wrong answers of its approximate test over all \
             distances and 1.7 to 3.2 % between 1 and 2, mostly independent of the number of polygons."
        }
        (Topic::Complexity, Some(Paper::AdbTrees), _) => {
            "The paper (Klein and Zachmann, VRST 2003, Section 4.3.1) claims: in most cases the time, and the error, is fairly \
             independent of the number of polygons."
        }
        (Topic::Complexity, Some(Paper::RoundedBoxes), _) => {
            "The paper (Kim, Choi and Kim, Section 4) says only that larger models are generally more expensive."
        }
        (Topic::Latency, ..) => {
            "The papers give averages only; a program with a deadline needs the slow tail at the right."
        }
        (Topic::Wrong | Topic::Error, ..) => {
            "Of the papers only that of Klein and Zachmann, VRST 2003, counts wrong answers: 1.5 to 3.2 % of its approximate test."
        }
        (Topic::Complexity, ..) => {
            "Of the papers only that of Klein and Zachmann, VRST 2003, varies the number of polygons, and claims that the time hardly depends on it."
        }
        (Topic::Time | Topic::Effort, ..) => "None of the papers has this scene.",
    }
}

/// The bytes per node in Table 1 of Klein and Zachmann, VRST 2003, by words of the contender's name.
/// Entries with more words come first.
pub(super) const BYTES_PER_NODE: [(&str, &str, f64); 5] = [
    ("aabb adb", "ADB tree of AABBs", 36.0),
    ("sphere", "sphere tree", 16.0),
    ("aabb", "AABB tree", 28.0),
    ("obb", "OBB tree", 64.0),
    ("dop24", "24-DOP tree", 100.0),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_figure_has_its_own_claim() {
        for (figure, words) in [
            ("Diktas and Sahiner, Fig. 10", "rises towards the boundary"),
            ("Diktas and Sahiner, Fig. 11", "practically remains the same"),
            ("Diktas and Sahiner, Figure 12", "irregular"),
            ("Diktas and Sahiner", "all volumes behave alike"),
            ("Kim, Choi and Kim, Fig. 8", "5 times as fast"),
            ("Klein and Zachmann, VRST 2003, Figs. 14, 16", "falls with the distance"),
            ("Klein and Zachmann, VRST 2003, Fig. 12", "that of an octree"),
            ("Klein and Zachmann, VRST 2003, Fig. 17", "2.3 times"),
        ] {
            assert!(claim(Some(figure), Topic::Time).contains(words), "{figure}");
        }
        // The numbers of older runs.
        assert!(claim(Some("001 Fig. 8"), Topic::Effort).contains("−1.26"));
        assert!(claim(Some("001 Fig. 10"), Topic::Effort).contains("sharply"));
        assert!(claim(Some("000 Figs. 14, 16"), Topic::Wrong).contains("1.5 to 2.1 %"));
        assert!(claim(Some("000 Fig. 17"), Topic::Wrong).contains("0.2 fewer"));
    }

    #[test]
    fn where_there_is_no_claim_that_is_said() {
        for figure in [None, Some(""), Some("Fig."), Some("999 Fig. 1")] {
            assert_eq!(claim(figure, Topic::Time), "None of the papers has this scene.");
        }
    }
}
